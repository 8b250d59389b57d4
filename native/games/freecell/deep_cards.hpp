// The zones of FreeCell, for threads: which of the cards that lay deep at the start are still where they
// were. Few steps change that.
#pragma once

#include "games/freecell/code.hpp"

namespace yomikiri {

class FreeCellDeepCards {
  public:
    explicit FreeCellDeepCards(const FreeCellCoder& coder) {
        for_each_card(coder.deck(), [&](unsigned card) {
            unsigned below = 0;
            for (unsigned at = card; coder.original(at) != FreeCellBoard::kAbsent; at = coder.original(at))
                ++below;
            if (below >= 1 && below <= kMost) cards_ |= bit_of(card);
        });
    }

    bool has(unsigned card) const { return (cards_ >> card & 1) != 0; }

    // Those that lie on the same card as at the start; `under` says what a card lies on.
    template <class Under>
    CardSet still(const FreeCellCoder& coder, Under&& under) const {
        CardSet found = 0;
        for_each_card(cards_, [&](unsigned card) {
            found |= static_cast<CardSet>(under(card) == coder.original(card)) << card;
        });
        return found;
    }

  private:
    // Cards below one, at most.  With the four lowest cards of a column, 13 % of the children of deal 5 are
    // in another zone than their parent, and the largest zone has 14 % of the positions; with five, 24 and 4
    // %; with three, 8 and 27 %.
    static constexpr unsigned kMost = 3;

    CardSet cards_ = 0;
};

}  // namespace yomikiri
