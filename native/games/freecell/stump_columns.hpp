// The columns of a relaxed game: for every height of a stump what its cards are, cost and wait for.
//
// All of it adds up from the floor, so what lies below a height does not depend on what lies above.
#pragma once

#include "games/freecell/field.hpp"
#include "games/freecell/stump_code.hpp"

namespace yomikiri {

class StumpColumns {
  protected:
    explicit StumpColumns(const FreeCellCoder& coder) : rules_(coder.rules()), coder_(coder) {
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
    }

    static constexpr unsigned kColumns = FreeCellRules::kMaxColumns;
    static constexpr unsigned kTall = kSuits * FreeCellRules::kMaxRanks + FreeCellRules::kMaxRanks;
    static constexpr std::uint8_t kGone = 255;
    static constexpr unsigned kDigits = 5;

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
};

}  // namespace yomikiri
