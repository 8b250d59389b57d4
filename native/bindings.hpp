// What the files of the Python module share: answers, codes and the watching callback as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

#include "games/superpuzz.hpp"
#include "search/control.hpp"

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

struct PyAnswer {
    Answer answer;
    nb::list path;
    const char* outcome = nullptr;  // where the outcome needs another word
};

inline Code code_of(const Superpuzz& domain, const nb::bytes& bytes) {
    Code code{};
    if (bytes.size() != domain.code_bytes()) throw nb::value_error("a code of the wrong length");
    std::memcpy(code.data(), bytes.c_str(), bytes.size());
    if (!domain.is_code(code)) throw nb::value_error("not the code of a position");
    return code;
}

inline nb::bytes bytes_of(const Superpuzz& domain, const Code& code) {
    return nb::bytes(reinterpret_cast<const char*>(code.data()), domain.code_bytes());
}

// Calls back into Python; to be run without the interpreter's lock.
inline Watch watch_of(const nb::object& watch) {
    return [&watch](const Counts& c, double elapsed) {
        nb::gil_scoped_acquire gil;
        // Ctrl-C, or an exception of the callback, ends the search and reaches the caller.
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return nb::cast<bool>(
            watch(c.expanded, c.generated, c.stored, c.open, c.bytes, elapsed, c.lower_bound));
    };
}

void bind_decide(nb::module_& m);
void bind_diagrams(nb::module_& m);
void bind_gap_sets(nb::module_& m);
void bind_freecell(nb::module_& m);
void bind_freecell_quick(nb::module_& m);
void bind_shortest(nb::module_& m);
void bind_slice(nb::module_& m);
void bind_sliding(nb::module_& m);
void bind_tables(nb::module_& m);

}  // namespace yomikiri
