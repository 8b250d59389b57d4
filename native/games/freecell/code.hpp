// The canonical code of a FreeCell position relative to a start: 134 bits, the twin of space.py.
//
// A card has one of six values: 0 in a cell, 1 on the floor of a column, 2 home, 3 or 4 on a card that it may
// be built on, of the suit that comes first or second; 5 whenever it is on the card that it lay on at the
// start.  Everything that moves can reach is one of these, and the order of columns and cells is not kept, so
// positions that differ only in that have the same code.  Eight cards make 21 bits in base 6; the four cards
// of rank 13, which are built on nothing, take two bits each (3 for the value 5).
//
// A move changes the value of one card, so the code of a child is the parent's plus a product.
#pragma once

#include <array>
#include <cstring>

#include "games/freecell/rules.hpp"

namespace yomikiri {

// Each word holds three groups of eight cards: the ranks 1 to 12 of two suits.
struct FreeCellKey {
    std::uint64_t low = 0, high = 0, kings = 0;

    static constexpr std::size_t kBytes = 17;

    friend bool operator==(const FreeCellKey&, const FreeCellKey&) = default;
    friend FreeCellKey operator+(FreeCellKey a, FreeCellKey b) {
        return {a.low + b.low, a.high + b.high, a.kings + b.kings};
    }
    std::uint64_t hash() const {
        std::uint64_t h = (low ^ kings << 56) * 0x9E3779B97F4A7C15;
        h ^= h >> 32;
        h = (h ^ high) * 0xD6E8FEB86659FD93;
        h ^= h >> 29;
        h *= 0x94D049BB133111EB;
        return h ^ h >> 32;
    }
    void write(std::uint8_t* to) const {
        std::memcpy(to, &low, 8);
        std::memcpy(to + 8, &high, 8);
        to[16] = static_cast<std::uint8_t>(kings);
    }
    static FreeCellKey read(const std::uint8_t* from) {
        FreeCellKey key;
        std::memcpy(&key.low, from, 8);
        std::memcpy(&key.high, from + 8, 8);
        key.kings = from[16];
        return key;
    }
};

class FreeCellCoder {
  public:
    static constexpr unsigned kValues = 6;

