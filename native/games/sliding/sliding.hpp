// Sliding puzzles as every search sees them: a key is the tiles in reading order, one byte each.
//
// Keys are those of Sliding.encode(): 0 is the blank.  A record is the cell that the blank came from.  The
// estimates are the twins of manhattan.py and linear_conflict.py, for any goal.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "games/sliding/rules.hpp"
#include "random.hpp"
#include "search/expansion.hpp"

namespace yomikiri {

class SlidingGame {
  public:
    using Key = ByteKey<kMaxCells>;
    using Move = std::uint8_t;  // the cell that the blank goes to
    using Moves = MoveList<Move, AnyGrid::kSteps>;
    struct State {
        Key key;
        Hash hash;
        std::uint8_t blank;
    };

    static constexpr std::array<const char*, 2> kHeuristics{"linear-conflict", "manhattan"};

    explicit SlidingGame(const Arguments& rules)
        : SlidingGame{static_cast<int>(rules.number("rows", 2, kMaxSide)),
                      static_cast<int>(rules.number("columns", 2, kMaxSide)), rules.bytes("goal")} {
        conflicts_ = rules.choice("heuristic", kHeuristics) == 0;
    }
    SlidingGame(int rows, int columns, const std::vector<std::uint8_t>& goal, std::uint64_t hash_seed = 0)
        : SlidingGame(rows, columns, goal_of(rows, columns, goal), hash_seed) {}
    SlidingGame(int rows, int columns, const Key& goal, std::uint64_t hash_seed = 0)
        : grid_(rows, columns), goal_(goal) {
        if (!is_position(goal)) refuse("not the code of a position: expected every tile once");
        SplitMix64 random = SplitMix64::of_constants(0x536C6964696E6773, hash_seed);  // "Slidings"
        zobrist_.resize(key_bytes() * key_bytes());
        for (Hash& h : zobrist_) {
            h.high = random.next();
            h.low = random.next();
        }
        for (std::uint8_t cell = 0; cell < key_bytes(); ++cell) home_[goal[cell]] = cell;
    }
    // The same with other hash constants.
    SlidingGame with_hash_seed(std::uint64_t seed) const {
        SlidingGame other(grid_.rows(), grid_.columns(), goal_, seed);
        other.conflicts_ = conflicts_;
        return other;
    }

    Key goal() const { return goal_; }
    SlidingGame towards(const Key& goal) const {
        SlidingGame other(grid_.rows(), grid_.columns(), goal);
        other.conflicts_ = conflicts_;
        return other;
    }

    std::size_t key_bytes() const { return static_cast<std::size_t>(grid_.cells()); }
    std::size_t priorities() const { return 1; }

    // Every tile once.
    bool is_position(const Key& key) const {
        std::uint32_t seen = 0;
        for (std::size_t cell = 0; cell < key_bytes(); ++cell)
            if (key[cell] < key_bytes()) seen |= 1u << key[cell];
        return seen == (1u << key_bytes()) - 1;
    }

    void open(const Key& key, State& s) const { open(Hash{}, key, s); }
    Key key(const State& s) const { return s.key; }
    void play(State& s, Move cell) const {
        std::swap(s.key[cell], s.key[s.blank]);
        s.blank = cell;
    }
    bool is_goal(const State& s) const { return s.key == goal_; }

    // An agent's actions are the ways of the blank: up, left, right, down.
    std::size_t actions() const { return AnyGrid::kSteps; }
    std::size_t action(const State& s, Move cell) const {
        if (cell + 1 == s.blank) return AnyGrid::kLeft;
        if (cell == s.blank + 1) return AnyGrid::kRight;
        return cell < s.blank ? AnyGrid::kUp : AnyGrid::kDown;
    }

    int estimate(const State& s) const {
        int sum = 0;
        for (unsigned cell = 0; cell < key_bytes(); ++cell)
            if (s.key[cell] != 0) sum += grid_.distance(home_[s.key[cell]], static_cast<int>(cell));
        return conflicts_ ? sum + 2 * conflicts(s) : sum;
    }

