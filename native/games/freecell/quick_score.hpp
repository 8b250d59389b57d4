// The score of the quick searches, written by hand.
//
// It guesses how many moves are left; it is not a bound.  It is a sum of counts that a move changes in one or
// two places, so the score of a child is its parent's plus a difference:
//
//  * cards that are not home;
//  * cards above a lower card of any suit in a column (of the same suit would be the paper's condition A, but
//    that added nothing);
//  * cards that lie on a card on which they could not be built;
//  * for each suit, the cards above the one that goes home next and above the one after that;
//  * the room: a table over the empty cells and the empty columns.
//
// The weights were found by random changes that made solutions of a narrow search shorter; see
// docs/freecell-quick.md.
#pragma once

#include <algorithm>

#include "games/freecell/layout.hpp"

namespace yomikiri {

// In 32nds of a move.
struct QuickWeights {
    int out = 32;
    int above_lower = 21;
    int unbuilt = 10;
    std::array<int, 3> above{0, 8, 4};  // by how many ranks the card below is from home
    std::array<std::array<int, 4>, 6> room{{
        // by empty cells (5: five or more), then by empty columns (3: three or more)
        {{106, 70, 50, 30}},
        {{70, 31, 15, 0}},
        {{50, 20, 8, -4}},
        {{20, 5, 0, -5}},
        {{15, 0, -3, -5}},
        {{10, 0, -3, -5}},
    }};
};

class FreeCellQuickScore {
  public:
    static constexpr bool kLearned = false;
    // What is kept beside the layout.
    struct Parts {
        std::array<std::int16_t, FreeCellRules::kMaxColumns> above;
        CardSet above_lower, unbuilt;
    };

    explicit FreeCellQuickScore(const FreeCellRules& rules, const QuickWeights& by = {})
        : weights(by), rules_(rules) {
        constexpr CardSet kEverySuit = 0x0001000100010001;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                builds_[card] = rules.guests(card);
                lower_[card] = ((CardSet{1} << rank) - 2) * kEverySuit;
            }
        for (unsigned held = 0; held <= rules.cells; ++held)
            for (unsigned columns = 0; columns <= rules.columns; ++columns)
                rooms_[held][columns] =
                    weights.room[std::min(rules.cells - held, 5u)][std::min(rules.columns - columns, 3u)];
    }
    const QuickWeights weights;

    // The score of a layout from scratch: begin(), lay() for each card of a column from the bottom, end().
    void begin(Parts& parts) const {
        parts.above.fill(0);
        parts.above_lower = parts.unbuilt = 0;
    }
    int lay(Parts& parts, const FreeCellLayout&, unsigned card, unsigned on, CardSet below) const {
        int counts = 0;
        if (below & lower_[card]) parts.above_lower |= bit_of(card), counts += weights.above_lower;
        if (on != FreeCellBoard::kFloor && !(builds_[on] & bit_of(card)))
            parts.unbuilt |= bit_of(card), counts += weights.unbuilt;
        return counts;
    }
    int end(Parts& parts, const FreeCellLayout& s) const {
        int counts = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            const unsigned end =
                std::min(s.home[suit] + static_cast<unsigned>(weights.above.size()), rules_.ranks + 1);
            for (unsigned rank = s.home[suit] + 1u; rank < end; ++rank) {
                const unsigned card = card_of(suit, rank);
                if (s.cells & bit_of(card)) continue;
                const int weight = weights.above[rank - s.home[suit]];
                add(parts.above[s.column[card]], weight);
                counts += weight * (s.length[s.column[card]] - s.height[card]);
            }
        }
        return counts + weights.out * static_cast<int>(s.out) + room(s.held, s.columns);
    }

    // What a step changes.
    [[gnu::always_inline]] int change(const Parts& parts, const FreeCellLayout& s, unsigned card,
                                      unsigned to) const {
        const unsigned from = s.under[card];
        unsigned held = s.held, columns = s.columns;
        int score = -room(held, columns);
        if (from == FreeCellBoard::kInCell) {
            --held;
        } else {
            const unsigned column = s.column[card];
            if (parts.above_lower & bit_of(card)) score -= weights.above_lower;
            if (parts.unbuilt & bit_of(card)) score -= weights.unbuilt;
            score -= parts.above[column] - above_weight(s, card);
            if (from == FreeCellBoard::kFloor) --columns;
        }
        if (to == FreeCellBoard::kAtHome) {
            score -= weights.out;
            for_each_nearer(s, card, [&](unsigned nearer, int change) {
                const unsigned column = s.column[nearer];
                const bool same = from != FreeCellBoard::kInCell && s.column[card] == column;
                score += change * (s.length[column] - same - s.height[nearer]);
            });
        } else if (to == FreeCellBoard::kInCell) {
            ++held;
        } else if (to == FreeCellBoard::kFloor) {
            ++columns;
        } else {
            const unsigned column = s.column[to];
            if (s.cards[column] & lower_[card]) score += weights.above_lower;
            score += parts.above[column];
        }
        return score + room(held, columns);
    }

    // The parts after a step, which the layout follows one by one: each is called before the layout changes,
    // except that went_home() comes after it.
    void leave(Parts& parts, const FreeCellLayout& s, unsigned card, unsigned column) const {
        add(parts.above[column], -above_weight(s, card));
        parts.above_lower &= ~bit_of(card);
        parts.unbuilt &= ~bit_of(card);
    }
    void renumber(Parts& parts, unsigned column, unsigned last) const {
        parts.above[column] = parts.above[last];
    }
    void found(Parts& parts, unsigned column) const { parts.above[column] = 0; }
    void land(Parts& parts, const FreeCellLayout& s, unsigned card, unsigned column) const {
        if (s.cards[column] & lower_[card]) parts.above_lower |= bit_of(card);
        add(parts.above[column], above_weight(s, card));
    }
    void went_home(Parts& parts, const FreeCellLayout& s, unsigned card) const {
        for_each_nearer(s, card,
                        [&](unsigned nearer, int change) { add(parts.above[s.column[nearer]], change); });
    }

  private:
    static void add(std::int16_t& sum, int change) { sum = static_cast<std::int16_t>(sum + change); }

    int room(unsigned held, unsigned columns) const { return rooms_[held][columns]; }
    // What a card above this one costs.
    int above_weight(const FreeCellLayout& s, unsigned card) const {
        const unsigned away = s.away(card);
        return away < weights.above.size() ? weights.above[away] : 0;
    }
    // Calls visit(card, change) for the cards in columns that come nearer to home when `card` goes home, with
    // the change in the cost of a card above them.
    template <class Visit>
    void for_each_nearer(const FreeCellLayout& s, unsigned card, Visit&& visit) const {
        const unsigned end =
            std::min(static_cast<unsigned>(weights.above.size()), rules_.ranks - rank_of(card) + 1);
        for (unsigned away = 1; away < end; ++away) {
            if (s.cells & bit_of(card + away)) continue;
            const int far = away + 1 < weights.above.size() ? weights.above[away + 1] : 0;
            visit(card + away, weights.above[away] - far);
        }
    }

    FreeCellRules rules_;
    std::array<CardSet, kCardSlots> builds_{}, lower_{};
    // By cards in cells and columns that are not empty.
    std::array<std::array<int, FreeCellRules::kMaxColumns + 1>, FreeCellRules::kMaxCells + 1> rooms_{};
};

}  // namespace yomikiri
