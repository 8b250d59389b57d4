// Relaxed reachability in waves: the implementation for any processor.  See relaxation.hpp for what it is.
//
// A cell that may be empty takes the successors of whatever its left neighbour may hold, for all cards at
// once.  A wave visits the cells that the last wave left empty and fills each as it is left; then come the
// empty cells whose left neighbour gained a card, from left to right.
#pragma once

#include "games/rows/board.hpp"

namespace yomikiri {

class RelaxedWaves {
  public:
    void read(const RowGeometry& g, const RowBoard& b, std::uint64_t floating) {
        geometry_ = &g;
        board_ = &b;
        for (unsigned row = 0; row < 64; row += 16)
            for (unsigned cell = row; cell <= row + g.columns; ++cell) may_hold_[cell] = g.as_set[b.at[cell]];
        floating_ = floating;
        aces_ = 0;
        for_each_bit(floating_, [&](unsigned cell) { aces_ |= may_hold_[cell]; });
        for_each_bit(floating_, [&](unsigned cell) { may_hold_[cell] = aces_; });
        touched_ = 0;
    }

    // Until nothing is added, or all cells of `enough` are; when `Frozen`, until a cell of `forbidden` is.
    // The cells that may become empty; knowing some of them in advance is of no use here.
    template <bool Frozen>
    std::uint64_t spread(std::uint64_t frozen, std::uint64_t forbidden, std::uint64_t enough,
                         std::uint64_t = 0) {
        const RowBoard& b = *board_;
        const std::uint64_t allowed = Frozen ? geometry_->cards & ~frozen : geometry_->cards;
        restore();
        std::uint64_t free = b.holes, moved = 0, arrived = 0;
        for (std::uint64_t gained = free;;) {
            while (gained != 0) {
                std::uint64_t here = gained & (~gained + 1);
                bool more = fill(static_cast<unsigned>(std::countr_zero(gained)), allowed, arrived);
                gained = (gained ^ here) | (more ? here << 1 & free : 0);
            }
            arrived &= ~moved;
            moved |= arrived;
            if (arrived == 0) break;
            std::uint64_t leaving = arrived;
            arrived = 0;
            for (; leaving != 0; leaving &= leaving - 1) {
                unsigned cell = b.where[static_cast<unsigned>(std::countr_zero(leaving))];
                free |= bit(cell);
                bool more = fill(cell, allowed, arrived);
                gained |= more ? bit(cell) << 1 & free : 0;
            }
            if (Frozen ? (free & forbidden) != 0 : (enough & ~free) == 0) break;
        }
        touched_ = free;
        return free;
    }

  private:
    // Cards go to an empty cell; returns whether it may hold more than before.
    bool fill(unsigned cell, std::uint64_t allowed, std::uint64_t& arrived) {
        std::uint64_t in = may_hold_[cell - 1] << 1 & allowed, before = may_hold_[cell];
        arrived |= in;
        may_hold_[cell] = in | before;
        return (in & ~before) != 0;
    }

    // Undoes what the last run wrote.
    void restore() {
        for_each_bit(touched_, [&](unsigned cell) { may_hold_[cell] = geometry_->as_set[board_->at[cell]]; });
        for_each_bit(touched_ & floating_, [&](unsigned cell) { may_hold_[cell] = aces_; });
        touched_ = 0;
    }

    const RowGeometry* geometry_ = nullptr;
    const RowBoard* board_ = nullptr;
    std::uint64_t floating_ = 0, aces_ = 0;     // floating cells, and the aces in them
    std::uint64_t touched_ = 0;                 // cells that the last run wrote
    std::array<std::uint64_t, 64> may_hold_{};  // the cards that may ever be in a cell
};

}  // namespace yomikiri
