// The informed searches of the row games for Python: arguments in, canonical paths back to real ones.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <new>

#include "games/rows/bind.hpp"
#include "games/rows/informed.hpp"
#include "games/rows/layered_beam.hpp"
#include "games/rows/lazy_a_star.hpp"
#include "search/shorten.hpp"

namespace yomikiri {

namespace {

// The real codes after `start` whose canonical forms are those of `path`.
std::vector<Code> real_path(const RowInformed& domain, const Code& start, const std::vector<Code>& path) {
    const Superpuzz rules(domain.rules().columns(), false);
    std::vector<Code> real;
    Code code = start;
    for (const Code& wanted : path) {
        Superpuzz::State state;
        Superpuzz::Moves moves;
        rules.open(rules.hash(code), code, state);
        rules.moves(state, moves);
        for (Superpuzz::Move move : moves) {
            Code next = rules.play(state.code, move);
            if (domain.canonical(next) != wanted) continue;
            code = next;
            break;
        }
        real.push_back(code);  // unchanged if no move fits, which certification would refuse
    }
    return real;
}

// The canonical codes of a solution, the start's first.
std::vector<Code> solution_of(const RowInformed& domain, const Code& start, const nb::list& path) {
    std::vector<Code> codes{domain.canonical(start)};
    RowInformed::State state;
    for (nb::handle item : path) {
        if (!nb::isinstance<nb::bytes>(item)) throw nb::type_error("a step of the path that is no code");
        Code next = domain.canonical(code_of(domain.rules(), nb::borrow<nb::bytes>(item)));
        domain.open(codes.back(), state);
        bool is_move = false;
        domain.for_each_follower(state, [&](const Code& code) { is_move |= code == next; });
        if (!is_move) throw nb::value_error("the path is not a sequence of moves");
        codes.push_back(next);
    }
    domain.open(codes.back(), state);
    if (!domain.is_goal(state)) throw nb::value_error("the path does not end in a goal");
    return codes;
}

// Runs `search` without the interpreter's lock.
template <class Search>
PyAnswer run_search(const RowInformed& domain, const Code& start, const Limits& limits, MemoryBudget& budget,
                    const nb::object& watch, Search&& search) {
    PyAnswer result;
    PathAnswer<Code> answer;
    {
        Watch call = watch_of(watch);
        const Unlocked unlocked;
        Control control(limits, call);
        try {
            answer = search(control);
        } catch (const std::bad_alloc&) {
            // Small bookkeeping outside the budget failed: the machine itself is out of memory.
            answer.outcome = Outcome::kMemoryLimit;
            answer.peak_bytes = budget.peak();
            answer.seconds = control.seconds();
        }
    }
    for (const Code& step : real_path(domain, start, answer.path))
        result.path.append(bytes_of(domain.rules(), step));
    if (answer.outcome == Outcome::kUnsolvable && answer.left_out) result.outcome = "exhausted";
    result.answer = std::move(answer);
    return result;
}

struct Request {
    RowInformed domain;
    Code start;
    Limits limits;

    Request(int columns, const nb::bytes& code, std::optional<std::uint64_t> nodes,
            std::optional<double> seconds, std::uint64_t memory, bool reduce = true)
        : domain(columns, reduce),
          start(code_of(domain.rules(), code)),
          limits(limits_of(nodes, seconds, memory)) {}

    template <class Search>
    PyAnswer run(const nb::object& watch, Search&& search) const {
        MemoryBudget budget(limits.memory);
        return run_search(domain, start, limits, budget, watch,
                          [&](Control& control) { return search(budget, control); });
    }
};

std::optional<int> row_estimate(int columns, const nb::bytes& bytes) {
    RowInformed domain(columns);
    RowInformed::State state;
    domain.open(code_of(domain.rules(), bytes), state);
    int h = domain.estimate(state);
    if (h == kDead) return std::nullopt;
    return h;
}

std::vector<int> row_persistent(int columns, const nb::bytes& bytes) {
    RowInformed domain(columns);
    RowBoard board = RowBoard::read(domain.geometry(), code_of(domain.rules(), bytes));
    std::vector<int> cards;
    for_each_bit(domain.persistent_cards(board), [&](unsigned card) {
        cards.push_back(static_cast<int>(RowBoard::suit(card) * (static_cast<unsigned>(columns) - 1) +
                                         RowBoard::rank(card) - 1));
    });
    return cards;
}

PyAnswer row_shortest(int columns, const nb::bytes& code, std::optional<int> upper, bool reduce,
                      std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::uint64_t memory,
                      const nb::object& watch) {
    const Request request(columns, code, nodes, seconds, memory, reduce);
    const int below = upper_of(upper);
    return request.run(watch, [&](MemoryBudget& budget, Control& control) {
        return LazyAStar<RowInformed>(request.domain, below, budget, control).run(request.start);
    });
}

// A* that keeps what it has between two runs.
class RowAStar {
  public:
    RowAStar(int columns, const nb::bytes& code, std::uint64_t memory)
        : domain_(columns), start_(code_of(domain_.rules(), code)), memory_(memory), budget_(memory) {}

