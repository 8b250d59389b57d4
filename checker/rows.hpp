// Superpuzz, Montana and Gaps: rules, keys, text, and what the relaxation knows.
//
// A card is 16 * suit + rank, with the suits H, D, S, C and leaders of rank 1; 0 is a hole.  Cells are
// numbered in reading order.  Sets of cards and of cells are words of 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "deals.hpp"
#include "header.hpp"

namespace checker {

using Set = std::uint64_t;
inline Set bit(unsigned at) { return Set{1} << at; }
template <class F>
void each(Set set, F&& f) {
    for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
}

// A board, and the rows of column 1 whose aces may be in any order (row_nodes.hpp).
struct RowBoard {
    std::array<std::uint8_t, 56> at{};
    std::array<std::uint8_t, 64> where{};
    std::uint8_t floating = 0;
};

class Rows {
  public:
    static constexpr const char* kSuits = "HDSC";
    static constexpr const char* kRanks = "A234567890JQK";

    unsigned n = 0, lead = 1;
    Set all_cells = 0, first_column = 0, aces = 0, last_cards = 0;
    RowBoard start;

    explicit Rows(const Header& h) {
        const bool gaps = h.game == "gaps";
        n = static_cast<unsigned>(h.rule_number(0, "columns", gaps ? 3 : 2, gaps ? 14 : 13));
        lead = static_cast<unsigned>(h.rule_number(1, "lead", 1, gaps ? 1 : 2));
        h.rules_end(2);
        all_cells = bit(4 * n) - 1;
        for (unsigned i = 0; i < 4; ++i) {
            first_column |= bit(i * n);
            aces |= bit(16 * i + 1);
            last_cards |= bit(16 * i + n - 1);
        }
        gaps_ = gaps;
        read_start(h);
    }

    std::size_t width() const { return 3 * (n - 1) + 1; }

    // The rows that float, and for each card in deck order its cell in 6 bits, the highest first.
    void key(const RowBoard& b, std::uint8_t* bytes) const {
        *bytes++ = b.floating;
        std::uint32_t word = 0;
        unsigned count = 0;
        for (unsigned suit = 0; suit < 64; suit += 16)
            for (unsigned rank = 1; rank < n; ++rank) {
                word = word << 6 | b.where[suit + rank];
                if (++count % 4 == 0) {
                    *bytes++ = static_cast<std::uint8_t>(word >> 16);
                    *bytes++ = static_cast<std::uint8_t>(word >> 8);
                    *bytes++ = static_cast<std::uint8_t>(word);
                    word = 0;
                }
            }
    }
    RowBoard read(const std::uint8_t* bytes) const {
        RowBoard b;
        b.floating = *bytes++;
        std::uint32_t word = 0;
        unsigned count = 0;
        for (unsigned suit = 0; suit < 64; suit += 16)
            for (unsigned rank = 1; rank < n; ++rank, ++count) {
                if (count % 4 == 0) {
                    word = static_cast<std::uint32_t>(bytes[0]) << 16 |
                           static_cast<std::uint32_t>(bytes[1]) << 8 | bytes[2];
                    bytes += 3;
                }
                const unsigned cell = word >> (18 - 6 * (count % 4)) & 63;
                if (cell >= 4 * n || b.at[cell] != 0)
                    throw NotACertificate{"a key puts a card in a cell that is taken, or not there"};
                put(b, suit + rank, cell);
            }
        check_aces(b);
        return b;
    }
    static void put(RowBoard& b, unsigned card, unsigned cell) {
        b.at[cell] = static_cast<std::uint8_t>(card);
        b.where[card] = static_cast<std::uint8_t>(cell);
    }
    static void move(RowBoard& b, unsigned card, unsigned target) {
        b.at[b.where[card]] = 0;
        put(b, card, target);
    }
    Set holes(const RowBoard& b) const {
        Set found = 0;
        for (unsigned cell = 0; cell < 4 * n; ++cell) found |= b.at[cell] == 0 ? bit(cell) : 0;
        return found;
    }
    bool is_goal(const RowBoard& b) const {
        for (unsigned row = 0; row < 4; ++row)
            for (unsigned column = 0; column + 1 < n; ++column) {
                const unsigned card = b.at[row * n + column];
                if (card % 16 != column + 1 || card / 16 != b.at[row * n] / 16) return false;
            }
        return true;
    }
    // The card that a hole outside column 1 takes, 0 for none.
    unsigned taken_by(const RowBoard& b, unsigned hole) const {
        const unsigned left = b.at[hole - 1];
        return left == 0 || left % 16 == n - 1 ? 0 : left + 1;
    }

