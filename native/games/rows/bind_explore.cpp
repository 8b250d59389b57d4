// The rules of Superpuzz and Gaps and their exhaustive searches for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "games/rows/bind.hpp"
#include "search/explore.hpp"
#include "stores/hash_store.hpp"
#include "stores/patricia_store.hpp"

namespace yomikiri {

namespace {

using MoveTuple = std::tuple<int, int, int>;

void open(const Superpuzz& domain, const nb::bytes& bytes, Superpuzz::State& state) {
    Code code = code_of(domain, bytes);
    domain.open(domain.hash(code), code, state);
}

Superpuzz::Order order_of(const std::string& order) {
    constexpr std::array<const char*, 5> kNames{"breadth-first", "depth-first-aces-last",
                                                "depth-first-aces-first", "priority-1", "priority-2"};
    constexpr std::array<Superpuzz::Order, 5> kOrders{
        Superpuzz::Order::kAsListed, Superpuzz::Order::kAcesLast, Superpuzz::Order::kAcesFirst,
        Superpuzz::Order::kPriority1, Superpuzz::Order::kPriority2};
    return kOrders[choice("order", order, kNames)];
}

template <template <class> class Open, class Store>
PathAnswer<Code> run(const Superpuzz& domain, const Code& start, const Limits& limits, const Watch& watch) {
    Control control(limits, watch);
    MemoryBudget budget(limits.memory);
    Store store(budget, domain.key_bytes());
    return explore<Open>(domain, start, store, budget, control);
}

template <class Store>
PathAnswer<Code> run_order(const Superpuzz& domain, Superpuzz::Order order, const Code& start,
                           const Limits& limits, const Watch& watch) {
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
                           const std::string& store_name, std::optional<std::uint64_t> nodes,
                           std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    Code code = code_of(domain, start);
    if (!domain.is_start(code))
        refuse("not a canonical code: expected what canonical() gives, for rows are alike");
    Superpuzz::Order order = order_of(order_name);
    const std::size_t store = choice("store", store_name, kStores);
    Superpuzz ordered = domain;
    ordered.set_order(order);
    Limits limits = limits_of(nodes, seconds, memory);
    Watch call = watch_of(watch);
    PathAnswer<Code> found;
    {
        const Unlocked unlocked;
        if (store == 0)
            found = run_order<ExactStore>(ordered, order, code, limits, call);
        else if (store == 1)
            found = run_order<FingerprintStore>(ordered, order, code, limits, call);
        else
            found = run_order<PatriciaStore>(ordered, order, code, limits, call);
    }
    PyAnswer result{found, {}};
    for (const Code& step : found.path) result.path.append(bytes_of(domain, step));
    return result;
}

}  // namespace

void bind_rows(nb::module_& m) {
    nb::class_<Superpuzz>(m, "Superpuzz")
        .def(nb::init<int, bool, std::uint64_t>(), nb::arg("columns"), nb::arg("rows_alike") = false,
             nb::arg("hash_seed") = 0)
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
                 Child<Code> child{};
                 nb::list found;
                 open(d, bytes, state);
                 d.moves(state, moves);
                 for (Superpuzz::Move move : moves) {
                     d.make_child(state, move, child);
                     Code undone = d.undo(child.key, child.record);
                     bool hashed = child.hash == d.hash(child.key);
                     found.append(
                         nb::make_tuple(bytes_of(d, child.key), child.goal, bytes_of(d, undone), hashed));
                 }
                 return found;
             })
        .def("is_goal",
             [](const Superpuzz& d, const nb::bytes& bytes) {
                 Child<Code> child{};
                 d.make_root(code_of(d, bytes), child);
                 return child.goal;
             })
        .def("canonical", [](const Superpuzz& d,
                             const nb::bytes& bytes) { return bytes_of(d, d.canonical(code_of(d, bytes))); })
        .def("explore", &explore_superpuzz, nb::arg("start"), nb::kw_only(), nb::arg("order"),
             nb::arg("store"), nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"),
             nb::arg("watch"));
}

}  // namespace yomikiri
