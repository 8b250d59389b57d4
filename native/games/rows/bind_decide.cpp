// The decision procedure for Superpuzz and Gaps in Python's terms.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>

#include "games/rows/bind.hpp"
#include "games/rows/decide.hpp"
#include "stores/patricia_store.hpp"

using namespace yomikiri;

// Compiled in games/rows/decide_fingerprint.cpp.
extern template PathAnswer<Code> yomikiri::decide_rows<FingerprintSet>(int, const Code&, RowDecision::Rules,
                                                                       PoolOptions, std::size_t,
                                                                       const Limits&, const Watch&);

template PathAnswer<Code> yomikiri::decide_rows<ExactStore>(int, const Code&, RowDecision::Rules, PoolOptions,
                                                            std::size_t, const Limits&, const Watch&);

namespace {

PyAnswer row_decide(int columns, const nb::bytes& start, const std::string& store_name,
                    std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::uint64_t memory,
                    const nb::object& watch, std::uint64_t seed, bool dead, bool persistent, bool delay,
                    bool contract, std::size_t threads, std::uint64_t hash_seed, std::uint64_t crowd) {
    within("threads", threads, 1, kMaxThreads);
    const std::size_t store = choice("store", store_name, kStores);
    Superpuzz domain(columns, false);
    Code code = code_of(domain, start);
    Limits limits = limits_of(nodes, seconds, memory);
    RowDecision::Rules rules{dead, persistent, delay, contract};
    const PoolOptions pool{seed, hash_seed, within("crowd", crowd, 1, PoolOptions::kCrowd)};
    Watch call = watch_of(watch);
    PathAnswer<Code> found;
    {
        const Unlocked unlocked;
        if (store == 0)
            found = decide_rows<ExactStore>(columns, code, rules, pool, threads, limits, call);
        else if (store == 1)
            found = decide_rows<FingerprintSet>(columns, code, rules, pool, threads, limits, call);
        else
            found = decide_rows<PatriciaStore>(columns, code, rules, pool, threads, limits, call);
    }
    PyAnswer result{found, {}};
    for (const Code& step : found.path) result.path.append(bytes_of(domain, step));
    return result;
}

}  // namespace

void yomikiri::bind_decide(nb::module_& m) {
    m.def("row_decide", &row_decide, nb::arg("columns"), nb::arg("start"), nb::kw_only(), nb::arg("store"),
          nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"),
          nb::arg("seed") = 1, nb::arg("dead") = true, nb::arg("persistent") = true, nb::arg("delay") = true,
          nb::arg("contract") = true, nb::arg("threads") = 1, nb::arg("hash_seed") = 0,
          nb::arg("crowd") = PoolOptions::kCrowd);
}