    // -- text --

    std::string name(unsigned card) const {
        return std::string{kSuits[card / 16], kRanks[card % 16 + lead - 2]};
    }
    std::string board(const RowBoard& b) const {
        std::string text, rows;
        for (unsigned cell = 0; cell < 4 * n; ++cell)
            text += (b.at[cell] ? name(b.at[cell]) : "..") + (cell % n == n - 1 ? "\n" : " ");
        for (unsigned row = 0; row < 4; ++row)
            if (b.floating >> row & 1) rows += " " + std::to_string(row + 1);
        return rows.empty() ? text : text + "with the aces of rows" + rows + " in any order\n";
    }
    void replay(const std::vector<std::string>& words) const {
        RowBoard b = start;
        for (const std::string& word : words) {
            const unsigned card =
                word.size() == 2 || (word.size() == 4 && word[2] == '@') ? read_card(word.substr(0, 2)) : 0;
            unsigned target = 64;
            if (card % 16 == 1 && word.size() == 4 && word[3] >= '1' && word[3] <= '4')
                target = static_cast<unsigned>(word[3] - '1') * n;
            if (card % 16 > 1 && word.size() == 2) target = b.where[card - 1] + 1u;
            const bool wrong =
                card == 0 || target >= 4 * n || b.at[target] != 0 || (card % 16 > 1 && target % n == 0);
            if (wrong) throw NotProved{"the move " + word + " is not possible", board(b)};
            move(b, card, target);
        }
        if (!is_goal(b)) throw NotProved{"the moves do not win", board(b)};
    }

    // -- the relaxation --

    // What may happen if a card, once somewhere, stays there too.
    struct Start {
        std::array<Set, 56> may_hold;  // the cards that a cell may hold
        std::array<Set, 64> from;      // the cells that are emptied when a card moves
        Set empty;
    };
    Start plain(const RowBoard& b) const {
        Start s;
        s.empty = 0;
        for (unsigned cell = 0; cell < 4 * n; ++cell) {
            const unsigned card = b.at[cell];
            s.may_hold[cell] = card ? bit(card) : 0;
            if (card)
                s.from[card] = bit(cell);
            else
                s.empty |= bit(cell);
        }
        return s;
    }
    // The cells that may become empty with the cards of `frozen` in place; it may end early when one of
    // `stop` does.
    Set relaxed(const Start& s, Set frozen, Set stop) const {
        std::array<Set, 56> may_hold = s.may_hold;
        Set empty = s.empty, todo = s.empty;
        while (todo != 0 && !(empty & stop)) {
            const auto cell = static_cast<unsigned>(__builtin_ctzll(todo));
            todo &= todo - 1;
            const Set entering = first_column >> cell & 1 ? aces : (may_hold[cell - 1] & ~last_cards) << 1;
            const Set fresh = entering & ~may_hold[cell] & ~frozen;
            if (fresh == 0) continue;
            may_hold[cell] |= fresh;
            Set emptied = 0;
            each(fresh, [&](unsigned card) { emptied |= s.from[card]; });
            todo |= (emptied & ~empty) | (bit(cell + 1) & (empty | emptied) & ~first_column);
            empty |= emptied;
        }
        return empty;
    }

    // Which suits may end in which rows: bit r of element s.  A floating row may become that of any floating
    // ace.
    std::array<unsigned, 4> possible_rows(const RowBoard& b, Set empty) const {
        std::array<unsigned, 4> found{};
        unsigned floating_suits = 0;
        for (unsigned row = 0; row < 4; ++row)
            if (b.floating >> row & 1) floating_suits |= 1u << b.at[row * n] / 16;
        for (unsigned suit = 0; suit < 4; ++suit)
            for (unsigned row = 0; row < 4; ++row) {
                bool fits = true;
                for (unsigned column = 0; column + 1 < n && fits; ++column) {
                    const unsigned cell = row * n + column;
                    const bool floats = column == 0 && b.floating >> row & 1;
                    const bool right =
                        floats ? floating_suits >> suit & 1 : b.at[cell] == 16 * suit + column + 1;
                    fits = empty >> cell & 1 || right;
                }
                found[suit] |= fits ? 1u << row : 0;
            }
        return found;
    }
    // Calls f(rows), the row of each suit, for each way that the choices allow, until it says false.
    template <class F>
    static void assignments(const std::array<unsigned, 4>& rows, F&& f) {
        std::array<unsigned, 4> order{0, 1, 2, 3};
        do {
            bool good = true;
            for (unsigned suit = 0; suit < 4; ++suit) good &= rows[suit] >> order[suit] & 1;
            if (good && !f(order)) return;
        } while (std::next_permutation(order.begin(), order.end()));
    }
    bool is_dead(const RowBoard& b, Set empty) const {
        bool dead = true;
        assignments(possible_rows(b, empty), [&](const std::array<unsigned, 4>&) { return dead = false; });
        return dead;
    }

