// FreeCell and its relatives: the rules on a board, the twin of games/freecell/rules.py.
//
// A board is a chain of cards: for each card what it lies on, for each column its top.  So a card moves with
// two writes however long columns are, a board copies in a hundred bytes, and columns have no maximum length.
//
// A card is suit * 16 + rank, suits in the order hearts, diamonds, spades, clubs, ranks from 1: less than 64,
// so a set of cards is one word.  A board as bytes is what FreeCell.encode() gives: the four home ranks, one
// byte for each cell (0: empty), then for each column its length and its cards from the bottom.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "game.hpp"

namespace yomikiri {

using CardSet = std::uint64_t;

inline constexpr unsigned kSuits = 4;
inline constexpr unsigned kCardSlots = 64;

inline constexpr unsigned card_of(unsigned suit, unsigned rank) { return suit * 16 + rank; }
inline constexpr unsigned suit_of(unsigned card) { return card >> 4; }
inline constexpr unsigned rank_of(unsigned card) { return card & 15; }
inline constexpr unsigned colour_of(unsigned card) { return card >> 5; }
inline constexpr CardSet bit_of(unsigned card) { return CardSet{1} << card; }

// Calls visit(card) for the cards of a set, the least first.
template <class Visit>
void for_each_card(CardSet set, Visit&& visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<unsigned>(std::countr_zero(set)));
}

enum class Building { kAlternate, kSuit };

struct FreeCellRules {
    unsigned columns = 8;
    unsigned cells = 4;
    unsigned ranks = 13;
    Building building = Building::kAlternate;
    bool kings_only = false;  // only a card of the highest rank enters an empty column
    bool supermove = false;   // the metric: a run that capacity allows moves as one

    static constexpr unsigned kMaxColumns = 10, kMaxCells = 8, kMaxRanks = 13;

    bool valid() const {
        return columns >= 1 && columns <= kMaxColumns && cells <= kMaxCells && ranks >= 1 &&
               ranks <= kMaxRanks;
    }
    // Whether `card` may be built on `parent`.
    bool accepts(unsigned parent, unsigned card) const {
        if (rank_of(parent) != rank_of(card) + 1) return false;
        return building == Building::kSuit ? suit_of(parent) == suit_of(card)
                                           : colour_of(parent) != colour_of(card);
    }
    // The cards that `card` may be built on.
    CardSet parents(unsigned card) const {
        const unsigned rank = rank_of(card) + 1;
        if (rank > ranks) return 0;
        if (building == Building::kSuit) return bit_of(card_of(suit_of(card), rank));
        const unsigned other = 2 - colour_of(card) * 2;
        return bit_of(card_of(other, rank)) | bit_of(card_of(other + 1, rank));
    }
    // The cards that may be built on `card`.
    CardSet guests(unsigned card) const {
        const unsigned rank = rank_of(card) - 1;
        if (rank == 0) return 0;
        if (building == Building::kSuit) return bit_of(card_of(suit_of(card), rank));
        const unsigned other = 2 - colour_of(card) * 2;
        return bit_of(card_of(other, rank)) | bit_of(card_of(other + 1, rank));
    }
    // How many cards one move takes between columns; an empty target does not count as one of the empty
    // columns.  If empty columns take only kings, they do not help.
    unsigned capacity(unsigned empty_cells, unsigned empty_columns) const {
        if (!supermove) return 1;
        return (empty_cells + 1) << (kings_only ? 0 : empty_columns);
    }
    bool enters_empty(unsigned card) const { return !kings_only || rank_of(card) == ranks; }
};

// Places: columns from 0, cells from 16, home 32; the suit of a card says which home.
struct FreeCellMove {
    std::uint8_t from = 0, to = 0, count = 1;
    friend bool operator==(const FreeCellMove&, const FreeCellMove&) = default;
};
inline constexpr unsigned kCellPlace = 16, kHomePlace = 32;

class FreeCellBoard {
  public:
    // Values for cards that lie on no other card.
    static constexpr std::uint8_t kFloor = 0, kInCell = 64, kAtHome = 65, kAbsent = 66;

    // From a column in the supermove metric: home, the nine other columns, twelve lengths onto the floor.
    using Moves = MoveList<FreeCellMove, 10 * 24 + 8 * 12>;

    FreeCellBoard() { under_.fill(kAbsent); }

