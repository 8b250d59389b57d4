// Relaxed reachability: everything that could ever happen if cards, once somewhere, never went away.
//
// The fast twin of src/yomikiri/games/rows/relaxation.py.  `empty` grows to the cells that may ever be empty.
// The relaxation mimics any real sequence of moves (by induction over its moves: the predecessor stood left
// of the hole, so the relaxation has it there; the hole was empty, so it is in `empty`), hence what is not
// derived here never happens.  A card may move if and only if its cell is in `empty`.
//
// Two uses.  Dead test: row r can become suit s only if each of its goal cells already holds its card or may
// be emptied; without an assignment of suits to rows the position is lost.  Persistent sets: with some cards
// frozen, whatever the relaxation cannot do, no sequence of moves of the other cards can do.
//
// Sets of cells are enough: the cards that may move are those in them.  The holes are always among them.  How
// it is computed: relaxed_waves.hpp, relaxed_ranks.hpp.
#pragma once

#if defined(__AVX2__)
#include "games/rows/relaxed_ranks.hpp"
#else
#include "games/rows/relaxed_waves.hpp"
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

    // Whether, with the cards in `frozen` staying put, no cell of `cells` is or becomes empty; the cells
    // `sure` are known to be able to.  Frozen cards could move at once, and are neither aces nor twos of
    // floating aces; and `cells` includes those of all their predecessors that are not frozen: see keepers().
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

// Which suits can still end in which rows, as far as the relaxation sees: either bit s of element r, or bit r
// of element s.
using RowChoices = std::array<std::uint8_t, 4>;

// The rows of each suit.  With aces that float (and no hole that may come up in column 1: then all aces may
// move anyway), a floating row can become any suit of a floating ace.
inline RowChoices possible_rows(const RowGeometry& g, const RowBoard& b, const Relaxation& relaxed,
                                std::uint64_t floating = 0) {
    if (relaxed.empty & g.first_column) floating = 0;
    const std::array<std::uint64_t, 4> at_home = relaxed.at_home();
    const std::uint64_t needed = g.cards & ~relaxed.empty & ~floating;  // goal cells that keep their cards
    unsigned floating_suits = floating == 0 ? 15 : 0;
    for_each_bit(floating, [&](unsigned cell) { floating_suits |= 1u << RowBoard::suit(b.at[cell]); });
    RowChoices rows{};
    for (std::size_t s = 0; s < 4; ++s) {
        // Bit 15 of a row is set if anything is wrong in it: no board is wide enough to use it.
        std::uint64_t wrong = (needed & ~at_home[s]) + 0x7FFF * RowGeometry::kColumn0;
        if (!(floating_suits >> s & 1)) wrong |= floating << 14;
        rows[s] = static_cast<std::uint8_t>(RowGeometry::rows_of(~wrong >> 15));
    }
    return rows;
}

// The suits of each row.
inline RowChoices possible_suits(const RowGeometry& g, const RowBoard& b, const Relaxation& relaxed) {
    const RowChoices rows = possible_rows(g, b, relaxed);
    RowChoices suits{};
    for (unsigned r = 0; r < 4; ++r)
        for (unsigned s = 0; s < 4; ++s)
            suits[r] = static_cast<std::uint8_t>(suits[r] | (rows[s] >> r & 1) << s);
    return suits;
}

// The pairs that two can be given, by their choices: bit i is the i-th pair, or what it leaves.
inline constexpr auto pairs_of_choices(bool rests) {
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
inline constexpr auto kPairs = pairs_of_choices(false), kRests = pairs_of_choices(true);

// Whether the four can be given four different choices: rows to suits, or suits to rows.
inline bool has_assignment(const RowChoices& choices) {
    return (kPairs[choices[0]][choices[1]] & kRests[choices[2]][choices[3]]) != 0;
}

// What the move of a card (not an ace, to the right of its predecessor) depends on, as sets: the card, its
// cell, the cell of its predecessor, the cell to which its successor would go, right of the place that it is
// about to leave, and the card that is there.
struct Footprint {
    std::uint64_t card, from, left, right, there;

    Footprint() = default;
    Footprint(const RowGeometry& g, const RowBoard& b, unsigned c) : card(bit(c)), from(bit(b.where[c])) {
        const unsigned beside = b.where[c] + 1u;
        const std::uint64_t followed = g.cards >> (c + 1) & std::uint64_t{b.at[beside] != c + 1};
        left = bit(b.where[c - 1]);
        right = followed << beside;
        there = bit(b.at[beside]);
    }

    // Its share of the cells that must never become empty for the moves of `set`, including this one, to be a
    // persistent set: that of the predecessor, and the one where the successor would go, unless those cards
    // are in the set themselves.  Nothing else interferes: only the card itself can fill its destination
    // while its predecessor stands left of it.
    std::uint64_t keepers(std::uint64_t set) const {
        return (card >> 1 & set ? 0 : left) | ((card << 1 | there) & set ? 0 : right);
    }
};

// Whether the moves of `set` are a persistent set of the position that `relaxed` has read.
inline bool is_persistent(const RowGeometry& g, const RowBoard& b, std::uint64_t set, Relaxation& relaxed) {
    std::uint64_t cells = 0;
    for_each_bit(set, [&](unsigned card) { cells |= Footprint(g, b, card).keepers(set); });
    return relaxed.excludes(set, cells);
}

}  // namespace yomikiri
