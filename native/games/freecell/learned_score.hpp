// A learned score: a weighted sum of the counts of features.hpp, kept up to date by differences.
//
// The counts that a card's place decides, whatever goes home, are summed once, when it is laid: what it lies
// on, and what is below it in its column.  So a step costs one pass through the column where a card lands.
// The rest follows as in quick_score.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "games/freecell/features.hpp"

namespace yomikiri {

// What the weights amount to for each card and each pair of cards; made once for many searches.
class FreeCellLearnedWeights {
  public:
    // So that sums of 16 bits never overflow: of a card, one weight for each of 52 cards and two more.
    static constexpr int kMost = 600;
    using F = FreeCellFeatures;

    FreeCellLearnedWeights(const FreeCellRules& rules, std::span<const std::int16_t> weights) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                for (unsigned other = 0; other < kSuits; ++other)
                    for (unsigned below = 1; below <= rules.ranks; ++below) {
                        const unsigned second = card_of(other, below);
                        if (second == card) continue;
                        on[card][second] = weights[F::kOn + F::pair(card, second)];
                        above[card][second] = weights[F::kAbove + F::pair(card, second)];
                        if (below < rank) lower[card] |= bit_of(second);
                        if (below < rank && other == suit) same[card] |= bit_of(second);
                    }
            }
        for (unsigned rank = 1; rank <= F::kRanks; ++rank) {
            out[rank] = weights[F::kOut + rank - 1];
            cell[rank] = weights[F::kCell + rank - 1];
            cell_away[rank] = weights[F::kCellAway + rank - 1];
            floor[rank] = weights[F::kFloor + rank - 1];
            lower_weight[rank] = weights[F::kLower + rank - 1];
            same_weight[rank] = weights[F::kSame + rank - 1];
        }
        for (unsigned away = 1; away <= F::kNear; ++away) buried[away] = weights[F::kBuried + away - 1];
        for (unsigned i = 0; i < F::kRooms * F::kFloors; ++i) room[i] = weights[F::kRoom + i];
    }

    std::array<std::array<std::int16_t, kCardSlots>, kCardSlots> on{}, above{};
    std::array<CardSet, kCardSlots> lower{}, same{};
    std::array<int, 16> out{}, cell{}, cell_away{}, floor{}, lower_weight{}, same_weight{}, buried{};
    std::array<int, F::kRooms * F::kFloors> room{};
};

class FreeCellLearnedScore {
  public:
    static constexpr bool kLearned = true;
    using F = FreeCellFeatures;
    struct Parts {
        std::array<std::int16_t, kCardSlots> laid;  // of the cards in columns
        std::array<std::int16_t, FreeCellRules::kMaxColumns> buried;
    };

    FreeCellLearnedScore(const FreeCellRules& rules, const FreeCellLearnedWeights& weights)
        : rules_(rules), w_(&weights) {}