    // The board of these bytes, if they are one: every card of the deck once, home ranks in range.
    static std::optional<FreeCellBoard> read(const FreeCellRules& rules, const std::uint8_t* bytes,
                                             std::size_t size) {
        FreeCellBoard board;
        const std::uint8_t *at = bytes, *end = bytes + size;
        unsigned cards = 0;
        auto place = [&](unsigned card, std::uint8_t on) {
            if (card >= kCardSlots || rank_of(card) < 1 || rank_of(card) > rules.ranks) return false;
            if (board.under_[card] != kAbsent) return false;
            board.under_[card] = on;
            ++cards;
            return true;
        };
        if (size < kSuits + rules.cells + rules.columns) return std::nullopt;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            board.home_[suit] = *at++;
            if (board.home_[suit] > rules.ranks) return std::nullopt;
            for (unsigned rank = 1; rank <= board.home_[suit]; ++rank) place(card_of(suit, rank), kAtHome);
        }
        for (unsigned cell = 0; cell < rules.cells; ++cell) {
            board.cells_[cell] = *at++;
            if (board.cells_[cell] != 0 && !place(board.cells_[cell], kInCell)) return std::nullopt;
        }
        for (unsigned column = 0; column < rules.columns; ++column) {
            if (at == end) return std::nullopt;
            unsigned length = *at++;
            if (static_cast<std::size_t>(end - at) < length) return std::nullopt;
            for (; length > 0; --length) {
                if (!place(*at, board.tops_[column])) return std::nullopt;
                board.tops_[column] = *at++;
            }
        }
        if (at != end || cards != kSuits * rules.ranks) return std::nullopt;
        return board;
    }
    static std::optional<FreeCellBoard> read(const FreeCellRules& rules,
                                             const std::vector<std::uint8_t>& bytes) {
        return read(rules, bytes.data(), bytes.size());
    }

    // The board on which each card lies on what `under` says, the columns have these tops, and the cells and
    // homes hold these cards; the rules are not checked.
    static FreeCellBoard of(const std::array<std::uint8_t, kCardSlots>& under,
                            const std::array<std::uint8_t, FreeCellRules::kMaxColumns>& tops,
                            const std::array<std::uint8_t, FreeCellRules::kMaxCells>& cells,
                            const std::array<std::uint8_t, kSuits>& home) {
        FreeCellBoard board;
        board.under_ = under;
        board.tops_ = tops;
        board.cells_ = cells;
        board.home_ = home;
        return board;
    }

    std::vector<std::uint8_t> bytes(const FreeCellRules& rules) const {
        std::vector<std::uint8_t> all(home_.begin(), home_.end());
        all.insert(all.end(), cells_.begin(), cells_.begin() + rules.cells);
        for (unsigned column = 0; column < rules.columns; ++column) {
            const unsigned length = column_length(column);
            all.push_back(static_cast<std::uint8_t>(length));
            all.resize(all.size() + length);
            unsigned card = tops_[column];
            for (std::size_t i = all.size(); card != kFloor; card = under_[card])
                all[--i] = static_cast<std::uint8_t>(card);
        }
        return all;
    }

    std::uint8_t under(unsigned card) const { return under_[card]; }
    unsigned top(unsigned column) const { return tops_[column]; }  // 0: empty
    unsigned cell(unsigned number) const { return cells_[number]; }
    unsigned home(unsigned suit) const { return home_[suit]; }
    const std::array<std::uint8_t, kSuits>& homes() const { return home_; }
    unsigned column_length(unsigned column) const {
        unsigned length = 0;
        for (unsigned card = tops_[column]; card != kFloor; card = under_[card]) ++length;
        return length;
    }
    bool goes_home(unsigned card) const { return rank_of(card) == home_[suit_of(card)] + 1u; }
    bool is_goal(const FreeCellRules& rules) const {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            if (home_[suit] != rules.ranks) return false;
        return true;
    }
    // The head of the run of `count` cards that a move takes.
    unsigned head(FreeCellMove move) const {
        if (move.from >= kCellPlace) return cells_[move.from - kCellPlace];
        unsigned card = tops_[move.from];
        for (unsigned i = 1; i < move.count; ++i) card = under_[card];
        return card;
    }
    friend bool operator==(const FreeCellBoard&, const FreeCellBoard&) = default;

    // The moves in the order of the rules, equivalent ones once: sources by column, then by cell; for each
    // source home, the columns that accept, the first empty column, the first empty cell.
    void moves(const FreeCellRules& rules, Moves& moves) const {
        moves.clear();
        unsigned empty_cells = 0, empty_columns = 0, first_cell = 0, first_column = 0;
        for (unsigned cell = rules.cells; cell-- > 0;)
            if (cells_[cell] == 0) ++empty_cells, first_cell = cell;
        for (unsigned column = rules.columns; column-- > 0;)
            if (tops_[column] == 0) ++empty_columns, first_column = column;
        for (unsigned column = 0; column < rules.columns; ++column) {
            const unsigned top = tops_[column];
            if (top == 0) continue;
            if (goes_home(top)) push(moves, column, kHomePlace, 1);
            const unsigned room = rules.capacity(empty_cells, empty_columns);
            const unsigned run = run_length(rules, column);
            for (unsigned target = 0; target < rules.columns; ++target) {
                const unsigned on = tops_[target];
                if (on == 0 || target == column || rank_of(on) <= rank_of(top)) continue;
                // A run descends rank by rank, so only one length can fit.
                const unsigned count = rank_of(on) - rank_of(top);
                if (count > run || count > room) continue;
                if (rules.accepts(
                        on, head({static_cast<std::uint8_t>(column), 0, static_cast<std::uint8_t>(count)})))
                    push(moves, column, target, count);
            }
            if (empty_columns > 0) {
                unsigned card = top;
                const unsigned most = rules.capacity(empty_cells, empty_columns - 1);
                for (unsigned count = 1; count <= run && count <= most; ++count, card = under_[card])
                    if (under_[card] != kFloor && rules.enters_empty(card))
                        push(moves, column, first_column, count);
            }
            if (empty_cells > 0) push(moves, column, kCellPlace + first_cell, 1);
        }
        for (unsigned cell = 0; cell < rules.cells; ++cell) {
            const unsigned card = cells_[cell];
            if (card == 0) continue;
            if (goes_home(card)) push(moves, kCellPlace + cell, kHomePlace, 1);
            for (unsigned target = 0; target < rules.columns; ++target)
                if (tops_[target] != 0 && rules.accepts(tops_[target], card))
                    push(moves, kCellPlace + cell, target, 1);
            if (empty_columns > 0 && rules.enters_empty(card))
                push(moves, kCellPlace + cell, first_column, 1);
        }
    }

    // Plays a legal move; returns the head of what moved, which undo() needs.
    unsigned play(FreeCellMove move) {
        const unsigned card = head(move);
        shift(move.from, move.to, move.count, card);
        return card;
    }
    void undo(FreeCellMove move, unsigned card) { shift(move.to, move.from, move.count, card); }

    // The number of cards on top of a column that form a run; 1 for a single card, 0 for an empty column.
    unsigned run_length(const FreeCellRules& rules, unsigned column) const {
        unsigned card = tops_[column], length = card == 0 ? 0 : 1;
        for (; length > 0 && under_[card] != kFloor && rules.accepts(under_[card], card); ++length)
            card = under_[card];
        return length;
    }

  private:
    static void push(Moves& moves, unsigned from, unsigned to, unsigned count) {
        moves.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                    static_cast<std::uint8_t>(count)});
    }

    // Moves the run headed by `card`, without checking the rules.
    void shift(unsigned from, unsigned to, unsigned count, unsigned card) {
        unsigned last = card;
        if (from >= kHomePlace) {
            --home_[suit_of(card)];
        } else if (from >= kCellPlace) {
            cells_[from - kCellPlace] = 0;
        } else {
            last = tops_[from];
            tops_[from] = under_[card];
        }
        if (to >= kHomePlace) {
            ++home_[suit_of(card)];
            under_[card] = kAtHome;
        } else if (to >= kCellPlace) {
            cells_[to - kCellPlace] = static_cast<std::uint8_t>(card);
            under_[card] = kInCell;
        } else {
            under_[card] = tops_[to];
            tops_[to] = static_cast<std::uint8_t>(count > 1 ? last : card);
        }
    }

    std::array<std::uint8_t, kCardSlots> under_;
    std::array<std::uint8_t, FreeCellRules::kMaxColumns> tops_{};
    std::array<std::uint8_t, FreeCellRules::kMaxCells> cells_{};
    std::array<std::uint8_t, kSuits> home_{};
};

}  // namespace yomikiri
