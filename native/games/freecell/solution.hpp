// Solutions of FreeCell after the search: shortened, given places, combined into supermoves.
//
// A search returns steps (a card, and what it is put on).  They name no columns or cells, so a step can be
// removed without renaming anything in those that follow.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "games/freecell/field.hpp"

namespace yomikiri {

using FreeCellSteps = std::vector<FreeCellStep>;

// Where the cards are, as far as steps are concerned.
class FreeCellTable {
  public:
    FreeCellTable(const FreeCellRules& rules, const FreeCellBoard& board) : rules_(&rules) {
        for (unsigned suit = 0; suit < kSuits; ++suit) {
            home_[suit] = static_cast<std::uint8_t>(board.home(suit));
            for (unsigned rank = 1; rank <= rules.ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                under_[card] = board.under(card);
                if (under_[card] < kCardSlots && under_[card] != FreeCellBoard::kFloor)
                    covered_ |= bit_of(under_[card]);
                count(card, 1);
            }
        }
    }

    unsigned under(unsigned card) const { return under_[card]; }

    bool is_legal(FreeCellStep step) const {
        const unsigned card = step.card, from = under_[card], to = step.to;
        if (from == FreeCellBoard::kAtHome || from == to || (covered_ & bit_of(card))) return false;
        switch (to) {
            case FreeCellBoard::kAtHome:
                return rank_of(card) == home_[suit_of(card)] + 1u;
            case FreeCellBoard::kInCell:
                return held_ < rules_->cells;
            case FreeCellBoard::kFloor:
                return columns_ < rules_->columns && rules_->enters_empty(card);
            default:
                return under_[to] < kCardSlots && !(covered_ & bit_of(to)) && rules_->accepts(to, card);
        }
    }
    void play(FreeCellStep step) {
        const unsigned card = step.card, from = under_[card], to = step.to;
        count(card, -1);
        if (from < kCardSlots && from != FreeCellBoard::kFloor) covered_ &= ~bit_of(from);
        under_[card] = step.to;
        if (to < kCardSlots && to != FreeCellBoard::kFloor) covered_ |= bit_of(to);
        if (to == FreeCellBoard::kAtHome) ++home_[suit_of(card)];
        count(card, 1);
    }

  private:
    void count(unsigned card, int change) {
        if (under_[card] == FreeCellBoard::kInCell) held_ += static_cast<unsigned>(change);
        if (under_[card] == FreeCellBoard::kFloor) columns_ += static_cast<unsigned>(change);
    }

    const FreeCellRules* rules_;
    std::array<std::uint8_t, kCardSlots> under_{};
    std::array<std::uint8_t, kSuits> home_{};
    CardSet covered_ = 0;
    unsigned held_ = 0, columns_ = 0;
};

// Cuts out everything between two visits to one position, up to the order of columns and cells; returns
// whether there was anything.
inline bool without_visits(const FreeCellRules& rules, const FreeCellBoard& start, FreeCellSteps& steps) {
    const FreeCellCoder coder(rules, start);
    FreeCellTable table(rules, start);
    std::vector<FreeCellKey> keys;
    keys.reserve(steps.size() + 1);
    keys.push_back(coder.code(start));
    for (FreeCellStep step : steps) {
        keys.push_back(keys.back() + coder.change(step.card, table.under(step.card), step.to));
        table.play(step);
    }
    // By position, found by its hash: the last visit to it.
    std::vector<std::uint32_t> visits(std::bit_ceil(2 * keys.size()), 0), places(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::size_t place = keys[i].hash() & (visits.size() - 1);
        while (visits[place] != 0 && keys[visits[place] - 1] != keys[i])
            place = (place + 1) & (visits.size() - 1);
        visits[place] = static_cast<std::uint32_t>(i + 1);
        places[i] = static_cast<std::uint32_t>(place);
    }
    FreeCellSteps kept;
    kept.reserve(steps.size());
    for (std::size_t i = 0; i < steps.size();) {
        const std::size_t again = visits[places[i]] - 1;
        if (again > i)
            i = again;
        else
            kept.push_back(steps[i++]);
    }
    const bool shorter = kept.size() < steps.size();
    steps = std::move(kept);
    return shorter;
}

// Removes every unnecessary step: one without which the steps up to and including the next step of the same
// card are still legal.  Then the card goes directly where it went by a detour, and everything after is as
// before; if it went back to where it was, both steps are removed.  Repeats until nothing changes.
//
// This drops everything that the paper's repair drops, whose conditions (nothing is put where the card came
// from, nor on it, and the card under it stays) make those steps legal; and some more, if a condition fails
// but the steps are legal anyway, using another cell or column.  The steps of a card up to its next are
// disjoint, so a pass takes at most 52 times as long as playing the solution.
inline void repair(const FreeCellRules& rules, const FreeCellBoard& start, FreeCellSteps& steps) {
    // The steps without step i, if that is possible.
    auto without = [&](const FreeCellTable& table,
                       std::size_t i) -> std::optional<std::pair<std::size_t, bool>> {
        FreeCellTable trial = table;
        const unsigned card = steps[i].card;
        for (std::size_t j = i + 1; j < steps.size(); ++j) {
            if (steps[j].card == card && trial.under(card) == steps[j].to) return std::pair{j, true};
            if (!trial.is_legal(steps[j])) return std::nullopt;
            if (steps[j].card == card) return std::pair{j, false};
            trial.play(steps[j]);
        }
        return std::nullopt;
    };
    for (bool changed = true; changed;) {
        changed = without_visits(rules, start, steps);
        FreeCellTable table(rules, start);
        for (std::size_t i = 0; i < steps.size();) {
            auto dropped = steps[i].to == FreeCellBoard::kAtHome ? std::nullopt : without(table, i);
            if (!dropped) {
                table.play(steps[i++]);
                continue;
            }
            if (dropped->second) steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(dropped->first));
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
            changed = true;
        }
    }
}

