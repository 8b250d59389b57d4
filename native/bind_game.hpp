// bind_game<G>(module, "name"): a Python class with every search whose requirements a game meets.
//
// The class is constructed with the parameters of the rules, by name, which G's constructor reads from
// Arguments.  Its functions take positions as *codes*, bytes that the game's Python page reads and writes,
// too:
//
//  * `moves`, `children`, `is_goal`, `key`, and if there is one `estimate`: what twin tests compare;
//  * `explore`, `decide`, `best_first`: any game;  `slice`: with undo;  `a_star`, `greedy`, `bounded`,
//    `beam`, `ida_star`, `shorten`: with an estimate.  `searches` lists the available ones, and
//    `heuristics` the names of the estimates;
//  * `environments`: many games side by side, for agents (environments.hpp), if the game is playable.
//
// A code is the bytes of a key, unless the game has read() and write() for another form.  A game whose keys
// are relative to a start has relative_to(code), which returns the game to search with.
//
// Paths are the codes after the start, up to the goal.  If positions that are alike share a key, each code is
// that of their representative, and Python finds the moves in between.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "bind_arguments.hpp"
#include "bind_best_first.hpp"
#include "bind_bounded.hpp"
#include "bind_environments.hpp"
#include "bind_slice.hpp"
#include "game.hpp"
#include "search/a_star.hpp"
#include "search/beam.hpp"
#include "search/deepening.hpp"
#include "search/explore.hpp"
#include "search/parallel_a_star.hpp"
#include "search/pooled_game.hpp"
#include "search/shorten.hpp"

namespace yomikiri {

template <Game G>
class PyGame {
  public:
    using Key = typename G::Key;
    using State = typename G::State;
    using Path = PathAnswer<Key>;
    using Nodes = std::optional<std::uint64_t>;
    using Seconds = std::optional<double>;

    explicit PyGame(const nb::kwargs& given) : game_(game_of<G>(arguments_of(given))) {}

    nb::list children(const nb::bytes& code) const {
        const At at(*this, code);
        nb::list found;
        at.for_each_child([&](const typename G::Move&, const State& next) {
            found.append(nb::make_tuple(at.code(at.key_of(next)), at.game.is_goal(next)));
        });
        return found;
    }
    // In order, each as the bytes in which the game stores it.
    nb::list moves(const nb::bytes& code) const {
        static_assert(std::has_unique_object_representations_v<typename G::Move>,
                      "a move with padding has no bytes of its own");
        const At at(*this, code);
        nb::list found;
        at.for_each_child([&](const typename G::Move& move, const State&) {
            found.append(nb::bytes(reinterpret_cast<const char*>(&move), sizeof move));
        });
        return found;
    }
    bool is_goal(const nb::bytes& code) const {
        const At at(*this, code);
        return at.game.is_goal(at.state);
    }
    nb::bytes key(const nb::bytes& code) const {
        const At at(*this, code);
        const std::size_t size = key_bytes(at.game);
        return nb::bytes(reinterpret_cast<const char*>(KeyBytes<Key>(at.start).data()), size);
    }
    std::optional<int> estimate(const nb::bytes& code) const {
        const At at(*this, code);
        const int found = at.game.estimate(at.state);
        return found == kDeadEnd ? std::nullopt : std::optional(found);
    }

    PyAnswer explore(const nb::bytes& code, const std::string& order, const std::string& store, Nodes nodes,
                     Seconds seconds, std::uint64_t memory, const nb::object& watch,
                     std::uint64_t hash_seed) const {
        const At at(*this, code);
        const SearchLimits asked(nodes, seconds, memory, watch);
        const std::size_t which =
            HasPriority<G> ? choice("order", order, kOrders) : choice("order", order, kOrdersWithoutPriority);
        const std::size_t kept = choice("store", store, kKept);
        return at.run(asked, [&](MemoryBudget& budget, Control& control) -> Path {
            if constexpr (Undoable<G>)
                return explore_by(at.game.with_hash_seed(hash_seed), at.start, which, kept, budget, control);
            else
                return explore_by(Expansion<G>(at.game, kept == 1, hash_seed), at.start, which, kept, budget,
                                  control);
        });
    }

