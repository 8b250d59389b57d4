// Sequences of slides that a search need not try, because another one leads to the same position.
//
// Taylor & Korf (1993): paths of the blank from one cell are listed by length and, among equals, in the order
// of slides; a path that arrives at an arrangement where an earlier one has arrived is *spare*.  An automaton
// reads the slides of a search and refuses each one that completes a spare path, wherever it began.
//
// No shortest length is lost.  Among the shortest solutions of a position take the first in that order.  If
// it contained a spare path, replacing that by the earlier path would give a solution that is shorter, or as
// long and earlier; so it contains none.  (This also shows that all of its beginnings are allowed.)  But
// other shortest solutions are lost, so counting them does not use the automaton.
//
// Unlike in their automaton, paths are distinguished by the cell where they begin.  So a path may be replaced
// by one that needs other cells: those are known to exist.
//
// The automaton is Aho and Corasick's: its states are the beginnings of spare paths, and after each slide it
// is in the longest one with which the path so far ends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "games/sliding/rules.hpp"

namespace yomikiri {

class MoveAutomaton {
  public:
    using State = std::uint32_t;
    static constexpr State kSpare = ~State{0};
    // Each additional slide doubles the time to build it and its memory: a gigabyte for 14 on 5x5.
    static constexpr int kLongest = 14;

    // Spare paths of up to `longest` slides.
    MoveAutomaton(const AnyGrid& grid, int longest)
        : rows_(grid.rows()), columns_(grid.columns()), cells_(grid.cells()) {
        list_paths(grid, longest);
        keep_beginnings();
        link(grid);
        paths_ = {};
        spare_ = {};
    }

    int cells() const { return cells_; }
    bool is_for(const AnyGrid& grid) const { return grid.rows() == rows_ && grid.columns() == columns_; }

    State start(int blank) const { return static_cast<State>(blank); }
    // After the blank steps in a direction; kSpare if the search should not.
    State next(State state, int direction) const {
        return next_[state * AnyGrid::kSteps + static_cast<std::size_t>(direction)];
    }
    std::size_t states() const { return next_.size() / AnyGrid::kSteps; }
    std::size_t bytes() const { return next_.size() * sizeof(State); }

  private:
    static constexpr State kNone = ~State{0} - 1;

    // A path that is not spare, in a tree of them.
    struct Path {
        State parent;
        State tail;  // the same path without its first slide
        State child[AnyGrid::kSteps];
        std::uint8_t blank;
        bool kept;
    };

    // A board of different tiles after a path, one byte per cell, and in the last byte where the path began.
    struct Arrangement {
        std::array<std::uint8_t, 32> bytes{};
        friend bool operator==(const Arrangement&, const Arrangement&) = default;
        std::uint64_t hash() const {
            std::array<std::uint64_t, 4> words;
            std::memcpy(words.data(), bytes.data(), sizeof words);
            std::uint64_t mixed = 0;
            for (std::uint64_t word : words) {
                mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u;
                mixed ^= mixed >> 32;
            }
            return mixed;
        }
    };
    static_assert(kMaxCells < 31);

    // Where paths have arrived.
    class Arrivals {
      public:
        // Whether it is new.
        bool insert(const Arrangement& arrangement) {
            if (2 * known_.size() >= slots_.size()) grow();
            State& slot = find(arrangement);
            if (slot != kNone) return false;
            slot = static_cast<State>(known_.size());
            known_.push_back(arrangement);
            return true;
        }

      private:
        State& find(const Arrangement& arrangement) {
            std::size_t at = static_cast<std::size_t>(arrangement.hash()) & (slots_.size() - 1);
            while (slots_[at] != kNone && !(known_[slots_[at]] == arrangement))
                at = (at + 1) & (slots_.size() - 1);
            return slots_[at];
        }
        void grow() {
            slots_.assign(slots_.empty() ? 1024 : 4 * slots_.size(), kNone);
            for (std::size_t i = 0; i < known_.size(); ++i) find(known_[i]) = static_cast<State>(i);
        }
        std::vector<State> slots_;
        std::vector<Arrangement> known_;
    };

