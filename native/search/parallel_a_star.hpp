// A* on several threads: each position belongs to a slice, and a slice is searched by one thread at a time.
//
// A domain may say in which *zone* a position lies: a feature that few steps change (as in pooled_team.hpp).
// Zones are divided by their hash among slices, each with its own store and queue.  A round has one task for
// each slice: it takes in the children that the others have sent, and then expands its own positions of the
// least f, the last one in first, as A* does on one thread.  Children in its own zones are stored at once;
// the others are sent, and are taken in in the next round.  So a thread mostly follows its own children, and
// what it did for one position helps with the next.
//
// Nothing depends on which thread does what when: a task reads its own slice and what was sent in the round
// before.  So the same question gives the same counts for any number of threads above one.  They differ a
// little from those with one thread, where the order within an f is another.
//
// Threads wait for one another at the end of a round, so rounds are as long as they can be without doing much
// that one thread would not: they begin short with every f, because a solution may be near, and grow with the
// number of positions that had this f.  A slice expands a share that is in proportion to what waits in it:
// then all of them come to the end of an f together, and no thread is left alone with a large one.  At first
// those shares count more whose positions are nearer to the goal, as they would come first on one thread.
//
// Towards the end of an f little waits, and what is left comes one step at a time from other slices: of the
// 10,000 rounds for deal 5 of FreeCell most had a few positions, and the threads did little but wait for one
// another.  So as soon as a round is not filled, slices go on with f + 1: now there are 500, and they take
// 0.82 of the time.  Only if the solution has f + 1 moves is some of that work not needed, and it ends as
// soon as the solution is found.
//
// Only the memory limit is reached a little sooner or later from run to run, as slices grow at the same time.
#pragma once

