// Iterative-deepening A* (Korf, 1985) for sliding puzzles: one template for every bound, with optional gap
// sets, pruning of spare paths, and threads.
//
// The twin of search/sliding_ida.py.  An iteration searches depth first all positions with g + h <= bound;
// each move changes g + h by 0 or 2, so the next bound is 2 larger.  A move is never undone by the next one.
//
// Counts: a position is *expanded* when its moves are tried and *generated* when a move leads to it, whether
// or not the bound cuts it off.  The start is not generated; so Korf's first instance takes 276,361,932 with
// Manhattan distance where he printed 276,361,933.
//
// The innermost loop is in diver.hpp and the threads are in branch_team.hpp; here are the rounds around them.
//
// Threads and resumption share one mechanism.  The top of the tree is walked first, down to a depth where it
// has some hundred branches, which are then searched in order, or by several threads at once.  With threads,
// a solution in branch i ends those after it, while those before it are finished.  So moves and counts are
// those of one thread: the shallow positions before branch i, all of the branches before it, and i's own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "arguments.hpp"
#include "games/sliding/branch_team.hpp"
#include "games/sliding/diver.hpp"
#include "search/control.hpp"

namespace yomikiri {

// More than any position needs: 208 are enough for the 24-puzzle (Karlemo & Ostergard, 2000).
inline constexpr int kMostSlides = 250;
// More than a division can use; their positions are held in memory.
inline constexpr int kMostBranches = 1 << 16;

struct IdaRequest {
    int threads = 1;
    bool count = false;    // all shortest solutions, after one is found
    int from_bound = 0;    // a bound known from elsewhere; 0 for the start's own
    int from_branch = 0;   // branches of the first iteration that are known to hold no solution
    int branches = 0;      // at least this many, if the tree has them; 0 for no division without threads
    int until = kNoUpper;  // no iteration of this bound or more is begun
};

struct IdaAnswer {
    Outcome outcome = Outcome::kUnsolvable;
    Counts counts;
    std::uint64_t peak_bytes = 0;  // the heuristic's tables, shared or its own, and what the division needs
    double seconds = 0;
    std::vector<std::uint8_t> moves;    // tiles
    std::vector<Iteration> iterations;  // the finished ones, without those before from_bound
    int bound = 0;                      // of the iteration that was not finished, or of the solution
    int branch = 0;                     // its branches that are done
    std::uint64_t solutions = 0;
    LevelLog levels;  // all iterations, also the one that was not finished
};

template <class AGrid, class Board, SlidingBound Bound, GapOracle Oracle, class Automaton>
class IdaStar {
  public:
    using Finder = Diver<AGrid, Board, Bound, Oracle, Automaton>;
    using Counter = Diver<AnyGrid, Board, Bound, Oracle, MoveAutomaton>;

    IdaStar(const SlidingPosition& start, const Bound& bound, const Oracle& oracle,
            const Automaton& automaton, const IdaRequest& request, const Limits& limits, Control& control)
        : start_(start),
          grid_(start.grid),
          bound_(bound),
          oracle_(oracle),
          automaton_(automaton),
          request_(request),
          limits_(limits),
          control_(control) {}

    IdaAnswer run() {
        int own = bound_.value(bound_.start(start_));
        if constexpr (Oracle::kAsks)
            while (!oracle_.possible(Board(start_.tiles).code(), own - start_.manhattan())) own += 2;
        answer_.bound = std::max(own, request_.from_bound + (request_.from_bound + own) % 2);
        answer_.branch = answer_.bound == request_.from_bound ? request_.from_branch : 0;
        answer_.counts.lower_bound = answer_.bound;
        std::optional<Outcome> end = count_bytes(0);
        if (!end) end = control_.check(answer_.counts);
        if (!end && start_.manhattan() == 0) {
            answer_.solutions = 1;
            end = Outcome::kSolved;
        }
        while (!end) {
            if (answer_.bound >= request_.until) end = Outcome::kUnsolvable;  // with fewer moves
            if (!end) end = iterate<Finder>(automaton_, false);
            if (end) break;
            answer_.bound += 2;
            if (answer_.bound > kMostSlides)
                refuse("no solution of ", kMostSlides, " slides: expected tables and gap sets of this board");
            answer_.counts.lower_bound = answer_.bound;
            answer_.branch = 0;
        }
        if (*end == Outcome::kSolved && request_.count && answer_.solutions == 0) {
            answer_.branch = 0;
            const MoveAutomaton all(start_.grid, 2);  // only undone moves are spare
            end = iterate<Counter>(all, true);
            if (!end) end = Outcome::kSolved;
        }
        answer_.outcome = *end;
        answer_.seconds = control_.seconds();
        return answer_;
    }

  private:
    template <class ADiver>
    struct Branch {
        typename ADiver::Node node;
        std::vector<std::uint8_t> moves;    // from the start
        std::uint64_t expanded, generated;  // of the top of the tree, until this branch is reached
        bool goal;
    };

    // The search below the branches, by one thread.
    template <class ADiver, class Word>
    struct Below : BranchSearch {
        Below(const IdaStar& owner, const Word& automaton, bool count,
              const std::vector<Branch<ADiver>>& branches)
            : diver(owner.grid<typename ADiver::Cells>(), owner.bound_, owner.oracle_, automaton, count),
              top(branches) {}
        bool search(std::size_t branch, const DiveLook& look, std::uint64_t most) override {
            return diver.dive(top[branch].node, look, most);
        }
        const Dive& dive() const override { return diver; }

