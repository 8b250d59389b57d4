// What can be said of a FreeCell position without searching, for the page: the twin of `analysis` in
// games/freecell/web.py.
#pragma once

#include "games/freecell/answer.hpp"
#include "games/freecell/deadlock.hpp"
#include "words/json.hpp"
#include "words/text.hpp"

namespace yomikiri {

// `own` says what a card is called.
template <class Own>
void write_freecell_insight(Json& json, const FreeCellRules& rules, const FreeCellBoard& board, Own&& own) {
    const FreeCellCoder coder(rules, board);
    FreeCellField field;
    field.open(coder, coder.code(board));
    const FreeCellDeadlock deadlock(rules, field);
    int circles = 0;
    json.begin('{').pair("kind", "cards").key("cycles").begin('[');
    deadlock.for_each_circle([&](std::initializer_list<unsigned> cards) {
        json.begin('{').key("cards").begin('[');
        for (const unsigned card : cards) json.value(own(card));
        json.end(']').end('}');
        ++circles;
    });
    Words blocked;
    for_each_card(deadlock.condition_a(), [&](unsigned card) { blocked.push_back(own(card)); });
    std::sort(blocked.begin(), blocked.end());
    json.end(']').key("blocked").begin('[');
    for (const std::string& card : blocked) json.value(card);
    constexpr std::array<const char*, 5> kNames{"home", "one-suit", "components", "cycles", "relaxed"};
    std::array<int, kNames.size()> bounds{};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        bounds[i] = freecell_estimate(rules, board, static_cast<FreeCellHeuristic>(i));
    const int most = *std::max_element(bounds.begin(), bounds.end());
    json.end(']').pair("bound", most).key("bounds").begin('{');
    for (std::size_t i = 0; i < kNames.size(); ++i) json.pair(kNames[i], bounds[i]);
    json.end('}').pair("text", "at least " + std::to_string(most) + " moves: " + std::to_string(bounds[0]) +
                                   " cards are not home, " + std::to_string(blocked.size()) +
                                   " lie on a lower card of their own suit, " + std::to_string(circles) +
                                   " more circles of cards wait for one another");
    json.end('}');
}

}  // namespace yomikiri
