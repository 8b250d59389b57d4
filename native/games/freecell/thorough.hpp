// The searches for some solution, each in two parts: one that finds solutions, and one that wastes nothing
// if there is none.
//
// Toggles save positions, but a step takes longer with them and solutions get longer; so they begin when a
// search has taken long.  What was expanded until then is counted, and searched again.
#pragma once

#include "games/freecell/best_first.hpp"
#include "games/freecell/depth_first.hpp"
#include "games/freecell/sweeps.hpp"
#include "games/freecell/toggles.hpp"

namespace yomikiri {

struct FreeCellFound : Answer {
    FreeCellSteps steps;
};

template <class Domain, class Steps>
FreeCellFound found_by(const Domain& domain, const StepsAnswer<Steps>& answer) {
    FreeCellFound found;
    static_cast<Answer&>(found) = answer;
    if (answer.outcome == Outcome::kSolved) found.steps = domain.plain(answer.steps);
    return found;
}

// Sweeps over positions as they are; if they take long, over positions up to toggles.
template <class Score>
FreeCellFound thorough_sweeps(const FreeCellScored<Score>& domain, std::size_t width, MemoryBudget& budget,
                              Control& control) {
    // A first sweep takes some hundred times its width, and wide ones are for short solutions.
    const std::uint64_t patience = std::max<std::uint64_t>(10'000, 500 * width);
    // Cards that are built in suit do not toggle.
    const bool toggles = domain.coder().rules().building == Building::kAlternate;
    FreeCellFound first = found_by(domain, Sweeps<FreeCellScored<Score>>(domain, width, budget, control)
                                               .run(toggles ? patience : ~std::uint64_t{0}));
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

// A best-first search of `fast`: its score, what a move counts, how many children of a position are kept, and
// how many positions are expanded.
struct FreeCellAttempt {
    QuickWeights weights;
    int move;
    std::size_t kept;
    std::uint64_t most;
    bool toggles;
};
// The weights of the first were found like those of the quick score, but for few positions instead of few
// moves; most deals need no other.  The second looks elsewhere, and more closely.
inline const std::array<FreeCellAttempt, 2> kFastAttempts{{
    {{.above_lower = 24,
      .unbuilt = 17,
      .above = {0, 16, 6},
      .room = {{{{143, 62, 86, 27}},
                {{89, 17, 15, 9}},
                {{54, 38, -26, 17}},
                {{-1, 27, -23, -9}},
                {{-25, 18, 22, 8}},
                {{-25, 18, 22, 8}}}}},
     10,
     5,
     400,
     false},
    {{}, 12, 8, 3000, true},
}};

// Some solution as soon as can be: best first, and if that fails, narrow sweeps up to toggles.
inline FreeCellFound fast_freecell(const FreeCellRules& rules, const FreeCellBoard& board,
                                   MemoryBudget& budget, Control& control) {
    constexpr std::size_t kWidth = 3;
    using Toggled = FreeCellToggled<FreeCellQuickScore>;
    LevelLog levels;
    FreeCellFound found;
    auto begin = [&](int attempt) { levels.begin("attempt", attempt, found.counts, control.seconds()); };
    int number = 0;
    for (const FreeCellAttempt& attempt : kFastAttempts) {
        begin(++number);
        FreeCellQuickScore score(rules);
        score.weights = attempt.weights;
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
