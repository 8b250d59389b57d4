// FreeCell as an agent plays it: the board as it lies, and every move that FreeCell.play() accepts.
//
// Reads beside games/freecell/agent.py.  Of two empty cells or columns each is a target of its own, and cards
// go from cell to cell: a move that the searches leave out because it leads to a position that is alike.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "arguments.hpp"
#include "games/freecell/rules.hpp"

namespace yomikiri {

class FreeCellAgent {
  public:
    using State = FreeCellBoard;

    explicit FreeCellAgent(const FreeCellRules& rules)
        : rules_(rules),
          places_(rules.columns + rules.cells),
          // What was dealt, and under its lowest card a run of all lower ranks.
          deepest_((kSuits * rules.ranks + rules.columns - 1) / rules.columns + rules.ranks - 1) {}

    // One card from a place to a place or home: source * (places + 1) + target, columns before cells, home
    // last.  Behind these, for each number of cards from two on, from column to column.
    std::size_t actions() const {
        const unsigned runs = rules_.supermove ? rules_.ranks - 1 : 0;
        return places_ * (places_ + 1) + runs * rules_.columns * rules_.columns;
    }

    // Ranks that are home, cells, columns from the bottom; cards are numbered from 1 in deck order.
    std::size_t observed() const { return kSuits + rules_.cells + rules_.columns * deepest_; }

    void read(std::span<const std::uint8_t> code, State& board) const {
        const auto found = FreeCellBoard::read(rules_, code.data(), code.size());
        if (!found) refuse("not the code of a position: expected every card of the deck once");
        // All that a column will ever hold is what lies below some card of it, and a run that begins there.
        for (unsigned column = 0; column < rules_.columns; ++column) {
            unsigned height = found->column_length(column);
            for (unsigned card = found->top(column); height > 0; card = found->under(card), --height)
                if (height + rank_of(card) - 1 > deepest_)
                    refuse("column ", column + 1, " can grow to ", height + rank_of(card) - 1,
                           " cards: expected ", deepest_, " at most, as from any deal");
        }
        board = *found;
    }
    std::vector<std::uint8_t> write(const State& board) const { return board.bytes(rules_); }
    void observe(const State& board, std::uint8_t* to) const {
        to = std::copy(board.homes().begin(), board.homes().end(), to);
        for (unsigned cell = 0; cell < rules_.cells; ++cell) *to++ = number(board.cell(cell));
        for (unsigned column = 0; column < rules_.columns; ++column, to += deepest_) {
            unsigned height = board.column_length(column);
            std::fill(to + height, to + deepest_, std::uint8_t{0});
            for (unsigned card = board.top(column); height > 0; card = board.under(card))
                to[--height] = number(card);
        }
    }

    template <class Visit>
    void for_each_action(const State& board, Visit&& visit) const {
        unsigned empty_cells = 0, empty_columns = 0;
        for (unsigned cell = 0; cell < rules_.cells; ++cell) empty_cells += board.cell(cell) == 0;
        for (unsigned column = 0; column < rules_.columns; ++column) empty_columns += board.top(column) == 0;
        for (unsigned source = 0; source < places_; ++source) {
            const bool is_column = source < rules_.columns;
            const unsigned top = is_column ? board.top(source) : board.cell(source - rules_.columns);
            if (top == 0) continue;
            const unsigned run = rules_.supermove && is_column ? board.run_length(rules_, source) : 1;
            for (unsigned target = 0; target < rules_.columns; ++target) {
                const unsigned on = board.top(target);
                if (target == source) continue;
                const unsigned most =
                    std::min(run, rules_.capacity(empty_cells, empty_columns - (on == 0 ? 1 : 0)));
                unsigned card = top;
                for (unsigned count = 1; count <= most; ++count, card = board.under(card))
                    if (on == 0 ? rules_.enters_empty(card) : rules_.accepts(on, card))
                        visit(action(source, target, count));
            }
            if (empty_cells > 0)
                for (unsigned cell = 0; cell < rules_.cells; ++cell)
                    if (board.cell(cell) == 0) visit(action(source, rules_.columns + cell, 1));
            if (board.goes_home(top)) visit(action(source, places_, 1));
        }
    }

    void play(State& board, std::size_t action) const {
        const unsigned single = places_ * (places_ + 1);
        if (action < single) {
            const auto source = static_cast<unsigned>(action) / (places_ + 1);
            const auto target = static_cast<unsigned>(action) % (places_ + 1);
            board.play({place(source), place(target), 1});
            return;
        }
        const auto rest = static_cast<unsigned>(action) - single;
        const unsigned pair = rest % (rules_.columns * rules_.columns);
        const unsigned count = 2 + rest / (rules_.columns * rules_.columns);
        board.play(
            {place(pair / rules_.columns), place(pair % rules_.columns), static_cast<std::uint8_t>(count)});
    }
    bool is_goal(const State& board) const { return board.is_goal(rules_); }

  private:
    std::size_t action(unsigned source, unsigned target, unsigned count) const {
        if (count == 1) return source * (places_ + 1) + target;
        return places_ * (places_ + 1) + ((count - 2) * rules_.columns + source) * rules_.columns + target;
    }
    std::uint8_t place(unsigned number) const {
        const unsigned columns = rules_.columns;
        return static_cast<std::uint8_t>(number < columns   ? number
                                         : number < places_ ? kCellPlace + number - columns
                                                            : kHomePlace);
    }
    std::uint8_t number(unsigned card) const {
        return static_cast<std::uint8_t>(card == 0 ? 0 : suit_of(card) * rules_.ranks + rank_of(card));
    }

    FreeCellRules rules_;
    unsigned places_, deepest_;
};

}  // namespace yomikiri