    PyAnswer run(std::optional<int> upper, std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                 const nb::object& watch) {
        const int below = upper_of(upper);
        const Limits limits = limits_of(nodes, seconds, memory_);
        check_function("watch", watch);
        if (closed_) throw nb::value_error("the search is running, or has ended");
        closed_ = true;
        PyAnswer found = run_search(domain_, start_, limits, budget_, watch, [&](Control& control) {
            if (search_) return search_->resume(below, control);
            search_.emplace(domain_, below, budget_, control);
            return search_->run(start_);
        });
        const Outcome outcome = found.answer.outcome;
        closed_ = outcome != Outcome::kNodeLimit && outcome != Outcome::kTimeLimit &&
                  outcome != Outcome::kCancelled;
        return found;
    }
    std::size_t held() const { return budget_.used(); }

  private:
    RowInformed domain_;
    Code start_;
    std::uint64_t memory_;
    MemoryBudget budget_;
    std::optional<LazyAStar<RowInformed>> search_;
    bool closed_ = false;
};

PyAnswer row_beam(int columns, const nb::bytes& code, std::uint64_t width, std::uint64_t widest,
                  std::optional<int> upper, std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                  std::uint64_t memory, const nb::object& watch) {
    const Request request(columns, code, nodes, seconds, memory);
    const int below = upper_of(upper);
    return request.run(watch, [&](MemoryBudget& budget, Control& control) {
        return beams(request.domain, request.start, width, widest, below, budget, control);
    });
}

PyAnswer row_shorten(int columns, const nb::bytes& code, const nb::list& path, std::uint64_t neighbours,
                     std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::uint64_t memory,
                     const nb::object& watch) {
    const Request request(columns, code, nodes, seconds, memory);
    const std::vector<Code> solution = solution_of(request.domain, request.start, path);
    return request.run(watch, [&](MemoryBudget& budget, Control& control) {
        auto ends = [&](const Code& start, int upper, const Counts& counts) {
            return LazyAStar<RowInformed>(request.domain, upper, budget, control, counts).run(start);
        };
        return Shortener(request.domain, ends, neighbours, budget, control).run(solution);
    });
}

}  // namespace

void bind_shortest(nb::module_& m) {
    m.def("row_estimate", &row_estimate, nb::arg("columns"), nb::arg("code"));
    m.def("row_persistent", &row_persistent, nb::arg("columns"), nb::arg("code"));
    m.def("row_shortest", &row_shortest, nb::arg("columns"), nb::arg("code"), nb::kw_only(),
          nb::arg("upper") = nb::none(), nb::arg("reduce") = true, nb::arg("nodes").none(),
          nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    nb::class_<RowAStar>(m, "RowAStar")
        .def(nb::init<int, const nb::bytes&, std::uint64_t>(), nb::arg("columns"), nb::arg("code"),
             nb::kw_only(), nb::arg("memory"))
        .def("run", &RowAStar::run, nb::kw_only(), nb::arg("upper") = nb::none(), nb::arg("nodes").none(),
             nb::arg("seconds").none(), nb::arg("watch"))
        .def_prop_ro("held", &RowAStar::held);
    m.def("row_beam", &row_beam, nb::arg("columns"), nb::arg("code"), nb::kw_only(), nb::arg("width"),
          nb::arg("widest") = 0, nb::arg("upper") = nb::none(), nb::arg("nodes").none(),
          nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    m.def("row_shorten", &row_shorten, nb::arg("columns"), nb::arg("code"), nb::arg("path"), nb::kw_only(),
          nb::arg("neighbours") = 5000, nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
          nb::arg("watch"));
}

}  // namespace yomikiri
