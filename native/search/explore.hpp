// Exhaustive search with duplicate detection: one loop; the open list makes the algorithm.
//
// The fast twin of src/yomikiri/search/exhaustive.py: every position is looked up among all seen when it is
// generated, goals are recognised there too, and children enter the open list in push order.  All children of
// a position are located and prefetched before the first is inserted, so their cache misses overlap.
#pragma once

#include <algorithm>
#include <new>

#include "search/control.hpp"
#include "stores/open_list.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

// The codes from after the start to `goal`, by undoing records.
template <Domain D, StateStore Store>
std::vector<Code> unroll(const D& domain, const Store& store, const Code& goal) {
    std::vector<Code> path;
    Code code = goal;
    while (true) {
        std::optional<Record> record = store.find(domain.hash(code), code);
        // Every position on the way was stored before its children; without it certification fails.
        if (!record || *record == kRootRecord) break;
        path.push_back(code);
        code = domain.undo(code, *record);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

template <class Open, Domain D, StateStore Store>
    requires OpenList<Open>
Answer explore(const D& domain, const Code& start, Store& store, MemoryBudget& budget, Control& control) {
    Answer answer;
    Counts& counts = answer.counts;
    auto finish = [&](Outcome outcome) {
        answer.outcome = outcome;
        answer.peak_bytes = budget.peak();
        answer.error_bound = store.error_bound();
        counts.bytes = budget.used();
        answer.seconds = control.seconds();
        return answer;
    };

    auto search = [&]() -> Outcome {
        Open open(budget, domain.code_bytes(), domain.priorities());
        Child child{};
        domain.make_root(start, child);
        if (store.insert(store.locate(child), child) == Insert::kFull) return Outcome::kMemoryLimit;
        counts.stored = 1;
        if (child.goal) return Outcome::kSolved;
        if (!open.push(child)) return Outcome::kMemoryLimit;
        std::uint64_t layer_left = 1;  // positions of the current depth not yet expanded, in layered order
        if constexpr (Open::kLayered) counts.lower_bound = 1;

        // Positions are opened, and the places of their children prefetched, up to kLookahead positions
        // before the children are inserted.  In first-in-first-out order this changes nothing but the waiting
        // for memory; in other orders the next position is known only when the last one is done.
        struct Opened {
            std::size_t count;
            std::array<Child, D::Moves::capacity()> children;
            std::array<typename Store::Place, D::Moves::capacity()> places;
        };
        std::vector<Opened> ring(Open::kLookahead);
        std::size_t first = 0, opened = 0;
        typename D::State state{};
        typename D::Moves moves;
        Hash hash;
        Code code{};
        while (open.size() + opened > 0) {
            counts.open = open.size() + opened;
            counts.bytes = budget.used();
            if (std::optional<Outcome> stop = control.check(counts)) return *stop;
            for (; opened < Open::kLookahead && open.size() > 0; ++opened) {
                Opened& next = ring[(first + opened) % Open::kLookahead];
                open.pop(hash, code);
                domain.open(hash, code, state);
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
                Insert inserted = store.insert(now.places[i], now.children[i]);
                if (inserted == Insert::kKnown) continue;
                if (inserted == Insert::kFull) return Outcome::kMemoryLimit;
                ++counts.stored;
                if (now.children[i].goal) {
                    answer.path = unroll(domain, store, now.children[i].code);
                    return Outcome::kSolved;
                }
                if (!open.push(now.children[i])) return Outcome::kMemoryLimit;
            }
            if constexpr (Open::kLayered) {
                if (--layer_left == 0) {
                    layer_left = open.size() + opened;
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
