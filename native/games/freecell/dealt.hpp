// How a deal of FreeCell is laid out, the twin of games/freecell/deals.py.
#pragma once

#include <vector>

#include "games/freecell/rules.hpp"
#include "words/dealing.hpp"

namespace yomikiri {

// Row by row over the columns, the last cards in `cells`; those that the game does not have are left out. The
// bytes are a board's.
inline std::vector<std::uint8_t> laid_out(const FreeCellRules& rules, const std::vector<Card>& order,
                                          const std::vector<unsigned>& cells) {
    std::vector<std::uint8_t> bytes(4 + rules.cells, 0);
    std::vector<std::size_t> places;
    for (const unsigned cell : cells)
        if (cell < rules.cells) places.push_back(cell);
    auto code = [&](std::size_t i) {
        return static_cast<std::uint8_t>(
            card_of(static_cast<unsigned>(order[i].suit), static_cast<unsigned>(order[i].rank)));
    };
    const std::size_t rest = order.size() - places.size();
    for (std::size_t i = 0; i < places.size(); ++i) bytes[4 + places[i]] = code(rest + i);
    for (std::size_t column = 0; column < rules.columns; ++column) {
        const std::size_t length = bytes.size();
        bytes.push_back(0);
        for (std::size_t i = column; i < rest; i += rules.columns) {
            bytes.push_back(code(i));
            ++bytes[length];
        }
    }
    return bytes;
}

inline FreeCellBoard microsoft_board(const FreeCellRules& rules, std::uint64_t number,
                                     const std::vector<unsigned>& cells) {
    return *FreeCellBoard::read(rules, laid_out(rules, microsoft_order(number), cells));
}

}  // namespace yomikiri
