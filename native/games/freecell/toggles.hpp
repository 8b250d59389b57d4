// FreeCell for the exhaustive searches: positions up to toggles, with all safe home moves made.
//
// A *toggle* is a card x on top of a column that may switch between the two cards it can be built on: it lies
// on one of them, p, and the other, q, is on top of another column.  Positions that differ in toggles only
// can be reached from each other, so one of them stands for all: x lies on the card of the suit that comes
// first.  A toggle does not count if p, once uncovered, or q could toggle itself; then no two toggles have a
// card in common.
//
// A step begins in any of these positions, but most that could begin in several lead to one and the same
// class.  Only those are made from a position with toggles switched that use every one of them: p moves, a
// card goes onto p, or one goes onto x.  docs/freecell-toggles.md has the proof; toggles.py is the twin.
//
// Not for shortest solutions: a toggle is a move.
#pragma once

#include "games/freecell/quick.hpp"

namespace yomikiri {

// The cards that can be built on one of a set, by alternate colour; bit 0 of a suit means nothing.
inline constexpr CardSet alternate_guests(CardSet set) {
    const CardSet red = (set | set >> 16) & 0xFFFF, black = (set >> 32 | set >> 48) & 0xFFFF;
    return (red >> 1) * 0x0001000100000000 + (black >> 1) * 0x0000000000010001;
}

// The cards that toggle, where `built` are those that lie on a card that takes them.
inline constexpr CardSet toggling(CardSet tops, CardSet built) {
    const CardSet could = built & alternate_guests(tops);
    return tops & could & ~alternate_guests(could);
}

template <class Score>
class FreeCellToggled : public FreeCellScored<Score> {
    using Base = FreeCellScored<Score>;

  public:
    using typename Base::Key;
    using typename Base::Step;

    struct State : Base::State {
        CardSet built,
            odd;  // cards that lie on a card that takes them; of these, on the one that comes second
    };

    // Without toggles, a position stands for itself, and a card that has just moved does not move again.
    explicit FreeCellToggled(const Base& plain, bool toggles = true)
        : Base(plain),
          toggles_(toggles),
          alternate_(toggles && this->rules_.building == Building::kAlternate) {
        State s;
        open(this->start_, s);
        settle(s, [](unsigned, unsigned) {});
        settled_ = s.key;
    }

    // The start, settled.
    const Key& start() const { return settled_; }

    void open(const Key& key, State& s) const {
        Base::open(key, s);
        s.built = s.odd = 0;
        if (!alternate_) return;
        for (unsigned column = 0; column < s.columns; ++column)
            for (unsigned card = s.top[column]; card != FreeCellBoard::kFloor; card = s.under[card])
                note(s, card, s.under[card]);
    }
    // The state after a step, with that key and score: like open(), only faster.
    void play(State& s, Step step, const Key& key, int score) const {
        replay(s, step, [](unsigned, unsigned) {});
        s.key = key;
        s.score = score;
    }
    // The moves that steps consist of, from the start that was given.
    FreeCellSteps plain(const std::vector<Step>& steps) const {
        FreeCellSteps found;
        auto tell = [&](unsigned card, unsigned to) {
            found.push_back({static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(to)});
        };
        State s;
        open(this->start_, s);
        settle(s, tell);
        for (const Step step : steps) replay(s, step, tell);
        return found;
    }

    // Calls visit(step, key, score, cost) for the steps worth taking from a settled position; the cost is in
    // moves, toggles not counted.  A card that takes the last room is followed by a step that depends on it.
    template <class Visit>
    void for_each_step(const State& s, Step step, Visit&& visit) const {
        const Reach<Visit> reach{*this, safe_cards(this->rules_, s.home), visit};
        // A card is not barred if anything else moved after it.
        steps(s, toggles_ || step.first != 0 ? 0 : bit_of(step.card), reach);
        if (!alternate_) return;
        for (CardSet rest = toggling(s.tops, s.built); rest != 0; rest &= rest - 1) {
            const Toggle first(s, static_cast<unsigned>(std::countr_zero(rest)));
            with_one(s, first, reach);
            for_each_card(rest & (rest - 1), [&](unsigned card) {
                const Toggle second(s, card);
                with_two(s, first, second, reach);
                with_two(s, second, first, reach);
            });
        }
    }

