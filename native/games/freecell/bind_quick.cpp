// The quick searches of FreeCell for Python: rules and a position in, moves out.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "games/freecell/batch.hpp"
#include "games/freecell/bind.hpp"
#include "games/freecell/depth_first.hpp"
#include "games/freecell/learned_score.hpp"
#include "games/freecell/quick.hpp"
#include "games/freecell/sweeps.hpp"

namespace yomikiri {

namespace {

using LearnedWeights = std::shared_ptr<const FreeCellLearnedWeights>;

std::vector<std::int16_t> weights_of(const nb::bytes& bytes) {
    if (bytes.size() != 2 * FreeCellFeatures::kCount)
        refuse("weights of ", bytes.size(), " bytes: expected ", 2 * FreeCellFeatures::kCount);
    const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
    std::vector<std::int16_t> weights;
    for (std::size_t i = 0; i < FreeCellFeatures::kCount; ++i) {
        const auto weight = static_cast<std::int16_t>(at[2 * i] | at[2 * i + 1] << 8);
        if (std::abs(weight) > FreeCellLearnedWeights::kMost)
            refuse("weight ", weight, ": expected at most ", FreeCellLearnedWeights::kMost, " either way");
        weights.push_back(weight);
    }
    return weights;
}

// The weights of a model, two bytes each, least significant first; none: the score written by hand.  What
// they amount to is kept for the next call, which mostly has the same: to make it takes as long as a tenth of
// a search.
LearnedWeights learned_weights(const FreeCellRules& rules, const std::optional<nb::bytes>& bytes) {
    if (!bytes) return nullptr;
    struct Last {
        unsigned ranks = 0;
        std::string bytes;
        LearnedWeights weights;
    };
    thread_local Last last;
    const std::string_view wanted(bytes->c_str(), bytes->size());
    if (last.ranks != rules.ranks || last.bytes != wanted)
        last = {rules.ranks, std::string(wanted),
                std::make_shared<const FreeCellLearnedWeights>(rules, weights_of(*bytes))};
    return last.weights;
}

// Calls use(domain) with the score that the weights give, or the one written by hand.
template <class Use>
auto with_score(const FreeCellRules& rules, const FreeCellBoard& board, const LearnedWeights& weights,
                Use&& use) {
    if (weights == nullptr) return use(FreeCellQuick(rules, board));
    return use(FreeCellScored<FreeCellLearnedScore>(rules, board, FreeCellLearnedScore(rules, *weights)));
}

// The path of the answer consists of moves, three bytes each.
PyAnswer freecell_quick(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                        bool supermove, const nb::bytes& code, const std::string& order, std::size_t width,
                        const std::optional<nb::bytes>& weights, std::optional<std::uint64_t> nodes,
                        std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, supermove);
    const FreeCellBoard board = board_of(rules, code);
    constexpr std::array<const char*, 2> kOrders{"sweeps", "depth-first"};
    choice("order", order, kOrders);
    const LearnedWeights learned = learned_weights(rules, weights);
    const Limits limits = limits_of(nodes, seconds, memory);
    PyAnswer result;
    std::vector<FreeCellMove> moves;
    {
        Watch call = watch_of(watch);
        const Unlocked unlocked;
        Control control(limits, call);
        MemoryBudget budget(memory);
        Answer answer;
        try {
            with_score(rules, board, learned, [&](const auto& domain) {
                using D = std::remove_cvref_t<decltype(domain)>;
                const auto found = order == "sweeps" ? Sweeps<D>(domain, width, budget, control).run()
                                                     : DepthFirst<D>(domain, budget, control).run();
                answer = found;
                FreeCellSteps steps = domain.plain(found.steps);
                repair(rules, board, steps);
                moves =
                    supermove ? SupermovePath(rules, board, steps).moves() : moves_of(rules, board, steps);
            });
        } catch (const std::bad_alloc&) {
            // Small bookkeeping outside the budget failed: the machine itself is out of memory.
            answer.outcome = Outcome::kMemoryLimit;
            answer.peak_bytes = budget.peak();
        }
        answer.seconds = control.seconds();
        result.answer = std::move(answer);
    }
    for (FreeCellMove move : moves) {
        const char bytes[] = {static_cast<char>(move.from), static_cast<char>(move.to),
                              static_cast<char>(move.count)};
        result.path.append(nb::bytes(bytes, sizeof bytes));
    }
    return result;
}

// For each position of a list: the outcome, the moves, three bytes each, and how many positions were expanded
// and stored.  The limits on positions and memory are for each of them, the seconds for all.
nb::list freecell_batch(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                        const nb::list& codes, std::size_t width, bool repairs,
                        std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                        std::uint64_t memory, const nb::object& watch) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, false);
    std::vector<FreeCellBoard> boards;
    for (const nb::handle code : codes) {
        if (!nb::isinstance<nb::bytes>(code)) throw nb::type_error("a position that is not a code");
        boards.push_back(board_of(rules, nb::borrow<nb::bytes>(code)));
    }
    const Limits limits = limits_of(nodes, seconds, memory);
    std::vector<FreeCellVerdict> verdicts;
    {
        Watch call = watch_of(watch);
        const Unlocked unlocked;
        verdicts = FreeCellBatch(rules, width, repairs, limits).solve(boards, call);
    }
    nb::list found;
    for (const FreeCellVerdict& verdict : verdicts) {
        std::string moves;
        for (FreeCellMove move : verdict.moves)
            for (const std::uint8_t part : {move.from, move.to, move.count})
                moves.push_back(static_cast<char>(part));
        found.append(nb::make_tuple(name(verdict.outcome), nb::bytes(moves.data(), moves.size()),
                                    verdict.expanded, verdict.stored));
    }
    return found;
}

// The score of a position computed from its key, and, for each step from it, the predicted score and the
// actual score of the resulting position, updated by the step and computed from its key.
nb::list freecell_scores(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                         const nb::bytes& code, const std::optional<nb::bytes>& weights) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, false);
    nb::list found;
    with_score(rules, board_of(rules, code), learned_weights(rules, weights), [&](const auto& domain) {
        using D = std::remove_cvref_t<decltype(domain)>;
        typename D::State state;
        domain.open(domain.start(), state);
        domain.for_each_step(state, 0, [&](typename D::Step step, const FreeCellKey& key, int score) {
            typename D::State played = state, opened;
            domain.play(played, step, key, score);
            domain.open(key, opened);
            int sum = 0, same = 0;
            domain.for_each_step(played, step.last(),
                                 [&](typename D::Step, const FreeCellKey&, int next) { sum += next; });
            domain.for_each_step(opened, step.last(),
                                 [&](typename D::Step, const FreeCellKey&, int next) { same += next; });
            found.append(nb::make_tuple(score, opened.score, sum, same));
        });
    });
    return found;
}

}  // namespace

void bind_freecell_quick(nb::module_& m) {
    m.def("freecell_quick", &freecell_quick, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("code"), nb::kw_only(),
          nb::arg("order"), nb::arg("width"), nb::arg("weights").none() = nb::none(), nb::arg("nodes").none(),
          nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    m.def("freecell_batch", &freecell_batch, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("codes"), nb::kw_only(), nb::arg("width"),
          nb::arg("repairs"), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
          nb::arg("watch"));
    m.def("freecell_scores", &freecell_scores, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("code"), nb::arg("weights").none() = nb::none());
}

}  // namespace yomikiri
