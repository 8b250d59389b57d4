// Superpuzz with contracted nodes: components, floating aces, the delay rule.  docs/certificates.md has the
// lemmas.
//
// A node with an ace and a hole in column 1 stands for all arrangements of its loose cards, column by column;
// one with floating rows for all orders of the aces in them.  Nothing is believed about which of these
// positions can reach which: every move of every one of them is looked at.
#pragma once

#include "rows.hpp"

namespace checker {

class RowNodes {
  public:
    using Node = RowBoard;
    struct Move {
        unsigned card, target, ace;  // before the card an ace may fill the last hole of column 1
    };

    explicit RowNodes(const Header& h) : rows_(h), n_(rows_.n) {
        h.allow({"dead", "persistent", "contraction", "delay"});
        dead_ = h.uses("dead");
        persistent_ = h.uses("persistent");
        delay_ = h.uses("delay");
        if (h.bound != "none")
            throw NotACertificate{"the bound '" + h.bound + "' is not known with contraction"};
        start_ = rows_.start;
        make_canonical(start_);
    }

    std::size_t width() const { return rows_.width(); }
    const Node& start() const { return start_; }
    void key(const Node& node, std::uint8_t* bytes) const { rows_.key(node, bytes); }
    Node read(const std::uint8_t* bytes) const {
        Node node = rows_.read(bytes);
        unsigned rows = 0;
        bool full = true;
        for (unsigned row = 0; row < 4; ++row) {
            full &= node.at[row * n_] != 0;
            if (!(node.floating >> row & 1)) continue;
            ++rows;
            full &= node.at[row * n_] % 16 == 1;
        }
        if (node.floating >> 4 || rows == 1 || (rows && !full))
            throw NotACertificate{"a key lets rows float that cannot"};
        Node same = node;
        make_canonical(same);
        if (same.at != node.at || same.floating != node.floating)
            throw NotACertificate{"a key is not that of its node"};
        return node;
    }
    bool is_goal(const Node& node) const {
        for (unsigned row = 0; row < 4; ++row) {
            const bool floats = node.floating >> row & 1;
            const unsigned suit = node.at[row * n_ + (floats && n_ > 2)] / 16;
            for (unsigned column = floats; column + 1 < n_; ++column)
                if (node.at[row * n_ + column] != 16 * suit + column + 1) return false;
        }
        return true;
    }
    void replay(const std::vector<std::string>& words) const { rows_.replay(words); }
    std::string board(const Node& node) const { return rows_.board(node); }
    std::string text(const Node&, Move m) const {
        return (m.ace ? rows_.name(m.ace) + ", then " : "") + rows_.name(m.card) + " to row " +
               std::to_string(m.target / n_ + 1) + ", column " + std::to_string(m.target % n_ + 1);
    }

    int bound(const Node& node) const {
        if (!dead_ || is_goal(node)) return 0;
        return rows_.is_dead(node, rows_.relaxed(superposed(node, Loose(*this, node)), 0, 0)) ? kInfinite : 0;
    }

    template <class F>
    void followers(const Node& node, F&& f) const {
        const Loose loose(*this, node);
        if (persistent_) {
            const std::vector<unsigned> cards = steady(node, loose);
            if (!cards.empty())
                if (const Set set = rows_.persistent(node, superposed(node, loose), cards)) {
                    each(set, [&](unsigned card) {
                        const unsigned target = node.where[card - 1] + 1u;
                        f(Move{card, target, 0}, after(node, card, target));
                    });
                    return;
                }
        }
        if (loose.depth == 0) {
            moves(node, [&](unsigned card, unsigned target) {
                f(Move{card, target, 0}, after(node, card, target));
            });
            return;
        }
        Node member = node;
        members(loose, member, 1, [&] { leave(member, loose, f); });
    }

  private:
    // The loose part of columns 1 to depth: cells from the top, and cards in the order of suits.
    struct Loose {
        unsigned depth = 0;
        std::array<unsigned, 14> slots{}, cards{};  // how many
        std::array<std::array<std::uint8_t, 4>, 14> slot{}, card{};
        Set all = 0;

