// The board of Superpuzz and Gaps as bit masks: what the pruning rules and the informed searches work on.
//
// A cell is row * 16 + column with columns counted from 1, a card suit * 16 + rank with aces of rank 1.  So a
// 64-bit mask holds a set of cells or of cards; `mask << 1` is at once "the cell to the right" and "the
// successor in suit", and column 0, a border that no card enters, keeps it from running into the next row.
// Gaps with n columns is Superpuzz with n columns and four aces in column 1: no hole ever comes up there.
#pragma once

#include <bit>

#include "bytes.hpp"
#include "games/rows/code.hpp"

namespace yomikiri {

inline constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }

// Calls f(index) for every set bit, lowest first.
template <class F>
void for_each_bit(std::uint64_t mask, F&& f) {
    for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

// What all boards of one width have in common.
struct RowGeometry {
    static constexpr std::uint64_t kColumn0 = 0x0001000100010001;

    explicit RowGeometry(int n) : columns(static_cast<unsigned>(n)) {
        for (unsigned line = 0; line < 4; ++line) {
            for (unsigned k = 1; k < columns; ++k) cards |= bit(line * 16 + k);
            for (unsigned k = 1; k <= columns; ++k) cells |= bit(line * 16 + k);
            goal_row[line] = cards & (std::uint64_t{0xFFFF} << line * 16);
            for (unsigned k = 0; k < columns; ++k)
                cell_of[line * columns + k] = static_cast<std::uint8_t>(line * 16 + k + 1);
        }
        for_each_bit(cards, [&](unsigned card) { as_set[card] = bit(card); });
        as_set[31] = kColumn0;
    }

    // Bits 0, 16, 32 and 48, one for each row, as a set of rows: a product gathers them.
    static unsigned rows_of(std::uint64_t cells) {
        return static_cast<unsigned>((cells & kColumn0) * 0x0001000200040008 >> 48);
    }

    unsigned columns;
    std::uint64_t cards = 0;                               // all cards
    std::uint64_t cells = 0;                               // all cells
    std::uint64_t first_column = kColumn0 << 1;            // also: all aces
    std::uint64_t last_column = kColumn0 << columns;       // the holes of a goal
    std::uint64_t last_cards = kColumn0 << (columns - 1);  // cards of the highest rank
    std::array<std::uint64_t, 4> goal_row{};               // the cells of a row that a goal fills
    std::array<std::uint8_t, 64> cell_of{};                // the cells as a code counts them, row by row
    // What a cell holds as a set of cards: none for a hole, and for the border "rank 0 of every suit", whose
    // successors are the aces.
    std::array<std::uint64_t, 64> as_set{};
};

// A position.  move() keeps everything consistent.
struct RowBoard {
    static constexpr std::uint8_t kHole = 15;    // no card: ranks end at 13
    static constexpr std::uint8_t kBorder = 31;  // outside the board

    std::array<std::uint8_t, 64> at;     // the card in each cell, kHole or kBorder
    std::array<std::uint8_t, 64> where;  // the cell of each card
    std::uint64_t holes;                 // the empty cells

    static unsigned rank(unsigned card) { return card & 15; }
    static unsigned suit(unsigned card) { return card >> 4; }
    static unsigned column(unsigned cell) { return cell & 15; }
    static unsigned row(unsigned cell) { return cell >> 4; }

    // Card `card` goes to the empty cell `to`; the caller checks that this is legal.
    void move(unsigned card, unsigned to) {
        unsigned from = where[card];
        at[from] = kHole;
        at[to] = static_cast<std::uint8_t>(card);
        where[card] = static_cast<std::uint8_t>(to);
        holes ^= bit(from) | bit(to);
    }

    // From and to the code of the domain (see games/rows/superpuzz.hpp).
    static RowBoard read(const RowGeometry& g, const Code& code) {
        RowBoard b;
        b.at.fill(kBorder);
        b.where.fill(0);
        b.holes = g.cells;
        for_each_bit(g.cells, [&](unsigned cell) { b.at[cell] = kHole; });
        std::array<std::uint8_t, 64> fields;
        unpack_fields(code, static_cast<int>(4 * (g.columns - 1)), fields.data());
        std::size_t i = 0;
        for_each_bit(g.cards, [&](unsigned card) {
            unsigned cell = g.cell_of[fields[i++]];
            b.at[cell] = static_cast<std::uint8_t>(card);
            b.where[card] = static_cast<std::uint8_t>(cell);
            b.holes ^= bit(cell);
        });
        return b;
    }
    Code write(const RowGeometry& g) const {
        std::array<std::uint8_t, 64> fields;
        const unsigned cards = g.columns - 1;
        for (unsigned suit = 0; suit < 4; ++suit) {
            // The excess behind the last card of a suit is overwritten by the next one, or never read.
            const std::size_t size = suit < 3 ? 16 : cards;
            cells_to_fields(&where[suit * 16], g.columns, &fields[suit * cards], size);
        }
        Code code{};
        pack_fields(fields.data(), static_cast<int>(4 * cards), code);
        return code;
    }

    // Calls f(card, to) for every legal move, in the order of the rules.
    template <class F>
    void for_each_move(const RowGeometry& g, F&& f) const {
        for_each_bit(holes, [&](unsigned hole) {
            unsigned left = at[hole - 1];
            if (column(hole) == 1) {
                for (unsigned s = 0; s < 4; ++s) f(s * 16 + 1, hole);
            } else if (left != kHole && (bit(left) & g.last_cards) == 0) {
                f(left + 1, hole);
            }
        });
    }

    bool is_goal(const RowGeometry& g) const {
        if (holes != g.last_column) return false;
        bool ordered = true;
        for_each_bit(g.cards, [&](unsigned card) {
            if (rank(card) == 1)
                ordered &= column(where[card]) == 1;
            else
                ordered &= where[card] == where[card - 1] + 1;
        });
        return ordered;
    }
};

}  // namespace yomikiri