// The move for a step on a board: the first empty column or cell, if one is needed.  A card that others lie
// on takes them with it.
inline FreeCellMove move_of(const FreeCellRules& rules, const FreeCellBoard& board, FreeCellStep step) {
    auto column_of = [&](unsigned top) {
        unsigned column = 0;
        while (column + 1 < rules.columns && board.top(column) != top) ++column;
        return column;
    };
    auto cell_of = [&](unsigned card) {
        unsigned cell = 0;
        while (cell + 1 < rules.cells && board.cell(cell) != card) ++cell;
        return kCellPlace + cell;
    };
    const bool held = board.under(step.card) == FreeCellBoard::kInCell;
    unsigned from = held ? cell_of(step.card) : column_of(step.card), count = 1;
    for (unsigned column = 0; !held && board.top(from) != step.card && column < rules.columns; ++column) {
        unsigned card = board.top(column), lifted = 1;
        for (; card != step.card && card != FreeCellBoard::kFloor; ++lifted) card = board.under(card);
        if (card != step.card) continue;
        from = column;
        count = lifted;
        break;
    }
    const unsigned to = step.to == FreeCellBoard::kAtHome   ? kHomePlace
                        : step.to == FreeCellBoard::kInCell ? cell_of(0)
                                                            : column_of(step.to);
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(count)};
}

inline std::vector<FreeCellMove> moves_of(const FreeCellRules& rules, const FreeCellBoard& start,
                                          const FreeCellSteps& steps) {
    std::vector<FreeCellMove> moves;
    moves.reserve(steps.size());
    FreeCellBoard board = start;
    for (FreeCellStep step : steps) {
        moves.push_back(move_of(rules, board, step));
        board.play(moves.back());
    }
    return moves;
}

// The fewest moves that pass from position to position of the solution, in order but not through all of
// them, where `rules` has supermoves.
class SupermovePath {
  public:
    SupermovePath(const FreeCellRules& rules, const FreeCellBoard& start, const FreeCellSteps& steps)
        : rules_(rules), coder_(rules, start), start_(start) {
        FreeCellBoard board = start;
        boards_.push_back(board);
        for (FreeCellStep step : steps) {
            board.play(move_of(rules, board, step));
            boards_.push_back(board);
        }
        for (const FreeCellBoard& each : boards_) keys_.push_back(coder_.code(each));
    }

    std::vector<FreeCellMove> moves() const {
        // From the end: how many moves are left, and to which position the first of them leads.
        const std::size_t last = keys_.size() - 1;
        std::vector<std::size_t> left(keys_.size(), 0), next(keys_.size(), last);
        for (std::size_t i = last; i-- > 0;) {
            left[i] = keys_.size();
            for_each_move(boards_[i], [&](FreeCellMove, const FreeCellKey& key) {
                for (std::size_t j = i + 1; j <= last; ++j)
                    if (keys_[j] == key && left[j] + 1 < left[i]) left[i] = left[j] + 1, next[i] = j;
            });
        }
        std::vector<FreeCellMove> found;
        FreeCellBoard board = start_;
        for (std::size_t i = 0; i < last; i = next[i]) {
            std::optional<FreeCellMove> chosen;
            for_each_move(board, [&](FreeCellMove move, const FreeCellKey& key) {
                if (!chosen && key == keys_[next[i]]) chosen = move;
            });
            if (!chosen) break;  // then certification refuses the moves
            board.play(*chosen);
            found.push_back(*chosen);
        }
        return found;
    }

  private:
    template <class Visit>
    void for_each_move(const FreeCellBoard& board, Visit&& visit) const {
        FreeCellBoard::Moves moves;
        board.moves(rules_, moves);
        const FreeCellKey key = coder_.code(board);
        for (FreeCellMove move : moves) {
            const unsigned card = board.head(move);
            const unsigned to = move.to >= kHomePlace   ? FreeCellBoard::kAtHome
                                : move.to >= kCellPlace ? FreeCellBoard::kInCell
                                                        : board.top(move.to);
            visit(move, key + coder_.change(card, board.under(card), to));
        }
    }

    FreeCellRules rules_;
    FreeCellCoder coder_;
    FreeCellBoard start_;
    std::vector<FreeCellBoard> boards_;
    std::vector<FreeCellKey> keys_;
};

}  // namespace yomikiri
