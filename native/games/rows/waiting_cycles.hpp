// Waiting cycles: cards that block one another force second moves.
//
// The fast twin of src/yomikiri/games/rows/waiting.py, which has the proof: for every assignment of suits to
// rows that the relaxation allows, cards out of place plus disjoint cycles of cards that wait for one
// another; the minimum over the assignments is a lower bound.
#pragma once

#include <algorithm>

#include "games/rows/relaxation.hpp"

namespace yomikiri {

// The estimate of a lost position.  Others stay below: two for each of at most 52 cards.
inline constexpr int kDead = 255;

// For each suit and row the cards that are at home if the row becomes the suit's.
struct InPlace {
    std::array<std::array<std::uint16_t, 4>, 4> ranks{};  // as bits
    std::array<std::array<int, 4>, 4> count{};
};

inline InPlace cards_in_place(const RowGeometry& g, const RowBoard& b) {
    InPlace found;
    for_each_bit(g.cards, [&](unsigned card) {
        unsigned cell = b.where[card], rank = RowBoard::rank(card);
        if (RowBoard::column(cell) != rank) return;
        found.ranks[RowBoard::suit(card)][RowBoard::row(cell)] |= static_cast<std::uint16_t>(1u << rank);
        ++found.count[RowBoard::suit(card)][RowBoard::row(cell)];
    });
    return found;
}

// The rows of the suits H, D, S, C in each of the 24 assignments, in lexicographic order.
inline const std::array<std::array<std::uint8_t, 4>, 24>& assignments() {
    static const auto table = [] {
        std::array<std::array<std::uint8_t, 4>, 24> all{};
        std::array<std::uint8_t, 4> rows{0, 1, 2, 3};
        for (auto& entry : all) {
            entry = rows;
            std::next_permutation(rows.begin(), rows.end());
        }
        return all;
    }();
    return table;
}

inline bool is_allowed(const RowChoices& choices, const std::array<std::uint8_t, 4>& rows) {
    for (unsigned s = 0; s < 4; ++s)
        if (!(choices[rows[s]] >> s & 1)) return false;
    return true;
}

// Cards out of place, least over the assignments of `choices`; kDead if there is none.
inline int misplaced(const RowGeometry& g, const std::array<std::array<int, 4>, 4>& at_home,
                     const RowChoices& choices) {
    constexpr int kNever = -1000;
    std::array<std::array<int, 4>, 4> value;
    for (unsigned s = 0; s < 4; ++s)
        for (unsigned r = 0; r < 4; ++r) value[s][r] = choices[r] >> s & 1 ? at_home[s][r] : kNever;
    // Each way to give two rows to the first two suits and two rows to the others.
    constexpr unsigned kSplits[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                        {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
    int best = kNever;
    for (const auto& q : kSplits) {
        int first = std::max(value[0][q[0]] + value[1][q[1]], value[0][q[1]] + value[1][q[0]]);
        int second = std::max(value[2][q[2]] + value[3][q[3]], value[2][q[3]] + value[3][q[2]]);
        best = std::max(best, first + second);
    }
    return best < 0 ? kDead : static_cast<int>(4 * (g.columns - 1)) - best;
}

class WaitingCycles {
  public:
    WaitingCycles(const RowGeometry& g, const RowBoard& b, const RowChoices& choices)
        : board_(b), cards_(g.cards), aces_(g.first_column), in_place_(cards_in_place(g, b)) {
        const auto alone = cards_alone();
        for (std::size_t i = 0; i < 24; ++i) {
            const auto& rows = assignments()[i];
            if (!is_allowed(choices, rows)) continue;
            int out = static_cast<int>(4 * (g.columns - 1)), single = 0;
            for (std::size_t s = 0; s < 4; ++s) {
                out -= in_place_.count[s][rows[s]];
                single += alone[s][rows[s]];
            }
            std::size_t j = count_++;
            for (; j > 0 && items_[j - 1].bound > out + single; --j) items_[j] = items_[j - 1];
            items_[j] = {out + single, out, i};
        }
    }

    // The estimate, or kDead if no assignment is left.
    int estimate() {
        int best = kDead;
        for (std::size_t i = 0; i < count_ && items_[i].bound < best; ++i)
            best = std::min(best, sum(items_[i], best));
        return best;
    }

    // `known` if the estimate is not greater; otherwise a greater value, at most the estimate.  Much cheaper
    // than the estimate: most assignments need not be examined, or not completely.
    int raise(int known) {
        int best = kDead;
        for (std::size_t i = 0; i < count_ && items_[i].bound < best; ++i) {
            best = std::min(best, items_[i].bound > known ? items_[i].bound : sum(items_[i], known + 1));
            if (best <= known) return known;
        }
        return best;
    }

  private:
    // An assignment with its misplaced cards and, as a first bound, its cycles of one card.  Assignments are
    // kept by that bound: once it reaches the best sum so far, none of the rest can be better.
    struct Item {
        int bound, misplaced;
        std::size_t number;
    };

    // Cards out of place and waiting cycles of an assignment, or `enough` if that is known to be less.
    int sum(const Item& item, int enough) {
        rows_ = assignments()[item.number];
        for (std::uint8_t s = 0; s < 4; ++s) suits_[rows_[s]] = s;
        std::uint64_t home = 0;
        for (std::size_t s = 0; s < 4; ++s)
            home |= static_cast<std::uint64_t>(in_place_.ranks[s][rows_[s]]) << (16 * s);
        return std::min(enough, item.misplaced + cycles(home, enough - item.misplaced));
    }

    // For each suit and row: cards of the suit in that row, left of their cell, with no card at home from
    // there up to them.  The chain below such a card waits for the card itself: a cycle of its own.
    std::array<std::array<int, 4>, 4> cards_alone() const {
        std::array<std::array<int, 4>, 4> found{};
        for_each_bit(cards_, [&](unsigned card) {
            unsigned s = RowBoard::suit(card), r = RowBoard::row(board_.where[card]),
                     rank = RowBoard::rank(card), column = RowBoard::column(board_.where[card]);
            if (column < rank && (in_place_.ranks[s][r] >> column & ((1u << (rank - column)) - 1)) == 0)
                ++found[s][r];
        });
        return found;
    }

    // The card that stands in the goal cell of `card`, as a bit; 0 for a hole.
    std::uint64_t occupant(unsigned card) const {
        unsigned there = board_.at[rows_[RowBoard::suit(card)] * 16u + RowBoard::rank(card)];
        return there == RowBoard::kHole ? 0 : bit(there);
    }

    // Cards that have not arrived, but whose predecessor has.
    std::uint64_t ready(std::uint64_t arrived) const { return ((arrived << 1) | aces_) & ~arrived & cards_; }

    // The card whose goal cell `card` stands in, as a bit; 0 if there is none.
    std::uint64_t waiter(unsigned card) const {
        unsigned cell = board_.where[card];
        return bit(suits_[RowBoard::row(cell)] * 16u + RowBoard::column(cell)) & cards_;
    }

    // Lets every card arrive whose predecessor has and whose cell is free of cards neither gone nor paid.
    // Only the cards of `hopeful`, and those that wait for an arrival, can do so.
    std::uint64_t close(std::uint64_t arrived, std::uint64_t paid, std::uint64_t hopeful) const {
        while (hopeful != 0) {
            const unsigned card = static_cast<unsigned>(std::countr_zero(hopeful));
            hopeful &= hopeful - 1;
            if ((ready(arrived) >> card & 1) == 0 || (occupant(card) & ~(arrived | paid)) != 0) continue;
            arrived |= bit(card);
            hopeful |= bit(card + 1) | waiter(card);
        }
        return arrived;
    }

    // The ready card below the occupant that the ready card `card` waits for.
    std::uint64_t waits_for(std::uint64_t card, std::uint64_t all_ready) const {
        std::uint64_t blocker = occupant(static_cast<unsigned>(std::countr_zero(card)));
        unsigned suit = RowBoard::suit(static_cast<unsigned>(std::countr_zero(blocker)));
        std::uint64_t below = all_ready & (std::uint64_t{0xFFFF} << 16 * suit) & (blocker | (blocker - 1));
        return std::bit_floor(below);
    }

    // Repeats: let all cards arrive that can, count the cycles among the ready cards, pay all their
    // occupants.  Stops at `enough`.
    int cycles(std::uint64_t home, int enough) const {
        int found = 0;
        std::uint64_t paid = 0;
        std::uint64_t arrived = close(home, 0, ready(home));
        while (arrived != cards_ && found < enough) {
            const std::uint64_t all_ready = ready(arrived);
            std::uint64_t freed = 0;  // cards whose occupant is paid in this round
            std::uint64_t unseen = all_ready;
            while (unseen != 0) {
                std::uint64_t walk = 0, card = unseen & (~unseen + 1);
                for (; (unseen & card) != 0; card = waits_for(card, all_ready)) {
                    unseen ^= card;
                    walk |= card;
                }
                if ((walk & card) == 0) continue;  // ran into an earlier walk
                ++found;
                const std::uint64_t first = card;
                do {
                    paid |= occupant(static_cast<unsigned>(std::countr_zero(card)));
                    freed |= card;
                    card = waits_for(card, all_ready);
                } while (card != first);
            }
            arrived = close(arrived, paid, freed);
        }
        return found;
    }

    const RowBoard& board_;
    std::uint64_t cards_, aces_;
    InPlace in_place_;
    std::array<Item, 24> items_;
    std::size_t count_ = 0;
    std::array<std::uint8_t, 4> rows_{}, suits_{};  // the row of each suit, the suit of each row
};

}  // namespace yomikiri
