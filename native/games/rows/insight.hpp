// What can be said of a position of Superpuzz or Gaps without searching, for the page: the twin of
// games/rows/analysis.py, and of dead_cards in relaxation.py.
#pragma once

#include "games/rows/components.hpp"
#include "games/rows/relaxation.hpp"
#include "words/json.hpp"
#include "words/text.hpp"

namespace yomikiri {

class RowInsight {
  public:
    RowInsight(int columns, const Code& code)
        : geometry_(columns), board_(RowBoard::read(geometry_, code)), component_(geometry_, board_) {}

    // The cards that can never again stand in their own column in a row that their ace can head, in deck
    // order.
    std::vector<unsigned> dead_cards() const {
        const std::array<std::uint64_t, 64> may_hold = relaxed();
        std::vector<unsigned> dead;
        for_each_bit(geometry_.cards, [&](unsigned card) {
            const unsigned ace = card - RowBoard::rank(card) + 1;
            bool alive = false;
            for (unsigned row = 0; row < 4; ++row)
                alive |= (may_hold[row * 16 + 1] >> ace & may_hold[row * 16 + RowBoard::rank(card)] >> card &
                          1) != 0;
            if (!alive) dead.push_back(card);
        });
        return dead;
    }

    // `own` says what a card is called.
    template <class Own>
    void write(Json& json, Own&& own) const {
        const std::vector<unsigned> dead = dead_cards();
        Relaxation relaxation;
        relaxation.run(geometry_, board_);
        const bool lost = !has_assignment(possible_rows(geometry_, board_, relaxation));
        int aces = 0, holes = 0, cards = 0;
        for (unsigned row = 0; row < 4; ++row) {
            const unsigned first = board_.at[row * 16 + 1];
            holes += first == RowBoard::kHole;
            aces += first != RowBoard::kHole && RowBoard::rank(first) == 1;
        }
        std::uint64_t size = 1;
        json.begin('{').pair("kind", "rows").key("reversible").begin('[');
        for (const RowComponent::Column& column : component_.columns())
            for (unsigned i = 0; i < column.cards; ++i) {
                json.value(own(column.first[i]));
                size *= column.size - i;
                ++cards;
            }
        json.end(']').key("reversible_holes").begin('[');
        for (const RowComponent::Column& column : component_.columns())
            for (unsigned i = 0; i < column.size; ++i) {
                const unsigned cell = column.slots[i];
                if (board_.at[cell] == RowBoard::kHole)
                    json.value("r" + std::to_string(RowBoard::row(cell) + 1) + "c" +
                               std::to_string(RowBoard::column(cell)));
            }
        json.end(']').key("dead").begin('[');
        Words names;
        for (const unsigned card : dead) names.push_back(own(card));
        for (const std::string& name : names) json.value(name);
        std::string text = "class (" + std::to_string(aces) + ", " + std::to_string(holes) + "); ";
        if (cards == 0)
            text += "no move can be undone";
        else
            text += std::to_string(cards) + " reversible cards, " + std::to_string(size) +
                    " positions that lead to one another";
        if (!dead.empty())
            text += "; dead: " + joined(names, " ");
        else if (lost)
            text += "; lost: the suits cannot be given different rows any more";
        json.end(']').pair("dead_note", kDeadNote).pair("lost", lost);
        json.pair("component", std::to_string(size)).key("klass").begin('[').value(aces).value(holes);
        json.end(']').pair("text", text).end('}');
    }

  private:
    static constexpr const char* kDeadNote =
        "A dead card can never again stand in its own column (rank k in column k) in a row that its ace can "
        "head, even if every card could be in all the places it ever came to and no hole were ever filled. "
        "One dead card proves that the position is lost; a lost position need not have any.";

    // The cards that each cell may ever hold if a card, once somewhere, stays there too.
    std::array<std::uint64_t, 64> relaxed() const {
        std::array<std::uint64_t, 64> may_hold{};
        for_each_bit(geometry_.cells & ~board_.holes,
                     [&](unsigned cell) { may_hold[cell] = bit(board_.at[cell]); });
        std::uint64_t empty = board_.holes;
        for (bool grown = true; grown;) {
            grown = false;
            for_each_bit(empty, [&](unsigned cell) {
                const std::uint64_t entering = RowBoard::column(cell) == 1
                                                   ? geometry_.first_column
                                                   : (may_hold[cell - 1] & ~geometry_.last_cards) << 1;
                const std::uint64_t fresh = entering & ~may_hold[cell];
                if (fresh == 0) return;
                grown = true;
                may_hold[cell] |= fresh;
                for_each_bit(fresh, [&](unsigned card) { empty |= bit(board_.where[card]); });
            });
        }
        return may_hold;
    }

    RowGeometry geometry_;
    RowBoard board_;
    RowComponent component_;
};

}  // namespace yomikiri
