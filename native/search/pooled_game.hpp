// Adapts any game to the pooled search, which decides whether a goal can be reached, and how.
//
// A game may say which positions are lost (`prospect`), what to try first (`score`, or else its estimate),
// and which positions belong together (`zone`), which several threads need.  If a position has a single move,
// that is followed at once.  A step is the key that it leads to, so the steps of a solution are its path.
#pragma once

#include "search/expansion.hpp"
#include "search/pooled_team.hpp"

namespace yomikiri {

template <Game G>
class PooledGame {
  public:
    using Key = typename G::Key;
    using Packed = Key;
    using Step = Key;
    struct Node {
        typename G::State state;
        Key key;
    };

    PooledGame(const G& game, bool hashes, std::uint64_t hash_seed)
        : game_(game), expansion_(game, hashes, hash_seed) {}

    std::size_t key_bytes() const { return expansion_.key_bytes(); }
    Node unpack(const Key& key) const {
        Node node{{}, key};
        game_.open(key, node.state);
        return node;
    }
    Key pack(const Node& node) const { return node.key; }
    Key key(const Node& node) const { return node.key; }
    Hash hash(const Node& node) const { return expansion_.hash(node.key); }
    bool is_goal(const Node& node) const { return game_.is_goal(node.state); }
    Prospect examine(const Node& node) const {
        if constexpr (HasEstimate<G>)
            if (game_.estimate(node.state) == kDeadEnd) return Prospect::kLost;
        if constexpr (HasProspect<G>)
            if (game_.prospect(node.state) == Prospect::kLost) return Prospect::kLost;
        typename G::Moves moves;
        moves.clear();
        game_.moves(node.state, moves);
        if (moves.size() == 0) return Prospect::kLost;
        return moves.size() == 1 ? Prospect::kForced : Prospect::kOpen;
    }
    // Larger is tried first here.
    int score(const Node& node) const {
        if constexpr (HasScore<G>) return -game_.score(node.state);
        if constexpr (HasEstimate<G>) return -game_.estimate(node.state);
        return 0;
    }
    std::uint64_t zone(const Node& node) const
        requires HasZone<G>
    {
        return SplitMix64(static_cast<std::uint64_t>(game_.zone(node.state))).next();
    }

    template <class To>
    bool for_each_child(const Node& node, To& to) const {
        typename G::Moves moves;
        moves.clear();
        game_.moves(node.state, moves);
        for (const typename G::Move& move : moves) {
            Node* child = to.place();
            if (child == nullptr) return false;
            child->state = node.state;
            game_.play(child->state, move);
            child->key = game_.key(child->state);
            if constexpr (HasCanonical<G>) {
                child->key = game_.canonical(child->key);
                game_.open(child->key, child->state);
            }
            to.take(child->key);
        }
        return true;
    }

  private:
    G game_;
    Expansion<G> expansion_;
};

}  // namespace yomikiri
