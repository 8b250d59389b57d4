// NBS: search from both ends at once, with estimates towards the other end.
//
// J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, "Front-to-End Bidirectional Heuristic Search with
// Near-Optimal Node Expansions" (IJCAI 2017).  A solution through a position u of the forward search and v of
// the backward search costs at least max(f(u), f(v), g(u) + g(v) + 1).  Both positions of the pair with the
// least such bound are expanded; when no pair is below the best solution, that is a shortest one.  No
// admissible search of this kind expands fewer than half as many positions below the last bound.
//
// Each side keeps the positions it has reached in two queues: `waiting` by f, and `ready` by g, for those
// whose f is within the bound.  games/sliding/bidirectional.py does the same, step by step.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "search/control.hpp"
#include "stores/bucket_queue.hpp"
#include "stores/indexed_store.hpp"

namespace yomikiri {

// A game with one goal whose moves can be undone by moves: it can be searched from the goal.
template <class G>
concept HasReverse = HasEstimate<G> && requires(const G game, const typename G::Key key) {
    { game.goal() } -> std::same_as<typename G::Key>;
    { game.towards(key) } -> std::same_as<G>;  // the same with another goal
};

template <HasReverse G>
class Bidirectional {
  public:
    using Key = typename G::Key;

    Bidirectional(const G& game, const Key& start, MemoryBudget& budget, Control& control)
        : budget_(budget), control_(control), sides_{{{game, budget}, {game.towards(start), budget}}} {}

    PathAnswer<Key> run(const Key& start, const Key& goal) {
        if (!begin(sides_[0], start) || !begin(sides_[1], goal)) return finish(Outcome::kMemoryLimit);
        if (start == goal) meet(0, 0);
        for (;;) {
            const std::optional<bool> pair = prepare();
            if (!pair) return finish(Outcome::kMemoryLimit);
            if (!*pair || bound_ >= upper_) break;
            for (Side& side : sides_) {
                tell();
                if (const std::optional<Outcome> stop = control_.check(answer_.counts)) return finish(*stop);
                if (!expand(side)) return finish(Outcome::kMemoryLimit);
            }
        }
        if (upper_ == kNone) return finish(Outcome::kUnsolvable);
        bound_ = upper_;
        return finish(Outcome::kSolved);
    }

  private:
    static constexpr unsigned kNone = BucketQueue::kNone;
    struct Data {
        std::uint32_t parent;
        std::uint16_t depth;
        std::uint8_t estimate;
        std::uint8_t closed;
    };
    struct Side {
        Side(const G& towards, MemoryBudget& budget)
            : game(towards), store(budget, key_bytes(towards)), waiting(budget), ready(budget) {}
        G game;
        IndexedStore<Key, Data> store;
        BucketQueue waiting, ready;
    };

    bool begin(Side& side, const Key& key) {
        const auto root = side.store.insert(key);
        if (root.what == Insert::kFull) return false;
        typename G::State state;
        side.game.open(key, state);
        Data& data = side.store.data(root.number);
        data.estimate = static_cast<std::uint8_t>(side.game.estimate(state));
        return data.estimate == kDeadEnd || side.waiting.push(root.number, data.estimate, data.estimate);
    }

    // The least f of waiting positions, and the least g of ready ones; drops stale entries.
    static unsigned least_waiting(Side& side) {
        return least(side.waiting, [&](std::uint32_t number, unsigned f) {
            const Data& data = side.store.data(number);
            return !data.closed && data.depth + data.estimate == static_cast<int>(f);
        });
    }
    static unsigned least_ready(Side& side) {
        return least(side.ready, [&](std::uint32_t number, unsigned g) {
            const Data& data = side.store.data(number);
            return !data.closed && data.depth == g;
        });
    }
    template <class IsCurrent>
    static unsigned least(BucketQueue& queue, IsCurrent&& is_current) {
        for (;;) {
            const unsigned found = queue.least();
            if (found == kNone || is_current(queue.next(), found)) return found;
            std::uint32_t number;
            unsigned rank;
            queue.pop(number, rank);
        }
    }

