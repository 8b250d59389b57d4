// Superpuzz and Gaps as the pooled search sees them: which children of a position to consider.
//
// There are three answers when a position is taken up.  *Lost*: the relaxation finds no assignment of suits
// to rows.
// *Forced*: some single move is a persistent set, so it is played without looking at any other.  *Open*: a
// larger persistent set, or all moves.
//
// Why persistent sets suffice.  Let T be a set of moves such that no sequence of other moves contains one
// that interferes with a move of T.  Take a path to a goal.  A goal has no moves, so some move of T is on the
// path (otherwise T would still be enabled at the end); the first of them commutes with everything before it
// and can be played at once, and the rest of the path still ends in a goal.  In a component all members reach
// the same positions, so a persistent set of the canonical member whose moves leave the component serves for
// all of it.  So a node that can be won has a child that can be won; each step leaves its component for good,
// there are finitely many, and the chain of such children ends in a goal.
#pragma once

#include "games/rows/components.hpp"
#include "games/rows/relaxation.hpp"
#include "search/pooled.hpp"

namespace yomikiri {

class RowDecision {
  public:
    struct Rules {
        bool dead = true, persistent = true, delay = true, contract = true;
    };
    struct Node {
        RowNode at;
        std::uint64_t set;  // the cards of a persistent set; none: all moves
    };
    struct Packed {
        Code code;
        std::uint64_t set;
    };
    using Key = Code;
    using Step = RowStep;

    RowDecision(int columns, Rules rules, std::uint64_t hash_seed = 0)
        : rows_(columns, rules.contract, rules.delay, hash_seed), rules_(rules) {}

    const RowComponents& rows() const { return rows_; }
    std::size_t key_bytes() const { return rows_.key_bytes(); }

    Node root(const Code& start) const {
        Node node{rows_.node(start), 0};
        rows_.normalise(node.at);
        return node;
    }
    Hash hash(const Node& node) const { return rows_.hash(node.at); }
    Code key(const Node& node) const { return rows_.pack(node.at); }
    Packed pack(const Node& node) const { return {rows_.pack(node.at), node.set}; }
    Node unpack(const Packed& packed) const { return {rows_.unpack(packed.code), packed.set}; }
    bool is_goal(const Node& node) const { return rows_.is_goal(node.at); }

    // For the division among threads: what column 1 holds, and column 2 once every ace is bound to its row.
    // These change some twenty times on a path, early rather than late, so a dive towards the end stays with
    // one thread; and there are hundreds of such zones of similar size.  With zones by the places of some
    // sixteen cards, half as many children are sent, but cards go home at the end: with two threads 56
    // instead of 71 deals in 100 are won within 300,000 positions.
    std::uint64_t zone(const Node& node) const {
        const RowBoard& b = node.at.board;
        std::uint64_t key = 0;
        bool bound = node.at.floating == 0;
        for (unsigned cell = 1; cell < 64; cell += 16) {
            const bool floats = node.at.floating >> cell & 1;
            key = key << 8 | (floats ? RowBoard::kBorder : b.at[cell]);
            bound &= RowBoard::rank(b.at[cell]) == 1;
        }
        if (bound)
            for (unsigned cell = 2; cell < 64; cell += 16) key = key << 8 | b.at[cell];
        return SplitMix64(key).next();
    }

    // What to do with a position; records its persistent set in it.
    Prospect examine(Node& node) {
        const RowBoard& b = node.at.board;
        if (rules_.dead || rules_.persistent) relaxed_.read(rows_.geometry, b, node.at.floating);
        if (rules_.dead && !may_be_won(node.at)) return Prospect::kLost;
        rows_.list_moves(node.at, moves_);
        bool component = rows_.is_component(node.at);
        if (moves_.size() == 0 && !component) return Prospect::kLost;
        node.set = rules_.persistent ? persistent_set(node.at, component) : 0;
        return std::has_single_bit(node.set) ? Prospect::kForced : Prospect::kOpen;
    }

    template <class To>
    bool for_each_child(const Node& node, To& to) const {
        struct {
            To& to;
            RowNode* place() {
                Node* child = to.place();
                return child == nullptr ? nullptr : &child->at;
            }
            void take(RowStep step) { to.take(step); }
        } rows_of{to};
        return rows_.for_each_child(node.at, node.set, rows_of);
    }

