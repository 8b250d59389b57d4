// Depth-first search by steps: the child with the best score first, no position twice.
//
// It is complete, because the store keeps every position, and cheap for each, because the open list is a
// stack.  Solutions are long and need repair.
#pragma once

#include "games/freecell/steps.hpp"

namespace yomikiri {

template <StepDomain D>
class DepthFirst : StepSearch<D> {
    using Base = StepSearch<D>;
    using typename Base::Entry;

  public:
    DepthFirst(const D& domain, MemoryBudget& budget, Control& control)
        : Base(domain, budget, control, {}), stack_(budget) {}

    StepsAnswer<typename D::Step> run() {
        if (std::optional<Outcome> end = this->begin()) return this->finish(*end, 0);
        if (!stack_.push({0, 0})) return this->finish(Outcome::kMemoryLimit, 0);
        std::vector<Entry> children;
        while (!stack_.empty()) {
            if (std::optional<Outcome> stop = this->check(stack_.size()))
                return this->finish(*stop, stack_.size());
            const Entry entry = stack_.back();
            stack_.pop();
            children.clear();
            std::optional<Outcome> end = this->expand(entry, [&](Entry child, std::size_t) {
                children.push_back(child);
                return true;
            });
            if (end) return this->finish(*end, stack_.size());
            std::sort(children.begin(), children.end());
            for (Entry child : children)
                if (!stack_.push(child)) return this->finish(Outcome::kMemoryLimit, stack_.size());
        }
        return this->finish(Outcome::kUnsolvable, 0);
    }

  private:
    Blocks<Entry> stack_;
};

}  // namespace yomikiri
