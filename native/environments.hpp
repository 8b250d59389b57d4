// Many games played side by side, a step of each at a time: the vector environment of the kernel.
//
// Reads beside yomikiri.environments: what GameEnv does in Python for one game, this does for thousands.  A
// step plays an action in each game.  A game is *over* when it is won or no move is left, which is when its
// mask is empty; it is *cut off* at the limit of steps.  In the step after either, the game begins anew from
// the next deal of its own stream, whatever action is given.
//
// Rewards: -1 for a step.  When no move is left, the steps up to the limit are charged at once, so that the
// return of a game is minus its moves if it is won and minus the limit if it is not, and losing early never
// pays.  An action that is not legal changes nothing but the count of steps.
//
// Python deals, so a deal that is drawn for the first time is asked for (`unknown`) and given (`know`).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "agent.hpp"
#include "random.hpp"

namespace yomikiri {

// Where a step is written to: a row or a value for each game.
struct StepPlace {
    std::uint8_t* observations;
    std::uint8_t* masks;
    double* rewards;
    std::uint8_t* terminated;
    std::uint8_t* truncated;
};

// What Python sees: the same for every game.
class AnyEnvironments {
  public:
    using Code = std::span<const std::uint8_t>;
    // The deal of a game that was put on the board by its position.
    static constexpr std::uint64_t kNoDeal = ~std::uint64_t{0};
    static constexpr std::size_t kMostGames = std::size_t{1} << 18;
    static constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 40;

    virtual ~AnyEnvironments() = default;
    virtual std::size_t games() const = 0;
    virtual std::size_t actions() const = 0;
    virtual std::size_t observed() const = 0;
    virtual void seed(std::size_t game, std::uint64_t seed) = 0;
    // The deals, once each, that these games begin with next and that nobody knows yet.
    virtual std::vector<std::uint64_t> unknown(const std::uint8_t* which) const = 0;
    virtual void know(std::uint64_t deal, Code code) = 0;
    // These games begin anew, with their next deals.
    virtual void begin(const std::uint8_t* which) = 0;
    virtual void put(std::size_t game, Code code, std::uint64_t deal) = 0;
    virtual void step(const std::int64_t* actions, bool strict, const StepPlace& place) = 0;
    virtual void look(std::uint8_t* observations, std::uint8_t* masks) const = 0;
    virtual void deals(std::uint64_t* to) const = 0;
    virtual void lengths(std::uint64_t* to) const = 0;
    // Whether a game begins anew in the next step.
    virtual void ended(std::uint8_t* to) const = 0;
    virtual void won(std::uint8_t* to) const = 0;
    // A legal action for each, all equally likely; 0 where there is none.
    virtual void draw(std::uint64_t seed, std::int64_t* to) const = 0;
    // The position of a game.
    virtual std::vector<std::uint8_t> code(std::size_t game) const = 0;
    virtual std::vector<std::uint8_t> observation(Code code) const = 0;
};

template <Agent A>
class Environments : public AnyEnvironments {
  public:
    Environments(const A& agent, std::size_t games, std::uint64_t limit, std::uint64_t deals)
        : agent_(agent),
          limit_(within("limit", limit, 1, kMostSteps)),
          deals_(within("deals", deals, 1, kNoDeal - 1)),
          games_(within("games", games, 1, kMostGames)),
          masks_(games * agent.actions()),
          most_known_(std::max(2 * games, kFewestKept)) {}

    std::size_t games() const override { return games_.size(); }
    std::size_t actions() const override { return agent_.actions(); }
    std::size_t observed() const override { return agent_.observed(); }

    void seed(std::size_t game, std::uint64_t seed) override {
        games_[game].stream = SplitMix64(seed);
        games_[game].next = below(games_[game].stream, deals_);
    }

