// From the steps of a solution on contracted positions to single moves from the position dealt.
//
// Three passes.  Forwards: the contracted positions along the path.  Backwards: while column 1 has no hole
// its aces cannot move, so a floating cell must hold what it is bound to later, or at the goal what its row
// shows.  Forwards again, on the real position: each step is a breadth-first search inside the current
// component, over its reversible moves, for the nearest member from which the step's card makes the step; so
// the path through every component is as short as possible.
#pragma once

#include "games/rows/members.hpp"

namespace yomikiri {

class RowReplay {
  public:
    RowReplay(const RowComponents& rows, MemoryBudget& budget) : rows_(rows), budget_(budget) {}

    // The positions after the start up to the goal, or nothing if memory ran out.
    std::optional<std::vector<Code>> path(const Code& start, const std::vector<RowStep>& steps) {
        follow(start, steps);
        fix_first_columns();
        std::vector<Code> found;
        RowBoard now = RowBoard::read(rows_.geometry, start);
        for (std::size_t i = 0; i < moves_.size(); ++i)
            if (!cross(now, i, found)) return std::nullopt;
        return found;
    }

  private:
    using Aces = std::array<std::uint8_t, 4>;

    // A contracted position, the card that moves on from it, and what its column 1 must really hold.
    struct Stage {
        RowNode node;
        Aces first_column;
    };
    struct SingleMove {
        std::uint8_t card, target;
    };

    bool has_first_hole(const RowNode& node) const {
        return (node.board.holes & rows_.geometry.first_column) != 0;
    }

    void follow(const Code& start, const std::vector<RowStep>& steps) {
        RowNode node = rows_.node(start);
        rows_.normalise(node);
        stages_.push_back({node, {}});
        auto play = [&](std::uint8_t card, unsigned target) {
            moves_.push_back({card, static_cast<std::uint8_t>(target)});
            rows_.play(node, card, target);
            rows_.normalise(node);
            stages_.push_back({node, {}});
        };
        for (const RowStep& step : steps) {
            if (rows_.is_component(node)) rows_.component(node).arrange(step.member, rows_.placer(node));
            std::uint64_t first_holes = node.board.holes & rows_.geometry.first_column;
            if (step.ace != 0) play(step.ace, static_cast<unsigned>(std::countr_zero(first_holes)));
            play(step.card, step.target);
        }
    }

    void fix_first_columns() {
        for (std::size_t i = stages_.size(); i-- > 0;) {
            const RowNode& node = stages_[i].node;
            bool last = i + 1 == stages_.size();
            if (has_first_hole(node)) continue;
            if (!last && !has_first_hole(stages_[i + 1].node)) {
                stages_[i].first_column = stages_[i + 1].first_column;
                continue;
            }
            // The move that opens column 1 may bind an ace itself.
            RowNode bound = node;
            if (!last) rows_.play(bound, moves_[i].card, moves_[i].target);
            for (unsigned row = 0; row < 4; ++row) {
                unsigned cell = row * 16 + 1;
                bool floats = node.floating >> cell & 1;
                unsigned card = (floats && !last ? bound : node).board.at[cell];
                if (floats && last && rows_.geometry.columns > 2) card = node.board.at[cell + 1] - 1u;
                stages_[i].first_column[row] = static_cast<std::uint8_t>(card);
            }
        }
    }

    // Whether a real position is one that stage i stands for and from which the rest of the path is possible.
    bool fits(const RowBoard& real, std::size_t i) const {
        const RowNode& wanted = stages_[i].node;
        if (has_first_hole(wanted)) {
            RowNode node = rows_.node(real.write(rows_.geometry));
            rows_.normalise(node);
            return node.board.at == wanted.board.at && node.floating == wanted.floating;
        }
        for (unsigned row = 0; row < 4; ++row)
            if (real.at[row * 16 + 1] != stages_[i].first_column[row]) return false;
        bool same = true;
        for_each_bit(rows_.geometry.cells & ~rows_.geometry.first_column,
                     [&](unsigned cell) { same &= real.at[cell] == wanted.board.at[cell]; });
        return same;
    }

    // From `now`, a real position of stage i, to one of stage i + 1, by the fewest moves.
    bool cross(RowBoard& now, std::size_t i, std::vector<Code>& found) {
        RowBoard there;
        auto steps = [&](const RowBoard& here) {
            bool arrived = false;
            here.for_each_move(rows_.geometry, [&](unsigned card, unsigned target) {
                if (arrived || card != moves_[i].card) return;
                there = here;
                there.move(card, target);
                arrived = fits(there, i + 1);
            });
            return arrived;
        };
        if (!rows_.is_component(stages_[i].node)) {
            if (!steps(now)) return false;
        } else {
            RowMembers members(rows_.geometry, now, budget_);
            if (members.seek(steps) != RowMembers::Found::kSome) return false;
            for (const Code& code : members.way()) found.push_back(code);
        }
        found.push_back(there.write(rows_.geometry));
        now = there;
        return true;
    }

    const RowComponents& rows_;
    MemoryBudget& budget_;
    std::vector<Stage> stages_;
    std::vector<SingleMove> moves_;
};

}  // namespace yomikiri
