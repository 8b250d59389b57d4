// bounded: a solution that is proved to be nearly shortest (search/bounded.hpp), for games with an estimate.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "bind_arguments.hpp"
#include "bindings.hpp"
#include "search/bounded.hpp"

namespace yomikiri {

// `At` is a position from outside with the game that it is searched with.
template <class P, class At, class G, class Bound>
void bind_bounded(Bound& bound) {
    bound.def(
        "bounded",
        [](const P& self, const nb::bytes& code, std::int64_t share, int moves_more, std::optional<int> upper,
           std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::uint64_t memory,
           const nb::object& watch) {
            const At at(self, code);
            const SearchLimits asked(nodes, seconds, memory, watch);
            const Slack slack = slack_of(share, moves_more);
            const int below = upper_of(upper);
            return at.run(asked, [&](MemoryBudget& budget, Control& control) {
                const auto domain = std::make_unique<Informed<G>>(at.game);
                return Bounded<Informed<G>>(*domain, slack, below, budget, control).run(at.start, 0);
            });
        },
        nb::arg("code"), nb::kw_only(), nb::arg("share") = 0, nb::arg("moves_more") = 0,
        nb::arg("upper") = nb::none(), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
        nb::arg("watch"));
}

}  // namespace yomikiri