    std::vector<std::uint64_t> unknown(const std::uint8_t* which) const override {
        std::vector<std::uint64_t> found;
        for (std::size_t i = 0; i < games(); ++i)
            if (which[i] != 0 && known_.find(games_[i].next) == known_.end()) found.push_back(games_[i].next);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    void know(std::uint64_t deal, Code code) override {
        within("deal", deal, 0, deals_ - 1);
        State state;
        agent_.read(code, state);
        if (known_.size() >= most_known_) forget();
        known_.insert_or_assign(deal, state);
    }
    void begin(const std::uint8_t* which) override {
        check_known([&](std::size_t i) { return which[i] != 0; });
        for (std::size_t i = 0; i < games(); ++i)
            if (which[i] != 0) begin(i);
    }
    void put(std::size_t game, Code code, std::uint64_t deal) override {
        State state;
        agent_.read(code, state);
        start(game, state, deal);
    }

    void step(const std::int64_t* actions, bool strict, const StepPlace& place) override {
        check(actions, strict);
        for (std::size_t i = 0; i < games(); ++i) {
            if (games_[i].ended) {
                begin(i);
                place.rewards[i] = 0;
                place.terminated[i] = place.truncated[i] = 0;
            } else {
                play(i, static_cast<std::size_t>(actions[i]), place);
            }
            agent_.observe(games_[i].state, place.observations + i * observed());
        }
        std::copy(masks_.begin(), masks_.end(), place.masks);
    }

    void look(std::uint8_t* observations, std::uint8_t* masks) const override {
        for (std::size_t i = 0; i < games(); ++i) {
            if (games_[i].started)
                agent_.observe(games_[i].state, observations + i * observed());
            else
                std::fill_n(observations + i * observed(), observed(), std::uint8_t{0});
        }
        std::copy(masks_.begin(), masks_.end(), masks);
    }
    void deals(std::uint64_t* to) const override {
        for (const Played& game : games_) *to++ = game.deal;
    }
    void lengths(std::uint64_t* to) const override {
        for (const Played& game : games_) *to++ = game.steps;
    }
    void ended(std::uint8_t* to) const override {
        for (const Played& game : games_) *to++ = game.ended;
    }
    void won(std::uint8_t* to) const override {
        for (const Played& game : games_) *to++ = game.won;
    }
    void draw(std::uint64_t seed, std::int64_t* to) const override {
        SplitMix64 random(seed);
        for (std::size_t i = 0; i < games(); ++i) {
            const std::uint8_t* mask = &masks_[i * actions()];
            to[i] = 0;
            if (games_[i].legal == 0) continue;
            for (std::uint64_t left = below(random, games_[i].legal) + 1; left > 0; ++to[i])
                left -= mask[to[i]];
            --to[i];
        }
    }
    std::vector<std::uint8_t> code(std::size_t game) const override {
        if (!games_[game].started) refuse("game ", game, " has not begun: expected a reset");
        return agent_.write(games_[game].state);
    }
    std::vector<std::uint8_t> observation(Code code) const override {
        State state;
        agent_.read(code, state);
        std::vector<std::uint8_t> found(observed());
        agent_.observe(state, found.data());
        return found;
    }

  private:
    using State = typename A::State;
    struct Played {
        State state{};
        SplitMix64 stream{0};
        std::uint64_t next = 0;  // the deal after this one
        std::uint64_t deal = kNoDeal;
        std::uint64_t steps = 0;
        std::size_t legal = 0;  // actions
        bool started = false, ended = false, won = false;
    };
    static constexpr std::size_t kFewestKept = std::size_t{1} << 16;

    // As SplitMix64.below() of yomikiri.core.dealing: every number equally likely.
    static std::uint64_t below(SplitMix64& random, std::uint64_t bound) {
        const std::uint64_t beyond = (~std::uint64_t{0} % bound + 1) % bound;  // 2^64 modulo the bound
        for (;;) {
            const std::uint64_t drawn = random.next();
            if (beyond == 0 || drawn < ~beyond + 1) return drawn % bound;
        }
    }

    // Nothing has changed when something is refused.
    void check(const std::int64_t* actions, bool strict) const {
        for (std::size_t i = 0; i < games(); ++i) {
            if (!games_[i].started) refuse("game ", i, " has not begun: expected a reset");
            if (games_[i].ended) continue;
            if (actions[i] < 0 || static_cast<std::size_t>(actions[i]) >= this->actions())
                refuse("action ", actions[i], " of game ", i, ": expected 0 to ", this->actions() - 1);
            if (strict && games_[i].legal > 0 && mask(i)[actions[i]] == 0)
                refuse("action ", actions[i], " of game ", i, " is not legal there");
        }
        check_known([&](std::size_t i) { return games_[i].ended; });
    }
    template <class Which>
    void check_known(Which&& which) const {
        for (std::size_t i = 0; i < games(); ++i)
            if (which(i) && known_.find(games_[i].next) == known_.end())
                refuse("deal ", games_[i].next, " of game ", i, " is not known: expected to be told");
    }

    void play(std::size_t i, std::size_t action, const StepPlace& place) {
        Played& game = games_[i];
        place.truncated[i] = 0;
        if (game.legal == 0) {  // Over when it began.
            place.rewards[i] = 0;
            place.terminated[i] = 1;
            game.ended = true;
            return;
        }
        ++game.steps;
        place.rewards[i] = -1;
        if (mask(i)[action] != 0) {
            agent_.play(game.state, action);
            find_actions(i);
        }
        const bool over = game.legal == 0;
        if (over && !game.won) place.rewards[i] -= static_cast<double>(limit_ - game.steps);
        place.terminated[i] = over;
        place.truncated[i] = !over && game.steps >= limit_;
        game.ended = over || game.steps >= limit_;
    }
    void begin(std::size_t i) {
        Played& game = games_[i];
        const std::uint64_t deal = game.next;
        game.next = below(game.stream, deals_);
        start(i, known_.at(deal), deal);
    }
    void start(std::size_t i, const State& state, std::uint64_t deal) {
        Played& game = games_[i];
        game.state = state;
        game.deal = deal;
        game.steps = 0;
        game.started = true;
        game.ended = false;
        find_actions(i);
    }
    void find_actions(std::size_t i) {
        Played& game = games_[i];
        std::uint8_t* found = mask(i);
        std::fill_n(found, actions(), std::uint8_t{0});
        game.legal = 0;
        game.won = agent_.is_goal(game.state);
        if (game.won) return;
        agent_.for_each_action(game.state, [&](std::size_t action) {
            found[action] = 1;
            ++game.legal;
        });
    }
    // Keeps what is waited for.
    void forget() {
        std::unordered_map<std::uint64_t, State> kept;
        for (const Played& game : games_)
            if (const auto found = known_.find(game.next); found != known_.end()) kept.insert(*found);
        known_ = std::move(kept);
    }
    std::uint8_t* mask(std::size_t i) { return masks_.data() + i * actions(); }
    const std::uint8_t* mask(std::size_t i) const { return masks_.data() + i * actions(); }

    A agent_;
    std::uint64_t limit_, deals_;
    std::vector<Played> games_;
    std::vector<std::uint8_t> masks_;  // a row for each game, a byte for each action: 1 if it is legal
    std::unordered_map<std::uint64_t, State> known_;  // positions of deals
    std::size_t most_known_;
};

}  // namespace yomikiri