    // Where to go first: aces in column 1, then rows in order from the left, then cards in their own columns;
    // a card right of its predecessor elsewhere is a loss, and so is a hole behind a card of the highest rank
    // that is not at home.
    int score(const Node& node) const {
        const RowBoard& b = node.at.board;
        int value = -std::popcount(follows_left(b.at.data()));
        const std::uint64_t home = low_nibbles_in_place(b.at.data()) & rows_.geometry.cells;
        value += std::popcount(home);
        const std::uint64_t in_order = in_order_with_second(b.at.data());
        for (unsigned row = 0; row < 64; row += 16) {
            const int run = std::countr_one(in_order >> (row + 1));
            value += RowBoard::rank(b.at[row + 1]) == 1 ? 5 + 2 * run : 0;
        }
        std::uint64_t last = 0;
        for (unsigned suit = 0; suit < 64; suit += 16)
            last |= bit(b.where[suit + rows_.geometry.columns - 1]);
        value -= 3 * std::popcount((last & ~home) << 1 & b.holes);
        return value;
    }

  private:
    // The dead test.  With all aces in column 1 the relaxation may stop as soon as every card that is not at
    // home in a bound row, and everything in a floating row, is seen to be able to move.
    bool may_be_won(const RowNode& node) {
        const RowGeometry& g = rows_.geometry;
        const RowBoard& b = node.board;
        // The cells of rows that float: from bit b, a difference of two powers, come bits b to b + 14.
        const std::uint64_t floating = node.floating, loose = (floating << 15) - floating;
        const std::uint64_t right = (in_order_with_second(b.at.data()) & ~loose) | floating;
        bool aces = true;
        for (unsigned row = 0; row < 64; row += 16) aces &= RowBoard::rank(b.at[row + 1]) == 1;
        complete_ = !aces || !relaxed_.reaches(g.cells & ~g.last_column & ~right);
        if (!complete_) return true;
        // With aces elsewhere the position is not dead if everything may move; the relaxation shows no more.
        if (!aces && relaxed_.reaches(g.cells)) return true;
        if (aces && floating == 0) return false;
        return has_assignment(possible_rows(g, b, relaxed_, floating));
    }

    // A small persistent set as a set of cards, or none.  Moves of aces, of reversible cards and right of
    // something reversible or floating are never part of one: what they depend on can change.  So there is at
    // most one move per hole.
    std::uint64_t persistent_set(const RowNode& node, bool component) {
        const RowBoard& b = node.board;
        if (moves_.size() == 1 && !component) return bit(moves_[0].card);
        const std::uint64_t reversible = component ? rows_.component(node).cards : 0;
        const std::uint64_t allowed =
            rows_.geometry.cards & ~rows_.geometry.first_column & ~(reversible | reversible << 1);
        MoveList<Footprint, 5> all;
        std::uint64_t enabled = b.holes;
        for (RowMove m : moves_) {
            enabled |= bit(b.where[m.card]);
            all.push_if({rows_.geometry, b, m.card},
                        allowed >> m.card & ~(node.floating >> (m.target - 1)) & 1);
        }
        const std::size_t count = all.size();
        auto persistent = [&](std::uint64_t set, std::uint64_t keep, std::uint64_t own) {
            return relaxed_.excludes(set, keep, enabled & ~own);
        };
        if (rules_.dead && complete_ && relaxed_.empty != rows_.geometry.cells) {
            // This costs nothing: with nothing frozen the relaxation can do even more, and still not this.
            for (const Footprint& c : all)
                if (!((c.left | c.right) & relaxed_.empty)) return c.card;
        }
        // A quarter to a half of all sets fail at once: a hole, or one other move, is in the way.
        for (const Footprint& c : all) {
            const std::uint64_t keep = c.left | c.right;
            if (!(keep & enabled) && persistent(c.card, keep, c.from)) return c.card;
        }
        if (moves_.size() > 2)
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t j = i + 1; j < count; ++j) {
                    const std::uint64_t set = all[i].card | all[j].card;
                    const std::uint64_t keep = all[i].keepers(set) | all[j].keepers(set);
                    if (!(keep & enabled) && persistent(set, keep, all[i].from | all[j].from)) return set;
                }
        if (moves_.size() > 3 && count >= 3)
            for (std::size_t i = count == 3 ? 3 : 0; i < 4; ++i) {
                std::uint64_t set = 0, keep = 0, own = 0;
                for (std::size_t k = 0; k < count; ++k) set |= k == i ? 0 : all[k].card;
                for (std::size_t k = 0; k < count; ++k) {
                    keep |= k == i ? 0 : all[k].keepers(set);
                    own |= k == i ? 0 : all[k].from;
                }
                if (!(keep & enabled) && persistent(set, keep, own)) return set;
            }
        return 0;
    }

    RowComponents rows_;
    Rules rules_;
    Relaxation relaxed_;
    bool complete_ = false;  // whether relaxed_ has seen all that may become empty
    RowMoves moves_;
};

static_assert(PooledSpace<RowDecision>);

}  // namespace yomikiri
