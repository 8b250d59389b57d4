// The decision procedure for Superpuzz and Gaps in Python's terms.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>

#include "bindings.hpp"
#include "games/row_decide.hpp"
#include "stores/patricia_store.hpp"

using namespace yomikiri;

// Compiled in decide_fingerprint.cpp.
extern template Answer yomikiri::decide_rows<FingerprintSet>(int, const Code&, RowDecision::Rules,
                                                             std::uint64_t, std::size_t, const Limits&,
                                                             const Watch&);

namespace {

PyAnswer row_decide(int columns, const nb::bytes& start, const std::string& store,
                    std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::uint64_t memory,
                    const nb::object& watch, std::uint64_t seed, bool dead, bool persistent, bool delay,
                    bool contract, std::size_t threads) {
    if (threads < 1 || threads > 1024) throw std::invalid_argument("threads: expected 1 to 1024");
    Superpuzz domain(columns, false);
    Code code = code_of(domain, start);
    Limits limits{nodes, seconds, memory};
    RowDecision::Rules rules{dead, persistent, delay, contract};
    Watch call = watch_of(watch);
    PyAnswer result;
    {
        nb::gil_scoped_release release;
        if (store == "exact")
            result.answer = decide_rows<ExactStore>(columns, code, rules, seed, threads, limits, call);
        else if (store == "fingerprint")
            result.answer = decide_rows<FingerprintSet>(columns, code, rules, seed, threads, limits, call);
        else if (store == "patricia")
            result.answer = decide_rows<PatriciaStore>(columns, code, rules, seed, threads, limits, call);
        else
            throw std::invalid_argument("unknown store");
    }
    for (const Code& step : result.answer.path) result.path.append(bytes_of(domain, step));
    return result;
}

}  // namespace

void yomikiri::bind_decide(nb::module_& m) {
    m.def("row_decide", &row_decide, nb::arg("columns"), nb::arg("start"), nb::kw_only(), nb::arg("store"),
          nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"),
          nb::arg("seed") = 1, nb::arg("dead") = true, nb::arg("persistent") = true, nb::arg("delay") = true,
          nb::arg("contract") = true, nb::arg("threads") = 1);
}