  private:
    // In `first` of a step: safe home moves follow.
    static constexpr std::uint8_t kSettled = 0x80;
    // In `to` of a step: the card that the other is put on has switched first.
    static constexpr std::uint8_t kSwitched = 0x80;

    // A card, what it lies on, and what else it could lie on.
    struct Toggle {
        Toggle(const State& s, unsigned x) : card(x), left(s.under[x]), taken(other(left)) {}
        unsigned card, left, taken;
    };

    static unsigned other(unsigned parent) { return parent ^ 16; }
    static bool is_card(unsigned place) { return place != FreeCellBoard::kFloor && place < kCardSlots; }

    void note(State& s, unsigned card, unsigned on) const {
        s.built &= ~bit_of(card);
        s.odd &= ~bit_of(card);
        if (!alternate_ || !is_card(on) || !(this->builds_[on] & bit_of(card))) return;
        s.built |= bit_of(card);
        if (on & 16) s.odd |= bit_of(card);
    }
    // Moves a card, and keeps everything up to date.
    void advance(State& s, unsigned card, unsigned to) const {
        s.key = s.key + this->coder_.change(card, s.under[card], to);
        s.score += this->score_.change(s.parts, s, card, to);
        move(s, card, to);
    }
    // The same without key and score.
    void move(State& s, unsigned card, unsigned to) const {
        this->shift(s, card, to);
        note(s, card, to);
    }
    // Makes safe home moves while there are any, then switches the toggles that are not where they are
    // stored; calls go(card, to) for each move.
    template <class Go>
    void settle_by(State& s, Go&& go) const {
        for (bool more = true; more;) {
            more = false;
            const CardSet safe = safe_cards(this->rules_, s.home) & (s.tops | s.cells);
            if (safe != 0) {
                go(static_cast<unsigned>(std::countr_zero(safe)), FreeCellBoard::kAtHome);
                more = true;
            }
        }
        if (!alternate_) return;
        for_each_card(toggling(s.tops, s.built) & s.odd,
                      [&](unsigned card) { go(card, other(s.under[card])); });
    }
    // Returns how many went home.
    template <class Tell>
    unsigned settle(State& s, Tell&& tell) const {
        const unsigned out = s.out;
        settle_by(s, [&](unsigned card, unsigned to) {
            tell(card, to);
            advance(s, card, to);
        });
        return out - s.out;
    }

    // A step, move by move.  Which toggles it begins with can be seen from the cards that are still covered.
    template <class Tell>
    void replay(State& s, Step step, Tell&& tell) const {
        auto make = [&](unsigned card, unsigned to) {
            tell(card, to);
            move(s, card, to);
        };
        auto toggle = [&](unsigned card) { make(card, other(s.under[card])); };
        auto uncover = [&](unsigned card) {
            if (is_card(s.under[card]) || s.under[card] == FreeCellBoard::kFloor)
                if (const unsigned top = s.top[s.column[card]]; top != card) toggle(top);
        };
        const unsigned to = step.to & ~kSwitched;
        if (step.to & kSwitched) toggle(to);
        if (const unsigned first = step.first & ~kSettled; first != 0) {
            uncover(first);
            make(first, this->the_room(s));
        }
        uncover(step.card);
        if (is_card(to)) uncover(to);
        make(step.card, to);
        if (step.first & kSettled) settle_by(s, make);
    }

    // Visits the position after a move, settled.
    template <class Visit>
    struct Reach {
        const FreeCellToggled& domain;
        CardSet safe;  // cards that may go home
        Visit& visit;