    // The first persistent set among moves of `cards` (one for a hole, in the order of the holes): the fewest
    // cards first, then in the order of the bits of their places.  0 if there is none.
    Set persistent(const RowBoard& b, const Start& s, const std::vector<unsigned>& cards) const {
        static constexpr unsigned kOrder[15] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15};
        for (unsigned mask : kOrder) {
            if (mask >> cards.size()) continue;
            Set set = 0, keep = 0;
            for (std::size_t i = 0; i < cards.size(); ++i) set |= mask >> i & 1 ? bit(cards[i]) : 0;
            each(set, [&](unsigned card) {
                const unsigned right = b.where[card] + 1u;
                if (!(set & bit(card - 1))) keep |= bit(b.where[card - 1]);
                if (card % 16 == n - 1 || right % n == 0 || set & bit(card + 1)) return;
                const unsigned there = b.at[right];
                if (there != card + 1 && !(there && set & bit(there))) keep |= bit(right);
            });
            if (!(keep & s.empty) && !(relaxed(s, set, keep) & keep)) return set;
        }
        return 0;
    }

  private:
    unsigned read_card(const std::string& text) const {
        for (unsigned suit = 0; suit < 4; ++suit)
            for (unsigned rank = 1; rank < n; ++rank)
                if (name(16 * suit + rank) == text) return 16 * suit + rank;
        return 0;
    }
    void check_aces(const RowBoard& b) const {
        if (!gaps_) return;
        for (unsigned row = 0; row < 4; ++row)
            if (b.at[row * n] % 16 != 1) throw NotACertificate{"in Gaps the aces stand at the left"};
    }
    void read_start(const Header& h) {
        if (h.start.size() != 4) throw NotACertificate{"the start has not four rows"};
        Set seen = 0;
        for (unsigned row = 0; row < 4; ++row) {
            const std::vector<std::string> words = split(h.start[row], ' ');
            if (words.size() != n)
                throw NotACertificate{"a row of the start has not as many cells as it should"};
            for (unsigned column = 0; column < n; ++column) {
                if (words[column] == "..") continue;
                const unsigned card = read_card(words[column]);
                if (card == 0 || seen & bit(card))
                    throw NotACertificate{"'" + words[column] + "' is no card, or there twice"};
                seen |= bit(card);
                put(start, card, row * n + column);
            }
        }
        if (static_cast<unsigned>(__builtin_popcountll(seen)) != 4 * (n - 1))
            throw NotACertificate{"cards of the start are missing"};
        check_aces(start);
        if (h.deal >= 0) check_deal(h.deal);
    }
    void check_deal(long long deal) const {
        RowBoard dealt;
        const unsigned ranks = gaps_ ? n - 1 : n;
        const std::vector<int> order =
            shuffled(static_cast<int>(4 * ranks), gaps_ ? "gaps" : "superpuzz", std::to_string(n), deal);
        for (unsigned i = 0; i < order.size(); ++i) {
            const unsigned card =
                static_cast<unsigned>(order[i]) / ranks * 16 + static_cast<unsigned>(order[i]) % ranks + 1;
            const unsigned cell = gaps_ ? i / (n - 1) * n + i % (n - 1) + 1 : i;
            if (gaps_ ? card % 16 != 1 : card % 16 != n) put(dealt, card, cell);
        }
        if (gaps_)
            for (unsigned row = 0; row < 4; ++row) put(dealt, 16 * row + 1, row * n);
        if (deal == 0 || dealt.at != start.at) throw NotACertificate{"the start is another deal"};
    }

    bool gaps_ = false;
};

}  // namespace checker
