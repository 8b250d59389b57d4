// Superpuzz and Gaps: the fast twin of src/yomikiri/games/rows/.
//
// Same names, same move order, same code: for each card in deck order (H A.., D, S, C) its cell number in
// 6 bits, least significant first.  A move changes six bits of the code and two terms of the hash, so a
// child is made from its parent's code without building a position.
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "bytes.hpp"
#include "games/rows/code.hpp"
#include "random.hpp"
#include "search/expansion.hpp"

namespace yomikiri {

class Superpuzz {
  public:
    using Key = Code;
    static constexpr int kRows = 4;
    static constexpr int kMaxColumns = 14;
    static constexpr int kMaxCards = kRows * (kMaxColumns - 1);
    static constexpr int kMaxCells = kRows * kMaxColumns;
    static constexpr std::uint8_t kHole = 0xFF;

    struct Move {
        std::uint8_t card;
        std::uint8_t source;
        std::uint8_t target;
    };
    // Four holes, at most four aces each.
    using Moves = MoveList<Move, 16>;

    struct State {
        alignas(64) std::array<std::uint8_t, 64> cells;  // the card in each cell, or kHole
        std::array<std::uint8_t, kMaxCards> where;       // the cell of each card
        std::array<std::uint8_t, kRows> holes;           // in reading order
        Code code;
        Hash hash;
        int ordered;     // cards that are an ace in column 1 or right of their predecessor
        int first_aces;  // i of Shintani's class (i, j)
        int first_holes;
    };

    enum class Order { kAsListed, kAcesLast, kAcesFirst, kPriority1, kPriority2 };

    Superpuzz(int columns, bool rows_alike, std::uint64_t hash_seed = 0)
        : columns_(columns), rows_alike_(rows_alike) {
        if (columns < 2 || columns > kMaxColumns)
            refuse("columns ", columns, ": expected 2 to ", kMaxColumns, " columns");
        ranks_ = columns - 1;
        cards_ = kRows * ranks_;
        cells_ = kRows * columns;
        SplitMix64 random = SplitMix64::of_constants(0x5375706572707A7A, hash_seed);  // "Superpzz"
        zobrist_.resize(static_cast<std::size_t>(cards_ * cells_));
        for (Hash& h : zobrist_) {
            h.high = random.next();
            h.low = random.next();
        }
        for (int cell = 0; cell <= kMaxCells; ++cell) {
            first_column_[static_cast<std::size_t>(cell)] = cell % columns == 0;
            row_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell / columns);
        }
        for (int card = 0; card < cards_; ++card) {
            ace_[static_cast<std::size_t>(card)] = card % ranks_ == 0;
            last_[static_cast<std::size_t>(card)] = card % ranks_ == ranks_ - 1;
        }
        all_cells_ = (std::uint64_t{1} << cells_) - 1;
        for (int row = 0; row < kRows; ++row) first_cells_ |= std::uint64_t{1} << row * columns;
    }

    int columns() const { return columns_; }
    int cells() const { return cells_; }
    std::size_t key_bytes() const { return static_cast<std::size_t>(3 * ranks_); }
    std::size_t priorities() const { return 25; }
    void set_order(Order order) { order_ = order; }

    // Whether the bytes are the code of a position: every card in a cell of its own.
    bool is_position(const Code& code) const {
        std::array<bool, 64> taken{};
        for (int card = 0; card < cards_; ++card) {
            unsigned cell = field(code, card);
            if (cell >= static_cast<unsigned>(cells_) || taken[cell]) return false;
            taken[cell] = true;
        }
        return true;
    }

    // Whether searches may begin there: if rows are alike, only at the canonical one of them.
    bool is_start(const Code& code) const {
        return is_position(code) && (!rows_alike_ || canonical(code) == code);
    }

