// What FreeCell answers: the quick search, and for shortest solutions the course of
// games/freecell/shortest.py, which gives the reasons; names and numbers are the same.
#pragma once

#include <string>

#include "games/freecell/informed.hpp"
#include "games/freecell/learned_score.hpp"
#include "games/freecell/quick.hpp"
#include "games/freecell/solution.hpp"
#include "games/freecell/thorough.hpp"
#include "models/freecell.hpp"  // which tools/site_builder.py writes
#include "search/a_star.hpp"
#include "search/beam.hpp"
#include "words/answer.hpp"

namespace yomikiri {

struct FreeCellSolution : Answer {
    std::vector<FreeCellMove> moves;
};

template <class Domain>
FreeCellSolution swept_freecell(const FreeCellRules& rules, const FreeCellBoard& board, const Domain& domain,
                                std::size_t width, const Limits& limits, const Watch& watch) {
    Control control(limits, watch);
    MemoryBudget budget(static_cast<std::size_t>(limits.memory));
    FreeCellFound answer = thorough_sweeps(domain, width, budget, control);
    FreeCellSolution found;
    static_cast<Answer&>(found) = answer;
    found.moves = moves_of(rules, board, std::move(answer));
    found.seconds = control.seconds();
    return found;
}
inline FreeCellSolution by_hand_freecell(const FreeCellRules& rules, const FreeCellBoard& board,
                                         std::size_t width, const Limits& limits, const Watch& watch) {
    return swept_freecell(rules, board, FreeCellQuick(rules, board), width, limits, watch);
}
// The model of the package if it is for these rules, as in games/freecell/learner.py.
inline FreeCellSolution quick_freecell(const FreeCellRules& rules, const FreeCellBoard& board,
                                       const Limits& limits, const Watch& watch) {
    constexpr std::size_t kQuick = 7, kQuickRuns = 20, kByHand = 13;
    const std::string own = std::to_string(rules.columns) + 'x' + std::to_string(rules.cells) + 'x' +
                            std::to_string(rules.ranks) +
                            (rules.building == Building::kSuit ? " suit" : " alternate") +
                            (rules.kings_only ? " kings" : " any");
    if (own != shipped_freecell::kRules) return by_hand_freecell(rules, board, kByHand, limits, watch);
    const FreeCellLearnedWeights weights(rules, shipped_freecell::kWeights);
    const FreeCellScored<FreeCellLearnedScore> domain(rules, board, FreeCellLearnedScore(rules, weights));
    return swept_freecell(rules, board, domain, rules.supermove ? kQuickRuns : kQuick, limits, watch);
}

// Calls `use` with the domain that has the heuristic.
template <class Use>
auto with_freecell_domain(const FreeCellCoder& coder, FreeCellHeuristic heuristic, Use&& use) {
    if (heuristic == FreeCellHeuristic::kRelaxed && !coder.rules().supermove) {
        FreeCellDomain<FreeCellSingleEstimate> domain(coder, heuristic, true);
        return use(domain);
    }
    FreeCellDomain<FreeCellPlainEstimate> domain(coder, heuristic, true);
    return use(domain);
}
inline int freecell_estimate(const FreeCellRules& rules, const FreeCellBoard& board,
                             FreeCellHeuristic heuristic) {
    const FreeCellCoder coder(rules, board);
    return with_freecell_domain(coder, heuristic, [&](auto& domain) {
        domain.open(coder.code(board));
        return domain.exact();
    });
}

class FreeCellClosing {
  public:
    FreeCellClosing(const FreeCellRules& rules, const FreeCellBoard& board, const Question& asked)
        : rules_(rules), board_(board), asked_(asked), known_(asked, "a-star") {}

    Found<FreeCellMove> run() {
        constexpr std::uint64_t kMoment = 3'000, kQuick = 20'000;
        constexpr std::array<std::size_t, 2> kBeamWidths{50, 300};
        constexpr std::size_t kQuickWidth = 48;
        constexpr unsigned kShare = 6;
        Outcome outcome = step(0, known_.left(2, kMoment));
        if (outcome != Outcome::kNodeLimit || is_over()) return known_.result(outcome);
        for (const std::size_t width : kBeamWidths) {
            if (known_.found.moves) break;
            outcome = step(width, known_.left(kShare));
            if (outcome == Outcome::kCancelled || is_over()) return known_.result(outcome);
        }
        if (!known_.found.moves) {
            const FreeCellSolution answer =
                by_hand_freecell(rules_, board_, kQuickWidth, known_.left(1, kQuick), known_.watch(false));
            known_.pay(answer);
            if (answer.outcome == Outcome::kSolved) known_.found.moves = answer.moves;
            if (answer.outcome == Outcome::kUnsolvable || answer.outcome == Outcome::kCancelled || is_over())
                return known_.result(answer.outcome);
        }
        return known_.result(step(0, known_.left()));
    }

  private:
    bool is_over() const {
        return asked_.limits.nodes && known_.found.counts.expanded == *asked_.limits.nodes;
    }

    // A step of A*, or with a width of the beam; solved also if nothing shorter than what is known was left.
    Outcome step(std::size_t width, const Limits& limits) {
        const FreeCellCoder coder(rules_, board_);
        Control control(limits, known_.watch(true));
        MemoryBudget budget(static_cast<std::size_t>(limits.memory));
        const int upper = known_.upper();
        const InformedAnswer<FreeCellKey> answer =
            with_freecell_domain(coder, FreeCellHeuristic::kRelaxed, [&](auto& domain) {
                using D = std::remove_reference_t<decltype(domain)>;
                const auto [root, depth] = domain.root(coder.code(board_));
                if (width > 0) return Beam<D>(domain, width, upper, budget, control).run(root, depth);
                return AStar<D>(domain, upper, budget, control).run(root, depth);
            });
        known_.pay(answer);
        known_.found.lower = std::max(known_.found.lower, answer.counts.lower_bound);
        if (answer.solved) known_.found.moves = FreeCellReplay(coder, true).moves(board_, answer.path);
        const bool exhausted = answer.outcome == Outcome::kUnsolvable && answer.left_out;
        return exhausted && width == 0 && known_.found.moves ? Outcome::kSolved : answer.outcome;
    }

    const FreeCellRules& rules_;
    const FreeCellBoard& board_;
    const Question& asked_;
    Closing<FreeCellMove> known_;
};

inline Found<FreeCellMove> answer_freecell(const FreeCellRules& rules, const FreeCellBoard& board,
                                           const Question& asked) {
    if (asked.shortest) return FreeCellClosing(rules, board, asked).run();
    const FreeCellSolution answer = quick_freecell(rules, board, asked.limits, asked.watch);
    Found<FreeCellMove> found;
    found.pay(answer);
    found.outcome = answer.outcome;
    found.algorithm = "quick";
    found.seconds = answer.seconds;
    if (answer.outcome != Outcome::kUnsolvable)
        found.lower = freecell_estimate(rules, board, FreeCellHeuristic::kOneSuit);
    if (answer.outcome == Outcome::kSolved) found.moves = answer.moves;
    return found;
}

}  // namespace yomikiri
