// A* and its relatives: a shortest solution, a proof that there is none, or a proof that none is shorter than
// a known one.
//
// The least f comes first, then the least estimate, then the last one in.  All children of a position are
// announced to the store before the first is looked up.  A position that cannot lead to a shorter solution
// than the best known is not looked up at all if a cheap bound shows it, and not stored if the estimate does.
// Estimates need only be admissible: a position reached again by a shorter path is reopened.
//
// Estimates are computed only as far as needed.  A child whose f is known to exceed the least f of the queue
// waits with that bound; the rest is computed only when its turn comes, and it may have to wait again.  Those
// whose turn would come after the end, nearly half of all, are never completed.
//
// Weighted A* and greedy best-first search are the same loop with another order: by g + w h, or by h alone.
// They end with the first solution they find, which need not be a shortest one.
#pragma once

#include <cmath>

#include "search/informed.hpp"
#include "stores/bucket_queue.hpp"

namespace yomikiri {

// The order in which positions are expanded: the least rank first, then the least estimate, the last one in.
struct ByF {
    static constexpr bool kShortest = true;
    unsigned rank(int g, int h) const { return static_cast<unsigned>(g + h); }
};
struct ByWeight {
    static constexpr bool kShortest = false;
    static constexpr double kMost = 1000;
    double weight;  // infinite: greedy
    unsigned rank(int g, int h) const {
        return std::isinf(weight) ? static_cast<unsigned>(h) : static_cast<unsigned>(g + weight * h);
    }
};

template <InformedDomain D, class Order = ByF>
class AStar : protected InformedSearch<D> {
    using Base = InformedSearch<D>;

  protected:
    using Base::answer_, Base::domain_, Base::store_, Base::kNothing, Base::finish, Base::watch, Base::trace,
        Base::control_, Base::list_kids;

  public:
    using Key = typename D::Key;
    using Record = typename Base::Record;
    using Base::carry_on;

    // Only solutions of fewer than `upper` moves are looked for.
    AStar(D& domain, int upper, MemoryBudget& budget, Control& control, Order order = {})
        : Base(domain, budget, control), upper_(upper), order_(order), queue_(budget) {}

    // `depth` moves were made before.
    InformedAnswer<Key> run(const Key& start, int depth) {
        domain_.open(start);
        const int h = domain_.exact();
        if (!reach(start, start.hash(), depth, h, 0)) return finish(Outcome::kMemoryLimit);
        Counts& counts = answer_.counts;
        if constexpr (!Order::kShortest) counts.lower_bound = depth + (h == kDeadEnd ? 0 : h);
        std::uint32_t number = 0;
        unsigned f = 0;
        int level = -1;  // the greatest f so far; with an inconsistent estimate f may drop again
        while (queue_.pop(number, f)) {
            Record& record = store_[number];
            if (record.is_closed() || order_.rank(record.depth, record.estimate) != f) continue;
            if constexpr (Order::kShortest) {
                if (static_cast<int>(f) >= upper_) break;
                if (static_cast<int>(f) > level) {
                    level = static_cast<int>(f);
                    counts.lower_bound = std::max(counts.lower_bound, level);
                    answer_.levels.begin("f", level, counts, control_.seconds());
                }
            }
            if (record.estimate == 0) {
                trace(number, record.depth);
                return finish(Outcome::kSolved);
            }
            if (std::optional<Outcome> stop = watch(queue_.size())) return finish(*stop);
            const Key key = record.key();
            if (const std::uint32_t next = queue_.next(); next != BucketQueue::kNone)
                store_.prefetch_number(next);
            domain_.open(key);
            if (!record.is_settled()) {
                const int bound = record.estimate;
                record.settle(domain_.exact(bound, record.most()));
                if (record.estimate > bound) {
                    if (!wait(number)) return finish(Outcome::kMemoryLimit);
                    continue;
                }
            }
            record.close();
            ++counts.expanded;
            if (!expand(number, record.depth, record.estimate)) return finish(Outcome::kMemoryLimit);
            if (!Order::kShortest && answer_.solved) return finish(Outcome::kSolved);
        }
        return conclude();
    }

  protected:
    // Nothing is left to look at.
    InformedAnswer<Key> conclude() {
        if (Order::kShortest && answer_.left_out) answer_.counts.lower_bound = upper_;
        return finish(answer_.solved ? Outcome::kSolved : Outcome::kUnsolvable);
    }

    // For the position that the domain has opened; false if memory ran out.
    bool expand(std::uint32_t number, int depth, int estimate) {
        for (const auto& kid : list_kids(depth, estimate, upper_)) {
            ++answer_.counts.generated;
            const int g = depth + kid.cost;
            if (g + kid.least >= upper_) {
                answer_.left_out = true;
                continue;
            }
            const std::uint32_t known = store_.find(kid.key, kid.hash);
            if (known != kNothing) {
                if (!reach_again(known, g, number)) return false;
                continue;
            }
            if (!reach(kid.key, kid.hash, g, domain_.settle(kid, depth + estimate + 1 - g), number))
                return false;
        }
        return true;
    }

    // A known position reached again, perhaps by a shorter path; false if memory ran out.
    bool reach_again(std::uint32_t number, int g, std::uint32_t parent) {
        Record& record = store_[number];
        if (g >= record.depth || record.estimate == kDeadEnd) return true;
        // In greedy search the length of the path does not matter.
        if (!Order::kShortest && record.is_closed() && order_.rank(1, 0) == 0) return true;
        record.depth = static_cast<std::uint16_t>(g & Record::kMaxDepth);
        record.parent = parent;
        record.reopen();
        return wait(number);
    }

    // Puts a stored position into the queue if it is worthwhile; false if memory ran out.
    bool wait(std::uint32_t number) {
        const Record& record = store_[number];
        const int f = record.depth + record.estimate;
        if (f >= upper_) {
            answer_.left_out = true;
            return true;
        }
        return queue_.push(number, order_.rank(record.depth, record.estimate), record.estimate);
    }

    // A new position; false if memory ran out.
    bool reach(const Key& key, std::uint64_t hash, int g, EstimateBound h, std::uint32_t parent) {
        if (h.least == kDeadEnd) {
            const std::uint32_t lost = store_.add(Record(key, parent, g, h), hash);
            if (lost != kNothing) store_[lost].close();
            return lost != kNothing;
        }
        if (g + h.least >= upper_) {
            answer_.left_out = true;
            return true;
        }
        if (g + h.least > Record::kMaxDepth) return false;
        const std::uint32_t number = store_.add(Record(key, parent, g, h), hash);
        if (number == kNothing) return false;
        if (h.least == 0) {
            // A solution: from now on only shorter ones matter.
            trace(number, g);
            upper_ = g;
            answer_.left_out = true;
            return true;
        }
        return queue_.push(number, order_.rank(g, h.least), static_cast<unsigned>(h.least));
    }

    int upper_;
    [[no_unique_address]] Order order_;
    BucketQueue queue_;
};

}  // namespace yomikiri
