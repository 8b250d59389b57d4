// A* on several threads: rounds in which some positions of the least f are expanded.
//
// Positions are divided by their hash among slices, each with its own store and queue.  A round has two
// steps, and the threads share the work of each:
//
// 1. the positions whose turn it is, sorted into groups by their parents, are expanded; all stores are only
//    read, and children that are new or reached by a shorter path are put into boxes, one for each slice;
// 2. each slice takes in the contents of its boxes, in the order of the groups, and gives the positions of
// the
//    next round.
//
// Siblings are in one group because work done for one helps with the next: domains have caches, and each
// thread has its own domain.  The numbers of slices and groups are fixed, and nothing depends on which thread
// does what when, so the same question gives the same counts for any number of threads above one.  They
// differ a little from those with one thread, where a child may be expanded before the next position of its
// round.
//
// Threads wait for one another at the end of a step, so rounds are as long as they can be without doing much
// that one thread would not: they begin short with every f, because a solution may be near, and grow with the
// number of positions that had this f.
//
// Only the memory limit is reached a little sooner or later from run to run, as slices grow at the same time.
#pragma once

#include <memory>
#include <new>

#include "search/informed.hpp"
#include "search/thread_team.hpp"
#include "stores/bucket_queue.hpp"

namespace yomikiri {

template <InformedDomain D>
class ParallelAStar {
  public:
    using Key = typename D::Key;
    using Record = InformedRecord<Key>;

    // One domain for each thread.  Looks only for solutions of fewer than `upper` moves.
    ParallelAStar(const std::vector<std::unique_ptr<D>>& domains, int upper, MemoryBudget& budget,
                  Control& control)
        : domains_(domains), upper_(upper), budget_(budget), control_(control), pool_(budget) {
        for (std::size_t i = 0; i < kSlices; ++i) slices_.push_back(std::make_unique<Slice>(pool_));
    }

    // `depth` moves were made before.
    InformedAnswer<Key> run(const Key& start, int depth) {
        D& domain = *domains_[0];
        domain.open(start);
        const EstimateBound h = domain.exact();
        if (h.least == kDeadEnd) return finish(Outcome::kUnsolvable);
        Slice& first = slice_of(start.hash());
        if (!take_in(first, Child{start, start.hash(), number_of(0, start.hash() % kSlices), depth, h}))
            return finish(Outcome::kMemoryLimit);
        ThreadTeam team(domains_.size());
        Counts& counts = answer_.counts;
        int level = -1;
        while (true) {
            collect();
            // What was given before a solution was found may be of no use any more.
            if (given_ == 0 || static_cast<int>(f_) >= upper_) {
                const unsigned last = std::exchange(f_, least());
                if (f_ == BucketQueue::kNone || static_cast<int>(f_) >= upper_) return conclude();
                if (f_ != last) before_ = counts.expanded;
                share_out();
                if (static_cast<int>(f_) > level) {
                    level = static_cast<int>(f_);
                    counts.lower_bound = std::max(counts.lower_bound, level);
                    answer_.levels.begin("f", level, counts, control_.seconds());
                }
                for (std::size_t i = 0; i < kSlices; ++i) give(i);
            }
            if (control_.left(counts) == 0) return finish(Outcome::kNodeLimit);
            if (std::optional<Outcome> stop = control_.glance(counts)) return finish(*stop);
            if (!make_round(team)) {
                collect();
                return finish(Outcome::kMemoryLimit);
            }
        }
    }

  private:
    static constexpr unsigned kGroupBits = 6;
    static constexpr std::size_t kSlices = 8, kGroups = 1 << kGroupBits;
    // Positions of one slice per round: a part of those that had this f, within these limits.
    static constexpr std::uint64_t kLeastShare = 64, kMostShare = 1024, kPart = 128;
    static constexpr std::uint32_t kNothing = 0xFFFFFFFF;

    // An entry of a queue, and a position whose turn it is.
    struct Waiting {
        std::uint32_t number;
        unsigned estimate;
    };
    struct Item {
        Key key;
        std::uint32_t number, parent;
        int depth, estimate, most;
    };
    struct Child {
        Key key;
        std::uint64_t hash;
        std::uint32_t parent;
        int depth;
        EstimateBound estimate;
    };
    // The estimate of a position that had only a bound.
    struct Settled {
        std::uint32_t number;
        int estimate;
    };
    struct Box {
        std::vector<Child> children;
        std::vector<Settled> settled;
    };
    struct alignas(64) Group {
        std::vector<Item> items;
        std::array<Box, kSlices> boxes;
        std::uint64_t expanded = 0, generated = 0;
        bool left_out = false;
    };
    struct alignas(64) Slice {
        explicit Slice(RecordPool<Record>& pool) : store(pool), queue(pool.budget()) {}
        RecordStore<Record, 1> store;
        BucketQueue queue;
        std::uint64_t share = 0;  // how many it supplies in this round
        std::vector<Waiting> turn;
        std::array<std::vector<Item>, kGroups> given;
        bool full = false;  // memory ran out
        bool left_out = false;
        std::uint32_t goal = kNothing;  // the first of the shallowest
        int goal_depth = 0;
    };

