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
// Sets of cells say it all: what may move is what stands in them.  The holes are always among them.  How it
// runs: relaxed_waves.hpp, relaxed_ranks.hpp.
#pragma once

#if defined(__AVX2__)
#include "heuristics/relaxed_ranks.hpp"
#else
#include "heuristics/relaxed_waves.hpp"
#endif

namespace yomikiri {

class Relaxation {
  public:
    std::uint64_t empty = 0;  // the cells that may become empty, the holes among them

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
    void run() { empty = how_.spread<false>(0, 0, kNever); }

    // Whether all of `cells` may become empty; if so, `empty` may be incomplete.
    bool reaches(std::uint64_t cells) {
        empty = how_.spread<false>(0, 0, cells);
        return (cells & ~empty) == 0;
    }

    // Whether, with the cards of `frozen` staying where they are, no cell of `cells` is or becomes empty; of
    // the cells `sure` it is known that they may become so.  No ace is frozen, nor the two of a floating one,
    // and among `cells` are those of all predecessors that are not frozen: as of keepers().
    bool excludes(std::uint64_t frozen, std::uint64_t cells, std::uint64_t sure = 0) {
        empty = how_.spread<true>(frozen, cells, kNever, sure);
        return (cells & empty) == 0;
    }

    // For each suit the cells whose column is the rank of the card of that suit in them.
    std::array<std::uint64_t, 4> at_home() const {
        const std::uint64_t home = low_nibbles_in_place(board_->at.data());
        const std::uint64_t odd = bits_of_bytes<4>(board_->at.data()),
                            high = bits_of_bytes<5>(board_->at.data());
        return {home & ~odd & ~high, home & odd & ~high, home & ~odd & high, home & odd & high};
    }

  private:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};  // column 0 is never empty

#if defined(__AVX2__)
    RelaxedRanks how_;
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

// The pairs of suits that two rows can be given, by their choices: bit i is the i-th pair, or what it leaves.
inline constexpr auto pairs_of_suits(bool rests) {
    std::array<std::array<std::uint8_t, 16>, 16> table{};
    constexpr unsigned pairs[] = {3, 5, 9, 6, 10, 12};
    for (unsigned x = 0; x < 16; ++x)
        for (unsigned y = 0; y < 16; ++y)
            for (unsigned i = 0; i < 6; ++i) {
                const unsigned pair = rests ? 15 ^ pairs[i] : pairs[i], a = pair & (~pair + 1), b = pair ^ a;
                if ((x & a && y & b) || (x & b && y & a)) table[x][y] |= static_cast<std::uint8_t>(1u << i);
            }
    return table;
}
inline constexpr auto kPairs = pairs_of_suits(false), kRests = pairs_of_suits(true);

// Whether the four rows can be given four different suits.
inline bool has_assignment(const RowChoices& choices) {
    return (kPairs[choices[0]][choices[1]] & kRests[choices[2]][choices[3]]) != 0;
}

// The same of possible_suits(), sooner: by the rows of each suit, all four at a time.
inline bool has_possible_assignment(const RowGeometry& g, const RowBoard& b, const Relaxation& relaxed,
                                    std::uint64_t floating = 0) {
    if (relaxed.empty & g.first_column) floating = 0;
    const std::array<std::uint64_t, 4> at_home = relaxed.at_home();
    const std::uint64_t needed = g.cards & ~relaxed.empty & ~floating;  // goal cells that keep their cards
    unsigned floating_suits = floating == 0 ? 15 : 0;
    for_each_bit(floating, [&](unsigned cell) { floating_suits |= 1u << RowBoard::suit(b.at[cell]); });
    RowChoices rows{};
    for (std::size_t s = 0; s < 4; ++s) {
        // Bit 15 of a row comes up if anything is wrong in it: no board is so wide that it could be there.
        std::uint64_t wrong = (needed & ~at_home[s]) + 0x7FFF * RowGeometry::kColumn0;
        if (!(floating_suits >> s & 1)) wrong |= floating << 14;
        rows[s] = static_cast<std::uint8_t>(RowGeometry::rows_of(~wrong >> 15));
    }
    return has_assignment(rows);
}

// The cells that must never be empty for the moves of the cards `set` (no aces, each with its one
// destination) to be a persistent set: those of the predecessors of its cards, and where the successor of one
// of them would come, right of the place that it is about to leave; cells of the set itself go without
// saying.  Nothing else interferes: only the card itself can fill its destination while its predecessor
// stands left of it.
inline std::uint64_t keepers(const RowGeometry& g, const RowBoard& b, std::uint64_t set) {
    std::uint64_t cells = 0;
    for_each_bit(set, [&](unsigned card) {
        const unsigned right = b.where[card] + 1u, next = card + 1;
        const bool follows = (g.cards & ~set) >> next & 1;
        if (!(set >> (card - 1) & 1)) cells |= bit(b.where[card - 1]);
        if (follows && b.at[right] != next && !(set >> b.at[right] & 1)) cells |= bit(right);
    });
    return cells;
}

// Whether the moves of `set` are a persistent set of the position that `relaxed` has read.
inline bool is_persistent(const RowGeometry& g, const RowBoard& b, std::uint64_t set, Relaxation& relaxed) {
    return relaxed.excludes(set, keepers(g, b, set));
}

}  // namespace yomikiri
