// FreeCell for the quick searches: steps from card to card, each with the score of the position it leads to.
//
// A score guesses how many moves are left (quick_score.hpp, or one that was learned, learned_score.hpp).  It
// is made of counts that a step changes in a few places, so the score of a child is its parent's plus a
// difference, and a child is not constructed before a search takes it up.  A position has the canonical code
// of code.hpp: columns and cells have no order.
#pragma once

#include <algorithm>

#include "games/freecell/quick_score.hpp"
#include "games/freecell/solution.hpp"

namespace yomikiri {

template <class Score>
class FreeCellScored {
  public:
    using Key = FreeCellKey;
    // A step, before which another card may have taken the last room.
    struct Step {
        std::uint8_t card = 0, to = 0;  // as in FreeCellStep
        std::uint8_t first = 0;         // the card that took the last room, 0 if none did

        unsigned cost() const { return first == 0 ? 1 : 2; }
    };

    struct State : FreeCellLayout {
        Key key;
        typename Score::Parts parts;
        int score;
    };

    FreeCellScored(const FreeCellRules& rules, const FreeCellBoard& start, const Score& score)
        : coder_(rules, start), rules_(coder_.rules()), start_(coder_.code(start)), score_(score) {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                builds_[card] = rules.guests(card);
                if (rules.enters_empty(card)) enters_ |= bit_of(card);
                goal_ = goal_ + coder_.change(card, start.under(card), FreeCellBoard::kAtHome);
            }
        goal_ = goal_ + start_;
    }
    FreeCellScored(const FreeCellRules& rules, const FreeCellBoard& start)
        : FreeCellScored(rules, start, Score(rules)) {}

    const Key& start() const { return start_; }
    const FreeCellCoder& coder() const { return coder_; }

