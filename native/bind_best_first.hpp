// best_first: the search with estimates from Python, for every game (search/batched_best_first.hpp), and
// bidirectional, for games that can be searched from the goal (search/bidirectional.hpp).
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstring>

#include "bindings.hpp"
#include "buffer.hpp"
#include "search/batched_best_first.hpp"
#include "search/bidirectional.hpp"

namespace yomikiri {

// Calls back into Python with a batch; call it without holding the interpreter's lock.
class PyEvaluate {
  public:
    PyEvaluate(const nb::object& function, std::size_t row) : function_(function), row_(row) {
        check_function("evaluate", function);
    }
    void operator()(const std::uint8_t* codes, std::size_t count, std::int32_t* values) const {
        with_lock([&] {
            // A Python bytes object of its own: the callee may keep it.
            const nb::object found = function_(nb::bytes(codes, count * row_), count);
            const Buffer given(found);
            const std::size_t wanted = count * sizeof *values;
            if (given.size() != wanted)
                refuse("estimates of ", given.size(), " bytes for ", count, " positions: expected ", wanted);
            std::memcpy(values, given.data(), wanted);
        });
    }

  private:
    const nb::object& function_;
    std::size_t row_;
};

inline BatchedOrder checked_order(BatchedOrder order) {
    constexpr double kMost = 1e6;
    const bool greedy = std::isinf(order.weight) && order.weight > 0;
    if (!greedy && !(order.weight >= 1 && order.weight <= kMost))
        refuse("weight ", order.weight, ": expected 1 to ", kMost, ", or infinity");
    if (!(order.within == 0 || order.within >= 1))
        refuse("within ", order.within, ": expected 0, or 1 and more");
    within("batch", order.batch, 1, std::size_t{65536});
    within("row", order.row, 1, std::size_t{65536});
    return order;
}

// `At` is a position from outside together with the game to search it with.
template <class P, class At, class Bound>
void bind_best_first(Bound& bound) {
    bound.def(
        "best_first",
        [](const P& self, const nb::bytes& code, const nb::object& evaluate, double weight, double within,
           std::size_t batch, std::size_t row, std::optional<std::uint64_t> nodes,
           std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
            const At at(self, code);
            const SearchLimits asked(nodes, seconds, memory, watch);
            const BatchedOrder order = checked_order({weight, within, batch, row});
            const PyEvaluate estimates(evaluate, row);
            return at.run(asked, [&](MemoryBudget& budget, Control& control) {
                return BatchedBestFirst(at.game, order, estimates, budget, control).run(at.start);
            });
        },
        nb::arg("code"), nb::arg("evaluate"), nb::kw_only(), nb::arg("weight") = 1.0, nb::arg("within") = 0.0,
        nb::arg("batch") = 1, nb::arg("row"), nb::arg("nodes").none(), nb::arg("seconds").none(),
        nb::arg("memory"), nb::arg("watch"));
}

template <class P, class At, class Bound>
void bind_bidirectional(Bound& bound) {
    bound.def(
        "bidirectional",
        [](const P& self, const nb::bytes& code, std::optional<std::uint64_t> nodes,
           std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
            const At at(self, code);
            const SearchLimits asked(nodes, seconds, memory, watch);
            return at.run(asked, [&](MemoryBudget& budget, Control& control) {
                return Bidirectional(at.game, at.start, budget, control).run(at.start, at.game.goal());
            });
        },
        nb::arg("code"), nb::kw_only(), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
        nb::arg("watch"));
}

}  // namespace yomikiri