        // Moves `card` onto `to`, after `first` has taken the last room, if it is a card; `from` tells
        // whether that is a card that has switched, and nothing else of the step shows it.
        void operator()(const State& s, unsigned first, unsigned card, unsigned to,
                        bool switched = false) const {
            Step step{static_cast<std::uint8_t>(card),
                      static_cast<std::uint8_t>(switched ? to | kSwitched : to),
                      static_cast<std::uint8_t>(first)};
            const unsigned cost = first == 0 ? 1 : 2, below = s.under[card];
            if (to != FreeCellBoard::kAtHome && !(is_card(below) && (safe & bit_of(below))) &&
                domain.is_settled_after(s, card, to))
                return visit(step, s.key + domain.coder_.change(card, below, to),
                             s.score + domain.score_.change(s.parts, s, card, to), cost);
            State next = s;
            domain.advance(next, card, to);
            const unsigned homes = domain.settle(next, [](unsigned, unsigned) {});
            step.first |= kSettled;
            visit(step, next.key, next.score, cost + homes);
        }
    };

    bool goes_home(const State& s, unsigned card) const {
        return rank_of(card) == s.home[suit_of(card)] + 1u;
    }
    unsigned rooms(const State& s) const {
        return this->rules_.cells + this->rules_.columns - s.held - s.columns;
    }

    // The steps with no toggle switched, without those of the barred cards, except home.
    template <class Reach>
    void steps(const State& s, CardSet barred, const Reach& reach) const {
        CardSet loose = s.tops | s.cells;
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            const unsigned next = card_of(suit, s.home[suit] + 1u);
            if (s.home[suit] < this->rules_.ranks && (loose & bit_of(next)))
                reach(s, 0, next, FreeCellBoard::kAtHome);
        }
        loose &= ~barred;
        for (unsigned column = 0; column < s.columns; ++column) {
            const unsigned on = s.top[column];
            for_each_card(this->builds_[on] & loose, [&](unsigned card) { reach(s, 0, card, on); });
        }
        if (s.columns < this->rules_.columns)
            for_each_card(loose & this->enters_, [&](unsigned card) {
                if (s.under[card] != FreeCellBoard::kFloor) take(s, card, FreeCellBoard::kFloor, reach);
            });
        if (s.held < this->rules_.cells)
            for_each_card(s.tops & loose,
                          [&](unsigned card) { take(s, card, FreeCellBoard::kInCell, reach); });
    }
    // A card takes a room.
    template <class Reach>
    void take(const State& s, unsigned card, unsigned room, const Reach& reach) const {
        const unsigned below = s.under[card];
        // An uncovered safe card goes home next, whatever else there is.
        if (rooms(s) > 1 || !is_card(below) || (reach.safe & bit_of(below))) return reach(s, 0, card, room);
        take_last(s, card, room, ~CardSet{0},
                  [&](const State& next, unsigned mover, unsigned to) { reach(next, card, mover, to); });
    }
    // The steps that depend on a card that takes the last room: of the card below it, or onto either; only
    // such as have a card of a set as mover or target, apart from those two.
    template <class Then>
    void take_last(const State& s, unsigned card, unsigned room, CardSet among, Then&& then) const {
        const unsigned below = s.under[card];
        const bool column = room == FreeCellBoard::kFloor, every = among == ~CardSet{0};
        const CardSet places = column ? s.tops : s.tops & ~bit_of(card);
        const CardSet others = (s.tops | s.cells) & ~bit_of(card) & among;
        const bool homes = every && goes_home(s, below);
        const CardSet onto = this->rules_.parents(below) & places & among,
                      guests = this->builds_[below] & others,
                      riders = column ? this->builds_[card] & others : 0;
        if (!homes && (onto | guests | riders) == 0) return;
        State next = s;
        advance(next, card, room);
        if (homes) then(next, below, FreeCellBoard::kAtHome);
        for_each_card(onto, [&](unsigned on) { then(next, below, on); });
        for_each_card(guests, [&](unsigned guest) { then(next, guest, below); });
        for_each_card(riders, [&](unsigned guest) { then(next, guest, card); });
    }

