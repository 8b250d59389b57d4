// Which cards must move twice in FreeCell: the bounds home, one-suit, components and cycles, the twins of
// games/freecell/deadlock.py and cycles.py, which explain them.
//
// In the metric `single` every card is its own run; in `supermove` a run is a maximal part of a column in
// which each card is built on the one below it.
#pragma once

#include <algorithm>

#include "games/freecell/field.hpp"

namespace yomikiri {

class FreeCellDeadlock {
  public:
    FreeCellDeadlock(const FreeCellRules& rules, const FreeCellField& field) : rules_(rules), field_(field) {
        for_each_card(field.floors, [&](unsigned floor) {
            std::array<std::uint8_t, kSuits> least;
            least.fill(16);
            for (unsigned card = floor; card != 0; card = field.over[card]) {
                const unsigned below = field.under[card];
                const bool joined =
                    rules.supermove && below != FreeCellBoard::kFloor && rules.accepts(below, card);
                run_[card] = joined ? run_[below] : static_cast<std::uint8_t>(card);
                least_[card] = least;
                out_ |= bit_of(card);
                std::uint8_t& mine = least[suit_of(card)];
                if (mine < rank_of(card)) {
                    meets_ |= bit_of(card);
                    paid_runs_ |= bit_of(run_[card]);
                }
                mine = std::min(mine, static_cast<std::uint8_t>(rank_of(card)));
            }
        });
    }

    int home() const { return static_cast<int>(field_.cards_out(rules_)); }
    int one_suit() const { return home() + std::popcount(paid_runs_); }
    int components() const { return one_suit() + components_extra(); }
    // Condition A and disjoint circles alone: what certificates call cycles.
    int circles() const { return one_suit() + cycles_extra(); }
    int cycles() const { return one_suit() + std::max(cycles_extra(), components_extra()); }

    // The cards that lie above a lower card of their own suit.
    CardSet condition_a() const { return meets_; }
    // Calls use(cards) for disjoint circles of two, three and four suits, each in the order of its circle;
    // they are taken greedily in deck order.
    template <class Use>
    void for_each_circle(Use&& use) const {
        std::array<CardSet, kCardSlots> link{};
        CardSet free = 0;
        for_each_card(out_, [&](unsigned card) {
            if (!(paid_runs_ >> run_[card] & 1)) free |= bit_of(card);
        });
        for_each_card(free, [&](unsigned card) {
            for (unsigned suit = 0; suit < kSuits; ++suit) {
                if (suit == suit_of(card)) continue;
                const unsigned least = least_[card][suit];
                if (least >= 15) continue;
                // The cards of the suit that are higher than the least one below.
                link[card] |=
                    free & (CardSet{0xFFFF} << (16 * suit)) & ~((CardSet{2} << (16 * suit + least)) - 1);
            }
        });
        CardSet taken = 0;  // runs
        auto usable = [&](unsigned card) { return !(taken >> run_[card] & 1) && link[card] != 0; };
        auto leads = [&](unsigned from, unsigned to) { return (link[from] >> to & 1) != 0; };
        auto later = [&](unsigned card) {  // cards of later suits: sets are of different suits in deck order
            const unsigned suit = suit_of(card);
            return suit == 3 ? CardSet{0} : free & ~((CardSet{1} << (16 * (suit + 1))) - 1);
        };
        auto take = [&](std::initializer_list<unsigned> cards) {
            for (unsigned card : cards) taken |= bit_of(run_[card]);
            use(cards);
        };
        for_each_card(free, [&](unsigned a) {
            if (!usable(a)) return;
            for_each_card(later(a) & link[a], [&](unsigned b) {
                if (usable(a) && usable(b) && leads(b, a)) take({a, b});
            });
        });
        for_each_card(free, [&](unsigned a) {
            if (!usable(a)) return;
            for_each_card(later(a), [&](unsigned b) {
                if (!usable(a) || !usable(b)) return;
                for_each_card(later(b), [&](unsigned c) {
                    if (!usable(a) || !usable(b) || !usable(c)) return;
                    if (leads(a, b) && leads(b, c) && leads(c, a))
                        take({a, b, c});
                    else if (leads(a, c) && leads(c, b) && leads(b, a))
                        take({a, c, b});
                });
            });
        });
        for_each_card(free & 0xFFFF, [&](unsigned a) {
            if (!usable(a)) return;
            for_each_card(free & 0xFFFF0000, [&](unsigned b) {
                if (!usable(a) || !usable(b)) return;
                for_each_card(free & 0xFFFF00000000, [&](unsigned c) {
                    if (!usable(a) || !usable(b) || !usable(c)) return;
                    for_each_card(free & 0xFFFF000000000000, [&](unsigned d) {
                        if (!usable(a) || !usable(b) || !usable(c) || !usable(d)) return;
                        auto ring = [&](unsigned w, unsigned x, unsigned y, unsigned z) {
                            const bool found = leads(w, x) && leads(x, y) && leads(y, z) && leads(z, w);
                            if (found) take({w, x, y, z});
                            return found;
                        };
                        static_cast<void>(ring(a, b, c, d) || ring(a, b, d, c) || ring(a, c, b, d) ||
                                          ring(a, c, d, b) || ring(a, d, b, c) || ring(a, d, c, b));
                    });
                });
            });
        });
    }

