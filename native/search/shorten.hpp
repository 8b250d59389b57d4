// Makes a solution shorter: never longer, and sometimes provably as short as can be.
//
// First the neighbourhood: positions around the solution are collected breadth first up to a number of them,
// then a breadth-first search from the start stays inside.  The solution itself is inside, so the result is
// no longer; loops, moves taken back and idle shuffles of aces vanish by themselves.  Then exact ends: A*
// from positions of the solution nearer and nearer to its start; a shorter end replaces the old one, and an
// end that begins at the start is the proof.
#pragma once

#include "search/a_star.hpp"

namespace yomikiri {

template <InformedDomain D>
class Shortener {
  public:
    // `neighbours` positions around the solution are looked at.
    Shortener(const D& domain, std::size_t neighbours, MemoryBudget& budget, Control& control)
        : domain_(domain), neighbours_(neighbours), budget_(budget), control_(control) {}

    // `path` are the canonical codes of a solution, the start's first.  The answer's path, without the start,
    // is never longer.  Solved means proved shortest; otherwise the outcome is the limit that was met.
    InformedAnswer run(std::vector<Code> path) {
        path_ = std::move(path);
        for (std::size_t before = 0; before != path_.size();) {
            before = path_.size();
            if (std::optional<Outcome> stop = neighbourhood()) return finish(*stop);
        }
        for (std::size_t end = kFirstEnd;; end += kStep) {
            const std::size_t moves = path_.size() - 1, from = moves > end ? moves - end : 0;
            AStar<D> search(domain_, static_cast<int>(moves - from), budget_, control_, answer_.counts);
            InformedAnswer found = search.run(path_[from]);
            answer_.counts = found.counts;
            if (found.outcome == Outcome::kSolved) {
                path_.resize(from + 1);
                path_.insert(path_.end(), found.path.begin(), found.path.end());
            } else if (found.outcome != Outcome::kUnsolvable) {
                answer_.counts.lower_bound = from == 0 ? found.counts.lower_bound : 0;
                return finish(found.outcome);
            }
            if (from == 0) return finish(Outcome::kSolved);
        }
    }

  private:
    struct Node {
        std::uint32_t parent;  // one more than its number; 0 for none
    };
    static constexpr std::size_t kFirstEnd = 8, kStep = 6;

    // An outcome means that a limit was met; the path is then as it was.
    std::optional<Outcome> neighbourhood() {
        IndexedStore<Node> store(budget_, domain_.code_bytes());
        bool room = true;
        auto add = [&](const Code& code) { room = room && store.insert(code).what != Insert::kFull; };
        for (const Code& code : path_) add(code);
        typename D::State state;
        for (std::uint32_t i = 0; room && i < store.size() && store.size() < neighbours_; ++i) {
            if (std::optional<Outcome> stop = visit(store, i, state)) return stop;
            domain_.for_each_follower(state, add);
        }
        if (!room) return Outcome::kMemoryLimit;

        const std::uint32_t start = *store.find(path_.front()), goal = *store.find(path_.back());
        store.data(start).parent = start + 1;
        std::vector<std::uint32_t> queue{start};
        for (std::size_t next = 0; store.data(goal).parent == 0; ++next) {
            const std::uint32_t here = queue[next];
            if (std::optional<Outcome> stop = visit(store, here, state)) return stop;
            domain_.for_each_follower(state, [&](const Code& code) {
                std::optional<std::uint32_t> known = store.find(code);
                if (!known || store.data(*known).parent != 0) return;
                store.data(*known).parent = here + 1;
                queue.push_back(*known);
            });
        }
        std::vector<Code> shorter{store.code(goal)};
        for (std::uint32_t at = goal; at != start; shorter.push_back(store.code(at)))
            at = store.data(at).parent - 1;
        path_.assign(shorter.rbegin(), shorter.rend());
        return std::nullopt;
    }

    std::optional<Outcome> visit(const IndexedStore<Node>& store, std::uint32_t number,
                                 typename D::State& state) {
        Counts& counts = answer_.counts;
        counts.stored = std::max<std::uint64_t>(counts.stored, store.size());
        counts.bytes = budget_.used();
        if (std::optional<Outcome> stop = control_.check(counts)) return stop;
        domain_.open(store.code(number), state);
        ++counts.expanded;
        domain_.for_each_follower(state, [&](const Code&) { ++counts.generated; });
        return std::nullopt;
    }

    InformedAnswer finish(Outcome outcome) {
        answer_.outcome = outcome;
        if (outcome == Outcome::kSolved) answer_.counts.lower_bound = static_cast<int>(path_.size()) - 1;
        answer_.path.assign(path_.begin() + 1, path_.end());
        answer_.peak_bytes = budget_.peak();
        answer_.counts.bytes = budget_.used();
        answer_.seconds = control_.seconds();
        return answer_;
    }

    const D& domain_;
    std::size_t neighbours_;
    MemoryBudget& budget_;
    Control& control_;
    std::vector<Code> path_;
    InformedAnswer answer_;
};

}  // namespace yomikiri
