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
// Sets of cards say it all: what may be empty is where they stand.  The pseudo-card kHole stands in the holes
// and is always among what may move.  How it runs: relaxed_waves.hpp, relaxed_sweeps.hpp.
#pragma once

#if defined(__AVX2__)
#include "heuristics/relaxed_sweeps.hpp"
#else
#include "heuristics/relaxed_waves.hpp"
#endif

namespace yomikiri {

class Relaxation {
  public:
    std::uint64_t movable = bit(RowBoard::kHole);  // cards that may move, and the hole

    // The whole relaxation of a position; the aces in the cells `floating` of column 1 may be in any order.
    void run(const RowGeometry& g, const RowBoard& b, std::uint64_t floating = 0) {
        read(g, b, floating);
        run();
    }

    // The same in two steps: many questions about one position share the reading.
    void read(const RowGeometry& g, const RowBoard& b, std::uint64_t floating = 0) {
        board_ = &b;
        how_.read(g, b, (b.holes & g.first_column) == 0 ? floating : 0);
    }
    void run() { movable = how_.spread<false>(0, 0, kNever); }

    // Whether all of `cards` may move; if so, `movable` may be incomplete.
    bool reaches(std::uint64_t cards) {
        movable = how_.spread<false>(0, 0, cards);
        return (cards & ~movable) == 0;
    }

    // Whether, with the cards of `frozen` staying where they are, no card of `cards` can ever move.
    bool excludes(std::uint64_t frozen, std::uint64_t cards) {
        if (cards >> RowBoard::kHole & 1) return false;
        movable = how_.spread<true>(frozen, cards, kNever);
        return (cards & movable) == 0;
    }

    // The cells that may become empty.
    std::uint64_t empty() const { return how_.cells(movable); }

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
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};  // there is no card of rank 0

#if defined(__AVX2__)
    RelaxedSweeps how_;
#else
    RelaxedWaves how_;
#endif
    const RowBoard* board_ = nullptr;
};

// Bit s of element r: suit s can still end in row r, as far as the relaxation sees.
using RowChoices = std::array<std::uint8_t, 4>;

// With aces that float (and no hole that may come up in column 1: then all aces may move anyway), a floating
// row can become any suit of a floating ace.
inline RowChoices possible_suits(const RowGeometry& g, const RowBoard& b, const Relaxation& relaxed,
                                 std::uint64_t floating = 0) {
    std::array<std::uint64_t, 4> at_home = relaxed.at_home();
    const std::uint64_t empty = relaxed.empty();
    std::uint64_t stuck = ~empty;
    unsigned floating_suits = 15;
    if (empty & g.first_column) floating = 0;
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

// The cards that must never move for the moves of the cards `set` (no aces, each with its one destination) to
// be a persistent set: the predecessors of its cards, and what stands where the successor of one of them
// would come, right of the place that it is about to leave; the hole if nothing does.  Nothing else
// interferes: only the card itself can fill its destination while its predecessor stands left of it.
inline std::uint64_t keepers(const RowGeometry& g, const RowBoard& b, std::uint64_t set) {
    std::uint64_t cards = set >> 1 & ~set;
    for_each_bit(set & (g.cards & ~set) >> 1, [&](unsigned card) {
        unsigned right = b.at[b.where[card] + 1u];
        cards |= right == card + 1 ? 0 : bit(right);
    });
    return cards;
}

// Whether the moves of `set` are a persistent set of the position that `relaxed` has read.
inline bool is_persistent(const RowGeometry& g, const RowBoard& b, std::uint64_t set, Relaxation& relaxed) {
    return relaxed.excludes(set, keepers(g, b, set));
}

}  // namespace yomikiri
