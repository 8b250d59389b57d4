// A*: a shortest solution, a proof that there is none, or a proof that none is shorter than a known one.
//
// Estimates are lazy: a child enters the queue with the greater of its cheap estimate and its parent's
// estimate less one; when its turn comes, its estimate is raised, and if that succeeds it goes back.  Only
// positions whose turn comes with their full estimate are expanded.  A position reached again by a shorter
// path is reopened, so estimates need only be admissible.  A search that reached a limit can be resumed, with
// a smaller upper bound if one was found meanwhile.
//
// The least f of a live entry is always a lower bound: on every shortest solution the first position that
// is not closed with its true depth waits in the queue with its true depth and an admissible estimate.
//
// There are no parent pointers.  Depths in the store are lengths of real paths, and those along a shortest
// solution are exact when the goal comes up; so from the goal some predecessor has a depth one less, and the
// same holds there, back to the start.
//
// A specialisation of search/a_star.hpp, which estimates each position when it is generated: on Superpuzz
// deals 1 to 8 with 8 columns this one expands 93,718 positions instead of 154,496 and takes 0.72 of the
// time, 0.79 with 7 columns; and with 13 columns the search must be resumed after a limit, which the general
// one cannot do.
#pragma once

#include "games/rows/lazy_domain.hpp"
#include "stores/bucket_queue.hpp"
#include "stores/indexed_store.hpp"

namespace yomikiri {

template <LazyDomain D>
class LazyAStar {
    using Key = typename D::Key;

  public:
    // Only solutions of fewer than `upper` moves are looked for.  `counts` carries on from earlier searches
    // under the same control.
    LazyAStar(const D& domain, int upper, MemoryBudget& budget, Control& control, const Counts& counts = {})
        : domain_(domain),
          upper_(upper),
          budget_(budget),
          control_(&control),
          store_(budget, domain.key_bytes()),
          queue_(budget),
          earlier_(counts) {
        answer_.counts.expanded = counts.expanded;
        answer_.counts.generated = counts.generated;
    }

    // The path of the answer consists of canonical keys.
    PathAnswer<typename D::Key> run(const Key& start) {
        if (std::optional<Outcome> end = begin(domain_.canonical(start))) return finish(*end);
        return go_on();
    }

    // Resumes after a limit other than memory, or a cancellation, under another control and perhaps with a
    // smaller upper bound.  The counts start again at 0.
    PathAnswer<typename D::Key> resume(int upper, Control& control) {
        upper_ = std::min(upper_, upper);
        control_ = &control;
        answer_.counts.expanded = answer_.counts.generated = 0;
        answer_.levels = {};
        return go_on();
    }

  private:
    struct Node {
        std::uint16_t g;  // length of the shortest path found
        std::uint8_t h;   // an admissible estimate; kDead for a lost position
        std::uint8_t closed : 1;
        std::uint8_t estimated : 1;  // h is the full estimate
        unsigned f() const { return static_cast<unsigned>(g) + h; }
    };
    static constexpr int kMaxDepth = 0xFFFF;

    PathAnswer<typename D::Key> go_on() {
        Counts& counts = answer_.counts;
        std::uint32_t number = 0;
        unsigned f = 0;
        int level = -1;
        typename D::State state;
        while (queue_.pop(number, f)) {
            Node& node = store_.data(number);
            if (node.closed || node.f() != f) continue;  // stale
            if (static_cast<int>(f) >= upper_) {         // the bound was lowered since this was put aside
                answer_.left_out = true;
                break;
            }
            if (static_cast<int>(f) > level) {
                level = static_cast<int>(f);
                counts.lower_bound = std::max(counts.lower_bound, level);
                answer_.levels.begin("f", level, counts, control_->seconds());
            }
            counts.open = queue_.size() + 1;
            counts.stored = std::max<std::uint64_t>(earlier_.stored, store_.size());
            counts.bytes = budget_.used();
            domain_.open(store_.key(number), state);
            if (node.h == 0 && domain_.is_goal(state)) {
                trace(number);
                return finish(Outcome::kSolved);
            }
            if (std::optional<Outcome> stop = control_->check(counts)) {
                const bool kept = queue_.push(number, f, node.h);  // to be first when the search resumes
                return finish(kept ? *stop : Outcome::kMemoryLimit);
            }
            if (!node.estimated && !settle(number, node, state)) return finish(Outcome::kMemoryLimit);
            if (node.f() != f || node.closed) continue;  // it went back, or is not worth a visit
            if (!expand(node, state)) return finish(Outcome::kMemoryLimit);
        }
        if (answer_.left_out) counts.lower_bound = upper_;
        return finish(Outcome::kUnsolvable);
    }

