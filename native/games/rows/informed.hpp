// Superpuzz and Gaps as the informed searches see them: classes of positions up to the order of their rows,
// with an admissible estimate and, if a few moves are as good as all, only those.
//
// A code is that of games/rows/superpuzz.hpp in its canonical form.
#pragma once

#include <optional>

#include "games/rows/lazy_domain.hpp"
#include "games/rows/superpuzz.hpp"
#include "games/rows/waiting_cycles.hpp"

namespace yomikiri {

class RowInformed {
  public:
    using Key = Code;
    struct State {
        Code code;
        RowBoard board;
        RowChoices choices;  // the suits that rows may still get, as far as is known
    };

    explicit RowInformed(int columns, bool reduce = true)
        : rules_(columns, true), geometry_(columns), reduce_(reduce) {}

    const Superpuzz& rules() const { return rules_; }
    std::size_t key_bytes() const { return rules_.key_bytes(); }
    Code canonical(const Code& code) const { return rules_.canonical(code); }

    void open(const Code& code, State& s) const {
        s.code = code;
        s.board = RowBoard::read(geometry_, code);
        s.choices.fill(15);
    }
    bool is_goal(const State& s) const { return s.board.is_goal(geometry_); }

    // The lower bound of games/rows/waiting_cycles.hpp.
    int estimate(State& s) const {
        relax(s);
        return WaitingCycles(geometry_, s.board, s.choices).estimate();
    }
    int raise(State& s, int known) const {
        relax(s);
        return WaitingCycles(geometry_, s.board, s.choices).raise(known);
    }

    // Low for a position that a beam should keep: close to the goal by the estimate, and with holes that take
    // a card.
    int score(const State& s, int estimate) const {
        int idle = 0;
        for_each_bit(s.board.holes & ~geometry_.first_column, [&](unsigned hole) {
            unsigned left = s.board.at[hole - 1];
            bool last = left != RowBoard::kHole && (bit(left) & geometry_.last_cards) != 0;
            bool final = RowBoard::column(hole) == geometry_.columns;
            idle += left == RowBoard::kHole || (last && !final);
        });
        return 2 * estimate + 3 * idle;
    }

    // Calls f(child) for every move.
    template <class F>
    void for_each_follower(const State& s, F&& f) const {
        s.board.for_each_move(geometry_, [&](unsigned card, unsigned to) { f(after(s, card, to)); });
    }

    // Calls f(child, estimate) for moves that include the first one of some shortest solution.  The estimate
    // counts cards out of place, for the assignments that the position's own estimate allowed.
    template <class F>
    void for_each_child(const State& s, F&& f) const {
        std::array<std::array<int, 4>, 4> at_home = cards_in_place(geometry_, s.board).count;
        const std::uint64_t only = reduce_ ? persistent_cards(s.board) : 0;
        s.board.for_each_move(geometry_, [&](unsigned card, unsigned to) {
            if (only != 0 && (only >> card & 1) == 0) return;
            unsigned from = s.board.where[card], rank = RowBoard::rank(card);
            auto& counts = at_home[RowBoard::suit(card)];
            const auto before = counts;
            counts[RowBoard::row(from)] -= RowBoard::column(from) == rank;
            counts[RowBoard::row(to)] += RowBoard::column(to) == rank;
            f(after(s, card, to), misplaced(geometry_, at_home, s.choices));
            counts = before;
        });
    }

    // Calls f(parent) for every position, reachable or not, from which a move leads here.
    template <class F>
    void for_each_predecessor(const State& s, F&& f) const {
        for_each_bit(geometry_.cards, [&](unsigned card) {
            unsigned cell = s.board.where[card];
            bool came =
                RowBoard::rank(card) == 1 ? RowBoard::column(cell) == 1 : s.board.at[cell - 1u] == card - 1;
            if (came) for_each_bit(s.board.holes, [&](unsigned hole) { f(after(s, card, hole)); });
        });
    }

    // Cards whose moves suffice, or 0 if no proper subset of the moves is known to.  Aces entering column 1
    // are never among them.  Small sets first; sets of one size in the order of their highest hole.
    std::uint64_t persistent_cards(const RowBoard& b) const {
        std::array<std::uint64_t, 4> cards;
        unsigned count = 0, moves = 0;
        for_each_bit(b.holes, [&](unsigned hole) {
            unsigned left = b.at[hole - 1];
            if (RowBoard::column(hole) == 1) {
                ++moves;
            } else if (left != RowBoard::kHole && (bit(left) & geometry_.last_cards) == 0) {
                ++moves;
                cards[count++] = bit(left + 1);
            }
        });
        Relaxation relaxed;
        relaxed.read(geometry_, b);
        for (unsigned size = 1; size < moves && size <= count; ++size)
            for (unsigned chosen = 1; chosen < 1u << count; ++chosen) {
                if (static_cast<unsigned>(std::popcount(chosen)) != size) continue;
                std::uint64_t set = 0;
                for (unsigned i = 0; i < count; ++i)
                    if (chosen >> i & 1) set |= cards[i];
                if (is_persistent(geometry_, b, set, relaxed)) return set;
            }
        return 0;
    }

    const RowGeometry& geometry() const { return geometry_; }

  private:
    void relax(State& s) const {
        Relaxation relaxed;
        relaxed.run(geometry_, s.board);
        s.choices = possible_suits(geometry_, s.board, relaxed);
    }
    Code after(const State& s, unsigned card, unsigned to) const {
        unsigned index = RowBoard::suit(card) * (geometry_.columns - 1) + RowBoard::rank(card) - 1;
        unsigned cell = RowBoard::row(to) * geometry_.columns + RowBoard::column(to) - 1;
        Code code = s.code;
        set_field(code, static_cast<int>(index), cell);
        return rules_.canonical(code);
    }

    Superpuzz rules_;
    RowGeometry geometry_;
    bool reduce_;
};

static_assert(LazyDomain<RowInformed>);

}  // namespace yomikiri
