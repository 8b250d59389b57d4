// The relaxed game in the supermove metric: unlimited cells, and runs that lift as one and keep their order.
// The twin of games/freecell/relaxed.py for that metric.
//
// A column splits into piles where a run was lifted off: a cut.  Cards leave piles from the top, so cuts and
// the ranks that are home say everything.  A search over which suit's next card is dug out gives the least
// number of cuts.
//
// A card above a lower card of its suit needs a cut in its own run, at the card or below it.  If it is the
// lowest of its run there is only one place: that cut is counted once at the start, and costs nothing later.
// If there is a choice, the run counts in the lower bound of the search.  So do two cards of different suits,
// each above a lower card of the other's: neither can go home first, so one of their runs is cut.  Answers
// are kept in a small cache under the exact code of the piles.
#pragma once

#include <algorithm>

#include "games/freecell/field.hpp"

namespace yomikiri {

// Least numbers of cuts by the code of the piles; users of the same coder may share it.
class FreeCellRunsCache {
  public:
    struct Pair {
        std::uint64_t low = 0, high = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    struct Entry {
        Pair code;
        int least = 0;
        bool exact = false;
    };
    Entry& operator[](const Pair& code) {
        return entries_[(code.low * 0x9E3779B97F4A7C15 ^ code.high * 0xD6E8FEB86659FD93) >> (64 - kBits)];
    }

  private:
    static constexpr std::size_t kBits = 14;
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

class FreeCellRuns {
  public:
    FreeCellRuns(const FreeCellCoder& coder, FreeCellRunsCache& cache)
        : coder_(coder), rules_(coder.rules()), cache_(cache) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules_.ranks; ++rank) {
                std::uint64_t power = 1;
                for (unsigned i = 0; i < (suit & 1) * 13 + rank - 1; ++i) power *= 5;
                weights_[card_of(suit, rank)] = power;
            }
    }

    // Loads a position; the functions below are about it.
    void open(const FreeCellField& field) {
        load(field);
        rest_ = static_cast<int>(field.cards_out(rules_)) + forced_;
        bring_home(start_);
        lifted_known_ = 0;
    }
    // The estimate, which is at least `least`, or limit + 1 if it is greater.
    int estimate(int limit, int least) {
        Piles piles = start_;
        return rest_ + search(piles, limit - rest_, least - rest_);
    }
    // The estimate when a card and all above it, a run, are lifted off another: `least`, or one more.
    int lifted(unsigned card, int least) {
        if ((forced_cards_ & bit_of(card)) != 0) return least;    // It has been paid for.
        if ((start_.left & bit_of(card)) == 0) return least + 1;  // It goes home as it is.
        if ((lifted_known_ & bit_of(card)) == 0) {
            Piles piles = start_;
            cut(piles, column_[card], std::uint64_t{1} << height_[card]);
            lifted_known_ |= bit_of(card);
            lifted_less_ &= ~bit_of(card);
            if (rest_ + search(piles, least - rest_, least - rest_) == least) lifted_less_ |= bit_of(card);
        }
        return least + ((lifted_less_ & bit_of(card)) == 0);
    }

  private:
    static constexpr unsigned kColumns = FreeCellRules::kMaxColumns;
    using Pair = FreeCellRunsCache::Pair;
    using Entry = FreeCellRunsCache::Entry;

    // Two cards that wait for each other: their runs by number, they and the lower cards below them, and the
    // cards where a cut would part either from the lower one.
    struct Rivals {
        std::uint64_t runs;
        CardSet ends, between;
    };
    static constexpr unsigned kMostPairs = 256;  // Any subset gives a lower bound.
    // Sets of places: bit i is the card at height i of a column.
    struct Piles {
        std::array<std::uint64_t, kColumns> alive, cuts;
        std::array<std::uint8_t, kSuits> home;
        CardSet left, cut;  // the same as sets of cards
        Pair code;
    };

