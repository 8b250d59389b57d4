// What the searches by steps share: a domain whose steps come with the key and the score of where they lead.
//
// A specialisation of the best-first searches for FreeCell's quick ones, which take milliseconds: a child is
// represented only by its key and its score, both derived from its parent's; its state is made only if a
// search takes it up, by one step from its parent's state if that is available, which costs a fifth of making
// it from the key.  Most never are.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "games/freecell/node_pool.hpp"
#include "search/control.hpp"

namespace yomikiri {

template <class D>
concept StepDomain =
    requires(const D d, typename D::State state, const typename D::Key& key, typename D::Step step,
             void (*visit)(typename D::Step, const typename D::Key&, int, unsigned)) {
        { d.start() } -> std::convertible_to<typename D::Key>;
        { d.is_goal(key) } -> std::same_as<bool>;
        d.open(key, state);
        d.play(state, step, key, 0);
        d.for_each_step(state, step, visit);
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

    // Counts go on from those of the searches before.
    StepSearch(const D& domain, MemoryBudget& budget, Control& control, const Counts& so_far)
        : domain_(domain), budget_(budget), control_(control), pool_(budget) {
        counts().expanded = so_far.expanded;
        counts().generated = so_far.generated;
    }

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

    struct Child {
        typename D::Key key;
        std::uint64_t hash;
        int score;
        unsigned cost;
        Step step;
    };

    // Writes children down one by one.  Inlined where each kind of step is made: calls take a twentieth of
    // the time of a search.
    struct List {
        std::vector<Child>& children;
        std::size_t& count;

        [[gnu::always_inline]] void operator()(Step step, const typename D::Key& key, int score,
                                               unsigned cost) const {
            if (count == children.size()) [[unlikely]]
                children.resize(2 * count);
            children[count++] = {key, 0, score, cost, step};
        }
    };

    Counts& counts() { return answer_.counts; }
    // What is not found may still exist.
    void leave_out() { answer_.left_out = true; }

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

    // Calls choose(children), which returns some of them, then push(entry, cost) for each that is new; false
    // from it says that memory ran out.  An outcome ends the search.
    template <class Choose, class Push>
    std::optional<Outcome> expand(Entry entry, Choose&& choose, Push&& push) {
        const State& state = open(entry);
        ++counts().expanded;
        std::size_t count = 0;
        domain_.for_each_step(state, pool_[entry.number].step, List{children_, count});
        counts().generated += count;
        const std::span children = choose(std::span(children_.data(), count));
        // The table is asked for all before the first is looked up, so that its misses overlap.
        for (Child& child : children) {
            child.hash = child.key.hash();
            pool_.prefetch(child.hash);
        }
        for (const Child& child : children) {
            auto [what, reached] = pool_.insert(child.key, child.hash, child.step, entry.number);
            if (what == Insert::kKnown) continue;
            if (what == Insert::kFull) return Outcome::kMemoryLimit;
            if (domain_.is_goal(child.key)) {
                trace(reached);
                return Outcome::kSolved;
            }
            if (!push(Entry{child.score, reached}, child.cost)) return Outcome::kMemoryLimit;
        }
        return std::nullopt;
    }
    template <class Push>
    std::optional<Outcome> expand(Entry entry, Push&& push) {
        return expand(entry, [](std::span<Child> children) { return children; }, push);
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
    static constexpr std::size_t kRecent = 256, kChildren = 64;

    // The state of a position: by one step from its parent's, if that is still available, which costs a fifth
    // of making it from its key.
    const State& open(Entry entry) {
        const auto& node = pool_[entry.number];
        State& state = recent_[entry.number % kRecent];
        if (entry.number != 0 && recent_numbers_[node.parent % kRecent] == node.parent) {
            state = recent_[node.parent % kRecent];
            domain_.play(state, node.step, pool_.key(entry.number), entry.score);
        } else {
            domain_.open(pool_.key(entry.number), state);
        }
        recent_numbers_[entry.number % kRecent] = entry.number;
        return state;
    }

    void trace(std::uint32_t number) {
        for (; number != 0; number = pool_[number].parent) answer_.steps.push_back(pool_[number].step);
        std::reverse(answer_.steps.begin(), answer_.steps.end());
    }

    const D& domain_;
    MemoryBudget& budget_;
    Control& control_;
    NodePool<typename D::Key, Step> pool_;
    // The states of the positions expanded last, and their numbers.  Not cleared: that would take longer than
    // many a search.
    std::unique_ptr<State[]> recent_ = std::make_unique_for_overwrite<State[]>(kRecent);
    std::vector<std::uint32_t> recent_numbers_ = std::vector<std::uint32_t>(kRecent, 0xFFFFFFFF);
    std::vector<Child> children_ = std::vector<Child>(kChildren);
    StepsAnswer<Step> answer_;
};

}  // namespace yomikiri