    void begin(Parts& parts) const { parts.buried.fill(0); }
    int lay(Parts& parts, const FreeCellLayout& s, unsigned card, unsigned on, CardSet below) const {
        const int sum = place(s, card, on, below);
        parts.laid[card] = static_cast<std::int16_t>(sum);
        return sum;
    }
    int end(Parts& parts, const FreeCellLayout& s) const {
        int sum = w_->room[room(s.held, s.columns)];
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = s.home[suit] + 1u; rank <= rules_.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                sum += w_->out[rank];
                if (s.cells & bit_of(card)) {
                    sum += w_->cell[rank] + w_->cell_away[s.away(card)];
                } else {
                    const int weight = w_->buried[s.away(card)];
                    add(parts.buried[s.column[card]], weight);
                    sum += weight * (s.length[s.column[card]] - s.height[card]);
                }
            }
        return sum;
    }

    int change(const Parts& parts, const FreeCellLayout& s, unsigned card, unsigned to) const {
        const unsigned from = s.under[card], rank = rank_of(card);
        unsigned held = s.held, columns = s.columns;
        int sum = -w_->room[room(held, columns)];
        if (from == FreeCellBoard::kInCell) {
            sum -= w_->cell[rank] + w_->cell_away[s.away(card)];
            --held;
        } else {
            sum -= parts.laid[card] + parts.buried[s.column[card]] - w_->buried[s.away(card)];
            if (from == FreeCellBoard::kFloor) --columns;
        }
        if (to == FreeCellBoard::kAtHome) {
            sum -= w_->out[rank];
            for_each_nearer(s, card, [&](unsigned nearer, unsigned away) {
                if (s.cells & bit_of(nearer)) {
                    sum += w_->cell_away[away] - w_->cell_away[away + 1];
                } else {
                    const unsigned column = s.column[nearer];
                    const bool same = from != FreeCellBoard::kInCell && s.column[card] == column;
                    sum += (w_->buried[away] - w_->buried[away + 1]) *
                           (s.length[column] - same - s.height[nearer]);
                }
            });
        } else if (to == FreeCellBoard::kInCell) {
            sum += w_->cell[rank] + w_->cell_away[s.away(card)];
            ++held;
        } else if (to == FreeCellBoard::kFloor) {
            sum += w_->floor[rank];
            ++columns;
        } else {
            const unsigned column = s.column[to];
            sum += place(s, card, to, s.cards[column]) + parts.buried[column];
        }
        return sum + w_->room[room(held, columns)];
    }

    // The same for a card of a column with all that lie on it, to another column.
    int change_run(const Parts& parts, const FreeCellLayout& s, unsigned head, unsigned to) const {
        const unsigned from = s.column[head];
        const bool floor = to == FreeCellBoard::kFloor;
        unsigned columns = s.columns;
        int sum = -w_->room[room(s.held, columns)], own = 0, count = 0;
        // From the top: what lies below a card is in the rest of the run and in the column where it lands.
        for (unsigned card = s.top[from];; card = s.under[card], ++count) {
            const unsigned rank = rank_of(card);
            const CardSet below = floor ? 0 : s.cards[s.column[to]];
            int place = 0;
            CardSet under = below;
            if (card == head) {
                place += floor ? w_->floor[rank] : w_->on[card][to];
            } else {
                place += w_->on[card][s.under[card]];
                for (unsigned lower = s.under[card];; lower = s.under[lower]) {
                    place += w_->above[card][lower];
                    under |= bit_of(lower);
                    if (lower == head) break;
                }
            }
            if (!floor)
                for (unsigned lower = to; lower != FreeCellBoard::kFloor; lower = s.under[lower])
                    place += w_->above[card][lower];
            if (under & w_->lower[card]) place += w_->lower_weight[rank];
            if (under & w_->same[card]) place += w_->same_weight[rank];
            sum += place - parts.laid[card];
            own += w_->buried[s.away(card)];
            if (card == head) break;
        }
        ++count;
        sum -= count * (parts.buried[from] - own);
        if (s.under[head] == FreeCellBoard::kFloor) --columns;
        if (floor)
            ++columns;
        else
            sum += count * parts.buried[s.column[to]];
        return sum + w_->room[room(s.held, columns)];
    }

    void leave(Parts& parts, const FreeCellLayout& s, unsigned card, unsigned column) const {
        add(parts.buried[column], -w_->buried[s.away(card)]);
    }
    void renumber(Parts& parts, unsigned column, unsigned last) const {
        parts.buried[column] = parts.buried[last];
    }
    void found(Parts& parts, unsigned column) const { parts.buried[column] = 0; }
    void land(Parts& parts, const FreeCellLayout& s, unsigned card, unsigned column) const {
        parts.laid[card] = static_cast<std::int16_t>(place(s, card, s.under[card], s.cards[column]));
        add(parts.buried[column], w_->buried[s.away(card)]);
    }
    void went_home(Parts& parts, const FreeCellLayout& s, unsigned card) const {
        for_each_nearer(s, card, [&](unsigned nearer, unsigned away) {
            if (!(s.cells & bit_of(nearer)))
                add(parts.buried[s.column[nearer]], w_->buried[away] - w_->buried[away + 1]);
        });
    }

  private:
    static void add(std::int16_t& sum, int change) { sum = static_cast<std::int16_t>(sum + change); }
    unsigned room(unsigned held, unsigned columns) const { return F::room(rules_, held, columns) - F::kRoom; }
    // What a card adds on top of `on`, which lies on top of the cards `below`, or on the floor.
    int place(const FreeCellLayout& s, unsigned card, unsigned on, CardSet below) const {
        const unsigned rank = rank_of(card);
        if (on == FreeCellBoard::kFloor) return w_->floor[rank];
        int sum = w_->on[card][on];
        const auto& above = w_->above[card];
        for (unsigned lower = on; lower != FreeCellBoard::kFloor; lower = s.under[lower]) sum += above[lower];
        if (below & w_->lower[card]) sum += w_->lower_weight[rank];
        if (below & w_->same[card]) sum += w_->same_weight[rank];
        return sum;
    }
    // Calls visit(card, away) for the cards that come nearer to home when `card` goes home.
    template <class Visit>
    void for_each_nearer(const FreeCellLayout&, unsigned card, Visit&& visit) const {
        for (unsigned away = 1; away + rank_of(card) <= rules_.ranks; ++away) visit(card + away, away);
    }

    FreeCellRules rules_;
    const FreeCellLearnedWeights* w_;
};

}  // namespace yomikiri
