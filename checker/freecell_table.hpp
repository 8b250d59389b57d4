// FreeCell and its family as text: the rules of a header, the start, numbered deals, and moves to replay.
#pragma once

#include <array>
#include <vector>

#include "deals.hpp"
#include "header.hpp"

namespace checker {

class FreeCellTable {
  public:
    // A card is 13 * suit + rank - 1, with the suits H, D, S, C: in deck order.
    using Card = std::uint8_t;
    static constexpr int kCards = 52;

    void replay(const std::vector<std::string>& words) const {
        // Columns and cells keep their places here: a word names them as they lie at the start.
        std::vector<std::vector<Card>> columns = placed_columns_;
        std::vector<Card> cells = placed_cells_;
        std::array<int, 4> home = home_;
        for (const std::string& word : words)
            if (!play_word(word, columns, cells, home))
                throw NotProved{"the move " + word + " is not possible", ""};
        for (int rank : home)
            if (rank != ranks_) throw NotProved{"the moves do not win", ""};
    }

  protected:
    explicit FreeCellTable(const Header& h) {
        columns_ = h.rule_number(0, "columns", 3, 10);
        cells_ = h.rule_number(1, "cells", 0, 8);
        ranks_ = h.rule_number(2, "ranks", 2, 13);
        suited_ = word(h.rule(3, "building"), "alternate", "suit");
        kings_ = word(h.rule(4, "empty"), "any", "kings");
        super_ = word(h.rule(5, "metric"), "single", "supermove");
        read_start(h, h.rule(6, "deals"));
        h.rules_end(7);
    }

    using Set = std::uint64_t;
    static Set bit(unsigned card) { return Set{1} << card; }

    static constexpr Card kNone = 255;
    static constexpr const char* kSuits = "HDSC";
    static constexpr const char* kRanks = "A23456789TJQK";

    static int suit(Card card) { return card / 13; }
    static int rank(Card card) { return card % 13 + 1; }
    static Card card_of(int s, int r) { return static_cast<Card>(13 * s + r - 1); }
    static std::string name(Card card) { return std::string{kRanks[rank(card) - 1], kSuits[suit(card)]}; }
    static bool word(const std::string& found, const char* no, const char* yes) {
        if (found != no && found != yes) throw NotACertificate{"the rule '" + found + "' is not known"};
        return found == yes;
    }

    bool fits(Card card, Card onto) const {
        if (rank(card) + 1 != rank(onto)) return false;
        return suited_ ? suit(card) == suit(onto) : suit(card) / 2 != suit(onto) / 2;
    }
    bool opens(Card card) const { return !kings_ || rank(card) == ranks_; }

    int capacity(int empty_cells, int empty_columns, bool to_empty) const {
        if (!super_) return 1;
        const int helpers = empty_columns - (to_empty ? 1 : 0);
        return (empty_cells + 1) << (kings_ ? 0 : helpers);
    }

    int columns_ = 0, cells_ = 0, ranks_ = 0;
    bool suited_ = false, kings_ = false, super_ = false;
    std::array<int, 4> home_{};  // at the start, the highest rank that is home
    std::vector<std::vector<Card>> placed_columns_;
    std::vector<Card> placed_cells_;

  private:
    static Card read_card(const std::string& text) {
        if (text.size() == 2)
            for (int s = 0; s < 4; ++s)
                for (int r = 1; r <= 13; ++r)
                    if (text[0] == kRanks[r - 1] && text[1] == kSuits[s]) return card_of(s, r);
        throw NotACertificate{"'" + text + "' is not a card"};
    }
    static std::vector<std::string> words_after(const std::string& line, const std::string& heading) {
        if (line == heading) return {};
        if (line.compare(0, heading.size() + 1, heading + " ") != 0)
            throw NotACertificate{"the start has no line '" + heading + "'"};
        return split(line.substr(heading.size() + 1), ' ');
    }

    void read_start(const Header& h, const std::string& deals) {
        const auto columns = static_cast<std::size_t>(columns_);
        if (h.start.size() != columns + 2)
            throw NotACertificate{"the start has not as many lines as it should"};
        Set seen = 0;
        const std::vector<std::string> home = words_after(h.start[0], "Foundations:");
        if (home.size() != 4) throw NotACertificate{"the start has not four foundations"};
        for (std::size_t i = 0; i < 4; ++i) {
            const int s = std::array<int, 4>{0, 3, 1, 2}[i];
            const std::string& text = home[i];
            if (text.size() != 3 || text[0] != kSuits[s] || text[1] != '-')
                throw NotACertificate{"a foundation is wrong"};
            const int top = text[2] == '0' ? 0 : rank(read_card(std::string{text[2], 'H'}));
            home_[static_cast<std::size_t>(s)] = top;
            for (int r = 1; r <= top; ++r) seen |= bit(card_of(s, r));
        }
        auto see = [&](Card x) {
            if (seen & bit(x)) throw NotACertificate{name(x) + " is there twice"};
            seen |= bit(x);
            return x;
        };
        const std::vector<std::string> cells = words_after(h.start[1], "Freecells:");
        if (cells.size() != static_cast<std::size_t>(cells_))
            throw NotACertificate{"the start has not as many cells as the game"};
        for (const std::string& text : cells) {
            placed_cells_.push_back(text == "-" ? kNone : see(read_card(text)));
        }
        for (std::size_t c = 0; c < columns; ++c) {
            placed_columns_.emplace_back();
            for (const std::string& text : words_after(h.start[c + 2], ":"))
                placed_columns_[c].push_back(see(read_card(text)));
        }
        for (int s = 0; s < 4; ++s)
            for (int r = 1; r <= 13; ++r)
                if ((seen >> card_of(s, r) & 1) != (r <= ranks_ ? 1u : 0u))
                    throw NotACertificate{"the start is not a deck"};
        check_deal(h.deal, deals);
    }