    PyAnswer decide(const nb::bytes& code, const std::string& store, std::uint64_t seed, std::size_t threads,
                    Nodes nodes, Seconds seconds, std::uint64_t memory, const nb::object& watch,
                    std::uint64_t hash_seed, std::uint64_t crowd) const {
        const At at(*this, code);
        const SearchLimits asked(nodes, seconds, memory, watch);
        const PoolOptions pool{seed, hash_seed, within("crowd", crowd, 1, PoolOptions::kCrowd)};
        const std::size_t kept = choice("store", store, kKept);
        within("threads", threads, 1, HasZone<G> || kDecides ? kMaxThreads : 1u);
        return at.run(asked, [&](MemoryBudget& budget, Control& control) {
            if constexpr (kDecides)
                return at.game.decide(at.start, kept == 1, pool, threads, asked.limits, asked.watch);
            else
                return kept == 1 ? pooled<FingerprintSet>(at, pool, threads, asked, budget, control)
                                 : pooled<ExactStore>(at, pool, threads, asked, budget, control);
        });
    }

    PyAnswer a_star(const nb::bytes& code, double weight, std::optional<int> upper, std::size_t threads,
                    Nodes nodes, Seconds seconds, std::uint64_t memory, const nb::object& watch) const {
        if (!(weight >= 1 && weight <= ByWeight::kMost))
            refuse("weight ", weight, ": expected 1 to ", ByWeight::kMost);
        within("threads", threads, 1, weight == 1 ? kMaxThreads : 1u);
        return informed(code, upper, nodes, seconds, memory, watch, [&](auto& domain, auto& search) {
            if (weight > 1)
                return AStar<Informed<G>, ByWeight>(domain, search.upper, search.budget, search.control,
                                                    {weight})
                    .run(search.start, 0);
            if (threads == 1)
                return AStar<Informed<G>>(domain, search.upper, search.budget, search.control)
                    .run(search.start, 0);
            std::vector<std::unique_ptr<Informed<G>>> domains;
            for (std::size_t i = 0; i < threads; ++i)
                domains.push_back(std::make_unique<Informed<G>>(search.game));
            return ParallelAStar<Informed<G>>(domains, search.upper, search.budget, search.control)
                .run(search.start, 0);
        });
    }
    PyAnswer greedy(const nb::bytes& code, std::optional<int> upper, Nodes nodes, Seconds seconds,
                    std::uint64_t memory, const nb::object& watch) const {
        return informed(code, upper, nodes, seconds, memory, watch, [&](auto& domain, auto& search) {
            return AStar<Informed<G>, ByWeight>(domain, search.upper, search.budget, search.control,
                                                {std::numeric_limits<double>::infinity()})
                .run(search.start, 0);
        });
    }
    PyAnswer beam(const nb::bytes& code, std::size_t width, std::optional<int> upper, Nodes nodes,
                  Seconds seconds, std::uint64_t memory, const nb::object& watch) const {
        return informed(code, upper, nodes, seconds, memory, watch, [&](auto& domain, auto& search) {
            return Beam<Informed<G>>(domain, width, search.upper, search.budget, search.control)
                .run(search.start, 0);
        });
    }
    PyAnswer ida_star(const nb::bytes& code, std::optional<int> upper, Nodes nodes, Seconds seconds,
                      std::uint64_t memory, const nb::object& watch) const {
        return informed(code, upper, nodes, seconds, memory, watch, [&](auto& domain, auto& search) {
            return Deepening<Informed<G>>(domain, search.upper, search.budget, search.control)
                .run(search.start, 0);
        });
    }

