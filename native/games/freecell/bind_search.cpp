// FreeCell for Python: its rules, codes and bounds on boards as bytes, and the searches for shortest
// solutions.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <string>

#include "games/freecell/bind.hpp"
#include "games/freecell/informed.hpp"
#include "search/a_star.hpp"
#include "search/beam.hpp"
#include "search/bounded.hpp"
#include "search/deepening.hpp"
#include "search/parallel_a_star.hpp"

namespace yomikiri {

namespace {

nb::bytes bytes_of(const FreeCellKey& key) {
    std::array<std::uint8_t, FreeCellKey::kBytes> bytes;
    key.write(bytes.data());
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}
nb::bytes bytes_of(FreeCellMove move) {
    const std::array<std::uint8_t, 3> bytes{move.from, move.to, move.count};
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

FreeCellHeuristic heuristic_of(const std::string& name) {
    constexpr std::array<const char*, 5> kNames{"home", "one-suit", "components", "cycles", "relaxed"};
    return static_cast<FreeCellHeuristic>(choice("heuristic", name, kNames));
}

// Calls `use` with the domain that has the heuristic.
template <class Use>
auto with_domain(const FreeCellCoder& coder, const std::string& name, bool safe, Use&& use) {
    const FreeCellHeuristic heuristic = heuristic_of(name);
    if (heuristic == FreeCellHeuristic::kRelaxed && !coder.rules().supermove) {
        FreeCellDomain<FreeCellSingleEstimate> domain(coder, heuristic, safe);
        return use(domain);
    }
    FreeCellDomain<FreeCellPlainEstimate> domain(coder, heuristic, safe);
    return use(domain);
}

// The rules of one game, as Python gives them.
class FreeCellKernel {
  public:
    FreeCellKernel(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings, bool supermove)
        : rules_(rules_of(columns, cells, ranks, suit, kings, supermove)) {}

    FreeCellBoard board(const nb::bytes& code) const { return board_of(rules_, code); }
    nb::bytes code(const FreeCellBoard& at) const {
        const std::vector<std::uint8_t> bytes = at.bytes(rules_);
        return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    // For each move: its bytes, the board after it, and the board with it undone.
    nb::list children(const nb::bytes& bytes) const {
        const FreeCellBoard at = board(bytes);
        FreeCellBoard::Moves moves;
        at.moves(rules_, moves);
        nb::list found;
        for (FreeCellMove move : moves) {
            FreeCellBoard next = at;
            const unsigned head = next.play(move);
            nb::bytes after = code(next);
            next.undo(move, head);
            found.append(nb::make_tuple(bytes_of(move), after, code(next)));
        }
        return found;
    }
    nb::bytes key(const nb::bytes& start, const nb::bytes& bytes) const {
        const FreeCellCoder coder(rules_, board(start));
        return bytes_of(coder.code(board_of(coder, bytes)));
    }
    int estimate(const nb::bytes& bytes, const std::string& heuristic) const {
        const FreeCellBoard at = board(bytes);
        const FreeCellCoder coder(rules_, at);
        return with_domain(coder, heuristic, true, [&](auto& domain) {
            domain.open(coder.code(at));
            return domain.exact();
        });
    }
    // For each child that the searches see: its key, what it costs, the range of its estimate without a
    // search, and the estimate as the searches find it.
    nb::list kids(const nb::bytes& start, const nb::bytes& bytes, const std::string& heuristic,
                  bool safe) const {
        const FreeCellCoder coder(rules_, board(start));
        nb::list found;
        with_domain(coder, heuristic, safe, [&](auto& domain) {
            domain.open(coder.code(board_of(coder, bytes)));
            domain.list(domain.exact());
            for (const FreeCellKid& kid : domain.kids())
                found.append(nb::make_tuple(bytes_of(kid.key), kid.cost, kid.least, kid.most,
                                            domain.settle(kid, kNoUpper).least));
            return 0;
        });
        return found;
    }

    PyAnswer search(const nb::bytes& bytes, const std::string& algorithm, const std::string& heuristic,
                    std::optional<int> upper, std::size_t width, bool safe, unsigned threads,
                    std::int64_t share, int moves_more, std::optional<std::uint64_t> nodes,
                    std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) const {
        const FreeCellBoard start = board(bytes);
        const int below = upper_of(upper);
        const Slack slack = slack_of(share, moves_more);
        constexpr std::array<const char*, 4> kAlgorithms{"a-star", "ida-star", "beam", "bounded"};
        choice("algorithm", algorithm, kAlgorithms);
        within("threads", threads, 1, kMaxThreads);
        heuristic_of(heuristic);
        const Limits limits = limits_of(nodes, seconds, memory);
        InformedAnswer<FreeCellKey> answer;
        std::vector<FreeCellMove> moves;
        {
            Watch call = watch_of(watch);
            const Unlocked unlocked;
            Control control(limits, call);
            MemoryBudget budget(memory);
            try {
                const FreeCellCoder coder(rules_, start);
                answer = with_domain(coder, heuristic, safe, [&](auto& domain) {
                    using D = std::remove_reference_t<decltype(domain)>;
                    const auto [root, depth] = domain.root(coder.code(start));
                    if (algorithm == "beam")
                        return Beam<D>(domain, width, below, budget, control).run(root, depth);
                    if (algorithm == "bounded")
                        return Bounded<D>(domain, slack, below, budget, control).run(root, depth);
                    if (algorithm == "ida-star")
                        return Deepening<D>(domain, below, budget, control).run(root, depth);
                    if (threads > 1) {
                        std::vector<std::unique_ptr<D>> domains;
                        for (unsigned i = 0; i < threads; ++i)
                            domains.push_back(std::make_unique<D>(coder, heuristic_of(heuristic), safe));
                        return ParallelAStar<D>(domains, below, budget, control).run(root, depth);
                    }
                    return AStar<D>(domain, below, budget, control).run(root, depth);
                });
                if (answer.solved) moves = FreeCellReplay(coder, safe).moves(start, answer.path);
            } catch (const std::bad_alloc&) {
                // Small bookkeeping outside the budget failed: the machine itself is out of memory.
                answer.outcome = Outcome::kMemoryLimit;
                answer.peak_bytes = budget.peak();
                answer.seconds = control.seconds();
            }
        }
        PyAnswer result;
        for (FreeCellMove move : moves) result.path.append(bytes_of(move));
        if (answer.outcome == Outcome::kUnsolvable && answer.left_out) result.outcome = "exhausted";
        result.answer = answer;
        return result;
    }

  private:
    FreeCellRules rules_;
};

}  // namespace

void bind_freecell(nb::module_& m) {
    nb::class_<FreeCellKernel>(m, "FreeCell")
        .def(nb::init<unsigned, unsigned, unsigned, bool, bool, bool>(), nb::arg("columns"), nb::arg("cells"),
             nb::arg("ranks"), nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"))
        .def("children", &FreeCellKernel::children)
        .def("key", &FreeCellKernel::key)
        .def("estimate", &FreeCellKernel::estimate)
        .def("kids", &FreeCellKernel::kids)
        .def("search", &FreeCellKernel::search, nb::arg("code"), nb::kw_only(), nb::arg("algorithm"),
             nb::arg("heuristic") = "relaxed", nb::arg("upper") = nb::none(), nb::arg("width") = 1,
             nb::arg("safe") = true, nb::arg("threads") = 1, nb::arg("share") = 0, nb::arg("moves_more") = 0,
             nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
}

}  // namespace yomikiri