        Loose(const RowNodes& game, const Node& node) {
            unsigned rows = 15, suits = 15;
            for (unsigned k = 0; k + 1 < game.n_; ++k) {
                unsigned inside = 0, mine = 0, count = 0;
                std::array<std::uint8_t, 4> cells{};
                for (unsigned row = 0; row < 4; ++row) {
                    const unsigned cell = row * game.n_ + k, x = node.at[cell];
                    if (!(rows >> row & 1) || (x != 0 && (x % 16 != k + 1 || !(suits >> x / 16 & 1))))
                        continue;
                    inside |= 1u << row;
                    mine |= x ? 1u << x / 16 : 0;
                    cells[count++] = static_cast<std::uint8_t>(cell);
                }
                const auto held = static_cast<unsigned>(__builtin_popcount(mine));
                if (held == 0 || held == count) return;
                slots[k] = count;
                slot[k] = cells;
                for (unsigned suit = 0; suit < 4; ++suit)
                    if (mine >> suit & 1) {
                        card[k][cards[k]++] = static_cast<std::uint8_t>(16 * suit + k + 1);
                        all |= bit(16 * suit + k + 1);
                    }
                rows = inside;
                suits = mine;
                depth = k + 1;
            }
        }
    };

    static void arrange(Node& node, const std::array<std::uint8_t, 4>& slots,
                        const std::array<std::uint8_t, 4>& cards, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            node.at[slots[i]] = 0;
            if (cards[i]) Rows::put(node, cards[i], slots[i]);
        }
    }
    void make_canonical(Node& node) const {
        const Loose loose(*this, node);
        for (unsigned k = 0; k < loose.depth; ++k)
            arrange(node, loose.slot[k], loose.card[k], loose.slots[k]);
        const auto rows = static_cast<unsigned>(__builtin_popcount(node.floating));
        if (loose.depth > 0 || rows < 2) {
            node.floating = 0;
            return;
        }
        std::array<std::uint8_t, 4> slots{}, cards{};
        unsigned count = 0, suits = 0;
        for (unsigned row = 0; row < 4; ++row)
            if (node.floating >> row & 1) {
                slots[count++] = static_cast<std::uint8_t>(row * n_);
                suits |= 1u << node.at[row * n_] / 16;
            }
        count = 0;
        for (unsigned suit = 0; suit < 4; ++suit)
            if (suits >> suit & 1) cards[count++] = static_cast<std::uint8_t>(16 * suit + 1);
        arrange(node, slots, cards, count);
    }

    // Calls f for every arrangement of columns k + 1 and later on the board of `member`.
    template <class F>
    void members(const Loose& loose, Node& member, unsigned k, F&& f) const {
        if (k >= loose.depth) return f();
        std::array<std::uint8_t, 4> content{};  // in ascending order: holes, then cards
        const unsigned holes = loose.slots[k] - loose.cards[k];
        for (unsigned i = 0; i < loose.cards[k]; ++i) content[holes + i] = loose.card[k][i];
        do {
            arrange(member, loose.slot[k], content, loose.slots[k]);
            members(loose, member, k + 1, f);
        } while (std::next_permutation(content.begin(), content.begin() + loose.slots[k]));
    }

    // The moves out of the node from the positions that have the board of `member` but for column 1, in any
    // order.
    template <class F>
    void leave(const Node& member, const Loose& loose, F&& f) const {
        const unsigned first_holes = loose.slots[0] - loose.cards[0];
        each(rows_.aces & ~loose.all, [&](unsigned ace) {
            unsigned target = 0;
            while (member.at[target]) target += n_;
            Node full = member;
            const unsigned source = member.where[ace];
            Rows::move(full, ace, target);
            if (first_holes == 1)
                for (unsigned i = 0; i < loose.slots[0]; ++i)
                    full.floating |= static_cast<std::uint8_t>(1u << loose.slot[0][i] / n_);
            make_canonical(full);
            if (first_holes > 1 || !delay_ || is_goal(full)) return f(Move{ace, target, 0}, full);
            moves(full, [&](unsigned card, unsigned to) {
                if (to == source || card == ace + 1) f(Move{card, to, ace}, after(full, card, to));
            });
        });
        each(rows_.holes(member) & ~rows_.first_column, [&](unsigned hole) {
            auto play = [&](unsigned card) {
                if (!(loose.all & bit(card))) f(Move{card, hole, 0}, after(member, card, hole));
            };
            bool beside = false;
            for (unsigned i = 0; i < loose.slots[0]; ++i) beside |= loose.slot[0][i] + 1u == hole;
            if (!beside) {
                if (const unsigned card = rows_.taken_by(member, hole)) play(card);
                return;
            }
            for (unsigned i = 0; i < loose.cards[0] && n_ > 2; ++i) play(loose.card[0][i] + 1u);
        });
    }