    void check_deal(long long deal, const std::string& deals) const {
        std::vector<std::size_t> dealt;
        if (deals == "eight-off")
            dealt = {0, 2, 4, 6};
        else if (deals == "seahaven-towers")
            dealt = {1, 2};
        else if (deals != "freecell" && deals != "bakers-game")
            throw NotACertificate{"the deals of '" + deals + "' are not known"};
        if (deal < 0) return;
        std::vector<Card> order;
        if (ranks_ == 13) {
            for (int x : microsoft(deal))
                order.push_back(
                    card_of(std::array<int, 4>{3, 1, 0, 2}[static_cast<std::size_t>(x % 4)], x / 4 + 1));
        } else {
            for (int x : shuffled(4 * ranks_, "freecell", std::to_string(ranks_), deal))
                order.push_back(card_of(x / ranks_, x % ranks_ + 1));
        }
        std::vector<Card> cells(static_cast<std::size_t>(cells_), kNone);
        while (!dealt.empty() && dealt.back() >= cells.size()) dealt.pop_back();
        std::size_t rest = order.size() - dealt.size();
        for (std::size_t i = 0; i < dealt.size(); ++i) cells[dealt[i]] = order[rest + i];
        std::vector<std::vector<Card>> columns(static_cast<std::size_t>(columns_));
        for (std::size_t i = 0; i < rest; ++i) columns[i % columns.size()].push_back(order[i]);
        if (deal == 0 || cells != placed_cells_ || columns != placed_columns_)
            throw NotACertificate{"the start is another deal"};
    }

    // A place: a column from 0, 100 and more for a cell, 200 for home, -1 for none.
    int place(char c) const {
        const std::string columns = "1234567890", cells = "abcdefgk";
        const std::size_t column = columns.find(c), cell = cells.find(c);
        if (c == 'h') return 200;
        if (column != std::string::npos && static_cast<int>(column) < columns_)
            return static_cast<int>(column);
        if (cell != std::string::npos && static_cast<int>(cell) < cells_) return 100 + static_cast<int>(cell);
        return -1;
    }
    bool play_word(const std::string& text, std::vector<std::vector<Card>>& columns, std::vector<Card>& cells,
                   std::array<int, 4>& home) const {
        if (text.size() != 2 && (text.size() != 4 || text[2] != 'v')) return false;
        const int source = place(text[0]), target = place(text[1]);
        std::size_t count = 1;
        if (text.size() == 4) {
            const std::size_t digit = std::string("0123456789abcdef").find(text[3]);
            if (digit == std::string::npos || digit < 2) return false;
            count = digit;
        }
        if (source < 0 || source >= 200 || target < 0 || source == target) return false;
        std::vector<Card> one;
        if (source >= 100 && cells[static_cast<std::size_t>(source - 100)] != kNone)
            one = {cells[static_cast<std::size_t>(source - 100)]};
        std::vector<Card>& pile = source >= 100 ? one : columns[static_cast<std::size_t>(source)];
        if (pile.size() < count || (count > 1 && (!super_ || target >= 100))) return false;
        for (std::size_t i = pile.size() - count + 1; i < pile.size(); ++i)
            if (!fits(pile[i], pile[i - 1])) return false;
        const std::vector<Card> moved(pile.end() - static_cast<std::ptrdiff_t>(count), pile.end());
        const Card low = moved[0];
        if (target == 200) {
            if (home[static_cast<std::size_t>(suit(low))] != rank(low) - 1) return false;
            ++home[static_cast<std::size_t>(suit(low))];
        } else if (target >= 100) {
            Card& cell = cells[static_cast<std::size_t>(target - 100)];
            if (cell != kNone) return false;
            cell = low;
        } else {
            std::vector<Card>& onto = columns[static_cast<std::size_t>(target)];
            int empty_cells = 0, empty = 0;
            for (Card held : cells) empty_cells += held == kNone;
            for (const auto& column : columns) empty += column.empty();
            if (static_cast<int>(count) > capacity(empty_cells, empty, onto.empty())) return false;
            if (onto.empty() ? !opens(low) : !fits(low, onto.back())) return false;
            onto.insert(onto.end(), moved.begin(), moved.end());
        }
        if (source >= 100)
            cells[static_cast<std::size_t>(source - 100)] = kNone;
        else
            pile.resize(pile.size() - count);
        return true;
    }
};

}  // namespace checker
