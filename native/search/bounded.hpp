// A solution that is proved to be at most so much longer than a shortest one.
//
// One tree, and two queues of its open positions.  The *proof* takes the least f first, as A* does: while it
// goes on, no solution is shorter than that f, the lower bound.  The *dive* is after a solution: it takes the
// least g + w h, but only among positions whose f is no more than a solution may have if the lower bound
// is all that is ever proved.  So the first solution that the dive meets is the answer.  The two take turns;
// what one has expanded is done for the other as well.
//
// That is explicit estimation search (J. Thayer & W. Ruml, IJCAI 2011) with a weighted estimate for its
// inadmissible one, and turns instead of its rule which queue is next: the rule needs good estimates, and
// turns cost at most twice what the better of the two queues would have cost alone.
//
// Why the answer is right: whatever was expanded in whatever order, some open position on a shortest way is
// reached as cheaply as can be, so its f is at most the shortest length.  All open positions are in the
// queue of the proof.  A position that is reached by a shorter way is opened again.
#pragma once

#include "search/informed.hpp"
#include "search/slack.hpp"
#include "stores/bucket_queue.hpp"

namespace yomikiri {

template <InformedDomain D>
class Bounded : InformedSearch<D> {
    using Base = InformedSearch<D>;
    using Base::answer_, Base::domain_, Base::store_, Base::kNothing, Base::finish, Base::watch, Base::trace,
        Base::control_, Base::list_kids;

  public:
    using Key = typename D::Key;
    using Record = typename Base::Record;

    // Only solutions of fewer than `upper` moves are looked for: one of `upper` is known.
    Bounded(D& domain, Slack slack, int upper, MemoryBudget& budget, Control& control)
        : Base(domain, budget, control), slack_(slack), upper_(upper), proof_(budget), dive_(budget) {}

    // `depth` moves were made before.  Solved: the path is short enough, or if there is none what was known.
    InformedAnswer<Key> run(const Key& start, int depth) {
        domain_.open(start);
        const int h = domain_.exact();
        if (!reach(start, start.hash(), depth, h, 0)) return finish(Outcome::kMemoryLimit);
        Counts& counts = answer_.counts;
        for (unsigned turn = 0;; ++turn) {
            if (proved()) return finish(Outcome::kSolved);
            if (std::optional<Outcome> stop = watch(proof_.size())) return finish(*stop);
            std::uint32_t number = 0;
            if (turn % kTurns == 0 || !next_to_dive(number)) {
                if (!next_to_prove(number)) return conclude();
                if (proved()) return finish(Outcome::kSolved);
            }
            Record& record = store_[number];
            domain_.open(record.key());
            if (!record.is_settled()) {
                const int bound = record.estimate;
                record.settle(domain_.exact(bound, record.most()));
                if (record.estimate > bound) {
                    if (record.estimate == kDeadEnd)
                        record.close();
                    else if (!wait(number))
                        return finish(Outcome::kMemoryLimit);
                    continue;
                }
            }
            record.close();
            ++counts.expanded;
            if (!expand(number, record.depth, record.estimate)) return finish(Outcome::kMemoryLimit);
        }
    }

  private:
    static constexpr unsigned kTurns = 2;  // one of so many is the proof's
    // Tenths: of 1.1 to 1.5 the best in FreeCell, where a dive to solutions that are at most two moves too
    // long took 8,200, 3,600, 2,200, 2,000 and 2,800 expansions, the median of 22 deals.
    static constexpr unsigned kWeight = 13;

    // Whether the solution that is known is short enough.
    bool proved() const { return upper_ < kNoUpper && upper_ <= slack_.allowed(answer_.counts.lower_bound); }

    // Nothing is left to look at.
    InformedAnswer<Key> conclude() {
        if (upper_ == kNoUpper) return finish(Outcome::kUnsolvable);
        answer_.counts.lower_bound = upper_;
        return finish(Outcome::kSolved);
    }

