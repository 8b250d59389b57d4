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
#include "games/freecell/rivals.hpp"
#include "games/freecell/stump_columns.hpp"
#include "search/informed.hpp"

namespace yomikiri {

class FreeCellRelaxed : StumpColumns {
  public:
    explicit FreeCellRelaxed(const FreeCellCoder& coder) : StumpColumns(coder) {
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
        lifted_known_ = idle_ = 0;
        prepared_ = tight_ = false;
    }

    // The estimate; the same, if it is known to lie between the two.
    int exact() {
        prepare();
        return out_ + paid_ + search(closed_, kUnbounded, 0, [&] { return paired_; });
    }
    int exact(int least, int most) {
        prepare();
        const int rest = out_ + paid_;
        while (least < most &&
               rest + search(closed_, least - rest, least - rest, [&] { return paired_; }) > least)
            ++least;
        return least;
    }

    // Finds out which cards need not be asked about, given the estimate.  A card that goes home for nothing
    // need not be lifted.  And if as many pairs as there are lifts wait for each other, no card in two of
    // them, each lift has to be in one of them: lifting any other card does not help.
    void know(int known) {
        prepare();
        tight_ = out_ + paid_ + paired_.count == known;
        idle_ = tight_ ? ~paired_.cards : ~standing_;
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
            if (!is_idle(card)) --found.least;
            if (forced) --found.most;
        }
        if (lands) {
            const unsigned to = spots_[step.to].column;
            ++found.most;
            if ((above_[to][now_.height[to]] & bit_of(card)) != 0 || meets_spare(card, to)) ++found.least;
        }
        return found;
    }
    // The estimate after a step, of which the range is known, or only a range if that is `enough` or more.
    EstimateBound after(FreeCellStep step, Range range, int enough) {
        if (range.least == range.most || range.least >= enough) return {range.least, range.most};
        prepare();
        const unsigned card = step.card;
        if (!is_card(step.to)) return lifted(card, range.least);
        const unsigned to = spots_[step.to].column, height = now_.height[to];
        const Spot spot = spots_[card];
        const bool lands_forced = (above_[to][height] & bit_of(card)) != 0;
        bool costs = lands_forced || meets_spare(card, to);
        // Two questions: what is it without the card, and does the card cost one more where it lands?
        int least = costs ? range.least - 1 : range.least;
        if (lifts(card) && (forced_ & bit_of(card)) == 0 && !is_idle(card)) {
            const int less = least;
            least = lifted(card, less);
            // If the card was in a pair and lifting it did not help, the pairs prove less than there is.
            costs = lands_forced || (costs && least == less);
        }
        if (costs) return least + 1;
        if (least >= enough) return {least, least + 1};
        Stage next = now_;
        if (spot.place != kGone) --next.height[spot.column];
        lay(to, height, card, step.to, false);
        bare(to, height + 1, card);
        next.height[to] = static_cast<std::uint8_t>(height + 1);
        close(next, kAllSuits);
        const int rest = out_ + paid_ - ((forced_ & bit_of(card)) != 0);
        const int found = rest + search(next, least - rest, least - rest);
        spots_[card] = spot;
        return found;
    }

