// One search of a sliding puzzle, with any bound: dispatches a request to the right template.
//
// Each group of templates is compiled in a file of its own: together they would take longest of all.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "build.hpp"
#include "games/sliding/gap_backends.hpp"
#include "games/sliding/ida_star.hpp"
#include "games/sliding/pattern_database.hpp"
#include "games/sliding/walking_distance.hpp"

namespace yomikiri {

struct SlidingCall {
    SlidingPosition start;
    IdaRequest request;
    Limits limits;
    Watch watch;
    const MoveAutomaton* automaton = nullptr;  // null: only undoing is left out
    std::vector<std::vector<PatternView>> patterns;
    const GapSet* gap0 = nullptr;
    const GapSet* gap2 = nullptr;

    bool asks_gaps() const { return gap0 != nullptr || gap2 != nullptr; }
};

template <class AGrid, class Board, class Bound, class Oracle>
IdaAnswer run_ida(const SlidingCall& call, const Bound& bound, const Oracle& oracle) {
    Control control(call.limits, call.watch);
    if (call.automaton == nullptr) {
        if constexpr (!std::is_same_v<AGrid, AnyGrid>) {
            const NoAutomaton none;
            return IdaStar<AGrid, Board, Bound, Oracle, NoAutomaton>(call.start, bound, oracle, none,
                                                                     call.request, call.limits, control)
                .run();
        }
        const MoveAutomaton undoing(call.start.grid, 2);
        return IdaStar<AGrid, Board, Bound, Oracle, MoveAutomaton>(call.start, bound, oracle, undoing,
                                                                   call.request, call.limits, control)
            .run();
    }
    return IdaStar<AGrid, Board, Bound, Oracle, MoveAutomaton>(call.start, bound, oracle, *call.automaton,
                                                               call.request, call.limits, control)
        .run();
}

// Two partitions are for large boards alone, and without gap sets.
inline IdaAnswer run_any(const SlidingCall& call, const PatternSum<4, 4>& bound) {
    if (call.asks_gaps()) refuse("gap sets beside 4 sets of patterns: expected at most 2");
    return run_ida<AnyGrid, Wide>(call, bound, NoGaps{});
}

// A quick build has fewer templates: boards of any size are searched as large ones are.
template <class Bound>
IdaAnswer run_any(const SlidingCall& call, const Bound& bound) {
    if (call.asks_gaps()) return run_ida<AnyGrid, Packed>(call, bound, Gaps<GapSet>{call.gap0, call.gap2});
    if constexpr (!kQuickBuild)
        if (call.start.grid.cells() <= Packed::kMost) return run_ida<AnyGrid, Packed>(call, bound, NoGaps{});
    return run_ida<AnyGrid, Wide>(call, bound, NoGaps{});
}

// Calls `use` with the sum of patterns of the call.
template <class Use>
auto with_patterns(const SlidingCall& call, Use&& use) {
    const AnyGrid& grid = call.start.grid;
    if (call.patterns.empty()) refuse("the bound 'patterns' without patterns: expected 1, 2 or 4 sets");
    std::size_t views = 0;
    for (const auto& set : call.patterns) views = std::max(views, set.size());
    if (call.patterns.size() == 1) return use(PatternSum<1, 4>(grid, call.patterns));
    if (call.patterns.size() > 2) return use(PatternSum<4, 4>(grid, call.patterns));
    if constexpr (!kQuickBuild) {
        if (views <= 2) return use(PatternSum<2, 2>(grid, call.patterns));
        if (views <= 3) return use(PatternSum<2, 3>(grid, call.patterns));
    }
    return use(PatternSum<2, 4>(grid, call.patterns));
}

// Calls `use` with the bound of that name for the board of the call, or `use_patterns` without one.
template <class Use, class UsePatterns>
auto with_bound(const SlidingCall& call, const std::string& name, Use&& use, UsePatterns&& use_patterns) {
    const AnyGrid& grid = call.start.grid;
    constexpr std::array<const char*, 4> kNames{"manhattan", "linear-conflict", "walking-distance",
                                                "patterns"};
    const std::size_t which = choice("bound", name, kNames);
    if (which == 0) return use(Manhattan(grid));
    if (which == 1) return use(LinearConflict(grid));
    if (which == 2) return use(WalkingDistance(grid, call.start.goal_blank));
    return use_patterns();
}

// With the bound of that name (run_bounds.cpp); of these, with pattern databases (run_patterns.cpp), and with
// Manhattan distance on the 4x4 board (run_four.cpp).
IdaAnswer run_bound(const SlidingCall& call, const std::string& name);
IdaAnswer run_patterns(const SlidingCall& call);
IdaAnswer run_four(const SlidingCall& call);

}  // namespace yomikiri
