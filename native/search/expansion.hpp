// How the exhaustive searches see a game: children that come ready for the store.
//
// A game may make such children itself, from the parent's key and fingerprint without playing a move
// (Expandable).  For any other game Expansion does so: it plays the move on a copy of the state and computes
// the rest.
#pragma once

#include <vector>

#include "game.hpp"
#include "random.hpp"

namespace yomikiri {

template <class D>
concept Expandable =
    GameKey<typename D::Key> &&
    requires(const D d, typename D::State state, typename D::Moves moves, Child<typename D::Key> child,
             const Hash& hash, const typename D::Key& key, typename D::Move move) {
        { d.key_bytes() } -> std::same_as<std::size_t>;   // how much of a key is used
        { d.priorities() } -> std::same_as<std::size_t>;  // priorities are 0 .. priorities() - 1
        d.open(hash, key, state);
        d.moves(state, moves);             // in the order of the rules
        d.push_order(moves);               // reordered as the algorithm wants them pushed
        d.make_child(state, move, child);  // fills every field of child
        d.make_root(key, child);           // the same for a start position
        { d.hash(key) } -> std::same_as<Hash>;
    };

// The key from which a record led here; whether a record is valid; whether a key is that of a position.
template <class D>
concept Undoable = Expandable<D> && requires(const D d, const typename D::Key& key, Record record) {
    { d.undo(key, record) } -> std::same_as<typename D::Key>;
    { d.is_record(record) } -> std::same_as<bool>;
    { d.is_position(key) } -> std::same_as<bool>;
};

// Fingerprints of the keys of any game: a constant for each byte at each place.
template <GameKey Key>
class Fingerprints {
  public:
    explicit Fingerprints(std::uint64_t hash_seed) : constants_(Key::kBytes * 256) {
        SplitMix64 random = SplitMix64::of_constants(0x416E792067616D65, hash_seed);  // "Any game"
        for (Hash& h : constants_) {
            h.high = random.next();
            h.low = random.next();
        }
    }
    Hash operator()(const Key& key, std::size_t bytes) const {
        const KeyBytes<Key> view(key);
        Hash h;
        for (std::size_t i = 0; i < bytes; ++i) h = h ^ constants_[i * 256 + view.data()[i]];
        return h;
    }

  private:
    std::vector<Hash> constants_;
};

template <Game G>
class Expansion {
  public:
    using Key = typename G::Key;
    using State = typename G::State;
    using Move = typename G::Move;
    using Moves = typename G::Moves;
    // Keys that stand for several positions cannot be undone: we do not know which of them a move led to.
    static constexpr bool kUndoes = HasUndo<G> && !HasCanonical<G>;

    // Fingerprints are made only for searches that look at them.
    Expansion(const G& game, bool hashes, std::uint64_t hash_seed) : game_(game) {
        if (hashes) fingerprints_.emplace_back(hash_seed);
    }

    std::size_t key_bytes() const { return yomikiri::key_bytes(game_); }
    std::size_t priorities() const {
        if constexpr (HasPriority<G>) return static_cast<std::size_t>(game_.priorities());
        return 1;
    }
    void open(const Hash&, const Key& key, State& state) const { game_.open(key, state); }
    void moves(const State& state, Moves& found) const {
        found.clear();
        game_.moves(state, found);
    }
    void push_order(Moves&) const {}
    void make_child(const State& state, Move move, Child<Key>& child) const {
        State next = state;
        game_.play(next, move);
        fill(next, child);
        if constexpr (kUndoes) child.record = game_.record(state, move);
    }
    void make_root(const Key& key, Child<Key>& child) const {
        State state;
        game_.open(key, state);
        fill(state, child);
        child.record = kRootRecord;
    }
    Hash hash(const Key& key) const {
        return fingerprints_.empty() ? Hash{} : fingerprints_[0](key, key_bytes());
    }
    Key undo(const Key& key, Record record) const
        requires kUndoes
    {
        return game_.undo(key, record);
    }
    bool is_record(Record record) const
        requires kUndoes
    {
        return game_.is_record(record);
    }
    bool is_position(const Key& key) const { return yomikiri::is_position(game_, key); }

  private:
    void fill(const State& state, Child<Key>& child) const {
        child.key = game_.key(state);
        child.goal = game_.is_goal(state);
        if constexpr (HasPriority<G>) child.priority = static_cast<std::uint16_t>(game_.priority(state));
        if constexpr (HasCanonical<G>) child.key = game_.canonical(child.key);
        child.hash = hash(child.key);
    }

    G game_;
    std::vector<Fingerprints<Key>> fingerprints_;  // one, or none
};

}  // namespace yomikiri
