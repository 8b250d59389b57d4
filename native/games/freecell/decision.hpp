// FreeCell as the pooled search sees it: positions up to toggles, with all safe home moves made.
//
// For proofs that there is no solution where the other searches run out of memory.  They keep every position
// whole, with the step and the position that it came from: 40 to 60 bytes.  The pooled search keeps a
// fingerprint, or the code, and the way only to what has waited in its pool.
//
// A waiting position is its key; its layout is made when its children are.  In deals that are lost two of
// three children are known already, and only their keys are ever made.
#pragma once

#include <memory>

#include "games/freecell/deep_cards.hpp"
#include "games/freecell/thorough.hpp"
#include "random.hpp"
#include "search/expansion.hpp"
#include "search/pooled_team.hpp"

namespace yomikiri {

class FreeCellDecision {
  public:
    using Domain = FreeCellToggled<FreeCellQuickScore>;
    using Key = FreeCellKey;
    using Step = Domain::Step;
    using Packed = std::array<std::uint8_t, Key::kBytes>;
    struct Node {
        Key key;
        int score;
    };

    FreeCellDecision(const FreeCellRules& rules, const FreeCellBoard& start, std::uint64_t hash_seed)
        : domain_(FreeCellQuick(rules, start)), fingerprints_(hash_seed), deep_(domain_.coder()) {}

    const Domain& domain() const { return domain_; }
    Node root() const { return {domain_.start(), 0}; }

    std::size_t key_bytes() const { return Key::kBytes; }
    Hash hash(const Node& node) const { return fingerprints_(node.key, Key::kBytes); }
    Key key(const Node& node) const { return node.key; }
    Packed pack(const Node& node) const {
        Packed packed;
        node.key.write(packed.data());
        return packed;
    }
    // The score is asked for only before a position waits.
    Node unpack(const Packed& packed) const { return {Key::read(packed.data()), 0}; }
    bool is_goal(const Node& node) const { return domain_.is_goal(node.key); }
    Prospect examine(const Node&) const { return Prospect::kOpen; }
    int score(const Node& node) const { return -node.score; }

    std::uint64_t zone(const Node& node) const {
        alignas(16) std::array<std::uint8_t, kCardSlots> values;
        const FreeCellCoder& coder = domain_.coder();
        coder.decode(node.key, values.data());
        auto under = [&](unsigned card) { return coder.under(card, values[card]); };
        return SplitMix64(deep_.still(coder, under)).next();
    }

    template <class To>
    bool for_each_child(const Node& node, To& to) const {
        Domain::State state;
        domain_.open(node.key, state);
        bool over = false;
        domain_.for_each_step(state, {}, [&](Step step, const Key& key, int score, unsigned) {
            if (over) return;
            Node* child = to.place();
            over = child == nullptr;
            if (over) return;
            *child = {key, score};
            to.take(step);
        });
        return !over;
    }

  private:
    Domain domain_;
    Fingerprints<Key> fingerprints_;
    FreeCellDeepCards deep_;
};

static_assert(ZonedSpace<FreeCellDecision>);

template <PositionSet Store>
PathAnswer<FreeCellKey> decide_freecell(const FreeCellRules& rules, const FreeCellBoard& board,
                                        PoolOptions pool, std::size_t threads, const Limits& limits,
                                        const Watch& watch) {
    Control control(limits, watch);
    MemoryBudget budget(limits.memory);
    std::vector<std::unique_ptr<FreeCellDecision>> spaces;
    for (std::size_t i = 0; i < threads; ++i)
        spaces.push_back(std::make_unique<FreeCellDecision>(rules, board, pool.hash));
    FreeCellDecision& space = *spaces[0];
    std::vector<FreeCellDecision::Step> steps;
    PathAnswer<FreeCellKey> answer;
    static_cast<Answer&>(answer) =
        decide_pooled<Store>(spaces, space.root(), budget, control, limits.nodes, pool, steps);
    if (answer.outcome == Outcome::kSolved) {
        FreeCellFound found;
        found.steps = space.domain().plain(steps);
        FreeCellBoard at = board;
        for (const FreeCellMove move : moves_of(rules, board, std::move(found))) {
            at.play(move);
            answer.path.push_back(space.domain().coder().code(at));
        }
    }
    answer.seconds = control.seconds();
    return answer;
}

}  // namespace yomikiri