    // The same for two steps, of which the first takes the last room from a card that depends on it, and the
    // second is of that card or onto one of the two.
    Range range(FreeCellStep first, FreeCellStep second, int known) const {
        Range found{known - !is_idle(first.card), known - ((forced_ & bit_of(first.card)) != 0)};
        const bool home = second.to == FreeCellBoard::kAtHome;
        if (home) {
            --found.least;
            --found.most;
        } else {
            if (lifts(second.card)) {
                // Two cards of a pair are at best one lift.
                const CardSet both = bit_of(first.card) | bit_of(second.card);
                const bool pair =
                    tight_ && ((idle_ | forced_) & both) == 0 && partners_[first.card] == second.card;
                if (!(tight_ && is_idle(second.card)) && !pair) --found.least;
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
        if (range.least == range.most || range.least >= enough) return {range.least, range.most};
        prepare();
        const bool home = second.to == FreeCellBoard::kAtHome, forced = !home && lands_forced(first, second);
        // The contribution of the first card is computed once, whatever follows it.
        if ((forced_ & bit_of(first.card)) == 0 && !is_idle(first.card)) {
            // Before the second step, if the first is one of the lifts that the game needs.
            const int less = range.most - 1 + (home ? 1 : ((forced_ & bit_of(second.card)) != 0) - 1);
            if (lifted(first.card, less) == less)
                --range.most;
            else
                range.least = std::max(range.least, less + 1 - (home || lifts(second.card)) + forced);
            if (range.least == range.most || range.least >= enough) return {range.least, range.most};
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
        return found;
    }

  private:
    // Whether it is known that lifting a card does not help.
    bool is_idle(unsigned card) const { return (idle_ & ~forced_ & bit_of(card)) != 0; }
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
        standing_ = free_at(closed_);
        paired_ = rivals_.pairs(standing_, [&](unsigned card, unsigned other) {
            partners_[card] = static_cast<std::uint8_t>(other);
            partners_[other] = static_cast<std::uint8_t>(card);
        });
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

    static constexpr std::uint8_t kNone = 255;
    static constexpr unsigned kAllSuits = 15;
    static constexpr int kUnbounded = 1 << 20;
    static constexpr unsigned kCacheBits = 15;
    static constexpr int kRemembered = 2, kPaired = 1;

    // What is left of the stumps; for each suit the price of digging out its next card and the column that it
    // lies in, 0 and kNone for a suit that is done.
    struct Stage {
        std::array<std::uint8_t, 12> height;
        std::array<std::uint8_t, kSuits> home, price, column;
    };
    using Pairs = FreeCellRivals::Pairs;
    // The least cost of taking the stumps down, or limit + 1 if it exceeds the limit.  It is known to be at
    // least `least`, so the search may end when it has found that.  The stage is closed.
    int search(const Stage& at, int limit, int least) {
        return search(at, limit, least, [&] { return rivals_.pairs(free_at(at)); });
    }
    // The same if the pairs are known, or can be found.
    template <class Find>
    int search(const Stage& at, int limit, int least, Find&& find) {
        int cheapest = kNone;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            if (at.price[suit] != 0) cheapest = std::min<int>(cheapest, at.price[suit]);
        if (cheapest == kNone) return limit < 0 ? limit + 1 : 0;
        if (cheapest > limit) return limit + 1;
        least = std::max(least, cheapest);
        // Near the end a cache lookup costs more than the search.
        if (limit < kRemembered) {
            Pairs found;
            if (limit >= kPaired) found = find();
            if (found.count > limit) return limit + 1;
            return dig(at, limit, std::max(least, found.count), cheapest, found);
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
        const Pairs found = find();
        least = std::max(least, found.count);
        if (least > limit) return limit + 1;
        if (entry.holds(code)) {
            if (entry.exact()) return std::min(entry.least(), limit + 1);
            least = std::max(least, entry.least());
            if (least > limit) return limit + 1;
        }
        const int best = dig(at, limit, least, cheapest, found);
        entry = StumpEntry(code, best, best <= limit);
        return best;
    }

    // The cards left that condition A does not count.
    CardSet free_at(const Stage& at) const {
        CardSet cards = 0;
        for (unsigned i = 0; i < rules_.columns; ++i) cards |= free_[i][at.height[i]];
        return cards;
    }
    // The rivals of a card at a place in a column.
    CardSet meets(unsigned card, unsigned column, unsigned height) const {
        return above_[column][height] & blockers_[card];
    }
    bool meets_spare(unsigned card, unsigned column) const {
        if (!tight_) return false;
        const CardSet rivals = meets(card, column, now_.height[column]), spare = idle_ & ~bit_of(card);
        if ((rivals & spare) != 0) return true;
        for (CardSet rest = rivals & ~bit_of(card); rest != 0; rest &= rest - 1) {
            const unsigned partner = partners_[static_cast<std::size_t>(std::countr_zero(rest))];
            if (partner == card || (rivals_.of(partner) & spare) != 0) return true;
        }
        return false;
    }
    // For each card its rivals: w and u of different suits, each above a lower card of the other's suit.
    void find_rivals() {
        rivals_.clear();
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            CardSet blockers = 0;  // the cards above a lower one of the suit
            for (unsigned card = card_of(suit, now_.home[suit] + 1u); card <= card_of(suit, rules_.ranks);
                 ++card) {
                const Spot spot = spots_[card];
                blockers_[card] = blockers & ~(CardSet{0xFFFF} << suit * 16);
                if (spot.place == kGone) continue;
                rivals_.put(card, meets(card, spot.column, spot.place));
                const auto& cards = free_[spot.column];
                blockers |= cards[now_.height[spot.column]] & ~cards[spot.place + 1u];
            }
        }
    }

    // Tries the digs, the cheapest first; `least` is a lower bound.  Every card in no pair that is lifted
    // comes on top of the lifts that the pairs need.
    int dig(const Stage& at, int limit, int least, int cheapest, const Pairs& found) {
        int best = limit + 1;
        for (int cost = cheapest; cost < best; ++cost)
            for (unsigned suit = 0; suit < kSuits; ++suit) {
                if (at.price[suit] != cost) continue;
                const unsigned column = at.column[suit],
                               place = spots_[card_of(suit, at.home[suit] + 1u)].place;
                const CardSet more =
                    free_[column][at.height[column]] & ~free_[column][place + 1u] & ~found.cards;
                if (exceeds(more, best - 1 - found.count)) continue;
                Stage next = at;
                lift_to(next, column, place);
                best = std::min(best, cost + search(next, best - 1 - cost, least - cost));
                if (best <= least) return best;
                if (cost >= best) break;
            }
        return best;
    }

    // Whether there are more cards than that.
    static bool exceeds(CardSet cards, int most) {
        for (; most > 0 && cards != 0; --most) cards &= cards - 1;
        return cards != 0;
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

    CardSet laid_ = 0;  // all that lie in columns
    FreeCellRivals rivals_;
    std::array<CardSet, kCardSlots> blockers_{};  // the cards above a lower one of its suit
    CardSet idle_ = 0;                            // cards whose lifting is known not to help
    bool tight_ = false;    // there are as many pairs as lifts: the other cards are idle
    CardSet standing_ = 0;  // after all that costs nothing: the cards left, and pairs of rivals among them
    std::array<std::uint8_t, kCardSlots> partners_{};
    Pairs paired_{};
    Stage now_{}, closed_{};  // as it is, and after all that costs nothing
    unsigned floor_ = 0;      // a column without cards, if there is one
    bool prepared_ = false;
    CardSet forced_ = 0;
    CardSet lifted_known_ = 0, lifted_less_ = 0;  // the results of lifting single cards
    int out_ = 0, paid_ = 0;
    std::vector<StumpEntry> cache_;
};

}  // namespace yomikiri
