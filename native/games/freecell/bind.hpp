// The rules of one game of the FreeCell family and its boards, as Python gives them.
#pragma once

#include <optional>

#include "bindings.hpp"
#include "games/freecell/code.hpp"
#include "games/freecell/rules.hpp"

namespace yomikiri {

inline FreeCellRules rules_of(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                              bool supermove) {
    const FreeCellRules rules{columns, cells,    ranks, suit ? Building::kSuit : Building::kAlternate,
                              kings,   supermove};
    if (!rules.valid())
        refuse("rules out of range: ", columns, " columns, ", cells, " cells and ", ranks,
               " ranks, expected 1 to ", FreeCellRules::kMaxColumns, ", 0 to ", FreeCellRules::kMaxCells,
               " and 1 to ", FreeCellRules::kMaxRanks);
    return rules;
}

inline FreeCellBoard board_of(const FreeCellRules& rules, const nb::bytes& code) {
    std::optional<FreeCellBoard> board =
        FreeCellBoard::read(rules, reinterpret_cast<const std::uint8_t*>(code.c_str()), code.size());
    if (!board) refuse("not the code of a position: expected every card of the deck once");
    return *board;
}

// A board that the coder can encode: one that could be reached from the coder's start.
inline FreeCellBoard board_of(const FreeCellCoder& coder, const nb::bytes& code) {
    const FreeCellBoard board = board_of(coder.rules(), code);
    if (!coder.knows(board))
        refuse("a position that the start does not lead to: expected cards as they lay or as they are built");
    return board;
}

}  // namespace yomikiri
