// The quick searches of FreeCell for Python: rules and a position in, moves out.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <new>
#include <string>

#include "games/freecell/batch.hpp"
#include "games/freecell/bind.hpp"
#include "games/freecell/depth_first.hpp"
#include "games/freecell/quick.hpp"
#include "games/freecell/sweeps.hpp"

namespace yomikiri {

namespace {

// The path of the answer consists of moves, three bytes each.
PyAnswer freecell_quick(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                        bool supermove, const nb::bytes& code, const std::string& order, std::size_t width,
                        std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                        std::uint64_t memory, const nb::object& watch) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, supermove);
    const FreeCellBoard board = board_of(rules, code);
    constexpr std::array<const char*, 2> kOrders{"sweeps", "depth-first"};
    choice("order", order, kOrders);
    const Limits limits = limits_of(nodes, seconds, memory);
    PyAnswer result;
    std::vector<FreeCellMove> moves;
    {
        Watch call = watch_of(watch);
        const Unlocked unlocked;
        Control control(limits, call);
        MemoryBudget budget(memory);
        StepsAnswer<FreeCellQuick::Step> answer;
        try {
            const FreeCellQuick domain(rules, board);
            answer = order == "sweeps" ? Sweeps<FreeCellQuick>(domain, width, budget, control).run()
                                       : DepthFirst<FreeCellQuick>(domain, budget, control).run();
            FreeCellSteps steps = domain.plain(answer.steps);
            repair(rules, board, steps);
            moves = supermove ? SupermovePath(rules, board, steps).moves() : moves_of(rules, board, steps);
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
                         const nb::bytes& code) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, false);
    const FreeCellQuick domain(rules, board_of(rules, code));
    FreeCellQuick::State state;
    domain.open(domain.start(), state);
    nb::list found;
    domain.for_each_step(state, 0, [&](FreeCellQuick::Step step, const FreeCellKey& key, int score) {
        FreeCellQuick::State played = state, opened;
        domain.play(played, step, key, score);
        domain.open(key, opened);
        int sum = 0;
        domain.for_each_step(played, step.last(),
                             [&](FreeCellQuick::Step, const FreeCellKey&, int next) { sum += next; });
        int same = 0;
        domain.for_each_step(opened, step.last(),
                             [&](FreeCellQuick::Step, const FreeCellKey&, int next) { same += next; });
        found.append(nb::make_tuple(score, opened.score, sum, same));
    });
    return found;
}

}  // namespace

void bind_freecell_quick(nb::module_& m) {
    m.def("freecell_quick", &freecell_quick, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("code"), nb::kw_only(),
          nb::arg("order"), nb::arg("width"), nb::arg("nodes").none(), nb::arg("seconds").none(),
          nb::arg("memory"), nb::arg("watch"));
    m.def("freecell_batch", &freecell_batch, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("codes"), nb::kw_only(), nb::arg("width"),
          nb::arg("repairs"), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
          nb::arg("watch"));
    m.def("freecell_scores", &freecell_scores, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("code"));
}

}  // namespace yomikiri