    void open(const Hash& hash_of_key, const Key& key, State& s) const {
        s = {key, hash_of_key, blank_of(key)};
    }
    void moves(const State& s, Moves& found) const {
        found.clear();
        grid_.any_step(s.blank, -1, [&](int cell, int) {
            found.push(static_cast<Move>(cell));
            return false;
        });
    }
    void push_order(Moves&) const {}
    void make_child(const State& s, Move cell, Child<Key>& child) const {
        const unsigned tile = s.key[cell];
        child.key = s.key;
        std::swap(child.key[cell], child.key[s.blank]);
        child.hash = s.hash ^ constant(tile, cell) ^ constant(tile, s.blank) ^ constant(0, s.blank) ^
                     constant(0, cell);
        child.record = s.blank;
        child.priority = 0;
        child.goal = child.key == goal_;
    }
    void make_root(const Key& key, Child<Key>& child) const {
        child = {hash(key), key, kRootRecord, 0, key == goal_};
    }
    // Whether a move could have left it.
    bool is_record(Record record) const { return record < key_bytes(); }
    Key undo(const Key& key, Record record) const {
        Key before = key;
        std::swap(before[blank_of(key)], before[record]);
        return before;
    }
    Hash hash(const Key& key) const {
        Hash h;
        for (unsigned cell = 0; cell < key_bytes(); ++cell) h = h ^ constant(key[cell], cell);
        return h;
    }

  private:
    static Key goal_of(int rows, int columns, const std::vector<std::uint8_t>& goal) {
        const auto cells = static_cast<std::size_t>(AnyGrid(rows, columns).cells());
        if (goal.size() != cells) refuse("a goal of ", goal.size(), " bytes: expected ", cells);
        return Key::read(goal.data(), cells);
    }

    // Tiles that must step aside in their goal lines: all but a longest ascending run of each.
    int conflicts(const State& s) const {
        const int rows = grid_.rows(), columns = grid_.columns();
        int aside = 0;
        for (int row = 0; row < rows; ++row)
            aside += stepping_aside(s, row * columns, 1, columns, [&](int home) {
                return grid_.row(home) == row ? grid_.column(home) : -1;
            });
        for (int column = 0; column < columns; ++column)
            aside += stepping_aside(s, column, columns, rows, [&](int home) {
                return grid_.column(home) == column ? grid_.row(home) : -1;
            });
        return aside;
    }
    // `place` says where in this line a goal cell is, -1 if it is in another.
    template <class Place>
    int stepping_aside(const State& s, int first, int step, int count, Place&& place) const {
        std::array<int, kMaxSide> wanted, longest;
        int size = 0, most = 0;
        for (int i = 0; i < count; ++i) {
            const unsigned tile = s.key[static_cast<std::size_t>(first + i * step)];
            const int at = tile == 0 ? -1 : place(home_[tile]);
            if (at < 0) continue;
            const auto here = static_cast<std::size_t>(size++);
            wanted[here] = at;
            longest[here] = 1;
            for (std::size_t j = 0; j < here; ++j)
                if (wanted[j] < at) longest[here] = std::max(longest[here], longest[j] + 1);
            most = std::max(most, longest[here]);
        }
        return size - most;
    }

    std::uint8_t blank_of(const Key& key) const {
        std::uint8_t cell = 0;
        while (key[cell] != 0) ++cell;
        return cell;
    }
    const Hash& constant(unsigned tile, unsigned cell) const { return zobrist_[tile * key_bytes() + cell]; }

    AnyGrid grid_;
    Key goal_;
    std::array<std::uint8_t, kMaxCells> home_{};  // the goal cell of each tile
    bool conflicts_ = false;
    std::vector<Hash> zobrist_;
};

static_assert(Undoable<SlidingGame> && HasEstimate<SlidingGame>);

}  // namespace yomikiri
