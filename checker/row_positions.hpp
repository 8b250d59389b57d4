// Superpuzz, Montana and Gaps, an entry for each position: dead test, persistent sets, waiting cycles.
#pragma once

#include "rows.hpp"

namespace checker {

class RowPositions {
  public:
    using Node = RowBoard;
    struct Move {
        unsigned card, target;
    };

    explicit RowPositions(const Header& h) : rows_(h) {
        h.allow({"dead", "persistent"});
        dead_ = h.uses("dead");
        persistent_ = h.uses("persistent");
        if (h.bound != "waiting" && h.bound != "misplaced" && h.bound != "none")
            throw NotACertificate{"the bound '" + h.bound + "' is not known"};
        waiting_ = h.bound == "waiting";
        misplaced_ = h.bound == "misplaced";
    }

    std::size_t width() const { return rows_.width(); }
    const Node& start() const { return rows_.start; }
    void key(const Node& node, std::uint8_t* bytes) const { rows_.key(node, bytes); }
    Node read(const std::uint8_t* bytes) const {
        Node node = rows_.read(bytes);
        if (node.floating)
            throw NotACertificate{"a key has floating rows without the inference 'contraction'"};
        return node;
    }
    bool is_goal(const Node& node) const { return rows_.is_goal(node); }
    void replay(const std::vector<std::string>& words) const { rows_.replay(words); }
    std::string board(const Node& node) const { return rows_.board(node); }
    std::string text(const Node&, Move m) const {
        return rows_.name(m.card) + " to row " + std::to_string(m.target / rows_.n + 1);
    }

    template <class F>
    void followers(const Node& node, F&& f) const {
        std::vector<unsigned> cards;
        const Set holes = rows_.holes(node);
        Set chosen = 0;
        if (persistent_) {
            each(holes & ~rows_.first_column, [&](unsigned hole) {
                if (const unsigned card = rows_.taken_by(node, hole)) cards.push_back(card);
            });
            chosen = rows_.persistent(node, rows_.plain(node), cards);
        }
        auto play = [&](unsigned card, unsigned target) {
            if (chosen && !(chosen & bit(card))) return;
            Node child = node;
            Rows::move(child, card, target);
            f(Move{card, target}, child);
        };
        each(holes, [&](unsigned hole) {
            if (rows_.first_column >> hole & 1)
                each(rows_.aces, [&](unsigned ace) { play(ace, hole); });
            else if (const unsigned card = rows_.taken_by(node, hole))
                play(card, hole);
        });
    }

    int bound(const Node& node) const {
        std::array<unsigned, 4> choices{15, 15, 15, 15};
        if (dead_ || waiting_) {
            const Set empty = rows_.relaxed(rows_.plain(node), 0, 0);
            choices = rows_.possible_rows(node, empty);
            if (rows_.is_dead(node, empty)) return kInfinite;
        }
        if (!waiting_ && !misplaced_) return 0;
        // Without cycles it is the least over all assignments, as the name says, and not only over those that
        // are left.
        if (misplaced_) choices.fill(15);
        int least = kInfinite;
        Rows::assignments(choices, [&](const std::array<unsigned, 4>& order) {
            least = std::min(least, misplaced(node, order) + (waiting_ ? cycles(node, order) : 0));
            return true;
        });
        return least;
    }

  private:
    int misplaced(const Node& node, const std::array<unsigned, 4>& order) const {
        int count = 0;
        for (unsigned suit = 0; suit < 4; ++suit)
            for (unsigned rank = 1; rank < rows_.n; ++rank)
                count += node.where[16 * suit + rank] != order[suit] * rows_.n + rank - 1;
        return count;
    }

    // Disjoint cycles of cards that wait for one another: docs/shortest.md.
    int cycles(const Node& node, const std::array<unsigned, 4>& order) const {
        auto occupant = [&](unsigned card) { return node.at[order[card / 16] * rows_.n + card % 16 - 1]; };
        Set cards = 0, arrived = 0, paid = 0;
        for (unsigned suit = 0; suit < 64; suit += 16)
            for (unsigned card = suit + 1; card < suit + rows_.n; ++card) {
                cards |= bit(card);
                if (occupant(card) == card) arrived |= bit(card);
            }
        for (int count = 0;;) {
            Set ready = 0, before = 0;
            do {
                before = arrived;
                ready = cards & ~arrived & (rows_.aces | arrived << 1);
                each(ready, [&](unsigned card) {
                    const unsigned blocker = occupant(card);
                    if (blocker == 0 || (arrived | paid) >> blocker & 1) arrived |= bit(card);
                });
            } while (arrived != before);
            if (ready == 0) return count;
            // A ready card waits for its blocker, and that for the ready card below it in its suit.
            auto next = [&](unsigned card) {
                const unsigned blocker = occupant(card);
                const Set below = ready & (bit(blocker + 1) - 1) & ~(bit(blocker / 16 * 16) - 1);
                return static_cast<unsigned>(63 - __builtin_clzll(below));
            };
            Set seen = 0;
            each(ready, [&](unsigned start) {
                Set walk = 0;
                unsigned card = start;
                while (!(seen & bit(card))) {
                    seen |= bit(card);
                    walk |= bit(card);
                    card = next(card);
                }
                if (!(walk & bit(card))) return;
                ++count;
                const unsigned first = card;
                do {
                    paid |= bit(occupant(card));
                    card = next(card);
                } while (card != first);
            });
        }
    }

    Rows rows_;
    bool dead_ = false, persistent_ = false, waiting_ = false, misplaced_ = false;
};

}  // namespace checker
