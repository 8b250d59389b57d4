// Best-first search by steps that gives up early: most deals are solved within a hundred positions or two.
//
// The position with the least score plus moves so far comes first, moves weighing less than in the score.
// Only the best few children of a position are kept, so this search proves nothing: the work for the others,
// which would hardly ever be taken up, goes into the search that follows it if it fails.
#pragma once

#include "games/freecell/steps.hpp"

namespace yomikiri {

template <StepDomain D>
class BestFirst : StepSearch<D> {
    using Base = StepSearch<D>;
    using typename Base::Child;
    using typename Base::Entry;

  public:
    // A move counts `move`, in units of the score; `kept` children of a position are kept.
    BestFirst(const D& domain, int move, std::size_t kept, MemoryBudget& budget, Control& control,
              const Counts& so_far = {})
        : Base(domain, budget, control, so_far), move_(move), kept_(kept) {}

    // Expands at most so many.  Unsolvable here only means that nothing was found; then left_out is set.
    StepsAnswer<typename D::Step> run(std::uint64_t most) {
        most += this->counts().expanded;
        if (std::optional<Outcome> end = this->begin()) return this->finish(*end, 0);
        push({{0, 0}, 0});
        while (!heap_.empty() && this->counts().expanded < most) {
            if (std::optional<Outcome> stop = this->check(heap_.size()))
                return this->finish(*stop, heap_.size());
            std::pop_heap(heap_.begin(), heap_.end());
            const Waiting next = heap_.back();
            heap_.pop_back();
            const std::optional<Outcome> end = this->expand(
                next.entry, [&](std::span<Child> children) { return best(children); },
                [&](Entry child, unsigned cost) {
                    push({child, next.moves + static_cast<std::int32_t>(cost)});
                    return true;
                });
            if (end) return this->finish(*end, heap_.size());
        }
        this->leave_out();
        return this->finish(Outcome::kUnsolvable, heap_.size());
    }

  private:
    struct Waiting {
        Entry entry;
        std::int32_t moves;  // from the start
        std::int32_t value = 0;
        // Of equal ones the newer comes first.
        friend bool operator<(const Waiting& a, const Waiting& b) {
            return a.value != b.value ? a.value > b.value : a.entry.number < b.entry.number;
        }
    };

    // A few thousand at most: the heap is not worth an entry in the budget.
    void push(Waiting waiting) {
        waiting.value = waiting.entry.score + move_ * waiting.moves;
        heap_.push_back(waiting);
        std::push_heap(heap_.begin(), heap_.end());
    }
    // Sorted by value; equal ones stay in their order, so that a search does not depend on the library.
    std::span<Child> best(std::span<Child> children) const {
        if (children.size() <= kept_) return children;
        auto value = [&](const Child& child) { return child.score + move_ * static_cast<int>(child.cost); };
        for (std::size_t i = 1; i < children.size(); ++i) {
            if (i >= kept_ && value(children[i]) >= value(children[kept_ - 1])) continue;
            const Child child = children[i];
            std::size_t at = std::min(i, kept_);
            for (; at > 0 && value(children[at - 1]) > value(child); --at)
                if (at < kept_) children[at] = children[at - 1];
            children[at] = child;
        }
        return children.first(kept_);
    }

    int move_;
    std::size_t kept_;
    std::vector<Waiting> heap_;
};

}  // namespace yomikiri
