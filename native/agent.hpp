// A game as an agent plays it: actions that have numbers, and observations that are bytes.
//
// Reads beside yomikiri.core.agent_view.  Searches look at positions up to alikeness and list one of several
// moves that come to the same; an agent sees the board as it lies, place by place, and may make every legal
// move.  What an action means is fixed for a game, whatever the position.
//
// A game becomes playable by saying what it has to say, all of it optional:
//
//  * actions() and action(state, move): how many actions there are, and the number of a move.  Otherwise an
//    action is the place of a move in the list of moves;
//  * observed() and observe(state, to): how many bytes an observation has, and what they are.  Otherwise it
//    is the code of the position;
//  * agent(): an object with the functions of `Agent`, in place of all this.  A game needs it whose states
//    are not boards as they lie, or whose keys are relative to a start.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <vector>

#include "arguments.hpp"
#include "game.hpp"

namespace yomikiri {

template <class A>
concept Agent = std::copy_constructible<A> && std::copyable<typename A::State> &&
                requires(const A agent, typename A::State state, const typename A::State at,
                         std::span<const std::uint8_t> code, std::uint8_t* to, std::size_t action) {
                    { agent.actions() } -> std::convertible_to<std::size_t>;
                    { agent.observed() } -> std::convertible_to<std::size_t>;
                    agent.read(code, state);  // refuses what is no position
                    { agent.write(at) } -> std::same_as<std::vector<std::uint8_t>>;  // the code again
                    agent.observe(at, to);
                    agent.for_each_action(at, [](std::size_t) {});  // the legal ones
                    agent.play(state, action);                      // which is legal
                    { agent.is_goal(at) } -> std::same_as<bool>;
                };

// The agent of a game by its moves.
template <Game G>
class MoveAgent {
  public:
    using State = typename G::State;

    explicit MoveAgent(const G& game) : game_(game) {}

    std::size_t actions() const {
        if constexpr (kNumbers)
            return game_.actions();
        else
            return G::Moves::capacity();
    }
    std::size_t observed() const {
        if constexpr (kObserves)
            return game_.observed();
        else
            return key_bytes(game_);
    }
    void read(std::span<const std::uint8_t> code, State& state) const {
        std::optional<typename G::Key> key;
        if constexpr (requires { game_.read(code); }) {
            key = game_.read(code);
        } else {
            const std::size_t size = key_bytes(game_);
            if (code.size() != size) refuse("a code of ", code.size(), " bytes: expected ", size);
            key = read_key<typename G::Key>(code.data(), size);
            if (!is_position(game_, *key)) key.reset();
        }
        if (!key) refuse("not the code of a position of this game");
        game_.open(*key, state);
    }
    std::vector<std::uint8_t> write(const State& state) const {
        const typename G::Key key = game_.key(state);
        if constexpr (requires { game_.write(key); }) {
            return game_.write(key);
        } else {
            std::vector<std::uint8_t> code(key_bytes(game_));
            write_key(key, code.data(), code.size());
            return code;
        }
    }
    void observe(const State& state, std::uint8_t* to) const {
        if constexpr (kObserves)
            game_.observe(state, to);
        else
            write_key(game_.key(state), to, key_bytes(game_));
    }
    template <class Visit>
    void for_each_action(const State& state, Visit&& visit) const {
        any_move(state, [&](std::size_t action, const typename G::Move&) {
            visit(action);
            return false;
        });
    }
    void play(State& state, std::size_t action) const {
        any_move(state, [&](std::size_t number, const typename G::Move& move) {
            if (number == action) game_.play(state, move);
            return number == action;
        });
    }
    bool is_goal(const State& state) const { return game_.is_goal(state); }

  private:
    static constexpr bool kNumbers =
        requires(const G game, const State state, typename G::Move move) { game.action(state, move); };
    static constexpr bool kObserves =
        requires(const G game, const State state, std::uint8_t* to) { game.observe(state, to); };

    // Calls visit(action, move) for the moves in order until one call returns true.
    template <class Visit>
    void any_move(const State& state, Visit&& visit) const {
        typename G::Moves moves;
        moves.clear();
        game_.moves(state, moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const typename G::Move move = moves[i];
            std::size_t number = i;
            if constexpr (kNumbers) number = game_.action(state, move);
            if (visit(number, move)) return;
        }
    }

    G game_;
};

// Whether a game is playable, and its agent.
template <class G>
concept Playable = Game<G> && (requires(const G game) { game.agent(); } ||
                               !requires(const G game, std::span<const std::uint8_t> code) {
                                   game.relative_to(code);
                               });

template <Playable G>
auto agent_of(const G& game) {
    if constexpr (requires { game.agent(); })
        return game.agent();
    else
        return MoveAgent<G>(game);
}

}  // namespace yomikiri
