// Whether a position of Superpuzz or Gaps can be won: pooled search, then the real moves.
#pragma once

#include <memory>

#include "games/rows/decision.hpp"
#include "games/rows/replay.hpp"
#include "search/pooled_team.hpp"

namespace yomikiri {

template <PositionSet Store>
PathAnswer<Code> decide_rows(int columns, const Code& start, RowDecision::Rules rules, PoolOptions pool,
                             std::size_t threads, const Limits& limits, const Watch& watch) {
    Control control(limits, watch);
    MemoryBudget budget(limits.memory);
    PathAnswer<Code> answer;
    try {
        std::vector<std::unique_ptr<RowDecision>> spaces;
        for (std::size_t i = 0; i < threads; ++i)
            spaces.push_back(std::make_unique<RowDecision>(columns, rules, pool.hash));
        RowDecision& space = *spaces[0];
        std::vector<RowStep> steps;
        static_cast<Answer&>(answer) =
            decide_pooled<Store>(spaces, space.root(start), budget, control, limits.nodes, pool, steps);
        // The search has released its memory: there is room for the path.
        if (answer.outcome == Outcome::kSolved) {
            std::optional<std::vector<Code>> path = RowReplay(space.rows(), budget).path(start, steps);
            if (path)
                answer.path = std::move(*path);
            else
                answer.outcome = Outcome::kMemoryLimit;
        }
    } catch (const std::bad_alloc&) {
        // Small bookkeeping outside the budget failed: the machine itself is out of memory.
        answer.outcome = Outcome::kMemoryLimit;
        answer.path.clear();
    }
    answer.peak_bytes = budget.peak();
    answer.seconds = control.seconds();
    return answer;
}

}  // namespace yomikiri
