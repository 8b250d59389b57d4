// Rivals: cards of the relaxed game that wait for each other, so that one of the two has to be lifted.
//
// Pairs of rivals, no card in two of them, are a lower bound on the lifts, and nearly always the lifts are no
// more than that: in nine of ten positions that a search expands (docs/freecell-heuristics.md).
#pragma once

#include <array>
#include <bit>

#include "games/freecell/rules.hpp"

namespace yomikiri {

class FreeCellRivals {
  public:
    struct Pairs {
        int count = 0;
        CardSet cards = 0;
    };

    void clear() { contenders_ = 0; }
    // Two cards must name each other, if either is to be paired.
    void put(unsigned card, CardSet rivals) {
        rivals_[card] = rivals;
        contenders_ |= rivals != 0 ? bit_of(card) : 0;
    }
    CardSet of(unsigned card) const { return rivals_[card]; }

    // Pairs among these cards; calls note(one, other) for each.  A card with a single rival is paired with
    // it, because one of the largest sets of pairs does so; where all have more, any two are paired.
    template <class Note>
    Pairs pairs(CardSet left, Note&& note) const {
        Pairs found;
        left &= contenders_;
        CardSet rest = left;  // those that may have one rival or none
        auto take = [&](unsigned card, CardSet rival) {
            const unsigned other = static_cast<unsigned>(std::countr_zero(rival));
            note(card, other);
            const CardSet both = bit_of(card) | rival;
            found.cards |= both;
            left &= ~both;
            rest = (rest | rivals_[card] | rivals_[other]) & left;
            ++found.count;
        };
        while (left != 0) {
            while (rest != 0) {
                const unsigned card = static_cast<unsigned>(std::countr_zero(rest));
                rest &= rest - 1;
                const CardSet rivals = rivals_[card] & left;
                if ((rivals & (rivals - 1)) != 0) continue;
                if (rivals == 0)
                    left &= ~bit_of(card);
                else
                    take(card, rivals);
            }
            if (left == 0) break;
            const unsigned card = static_cast<unsigned>(std::countr_zero(left));
            const CardSet rivals = rivals_[card] & left;
            take(card, rivals & (~rivals + 1));
        }
        return found;
    }
    Pairs pairs(CardSet left) const {
        return pairs(left, [](unsigned, unsigned) {});
    }

  private:
    std::array<CardSet, kCardSlots> rivals_{};
    CardSet contenders_ = 0;  // the cards that have rivals
};

}  // namespace yomikiri