    // The open position of least f, which is a lower bound; false if there is none.
    bool next_to_prove(std::uint32_t& number) {
        unsigned f = 0;
        while (proof_.pop(number, f)) {
            const Record& record = store_[number];
            if (record.is_closed() || record.depth + record.estimate != static_cast<int>(f)) continue;
            if (static_cast<int>(f) >= upper_) return false;
            rise(static_cast<int>(f));
            return true;
        }
        return false;
    }

    // The open position to dive from; false if there is none.
    bool next_to_dive(std::uint32_t& number) {
        unsigned rank = 0;
        while (dive_.pop(number, rank)) {
            const Record& record = store_[number];
            const int f = record.depth + record.estimate;
            if (!record.is_closed() && f <= deepest_ && f < upper_) return true;
        }
        return false;
    }

    // Takes in that no solution is shorter than f: the dive may go deeper.
    void rise(int f) {
        Counts& counts = answer_.counts;
        if (f <= level_) return;
        level_ = f;
        counts.lower_bound = f;
        answer_.levels.begin("f", f, counts, control_.seconds());
        const int before = deepest_;
        deepest_ = slack_.allowed(f);
        for (int next = before + 1; next <= deepest_ && next < upper_ && room_; ++next)
            proof_.for_each(static_cast<unsigned>(next), [&](std::uint32_t number) {
                const Record& record = store_[number];
                if (!record.is_closed() && record.depth + record.estimate == next)
                    room_ = room_ && dive(number);
            });
    }

    // Of the position that the domain has taken in; false if memory ran out.
    bool expand(std::uint32_t number, int depth, int estimate) {
        for (const auto& kid : list_kids(depth, estimate, upper_)) {
            ++answer_.counts.generated;
            const int g = depth + kid.cost;
            if (g + kid.least >= upper_) continue;
            const std::uint32_t known = store_.find(kid.key, kid.hash);
            if (known != kNothing) {
                if (!reach_again(known, g, number)) return false;
                continue;
            }
            const int enough = deepest_ + 1 - g;
            if (!reach(kid.key, kid.hash, g, domain_.settle(kid, enough), number)) return false;
        }
        return room_;
    }

    // A position that is there already, perhaps by a shorter way; false if memory ran out.
    bool reach_again(std::uint32_t number, int g, std::uint32_t parent) {
        Record& record = store_[number];
        if (g >= record.depth || record.estimate == kDeadEnd) return true;
        record.depth = static_cast<std::uint16_t>(g & Record::kMaxDepth);
        record.parent = parent;
        record.reopen();
        return record.estimate == 0 ? found(number, g) : wait(number);
    }

    // A new position; false if memory ran out.
    bool reach(const Key& key, std::uint64_t hash, int g, EstimateBound h, std::uint32_t parent) {
        if (h.least != kDeadEnd && (g + h.least >= upper_ || g + h.least > Record::kMaxDepth))
            return g + h.least >= upper_;
        const std::uint32_t number = store_.add(Record(key, parent, g, h), hash);
        if (number == kNothing) return false;
        if (h.least == kDeadEnd) {
            store_[number].close();
            return true;
        }
        return h.least == 0 ? found(number, g) : wait(number);
    }

    // A goal: from now on only shorter solutions are of interest.
    bool found(std::uint32_t number, int length) {
        trace(number, length);
        upper_ = answer_.counts.upper_bound = length;
        return true;
    }

    // Puts a stored position into the queues, if it is worth it; false if memory ran out.
    bool wait(std::uint32_t number) {
        const Record& record = store_[number];
        const int f = record.depth + record.estimate;
        if (f >= upper_) return true;
        if (!proof_.push(number, static_cast<unsigned>(f), record.estimate)) return false;
        return f > deepest_ || dive(number);
    }
    bool dive(std::uint32_t number) {
        const Record& record = store_[number];
        const unsigned rank = (10u * record.depth + kWeight * record.estimate) / 10;
        return dive_.push(number, rank, record.estimate);
    }

    Slack slack_;
    int upper_;         // the length of the best solution that is known
    int level_ = -1;    // the greatest f that the proof has come to
    int deepest_ = -1;  // the greatest f that the dive may look at
    bool room_ = true;  // there has been memory for the queues so far
    BucketQueue proof_, dive_;
};

}  // namespace yomikiri
