// A FreeCell position in a form for searches: columns and cells without an order, sets of cards as words.
//
// It is what a code stands for: what each card lies on, and which cards are on top, in cells, or on the
// floor.  A step names the card that moves (the head of a run) and what it is put on.
#pragma once

#include <algorithm>

#include "games/freecell/code.hpp"

namespace yomikiri {

struct FreeCellStep {
    std::uint8_t card = 0;
    std::uint8_t to = 0;  // a card, or FreeCellBoard::kFloor, kInCell, kAtHome
    friend bool operator==(const FreeCellStep&, const FreeCellStep&) = default;
};

// The next cards of the suits that may go home at once without making any solution longer, wherever they are.
// The twin of games/freecell/safe.py: whatever would be put on such a card could go home instead.
inline CardSet safe_cards(const FreeCellRules& rules, const std::array<std::uint8_t, kSuits>& home) {
    CardSet safe = 0;
    const bool alternate = rules.building == Building::kAlternate;
    const std::array<unsigned, 2> least{std::min(home[0], home[1]), std::min(home[2], home[3])};
    // Without branches: the answers differ from position to position.
    for (unsigned suit = 0; suit < kSuits; ++suit) {
        const unsigned rank = home[suit] + 1u, others = least[1 - suit / 2];
        const bool free = (rank <= others + 1) | ((rank <= others + 2) & (rank <= home[suit ^ 1] + 3u));
        safe |= static_cast<CardSet>((rank <= rules.ranks) & (!alternate | free)) << card_of(suit, rank);
    }
    return safe;
}

struct FreeCellField {
    std::array<std::uint8_t, kCardSlots> under{};  // as in FreeCellBoard
    std::array<std::uint8_t, kCardSlots>
        over{};                               // the card on top of this one, 0 if none; for cards in columns
    CardSet tops = 0, cells = 0, floors = 0;  // floors: the lowest cards of columns
    std::array<std::uint8_t, kSuits> home{};
    FreeCellKey key;

    void open(const FreeCellCoder& coder, const FreeCellKey& code) {
        alignas(16) std::array<std::uint8_t, kCardSlots> values;
        const FreeCellCoder::Places places = coder.decode(code, values.data());
        key = code;
        over.fill(0);
        cells = places.cells;
        floors = places.floors;
        // Without branches that depend on where a card is: these are hard to predict.
        for_each_card(cells, [&](unsigned card) { under[card] = FreeCellBoard::kInCell; });
        for_each_card(floors, [&](unsigned card) { under[card] = FreeCellBoard::kFloor; });
        CardSet covered = 0;
        const CardSet on_cards = coder.deck() & ~(cells | floors | places.home);
        for_each_card(on_cards, [&](unsigned card) {
            const std::uint8_t on = coder.under(card, values[card]);
            under[card] = on;
            over[on] = static_cast<std::uint8_t>(card);
            covered |= bit_of(on);
        });
        tops = (on_cards | floors) & ~covered;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            // The cards that are home are the lowest of their suit.
            const unsigned out = ~static_cast<unsigned>(places.home >> (suit * 16 + 1)) & 0xFFFF;
            home[suit] = static_cast<std::uint8_t>(std::countr_zero(out));
            for (unsigned rank = 1; rank <= home[suit]; ++rank)
                under[card_of(suit, rank)] = FreeCellBoard::kAtHome;
        }
    }

    bool goes_home(unsigned card) const { return rank_of(card) == home[suit_of(card)] + 1u; }
    unsigned empty_columns(const FreeCellRules& rules) const {
        return rules.columns - static_cast<unsigned>(std::popcount(floors));
    }
    unsigned empty_cells(const FreeCellRules& rules) const {
        return rules.cells - static_cast<unsigned>(std::popcount(cells));
    }
    unsigned cards_out(const FreeCellRules& rules) const {
        return kSuits * rules.ranks - home[0] - home[1] - home[2] - home[3];
    }