    std::optional<Outcome> begin(const Key& root) {
        auto [what, number] = store_.insert(root);
        if (what == Insert::kFull) return Outcome::kMemoryLimit;
        answer_.counts.stored = std::max<std::uint64_t>(earlier_.stored, 1);
        typename D::State state;
        domain_.open(root, state);
        const int h = domain_.estimate(state);
        if (h == kDeadEnd) return Outcome::kUnsolvable;
        answer_.counts.lower_bound = std::min(h, upper_);
        if (h >= upper_) {
            answer_.left_out = true;
            return Outcome::kUnsolvable;
        }
        store_.data(number) = {0, static_cast<std::uint8_t>(h), 0, 0};
        if (!queue_.push(number, static_cast<unsigned>(h), static_cast<unsigned>(h)))
            return Outcome::kMemoryLimit;
        return std::nullopt;
    }

    // Raises the estimate if that is possible; false if memory ran out.
    bool settle(std::uint32_t number, Node& node, typename D::State& state) {
        const int h = domain_.raise(state, node.h);
        if (h == node.h) {
            node.estimated = 1;
            return true;
        }
        node.h = static_cast<std::uint8_t>(h);
        if (h == kDeadEnd || node.g + h >= upper_) {
            answer_.left_out |= h != kDeadEnd;
            node.closed = 1;
            return true;
        }
        return queue_.push(number, node.f(), node.h);
    }

    bool expand(Node& node, const typename D::State& state) {
        node.closed = 1;
        ++answer_.counts.expanded;
        const int g = node.g + 1, least = node.h - 1;
        bool room = true;
        domain_.for_each_child(state, [&](const Key& key, int cheap) {
            if (!room) return;
            ++answer_.counts.generated;
            room = reach(key, g, std::max(cheap, least));
        });
        return room;
    }

    // A position was reached in g moves; false if memory ran out.
    bool reach(const Key& key, int g, int h) {
        if (h == kDeadEnd) return true;
        if (g + h >= upper_) {
            answer_.left_out = true;
            return true;
        }
        if (g > kMaxDepth) return false;
        auto [what, number] = store_.insert(key);
        if (what == Insert::kFull) return false;
        Node& node = store_.data(number);
        if (what == Insert::kNew) {
            node = {static_cast<std::uint16_t>(g), static_cast<std::uint8_t>(h), 0, 0};
        } else {
            if (g >= node.g || node.h == kDeadEnd) return true;
            node.g = static_cast<std::uint16_t>(g);
            node.closed = 0;
        }
        return queue_.push(number, node.f(), node.h);
    }

    void trace(std::uint32_t goal) {
        typename D::State state;
        std::uint32_t number = goal;
        std::vector<Key> path(store_.data(goal).g);
        for (std::size_t step = path.size(); step-- > 0;) {
            path[step] = store_.key(number);
            domain_.open(path[step], state);
            std::optional<std::uint32_t> before;
            domain_.for_each_predecessor(state, [&](const Key& key) {
                if (before) return;
                std::optional<std::uint32_t> found = store_.find(key);
                if (found && store_.data(*found).g == step) before = found;
            });
            if (!before) break;  // never; certification would refuse the path
            number = *before;
        }
        answer_.path = std::move(path);
    }

    PathAnswer<typename D::Key> finish(Outcome outcome) {
        answer_.outcome = outcome;
        answer_.counts.bytes = budget_.used();
        answer_.counts.stored = std::max<std::uint64_t>(earlier_.stored, store_.size());
        answer_.counts.open = queue_.size();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_->seconds();
        return answer_;
    }

    const D& domain_;
    int upper_;
    MemoryBudget& budget_;
    Control* control_;
    IndexedStore<Key, Node> store_;
    BucketQueue queue_;
    Counts earlier_;
    PathAnswer<typename D::Key> answer_;
};

}  // namespace yomikiri
