// What the files of the Python module share: answers, codes and the watching callback as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

#include "arguments.hpp"
#include "interpreter.hpp"
#include "search/control.hpp"
#include "search/slack.hpp"

namespace yomikiri {

namespace nb = nanobind;

inline const char* name(Outcome outcome) {
    switch (outcome) {
        case Outcome::kSolved:
            return "solved";
        case Outcome::kUnsolvable:
            return "unsolvable";
        case Outcome::kNodeLimit:
            return "node_limit";
        case Outcome::kTimeLimit:
            return "time_limit";
        case Outcome::kMemoryLimit:
            return "memory_limit";
        case Outcome::kCancelled:
            return "cancelled";
    }
    return "";
}

// More than any machine can use, and few enough for a system to start.
inline constexpr unsigned kMaxThreads = 256;

inline Limits limits_of(std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                        std::uint64_t memory) {
    // Not written as `< 0`, which NaN would pass.
    if (seconds && !(*seconds >= 0)) refuse("seconds ", *seconds, ": expected 0 or more");
    return {nodes, seconds, memory};
}

// Something to call back; a wrong one is refused before the work starts, not in the middle of it.
inline void check_function(const char* name, const nb::object& function) {
    if (PyCallable_Check(function.ptr()) != 0) return;
    const std::string message = std::string(name) + ": expected a function, found ";
    throw nb::type_error((message + nb::type_name(function.type()).c_str()).c_str());
}

// How positions are remembered, by name.
inline constexpr std::array<const char*, 3> kStores{"exact", "fingerprint", "patricia"};

struct PyAnswer {
    Answer answer;
    nb::list path;
    const char* outcome = nullptr;  // if the outcome needs another name
};

// A solution must be shorter than this to count.
inline int upper_of(std::optional<int> upper) {
    return upper ? within("an upper bound of", *upper, 0, kNoUpper) : kNoUpper;
}

// How much longer than proved to be needed a solution may be: millionths of that, and moves on top.
inline Slack slack_of(std::int64_t share, int moves) {
    return {within("share", share, 0, Slack::kMostShare), within("moves_more", moves, 0, Slack::kMostMoves)};
}

// Calls back into Python; call it without holding the interpreter's lock.
inline Watch watch_of(const nb::object& watch) {
    check_function("watch", watch);
    return [&watch](const Counts& c, double elapsed) {
        return with_lock([&] {
            // Ctrl-C, or an exception of the callback, ends the search and reaches the caller.
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            nb::object stop;
            if (c.upper_bound < 0)
                stop = watch(c.expanded, c.generated, c.stored, c.open, c.bytes, elapsed, c.lower_bound);
            else
                stop = watch(c.expanded, c.generated, c.stored, c.open, c.bytes, elapsed, c.lower_bound,
                             c.upper_bound);
            const int is_true = PyObject_IsTrue(stop.ptr());
            if (is_true < 0) throw nb::python_error();
            return is_true != 0;
        });
    };
}

// The levels of a search for Python: their kind, which they are, and what each cost.  The last one ends with
// the search.
inline nb::list levels_of(const LevelLog& log, const Counts& counts, double seconds) {
    nb::list found;
    for (std::size_t i = 0; i < log.starts.size(); ++i) {
        const LevelStart& from = log.starts[i];
        const LevelStart end{0, counts.expanded, counts.generated, seconds};
        const LevelStart& to = i + 1 < log.starts.size() ? log.starts[i + 1] : end;
        found.append(nb::make_tuple(log.by, from.value, to.expanded - from.expanded,
                                    to.generated - from.generated, to.seconds - from.seconds));
    }
    return found;
}

inline nb::class_<PyAnswer> bind_answer_class(nb::module_& m) {
    return nb::class_<PyAnswer>(m, "Answer")
        .def_prop_ro(
            "outcome",
            [](const PyAnswer& a) { return a.outcome != nullptr ? a.outcome : name(a.answer.outcome); })
        .def_prop_ro("path", [](const PyAnswer& a) { return a.path; })
        .def_prop_ro("expanded", [](const PyAnswer& a) { return a.answer.counts.expanded; })
        .def_prop_ro("generated", [](const PyAnswer& a) { return a.answer.counts.generated; })
        .def_prop_ro("stored", [](const PyAnswer& a) { return a.answer.counts.stored; })
        .def_prop_ro("lower_bound", [](const PyAnswer& a) { return a.answer.counts.lower_bound; })
        .def_prop_ro("peak_bytes", [](const PyAnswer& a) { return a.answer.peak_bytes; })
        .def_prop_ro("seconds", [](const PyAnswer& a) { return a.answer.seconds; })
        .def_prop_ro("error_bound", [](const PyAnswer& a) { return a.answer.error_bound; })
        .def_prop_ro("levels", [](const PyAnswer& a) {
            return levels_of(a.answer.levels, a.answer.counts, a.answer.seconds);
        });
}

void bind_decide(nb::module_& m);
void bind_diagrams(nb::module_& m);
void bind_black_hole_game(nb::module_& m);
void bind_freecell_game(nb::module_& m);
void bind_peg_game(nb::module_& m);
void bind_rows_game(nb::module_& m);
void bind_sliding_game(nb::module_& m);
void bind_gap_sets(nb::module_& m);
void bind_freecell(nb::module_& m);
void bind_freecell_certify(nb::module_& m);
void bind_freecell_learn(nb::module_& m);
void bind_freecell_quick(nb::module_& m);
void bind_rows(nb::module_& m);
void bind_rows_certify(nb::module_& m);
void bind_shortest(nb::module_& m);
void bind_slice(nb::module_& m);
void bind_sliding(nb::module_& m);
void bind_sliding_certify(nb::module_& m);
void bind_tables(nb::module_& m);

}  // namespace yomikiri
