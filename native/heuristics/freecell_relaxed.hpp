// The exact length of the game with unlimited free cells, the twin of heuristics/freecell_relaxed.py.
//
// With unlimited cells a card moves once, home, or twice, by way of a cell.  What stays in place of each
// column is a stump, and the heights of the stumps say everything: what is gone from them is home or in a
// cell, and goes home as soon as it can.  To bring the next card of a suit home, everything above it has to
// go.  So the length is the number of cards out, plus the least cost of taking the stumps down, by branch and
// bound over whose next card is dug out.
//
// A card with a lower card of its suit beneath it moves twice anyway (condition A): it is counted once for
// all, and from then on costs nothing to lift.  In the supermove metric a run lifts as one; a run with such a
// card in it moves at least once before its cards go home, and costs nothing either.  To lift only a part
// of a run is never better than to lift the whole.
//
// Answers for stumps are kept in a small cache under their exact code, so that they are never mistaken.
#pragma once

#include <algorithm>

#include "games/freecell_field.hpp"

namespace yomikiri {

class FreeCellRelaxed {
  public:
    explicit FreeCellRelaxed(const FreeCellCoder& coder) : rules_(coder.rules()), coder_(coder) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules_.ranks; ++rank) {
                std::uint64_t power = 1;
                for (unsigned i = 0; i < (suit & 1) * 13 + rank - 1; ++i) power *= 5;
                weights_[card_of(suit, rank)] = power;
            }
        cache_.resize(kCacheSize);
    }

    // Takes in a position; the questions below are about it.
    void open(const FreeCellField& field) {
        place_.fill(kGone);
        column_.fill(0);
        now_.home = field.home;
        now_.height.fill(0);
        out_ = static_cast<int>(field.cards_out(rules_));
        paid_ = 0;
        forced_ = 0;
        unsigned column = 0;
        for_each_card(field.floors, [&](unsigned floor) {
            Stump& stump = stumps_[column];
            stump.least[0].fill(kNone);
            for (unsigned card = floor; card != 0; card = field.over[card])
                push(column, card, field.under[card]);
            ++column;
        });
    }

    int exact() { return out_ + paid_ + search(now_, kUnbounded); }

    // Between which numbers the estimate lies after a step, without search.
    struct Range {
        int least, most;
    };
    Range range(FreeCellStep step, int known) const {
        if (step.to == FreeCellBoard::kAtHome) return {known - 1, known - 1};
        const unsigned card = step.card;
        const bool lifts = place_[card] != kGone, lands = is_card(step.to);
        const bool forced = (forced_ & bit_of(card)) != 0;
        Range found{known, known};
        if (lifts) {
            --found.least;
            if (forced) --found.most;
        }
        if (lands) {
            const unsigned to = column_[step.to];
            ++found.most;
            if (stumps_[to].least[now_.height[to]][suit_of(card)] < rank_of(card)) ++found.least;
        }
        return found;
    }
    // The estimate after a step, of which the range is known.
    int after(FreeCellStep step, Range range) {
        if (range.least == range.most) return range.most;
        const unsigned card = step.card;
        const bool lifts = place_[card] != kGone, lands = is_card(step.to);
        const bool forced = (forced_ & bit_of(card)) != 0;
        Heights next = now_;
        int rest = out_ + paid_;
        if (lifts) {
            --next.height[column_[card]];
            if (forced) --rest;
        }
        if (lands) {
            const unsigned to = column_[step.to], height = now_.height[to];
            if (stumps_[to].least[height][suit_of(card)] < rank_of(card)) {
                ++rest;
            } else {
                const std::uint8_t column = column_[card], place = place_[card];
                lay(to, height, card, step.to, false);
                next.height[to] = static_cast<std::uint8_t>(height + 1);
                const int found = rest + search(next, range.most - 1 - rest);
                column_[card] = column;
                place_[card] = place;
                return found;
            }
        }
        return rest + search(next, range.most - 1 - rest);
    }

  private:
    static bool is_card(unsigned place) { return place < kCardSlots && place != FreeCellBoard::kFloor; }

    static constexpr unsigned kColumns = FreeCellRules::kMaxColumns;
    static constexpr unsigned kTall = kSuits * FreeCellRules::kMaxRanks + FreeCellRules::kMaxRanks;
    static constexpr std::uint8_t kGone = 255, kNone = 255;
    static constexpr int kUnbounded = 1 << 20;
    static constexpr std::size_t kCacheSize = std::size_t{1} << 14;

    struct Heights {
        std::array<std::uint8_t, 12> height;
        std::array<std::uint8_t, kSuits> home;
    };
    struct Pair {
        std::uint64_t low = 0, high = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    struct Stump {
        // All by height: of the cards below it.
        std::array<std::uint8_t, kTall> cost;                       // what it costs to lift them all
        std::array<std::array<std::uint8_t, kSuits>, kTall> least;  // least rank of each suit
        std::array<Pair, kTall> code;
    };
    struct Entry {
        Pair code;
        int least = 0;
        bool exact = false;
    };

    void push(unsigned column, unsigned card, unsigned under) {
        const unsigned height = now_.height[column]++;
        const bool forced = stumps_[column].least[height][suit_of(card)] < rank_of(card);
        if (forced) {
            forced_ |= bit_of(card);
            ++paid_;
        }
        lay(column, height, card, under, forced);
        auto& least = stumps_[column].least;
        least[height + 1] = least[height];
        auto& mine = least[height + 1][suit_of(card)];
        mine = std::min(mine, static_cast<std::uint8_t>(rank_of(card)));
    }
    void lay(unsigned column, unsigned height, unsigned card, unsigned under, bool forced) {
        Stump& stump = stumps_[column];
        column_[card] = static_cast<std::uint8_t>(column);
        place_[card] = static_cast<std::uint8_t>(height);
        stump.cost[height + 1] = static_cast<std::uint8_t>(stump.cost[height] + !forced);
        // 1 to 4: floor, either parent, original neighbour.
        const unsigned value = coder_.value(card, under);
        const std::uint64_t part = weights_[card] * (value == 1 ? 1 : value - 1);
        stump.code[height + 1] = stump.code[height];
        (suit_of(card) < 2 ? stump.code[height + 1].low : stump.code[height + 1].high) += part;
    }

    // The least cost of taking the stumps down, or limit + 1 if it is greater than the limit.
    int search(Heights at, int limit, unsigned first = 0) {
        std::array<std::uint8_t, kSuits> price;
        if (!close(at, price, first)) return limit < 0 ? limit + 1 : 0;
        // The digs by price, dearer ones than the limit left out; of two in one column the upper one, which
        // comes first anyway.
        std::array<std::uint8_t, kSuits> digs, columns;
        unsigned count = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            if (price[suit] == 0 || price[suit] > limit) continue;
            const std::uint8_t column = column_[card_of(suit, at.home[suit] + 1u)];
            unsigned i = 0;
            while (i < count && price[digs[i]] <= price[suit] && columns[i] != column) ++i;
            if (i < count && columns[i] == column && price[digs[i]] <= price[suit]) continue;
            unsigned last = i;
            while (last < count && columns[last] != column) ++last;
            if (last == count) ++count;
            for (unsigned j = last; j > i; --j) digs[j] = digs[j - 1], columns[j] = columns[j - 1];
            digs[i] = static_cast<std::uint8_t>(suit);
            columns[i] = column;
        }
        if (count == 0) return limit + 1;
        Pair code;
        for (unsigned i = 0; i < rules_.columns; ++i) {
            const Pair& part = stumps_[i].code[at.height[i]];
            code.low += part.low;
            code.high += part.high;
        }
        Entry& entry = cache_[(code.low * 0x9E3779B97F4A7C15 ^ code.high * 0xD6E8FEB86659FD93) >> 50];
        int least = price[digs[0]];
        if (entry.code == code) {
            if (entry.exact) return std::min(entry.least, limit + 1);
            if (entry.least > limit) return limit + 1;
            least = std::max(least, entry.least);
        }
        int best = limit + 1;
        for (unsigned i = 0; i < count && best > least; ++i) {
            const unsigned suit = digs[i];
            const int cost = price[suit];
            if (cost >= best) break;
            Heights next = at;
            next.height[columns[i]] = place_[card_of(suit, ++next.home[suit])];
            best = std::min(best, cost + search(next, best - 1 - cost, suit));
        }
        entry = {code, best, best <= limit};
        return best;
    }

    // Takes down what costs nothing, and gives the price of the next card of each suit, 0 for a suit that is
    // done; false if nothing is left.
    bool close(Heights& at, std::array<std::uint8_t, kSuits>& price, unsigned suit) const {
        const unsigned ranks = rules_.ranks;
        price.fill(0);
        // Until four suits in a row have found nothing to lift.
        for (unsigned quiet = 0; quiet < kSuits; ++quiet, suit = (suit + 1) % kSuits) {
            unsigned card = card_of(suit, at.home[suit] + 1u);
            const unsigned end = card_of(suit, ranks);
            price[suit] = 0;
            for (; card <= end; ++card) {
                const unsigned column = column_[card], place = place_[card], height = at.height[column];
                if (place >= height) continue;
                const Stump& stump = stumps_[column];
                const unsigned cost = static_cast<unsigned>(stump.cost[height] - stump.cost[place + 1]);
                if (cost != 0) {
                    price[suit] = static_cast<std::uint8_t>(cost);
                    break;
                }
                at.height[column] = static_cast<std::uint8_t>(place);
                quiet = 0;
            }
            at.home[suit] = static_cast<std::uint8_t>(rank_of(card) - 1);
        }
        return (price[0] | price[1] | price[2] | price[3]) != 0;
    }

    FreeCellRules rules_;
    const FreeCellCoder& coder_;
    std::array<std::uint64_t, kCardSlots> weights_{};
    std::array<std::uint8_t, kCardSlots> column_{}, place_{};
    std::array<Stump, kColumns> stumps_{};
    Heights now_{};
    CardSet forced_ = 0;
    int out_ = 0, paid_ = 0;
    std::vector<Entry> cache_;
};

}  // namespace yomikiri