    void open(const Hash& hash_of_code, const Code& code, State& s) const {
        s.code = code;
        s.hash = hash_of_code;
        unpack_fields(code, cards_, s.where.data());
        s.cells.fill(kHole);
        for (unsigned card = 0; card < static_cast<unsigned>(cards_); ++card)
            s.cells[s.where[card]] = static_cast<std::uint8_t>(card);
        std::uint64_t holes = equal_bytes(s.cells.data(), kHole) & all_cells_;
        s.first_holes = std::popcount(holes & first_cells_);
        for (std::uint8_t& hole : s.holes) {
            hole = static_cast<std::uint8_t>(std::countr_zero(holes));
            holes &= holes - 1;
        }
        std::uint64_t aces = 0;
        for (int suit = 0; suit < kRows; ++suit)
            aces |= std::uint64_t{1} << s.where[static_cast<std::size_t>(suit * ranks_)];
        s.first_aces = std::popcount(aces & first_cells_);
        // A card one higher than its left neighbour follows it in suit unless it is an ace.
        s.ordered =
            s.first_aces + std::popcount(follows_left(s.cells.data()) & all_cells_ & ~first_cells_ & ~aces);
    }

    void moves(const State& s, Moves& found) const {
        found.clear();
        for (std::uint8_t hole : s.holes) {
            if (first_column_[hole]) {
                for (int suit = 0; suit < kRows; ++suit) {
                    std::uint8_t ace = static_cast<std::uint8_t>(suit * ranks_);
                    found.push({ace, s.where[ace], hole});
                }
            } else {
                std::uint8_t left = s.cells[hole - 1u];
                if (left != kHole && !is_last(left)) {
                    std::uint8_t card = static_cast<std::uint8_t>(left + 1);
                    found.push({card, s.where[card], hole});
                }
            }
        }
    }

    void push_order(Moves& moves) const {
        if (order_ != Order::kAcesLast && order_ != Order::kAcesFirst) return;
        bool last = order_ == Order::kAcesLast;
        Moves sorted;
        for (bool turn : {false, true})
            for (Move m : moves)
                if ((is_ace(m.card) == last) == turn) sorted.push(m);
        moves = sorted;
    }

    void make_child(const State& s, Move m, Child<Key>& child) const {
        int ordered = s.ordered + 1 - was_ordered(s, m) - frees_successor(s, m) + joins_successor(s, m);
        child.goal = ordered == cards_;
        int aces = s.first_aces, holes = s.first_holes;
        bool from_first = first_column_[m.source], to_first = first_column_[m.target];
        // Only aces enter column 1; whatever leaves it leaves a hole.
        aces += static_cast<int>(to_first) - static_cast<int>(from_first && is_ace(m.card));
        holes += static_cast<int>(from_first) - static_cast<int>(to_first);
        child.priority = priority(aces, holes);
        child.key = s.code;
        set_field(child.key, m.card, m.target);
        child.hash = s.hash ^ constant(m.card, m.source) ^ constant(m.card, m.target);
        child.record = record(m.source, m.target);
        if (rows_alike_) make_canonical(child, m);
    }

    Key key(const State& s) const { return s.code; }
    bool is_goal(const State& s) const { return s.ordered == cards_; }
    void play(State& s, Move m) const {
        Child<Key> child{};
        make_child(s, m, child);
        open(child.hash, child.key, s);
    }
    unsigned priority(const State& s) const { return priority(s.first_aces, s.first_holes); }

    void make_root(const Code& code, Child<Key>& child) const {
        State s;
        open(hash(code), code, s);
        child.key = code;
        child.hash = s.hash;
        child.record = kRootRecord;
        child.goal = s.ordered == cards_;
        child.priority = priority(s.first_aces, s.first_holes);
    }

    // Whether a move could have left it.
    bool is_record(Record record) const {
        const auto cells = static_cast<unsigned>(cells_);
        return record >> 6 < cells && (record & 63) < cells;
    }
    Code undo(const Code& code, Record record) const {
        unsigned source = record >> 6, target = record & 63;
        Code before = code;
        for (int card = 0; card < cards_; ++card)
            if (field(code, card) == target) set_field(before, card, source);
        return rows_alike_ ? canonical(before) : before;
    }