    // The steps that use a toggle: the card that it leaves moves, or a card goes onto that one or onto the
    // one that has switched.
    template <class Reach>
    void with_one(const State& s, Toggle t, const Reach& reach) const {
        const CardSet tops = (s.tops | bit_of(t.left)) & ~bit_of(t.taken), loose = tops | s.cells;
        const CardSet onto = this->rules_.parents(t.left) & tops,
                      guests = this->builds_[t.left] & loose & ~bit_of(t.card),
                      riders = this->builds_[t.card] & loose;
        const bool homes = goes_home(s, t.left);
        const unsigned left = rooms(s);
        if (!homes && (onto | guests | riders) == 0 && left == 0) return;
        State next = s;
        advance(next, t.card, t.taken);
        if (homes) reach(next, 0, t.left, FreeCellBoard::kAtHome);
        for_each_card(onto, [&](unsigned on) { reach(next, 0, t.left, on); });
        for_each_card(guests, [&](unsigned guest) { reach(next, 0, guest, t.left); });
        for_each_card(riders, [&](unsigned guest) { reach(next, 0, guest, t.card, true); });
        if (left == 0) return;
        for_each_room(next, [&](unsigned room) {
            if (enters(next, t.left, room)) take(next, t.left, room, reach);
            if (left > 1) return;
            for_each_card(tops & ~bit_of(t.left) & ~bit_of(t.card), [&](unsigned card) {
                const unsigned below = next.under[card];
                if (!is_card(below) || (reach.safe & bit_of(below)) || !enters(next, card, room)) return;
                take_last(next, card, room, bit_of(t.left) | bit_of(t.card),
                          [&](const State& after, unsigned mover, unsigned to) {
                              if (mover != t.card) reach(after, card, mover, to, to == t.card);
                          });
            });
        });
    }
    // The steps that use two toggles: the card that the first leaves goes onto either card of the second, or
    // takes the last room and is followed by a move that uses the second.
    template <class Reach>
    void with_two(const State& s, Toggle t, Toggle u, const Reach& reach) const {
        const CardSet places = bit_of(u.left) | bit_of(u.card), onto = this->rules_.parents(t.left) & places;
        const unsigned below = s.under[t.left];
        const bool takes = rooms(s) == 1 && is_card(below) && !(reach.safe & bit_of(below));
        if (onto == 0 && !takes) return;
        State next = s;
        advance(next, t.card, t.taken);
        advance(next, u.card, u.taken);
        for_each_card(onto, [&](unsigned on) { reach(next, 0, t.left, on, on == u.card); });
        if (!takes) return;
        for_each_room(next, [&](unsigned room) {
            if (!enters(next, t.left, room)) return;
            take_last(next, t.left, room, places, [&](const State& after, unsigned mover, unsigned to) {
                if (mover != u.card) reach(after, t.left, mover, to, to == u.card);
            });
        });
    }
    template <class Visit>
    void for_each_room(const State& s, Visit&& visit) const {
        if (s.columns < this->rules_.columns) visit(unsigned{FreeCellBoard::kFloor});
        if (s.held < this->rules_.cells) visit(unsigned{FreeCellBoard::kInCell});
    }
    bool enters(const State& s, unsigned card, unsigned room) const {
        return room == FreeCellBoard::kInCell ||
               ((this->enters_ & bit_of(card)) && s.under[card] != FreeCellBoard::kFloor);
    }

    // Whether no toggle has to be switched after a move that is not home.
    bool is_settled_after(const State& s, unsigned card, unsigned to) const {
        if (!alternate_) return true;
        CardSet tops = s.tops & ~bit_of(card), built = s.built & ~bit_of(card), odd = s.odd & ~bit_of(card);
        if (is_card(s.under[card])) tops |= bit_of(s.under[card]);
        if (to != FreeCellBoard::kInCell) tops |= bit_of(card);
        if (is_card(to)) {
            tops &= ~bit_of(to);
            built |= bit_of(card);
            if (to & 16) odd |= bit_of(card);
        }
        return (toggling(tops, built) & odd) == 0;
    }

    bool toggles_, alternate_;
    Key settled_;
};

}  // namespace yomikiri