#include <memory>
#include <new>
#include <numeric>

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
        std::iota(order_.begin(), order_.end(), 0);
    }

    // `depth` moves were made before.
    InformedAnswer<Key> run(const Key& start, int depth) {
        D& domain = *domains_[0];
        domain.open(start);
        const EstimateBound h = domain.exact();
        if (h.least == kDeadEnd) return finish(Outcome::kUnsolvable);
        if (!take_in(0, {start, start.hash(), number_of(0, 0), depth, h}))
            return finish(Outcome::kMemoryLimit);
        ThreadTeam team(domains_.size());
        Counts& counts = answer_.counts;
        int level = -1;
        while (true) {
            collect();
            f_ = least();
            if (f_ == BucketQueue::kNone || static_cast<int>(f_) >= upper_) return conclude();
            if (f_ > reach_) go_up_to(f_);
            if (static_cast<int>(f_) > level) {
                level = static_cast<int>(f_);
                counts.lower_bound = std::max(counts.lower_bound, level);
                answer_.levels.begin("f", level, counts, control_.seconds());
            }
            if (control_.left(counts) == 0) return finish(Outcome::kNodeLimit);
            if (std::optional<Outcome> stop = control_.glance(counts)) return finish(*stop);
            share_out();
            if (!make_round(team)) {
                collect();
                return finish(Outcome::kMemoryLimit);
            }
        }
    }

  private:
    static constexpr std::size_t kSlices = 32;
    // Positions of a round: a sixteenth of those that had this f before, within these limits; and of a slice,
    // at least.
    static constexpr std::uint64_t kFirstRound = 1 << 8, kLastRound = 1 << 16, kPart = 16, kLeastShare = 4;
    // An f is new until it has a quarter as many positions as all before.  Until then a slice counts half as
    // much if its nearest position is two moves farther than another's: deal 5 of FreeCell expands 1.8 % more
    // than on one thread instead of 5.5 %.  Shifts are bounded, or weights would vanish.
    static constexpr std::uint64_t kNew = 4, kWeight = 1 << 20;
    static constexpr unsigned kHalf = 2, kMostHalves = 20;
    static constexpr std::uint32_t kNothing = 0xFFFFFFFF;

    // A child that a slice has sent to another.
    struct Child {
        Key key;
        std::uint64_t hash;
        std::uint32_t parent;
        int depth;
        EstimateBound estimate;
    };
    struct alignas(64) Slice {
        explicit Slice(RecordPool<Record>& pool) : store(pool), queue(pool.budget()) {}
        RecordStore<Record, 1> store;
        BucketQueue queue;
        std::uint64_t share = 0;    // how many it may expand in this round
        std::uint64_t waiting = 0;  // how many it has that it may expand, and how many were sent to it
        std::uint64_t weight = 0;   // its part of the round
        // By receiver: what it sends in this round, and what it sent in the round before.
        std::array<std::vector<Child>, kSlices> sends, sent;
        unsigned sends_least = BucketQueue::kNone, sent_least = BucketQueue::kNone;  // the least f of those
        std::uint64_t expanded = 0, generated = 0;
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
    // The slice of a child.  The store uses the upper bits of a hash.
    static std::size_t slice_of(D& domain, const typename D::Kid& kid) {
        if constexpr (requires { domain.zone(kid); })
            return domain.zone(kid) % kSlices;
        else
            return kid.hash % kSlices;
    }

    unsigned least() const {
        unsigned f = BucketQueue::kNone;
        for (const auto& slice : slices_) f = std::min({f, slice->queue.least(), slice->sent_least});
        return f;
    }
    // From now on slices expand positions up to that f.
    void go_up_to(unsigned f) {
        reach_ = f;
        before_ = answer_.counts.expanded;
    }
    std::uint64_t round() const {
        return std::clamp((answer_.counts.expanded - before_) / kPart, kFirstRound, kLastRound);
    }
    std::uint64_t count_waiting() {
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < kSlices; ++i) {
            Slice& slice = *slices_[i];
            slice.waiting = slice.queue.waiting(f_);
            if (reach_ > f_) slice.waiting += slice.queue.waiting(reach_);
            for (const auto& sender : slices_) slice.waiting += sender->sent[i].size();
            all += slice.waiting;
        }
        return all;
    }
    // How many positions each slice may expand.  The node limit is met exactly.
    void share_out() {
        if (count_waiting() < round() && reach_ == f_ && static_cast<int>(f_) + 1 < upper_) {
            go_up_to(f_ + 1);
            count_waiting();
        }
        const std::uint64_t all = weigh(), most = round();
        std::uint64_t left = control_.left(answer_.counts);
        for (auto& slice : slices_) {
            slice->share = slice->waiting == 0 ? 0 : std::max(most * slice->weight / all, kLeastShare);
            slice->share = std::min(slice->share, left);
            left -= slice->share;
        }
        // Those that take longest come first.
        std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
            return std::pair(slices_[b]->share, a) < std::pair(slices_[a]->share, b);
        });
    }
    // The sum of the weights.
    std::uint64_t weigh() {
        const std::uint64_t expanded = answer_.counts.expanded;
        const bool is_new = expanded - before_ < before_ / kNew;
        unsigned nearest = BucketQueue::kEstimates;
        for (auto& slice : slices_) nearest = std::min(nearest, slice->queue.least_estimate(reach_));
        std::uint64_t all = 0;
        for (auto& slice : slices_) {
            const unsigned farther = slice->queue.least_estimate(reach_) - nearest;
            slice->weight = slice->waiting * kWeight >> (is_new ? std::min(farther / kHalf, kMostHalves) : 0);
            all += slice->weight;
        }
        return all;
    }

    // False if memory ran out.
    bool make_round(ThreadTeam& team) {
        try {
            team.run(kSlices, [&](std::size_t i, std::size_t who) { work(order_[i], *domains_[who]); });
        } catch (const std::bad_alloc&) {
            // From a list outside the budget: the machine itself is out of memory.
            return false;
        }
        return std::ranges::none_of(slices_, [](const auto& slice) { return slice->full; });
    }
    // The result of a round.
    void collect() {
        Counts& counts = answer_.counts;
        counts.stored = counts.open = 0;
        counts.bytes = budget_.used();
        for (std::size_t i = 0; i < kSlices; ++i) {
            Slice& slice = *slices_[i];
            counts.expanded += std::exchange(slice.expanded, 0);
            counts.generated += std::exchange(slice.generated, 0);
            counts.stored += slice.store.size();
            counts.open += slice.queue.size();
            answer_.left_out |= slice.left_out;
            std::swap(slice.sends, slice.sent);
            slice.sent_least = std::exchange(slice.sends_least, BucketQueue::kNone);
            const std::uint32_t goal = std::exchange(slice.goal, kNothing);
            if (goal == kNothing) continue;
            // A solution: from now on only shorter ones matter.
            answer_.left_out = true;
            if (slice.goal_depth >= upper_) continue;
            trace(number_of(goal, i), slice.goal_depth);
            upper_ = slice.goal_depth;
        }
    }

    // The part of a slice in a round.
    void work(std::size_t me, D& domain) {
        Slice& slice = *slices_[me];
        for (auto& children : slice.sends) children.clear();
        for (const auto& sender : slices_) {
            const std::vector<Child>& children = sender->sent[me];
            for (std::size_t i = 0; i < children.size(); ++i) {
                if (i + kAhead < children.size()) slice.store.prefetch(children[i + kAhead].hash);
                if (!take_in(me, children[i])) return;
            }
        }
        while (slice.expanded < slice.share && slice.goal == kNothing && slice.queue.least() <= reach_) {
            std::uint32_t number = 0;
            unsigned f = 0;
            slice.queue.pop(number, f);
            Record& one = slice.store[number];
            // A position is in the queue once for each depth and estimate that it had: only the last counts.
            if (one.is_closed() || one.depth + one.estimate != static_cast<int>(f)) continue;
            const Key key = one.key();
            if (const std::uint32_t next = slice.queue.next(); next != BucketQueue::kNone)
                slice.store.prefetch_number(next);
            domain.open(key);
            if (!one.is_settled()) {
                const int bound = one.estimate;
                one.settle(domain.exact(bound, one.most()));
                if (one.estimate > bound) {
                    if (!wait(slice, number)) return;
                    continue;
                }
            }
            one.close();
            ++slice.expanded;
            if (!expand(me, number, domain)) return;
        }
    }
    // For a position that the domain has opened; false if memory ran out.
    bool expand(std::size_t me, std::uint32_t number, D& domain) {
        Slice& slice = *slices_[me];
        const int depth = slice.store[number].depth, estimate = slice.store[number].estimate;
        auto worthwhile = [&](const auto& kid) { return depth + kid.cost + kid.least < upper_; };
        domain.list(estimate, [&](const auto& kid) {
            if (worthwhile(kid)) slice.store.prefetch(kid.hash);
        });
        for (const auto& kid : domain.kids())
            if (worthwhile(kid)) slice.store.prefetch_record(kid.hash);
        for (const auto& kid : domain.kids()) {
            ++slice.generated;
            if (!worthwhile(kid)) {
                slice.left_out = true;
                continue;
            }
            const int g = depth + kid.cost;
            const std::size_t of = slice_of(domain, kid);
            if (of == me) {
                const std::uint32_t known = slice.store.find(kid.key, kid.hash);
                if (known != kNothing) {
                    if (!reach_again(slice, known, g, number_of(number, me))) return false;
                    continue;
                }
            }
            const EstimateBound h = bound(domain, kid, depth + estimate + 1 - g, of == me);
            if (h.least == kDeadEnd) continue;
            if (g + h.least >= upper_) {
                slice.left_out = true;
                continue;
            }
            const Child child{kid.key, kid.hash, number_of(number, me), g, h};
            if (of != me) {
                slice.sends[of].push_back(child);
                slice.sends_least = std::min(slice.sends_least, static_cast<unsigned>(g + h.least));
            } else if (!add(slice, child)) {
                return false;
            }
        }
        return true;
    }

    // The estimate of a child, as far as needed.  Whether one in another slice is new is not known here, and
    // most are not: if it has a range without a search, the rest waits until its turn comes.
    static EstimateBound bound(D& domain, const typename D::Kid& kid, int enough, bool is_new) {
        if constexpr (requires { kid.most; })
            if (!is_new) return {kid.least, kid.most};
        return domain.settle(kid, enough);
    }

    // A child that may be new; false if memory ran out.
    bool take_in(std::size_t me, const Child& child) {
        Slice& slice = *slices_[me];
        const std::uint32_t known = slice.store.find(child.key, child.hash);
        return known == kNothing ? add(slice, child) : reach_again(slice, known, child.depth, child.parent);
    }
    // A known position reached again, perhaps by a shorter path; false if memory ran out.
    bool reach_again(Slice& slice, std::uint32_t number, int depth, std::uint32_t parent) {
        Record& known = slice.store[number];
        if (depth >= known.depth) return true;
        known.depth = static_cast<std::uint16_t>(depth & Record::kMaxDepth);
        known.parent = parent;
        known.reopen();
        return wait(slice, number);
    }
    // A new position; false if memory ran out.
    bool add(Slice& slice, const Child& child) {
        if (child.depth + child.estimate.least > Record::kMaxDepth ||
            slice.store.size() >= kNothing / kSlices)
            return slice.full = true, false;
        const std::uint32_t number =
            slice.store.add(Record(child.key, child.parent, child.depth, child.estimate), child.hash);
        if (number == kNothing) return slice.full = true, false;
        return wait(slice, number);
    }
    // Puts a stored position into the queue if it is worthwhile, unless it is a goal; false if memory ran
    // out.
    bool wait(Slice& slice, std::uint32_t number) {
        const Record& one = slice.store[number];
        const int f = one.depth + one.estimate;
        if (one.estimate == 0) {
            if (slice.goal == kNothing || one.depth < slice.goal_depth) {
                slice.goal = number;
                slice.goal_depth = one.depth;
            }
        } else if (f >= upper_) {
            slice.left_out = true;
        } else {
            slice.full = !slice.queue.push(number, static_cast<unsigned>(f), one.estimate);
        }
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

    static constexpr std::size_t kAhead = 8;

    const std::vector<std::unique_ptr<D>>& domains_;
    int upper_;
    unsigned f_ = BucketQueue::kNone;  // the least that waits
    unsigned reach_ = 0;               // the greatest that may be expanded: f_ or f_ + 1
    std::uint64_t before_ = 0;         // positions expanded before the first with that f
    MemoryBudget& budget_;
    Control& control_;
    RecordPool<Record> pool_;
    std::vector<std::unique_ptr<Slice>> slices_;
    std::array<std::size_t, kSlices> order_;
    InformedAnswer<Key> answer_;
};

}  // namespace yomikiri
