// Iterative deepening with a transposition table (IDA*): shortest solutions in fixed memory.
//
// A pass visits everything with f up to its bound, depth first, children in the order of their estimates.
// The next bound is the least f beyond it; if there was none, the pass saw everything, and there is no
// solution.
//
// The table remembers which positions the pass has searched, or is searching, and at what depth: a position
// reached again at the same depth or deeper need not be searched again, since everything it leads to is found
// from the first visit.  The table has a fixed number of places, in pairs: one place keeps the position
// nearer to the start, the other the newest.  A position that was displaced is searched again.
#pragma once

#include "search/informed.hpp"

namespace yomikiri {

template <InformedDomain D>
class Deepening {
  public:
    using Key = typename D::Key;

    Deepening(D& domain, int upper, MemoryBudget& budget, Control& control)
        : domain_(domain), upper_(upper), budget_(budget), control_(control) {}

    // `depth` moves were made before.
    InformedAnswer<Key> run(const Key& start, int depth) {
        // As much as allowed, up to 400 MB; a power of two of pairs.
        std::size_t pairs = kMostPairs;
        while (pairs > 1 && !(table_ = Region(budget_, pairs * sizeof(Pair)))) pairs /= 2;
        if (!table_) return finish(Outcome::kMemoryLimit);
        mask_ = pairs - 1;
        domain_.open(start);
        const int h = domain_.exact();
        Counts& counts = answer_.counts;
        if (h == kDeadEnd) return finish(Outcome::kUnsolvable);
        if (h == 0) {
            counts.lower_bound = depth;
            answer_.solved = true;
            answer_.length = depth;
            return finish(Outcome::kSolved);
        }
        for (bound_ = depth + h; bound_ < upper_; bound_ = next_) {
            counts.lower_bound = bound_;
            answer_.levels.begin("bound", bound_, counts, control_.seconds());
            next_ = kNoUpper;
            if (std::optional<Outcome> end = pass({start, start.hash(), depth, h})) return finish(*end);
            if (next_ == kNoUpper) return finish(Outcome::kUnsolvable);
        }
        counts.lower_bound = upper_;
        answer_.left_out = true;
        return finish(Outcome::kUnsolvable);
    }

  private:
    struct Slot {
        std::array<std::uint8_t, Key::kBytes> bytes;
        std::uint8_t used;
        std::uint16_t depth, bound;  // where it was searched last
        std::uint16_t unused;        // almost three places per cache line
    };
    struct Pair {
        Slot near, new_;
    };
    static_assert(sizeof(Slot) <= Key::kBytes + 8);
    static constexpr std::size_t kMostPairs = std::size_t{1} << 23;

    struct Frame {
        Key key;
        std::uint32_t first, next, end;  // its children among `kids_`
    };
    struct Waiting {
        Key key;
        std::uint64_t hash;
        int depth, estimate;
    };

    // An outcome ends the search.
    std::optional<Outcome> pass(const Waiting& root) {
        frames_.clear();
        kids_.clear();
        mark(root);
        if (std::optional<Outcome> end = enter(root)) return end;
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            if (frame.next == frame.end) {
                kids_.resize(frame.first);
                frames_.pop_back();
                continue;
            }
            const Waiting kid = kids_[frame.next++];
            if (kid.estimate == 0) {
                for (std::size_t i = 1; i < frames_.size(); ++i) answer_.path.push_back(frames_[i].key);
                answer_.path.push_back(kid.key);
                answer_.solved = true;
                answer_.length = kid.depth;
                return Outcome::kSolved;
            }
            if (!mark(kid)) continue;
            if (std::optional<Outcome> end = enter(kid)) return end;
        }
        return std::nullopt;
    }

    std::optional<Outcome> enter(const Waiting& at) {
        Counts& counts = answer_.counts;
        counts.open = frames_.size();
        counts.bytes = budget_.used();
        if (std::optional<Outcome> stop = control_.check(counts)) return stop;
        ++counts.expanded;
        domain_.open(at.key);
        domain_.list(at.estimate);
        const std::uint32_t first = static_cast<std::uint32_t>(kids_.size());
        for (const auto& kid : domain_.kids()) __builtin_prefetch(&pair(kid.hash));
        for (const auto& kid : domain_.kids()) {
            ++counts.generated;
            const int depth = at.depth + kid.cost;
            if (depth + kid.least > bound_) {
                next_ = std::min(next_, depth + kid.least);
                continue;
            }
            const int h = domain_.settle(kid, bound_ + 1 - depth).least;
            if (h == kDeadEnd) continue;
            if (depth + h > bound_) {
                next_ = std::min(next_, depth + h);
                continue;
            }
            kids_.push_back({kid.key, kid.hash, depth, h});
        }
        std::sort(kids_.begin() + first, kids_.end(),
                  [](const Waiting& a, const Waiting& b) { return a.estimate < b.estimate; });
        frames_.push_back({at.key, first, first, static_cast<std::uint32_t>(kids_.size())});
        return std::nullopt;
    }

    Pair& pair(std::uint64_t hash) const {
        return reinterpret_cast<Pair*>(table_.data())[(hash >> 20) & mask_];
    }
    static bool holds(const Slot& slot, const Key& key) {
        return slot.used != 0 && Key::read(slot.bytes.data()) == key;
    }
    // Notes that a position is being searched; false if this pass already searched it, no deeper.
    bool mark(const Waiting& at) {
        Pair& both = pair(at.hash);
        Slot* slot = holds(both.near, at.key) ? &both.near : holds(both.new_, at.key) ? &both.new_ : nullptr;
        if (slot == nullptr) {
            slot = &both.new_;
            if (both.near.used == 0 || both.near.bound != bound_ || at.depth < both.near.depth) {
                both.new_ = both.near;
                slot = &both.near;
            }
            at.key.write(slot->bytes.data());
            slot->used = 1;
        } else if (slot->bound == bound_ && slot->depth <= at.depth) {
            return false;
        }
        slot->depth = static_cast<std::uint16_t>(at.depth);
        slot->bound = static_cast<std::uint16_t>(bound_);
        return true;
    }

    InformedAnswer<Key> finish(Outcome outcome) {
        answer_.outcome = outcome;
        answer_.counts.bytes = budget_.used();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    D& domain_;
    int upper_;
    MemoryBudget& budget_;
    Control& control_;
    Region table_;
    std::size_t mask_ = 0;
    int bound_ = 0, next_ = 0;
    std::vector<Frame> frames_;
    std::vector<Waiting> kids_;
    InformedAnswer<Key> answer_;
};

}  // namespace yomikiri