    // The moves of a node that has no loose cards; behind a floating row any floating ace may be followed.
    template <class F>
    void moves(const Node& node, F&& f) const {
        const Set holes = rows_.holes(node), first = holes & rows_.first_column;
        // An ace that enters column 1 where there are more holes is loose: any of them gives the same node.
        const Set spare = first & (first - 1);
        each(holes & ~spare, [&](unsigned hole) {
            if (hole % n_ == 0) return each(rows_.aces, [&](unsigned ace) { f(ace, hole); });
            if (hole % n_ == 1 && node.floating >> hole / n_ & 1) {
                for (unsigned row = 0; row < 4 && n_ > 2; ++row)
                    if (node.floating >> row & 1) f(node.at[row * n_] + 1u, hole);
                return;
            }
            if (const unsigned card = rows_.taken_by(node, hole)) f(card, hole);
        });
    }
    Node after(const Node& node, unsigned card, unsigned target) const {
        Node child = node;
        const unsigned row = target / n_;
        if (target % n_ == 1 && card % 16 == 2) {
            // Some position of the node has the ace in this row, and that is the one that moves.
            const unsigned ace = card - 1, from = child.where[ace], other = child.at[row * n_];
            child.at[from] = 0;
            if (other) Rows::put(child, other, from);
            Rows::put(child, ace, row * n_);
            child.floating = static_cast<std::uint8_t>(child.floating & ~(1u << row));
        }
        Rows::move(child, card, target);
        make_canonical(child);
        return child;
    }

    // The relaxation of all positions of the node at once: loose cards are in all their slots, and so are
    // holes.
    Rows::Start superposed(const Node& node, const Loose& loose) const {
        Rows::Start s = rows_.plain(node);
        for (unsigned k = 0; k < loose.depth; ++k) {
            Set cards = 0, slots = 0;
            for (unsigned i = 0; i < loose.cards[k]; ++i) cards |= bit(loose.card[k][i]);
            for (unsigned i = 0; i < loose.slots[k]; ++i) {
                s.may_hold[loose.slot[k][i]] |= cards;
                slots |= bit(loose.slot[k][i]);
            }
            s.empty |= slots;
        }
        Set cells = 0, cards = 0;
        for (unsigned row = 0; row < 4; ++row)
            if (node.floating >> row & 1) {
                cells |= bit(row * n_);
                cards |= bit(node.at[row * n_]);
            }
        each(cells, [&](unsigned cell) { s.may_hold[cell] |= cards; });
        each(cards, [&](unsigned card) { s.from[card] = cells; });
        return s;
    }
    // The cards whose moves are the same in all positions of the node, in the order of their holes.
    std::vector<unsigned> steady(const Node& node, const Loose& loose) const {
        std::vector<unsigned> cards;
        each(rows_.holes(node) & ~rows_.first_column, [&](unsigned hole) {
            const unsigned card = rows_.taken_by(node, hole);
            if (card == 0 || (loose.all & (bit(card) | bit(card - 1)))) return;
            if (hole % n_ == 1 && node.floating >> hole / n_ & 1) return;
            cards.push_back(card);
        });
        return cards;
    }

    Rows rows_;
    unsigned n_;
    bool dead_ = false, persistent_ = false, delay_ = false;
    Node start_;
};

}  // namespace checker
