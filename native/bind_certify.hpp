// The tables of certificates for Python, which only has to compress and write them.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <vector>

#include "bindings.hpp"
#include "certify/closure.hpp"

namespace yomikiri {

inline nb::bytes stream_of(const std::vector<std::uint8_t>& bytes) {
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// What every writer takes: limits on positions kept, seconds and bytes.
struct Closing {
    bool joins;
    std::uint64_t most;
    std::optional<double> seconds;
    std::uint64_t memory;
    const nb::object& watch;
};

// The outcome, the positions met, and the blocks: bound, keys, the two streams.
template <class G>
nb::tuple closed(G& game, int wanted, const Closing& how) {
    within("a bound of", wanted, 1, kInfiniteBound);
    const Watch call = watch_of(how.watch);
    Control control(limits_of(std::nullopt, how.seconds, how.memory), call);
    Closure<G> closure(game, how.joins, how.most, how.memory, control);
    Outcome outcome;
    {
        const Unlocked unlocked;
        outcome = closure.run(wanted);
    }
    nb::list blocks;
    for (const auto& block : closure.blocks)
        blocks.append(
            nb::make_tuple(block.bound, block.count, stream_of(block.shared), stream_of(block.suffixes)));
    return nb::make_tuple(name(outcome), closure.counts.expanded, blocks);
}

}  // namespace yomikiri
