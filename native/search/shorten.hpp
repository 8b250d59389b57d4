// Shortens a solution: the result is never longer, and sometimes provably shortest.
//
// First the neighbourhood: a limited number of positions around the solution is collected breadth first, then
// a breadth-first search from the start stays inside them.  The solution itself is inside, so the result is
// no longer; loops and undone moves vanish by themselves.  Then exact ends: A* from positions of the solution
// nearer and nearer to its start; a shorter end replaces the old one, and once an end begins at the start,
// the solution is proved shortest.
#pragma once

#include "game.hpp"
#include "search/control.hpp"
#include "stores/indexed_store.hpp"

namespace yomikiri {

// What it needs from a game: the keys that follow a position, by any move.
template <class D>
concept HasFollowers = requires(const D d, typename D::State state, const typename D::Key& key,
                                void (*visit)(const typename D::Key&)) {
    { d.key_bytes() } -> std::same_as<std::size_t>;
    d.open(key, state);
    d.for_each_follower(state, visit);
};

template <Game G>
class Followers {
  public:
    using Key = typename G::Key;
    using State = typename G::State;

    explicit Followers(const G& game) : game_(game) {}
    std::size_t key_bytes() const { return yomikiri::key_bytes(game_); }
    void open(const Key& key, State& state) const { game_.open(key, state); }
    bool is_goal(const State& state) const { return game_.is_goal(state); }
    template <class Visit>
    void for_each_follower(const State& state, Visit&& visit) const {
        typename G::Moves moves;
        moves.clear();
        game_.moves(state, moves);
        for (const typename G::Move& move : moves) {
            State next = state;
            game_.play(next, move);
            if constexpr (HasCanonical<G>)
                visit(game_.canonical(game_.key(next)));
            else
                visit(game_.key(next));
        }
    }

  private:
    const G& game_;
};

// `ends` is an A*: ends(start, upper, counts) looks for a shortest solution of fewer than `upper` moves, and
// goes on counting from `counts`.
template <HasFollowers D, class Ends>
class Shortener {
    using Key = typename D::Key;

  public:
    // Examines `neighbours` positions around the solution.
    Shortener(const D& domain, Ends ends, std::size_t neighbours, MemoryBudget& budget, Control& control)
        : domain_(domain), ends_(ends), neighbours_(neighbours), budget_(budget), control_(control) {}

    // `path` are the canonical keys of a solution, the start's first.  The answer's path, without the start,
    // is never longer.  Solved means proved shortest; otherwise the outcome is the limit reached.
    PathAnswer<typename D::Key> run(std::vector<Key> path) {
        path_ = std::move(path);
        for (std::size_t before = 0; before != path_.size();) {
            before = path_.size();
            if (std::optional<Outcome> stop = neighbourhood()) return finish(*stop);
        }
        for (std::size_t end = kFirstEnd;; end += kStep) {
            const std::size_t moves = path_.size() - 1, from = moves > end ? moves - end : 0;
            const PathAnswer<Key> found = ends_(path_[from], static_cast<int>(moves - from), answer_.counts);
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

    // An outcome means that a limit was reached; the path is then unchanged.
    std::optional<Outcome> neighbourhood() {
        IndexedStore<Key, Node> store(budget_, domain_.key_bytes());
        bool room = true;
        auto add = [&](const Key& key) { room = room && store.insert(key).what != Insert::kFull; };
        for (const Key& key : path_) add(key);
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
            domain_.for_each_follower(state, [&](const Key& key) {
                std::optional<std::uint32_t> known = store.find(key);
                if (!known || store.data(*known).parent != 0) return;
                store.data(*known).parent = here + 1;
                queue.push_back(*known);
            });
        }
        std::vector<Key> shorter{store.key(goal)};
        for (std::uint32_t at = goal; at != start; shorter.push_back(store.key(at)))
            at = store.data(at).parent - 1;
        path_.assign(shorter.rbegin(), shorter.rend());
        return std::nullopt;
    }

    std::optional<Outcome> visit(const IndexedStore<Key, Node>& store, std::uint32_t number,
                                 typename D::State& state) {
        Counts& counts = answer_.counts;
        counts.stored = std::max<std::uint64_t>(counts.stored, store.size());
        counts.bytes = budget_.used();
        if (std::optional<Outcome> stop = control_.check(counts)) return stop;
        domain_.open(store.key(number), state);
        ++counts.expanded;
        domain_.for_each_follower(state, [&](const Key&) { ++counts.generated; });
        return std::nullopt;
    }

    PathAnswer<typename D::Key> finish(Outcome outcome) {
        answer_.outcome = outcome;
        if (outcome == Outcome::kSolved) answer_.counts.lower_bound = static_cast<int>(path_.size()) - 1;
        answer_.path.assign(path_.begin() + 1, path_.end());
        answer_.peak_bytes = budget_.peak();
        answer_.counts.bytes = budget_.used();
        answer_.seconds = control_.seconds();
        return answer_;
    }

    const D& domain_;
    Ends ends_;
    std::size_t neighbours_;
    MemoryBudget& budget_;
    Control& control_;
    std::vector<Key> path_;
    PathAnswer<typename D::Key> answer_;
};

}  // namespace yomikiri