  private:
    // Strongly connected components of more than one card in the reduced deadlock graph (Tarjan).
    int components_extra() const {
        CardSet paid = 0;  // of each run with a card of condition A the lowest such card, and those below it
        for_each_card(meets_, [&](unsigned card) {
            // If a lower card of the run meets it too, then this one and those between are not paid.
            const unsigned run = run_[card];
            for (unsigned below = card; below != run;) {
                below = field_.under[below];
                if (meets_ >> below & 1) return;
            }
            for (unsigned each = card;; each = field_.under[each]) {
                paid |= bit_of(each);
                if (each == run) break;
            }
        });
        Tarjan tarjan{field_, paid, out_ | field_.cells};
        for_each_card(out_, [&](unsigned card) {
            if (tarjan.order[card] == 0) tarjan.visit(card);
        });
        return tarjan.found;
    }

    struct Tarjan {
        const FreeCellField& field;
        CardSet paid, out;
        std::array<std::uint8_t, kCardSlots> order{}, low{}, stack{};
        CardSet waiting = 0;
        unsigned depth = 0, next = 0;
        int found = 0;

        void visit(unsigned card) {
            order[card] = low[card] = static_cast<std::uint8_t>(++next);
            stack[depth++] = static_cast<std::uint8_t>(card);
            waiting |= bit_of(card);
            const unsigned lower = card - 1;  // rank 0 is not a card
            if (out >> lower & 1) follow(card, lower);
            const unsigned above = field.over[card];
            if (above != 0 && !(field.cells >> card & 1) && !(paid >> above & 1)) follow(card, above);
            if (low[card] != order[card]) return;
            unsigned size = 0, last;
            do {
                last = stack[--depth];
                waiting &= ~bit_of(last);
                ++size;
            } while (last != card);
            if (size > 1) ++found;
        }
        void follow(unsigned card, unsigned to) {
            if (order[to] == 0) {
                visit(to);
                low[card] = std::min(low[card], low[to]);
            } else if (waiting >> to & 1) {
                low[card] = std::min(low[card], order[to]);
            }
        }
    };

    int cycles_extra() const {
        int count = 0;
        for_each_circle([&](std::initializer_list<unsigned>) { ++count; });
        return count;
    }

    const FreeCellRules& rules_;
    const FreeCellField& field_;
    std::array<std::uint8_t, kCardSlots> run_{};
    std::array<std::array<std::uint8_t, kSuits>, kCardSlots> least_{};  // least rank by suit below a card
    CardSet out_ = 0, meets_ = 0, paid_runs_ = 0;                       // out: in columns
};

}  // namespace yomikiri
