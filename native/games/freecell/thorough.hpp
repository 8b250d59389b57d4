// The searches for some solution, each in two parts: one that finds solutions, and one that wastes nothing
// if there is none.
//
// Toggles save positions, but a step takes longer with them and solutions get longer; so they begin when a
// search has taken long.  What was expanded until then is counted, and searched again.
#pragma once

#include "games/freecell/attempts.hpp"
#include "games/freecell/best_first.hpp"
#include "games/freecell/depth_first.hpp"
#include "games/freecell/funnel.hpp"
#include "games/freecell/run_steps.hpp"
#include "games/freecell/sweeps.hpp"
#include "games/freecell/toggles.hpp"

namespace yomikiri {

struct FreeCellFound : Answer {
    FreeCellSteps steps;
    bool runs = false;  // some steps may take a run
};

// The moves of a solution, the unnecessary ones left out.
inline std::vector<FreeCellMove> moves_of(const FreeCellRules& rules, const FreeCellBoard& board,
                                          FreeCellFound&& found) {
    if (!found.runs) repair(rules, board, found.steps);
    return rules.supermove ? SupermovePath(rules, board, found.steps).moves()
                           : moves_of(rules, board, found.steps);
}

template <class Domain, class Steps>
FreeCellFound found_by(const Domain& domain, const StepsAnswer<Steps>& answer) {
    FreeCellFound found;
    static_cast<Answer&>(found) = answer;
    if (answer.outcome == Outcome::kSolved) found.steps = domain.plain(answer.steps);
    return found;
}

// Narrow sweeps die too often to be made narrower still.  Those by the score written by hand stay as they are
// at any width: their counts are published.
constexpr std::size_t kFunnel = 16;

template <class Score, class Domain>
FreeCellFound first_sweeps(const Domain& domain, std::size_t width, std::uint64_t most, MemoryBudget& budget,
                           Control& control) {
    if constexpr (Score::kLearned)
        if (width >= kFunnel)
            return found_by(domain, Funnel<Domain>(domain, width, budget, control).run(most));
    return found_by(domain, Sweeps<Domain>(domain, width, budget, control).run(most));
}

// Sweeps over positions as they are; if they take long, over positions up to toggles.  A learned score that
// counts supermoves has them as steps; the other one moves single cards in either metric.
template <class Score>
FreeCellFound thorough_sweeps(const FreeCellScored<Score>& domain, std::size_t width, MemoryBudget& budget,
                              Control& control) {
    const FreeCellRules& rules = domain.coder().rules();
    // A first sweep takes some hundred times its width, and wide ones are for short solutions.
    const std::uint64_t patience = std::max<std::uint64_t>(10'000, 500 * width);
    // Cards that are built in suit do not toggle.
    const bool toggles = rules.building == Building::kAlternate;
    const std::uint64_t most = toggles ? patience : ~std::uint64_t{0};
    FreeCellFound first = [&] {
        if constexpr (Score::kLearned)
            if (rules.supermove)
                return first_sweeps<Score>(FreeCellRunScored<Score>(domain), width, most, budget, control);
        return first_sweeps<Score>(domain, width, most, budget, control);
    }();
    first.runs = Score::kLearned && rules.supermove;
    if (!first.left_out) return first;
    using Toggled = FreeCellToggled<Score>;
    const Toggled toggled(domain);
    FreeCellFound second =
        found_by(toggled, Sweeps<Toggled>(toggled, width, budget, control, first.counts).run());
    first.levels.starts.insert(first.levels.starts.end(), second.levels.starts.begin(),
                               second.levels.starts.end());
    second.levels = std::move(first.levels);
    return second;
}

template <class Score>
FreeCellFound depth_first_freecell(const FreeCellScored<Score>& domain, MemoryBudget& budget,
                                   Control& control) {
    using Toggled = FreeCellToggled<Score>;
    const Toggled toggled(domain);
    return found_by(toggled, DepthFirst<Toggled>(toggled, budget, control).run());
}

// Some solution as soon as can be: best first, and if that fails, narrow sweeps up to toggles.
inline FreeCellFound fast_freecell(const FreeCellRules& rules, const FreeCellBoard& board,
                                   MemoryBudget& budget, Control& control) {
    constexpr std::size_t kWidth = 3;
    using Toggled = FreeCellToggled<FreeCellQuickScore>;
    LevelLog levels;
    FreeCellFound found;
    auto begin = [&](int attempt) { levels.begin("attempt", attempt, found.counts, control.seconds()); };
    int number = 0;
    for (const FreeCellAttempt& attempt : fast_attempts(rules)) {
        begin(++number);
        const FreeCellQuickScore score(rules, attempt.weights);
        const Toggled domain(FreeCellQuick(rules, board, score), attempt.toggles);
        found = found_by(domain,
                         BestFirst<Toggled>(domain, attempt.move, attempt.kept, budget, control, found.counts)
                             .run(attempt.most));
        if (!found.left_out) break;
    }
    if (found.left_out) {
        begin(++number);
        const Toggled domain(FreeCellQuick(rules, board));
        found = found_by(domain, Sweeps<Toggled>(domain, kWidth, budget, control, found.counts).run());
    }
    found.levels = std::move(levels);
    return found;
}

}  // namespace yomikiri
