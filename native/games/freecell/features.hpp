// What a learned score of FreeCell looks at, the twin of games/freecell/features.py.
//
// Counts with a number each.  Weights are shared by cards of one rank: of two cards it matters which ranks
// they have and how their suits are related, so a position and its image under a symmetry of the suits have
// the same counts.  A count of cards by `away` is by how many ranks a card is from going home.
#pragma once

#include <algorithm>

#include "games/freecell/layout.hpp"

namespace yomikiri {

struct FreeCellFeatures {
    static constexpr unsigned kRanks = FreeCellRules::kMaxRanks, kRelations = 3, kNear = 8, kRooms = 6,
                              kFloors = 4;
    static constexpr unsigned kOut = 0,               // cards not home, by rank
        kCell = kOut + kRanks,                        // cards in cells, by rank
        kCellAway = kCell + kRanks,                   // the same, by away
        kFloor = kCellAway + kRanks,                  // the lowest cards of columns, by rank
        kLower = kFloor + kRanks,                     // cards above a lower one, by rank
        kSame = kLower + kRanks,                      // the same, above a lower one of their suit
        kBuried = kSame + kRanks,                     // cards above one, by away of that one
        kRoom = kBuried + kNear,                      // one, by empty cells and columns
        kOn = kRoom + kRooms * kFloors,               // pairs, the first on the second
        kAbove = kOn + kRelations * kRanks * kRanks,  // pairs, the first anywhere above the second
        kCount = kAbove + kRelations * kRanks * kRanks;

    // Of the same suit, of the same colour, or of the other.
    static unsigned relation(unsigned a, unsigned b) {
        return suit_of(a) == suit_of(b) ? 0 : colour_of(a) == colour_of(b) ? 1 : 2;
    }
    static unsigned pair(unsigned upper, unsigned lower) {
        return (relation(upper, lower) * kRanks + rank_of(upper) - 1) * kRanks + rank_of(lower) - 1;
    }
    static unsigned room(const FreeCellRules& rules, unsigned held, unsigned columns) {
        return kRoom + std::min(rules.cells - held, kRooms - 1) * kFloors +
               std::min(rules.columns - columns, kFloors - 1);
    }

    // Calls visit(number) once for each count of one.
    template <class Visit>
    static void for_each(const FreeCellRules& rules, const FreeCellLayout& s, Visit&& visit) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = s.home[suit] + 1u; rank <= rules.ranks; ++rank) visit(kOut + rank - 1);
        for_each_card(s.cells, [&](unsigned card) {
            visit(kCell + rank_of(card) - 1);
            visit(kCellAway + s.away(card) - 1);
        });
        for (unsigned column = 0; column < s.columns; ++column)
            for (unsigned card = s.top[column]; card != FreeCellBoard::kFloor; card = s.under[card]) {
                const unsigned on = s.under[card], rank = rank_of(card) - 1;
                visit(on == FreeCellBoard::kFloor ? kFloor + rank : kOn + pair(card, on));
                bool lower = false, same = false;
                for (unsigned below = on; below != FreeCellBoard::kFloor; below = s.under[below]) {
                    visit(kAbove + pair(card, below));
                    if (s.away(below) <= kNear) visit(kBuried + s.away(below) - 1);
                    lower |= rank_of(below) < rank_of(card);
                    same |= rank_of(below) < rank_of(card) && suit_of(below) == suit_of(card);
                }
                if (lower) visit(kLower + rank);
                if (same) visit(kSame + rank);
            }
        visit(room(rules, s.held, s.columns));
    }
};

}  // namespace yomikiri
