// The tables of certificates for Python: what is left to do there is to compress and to write them.
#pragma once

#include <nanobind/stl/string.h>

#include <vector>

#include "bindings.hpp"
#include "certify/closure.hpp"

namespace yomikiri {

inline nb::bytes stream_of(const std::vector<std::uint8_t>& bytes) {
    return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// The outcome, the positions met, and the blocks: bound, keys, the two streams.
template <class G>
nb::tuple closed(G& game, int wanted, bool joins, std::uint64_t most, const nb::object& watch) {
    within("a bound of", wanted, 1, kInfiniteBound);
    const Watch call = watch_of(watch);
    Control control({}, call);
    Closure<G> closure(game, joins, most, control);
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
