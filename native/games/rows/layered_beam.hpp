// Beam search: breadth first, keeping only the best few of each layer.  Finds a quick solution, not a
// shortest.
//
// A position is never taken twice, even if the beam dropped it.  If nothing was ever dropped, the search was
// complete, and finding nothing is a proof.  beams() tries wider and wider ones.
//
// A specialisation of search/beam.hpp, which takes a position again if it occurs in a later layer and may
// lose the solution that way: with 8 columns and width 1000 it solves seven of Superpuzz deals 1 to 8 and
// this one all eight, in the same time (1.03; 0.89 with 6 columns).
#pragma once

#include <algorithm>

#include "games/rows/lazy_domain.hpp"
#include "stores/indexed_store.hpp"

namespace yomikiri {

template <LazyDomain D>
class LayeredBeam {
    using Key = typename D::Key;

  public:
    // `counts` carries on from earlier searches under the same control.
    LayeredBeam(const D& domain, std::size_t width, int upper, MemoryBudget& budget, Control& control,
                const Counts& counts = {})
        : domain_(domain),
          width_(std::max<std::size_t>(width, 1)),
          upper_(upper),
          budget_(budget),
          control_(control),
          store_(budget, domain.key_bytes()),
          earlier_(counts) {
        answer_.counts.expanded = counts.expanded;
        answer_.counts.generated = counts.generated;
    }

    // The path of the answer consists of canonical keys.
    PathAnswer<typename D::Key> run(const Key& start) {
        // The next layer is cut back to the width whenever it has twice as many, which keeps the same ones
        // as cutting it once at its end.
        if (width_ > kMaxWidth || !now_.reserve(budget_, 2 * width_) || !next_.reserve(budget_, 2 * width_))
            return finish(Outcome::kMemoryLimit);
        Counts& counts = answer_.counts;
        typename D::State state;
        auto [what, root] = store_.insert(domain_.canonical(start));
        if (what == Insert::kFull) return finish(Outcome::kMemoryLimit);
        domain_.open(store_.key(root), state);
        if (domain_.is_goal(state)) return finish(Outcome::kSolved);
        counts.lower_bound = domain_.estimate(state);
        if (counts.lower_bound == kDeadEnd) {
            counts.lower_bound = 0;
            return finish(Outcome::kUnsolvable);
        }
        store_.data(root).parent = root;
        now_.push({0, root});
        for (depth_ = 1; now_.size > 0; ++depth_) {
            next_.size = 0;
            for (std::size_t i = 0; i < now_.size; ++i) {
                counts.open = now_.size - i + next_.size;
                counts.stored = std::max<std::uint64_t>(earlier_.stored, store_.size());
                counts.bytes = budget_.used();
                if (std::optional<Outcome> stop = control_.check(counts)) return finish(*stop);
                if (std::optional<Outcome> end = expand(now_.entries()[i].number)) return finish(*end);
            }
            if (next_.size > width_) cut();
            std::sort(next_.entries(), next_.entries() + next_.size);
            std::swap(now_, next_);
        }
        return finish(Outcome::kUnsolvable);
    }

  private:
    struct Node {
        std::uint32_t parent;
    };
    struct Entry {
        std::int32_t score;
        std::uint32_t number;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    struct Layer {
        Region memory;
        std::size_t size = 0;
        bool reserve(MemoryBudget& budget, std::size_t count) {
            memory = Region(budget, count * sizeof(Entry));
            return static_cast<bool>(memory);
        }
        Entry* entries() const { return reinterpret_cast<Entry*>(memory.data()); }
        void push(Entry entry) { entries()[size++] = entry; }
    };
    static constexpr std::size_t kMaxWidth = std::size_t{1} << 31;

    // An outcome ends the search.
    std::optional<Outcome> expand(std::uint32_t number) {
        typename D::State state, child;
        domain_.open(store_.key(number), state);
        ++answer_.counts.expanded;
        std::optional<Outcome> end;
        domain_.for_each_child(state, [&](const Key& key, int) {
            if (end) return;
            ++answer_.counts.generated;
            auto [what, reached] = store_.insert(key);
            if (what == Insert::kFull) end = Outcome::kMemoryLimit;
            if (what != Insert::kNew) return;
            store_.data(reached).parent = number;
            domain_.open(key, child);
            const int h = domain_.estimate(child);
            if (h == kDeadEnd) return;
            if (depth_ + h >= upper_) {
                answer_.left_out = true;
            } else if (h == 0 && domain_.is_goal(child)) {
                trace(reached);
                end = Outcome::kSolved;
            } else {
                if (next_.size == 2 * width_) cut();
                next_.push({domain_.score(child, h), reached});
            }
        });
        return end;
    }

    void cut() {
        Entry* first = next_.entries();
        std::nth_element(first, first + width_, first + next_.size);
        next_.size = width_;
        answer_.left_out = true;
    }

    void trace(std::uint32_t number) {
        for (; store_.data(number).parent != number; number = store_.data(number).parent)
            answer_.path.push_back(store_.key(number));
        std::reverse(answer_.path.begin(), answer_.path.end());
    }

    PathAnswer<typename D::Key> finish(Outcome outcome) {
        answer_.outcome = outcome;
        answer_.counts.stored = std::max<std::uint64_t>(earlier_.stored, store_.size());
        answer_.counts.bytes = budget_.used();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return answer_;
    }

    const D& domain_;
    std::size_t width_;
    int upper_, depth_ = 0;
    MemoryBudget& budget_;
    Control& control_;
    IndexedStore<Key, Node> store_;
    Layer now_, next_;
    Counts earlier_;
    PathAnswer<typename D::Key> answer_;
};

// Beams four times as wide as the one before, from `width` up to `widest`, until one decides.
template <LazyDomain D>
PathAnswer<typename D::Key> beams(const D& domain, const typename D::Key& start, std::size_t width,
                                  std::size_t widest, int upper, MemoryBudget& budget, Control& control) {
    PathAnswer<typename D::Key> answer;
    while (true) {
        answer = LayeredBeam<D>(domain, width, upper, budget, control, answer.counts).run(start);
        bool undecided = answer.outcome == Outcome::kUnsolvable && answer.left_out;
        if (!undecided || width > widest / 4) return answer;
        width = std::max<std::size_t>(width, 1) * 4;
    }
}

}  // namespace yomikiri
