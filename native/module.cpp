// The Python module: a thin layer that checks arguments, releases the GIL and translates.  No logic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bindings.hpp"
#include "games/superpuzz.hpp"
#include "search/explore.hpp"
#include "stores/hash_store.hpp"
#include "stores/patricia_store.hpp"

using namespace yomikiri;
namespace nb = nanobind;

namespace {

using MoveTuple = std::tuple<int, int, int>;

void open(const Superpuzz& domain, const nb::bytes& bytes, Superpuzz::State& state) {
    Code code = code_of(domain, bytes);
    domain.open(domain.hash(code), code, state);
}

Superpuzz::Order order_of(const std::string& order) {
    if (order == "breadth-first") return Superpuzz::Order::kAsListed;
    if (order == "depth-first-aces-last") return Superpuzz::Order::kAcesLast;
    if (order == "depth-first-aces-first") return Superpuzz::Order::kAcesFirst;
    if (order == "priority-1") return Superpuzz::Order::kPriority1;
    if (order == "priority-2") return Superpuzz::Order::kPriority2;
    throw nb::value_error("unknown order");
}

template <class Open, class Store>
Answer run(const Superpuzz& domain, const Code& start, const Limits& limits, const Watch& watch) {
    Control control(limits, watch);
    MemoryBudget budget(limits.memory);
    Store store(budget, domain.code_bytes());
    return explore<Open>(domain, start, store, budget, control);
}

template <class Store>
Answer run_order(const Superpuzz& domain, Superpuzz::Order order, const Code& start, const Limits& limits,
                 const Watch& watch) {
    switch (order) {
        case Superpuzz::Order::kAsListed:
            return run<Queue, Store>(domain, start, limits, watch);
        case Superpuzz::Order::kAcesLast:
        case Superpuzz::Order::kAcesFirst:
            return run<Stack, Store>(domain, start, limits, watch);
        default:
            return run<PriorityStacks, Store>(domain, start, limits, watch);
    }
}

PyAnswer explore_superpuzz(const Superpuzz& domain, const nb::bytes& start, const std::string& order_name,
                           const std::string& store, std::optional<std::uint64_t> nodes,
                           std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    Code code = code_of(domain, start);
    Superpuzz::Order order = order_of(order_name);
    Superpuzz ordered = domain;
    ordered.set_order(order);
    Limits limits{nodes, seconds, memory};
    Watch call = watch_of(watch);
    PyAnswer result;
    {
        nb::gil_scoped_release release;
        if (store == "exact")
            result.answer = run_order<ExactStore>(ordered, order, code, limits, call);
        else if (store == "fingerprint")
            result.answer = run_order<FingerprintStore>(ordered, order, code, limits, call);
        else if (store == "patricia")
            result.answer = run_order<PatriciaStore>(ordered, order, code, limits, call);
        else
            throw std::invalid_argument("unknown store");
    }
    for (const Code& step : result.answer.path) result.path.append(bytes_of(domain, step));
    return result;
}

}  // namespace

NB_MODULE(YOMIKIRI_KERNEL, m) {
    m.doc() = "The native kernel of yomikiri; use yomikiri.solve().";

    nb::class_<PyAnswer>(m, "Answer")
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
        .def_prop_ro("error_bound", [](const PyAnswer& a) { return a.answer.error_bound; });

    nb::class_<Superpuzz>(m, "Superpuzz")
        .def(nb::init<int, bool>(), nb::arg("columns"), nb::arg("rows_alike") = false)
        .def("moves",
             [](const Superpuzz& d, const nb::bytes& bytes) {
                 Superpuzz::State state;
                 Superpuzz::Moves moves;
                 open(d, bytes, state);
                 d.moves(state, moves);
                 std::vector<MoveTuple> listed;
                 for (Superpuzz::Move move : moves) listed.emplace_back(move.card, move.source, move.target);
                 return listed;
             })
        .def("children",
             [](const Superpuzz& d, const nb::bytes& bytes) {
                 Superpuzz::State state;
                 Superpuzz::Moves moves;
                 Child child{};
                 nb::list found;
                 open(d, bytes, state);
                 d.moves(state, moves);
                 for (Superpuzz::Move move : moves) {
                     d.make_child(state, move, child);
                     Code undone = d.undo(child.code, child.record);
                     bool hashed = child.hash == d.hash(child.code);
                     found.append(
                         nb::make_tuple(bytes_of(d, child.code), child.goal, bytes_of(d, undone), hashed));
                 }
                 return found;
             })
        .def("is_goal",
             [](const Superpuzz& d, const nb::bytes& bytes) {
                 Child child{};
                 d.make_root(code_of(d, bytes), child);
                 return child.goal;
             })
        .def("canonical", [](const Superpuzz& d,
                             const nb::bytes& bytes) { return bytes_of(d, d.canonical(code_of(d, bytes))); })
        .def("explore", &explore_superpuzz, nb::arg("start"), nb::kw_only(), nb::arg("order"),
             nb::arg("store"), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
             nb::arg("watch"));

    bind_decide(m);
    bind_diagrams(m);
    bind_gap_sets(m);
    bind_freecell(m);
    bind_freecell_quick(m);
    bind_shortest(m);
    bind_slice(m);
    bind_sliding(m);
    bind_tables(m);
}