    // `path` are the codes of a solution after the position.  Solved means proved shortest.
    PyAnswer shorten(const nb::bytes& code, const nb::list& path, std::size_t neighbours, Nodes nodes,
                     Seconds seconds, std::uint64_t memory, const nb::object& watch) const {
        const At at(*this, code);
        const SearchLimits asked(nodes, seconds, memory, watch);
        const Followers<G> followers(at.game);
        std::vector<Key> keys{at.start};
        State state = at.state;
        for (nb::handle item : path) {
            if (!nb::isinstance<nb::bytes>(item)) throw nb::type_error("a step of the path that is no code");
            const Key next = At::read(at.game, nb::borrow<nb::bytes>(item));
            bool is_move = false;
            followers.for_each_follower(state, [&](const Key& key) { is_move |= key == next; });
            if (!is_move) throw nb::value_error("the path is not a sequence of moves");
            keys.push_back(next);
            at.game.open(next, state);
        }
        if (!at.game.is_goal(state)) throw nb::value_error("the path does not end in a goal");
        return at.run(asked, [&](MemoryBudget& budget, Control& control) {
            const auto domain = std::make_unique<Informed<G>>(at.game);
            auto ends = [&](const Key& start, int upper, const Counts& counts) -> Path {
                AStar<Informed<G>> search(*domain, upper, budget, control);
                search.carry_on(counts);
                return search.run(start, 0);
            };
            return Shortener(followers, ends, neighbours, budget, control).run(keys);
        });
    }

    PySlice slice(const nb::bytes& code, const std::string& store, std::size_t index, std::size_t parts,
                  std::uint64_t memory, std::uint64_t hash_seed) const {
        const At at(*this, code);
        const Share share{store, index, parts, memory};
        if constexpr (Undoable<G>)
            return slice_of(at.game.with_hash_seed(hash_seed), share);
        else
            return slice_of(Expansion<G>(at.game, true, hash_seed), share);
    }

    // So many games, to be played side by side; each ends after `limit` steps.
    PyEnvironments environments(std::size_t games, std::uint64_t limit, std::uint64_t deals) const {
        return environments_of(game_, games, limit, deals);
    }

    // Whether the game has an engine of its own for that.
    static constexpr bool kDecides =
        requires(const G game, const Key& start, const Limits& limits, const Watch& watch) {
            game.decide(start, true, PoolOptions{1, 0}, std::size_t{1}, limits, watch);
        };
    // Neighbourhoods count moves, so each must cost 1.
    static constexpr bool kShortens = HasEstimate<G> && !HasCost<G>;
    static constexpr bool kSlices = Undoable<G> || Expansion<G>::kUndoes;

    static std::vector<std::string> searches() {
        std::vector<std::string> found{"explore", "decide", "best_first"};
        if (kSlices) found.push_back("slice");
        if (HasEstimate<G>)
            for (const char* name : {"a_star", "greedy", "bounded", "beam", "ida_star"})
                found.push_back(name);
        if (kShortens) found.push_back("shorten");
        if (HasReverse<G>) found.push_back("bidirectional");
        return found;
    }
    static std::vector<std::string> orders() {
        if (HasPriority<G>) return {kOrders.begin(), kOrders.end()};
        return {kOrdersWithoutPriority.begin(), kOrdersWithoutPriority.end()};
    }

    template <class Bound>
    static void bind_outside(Bound& bound) {
        bind_best_first<PyGame, At>(bound);
        if constexpr (HasReverse<G>) bind_bidirectional<PyGame, At>(bound);
        if constexpr (HasEstimate<G>) bind_bounded<PyGame, At, G>(bound);
    }

  private:
    static constexpr std::array<const char*, 3> kOrders{"breadth-first", "depth-first", "priority-first"};
    static constexpr std::array<const char*, 2> kOrdersWithoutPriority{"breadth-first", "depth-first"};
    static constexpr std::array<const char*, 2> kKept{"exact", "fingerprint"};

    // A position from outside, and the game to search it with.
    struct At {
        G game;
        Key start;
        State state;