    FreeCellCoder(const FreeCellRules& rules, const FreeCellBoard& start) : rules_(rules) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules.ranks; ++rank) {
                learn(card_of(suit, rank), start);
                deck_ |= bit_of(card_of(suit, rank));
            }
    }

    const FreeCellRules& rules() const { return rules_; }

    unsigned value(unsigned card, unsigned under) const {
        if (under == original_[card]) return 5;
        switch (under) {
            case FreeCellBoard::kInCell:
                return 0;
            case FreeCellBoard::kFloor:
                return 1;
            case FreeCellBoard::kAtHome:
                return 2;
            default:
                return 3 + (suit_of(under) & 1);
        }
    }
    // Whether a board has a code: each card on another lies there as at the start or as the rules allow.
    bool knows(const FreeCellBoard& board) const {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules_.ranks; ++rank) {
                const unsigned card = card_of(suit, rank), on = board.under(card);
                if (on == FreeCellBoard::kFloor || on >= kCardSlots || on == original_[card]) continue;
                if ((rules_.parents(card) >> on & 1) == 0) return false;
            }
        return true;
    }
    // The card that a card lay on at the start, kAbsent if none.
    unsigned original(unsigned card) const { return original_[card]; }
    // What changes in a code when `card` leaves `from` and comes to lie on `to`.
    [[gnu::always_inline]] FreeCellKey change(unsigned card, unsigned from, unsigned to) const {
        return times(card, digit(card, to) - digit(card, from));
    }

    FreeCellKey code(const FreeCellBoard& board) const {
        FreeCellKey key;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules_.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                key = key + times(card, digit(card, board.under(card)));
            }
        return key;
    }

    // The cards in cells, on the floors of columns, and home.
    struct Places {
        CardSet cells = 0, floors = 0, home = 0;
    };
    CardSet deck() const { return deck_; }
    // values[card] for all cards of the deck; 4 to 15 of every 16 may be written to.
    Places decode(const FreeCellKey& key, std::uint8_t* values) const {
        Places all;
        auto place = [&](std::uint64_t marks, unsigned first) {
            all.cells |= (marks & 15) << first;
            all.floors |= (marks >> 4 & 15) << first;
            all.home |= (marks >> 8) << first;
        };
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            const std::uint64_t word = suit < 2 ? key.low : key.high;
            for (unsigned third = 0; third < 3; ++third) {
                const unsigned quad = (suit & 1) * 3 + third;
                const unsigned group = static_cast<unsigned>(word >> (quad / 2 * 21)) & 0x1FFFFF;
                const unsigned part = quad % 2 == 0 ? group % kQuad : group / kQuad;
                std::memcpy(values + card_of(suit, 1 + third * 4), &kDigits[part], 4);
                place(kMarks[part], card_of(suit, 1 + third * 4));
            }
            const unsigned king = static_cast<unsigned>(key.kings >> (2 * suit)) & 3;
            values[card_of(suit, 13)] = static_cast<std::uint8_t>(king == 3 ? 5 : king);
            place(std::uint64_t{king != 3} << 4 * king, card_of(suit, 13));
        }
        return {all.cells & deck_, all.floors & deck_, all.home & deck_};
    }
    // What a card of that value lies on.
    std::uint8_t under(unsigned card, unsigned value) const { return under_[card][value]; }

  private:
    static constexpr unsigned kQuad = kValues * kValues * kValues * kValues;
    // The values of four cards, a byte each, by the number that they make.
    static constexpr std::array<std::uint32_t, kQuad> kDigits = [] {
        std::array<std::uint32_t, kQuad> all{};
        for (unsigned value = 0; value < kQuad; ++value)
            for (unsigned i = 0, rest = value; i < 4; ++i, rest /= kValues)
                all[value] |= rest % kValues << (8 * i);
        return all;
    }();
    // Which of the four are in cells, on floors, home, four bits each.
    static constexpr std::array<std::uint16_t, kQuad> kMarks = [] {
        std::array<std::uint16_t, kQuad> all{};
        for (unsigned value = 0; value < kQuad; ++value)
            for (unsigned i = 0, rest = value; i < 4; ++i, rest /= kValues)
                if (rest % kValues < 3)
                    all[value] = static_cast<std::uint16_t>(all[value] | 1u << (rest % kValues * 4 + i));
        return all;
    }();

    // The same as value(), but 3 for a card of rank 13 where it lay at the start; without branches.
    std::uint64_t digit(unsigned card, unsigned on) const {
        return on == original_[card] ? 5 - 2 * unsigned{rank_of(card) == 13} : kPlaceDigits[on];
    }
    static constexpr std::array<std::uint8_t, 256> kPlaceDigits = [] {
        std::array<std::uint8_t, 256> all{};
        for (unsigned card = 0; card < kCardSlots; ++card)
            all[card] = static_cast<std::uint8_t>(3 + (suit_of(card) & 1));
        all[FreeCellBoard::kInCell] = 0;
        all[FreeCellBoard::kFloor] = 1;
        all[FreeCellBoard::kAtHome] = 2;
        return all;
    }();
    FreeCellKey times(unsigned card, std::uint64_t digit) const {
        const FreeCellKey& weight = weights_[card];
        return {digit * weight.low, digit * weight.high, digit * weight.kings};
    }

    void learn(unsigned card, const FreeCellBoard& start) {
        const unsigned suit = suit_of(card), rank = rank_of(card), on = start.under(card);
        FreeCellKey& weight = weights_[card];
        if (rank == 13) {
            weight.kings = std::uint64_t{1} << (2 * suit);
        } else {
            const unsigned place = (suit & 1) * 12 + rank - 1;
            std::uint64_t power = std::uint64_t{1} << (place / 8 * 21);
            for (unsigned i = 0; i < place % 8; ++i) power *= kValues;
            (suit < 2 ? weight.low : weight.high) = power;
        }
        auto& row = under_[card];
        row.fill(FreeCellBoard::kAbsent);
        row[0] = FreeCellBoard::kInCell;
        row[1] = FreeCellBoard::kFloor;
        row[2] = FreeCellBoard::kAtHome;
        for_each_card(rules_.parents(card), [&](unsigned parent) {
            row[3 + (suit_of(parent) & 1)] = static_cast<std::uint8_t>(parent);
        });
        original_[card] = FreeCellBoard::kAbsent;
        if (on != FreeCellBoard::kFloor && on < kCardSlots)
            original_[card] = row[5] = static_cast<std::uint8_t>(on);
    }

    FreeCellRules rules_;
    std::array<FreeCellKey, kCardSlots> weights_{};
    std::array<std::uint8_t, kCardSlots> original_{};
    std::array<std::array<std::uint8_t, 8>, kCardSlots> under_{};
    CardSet deck_ = 0;
};

}  // namespace yomikiri
