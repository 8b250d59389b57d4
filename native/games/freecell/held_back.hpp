// Why a card of FreeCell cannot be picked up: the twin of games/freecell/held_back.py.
#pragma once

#include <set>

#include "games/freecell/rules.hpp"
#include "words/cards.hpp"
#include "words/setup.hpp"

namespace yomikiri {

class FreeCellHeldBack {
  public:
    using Columns = std::vector<std::vector<unsigned>>;  // from the bottom to the top

    FreeCellHeldBack(const FreeCellRules& rules, const FreeCellBoard& board, const Columns& columns)
        : rules_(rules), board_(board), columns_(columns) {
        for (unsigned cell = 0; cell < rules.cells; ++cell) free_cells_ += board.cell(cell) == 0;
        for (const auto& column : columns) free_columns_ += column.empty();
    }

    // Calls tell(card, why) for each card on the board that is not in `movable`.
    template <class Tell>
    void for_each(const std::set<unsigned>& movable, Tell&& tell) const {
        for (std::size_t column = 0; column < columns_.size(); ++column)
            for (std::size_t index = 0; index < columns_[column].size(); ++index) {
                const unsigned card = columns_[column][index];
                if (!movable.contains(card)) tell(card, in_column(column, index));
            }
        for (unsigned cell = 0; cell < rules_.cells; ++cell) {
            const unsigned card = board_.cell(cell);
            if (card != 0 && !movable.contains(card)) tell(card, no_place(card));
        }
    }

  private:
    Title in_column(std::size_t column, std::size_t index) const {
        const std::vector<unsigned>& cards = columns_[column];
        const unsigned card = cards[index];
        const std::size_t above = cards.size() - index - 1;
        for (std::size_t i = index; i + 1 < cards.size(); ++i)
            if (!rules_.accepts(cards[i], cards[i + 1])) return out_of_order(card, cards[i + 1], cards[i]);
        if (above > 0 && !rules_.supermove)
            return {"", "ここでは1枚ずつ動かします。先に" + name(card) + "の上の札をどけてください。",
                    "Cards move one at a time here: what lies on " + name(card) + " has to go first."};
        unsigned most = 0;
        for (std::size_t target = 0; target < columns_.size(); ++target) {
            const std::vector<unsigned>& pile = columns_[target];
            const bool fits =
                pile.empty() ? rules_.enters_empty(card) && index > 0 : rules_.accepts(pile.back(), card);
            if (target != column && fits)
                most = std::max(most, rules_.capacity(free_cells_, free_columns_ - pile.empty()));
        }
        return most == 0 ? no_place(card) : too_many(above + 1, most);
    }
    static Title out_of_order(unsigned card, unsigned upper, unsigned lower) {
        return {"",
                name(upper) + "は" + name(lower) + "に続いていないので、" + name(card) +
                    "の上の札は一緒に動かせません。",
                name(upper) + " is not built on " + name(lower) + ": what lies on " + name(card) +
                    " cannot move with it."};
    }
    static Title too_many(std::size_t wanted, unsigned most) {
        const std::string number = std::to_string(wanted), room = std::to_string(most);
        return {"",
                "これは" + number + "枚ですが、空いているセルと列では一度に" + room + "枚しか動かせません。",
                "These are " + number + " cards, but with the free cells and columns only " +
                    (most == 1 ? "1 card moves" : room + " cards move") + " at once."};
    }
    static Title no_place(unsigned card) {
        return {"", "今は" + name(card) + "を置ける場所がありません。",
                "No place takes " + name(card) + " now."};
    }
    static std::string name(unsigned card) {
        constexpr std::array<const char*, 4> kSymbols{"♥", "♦", "♠", "♣"};
        const std::string letter(1, kRankLetters[rank_of(card) - 1]);
        return (letter == "0" ? "10" : letter) + kSymbols[suit_of(card)];
    }

    const FreeCellRules& rules_;
    const FreeCellBoard& board_;
    const Columns& columns_;
    unsigned free_cells_ = 0, free_columns_ = 0;
};

}  // namespace yomikiri