        At(const PyGame& self, const nb::bytes& bytes)
            : game(for_start(self.game_, bytes)), start(read(game, bytes)) {
            game.open(start, state);
        }
        static std::span<const std::uint8_t> span_of(const nb::bytes& bytes) {
            return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
        }
        static G for_start(const G& game, const nb::bytes& bytes) {
            if constexpr (requires { game.relative_to(span_of(bytes)); })
                return game.relative_to(span_of(bytes));
            else
                return game;
        }
        static Key read(const G& game, const nb::bytes& bytes) {
            std::optional<Key> found;
            if constexpr (requires { game.read(span_of(bytes)); }) {
                found = game.read(span_of(bytes));
            } else {
                const std::size_t size = key_bytes(game);
                if (bytes.size() != size) refuse("a code of ", bytes.size(), " bytes: expected ", size);
                found = read_key<Key>(span_of(bytes).data(), size);
                if (!is_position(game, *found)) found.reset();
            }
            if (!found) refuse("not the code of a position of this game");
            if constexpr (HasCanonical<G>) found = game.canonical(*found);
            return *found;
        }
        Key key_of(const State& at) const {
            if constexpr (HasCanonical<G>)
                return game.canonical(game.key(at));
            else
                return game.key(at);
        }
        nb::bytes code(const Key& key) const {
            if constexpr (requires { game.write(key); }) {
                const std::vector<std::uint8_t> bytes = game.write(key);
                return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            } else {
                return nb::bytes(reinterpret_cast<const char*>(KeyBytes<Key>(key).data()), key_bytes(game));
            }
        }
        template <class Visit>
        void for_each_child(Visit&& visit) const {
            typename G::Moves moves;
            moves.clear();
            game.moves(state, moves);
            for (const typename G::Move& move : moves) {
                State next = state;
                game.play(next, move);
                visit(move, next);
            }
        }

        // Runs search(budget, control) without the interpreter's lock.
        template <class Search>
        PyAnswer run(const SearchLimits& asked, Search&& search) const {
            Path answer;
            {
                const Unlocked unlocked;
                Control control(asked.limits, asked.watch);
                MemoryBudget budget(asked.limits.memory);
                try {
                    answer = search(budget, control);
                } catch (const std::bad_alloc&) {
                    // Small bookkeeping outside the budget failed: the machine itself is out of memory.
                    answer = Path{};
                    answer.outcome = Outcome::kMemoryLimit;
                    answer.peak_bytes = budget.peak();
                    answer.seconds = control.seconds();
                }
            }
            PyAnswer result{answer, {}};
            for (const Key& one : answer.path) result.path.append(code(one));
            if (answer.outcome == Outcome::kUnsolvable && answer.left_out) result.outcome = "exhausted";
            return result;
        }
    };

    template <class D>
    static Path explore_by(const D& domain, const Key& start, std::size_t order, std::size_t store,
                           MemoryBudget& budget, Control& control) {
        auto in_order = [&]<class Store>(std::type_identity<Store>) -> Path {
            Store kept(budget, domain.key_bytes());
            if (order == 0) return yomikiri::explore<Queue>(domain, start, kept, budget, control);
            if (order == 1) return yomikiri::explore<Stack>(domain, start, kept, budget, control);
            if constexpr (HasPriority<G>)
                return yomikiri::explore<PriorityStacks>(domain, start, kept, budget, control);
            return {};
        };
        if constexpr (Undoable<D>) {
            if (store == 1) return in_order(std::type_identity<FingerprintStore>{});
            return in_order(std::type_identity<ExactStore>{});
        } else {
            if (store != 0) refuse("a store of that kind needs a game that can undo moves: expected exact");
            return in_order(std::type_identity<ParentStore<Key>>{});
        }
    }

    template <class Store>
    static Path pooled(const At& at, PoolOptions pool, std::size_t threads, const SearchLimits& asked,
                       MemoryBudget& budget, Control& control) {
        std::vector<std::unique_ptr<PooledGame<G>>> games;
        for (std::size_t i = 0; i < threads; ++i)
            games.push_back(std::make_unique<PooledGame<G>>(at.game, Store::kByHash, pool.hash));
        Path answer;
        static_cast<Answer&>(answer) = decide_pooled<Store>(games, games[0]->unpack(at.start), budget,
                                                            control, asked.limits.nodes, pool, answer.path);
        return answer;
    }