    // The number of a position in all slices, and back.
    static std::uint32_t number_of(std::uint32_t in_slice, std::size_t slice) {
        return static_cast<std::uint32_t>(in_slice * kSlices + slice);
    }
    Record& record(std::uint32_t number) const {
        return slices_[number % kSlices]->store[static_cast<std::uint32_t>(number / kSlices)];
    }
    // The store uses the upper bits of a hash.
    Slice& slice_of(std::uint64_t hash) const { return *slices_[hash % kSlices]; }

    // Both steps; false if memory ran out.
    bool make_round(ThreadTeam& team) {
        try {
            team.run(kGroups, [&](std::size_t i, std::size_t who) { expand(i, *domains_[who]); });
            count();
            // Near the node limit they are shared out one by one, so that it is met exactly.
            const std::uint64_t most = share(), rest = control_.left(answer_.counts);
            for (auto& slice : slices_) slice->share = rest < most * kSlices ? 0 : most;
            team.run(kSlices, [&](std::size_t i, std::size_t) {
                take_all(i);
                give(i);
            });
        } catch (const std::bad_alloc&) {
            // From a list outside the budget: the machine itself is out of memory.
            return false;
        }
        return std::ranges::none_of(slices_, [](const auto& slice) { return slice->full; });
    }
    std::uint64_t share() const {
        return std::clamp((answer_.counts.expanded - before_) / kPart, kLeastShare, kMostShare);
    }

    // The result of a round.
    void count() {
        for (Group& group : groups_) {
            answer_.counts.expanded += std::exchange(group.expanded, 0);
            answer_.counts.generated += std::exchange(group.generated, 0);
            answer_.left_out |= group.left_out;
        }
    }
    void collect() {
        count();
        Counts& counts = answer_.counts;
        counts.stored = counts.open = given_ = 0;
        counts.bytes = budget_.used();
        for (std::size_t i = 0; i < kSlices; ++i) {
            Slice& slice = *slices_[i];
            counts.stored += slice.store.size();
            for (const auto& items : slice.given) given_ += items.size();
            counts.open += slice.queue.size();
            answer_.left_out |= slice.left_out;
            const std::uint32_t goal = std::exchange(slice.goal, kNothing);
            if (goal == kNothing) continue;
            // A solution: from now on only shorter ones matter.
            answer_.left_out = true;
            if (slice.goal_depth >= upper_) continue;
            trace(number_of(goal, i), slice.goal_depth);
            upper_ = slice.goal_depth;
        }
    }

    unsigned least() const {
        unsigned f = BucketQueue::kNone;
        for (const auto& slice : slices_) f = std::min(f, slice->queue.least());
        return f;
    }
    // How many positions each slice supplies.  The node limit is met exactly.
    void share_out() {
        std::uint64_t sharers = 0, i = 0;
        for (const auto& slice : slices_) sharers += slice->queue.least() == f_;
        const std::uint64_t left = control_.left(answer_.counts);
        for (auto& slice : slices_) {
            slice->share = 0;
            if (slice->queue.least() != f_) continue;
            slice->share = std::min(share(), left / sharers + (i < left % sharers));
            ++i;
        }
    }

    void give(std::size_t me) {
        Slice& slice = *slices_[me];
        for (auto& items : slice.given) items.clear();
        slice.turn.clear();
        while (slice.turn.size() < slice.share && slice.queue.least() == f_) {
            Waiting next;
            unsigned of;
            slice.queue.pop(next.number, of, next.estimate);
            slice.store.prefetch_number(next.number);
            slice.turn.push_back(next);
        }
        for (const auto [number, estimate] : slice.turn) {
            const Record& one = slice.store[number];
            // A position is in the queue once for each depth and estimate that it had: only the last counts.
            if (one.estimate != estimate || one.depth + one.estimate != static_cast<int>(f_)) continue;
            // Mix its bits, because neighbours in the store are often related.
            const std::size_t group = one.parent * 0x9E3779B9u >> (32 - kGroupBits);
            slice.given[group].push_back(
                {one.key(), number_of(number, me), one.parent, one.depth, one.estimate, one.most()});
        }
    }