    Hash hash(const Code& code) const {
        Hash h;
        for (int card = 0; card < cards_; ++card)
            h = h ^ constant(static_cast<unsigned>(card), field(code, card));
        return h;
    }

    // Rows in the order of the first card, in deck order, that each of them holds.
    Code canonical(const Code& code) const {
        std::array<std::uint8_t, kRows> new_row = row_order(code);
        if (new_row == std::array<std::uint8_t, kRows>{0, 1, 2, 3}) return code;
        Code result{};
        for (int card = 0; card < cards_; ++card) set_field(result, card, moved(new_row, field(code, card)));
        return result;
    }

    Code play(const Code& code, Move m) const {
        Code after = code;
        set_field(after, m.card, m.target);
        return after;
    }

  private:
    bool is_ace(unsigned card) const { return ace_[card]; }
    bool is_last(unsigned card) const { return last_[card]; }
    const Hash& constant(unsigned card, unsigned cell) const {
        return zobrist_[card * static_cast<unsigned>(cells_) + cell];
    }
    static Record record(unsigned source, unsigned target) {
        return static_cast<Record>(source << 6 | target);
    }

    // The three corrections to State::ordered that a move brings (the moved card itself ends in order).
    int was_ordered(const State& s, Move m) const {
        if (first_column_[m.source]) return is_ace(m.card);
        return !is_ace(m.card) && s.cells[m.source - 1u] == m.card - 1;
    }
    int frees_successor(const State& s, Move m) const {
        return !is_last(m.card) && is_right_of(s, m.source, m.card + 1u);
    }
    int joins_successor(const State& s, Move m) const {
        return !is_last(m.card) && is_right_of(s, m.target, m.card + 1u);
    }
    bool is_right_of(const State& s, unsigned cell, unsigned card) const {
        return s.where[card] == cell + 1 && !first_column_[cell + 1];
    }

    std::uint16_t priority(int aces, int holes) const {
        int value = 0;
        if (order_ == Order::kPriority1) value = 5 * (aces + holes) + aces;
        if (order_ == Order::kPriority2) value = 5 * aces + aces + holes;
        return static_cast<std::uint16_t>(value);
    }

    std::array<std::uint8_t, kRows> row_order(const Code& code) const {
        std::array<std::uint8_t, kRows> new_row;
        new_row.fill(kRows);
        std::uint8_t next = 0;
        for (int card = 0; card < cards_ && next < kRows; ++card) {
            std::size_t row = row_[field(code, card)];
            if (new_row[row] == kRows) new_row[row] = next++;
        }
        for (std::uint8_t& row : new_row)
            if (row == kRows) row = next++;
        return new_row;
    }
    unsigned moved(const std::array<std::uint8_t, kRows>& new_row, unsigned cell) const {
        unsigned row = row_[cell];
        return cell + (new_row[row] - row) * static_cast<unsigned>(columns_);
    }
    void make_canonical(Child<Key>& child, Move m) const {
        std::array<std::uint8_t, kRows> new_row = row_order(child.key);
        // The parent's rows were in order, and most moves leave them so.
        if (new_row == std::array<std::uint8_t, kRows>{0, 1, 2, 3}) return;
        child.key = canonical(child.key);
        child.hash = hash(child.key);
        child.record = record(moved(new_row, m.source), moved(new_row, m.target));
    }

    int columns_, ranks_, cards_, cells_;
    bool rows_alike_;
    Order order_ = Order::kAsListed;
    std::vector<Hash> zobrist_;
    std::array<bool, kMaxCells + 1> first_column_{};  // one more: right of the last cell begins no row
    std::array<std::uint8_t, kMaxCells + 1> row_{};
    std::array<bool, kMaxCards> ace_{}, last_{};
    std::uint64_t all_cells_ = 0, first_cells_ = 0;
};

static_assert(Undoable<Superpuzz>);

}  // namespace yomikiri
