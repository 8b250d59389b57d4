// Exhaustive search with duplicate detection: one loop; the open list determines the algorithm.
//
// The fast twin of src/yomikiri/search/exhaustive.py: every position is looked up among all seen when it is
// generated, goals are recognised there too, and children enter the open list in push order.  All children of
// a position are located and prefetched before the first is inserted, so their cache misses overlap.
#pragma once

#include <algorithm>
#include <new>

#include "search/control.hpp"
#include "search/expansion.hpp"
#include "stores/open_list.hpp"
#include "stores/parent_store.hpp"

namespace yomikiri {

// Whether a store keeps parents instead of records.
template <class Store, class Key>
concept KeepsParents = requires(const Store store, const Key& key) { store.parent(key); };

// The keys after the start up to `goal`, found by undoing records or along the parents.
template <Expandable D, class Store>
std::vector<typename D::Key> unroll(const D& domain, const Store& store, const typename D::Key& goal) {
    using Key = typename D::Key;
    auto before = [&](const Key& key) -> std::optional<Key> {
        if constexpr (KeepsParents<Store, Key>) {
            return store.parent(key);
        } else {
            const std::optional<Record> record = store.find(domain.hash(key), key);
            if (!record || *record == kRootRecord) return std::nullopt;
            return domain.undo(key, *record);
        }
    };
    std::vector<Key> path;
    Key key = goal;
    // Every position on the path was stored before its children; if one is missing, certification fails.
    for (std::optional<Key> parent; (parent = before(key)) && path.size() <= store.size(); key = *parent)
        path.push_back(key);
    std::reverse(path.begin(), path.end());
    return path;
}

template <template <class> class Order, Expandable D, class Store>
PathAnswer<typename D::Key> explore(const D& domain, const typename D::Key& start, Store& store,
                                    MemoryBudget& budget, Control& control) {
    using Key = typename D::Key;
    using Open = Order<Key>;
    constexpr bool kParents = KeepsParents<Store, Key>;
    PathAnswer<Key> answer;
    Counts& counts = answer.counts;
    auto finish = [&](Outcome outcome) {
        answer.outcome = outcome;
        answer.peak_bytes = budget.peak();
        answer.error_bound = store.error_bound();
        counts.bytes = budget.used();
        answer.seconds = control.seconds();
        return answer;
    };

    auto insert = [&](const auto& place, const Child<Key>& child, [[maybe_unused]] std::uint32_t parent) {
        if constexpr (kParents)
            return store.insert(place, child, parent);
        else
            return store.insert(place, child);
    };

    auto search = [&]() -> Outcome {
        Open open(budget, domain.key_bytes(), domain.priorities());
        Child<Key> child{};
        domain.make_root(start, child);
        if (insert(store.locate(child), child, 0xFFFFFFFF) == Insert::kFull) return Outcome::kMemoryLimit;
        counts.stored = 1;
        if (child.goal) return Outcome::kSolved;
        if (!open.push(child)) return Outcome::kMemoryLimit;
        std::uint64_t layer_left = 1;  // positions of the current depth not yet expanded, in layered order
        if constexpr (Open::kLayered) {
            counts.lower_bound = 1;
            answer.levels.begin("depth", 0, counts, control.seconds());
        }

        // Positions are opened, and the places of their children prefetched, up to kLookahead positions
        // before the children are inserted.  In first-in-first-out order this changes nothing but the waiting
        // for memory; in other orders the next position is known only when the last one is done.
        struct Opened {
            std::size_t count;
            std::uint32_t number;  // of the position itself, for its children
            std::array<Child<Key>, D::Moves::capacity()> children;
            std::array<typename Store::Place, D::Moves::capacity()> places;
        };
        std::vector<Opened> ring(Open::kLookahead);
        std::size_t first = 0, opened = 0;
        typename D::State state{};
        typename D::Moves moves;
        Hash hash;
        Key key{};
        while (open.size() + opened > 0) {
            counts.open = open.size() + opened;
            counts.bytes = budget.used();
            if (std::optional<Outcome> stop = control.check(counts)) return *stop;
            for (; opened < Open::kLookahead && open.size() > 0; ++opened) {
                Opened& next = ring[(first + opened) % Open::kLookahead];
                open.pop(hash, key);
                if constexpr (kParents) next.number = store.number(key);
                domain.open(hash, key, state);
                domain.moves(state, moves);
                domain.push_order(moves);
                next.count = moves.size();
                for (std::size_t i = 0; i < moves.size(); ++i) {
                    domain.make_child(state, moves[i], next.children[i]);
                    next.places[i] = store.locate(next.children[i]);
                    store.prefetch(next.places[i]);
                }
            }
            Opened& now = ring[first];
            first = (first + 1) % Open::kLookahead;
            --opened;
            ++counts.expanded;
            for (std::size_t i = 0; i < now.count; ++i) {
                ++counts.generated;
                Insert inserted = insert(now.places[i], now.children[i], now.number);
                if (inserted == Insert::kKnown) continue;
                if (inserted == Insert::kFull) return Outcome::kMemoryLimit;
                ++counts.stored;
                if (now.children[i].goal) {
                    answer.path = unroll(domain, store, now.children[i].key);
                    return Outcome::kSolved;
                }
                if (!open.push(now.children[i])) return Outcome::kMemoryLimit;
            }
            if constexpr (Open::kLayered) {
                if (--layer_left == 0) {
                    layer_left = open.size() + opened;
                    if (layer_left > 0)
                        answer.levels.begin("depth", counts.lower_bound, counts, control.seconds());
                    ++counts.lower_bound;
                }
            }
        }
        return Outcome::kUnsolvable;
    };
    try {
        return finish(search());
    } catch (const std::bad_alloc&) {
        // Small bookkeeping outside the budget failed: the machine itself is out of memory.
        return finish(Outcome::kMemoryLimit);
    }
}

}  // namespace yomikiri