    void load(const FreeCellField& field) {
        height_.fill(kGone);
        start_.alive.fill(0);
        start_.cuts.fill(0);
        start_.home = field.home;
        start_.code = {};
        start_.left = start_.cut = 0;
        columns_ = 0;
        doubles_ = 0;
        forced_ = 0;
        runs_ = 0;
        forced_cards_ = 0;
        paired_ = false;
        for_each_card(field.floors, [&](unsigned floor) {
            const unsigned column = columns_++;
            forced_at_[column] = 0;
            std::array<std::uint8_t, kSuits * 16> place;  // of the highest lower card, by suit and rank
            std::array<std::uint64_t, kSuits> seen{};     // ranks
            std::uint64_t joined = 0;
            CardSet higher = 0;  // the cards, wherever they are, that have a lower one of their suit here
            unsigned at = 0, head = 0;  // head: the lowest place of the run
            for (unsigned card = floor; card != 0; card = field.over[card], ++at) {
                const unsigned under = field.under[card];
                if (at > 0 && rules_.accepts(under, card)) joined |= std::uint64_t{1} << at;
                column_[card] = static_cast<std::uint8_t>(column);
                cards_[column][at] = static_cast<std::uint8_t>(card);
                height_[card] = static_cast<std::uint8_t>(at);
                place[card] = static_cast<std::uint8_t>(at);
                const std::uint64_t lower = seen[suit_of(card)] & ((std::uint64_t{1} << rank_of(card)) - 1);
                if ((joined >> at & 1) == 0) head = at;
                if (head == at) heads_[runs_++] = static_cast<std::uint8_t>(card);
                run_[card] = static_cast<std::uint8_t>(runs_ - 1);
                waits_[card] = higher;
                higher |= (CardSet{0xFFFE} << rank_of(card) & 0xFFFF) << suit_of(card) * 16;
                start_.left |= bit_of(card);
                if (lower != 0 && head == at) {
                    ++forced_;
                    forced_at_[column] |= std::uint64_t{1} << at;
                    forced_cards_ |= bit_of(card);
                } else if (lower != 0 && (forced_at_[column] >> head & 1) == 0) {
                    // A forced cut below, which is paid for already, parts the card from the lower one too.
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
            piles.cut |= bit_of(card);
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
                piles.left &= ~bit_of(card);
                add(piles.code, card,
                    std::uint64_t{0} - ((piles.cuts[column] & bit) != 0 ? 1 : digit_[card]));
                quiet = 0;
            }
            piles.home[suit] = static_cast<std::uint8_t>(rank - 1);
        }
    }

    // The runs that will be cut, counted up to limit + 1: with a card that has a lower one of its suit below
    // it in its pile, and one of each two that wait for each other.
    int bound(const Piles& piles, int limit) {
        std::array<std::uint64_t, kColumns> runs{};  // by their lowest places
        std::uint64_t counted = 0;                   // the same, as they were at the start, by number
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
            counted |= std::uint64_t{1} << run_[cards_[column][at]];
            ++count;
        }
        if (count > limit) return count;
        if (!paired_) find_pairs();
        for (unsigned i = 0; i < pairs_ && count <= limit; ++i) {
            const Rivals& pair = rivals_[i];
            if (((counted & pair.runs) | (piles.cut & pair.between)) != 0 || (~piles.left & pair.ends) != 0)
                continue;
            counted |= pair.runs;
            ++count;
        }
        return count;
    }

    // Two cards w and u of different suits and runs, each above a lower card of the other's suit.  As long as
    // nothing separates either from that card, one of the two must be lifted: u goes home after the card
    // below w, so after w has left it, and vice versa.  The cut is in the run of the card that is lifted.  If
    // a forced cut would do, nothing is counted.
    void find_pairs() {
        const Piles& piles = start_;  // Pairs come apart later, never together.
        paired_ = true;
        pairs_ = 0;
        for_each_card(piles.left, [&](unsigned w) {
            const CardSet later = suit_of(w) + 1 < kSuits ? ~CardSet{0} << (suit_of(w) + 1) * 16 : 0;
            for_each_card(waits_[w] & piles.left & later, [&](unsigned u) {
                if ((waits_[u] & bit_of(w)) == 0 || run_[w] == run_[u] || pairs_ == kMostPairs) return;
                Rivals pair{bit_of(run_[w]) | bit_of(run_[u]), 0, 0};
                if (wait(piles, w, u, pair) && wait(piles, u, w, pair)) rivals_[pairs_++] = pair;
            });
        });
    }
    // How `card` lies above a lower card of `rival`'s suit, the nearest; false if something parts them, or
    // will.
    bool wait(const Piles& piles, unsigned card, unsigned rival, Rivals& pair) const {
        const auto& column = cards_[column_[card]];
        const CardSet lower = bit_of(rival) - bit_of(suit_of(rival) * 16);
        pair.ends |= bit_of(card);
        for (unsigned at = height_[card]; true; --at) {
            const CardSet here = bit_of(column[at]);
            if ((here & lower) != 0) {
                pair.ends |= here;
                return (here & piles.left) != 0;
            }
            if (((here & piles.cut) | (here & forced_cards_ & bit_of(heads_[run_[card]]))) != 0) return false;
            pair.between |= here;
        }
    }

    // The least number of cuts, or limit + 1 if it is greater.  It is known to be at least `least`, so the
    // search may end when it has found that.  It changes the piles.
    int search(Piles& piles, int limit, int least) {
        bring_home(piles);
        bool done = true;
        for (unsigned suit = 0; suit < kSuits; ++suit) done &= piles.home[suit] == rules_.ranks;
        if (done) return limit < 0 ? limit + 1 : 0;
        least = std::max(least, 1);
        if (least > limit) return limit + 1;
        const Pair code = piles.code;
        Entry& entry = cache_[code];
        if (entry.code == code) {
            if (entry.exact) return std::min(entry.least, limit + 1);
            if (entry.least > limit) return limit + 1;
            least = std::max(least, entry.least);
        }
        least = std::max(least, bound(piles, limit));
        if (least > limit) return limit + 1;
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
            best = std::min(best, dig.price + search(next, best - 1 - dig.price, least - dig.price));
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
    std::array<std::uint8_t, kCardSlots> run_{}, heads_{};  // the number of a card's run; the lowest of a run
    std::array<CardSet, kCardSlots> waits_{};               // which cards each card keeps from going home
    CardSet forced_cards_ = 0;
    std::array<Rivals, kMostPairs> rivals_;
    unsigned runs_ = 0;
    unsigned pairs_ = 0;
    bool paired_ = false;  // whether the pairs have been found
    unsigned columns_ = 0, doubles_ = 0;
    int forced_ = 0;
    Piles start_{};
    FreeCellRunsCache& cache_;
    int rest_ = 0;                                // the cards out and the forced cuts
    CardSet lifted_known_ = 0, lifted_less_ = 0;  // the results of lifting single cards
};

}  // namespace yomikiri