    // Raises the bound until a pair is within it; whether there is one, or nothing if memory ran out.
    std::optional<bool> prepare() {
        for (Side& side : sides_)
            while (least_waiting(side) < bound_)
                if (!move_one(side)) return std::nullopt;
        for (;;) {
            const unsigned f0 = least_waiting(sides_[0]), f1 = least_waiting(sides_[1]);
            const unsigned g0 = least_ready(sides_[0]), g1 = least_ready(sides_[1]);
            if ((f0 == kNone && g0 == kNone) || (f1 == kNone && g1 == kNone)) return false;
            const unsigned both = g0 == kNone || g1 == kNone ? kNone : g0 + g1 + 1;
            if (both <= bound_) return true;
            bool moved = false;
            if (f0 <= bound_) {
                if (!move_one(sides_[0])) return std::nullopt;
                moved = true;
            }
            if (f1 <= bound_) {
                if (!move_one(sides_[1])) return std::nullopt;
                moved = true;
            }
            if (!moved) bound_ = std::min({f0, f1, both});
            if (bound_ >= upper_) return true;
        }
    }
    bool move_one(Side& side) {
        std::uint32_t number;
        unsigned f;
        side.waiting.pop(number, f);
        return side.ready.push(number, side.store.data(number).depth, 0);
    }

    // The ready position that is nearest to its side's start; false if memory ran out.
    bool expand(Side& side) {
        if (least_ready(side) == kNone) return true;
        std::uint32_t number;
        unsigned depth;
        side.ready.pop(number, depth);
        side.store.data(number).closed = 1;
        ++answer_.counts.expanded;
        typename G::State state;
        side.game.open(side.store.key(number), state);
        moves_.clear();
        side.game.moves(state, moves_);
        for (const typename G::Move& move : moves_) {
            ++answer_.counts.generated;
            typename G::State next = state;
            side.game.play(next, move);
            if (!reach(side, side.game.key(next), next, depth + 1, number)) return false;
        }
        return true;
    }
    bool reach(Side& side, const Key& key, const typename G::State& state, unsigned g, std::uint32_t parent) {
        if (g > std::numeric_limits<std::uint16_t>::max()) return false;
        const auto reached = side.store.insert(key);
        if (reached.what == Insert::kFull) return false;
        Data& data = side.store.data(reached.number);
        if (reached.what == Insert::kNew)
            data.estimate = static_cast<std::uint8_t>(side.game.estimate(state));
        else if (g >= data.depth)
            return true;
        data.parent = parent;
        data.depth = static_cast<std::uint16_t>(g);
        data.closed = 0;
        Side& other = &side == &sides_[0] ? sides_[1] : sides_[0];
        if (const std::optional<std::uint32_t> there = other.store.find(key))
            if (g + other.store.data(*there).depth < upper_)
                &side == &sides_[0] ? meet(reached.number, *there) : meet(*there, reached.number);
        const unsigned f = g + data.estimate;
        return data.estimate == kDeadEnd || f >= upper_ ||
               side.waiting.push(reached.number, f, data.estimate);
    }
    // A solution through a position that both sides have reached.
    void meet(std::uint32_t forward, std::uint32_t backward) {
        meeting_ = {forward, backward};
        upper_ = sides_[0].store.data(forward).depth + sides_[1].store.data(backward).depth;
    }

    void tell() {
        Counts& counts = answer_.counts;
        counts.open = sides_[0].waiting.size() + sides_[1].waiting.size() + sides_[0].ready.size() +
                      sides_[1].ready.size();
        counts.stored = sides_[0].store.size() + sides_[1].store.size();
        counts.bytes = budget_.used();
        counts.lower_bound = static_cast<int>(bound_);
    }
    PathAnswer<Key> finish(Outcome outcome) {
        tell();
        if (upper_ != kNone) {
            const auto& there = sides_[0].store;
            for (std::uint32_t at = meeting_[0]; there.data(at).depth != 0; at = there.data(at).parent)
                answer_.path.push_back(there.key(at));
            std::reverse(answer_.path.begin(), answer_.path.end());
            const auto& back = sides_[1].store;
            for (std::uint32_t at = meeting_[1]; back.data(at).depth != 0; at = back.data(at).parent)
                answer_.path.push_back(back.key(back.data(at).parent));
        }
        answer_.outcome = outcome;
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    MemoryBudget& budget_;
    Control& control_;
    std::array<Side, 2> sides_;  // from the start, from the goal
    typename G::Moves moves_;
    unsigned bound_ = 0, upper_ = kNone;
    std::array<std::uint32_t, 2> meeting_{};
    PathAnswer<Key> answer_;
};

}  // namespace yomikiri