    struct InformedRun {
        const G& game;
        const Key& start;
        int upper;
        MemoryBudget& budget;
        Control& control;
    };
    template <class Search>
    PyAnswer informed(const nb::bytes& code, std::optional<int> upper, Nodes nodes, Seconds seconds,
                      std::uint64_t memory, const nb::object& watch, Search&& search) const {
        const At at(*this, code);
        const SearchLimits asked(nodes, seconds, memory, watch);
        const int below = upper_of(upper);
        return at.run(asked, [&](MemoryBudget& budget, Control& control) -> Path {
            const auto domain = std::make_unique<Informed<G>>(at.game);
            InformedRun run{at.game, at.start, below, budget, control};
            return search(*domain, run);
        });
    }

    G game_;
};

template <Game G>
void bind_game(nb::module_& m, const char* name) {
    using P = PyGame<G>;
    // Another package's module does not have our classes.
    if (!nb::type<PyAnswer>().is_valid()) bind_answer_class(m);
    if (!nb::type<PySlice>().is_valid()) bind_slice_class(m);
    if (!nb::type<PyEnvironments>().is_valid()) bind_environments_class(m);
    auto bound = nb::class_<P>(m, name);
    bound.def("__init__", [](P* place, const nb::kwargs& parameters) { new (place) P(parameters); })
        .def("moves", &P::moves, nb::arg("code"))
        .def("children", &P::children, nb::arg("code"))
        .def("is_goal", &P::is_goal, nb::arg("code"))
        .def("key", &P::key, nb::arg("code"))
        .def("explore", &P::explore, nb::arg("code"), nb::kw_only(), nb::arg("order") = "breadth-first",
             nb::arg("store") = "exact", nb::arg("nodes").none(), nb::arg("seconds").none(),
             nb::arg("memory"), nb::arg("watch"), nb::arg("hash_seed") = 0)
        .def("decide", &P::decide, nb::arg("code"), nb::kw_only(), nb::arg("store") = "fingerprint",
             nb::arg("seed") = 1, nb::arg("threads") = 1, nb::arg("nodes").none(), nb::arg("seconds").none(),
             nb::arg("memory"), nb::arg("watch"), nb::arg("hash_seed") = 0,
             nb::arg("crowd") = PoolOptions::kCrowd);
    if constexpr (HasEstimate<G>)
        bound.def("estimate", &P::estimate, nb::arg("code"))
            .def("a_star", &P::a_star, nb::arg("code"), nb::kw_only(), nb::arg("weight") = 1.0,
                 nb::arg("upper") = nb::none(), nb::arg("threads") = 1, nb::arg("nodes").none(),
                 nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"))
            .def("greedy", &P::greedy, nb::arg("code"), nb::kw_only(), nb::arg("upper") = nb::none(),
                 nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"))
            .def("beam", &P::beam, nb::arg("code"), nb::kw_only(), nb::arg("width") = 1000,
                 nb::arg("upper") = nb::none(), nb::arg("nodes").none(), nb::arg("seconds").none(),
                 nb::arg("memory"), nb::arg("watch"))
            .def("ida_star", &P::ida_star, nb::arg("code"), nb::kw_only(), nb::arg("upper") = nb::none(),
                 nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
    P::bind_outside(bound);
    if constexpr (Playable<G>)
        bound.def("environments", &P::environments, nb::arg("games"), nb::kw_only(), nb::arg("limit") = 1000,
                  nb::arg("deals") = 1);
    if constexpr (P::kShortens)
        bound.def("shorten", &P::shorten, nb::arg("code"), nb::arg("path"), nb::kw_only(),
                  nb::arg("neighbours") = 5000, nb::arg("nodes").none(), nb::arg("seconds").none(),
                  nb::arg("memory"), nb::arg("watch"));
    if constexpr (P::kSlices)
        bound.def("slice", &P::slice, nb::arg("code"), nb::kw_only(), nb::arg("store") = "exact",
                  nb::arg("index"), nb::arg("parts"), nb::arg("memory"), nb::arg("hash_seed") = 0);
    bound.attr("searches") = nb::cast(P::searches());
    bound.attr("orders") = nb::cast(P::orders());
    if constexpr (requires { G::kHeuristics; })
        bound.attr("heuristics") =
            nb::cast(std::vector<std::string>(G::kHeuristics.begin(), G::kHeuristics.end()));
}

}  // namespace yomikiri