    void open(const Key& key, State& s) const {
        alignas(16) std::array<std::uint8_t, kCardSlots> values;
        coder_.decode(key, values.data());
        s.key = key;
        std::array<std::uint8_t, kCardSlots> over{};  // what lies on a card
        score_.begin(s.parts);
        s.tops = s.cells = 0;
        s.columns = s.held = s.out = 0;
        std::array<std::uint8_t, FreeCellRules::kMaxColumns> floors;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            unsigned card = card_of(suit, 1);
            const unsigned end = card + rules_.ranks;
            while (card < end && values[card] == kHomeValue) ++card;
            s.home[suit] = static_cast<std::uint8_t>(rank_of(card) - 1);
            s.out += end - card;
            for (; card < end; ++card) {
                const unsigned value = values[card];
                const std::uint8_t on = coder_.under(card, value);
                s.under[card] = on;
                if (on == FreeCellBoard::kInCell) {
                    s.cells |= bit_of(card);
                    ++s.held;
                } else if (on == FreeCellBoard::kFloor) {
                    floors[s.columns++] = static_cast<std::uint8_t>(card);
                } else {
                    over[on] = static_cast<std::uint8_t>(card);
                }
            }
        }
        int counts = 0;
        for (unsigned column = 0; column < s.columns; ++column) {
            CardSet below = 0;
            unsigned height = 0, last = FreeCellBoard::kFloor;
            for (unsigned card = floors[column]; card != 0; card = over[card]) {
                s.column[card] = static_cast<std::uint8_t>(column);
                s.height[card] = static_cast<std::uint8_t>(++height);
                counts += score_.lay(s.parts, s, card, last, below);
                below |= bit_of(card);
                last = card;
            }
            s.top[column] = static_cast<std::uint8_t>(last);
            s.length[column] = static_cast<std::uint8_t>(height);
            s.cards[column] = below;
            s.tops |= bit_of(last);
        }
        s.score = counts + score_.end(s.parts, s);
    }

    // The state after a step, with that key and score: like open(), only faster and with the columns in
    // another order.
    void play(State& s, Step step, const Key& key, int score) const {
        if (step.first != 0) shift(s, step.first, the_room(s));
        shift(s, step.card, step.to);
        s.key = key;
        s.score = score;
    }
    // The steps that steps consist of.
    FreeCellSteps plain(const std::vector<Step>& steps) const {
        State s;
        open(start_, s);
        FreeCellSteps found;
        for (const Step step : steps) {
            if (step.first != 0) found.push_back({step.first, static_cast<std::uint8_t>(the_room(s))});
            found.push_back({step.card, step.to});
            play(s, step, s.key, s.score);
        }
        return found;
    }
    bool is_goal(const Key& key) const { return key == goal_; }

    // The key after a step.
    Key key_after(const State& s, Step step) const {
        const Key key = s.key + coder_.change(step.card, s.under[step.card], step.to);
        return step.first == 0 ? key : key + coder_.change(step.first, s.under[step.first], the_room(s));
    }
    // Whether a step is the last.
    bool ends(const State& s, Step step) const { return s.out == 1 && step.to == FreeCellBoard::kAtHome; }

    // Calls visit(step, key, score, cost) for the steps worth taking after a step: only a safe move home, if
    // there is one; otherwise all, except those of the card that has just moved, which could have gone there
    // at once.  A card that takes the last room is followed by a step that depends on it.
    template <class Visit>
    void for_each_step(const State& s, Step before, Visit&& visit) const {
        const unsigned last = before.first == 0 ? before.card : 0;
        const CardSet loose = s.tops | s.cells, safe = safe_cards(rules_, s.home);
        std::array<unsigned, kSuits> homing;
        unsigned count = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            const unsigned next = card_of(suit, s.home[suit] + 1u);
            if (s.home[suit] == rules_.ranks || !(loose & bit_of(next))) continue;
            if (safe & bit_of(next)) return go(s, next, FreeCellBoard::kAtHome, visit);
            homing[count++] = next;
        }
        for (unsigned i = 0; i < count; ++i) go(s, homing[i], FreeCellBoard::kAtHome, visit);
        const CardSet movable = last == 0 ? loose : loose & ~bit_of(last);
        for (unsigned column = 0; column < s.columns; ++column) {
            const unsigned on = s.top[column];
            for_each_card(builds_[on] & movable, [&](unsigned card) { go(s, card, on, visit); });
        }
        const bool last_room = s.held + s.columns + 1 == rules_.cells + rules_.columns;
        auto take = [&](unsigned card, unsigned room) {
            const unsigned below = s.under[card];
            // An uncovered safe card goes home next, whatever else there is.
            const bool alone =
                below >= kCardSlots || below == FreeCellBoard::kFloor || (safe & bit_of(below));
            if (!last_room || alone)
                go(s, card, room, visit);
            else
                take_last(s, card, room, visit);
        };
        if (s.columns < rules_.columns)
            for_each_card(movable & enters_, [&](unsigned card) {
                if (s.under[card] != FreeCellBoard::kFloor) take(card, FreeCellBoard::kFloor);
            });
        if (s.held < rules_.cells)
            for_each_card(movable & s.tops, [&](unsigned card) { take(card, FreeCellBoard::kInCell); });
    }

  protected:
    static constexpr unsigned kHomeValue = 2;

    // The last room, where there is one left.
    unsigned the_room(const State& s) const {
        return s.held < rules_.cells ? unsigned{FreeCellBoard::kInCell} : unsigned{FreeCellBoard::kFloor};
    }
    // The steps that depend on a card that takes the last room: of the card below it, or onto either.
    template <class Visit>
    void take_last(const State& s, unsigned card, unsigned room, Visit&& visit) const {
        const unsigned below = s.under[card];
        const bool column = room == FreeCellBoard::kFloor;
        const CardSet places = column ? s.tops : s.tops & ~bit_of(card);
        const CardSet others = (s.tops | s.cells) & ~bit_of(card);
        const bool homes = rank_of(below) == s.home[suit_of(below)] + 1u;
        const CardSet onto = rules_.parents(below) & places, guests = builds_[below] & others,
                      riders = column ? builds_[card] & others : 0;
        if (!homes && (onto | guests | riders) == 0) return;
        State next = s;
        go(s, card, room,
           [&](Step step, const Key& key, int score, unsigned) { play(next, step, key, score); });
        auto pass = [&](Step step, const Key& key, int score, unsigned) {
            step.first = static_cast<std::uint8_t>(card);
            visit(step, key, score, 2u);
        };
        if (homes) go(next, below, FreeCellBoard::kAtHome, pass);
        for_each_card(onto, [&](unsigned on) { go(next, below, on, pass); });
        for_each_card(guests, [&](unsigned guest) { go(next, guest, below, pass); });
        for_each_card(riders, [&](unsigned guest) { go(next, guest, card, pass); });
    }
    // Moves a card; the key and the score are left unchanged.
    void shift(State& s, unsigned card, unsigned to) const {
        lift(s, card);
        put(s, card, to);
    }
    // The two halves of it.
    void lift(State& s, unsigned card) const {
        const unsigned from = s.under[card];
        const CardSet bit = bit_of(card);
        if (from == FreeCellBoard::kInCell) {
            s.cells ^= bit;
            --s.held;
        } else {
            const unsigned column = s.column[card];
            score_.leave(s.parts, s, card, column);
            s.tops ^= bit;
            s.cards[column] ^= bit;
            --s.length[column];
            s.top[column] = static_cast<std::uint8_t>(from);
            if (from != FreeCellBoard::kFloor)
                s.tops |= bit_of(from);
            else
                drop_column(s, column);
        }
    }
    void put(State& s, unsigned card, unsigned to) const {
        const CardSet bit = bit_of(card);
        s.under[card] = static_cast<std::uint8_t>(to);
        if (to == FreeCellBoard::kAtHome) {
            ++s.home[suit_of(card)];
            --s.out;
            score_.went_home(s.parts, s, card);
        } else if (to == FreeCellBoard::kInCell) {
            s.cells |= bit;
            ++s.held;
        } else {
            unsigned column;
            if (to == FreeCellBoard::kFloor) {
                column = s.columns++;
                s.cards[column] = 0;
                s.length[column] = 0;
                score_.found(s.parts, column);
            } else {
                column = s.column[to];
                s.tops ^= bit_of(to);
            }
            score_.land(s.parts, s, card, column);
            s.cards[column] |= bit;
            s.tops |= bit;
            s.column[card] = static_cast<std::uint8_t>(column);
            s.height[card] = ++s.length[column];
            s.top[column] = static_cast<std::uint8_t>(card);
        }
    }

    // The last column takes the number of an empty one.
    void drop_column(State& s, unsigned column) const {
        const unsigned last = --s.columns;
        if (column == last) return;
        s.top[column] = s.top[last];
        s.length[column] = s.length[last];
        score_.renumber(s.parts, column, last);
        s.cards[column] = s.cards[last];
        for_each_card(s.cards[column],
                      [&](unsigned card) { s.column[card] = static_cast<std::uint8_t>(column); });
    }

    template <class Visit>
    void go(const State& s, unsigned card, unsigned to, Visit&& visit) const {
        visit(Step{static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(to), 0},
              s.key + coder_.change(card, s.under[card], to), s.score + score_.change(s.parts, s, card, to),
              1u);
    }

    FreeCellCoder coder_;
    FreeCellRules rules_;
    Key start_, goal_;
    Score score_;
    std::array<CardSet, kCardSlots> builds_{};  // what may be built on a card
    CardSet enters_ = 0;
};

using FreeCellQuick = FreeCellScored<FreeCellQuickScore>;

}  // namespace yomikiri