    // Calls visit(card, to) for every move, up to the order of columns and cells.
    template <class Visit>
    void for_each_step(const FreeCellRules& rules, Visit&& visit) const {
        const unsigned columns = empty_columns(rules), room = empty_cells(rules);
        for_each_card(tops, [&](unsigned top) {
            if (goes_home(top)) visit(top, unsigned{FreeCellBoard::kAtHome});
            for_each_card(rules.parents(top) & tops, [&](unsigned on) { visit(top, on); });
            if (columns > 0 && under[top] != FreeCellBoard::kFloor && rules.enters_empty(top))
                visit(top, unsigned{FreeCellBoard::kFloor});
            if (room > 0) visit(top, unsigned{FreeCellBoard::kInCell});
            if (rules.supermove) for_each_run(rules, top, columns, room, visit);
        });
        for_each_card(cells, [&](unsigned card) {
            if (goes_home(card)) visit(card, unsigned{FreeCellBoard::kAtHome});
            for_each_card(rules.parents(card) & tops, [&](unsigned on) { visit(card, on); });
            if (columns > 0 && rules.enters_empty(card)) visit(card, unsigned{FreeCellBoard::kFloor});
        });
    }

    void play(const FreeCellCoder& coder, FreeCellStep step) {
        const unsigned card = step.card, from = under[card], to = step.to;
        key = key + coder.change(card, from, to);
        unsigned last = card;
        if (from == FreeCellBoard::kInCell) {
            cells &= ~bit_of(card);
        } else {
            while (over[last] != 0) last = over[last];
            tops &= ~bit_of(last);
            if (from == FreeCellBoard::kFloor) {
                floors &= ~bit_of(card);
            } else {
                tops |= bit_of(from);
                over[from] = 0;
            }
        }
        under[card] = static_cast<std::uint8_t>(to);
        if (to == FreeCellBoard::kAtHome) {
            home[suit_of(card)] = static_cast<std::uint8_t>(rank_of(card));
        } else if (to == FreeCellBoard::kInCell) {
            cells |= bit_of(card);
        } else {
            tops |= bit_of(last);
            if (to == FreeCellBoard::kFloor) {
                floors |= bit_of(card);
            } else {
                tops &= ~bit_of(to);
                over[to] = static_cast<std::uint8_t>(card);
            }
        }
    }

    // Whether a step uncovers a card by taking the last empty cell or column.  The twin of
    // games/freecell/last_room.py.
    bool takes_last_room(const FreeCellRules& rules, unsigned card, unsigned to) const {
        if (to != FreeCellBoard::kInCell && to != FreeCellBoard::kFloor) return false;
        const unsigned below = under[card];
        return below < kCardSlots && below != FreeCellBoard::kFloor &&
               empty_cells(rules) + empty_columns(rules) == 1;
    }
    // Calls visit(card, to) for the steps that such a step makes possible: one of the card below it, or onto
    // either of the two.
    template <class Visit>
    void for_each_dependent(const FreeCellRules& rules, unsigned card, unsigned to, Visit&& visit) const {
        const unsigned below = under[card];
        const CardSet others = (tops | cells) & ~bit_of(card);
        CardSet places = tops & ~bit_of(card);
        if (to == FreeCellBoard::kFloor) places |= bit_of(card);
        if (goes_home(below)) visit(below, unsigned{FreeCellBoard::kAtHome});
        for_each_card(rules.parents(below) & places, [&](unsigned on) { visit(below, on); });
        for_each_card(rules.guests(below) & others, [&](unsigned guest) { visit(guest, below); });
        if (to == FreeCellBoard::kFloor)
            for_each_card(rules.guests(card) & others, [&](unsigned guest) { visit(guest, card); });
    }

    CardSet safe_next(const FreeCellRules& rules) const { return safe_cards(rules, home); }

  private:
    // Moves of runs of two and more cards that end in `top`.
    template <class Visit>
    void for_each_run(const FreeCellRules& rules, unsigned top, unsigned columns, unsigned room_in_cells,
                      Visit& visit) const {
        const unsigned room = rules.capacity(room_in_cells, columns);
        const unsigned room_empty = columns == 0 ? 0 : rules.capacity(room_in_cells, columns - 1);
        unsigned card = top;
        for (unsigned count = 2; count <= room; ++count) {
            const unsigned below = under[card];
            if (below == FreeCellBoard::kFloor || !rules.accepts(below, card)) return;
            card = below;
            for_each_card(rules.parents(card) & tops, [&](unsigned on) { visit(card, on); });
            if (count <= room_empty && under[card] != FreeCellBoard::kFloor && rules.enters_empty(card))
                visit(card, unsigned{FreeCellBoard::kFloor});
        }
    }
};

}  // namespace yomikiri
