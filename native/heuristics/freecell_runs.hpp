// The relaxed game in the supermove metric: unlimited cells, and runs that lift as one and lie as they lay.
// The twin of heuristics/freecell_relaxed.py for that metric.
//
// A column falls apart into piles where a run was lifted off: a cut.  Cards leave piles from the top, so cuts
// and the ranks that are home say everything.  A search over whose next card is dug out gives the least
// number of cuts.
//
// A card above a lower card of its suit needs a cut in its own run, at the card or below it.  If it is the
// lowest of its run there is only one place: that cut is counted once for all, and when it comes up it costs
// nothing. Where there is a choice the run counts in the lower bound of the search.  Answers are kept in a
// small cache under the exact code of the piles.
#pragma once

#include <algorithm>

#include "games/freecell_field.hpp"

namespace yomikiri {

class FreeCellRuns {
  public:
    explicit FreeCellRuns(const FreeCellCoder& coder)
        : coder_(coder), rules_(coder.rules()), cache_(kCacheSize) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules_.ranks; ++rank) {
                std::uint64_t power = 1;
                for (unsigned i = 0; i < (suit & 1) * 13 + rank - 1; ++i) power *= 5;
                weights_[card_of(suit, rank)] = power;
            }
    }

    // The estimate of a position, or limit + 1 if it is greater.
    int estimate(const FreeCellField& field, int limit) {
        load(field);
        const int out = static_cast<int>(field.cards_out(rules_));
        return out + forced_ + search(start_, limit - out - forced_);
    }

  private:
    static constexpr unsigned kColumns = FreeCellRules::kMaxColumns;
    static constexpr std::size_t kCacheBits = 14, kCacheSize = std::size_t{1} << kCacheBits;

    struct Pair {
        std::uint64_t low = 0, high = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    struct Entry {
        Pair code;
        int least = 0;
        bool exact = false;
    };
    // Sets of places: bit i is the card at height i of a column.
    struct Piles {
        std::array<std::uint64_t, kColumns> alive, cuts;
        std::array<std::uint8_t, kSuits> home;
        Pair code;
    };

    void load(const FreeCellField& field) {
        height_.fill(kGone);
        start_.alive.fill(0);
        start_.cuts.fill(0);
        start_.home = field.home;
        start_.code = {};
        columns_ = 0;
        doubles_ = 0;
        forced_ = 0;
        for_each_card(field.floors, [&](unsigned floor) {
            const unsigned column = columns_++;
            forced_at_[column] = 0;
            std::array<std::uint8_t, kSuits * 16> place;  // of the highest lower card, by suit and rank
            std::array<std::uint64_t, kSuits> seen{};     // ranks
            std::uint64_t joined = 0;
            unsigned at = 0;
            for (unsigned card = floor; card != 0; card = field.over[card], ++at) {
                const unsigned under = field.under[card];
                if (at > 0 && rules_.accepts(under, card)) joined |= std::uint64_t{1} << at;
                column_[card] = static_cast<std::uint8_t>(column);
                cards_[column][at] = static_cast<std::uint8_t>(card);
                height_[card] = static_cast<std::uint8_t>(at);
                place[card] = static_cast<std::uint8_t>(at);
                const std::uint64_t lower = seen[suit_of(card)] & ((std::uint64_t{1} << rank_of(card)) - 1);
                const bool lowest = (joined >> at & 1) == 0;
                if (lower != 0 && lowest) {
                    ++forced_;
                    forced_at_[column] |= std::uint64_t{1} << at;
                } else if (lower != 0) {
                    unsigned highest = 0;
                    for (std::uint64_t rest = lower; rest != 0; rest &= rest - 1) {
                        const unsigned rank = static_cast<unsigned>(std::countr_zero(rest));
                        highest = std::max<unsigned>(highest, place[card_of(suit_of(card), rank)]);
                    }
                    double_[doubles_++] = {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(at),
                                           static_cast<std::uint8_t>(highest)};
                }
                seen[suit_of(card)] |= std::uint64_t{1} << rank_of(card);
                const unsigned value = coder_.value(card, under);
                digit_[card] = static_cast<std::uint8_t>(value == 1 ? 1 : value - 1);
                add(start_.code, card, digit_[card]);
            }
            start_.alive[column] = (std::uint64_t{1} << at) - 1;
            joined_[column] = joined;
        });
    }

    void add(Pair& code, unsigned card, std::uint64_t digit) const {
        (suit_of(card) < 2 ? code.low : code.high) += weights_[card] * digit;
    }

    // The cards above `card` in its pile.
    std::uint64_t above(const Piles& piles, unsigned card) const {
        const unsigned column = column_[card], at = height_[card];
        const std::uint64_t higher = ~std::uint64_t{0} << at << 1;
        const std::uint64_t cut = piles.cuts[column] & higher;
        const std::uint64_t below_cut = cut == 0 ? ~std::uint64_t{0} : (cut & (~cut + 1)) - 1;
        return piles.alive[column] & higher & below_cut;
    }

    // Where the cards `over` another are cut when they are lifted: where a run begins, and right above the
    // card.
    std::uint64_t cuts(unsigned column, std::uint64_t over) const {
        return (over & ~joined_[column]) | (over & (~over + 1));
    }
    void cut(Piles& piles, unsigned column, std::uint64_t places) const {
        piles.cuts[column] |= places;
        for (; places != 0; places &= places - 1) {
            const unsigned card = cards_[column][static_cast<unsigned>(std::countr_zero(places))];
            add(piles.code, card, std::uint64_t{1} - digit_[card]);
        }
    }

    // Everything that costs nothing.
    void bring_home(Piles& piles) const {
        for (unsigned quiet = 0, suit = 0; quiet < kSuits; ++quiet, suit = (suit + 1) % kSuits) {
            unsigned rank = piles.home[suit] + 1u;
            for (; rank <= rules_.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                if (height_[card] == kGone) continue;  // from a cell
                const unsigned column = column_[card];
                if (const std::uint64_t over = above(piles, card)) {
                    const std::uint64_t lifts = cuts(column, over);
                    if ((lifts & ~forced_at_[column]) != 0) break;
                    cut(piles, column, lifts);
                }
                const std::uint64_t bit = std::uint64_t{1} << height_[card];
                piles.alive[column] &= ~bit;
                add(piles.code, card,
                    std::uint64_t{0} - ((piles.cuts[column] & bit) != 0 ? 1 : digit_[card]));
                quiet = 0;
            }
            piles.home[suit] = static_cast<std::uint8_t>(rank - 1);
        }
    }

    // The runs that will be cut: with a card that has a lower one of its suit below it in its pile.
    int bound(const Piles& piles) const {
        std::array<std::uint64_t, kColumns> runs{};
        int count = 0;
        for (unsigned i = 0; i < doubles_; ++i) {
            const auto [column, at, lower] = double_[i];
            const std::uint64_t upto = (std::uint64_t{2} << at) - 1, cuts = piles.cuts[column];
            if ((cuts & upto) >> (lower + 1) != 0) continue;
            // The lowest card of the run: the highest one up to here that is not joined.
            const std::uint64_t heads = upto & (~joined_[column] | cuts);
            const std::uint64_t head = std::uint64_t{1} << (63 - std::countl_zero(heads));
            if (runs[column] & head) continue;
            runs[column] |= head;
            ++count;
        }
        return count;
    }

    int search(Piles piles, int limit) {
        bring_home(piles);
        bool done = true;
        for (unsigned suit = 0; suit < kSuits; ++suit) done &= piles.home[suit] == rules_.ranks;
        if (done) return limit < 0 ? limit + 1 : 0;
        int least = std::max(1, bound(piles));
        if (least > limit) return limit + 1;
        const Pair code = piles.code;
        Entry& entry =
            cache_[(code.low * 0x9E3779B97F4A7C15 ^ code.high * 0xD6E8FEB86659FD93) >> (64 - kCacheBits)];
        if (entry.code == code) {
            if (entry.exact) return std::min(entry.least, limit + 1);
            if (entry.least > limit) return limit + 1;
            least = std::max(least, entry.least);
        }
        int best = limit + 1;
        std::array<Dig, kSuits> digs;
        unsigned count = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            if (piles.home[suit] == rules_.ranks) continue;
            const unsigned card = card_of(suit, piles.home[suit] + 1u), column = column_[card];
            const std::uint64_t lifts = cuts(column, above(piles, card));
            const int price = std::popcount(lifts & ~forced_at_[column]);
            unsigned i = count++;
            for (; i > 0 && digs[i - 1].price > price; --i) digs[i] = digs[i - 1];
            digs[i] = {lifts, column, price};
        }
        for (unsigned i = 0; i < count && best > least; ++i) {
            const Dig& dig = digs[i];
            if (dig.price >= best) break;
            Piles next = piles;
            cut(next, dig.column, dig.cuts);
            best = std::min(best, dig.price + search(next, best - 1 - dig.price));
        }
        entry = {code, best, best <= limit};
        return best;
    }

    struct Dig {
        std::uint64_t cuts;
        unsigned column;
        int price;
    };
    struct Double {
        std::uint8_t column, at, lower;
    };
    static constexpr std::uint8_t kGone = 255;

    const FreeCellCoder& coder_;
    FreeCellRules rules_;
    std::array<std::uint64_t, kCardSlots> weights_{};
    std::array<std::uint8_t, kCardSlots> column_{}, height_{}, digit_{};
    std::array<std::array<std::uint8_t, 56>, kColumns> cards_{};
    std::array<std::uint64_t, kColumns> joined_{}, forced_at_{};
    std::array<Double, kCardSlots> double_{};
    unsigned columns_ = 0, doubles_ = 0;
    int forced_ = 0;
    Piles start_{};
    std::vector<Entry> cache_;
};

}  // namespace yomikiri