    // Breadth first from all cells at once, so that the path without its first slide already exists.
    void list_paths(const AnyGrid& grid, int longest) {
        Arrivals arrivals;
        std::vector<Arrangement> layer, following;  // of the paths of one length
        for (int cell = 0; cell < cells_; ++cell) {
            paths_.push_back(
                {kNone, kNone, {kNone, kNone, kNone, kNone}, static_cast<std::uint8_t>(cell), false});
            Arrangement& board = layer.emplace_back();
            for (int other = 0; other < cells_; ++other)
                board.bytes[static_cast<std::size_t>(other)] = static_cast<std::uint8_t>(other + 1);
            board.bytes[static_cast<std::size_t>(cell)] = 0;
            board.bytes.back() = static_cast<std::uint8_t>(cell);
            arrivals.insert(board);
        }
        std::size_t first = 0;
        for (int length = 1; length <= longest; ++length) {
            const std::size_t end = paths_.size();
            for (std::size_t at = first; at < end; ++at)
                for (int direction = 0; direction < AnyGrid::kSteps; ++direction)
                    extend(grid, static_cast<State>(at), direction, layer[at - first], arrivals, following);
            first = end;
            layer.swap(following);
            following.clear();
        }
    }

    void extend(const AnyGrid& grid, State at, int direction, const Arrangement& board, Arrivals& arrivals,
                std::vector<Arrangement>& following) {
        const int blank = paths_[at].blank;
        const int cell = grid.beside(blank, direction);
        if (cell < 0) return;
        // The tail after the slide: from a single cell that is where the slide ends.
        const State tail = paths_[at].tail;
        const State longer = tail == kNone ? static_cast<State>(cell) : paths_[tail].child[direction];
        if (longer == kSpare || longer == kNone) return;  // it already contains a spare path
        Arrangement slid = board;
        std::swap(slid.bytes[static_cast<std::size_t>(blank)], slid.bytes[static_cast<std::size_t>(cell)]);
        if (!arrivals.insert(slid)) {
            paths_[at].child[direction] = kSpare;
            spare_.push_back(at);
            return;
        }
        paths_[at].child[direction] = static_cast<State>(paths_.size());
        paths_.push_back({at, longer, {kNone, kNone, kNone, kNone}, static_cast<std::uint8_t>(cell), false});
        following.push_back(slid);
    }

    void keep_beginnings() {
        for (State cell = 0; cell < static_cast<State>(cells_); ++cell) paths_[cell].kept = true;
        for (State path : spare_)
            for (; !paths_[path].kept; path = paths_[path].parent) paths_[path].kept = true;
    }

    // Numbers the kept paths and writes where each slide leads.  A path's tail is shorter, so it comes
    // first, and a path that is not kept is, from here on, its longest kept ending.
    void link(const AnyGrid& grid) {
        std::vector<State> number(paths_.size()), ending(paths_.size());
        State count = 0;
        for (std::size_t path = 0; path < paths_.size(); ++path) {
            if (paths_[path].kept) number[path] = count++;
            ending[path] = paths_[path].kept ? static_cast<State>(path) : ending[paths_[path].tail];
        }
        next_.assign(std::size_t{count} * AnyGrid::kSteps, kSpare);
        for (std::size_t path = 0; path < paths_.size(); ++path) {
            if (!paths_[path].kept) continue;
            for (int direction = 0; direction < AnyGrid::kSteps; ++direction) {
                const int cell = grid.beside(paths_[path].blank, direction);
                if (cell < 0) continue;
                next_[number[path] * AnyGrid::kSteps + static_cast<std::size_t>(direction)] =
                    after(static_cast<State>(path), direction, cell, number, ending);
            }
        }
    }
    State after(State path, int direction, int cell, const std::vector<State>& number,
                const std::vector<State>& ending) const {
        while (true) {
            State child = paths_[path].child[direction];
            if (child == kSpare) return kSpare;
            if (child != kNone) return number[ending[child]];
            if (paths_[path].tail == kNone) return static_cast<State>(cell);
            path = ending[paths_[path].tail];
        }
    }

    int rows_, columns_, cells_;
    std::vector<Path> paths_;
    std::vector<State> spare_;
    std::vector<State> next_;
};

}  // namespace yomikiri
