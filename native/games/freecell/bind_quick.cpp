// The quick searches of FreeCell for Python: rules and a position in, moves out.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <tuple>

#include "games/freecell/batch.hpp"
#include "games/freecell/bind.hpp"
#include "games/freecell/dealt.hpp"
#include "games/freecell/learned_score.hpp"
#include "games/freecell/thorough.hpp"

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
    constexpr std::array<const char*, 3> kOrders{"sweeps", "fast", "depth-first"};
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
                FreeCellFound found = order == "sweeps" ? thorough_sweeps(domain, width, budget, control)
                                      : order == "fast" ? fast_freecell(rules, board, budget, control)
                                                        : depth_first_freecell(domain, budget, control);
                answer = found;
                moves = moves_of(rules, board, std::move(found));
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
                        const nb::list& codes, std::size_t width, std::optional<std::uint64_t> nodes,
                        std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, false);
    std::vector<FreeCellBoard> boards;
    for (const nb::handle code : codes) {
        if (!nb::isinstance<nb::bytes>(code)) throw nb::type_error("a position that is not a code");
        boards.push_back(board_of(rules, nb::borrow<nb::bytes>(code)));
    }
    const Limits limits = limits_of(nodes, seconds, memory);
    std::vector<FreeCellVerdict> verdicts;
    std::vector<std::vector<FreeCellMove>> moves;
    {
        Watch call = watch_of(watch);
        const Unlocked unlocked;
        FreeCellBatch(rules, width, limits)
            .solve(
                boards.size(), [&](std::size_t i) -> const FreeCellBoard& { return boards[i]; },
                [&](std::size_t i, FreeCellVerdict&& verdict) {
                    moves.push_back(moves_of(rules, boards[i], verdict.steps));
                    verdicts.push_back(std::move(verdict));
                },
                call);
    }
    nb::list found;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const FreeCellVerdict& verdict = verdicts[i];
        std::string path;
        for (FreeCellMove move : moves[i])
            for (const std::uint8_t part : {move.from, move.to, move.count})
                path.push_back(static_cast<char>(part));
        found.append(nb::make_tuple(name(verdict.outcome), nb::bytes(path.data(), path.size()),
                                    verdict.expanded, verdict.stored));
    }
    return found;
}

// Microsoft's deals from `first` to `last`, dealt here: how many can be won, the moves of their solutions,
// and how many positions were expanded in all; then number, outcome and positions expanded of the others.
nb::tuple freecell_deals(unsigned columns, unsigned cells, bool suit, bool kings, std::uint64_t first,
                         std::uint64_t last, const std::vector<unsigned>& dealt_cells,
                         std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                         std::uint64_t memory, const nb::object& watch) {
    const FreeCellRules rules = rules_of(columns, cells, FreeCellRules::kMaxRanks, suit, kings, false);
    if (first < 1 || first > last || last > kMostMicrosoft)
        refuse("deals ", first, " to ", last, ": expected numbers from 1 to ", kMostMicrosoft);
    constexpr std::uint64_t kMostAtOnce = 100'000;  // half a minute
    if (last - first >= kMostAtOnce)
        refuse("deals ", first, " to ", last, ": expected at most ", kMostAtOnce, " in one call");
    // All deals have their cards in the same places.
    std::vector<unsigned> places = dealt_cells;
    std::sort(places.begin(), places.end());
    const bool twice = std::adjacent_find(places.begin(), places.end()) != places.end();
    if (twice || !FreeCellBoard::read(rules, laid_out(rules, microsoft_order(first), dealt_cells)))
        refuse("52 cards do not fit: expected more columns, and cells that differ");
    const Limits limits = limits_of(nodes, seconds, memory);
    std::uint64_t won = 0, moves = 0, expanded = 0;
    std::vector<std::tuple<std::uint64_t, Outcome, std::uint64_t>> others;
    {
        Watch call = watch_of(watch);
        const Unlocked unlocked;
        FreeCellBatch(rules, 0, limits)
            .solve(
                static_cast<std::size_t>(last - first + 1),
                [&](std::size_t i) { return microsoft_board(rules, first + i, dealt_cells); },
                [&](std::size_t i, const FreeCellVerdict& verdict) {
                    expanded += verdict.expanded;
                    if (verdict.outcome == Outcome::kSolved)
                        ++won, moves += verdict.steps.size();
                    else
                        others.emplace_back(first + i, verdict.outcome, verdict.expanded);
                },
                call);
    }
    nb::list rest;
    for (const auto& [number, outcome, count] : others)
        rest.append(nb::make_tuple(number, name(outcome), count));
    return nb::make_tuple(won, moves, expanded, rest);
}

// For each step of a domain from its start: see freecell_scores().
template <class D>
nb::list scores_of(const D& domain) {
    nb::list found;
    typename D::State state;
    domain.open(domain.start(), state);
    domain.for_each_step(state, {}, [&](typename D::Step step, const FreeCellKey& key, int score, unsigned) {
        typename D::State played = state, opened;
        domain.play(played, step, domain.key_after(state, step), score);
        domain.open(key, opened);
        int sum = played.key == key ? 0 : 1, same = 0;  // a key that is wrong shows in the sum
        domain.for_each_step(played, step,
                             [&](typename D::Step, const FreeCellKey&, int next, unsigned) { sum += next; });
        domain.for_each_step(opened, step,
                             [&](typename D::Step, const FreeCellKey&, int next, unsigned) { same += next; });
        found.append(nb::make_tuple(score, opened.score, sum, same));
    });
    return found;
}

// The score of a position computed from its key, and, for each step from it, the predicted score and the
// actual score of the resulting position, updated by the step and computed from its key.  By supermoves, with
// a learned score, runs are steps, too.
nb::list freecell_scores(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                         const nb::bytes& code, const std::optional<nb::bytes>& weights, bool supermove) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, supermove);
    const FreeCellBoard board = board_of(rules, code);
    const LearnedWeights learned = learned_weights(rules, weights);
    if (learned == nullptr || !supermove)
        return with_score(rules, board, learned, [](const auto& domain) { return scores_of(domain); });
    using Learned = FreeCellLearnedScore;
    const FreeCellScored<Learned> plain(rules, board, Learned(rules, *learned));
    return scores_of(FreeCellRunScored<Learned>(plain));
}

}  // namespace

void bind_freecell_quick(nb::module_& m) {
    m.def("freecell_quick", &freecell_quick, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("code"), nb::kw_only(),
          nb::arg("order"), nb::arg("width"), nb::arg("weights").none() = nb::none(), nb::arg("nodes").none(),
          nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    m.def("freecell_batch", &freecell_batch, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("codes"), nb::kw_only(), nb::arg("width"),
          nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    m.def("freecell_deals", &freecell_deals, nb::arg("columns"), nb::arg("cells"), nb::arg("suit"),
          nb::arg("kings"), nb::arg("first"), nb::arg("last"), nb::arg("dealt_cells"), nb::kw_only(),
          nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    m.def("freecell_scores", &freecell_scores, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("code"), nb::arg("weights").none() = nb::none(),
          nb::arg("supermove") = false);
}

}  // namespace yomikiri
