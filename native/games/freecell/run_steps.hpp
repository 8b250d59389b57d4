// FreeCell by supermoves for the quick searches: the steps of quick.hpp, and runs that move as one.
//
// A step of a run names its lowest card.  Only what that one lies on changes, so the key of a child is as
// cheap as for one card.
//
// Nothing is lost by more steps: the proof in docs/freecell-quick.md speaks of solutions by single cards.  A
// run that has just moved is not moved again as it is; that bars no step of a single card.
#pragma once

#include "games/freecell/quick.hpp"

namespace yomikiri {

template <class Score>
class FreeCellRunScored : public FreeCellScored<Score> {
    using Base = FreeCellScored<Score>;

  public:
    using typename Base::Key;
    using typename Base::State;
    using typename Base::Step;

    explicit FreeCellRunScored(const Base& plain) : Base(plain) {}

    void play(State& s, Step step, const Key& key, int score) const {
        if (is_run(s, step)) {
            shift_run(s, step.card, step.to);
            s.key = key;
            s.score = score;
        } else {
            Base::play(s, step, key, score);
        }
    }
    // The steps that steps consist of; a run has its lowest card.
    FreeCellSteps plain(const std::vector<Step>& steps) const {
        State s;
        this->open(this->start_, s);
        FreeCellSteps found;
        for (const Step step : steps) {
            if (step.first != 0) found.push_back({step.first, static_cast<std::uint8_t>(this->the_room(s))});
            found.push_back({step.card, step.to});
            play(s, step, s.key, s.score);
        }
        return found;
    }

    template <class Visit>
    void for_each_step(const State& s, Step before, Visit&& visit) const {
        Base::for_each_step(s, before, visit);
        if (safe_cards(this->rules_, s.home) & (s.tops | s.cells)) return;
        const unsigned cells = this->rules_.cells - s.held, columns = this->rules_.columns - s.columns;
        const unsigned room = this->rules_.capacity(cells, columns);
        const unsigned room_empty = columns == 0 ? 0 : this->rules_.capacity(cells, columns - 1);
        for (unsigned column = 0; column < s.columns; ++column) {
            unsigned card = s.top[column];
            for (unsigned count = 2; count <= room; ++count) {
                const unsigned below = s.under[card];
                if (below == FreeCellBoard::kFloor || !(this->builds_[below] & bit_of(card))) break;
                card = below;
                if (card == before.card) continue;
                for_each_card(this->rules_.parents(card) & s.tops,
                              [&](unsigned on) { go_run(s, card, on, visit); });
                if (count <= room_empty && s.under[card] != FreeCellBoard::kFloor &&
                    (this->enters_ & bit_of(card)))
                    go_run(s, card, FreeCellBoard::kFloor, visit);
            }
        }
    }

  private:
    static bool is_run(const State& s, Step step) {
        return step.first == 0 && ((s.tops | s.cells) & bit_of(step.card)) == 0;
    }
    void shift_run(State& s, unsigned head, unsigned to) const {
        std::array<unsigned, FreeCellRules::kMaxRanks> run;
        unsigned count = 0;
        for (unsigned card = s.top[s.column[head]];; card = s.under[card]) {
            run[count++] = card;
            if (card == head) break;
        }
        for (unsigned i = 0; i < count; ++i) this->lift(s, run[i]);
        for (unsigned i = count; i-- > 0; to = run[i]) this->put(s, run[i], to);
    }
    template <class Visit>
    void go_run(const State& s, unsigned card, unsigned to, Visit&& visit) const {
        visit(Step{static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(to), 0},
              s.key + this->coder_.change(card, s.under[card], to),
              s.score + this->score_.change_run(s.parts, s, card, to), 1u);
    }
};

}  // namespace yomikiri
