// What the searches by steps share: a domain whose steps come with the key and the score of where they lead.
//
// A specialisation of the best-first searches for FreeCell's quick ones, which take milliseconds: a child is
// represented only by its key and its score, both derived from its parent's; its state is made only if a
// search takes it up, by one step from its parent's state if that is available, which costs a fifth of making
// it from the key.  Most never are.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "games/freecell/node_pool.hpp"
#include "search/control.hpp"

namespace yomikiri {

template <class D>
concept StepDomain =
    requires(const D d, typename D::State state, const typename D::Key& key, typename D::Step step,
             unsigned card, void (*visit)(typename D::Step, const typename D::Key&, int)) {
        { d.start() } -> std::convertible_to<typename D::Key>;
        { d.is_goal(key) } -> std::same_as<bool>;
        { d.is_goal_after(state, step) } -> std::same_as<bool>;
        d.open(key, state);
        d.play(state, step, key, 0);
        d.for_each_step(state, card, visit);
    };

template <class Step>
struct StepsAnswer : Answer {
    std::vector<Step> steps;
};

// The positions of a search, the states of those met last, and the counts: all but the order.
template <StepDomain D>
class StepSearch {
  public:
    using Step = typename D::Step;
    using State = typename D::State;

    StepSearch(const D& domain, MemoryBudget& budget, Control& control)
        : domain_(domain), budget_(budget), control_(control), pool_(budget) {}

  protected:
    struct Entry {
        std::int32_t score;
        std::uint32_t number;
        // Less is worse: a heap has the best in front, of equal ones the older, so that a search does not
        // depend on the library's heaps.
        friend bool operator<(const Entry& a, const Entry& b) {
            return a.score != b.score ? a.score > b.score : a.number > b.number;
        }
    };

    Counts& counts() { return answer_.counts; }

    std::optional<Outcome> check(std::size_t open) {
        counts().open = open;
        counts().stored = pool_.size();
        counts().bytes = budget_.used();
        return control_.check(counts());
    }

    // An outcome that is already certain at the start.
    std::optional<Outcome> begin() {
        if (pool_.insert(domain_.start(), Step{}, 0).what == Insert::kFull) return Outcome::kMemoryLimit;
        if (domain_.is_goal(domain_.start())) return Outcome::kSolved;
        return std::nullopt;
    }

    void begin_level(const char* by, int value) {
        answer_.levels.begin(by, value, counts(), control_.seconds());
    }

    // Calls push(entry, cost) for each child that is new; false from it says that memory ran out.  An outcome
    // ends the search.
    template <class Push>
    std::optional<Outcome> expand(Entry entry, Push&& push) {
        const State& state = open(entry);
        ++counts().expanded;
        std::optional<Outcome> end;
        domain_.for_each_step(state, pool_[entry.number].step.last(),
                              [&](Step step, const typename D::Key& key, int score) {
                                  if (end) return;
                                  ++counts().generated;
                                  auto [what, reached] = pool_.insert(key, step, entry.number);
                                  if (what == Insert::kKnown) return;
                                  if (what == Insert::kFull) {
                                      end = Outcome::kMemoryLimit;
                                  } else if (domain_.is_goal_after(state, step)) {
                                      trace(reached);
                                      end = Outcome::kSolved;
                                  } else if (!push(Entry{score, reached}, step.cost())) {
                                      end = Outcome::kMemoryLimit;
                                  }
                              });
        return end;
    }

    StepsAnswer<Step> finish(Outcome outcome, std::size_t open) {
        answer_.outcome = outcome;
        counts().open = open;
        counts().stored = pool_.size();
        counts().bytes = budget_.used();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    MemoryBudget& budget() { return budget_; }

  private:
    // Without a value until it is used: to clear all of them takes as long as fifty expansions.
    struct Recent {
        Recent() {}
        std::uint32_t number = 0xFFFFFFFF;
        State state;
    };
    static constexpr std::size_t kRecent = 256;

    // The state of a position: by one step from its parent's, if that is still available, which costs a fifth
    // of making it from its key.
    const State& open(Entry entry) {
        const auto& node = pool_[entry.number];
        Recent& recent = recent_[entry.number % kRecent];
        const Recent& before = recent_[node.parent % kRecent];
        if (entry.number != 0 && before.number == node.parent) {
            recent.state = before.state;
            domain_.play(recent.state, node.step, pool_.key(entry.number), entry.score);
        } else {
            domain_.open(pool_.key(entry.number), recent.state);
        }
        recent.number = entry.number;
        return recent.state;
    }

    void trace(std::uint32_t number) {
        for (; number != 0; number = pool_[number].parent) answer_.steps.push_back(pool_[number].step);
        std::reverse(answer_.steps.begin(), answer_.steps.end());
    }

    const D& domain_;
    MemoryBudget& budget_;
    Control& control_;
    NodePool<typename D::Key, Step> pool_;
    std::unique_ptr<Recent[]> recent_{new Recent[kRecent]};
    StepsAnswer<Step> answer_;
};

}  // namespace yomikiri
