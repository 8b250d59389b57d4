// Where the cards lie, in a form that one step changes in a few places: what scores of positions are made of.
#pragma once

#include <array>

#include "games/freecell/rules.hpp"

namespace yomikiri {

struct FreeCellLayout {
    // By card: what it lies on, as in FreeCellBoard, and, for those in columns, where.
    std::array<std::uint8_t, kCardSlots> under, column, height;
    // By column, without an order; empty ones are left out.
    std::array<std::uint8_t, FreeCellRules::kMaxColumns> top, length;
    std::array<CardSet, FreeCellRules::kMaxColumns> cards;
    std::array<std::uint8_t, kSuits> home;
    CardSet tops, cells;
    unsigned columns, held, out;

    unsigned away(unsigned card) const { return rank_of(card) - home[suit_of(card)]; }
};

}  // namespace yomikiri
