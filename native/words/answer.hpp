// What a person asks of a position, the answer, and the searches that any game answers with.
//
// `Closing` is the twin of search/bounded.py: what several steps of a search have found and cost.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "game.hpp"
#include "search/a_star.hpp"
#include "search/control.hpp"
#include "search/pooled_game.hpp"

namespace yomikiri {

struct Question {
    bool shortest = false;
    Limits limits;
    Watch watch;
};

// How a search ended, and what it cost.
struct Cost {
    Outcome outcome = Outcome::kUnsolvable;
    std::string algorithm;
    int lower = 0;  // no solution is shorter
    Counts counts;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    bool fingerprints = false;
    double error_bound = 0;

    void pay(const Answer& cost) {
        counts.expanded += cost.counts.expanded;
        counts.generated += cost.counts.generated;
        counts.stored = std::max(counts.stored, cost.counts.stored);
        peak_bytes = std::max(peak_bytes, cost.peak_bytes);
    }
};

template <class Move>
struct Found : Cost {
    std::optional<std::vector<Move>> moves;

    bool closed() const { return moves && lower >= static_cast<int>(moves->size()); }
};

template <class Move>
class Closing {
  public:
    Closing(const Question& asked, std::string algorithm)
        : asked_(asked), started_(std::chrono::steady_clock::now()) {
        found.algorithm = std::move(algorithm);
    }

    Found<Move> found;
    std::uint64_t held = 0;  // bytes that a search that will go on keeps

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }
    // The limits of the next step: a share of what is left, and at most so many expansions.
    Limits left(unsigned share = 1, std::optional<std::uint64_t> most = std::nullopt) const {
        Limits rest = asked_.limits;
        if (rest.nodes) rest.nodes = (*rest.nodes - std::min(*rest.nodes, found.counts.expanded)) / share;
        if (most) rest.nodes = rest.nodes ? std::min(*rest.nodes, *most) : *most;
        if (rest.seconds) rest.seconds = std::max(0.0, *rest.seconds - seconds()) / share;
        rest.memory -= std::min(rest.memory, held);
        return rest;
    }
    std::optional<Outcome> met() const {
        const Limits rest = left();
        if (rest.nodes && *rest.nodes == 0) return Outcome::kNodeLimit;
        if (rest.seconds && *rest.seconds == 0) return Outcome::kTimeLimit;
        return std::nullopt;
    }
    // Tells of a step on top of what went before; with `bounds` its lower bound is the whole's.
    Watch watch(bool bounds) const {
        return [this, bounds](const Counts& now, double) {
            Counts all = now;
            all.expanded += found.counts.expanded;
            all.generated += found.counts.generated;
            all.stored = std::max(found.counts.stored, now.stored);
            if (!bounds) all.bytes += held;
            all.lower_bound = bounds ? std::max(found.lower, now.lower_bound) : found.lower;
            return asked_.watch(all, seconds());
        };
    }
    void pay(const Answer& cost) {
        found.pay(cost);
        found.peak_bytes = std::max(found.peak_bytes, held + cost.peak_bytes);
    }
    int upper() const { return found.moves ? static_cast<int>(found.moves->size()) : kNoUpper; }
    Found<Move> result(Outcome outcome) {
        found.outcome = found.closed() ? Outcome::kSolved : outcome;
        found.seconds = seconds();
        return found;
    }

  private:
    const Question& asked_;
    std::chrono::steady_clock::time_point started_;
};

// -- any game -----------------------------------------------------------------------------------------------

template <Game G>
typename G::Key key_of(const G& game, const typename G::Key& key) {
    if constexpr (HasCanonical<G>)
        return game.canonical(key);
    else
        return key;
}

// The moves from a position that visit positions with these keys, the first that fits each time.
template <Game G>
std::vector<typename G::Move> moves_along(const G& game, const typename G::Key& start,
                                          const std::vector<typename G::Key>& keys) {
    std::vector<typename G::Move> all;
    typename G::State state;
    game.open(start, state);
    for (const typename G::Key& wanted : keys) {
        typename G::Moves moves;
        moves.clear();
        game.moves(state, moves);
        bool fits = false;
        for (const typename G::Move& move : moves) {
            typename G::State next = state;
            game.play(next, move);
            if (key_of(game, game.key(next)) != wanted) continue;
            all.push_back(move);
            state = next;
            fits = true;
            break;
        }
        if (!fits) refuse("internal error, a bug in yomikiri: a step of the path is not a move");
    }
    return all;
}

template <Game G, class Search>
Found<typename G::Move> found_by(const G& game, const typename G::Key& start, const Question& asked,
                                 const char* name, Search&& search) {
    Closing<typename G::Move> known(asked, name);
    if constexpr (HasEstimate<G>) {
        typename G::State state;
        game.open(start, state);
        const int estimate = game.estimate(state);
        known.found.lower = estimate == kDeadEnd ? 0 : estimate;
    }
    Control control(asked.limits, known.watch(true));
    MemoryBudget budget(static_cast<std::size_t>(asked.limits.memory));
    const PathAnswer<typename G::Key> answer = search(key_of(game, start), budget, control);
    known.pay(answer);
    known.found.lower = std::max(known.found.lower, answer.counts.lower_bound);
    if (answer.outcome == Outcome::kSolved) known.found.moves = moves_along(game, start, answer.path);
    return known.result(answer.outcome);
}

// Some solution or none: the pooled search.
template <Game G>
Found<typename G::Move> decide(const G& game, const typename G::Key& start, const Question& asked) {
    using Key = typename G::Key;
    auto search = [&](const Key& from, MemoryBudget& budget, Control& control) {
        PooledGame<G> pooled(game, ExactStore::kByHash, 0);
        auto run = std::make_unique<PooledSearch<PooledGame<G>, ExactStore>>(pooled, budget, control,
                                                                             PoolOptions{1, 0});
        PathAnswer<Key> answer;
        static_cast<Answer&>(answer) = run->run(pooled.unpack(from));
        if (answer.outcome == Outcome::kSolved) answer.path = run->steps();
        return answer;
    };
    return found_by(game, start, asked, "decide", search);
}

// A shortest solution by A*, or with `greedy` some solution, the nearest by estimate first.
template <HasEstimate G>
Found<typename G::Move> a_star(const G& game, const typename G::Key& start, const Question& asked,
                               bool greedy = false) {
    using Key = typename G::Key;
    auto search = [&](const Key& from, MemoryBudget& budget, Control& control) -> PathAnswer<Key> {
        const auto domain = std::make_unique<Informed<G>>(game);
        if (greedy)
            return AStar<Informed<G>, ByWeight>(*domain, kNoUpper, budget, control,
                                                {std::numeric_limits<double>::infinity()})
                .run(from, 0);
        return AStar<Informed<G>>(*domain, kNoUpper, budget, control).run(from, 0);
    };
    return found_by(game, start, asked, greedy ? "greedy" : "a-star", search);
}

}  // namespace yomikiri