    void expand(std::size_t number, D& domain) {
        Group& group = groups_[number];
        group.items.clear();
        for (Box& box : group.boxes) {
            box.children.clear();
            box.settled.clear();
        }
        for (auto& slice : slices_)
            group.items.insert(group.items.end(), slice->given[number].begin(), slice->given[number].end());
        std::ranges::stable_sort(group.items, {}, &Item::parent);
        for (const Item& item : group.items) {
            domain.open(item.key);
            if (item.most > item.estimate) {
                const int h = domain.exact(item.estimate, item.most);
                group.boxes[item.number % kSlices].settled.push_back({item.number, h});
                if (h > item.estimate) continue;
            }
            ++group.expanded;
            domain.list(item.estimate, [&](const auto& kid) {
                if (item.depth + kid.cost + kid.least < upper_) slice_of(kid.hash).store.prefetch(kid.hash);
            });
            expand(group, item, domain);
        }
    }
    // For a position whose children the domain has listed.
    void expand(Group& group, const Item& item, D& domain) {
        const auto& kids = domain.kids();
        for (const auto& kid : kids)
            if (item.depth + kid.cost + kid.least < upper_)
                slice_of(kid.hash).store.prefetch_record(kid.hash);
        for (const auto& kid : kids) {
            ++group.generated;
            const int g = item.depth + kid.cost;
            if (g + kid.least >= upper_) {
                group.left_out = true;
                continue;
            }
            const auto& store = slice_of(kid.hash).store;
            const std::uint32_t known = store.find(kid.key, kid.hash);
            if (known != kNothing && g >= store[known].depth) continue;
            const EstimateBound h = known != kNothing
                                        ? EstimateBound(store[known].estimate, kDeadEnd)
                                        : domain.settle(kid, item.depth + item.estimate + 1 - g);
            if (h.least == kDeadEnd) continue;
            if (g + h.least >= upper_) {
                group.left_out = true;
                continue;
            }
            group.boxes[kid.hash % kSlices].children.push_back({kid.key, kid.hash, item.number, g, h});
        }
    }

    void take_all(std::size_t number) {
        Slice& slice = *slices_[number];
        for (const Group& group : groups_)
            for (const Settled& one : group.boxes[number].settled)
                if (!settle(slice, one)) return;
        for (std::size_t i = 0; i < kGroups; ++i) {
            if (i + 1 < kGroups)
                for (const Child& child : groups_[i + 1].boxes[number].children)
                    slice.store.prefetch(child.hash);
            for (const Child& child : groups_[i].boxes[number].children)
                if (!take_in(slice, child)) return;
        }
    }
    // A position has its estimate; false if memory ran out.
    bool settle(Slice& slice, const Settled& one) {
        const std::uint32_t number = static_cast<std::uint32_t>(one.number / kSlices);
        Record& found = slice.store[number];
        const bool raised = one.estimate > found.estimate;
        found.settle(one.estimate);
        return !raised || wait(slice, number);
    }
    // A child that may be new; false if memory ran out.
    bool take_in(Slice& slice, const Child& child) {
        const int f = child.depth + child.estimate.least;
        if (f > Record::kMaxDepth) return slice.full = true, false;
        std::uint32_t number = slice.store.find(child.key, child.hash);
        if (number != kNothing) {
            Record& known = slice.store[number];
            if (child.depth >= known.depth) return true;
            known.depth = static_cast<std::uint16_t>(child.depth & Record::kMaxDepth);
            known.parent = child.parent;
        } else {
            if (slice.store.size() >= kNothing / kSlices) return slice.full = true, false;
            number =
                slice.store.add(Record(child.key, child.parent, child.depth, child.estimate), child.hash);
            if (number == kNothing) return slice.full = true, false;
        }
        if (slice.store[number].estimate != 0) return wait(slice, number);
        if (slice.goal == kNothing || child.depth < slice.goal_depth) {
            slice.goal = number;
            slice.goal_depth = child.depth;
        }
        return true;
    }
    // Puts a stored position into the queue if it is worthwhile; false if memory ran out.
    bool wait(Slice& slice, std::uint32_t number) {
        const Record& one = slice.store[number];
        const int f = one.depth + one.estimate;
        if (f >= upper_) {
            slice.left_out = true;
            return true;
        }
        slice.full = !slice.queue.push(number, static_cast<unsigned>(f), one.estimate);
        return !slice.full;
    }

    // The keys from the start (left out) to a stored position.
    void trace(std::uint32_t number, int length) {
        answer_.path.clear();
        for (; record(number).parent != number; number = record(number).parent)
            answer_.path.push_back(record(number).key());
        std::reverse(answer_.path.begin(), answer_.path.end());
        answer_.solved = true;
        answer_.length = length;
    }
    // Nothing is left to look at.
    InformedAnswer<Key> conclude() {
        if (answer_.left_out) answer_.counts.lower_bound = upper_;
        return finish(answer_.solved ? Outcome::kSolved : Outcome::kUnsolvable);
    }
    InformedAnswer<Key> finish(Outcome outcome) {
        answer_.outcome = outcome;
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    const std::vector<std::unique_ptr<D>>& domains_;
    int upper_;
    unsigned f_ = BucketQueue::kNone;
    std::uint64_t before_ = 0;  // positions expanded before the first with this f
    std::uint64_t given_ = 0;   // positions that slices have given for the next round
    MemoryBudget& budget_;
    Control& control_;
    RecordPool<Record> pool_;
    std::vector<std::unique_ptr<Slice>> slices_;
    std::array<Group, kGroups> groups_;
    InformedAnswer<Key> answer_;
};

}  // namespace yomikiri
