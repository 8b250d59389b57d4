// The exact length of the game with unlimited free cells, the twin of games/freecell/relaxed.py.
//
// With unlimited cells a card moves once, home, or twice, via a cell.  What stays in place of each column is
// a stump, and the heights of the stumps say everything: the other cards are home or in a cell, and go home
// as soon as possible.  To bring the next card of a suit home, everything above it must go.  So the length is
// the number of cards out, plus the least cost of taking the stumps down, by branch and bound over which
// suit's next card is dug out.
//
// A card with a lower card of its suit beneath it moves twice anyway (condition A): it is counted once at the
// start, and from then on costs nothing to lift.  In the supermove metric a run lifts as one; a run with such
// a card in it moves at least once before its cards go home, and costs nothing either.  Lifting only part of
// a run is never better than lifting the whole.
//
// Answers for stumps are kept in a small cache under their exact code, so they are never confused.
#pragma once

#include <algorithm>

#include "games/freecell/field.hpp"
#include "games/freecell/stump_code.hpp"
#include "search/informed.hpp"

namespace yomikiri {

class FreeCellRelaxed {
  public:
    explicit FreeCellRelaxed(const FreeCellCoder& coder) : rules_(coder.rules()), coder_(coder) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules_.ranks; ++rank) {
                std::uint64_t power = 1;
                for (unsigned i = 0; i < (suit & 1) * 13 + rank - 1; ++i) power *= 5;
                for (unsigned digit = 1; digit < kDigits; ++digit) {
                    StumpCode& weight = weights_[card_of(suit, rank)][digit];
                    (suit < 2 ? weight.low : weight.high) = digit * power;
                }
            }
        spots_.fill({0, kGone, 0});
        cache_.resize(std::size_t{1} << kCacheBits);
    }

    // Loads a position; the functions below are about it.  Columns that begin as in the last position, and
    // most do, are read only from where they differ.
    void open(const FreeCellField& field) {
        now_.home = field.home;
        now_.height.fill(0);
        now_.column.fill(kNone);
        out_ = static_cast<int>(field.cards_out(rules_));
        CardSet cards = 0, free = 0;
        unsigned column = 0;
        for_each_card(field.floors, [&](unsigned floor) {
            auto& known = cards_[column];
            unsigned card = floor, height = 0;
            for (; card != 0 && known[height] == card; card = field.over[card]) {
                cards |= bit_of(card);
                ++height;
            }
            for (; card != 0; card = field.over[card]) {
                cards |= bit_of(card);
                lay(column, height, card, field.under[card], (above_[column][height] & bit_of(card)) != 0);
                known[height++] = static_cast<std::uint8_t>(card);
            }
            known[height] = 0;
            now_.height[column] = static_cast<std::uint8_t>(height);
            free |= free_[column][height];
            ++column;
        });
        floor_ = column;
        for (; column < rules_.columns; ++column) cards_[column][0] = 0;
        for_each_card(laid_ & ~cards, [&](unsigned card) { spots_[card] = {0, kGone, 0}; });
        laid_ = cards;
        forced_ = cards & ~free;
        paid_ = std::popcount(forced_);
        lifted_known_ = 0;
        prepared_ = false;
    }

    // The estimate; the same, if it is known to be at least that.
    int exact() {
        prepare();
        return out_ + paid_ + search(closed_, kUnbounded, 0);
    }
    int exact(int least) {
        prepare();
        const int rest = out_ + paid_;
        while (rest + search(closed_, least - rest, least - rest) > least) ++least;
        return least;
    }

    // The range of the estimate after a step, without a search.
    struct Range {
        int least, most;
    };
    Range range(FreeCellStep step, int known) const {
        if (step.to == FreeCellBoard::kAtHome) return {known - 1, known - 1};
        const unsigned card = step.card;
        const bool lands = is_card(step.to), forced = (forced_ & bit_of(card)) != 0;
        Range found{known, known};
        if (lifts(card)) {
            --found.least;
            if (forced) --found.most;
        }
        if (lands) {
            const unsigned to = spots_[step.to].column;
            ++found.most;
            if ((above_[to][now_.height[to]] & bit_of(card)) != 0) ++found.least;
        }
        return found;
    }
    // The estimate after a step, of which the range is known, or a lower bound if that is `enough` or more.
    EstimateBound after(FreeCellStep step, Range range, int enough) {
        if (range.least == range.most) return {range.most, true};
        if (range.least >= enough) return {range.least, false};
        prepare();
        const unsigned card = step.card;
        if (!is_card(step.to)) return {lifted(card, range.least), true};
        const unsigned to = spots_[step.to].column, height = now_.height[to];
        const Spot spot = spots_[card];
        const bool lands_forced = (above_[to][height] & bit_of(card)) != 0;
        // Two questions: what is it without the card, and does the card cost one more where it lands?
        int least = lands_forced ? range.least - 1 : range.least;
        if (lifts(card) && (forced_ & bit_of(card)) == 0) least = lifted(card, least);
        if (lands_forced) return {least + 1, true};
        if (least >= enough) return {least, false};
        Stage next = now_;
        if (spot.place != kGone) --next.height[spot.column];
        lay(to, height, card, step.to, false);
        bare(to, height + 1, card);
        next.height[to] = static_cast<std::uint8_t>(height + 1);
        close(next, kAllSuits);
        const int rest = out_ + paid_ - ((forced_ & bit_of(card)) != 0);
        const int found = rest + search(next, least - rest, least - rest);
        spots_[card] = spot;
        return {found, true};
    }

    // The same for two steps, of which the first takes the last room from a card that depends on it, and the
    // second is of that card or onto one of the two.
    Range range(FreeCellStep first, FreeCellStep second, int known) const {
        Range found{known - 1, known - ((forced_ & bit_of(first.card)) != 0)};
        const bool home = second.to == FreeCellBoard::kAtHome;
        if (home) {
            --found.least;
            --found.most;
        } else {
            if (lifts(second.card)) {
                --found.least;
                if (forced_ & bit_of(second.card)) --found.most;
            }
            if (lands_forced(first, second)) ++found.least;
            ++found.most;
        }
        // Each card that is out has a move to make.
        found.least = std::max(found.least, out_ - home);
        return found;
    }
    EstimateBound after(FreeCellStep first, FreeCellStep second, Range range, int enough) {
        if (range.least == range.most) return {range.most, true};
        if (range.least >= enough) return {range.least, false};
        prepare();
        const bool home = second.to == FreeCellBoard::kAtHome, forced = !home && lands_forced(first, second);
        // The contribution of the first card is computed once, whatever follows it.
        if ((forced_ & bit_of(first.card)) == 0) {
            // Before the second step, if the first is one of the lifts that the game needs.
            const int less = range.most - 1 + (home ? 1 : ((forced_ & bit_of(second.card)) != 0) - 1);
            if (lifted(first.card, less) == less)
                --range.most;
            else
                range.least = std::max(range.least, less + 1 - (home || lifts(second.card)) + forced);
            if (range.least == range.most) return {range.most, true};
            if (range.least >= enough) return {range.least, false};
        }
        const unsigned card = second.card;
        const Spot spot = spots_[card], above = spots_[first.card], below = spots_[second.to];
        const bool onto_first = second.to == first.card;
        Stage next = now_;
        --next.height[above.column];
        if (spot.place != kGone) --next.height[spot.column];
        unsigned to = below.column, height = next.height[to];
        if (onto_first) {
            // Where no column is.
            to = floor_;
            height = 1;
        }
        const Layer covered = layer(to, height + 1), ground = layer(to, 1);
        spots_[first.card] = {0, kGone, 0};
        if (onto_first) lay(to, 0, first.card, FreeCellBoard::kFloor, false), bare(to, 1, first.card);
        lay(to, height, card, second.to, forced);
        bare(to, height + 1, card);
        next.height[to] = static_cast<std::uint8_t>(height + 1);
        close(next, kAllSuits);
        const int rest = out_ + paid_ - std::popcount(forced_ & (bit_of(first.card) | bit_of(card))) + forced;
        const int found = rest + search(next, range.most - 1 - rest, range.least - rest);
        restore(to, height + 1, covered);
        if (onto_first) restore(to, 1, ground);
        spots_[card] = spot;
        spots_[first.card] = above;
        return {found, true};
    }

  private:
    // Whether a card lies on another.
    bool lifts(unsigned card) const { return spots_[card].place != kGone && spots_[card].place != 0; }
    // Whether the card of the second step comes to lie above a lower card of its suit.
    bool lands_forced(FreeCellStep first, FreeCellStep second) const {
        if (second.to == first.card) return false;  // that lies alone
        const Spot on = spots_[second.to];
        return (above_[on.column][on.place + 1u] & bit_of(second.card)) != 0;
    }

    // The rivals of a card that has just been laid are not known.
    void bare(unsigned column, unsigned height, unsigned card) { free_[column][height] &= ~bit_of(card); }

    // What only a search needs: half of all positions are opened without one.
    void prepare() {
        if (prepared_) return;
        prepared_ = true;
        find_rivals();
        closed_ = now_;
        close(closed_, kAllSuits);
    }

    // The estimate after lifting a card that condition A does not count: `least`, or one more.
    int lifted(unsigned card, int least) {
        if ((lifted_known_ & bit_of(card)) == 0) {
            Stage next = closed_;
            const Spot spot = spots_[card];
            if (spot.place < next.height[spot.column]) lift_to(next, spot.column, spot.place);
            const int rest = out_ + paid_;
            lifted_known_ |= bit_of(card);
            if (rest + search(next, least - rest, least - rest) == least)
                lifted_less_ |= bit_of(card);
            else
                lifted_less_ &= ~bit_of(card);
        }
        return least + ((lifted_less_ & bit_of(card)) == 0);
    }

    static bool is_card(unsigned place) { return place < kCardSlots && place != FreeCellBoard::kFloor; }

    static constexpr unsigned kColumns = FreeCellRules::kMaxColumns;
    static constexpr unsigned kTall = kSuits * FreeCellRules::kMaxRanks + FreeCellRules::kMaxRanks;
    static constexpr std::uint8_t kGone = 255, kNone = 255;
    static constexpr unsigned kAllSuits = 15, kDigits = 5;
    static constexpr int kUnbounded = 1 << 20;
    static constexpr unsigned kCacheBits = 15;
    static constexpr int kRemembered = 2, kPaired = 1;

    // What is left of the stumps; for each suit the price of digging out its next card and the column that it
    // lies in, 0 and kNone for a suit that is done.
    struct Stage {
        std::array<std::uint8_t, 12> height;
        std::array<std::uint8_t, kSuits> home, price, column;
    };
    // What is known about the cards below a height of a column.
    struct Layer {
        std::uint8_t cost;
        StumpCode code;
        CardSet free, above;
    };
    Layer layer(unsigned column, unsigned height) const {
        return {costs_[column][height], codes_[column][height], free_[column][height],
                above_[column][height]};
    }
    void restore(unsigned column, unsigned height, const Layer& layer) {
        costs_[column][height] = layer.cost;
        codes_[column][height] = layer.code;
        free_[column][height] = layer.free;
        above_[column][height] = layer.above;
    }
    // Where a card lies, and what it costs to lift it and all that is below it.
    struct alignas(4) Spot {  // read as one word
        std::uint8_t column, place, cost;
    };
    void lay(unsigned column, unsigned height, unsigned card, unsigned under, bool forced) {
        const unsigned cost = costs_[column][height] + !forced;
        costs_[column][height + 1] = static_cast<std::uint8_t>(cost);
        spots_[card] = {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(height),
                        static_cast<std::uint8_t>(cost)};
        free_[column][height + 1] = free_[column][height] | (forced ? 0 : bit_of(card));
        const unsigned first = suit_of(card) * 16;
        above_[column][height + 1] = above_[column][height] | (CardSet{0xFFFE} << rank_of(card) & 0xFFFF)
                                                                  << first;
        // 1 to 4: floor, either parent, original neighbour.
        unsigned digit = under == FreeCellBoard::kFloor ? 1 : 2 + (suit_of(under) & 1);
        digit = under == coder_.original(card) ? 4 : digit;
        const StumpCode &below = codes_[column][height], &weight = weights_[card][digit];
        codes_[column][height + 1] = {below.low + weight.low, below.high + weight.high};
    }

    // The least cost of taking the stumps down, or limit + 1 if it exceeds the limit.  It is known to be at
    // least `least`, so the search may end when it has found that.  The stage is closed.
    int search(const Stage& at, int limit, int least) {
        int cheapest = kNone;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            if (at.price[suit] != 0) cheapest = std::min<int>(cheapest, at.price[suit]);
        if (cheapest == kNone) return limit < 0 ? limit + 1 : 0;
        if (cheapest > limit) return limit + 1;
        least = std::max(least, cheapest);
        // Near the end a cache lookup costs more than the search.
        if (limit < kRemembered) {
            if (limit >= kPaired && (least = std::max(least, pairs(at))) > limit) return limit + 1;
            return dig(at, limit, least, cheapest);
        }
        StumpCode code;
        for (unsigned i = 0; i < rules_.columns; ++i) {
            const StumpCode& part = codes_[i][at.height[i]];
            code.low += part.low;
            code.high += part.high;
        }
        StumpEntry& entry =
            cache_[(code.low * 0x9E3779B97F4A7C15 ^ code.high * 0xD6E8FEB86659FD93) >> (64 - kCacheBits)];
        __builtin_prefetch(&entry);  // It arrives while the pairs are counted.
        least = std::max(least, pairs(at));
        if (least > limit) return limit + 1;
        if (entry.holds(code)) {
            if (entry.exact()) return std::min(entry.least(), limit + 1);
            least = std::max(least, entry.least());
            if (least > limit) return limit + 1;
        }
        const int best = dig(at, limit, least, cheapest);
        entry = StumpEntry(code, best, best <= limit);
        return best;
    }

    // A lower bound: pairs of cards that wait for each other, no card in two of them.
    int pairs(const Stage& at) const {
        CardSet left = 0;
        for (unsigned i = 0; i < rules_.columns; ++i) left |= free_[i][at.height[i]];
        left &= contenders_;
        int count = 0;
        while (left != 0) {
            const unsigned card = 63 - static_cast<unsigned>(std::countl_zero(left));
            left &= ~bit_of(card);
            const CardSet partners = rivals_[card] & left;
            if (partners == 0) continue;
            left &= ~(partners & (~partners + 1));
            ++count;
        }
        return count;
    }
    // For each card its rivals: w and u of different suits, each above a lower card of the other's suit.
    void find_rivals() {
        contenders_ = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            CardSet blockers = 0;  // the cards above a lower one of the suit
            for (unsigned card = card_of(suit, now_.home[suit] + 1u); card <= card_of(suit, rules_.ranks);
                 ++card) {
                const Spot spot = spots_[card];
                if (spot.place == kGone) continue;
                const CardSet others = ~(CardSet{0xFFFF} << suit * 16);
                rivals_[card] = above_[spot.column][spot.place] & others & blockers;
                contenders_ |= rivals_[card] != 0 ? bit_of(card) : 0;
                const auto& cards = free_[spot.column];
                blockers |= cards[now_.height[spot.column]] & ~cards[spot.place + 1u];
            }
        }
    }

    // Tries the digs, the cheapest first; `least` is a lower bound.
    int dig(const Stage& at, int limit, int least, int cheapest) {
        int best = limit + 1;
        for (int cost = cheapest; cost < best; ++cost)
            for (unsigned suit = 0; suit < kSuits; ++suit) {
                if (at.price[suit] != cost) continue;
                Stage next = at;
                lift_to(next, at.column[suit], spots_[card_of(suit, at.home[suit] + 1u)].place);
                best = std::min(best, cost + search(next, best - 1 - cost, least - cost));
                if (best <= least) return best;
                if (cost >= best) break;
            }
        return best;
    }

    // Cuts a column down to a height, and closes.
    void lift_to(Stage& at, unsigned column, unsigned height) const {
        at.height[column] = static_cast<std::uint8_t>(height);
        close(at, waiting_in(at, column));
    }
    // The suits whose next card lies in a column.
    static unsigned waiting_in(const Stage& at, unsigned column) {
        return static_cast<unsigned>(at.column[0] == column) |
               static_cast<unsigned>(at.column[1] == column) << 1 |
               static_cast<unsigned>(at.column[2] == column) << 2 |
               static_cast<unsigned>(at.column[3] == column) << 3;
    }

    // Takes down what costs nothing; `suits` are those for which something has changed.
    void close(Stage& at, unsigned suits) const {
        while (suits != 0) {
            const unsigned suit = static_cast<unsigned>(std::countr_zero(suits));
            suits &= suits - 1;
            unsigned card = card_of(suit, at.home[suit] + 1u);
            const unsigned end = card_of(suit, rules_.ranks);
            at.price[suit] = 0;
            at.column[suit] = kNone;
            for (; card <= end; ++card) {
                const Spot spot = spots_[card];
                const unsigned height = at.height[spot.column];
                if (spot.place >= height) continue;
                const unsigned cost = static_cast<unsigned>(costs_[spot.column][height] - spot.cost);
                if (cost != 0) {
                    at.price[suit] = static_cast<std::uint8_t>(cost);
                    at.column[suit] = spot.column;
                    break;
                }
                at.height[spot.column] = spot.place;
                suits |= waiting_in(at, spot.column);
            }
            at.home[suit] = static_cast<std::uint8_t>(rank_of(card) - 1);
        }
    }

    FreeCellRules rules_;
    const FreeCellCoder& coder_;
    std::array<std::array<StumpCode, kDigits>, kCardSlots> weights_{};
    std::array<Spot, kCardSlots> spots_{};
    // By column and height: the card; then, of the cards below, what it costs to lift them all, and the code.
    std::array<std::array<std::uint8_t, kTall>, kColumns> cards_{};
    std::array<std::array<std::uint8_t, kTall>, kColumns> costs_{};
    std::array<std::array<StumpCode, kTall>, kColumns> codes_{};
    std::array<std::array<CardSet, kTall>, kColumns> free_{};   // the cards that condition A does not count
    std::array<std::array<CardSet, kTall>, kColumns> above_{};  // the cards higher than one of their suit
    CardSet laid_ = 0;                                          // all that lie in columns
    std::array<CardSet, kCardSlots> rivals_{};
    CardSet contenders_ = 0;  // the cards that have rivals
    Stage now_{}, closed_{};  // as it is, and after all that costs nothing
    unsigned floor_ = 0;      // a column without cards, if there is one
    bool prepared_ = false;
    CardSet forced_ = 0;
    CardSet lifted_known_ = 0, lifted_less_ = 0;  // the results of lifting single cards
    int out_ = 0, paid_ = 0;
    std::vector<StumpEntry> cache_;
};

}  // namespace yomikiri
