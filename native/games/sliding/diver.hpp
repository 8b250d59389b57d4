// The innermost loop of IDA*: depth first below one position, within a bound.
//
// A specialisation of search/deepening.hpp: the bound of a position comes from its parent's by one table
// lookup, and cells are compile-time constants.  With Manhattan distance that gives 313 million nodes per
// second on one thread, where a search that opens keys reaches a few million at most.
//
// Nothing is allocated for a position: boards and states are small values on the stack.  One template serves
// every grid, board, bound, oracle and automaton, so parts that are not used cost nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "games/sliding/bounds.hpp"
#include "games/sliding/gap_oracle.hpp"
#include "games/sliding/move_automaton.hpp"
#include "games/sliding/rules.hpp"

namespace yomikiri {

// No automaton: every path is tried.
struct NoAutomaton {
    using State = std::uint8_t;
    static constexpr State kSpare = 1;
    State start(int) const { return 0; }
    State next(State, int) const { return 0; }
    std::size_t bytes() const { return 0; }
};

// What a depth-first search below one position has done, whatever its bound.
struct Dive {
    std::uint64_t expanded = 0, generated = 0, solutions = 0;
    bool stopped = false;
    std::vector<std::uint8_t> path;  // the solution's tiles, last first
};
// Called every kPeriod expansions; true stops the search.
using DiveLook = std::function<bool(const Dive&)>;

// A depth-first search below one position; one for each thread.
//
// Whether it finds one solution or counts all is no parameter of the template: only a goal asks, and a second
// copy of every search took a third of the compile time of the sliding puzzles.
template <class AGrid, class Board, SlidingBound Bound, GapOracle Oracle, class Automaton>
class Diver : public Dive {
  public:
    using Cells = AGrid;
    using State = typename Bound::State;
    using Word = typename Automaton::State;
    static constexpr std::uint64_t kPeriod = 16384;

    struct Node {
        Board board;
        State state;
        int blank, came_from;
        Word word;
        int left;  // moves until the bound
    };

    Diver(const AGrid& grid, const Bound& bound, const Oracle& oracle, const Automaton& automaton, bool count)
        : grid_(grid), bound_(bound), oracle_(oracle), automaton_(automaton), count_(count) {}

    // Searches below a node; whether it ended early, for a solution or because it was stopped.
    bool dive(const Node& node, const DiveLook& look, std::uint64_t most) {
        look_ = &look;
        most_ = most;
        expanded = generated = solutions = 0;
        stopped = false;
        path.clear();
        pause_at_ = std::min(most_, kPeriod);
        if constexpr (std::is_same_v<AGrid, AnyGrid>)
            return below(node.blank, node.came_from, node.board, node.state, node.left, node.word);
        else
            return AGrid::with_cells(node.blank, node.came_from, [&](auto blank, auto came_from) {
                return below(blank, came_from, node.board, node.state, node.left, node.word);
            });
    }

  private:
    // A bound that must wait for memory is asked about all moves first.
    static constexpr bool kProbes = requires { typename Bound::Probe; };
    struct NoProbe {};
    template <class B>
    struct ProbesOf {
        using Type = NoProbe;
    };
    template <class B>
        requires requires { typename B::Probe; }
    struct ProbesOf<B> {
        using Type = typename B::Probe[AnyGrid::kSteps];
    };
    using Probes = typename ProbesOf<Bound>::Type;
    // A board of one word is passed by value.  A larger one has just been written byte by byte, and copying
    // it at once would wait for that: 6 % of the time with the pattern databases of the 24-puzzle.
    using Given = std::conditional_t<(sizeof(Board) > sizeof(std::uint64_t)), const Board&, Board>;

    // Boards of one word gain 3 % if the compiler may inline one step into the next, larger ones lose 10 %.
    template <class Blank, class From>
    [[gnu::noinline]] bool apart(Blank blank, From came_from, Given board, const State& state, int left,
                                 Word word) {
        return below(blank, came_from, board, state, left, word);
    }
    template <class Blank, class From>
    bool deeper(Blank blank, From came_from, Given board, const State& state, int left, Word word) {
        if constexpr (sizeof(Board) > sizeof(std::uint64_t))
            return apart(blank, came_from, board, state, left, word);
        else
            return below(blank, came_from, board, state, left, word);
    }

    template <class Blank, class From>
    bool below(Blank blank, From came_from, Given board, const State& state, int left, Word word) {
        if (expanded == pause_at_ && pause()) return true;
        ++expanded;
        Probes probes;
        if constexpr (kProbes)
            grid_.any_step(blank, came_from, [&](auto cell, int direction) {
                if (automaton_.next(word, direction) != Automaton::kSpare)
                    probes[direction] = bound_.probe(state, {board.tile(cell), cell, blank, direction});
                return false;
            });
        return grid_.any_step(blank, came_from, [&](auto cell, int direction) {
            const Word after = automaton_.next(word, direction);
            if (after == Automaton::kSpare) return false;
            ++generated;
            const int tile = board.tile(cell);
            State next;
            if constexpr (kProbes) {
                if (!bound_.judge(state, next, {tile, cell, blank, direction}, left - 1, probes[direction]))
                    return false;
            } else if (!bound_.slide(state, next, {tile, cell, blank, direction}, left - 1)) {
                return false;
            }
            const Board slid = board.slid(tile, cell, blank);
            if constexpr (Oracle::kAsks) {
                // A slide that lowers the distance keeps the slack, so if the sets see nothing of it, the
                // answer is the parent's, which was yes.
                const bool same =
                    oracle_.unseen(cell) && oracle_.unseen(blank) && next.manhattan < state.manhattan;
                if (!same && !oracle_.possible(slid.code(), left - 1 - next.manhattan)) return false;
            }
            if (next.manhattan == 0) {
                if (count_) {
                    ++solutions;
                    return false;
                }
            } else if (!deeper(cell, blank, slid, next, left - 1, after)) {
                return false;
            }
            path.push_back(static_cast<std::uint8_t>(tile));
            return true;
        });
    }

    bool pause() {
        stopped = expanded >= most_ || (*look_)(*this);
        pause_at_ = std::min(most_, expanded + kPeriod);
        return stopped;
    }

    const AGrid& grid_;
    const Bound& bound_;
    const Oracle& oracle_;
    const Automaton& automaton_;
    const bool count_;
    const DiveLook* look_ = nullptr;
    std::uint64_t most_ = 0, pause_at_ = 0;
};

}  // namespace yomikiri