        ADiver diver;
        const std::vector<Branch<ADiver>>& top;
    };

    template <class ADiver>
    static std::size_t bytes_of(const std::vector<Branch<ADiver>>& top) {
        std::size_t sum = 0;
        for (const auto& branch : top)
            sum += sizeof branch + branch.moves.capacity() + BranchTeam::kBytesOfBranch;
        return sum;
    }

    // One iteration: an outcome, or nothing if there is no solution within the bound.
    template <class ADiver, class Word>
    std::optional<Outcome> iterate(const Word& automaton, bool count) {
        using Top = std::vector<Branch<ADiver>>;
        Top top;
        Iteration whole{answer_.bound, 0, 0};
        answer_.levels.begin("bound", answer_.bound, answer_.counts, control_.seconds());
        const int wanted = std::max(request_.branches, threads() > 1 ? 256 : 1);
        for (int depth = 0; depth <= answer_.bound; ++depth) {
            top.clear();
            whole.expanded = whole.generated = 0;
            std::vector<std::uint8_t> moves;
            divide<ADiver>(root<ADiver>(automaton), depth, automaton, moves, whole, top);
            if (top.empty() || static_cast<int>(top.size()) >= wanted) break;
        }
        std::optional<Outcome> end = count_bytes(bytes_of(top));
        if (end) return end;
        std::vector<bool> goals;
        for (const auto& branch : top) goals.push_back(branch.goal);
        BranchTeam team({threads(), count, limits_, control_, before_, answer_.counts}, goals,
                        static_cast<std::size_t>(answer_.branch), [&]() -> std::unique_ptr<BranchSearch> {
                            return std::make_unique<Below<ADiver, Word>>(*this, automaton, count, top);
                        });
        end = team.run();
        answer_.branch = static_cast<int>(team.finished());
        if (end && *end != Outcome::kSolved) {
            // Not all branches were searched: report what was done.
            answer_.counts.expanded = before_.expanded + team.expanded();
            answer_.counts.generated = before_.generated + team.generated();
            return end;
        }
        if (end) {
            const auto& branch = top[team.solved()];
            whole.expanded = branch.expanded;
            whole.generated = branch.generated;
            answer_.moves = branch.moves;
            answer_.moves.insert(answer_.moves.end(), team.path().rbegin(), team.path().rend());
        }
        whole.expanded += team.expanded();
        whole.generated += team.generated();
        answer_.solutions += team.solutions();
        before_.expanded += whole.expanded;
        before_.generated += whole.generated;
        answer_.counts.expanded = before_.expanded;
        answer_.counts.generated = before_.generated;
        answer_.iterations.push_back(whole);
        return end;
    }

    template <class ADiver, class Word>
    typename ADiver::Node root(const Word& automaton) const {
        return {Board(start_.tiles),           bound_.start(start_), start_.blank, -1,
                automaton.start(start_.blank), answer_.bound};
    }

    // The top of the tree: what Diver does, down to a depth.
    template <class ADiver, class Word>
    void divide(const typename ADiver::Node& node, int depth, const Word& automaton,
                std::vector<std::uint8_t>& moves, Iteration& whole, std::vector<Branch<ADiver>>& top) const {
        if (depth == 0) {
            top.push_back({node, moves, whole.expanded, whole.generated, false});
            return;
        }
        ++whole.expanded;
        start_.grid.any_step(node.blank, node.came_from, [&](int cell, int direction) {
            auto after = automaton.next(node.word, direction);
            if (after == Word::kSpare) return false;
            ++whole.generated;
            const int tile = node.board.tile(cell);
            typename ADiver::Node next{
                node.board.slid(tile, cell, node.blank), node.state, cell, node.blank, after, node.left - 1};
            if (!bound_.slide(node.state, next.state, {tile, cell, node.blank, direction}, next.left))
                return false;
            if constexpr (Oracle::kAsks)
                if (!oracle_.possible(next.board.code(), next.left - next.state.manhattan)) return false;
            moves.push_back(static_cast<std::uint8_t>(tile));
            if (next.state.manhattan == 0)
                top.push_back({next, moves, whole.expanded, whole.generated, true});
            else
                divide<ADiver>(next, depth - 1, automaton, moves, whole, top);
            moves.pop_back();
            return false;
        });
    }

    // The memory held now: the bound and its tables, gap sets, spare paths, and a division of that many
    // bytes.
    std::optional<Outcome> count_bytes(std::size_t division) {
        answer_.counts.bytes = bound_.bytes() + oracle_.bytes() + automaton_.bytes() + division;
        if (answer_.counts.bytes > limits_.memory) return Outcome::kMemoryLimit;
        answer_.peak_bytes = std::max(answer_.peak_bytes, answer_.counts.bytes);
        return std::nullopt;
    }

    // A node limit promises the same counts every time: then one thread searches.
    int threads() const { return limits_.nodes ? 1 : request_.threads; }
    template <class Cells>
    const Cells& grid() const {
        if constexpr (std::is_same_v<Cells, AGrid>)
            return grid_;
        else
            return start_.grid;
    }

    const SlidingPosition& start_;
    const AGrid grid_;
    const Bound& bound_;
    const Oracle& oracle_;
    const Automaton& automaton_;
    IdaRequest request_;
    Limits limits_;
    Control& control_;
    IdaAnswer answer_;
    Iteration before_;  // of the finished iterations
};

}  // namespace yomikiri
