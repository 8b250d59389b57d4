// Relaxed reachability: everything that could ever happen if cards, once somewhere, never went away.
//
// The fast twin of src/yomikiri/heuristics/relaxation.py.  `empty` grows to the cells that may ever be empty.
// Any real sequence of moves is mimicked by the relaxation (by induction over its moves: the predecessor
// stood left of the hole, so the relaxation has it there; the hole was empty, so it is in `empty`), hence
// what is not derived here never happens.  A card may move if and only if its cell is in `empty`.
//
// Two uses.  Dead test: row r can become suit s only if each of its goal cells holds its card already or may
// be emptied; without an assignment of suits to rows the position is lost.  Persistent sets: with some cards
// frozen, whatever the relaxation can not do, no sequence of moves of the other cards can do.
//
// How it runs: in waves.  A cell in `empty` takes in the successors of whatever its left neighbour may hold,
// for all cards at once.  A wave are the cells that the cards of the last one leave, each filled as soon as
// it is left; empty cells whose left neighbour gained something follow, from left to right.
#pragma once

#include "games/row_board.hpp"

namespace yomikiri {

class Relaxation {
  public:
    std::uint64_t empty = 0;    // cells that may become empty
    std::uint64_t movable = 0;  // cards that may move; set by run(g, b, ...) only

    // The whole relaxation of a position; the aces in the cells `floating` of column 1 may be in any order.
    void run(const RowGeometry& g, const RowBoard& b, std::uint64_t floating = 0) {
        read(g, b, floating);
        run();
        movable = 0;
        for_each_bit(g.cards, [&](unsigned card) { movable |= (empty >> b.where[card] & 1) << card; });
    }

    // The same in two steps: many questions about one position share the reading.
    void read(const RowGeometry& g, const RowBoard& b, std::uint64_t floating = 0) {
        geometry_ = &g;
        board_ = &b;
        for (unsigned row = 0; row < 64; row += 16)
            for (unsigned cell = row; cell <= row + g.columns; ++cell) may_hold_[cell] = g.as_set[b.at[cell]];
        floating_ = (b.holes & g.first_column) == 0 ? floating : 0;
        aces_ = 0;
        for_each_bit(floating_, [&](unsigned cell) { aces_ |= may_hold_[cell]; });
        for_each_bit(floating_, [&](unsigned cell) { may_hold_[cell] = aces_; });
        touched_ = 0;
    }
    void run() { spread<false>(0, 0, kNever); }

    // Whether all of `cells` may become empty; if so, `empty` may be incomplete.
    bool reaches(std::uint64_t cells) {
        spread<false>(0, 0, cells);
        return (cells & ~empty) == 0;
    }

    // Whether, with the cards of `frozen` staying where they are, no cell of `cells` can ever be empty.
    bool excludes(std::uint64_t frozen, std::uint64_t cells) { return spread<true>(frozen, cells, kNever); }

    // For each suit the cells whose column is the rank of the card of that suit in them.
    std::array<std::uint64_t, 4> at_home() const {
        std::array<std::uint64_t, 4> home{};
        for (unsigned suit = 0; suit < 4; ++suit)
            for (unsigned row = 0; row < 4; ++row) {
                std::uint64_t found = ascending_bytes(&board_->at[row * 16], suit * 16);
                home[suit] |= found << row * 16;
            }
        return home;
    }

  private:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};  // column 0 is never empty

    // Wave after wave, until nothing is added or all of `enough` is; false as soon as a cell of `forbidden`
    // is.
    template <bool Frozen>
    bool spread(std::uint64_t frozen, std::uint64_t forbidden, std::uint64_t enough) {
        const RowBoard& b = *board_;
        const std::uint64_t allowed = Frozen ? geometry_->cards & ~frozen : geometry_->cards;
        restore();
        std::uint64_t free = b.holes, moved = 0, arrived = 0;
        if (Frozen && (free & forbidden)) return false;
        bool clear = true;
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
            if (Frozen && (free & forbidden)) {
                clear = false;
                break;
            }
            if (!Frozen && (enough & ~free) == 0) break;
        }
        empty = touched_ = free;
        return clear;
    }

    // Cards come to an empty cell; whether it may hold more than before.
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

// Bit s of element r: suit s can still end in row r, as far as the relaxation sees.
using RowChoices = std::array<std::uint8_t, 4>;

// With aces that float (and no hole that may come up in column 1: then all aces may move anyway), a floating
// row can become any suit of a floating ace.
inline RowChoices possible_suits(const RowGeometry& g, const RowBoard& b, const Relaxation& relaxed,
                                 std::uint64_t floating = 0) {
    std::array<std::uint64_t, 4> at_home = relaxed.at_home();
    std::uint64_t stuck = ~relaxed.empty;
    unsigned floating_suits = 15;
    if (relaxed.empty & g.first_column) floating = 0;
    if (floating != 0) {
        stuck &= ~floating;
        floating_suits = 0;
        for_each_bit(floating, [&](unsigned cell) { floating_suits |= 1u << RowBoard::suit(b.at[cell]); });
    }
    RowChoices choices{};
    for (std::size_t r = 0; r < 4; ++r) {
        std::uint64_t needed = g.goal_row[r] & stuck;
        unsigned suits = 0;
        for (std::size_t s = 0; s < 4; ++s) suits |= static_cast<unsigned>((needed & ~at_home[s]) == 0) << s;
        if (floating & g.goal_row[r]) suits &= floating_suits;
        choices[r] = static_cast<std::uint8_t>(suits);
    }
    return choices;
}

// Whether the four rows can be given four different suits.
inline bool has_assignment(const RowChoices& choices) {
    for (unsigned a = 1; a < 16; a <<= 1)
        for (unsigned b = 1; b < 16; b <<= 1) {
            if (a == b || !(choices[0] & a) || !(choices[1] & b)) continue;
            unsigned rest = 15 ^ a ^ b, c = rest & (~rest + 1), d = rest ^ c;
            if ((choices[2] & c && choices[3] & d) || (choices[2] & d && choices[3] & c)) return true;
        }
    return false;
}

// The cells that must never be empty for the moves of the cards `set` (no aces, each with its one
// destination) to be a persistent set: those of the predecessors of its cards, and those to which the
// successor of one of them would come, right of the place that it is about to leave.  Nothing else
// interferes: only the card itself can fill its destination while its predecessor stands left of it.
inline std::uint64_t keepers(const RowGeometry& g, const RowBoard& b, std::uint64_t set) {
    std::uint64_t cells = 0;
    for_each_bit(set, [&](unsigned card) {
        if (!(set >> (card - 1) & 1)) cells |= bit(b.where[card - 1]);
        bool has_next = g.cards >> (card + 1) & 1;
        unsigned right = b.where[card] + 1u;
        if (has_next && !(set >> (card + 1) & 1) && b.at[right] != card + 1) cells |= bit(right) & g.cells;
    });
    return cells;
}

// Whether the moves of `set` are a persistent set of the position that `relaxed` has read.
inline bool is_persistent(const RowGeometry& g, const RowBoard& b, std::uint64_t set, Relaxation& relaxed) {
    return relaxed.excludes(set, keepers(g, b, set));
}

}  // namespace yomikiri
