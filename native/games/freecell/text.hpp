// Boards of FreeCell as people and programs write them: the twin of games/freecell/text.py, which says what
// is tolerated and why.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "games/freecell/rules.hpp"
#include "words/cards.hpp"

namespace yomikiri {

class FreeCellText {
  public:
    using Column = std::vector<Card>;
    using Columns = std::vector<Column>;

    explicit FreeCellText(const std::string& text) {
        refuse_nothing(text, "the columns of a board, a line each");
        int heading_line = 0;
        std::vector<std::pair<int, Column>> columns;
        std::vector<int> blanks;
        std::vector<std::pair<int, std::string>> bare;
        for (const auto& [number, line] : numbered_lines(text)) {
            const std::string whole = stripped(line);
            const auto [kind, size] = heading_of(whole);
            const Words words = split(whole.substr(size));
            if (kind == 0 && words.empty()) {
                blanks.push_back(number);
            } else if (kind == 0) {
                columns.emplace_back(number, cards_of(column_words(whole, number), number));
                if (!words[0].starts_with(":")) bare.emplace_back(number, line);
            } else if (kind == 1) {
                if (has_home_) refuse("line ", number, ": a second line of foundations, expected one");
                read_foundations(words, number);
                heading_line = number;
            } else {
                if (cells_line_ > 0) refuse("line ", number, ": a second line of cells, expected one");
                cells_line_ = heading_line = number;
                for (const std::string& word : words)
                    cells_.push_back(word == "-" ? Card{} : cards_of({word}, number, "-")[0]);
            }
        }
        for (const auto& [code, number] : lines_) {
            const Card card = card_at(code);
            const int rank = home_[static_cast<std::size_t>(card.suit)];
            if (card.rank <= rank)
                refuse("line ", number, ": ", write_rank_first(card), " is on the board, but the foundation ",
                       kSuitLetters[static_cast<std::size_t>(card.suit)], "-", rank_letter(rank),
                       " says that it is home");
        }
        std::vector<std::pair<int, Column>> spaced = columns;
        for (const int number : blanks)
            if (heading_line > 0 && number > heading_line) spaced.emplace_back(number, Column{});
        std::stable_sort(spaced.begin(), spaced.end(),
                         [](const auto& one, const auto& other) { return one.first < other.first; });
        for (const auto& [number, cards] : columns) columns_.push_back(cards);
        for (const auto& [number, cards] : spaced) spaced_.push_back(cards);
        has_colons_ = bare.size() < columns.size();
        gap_line_ = gap_line(bare);
    }

    // The code of the position in a game that deals its cards over `dealt` columns, so many in each, and so
    // many to its cells.
    std::vector<std::uint8_t> fitted(const FreeCellRules& rules, const std::vector<std::size_t>& dealt,
                                     std::size_t dealt_cells) const {
        const Columns columns = chosen_columns(dealt, dealt_cells);
        const int ranks = static_cast<int>(rules.ranks);
        if (cells_.size() > rules.cells)
            refuse("line ", cells_line_, ": found ", cells_.size(), " cells, expected ", rules.cells,
                   " at most");
        if (columns.size() > rules.columns)
            refuse("found ", columns.size(), " columns, expected ", rules.columns,
                   has_colons_ ? "" : ": each line is a column");
        for (const auto& [code, line] : lines_)
            if (const Card card = card_at(code); card.rank > ranks)
                refuse("line ", line, ": ", write_rank_first(card), " is too high: cards go up to ",
                       write_rank_first({card.suit, ranks}));
        std::vector<Card> missing;
        for (const Card card : deck(ranks))
            if (card.rank > home_[static_cast<std::size_t>(card.suit)] && !lines_.contains(code_of(card)))
                missing.push_back(card);
        if (!missing.empty())
            refuse(write_rank_first(missing[0]),
                   missing.size() > 1 ? " (and " + std::to_string(missing.size() - 1) + " more)" : "",
                   " is missing: it is not on the board and not home");
        const int highest = *std::max_element(home_.begin(), home_.end());
        if (highest > ranks) refuse("a foundation has rank ", highest, ", expected 0 to ", ranks);
        std::vector<std::uint8_t> bytes;
        for (const int rank : home_) bytes.push_back(static_cast<std::uint8_t>(rank));
        for (std::size_t cell = 0; cell < rules.cells; ++cell)
            bytes.push_back(cell < cells_.size() && cells_[cell].rank > 0 ? code_of(cells_[cell]) : 0);
        for (std::size_t column = 0; column < rules.columns; ++column) {
            const Column cards = column < columns.size() ? columns[column] : Column{};
            bytes.push_back(static_cast<std::uint8_t>(cards.size()));
            for (const Card card : cards) bytes.push_back(code_of(card));
        }
        return bytes;
    }

  private:
    static std::uint8_t code_of(Card card) {
        return static_cast<std::uint8_t>(
            card_of(static_cast<unsigned>(card.suit), static_cast<unsigned>(card.rank)));
    }
    static Card card_at(std::uint8_t code) { return {code / 16, code % 16}; }

    // What kind of heading a line has: none, foundations, or cells; and how long it is.
    static std::pair<int, std::size_t> heading_of(const std::string& line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) return {0, 0};
        const std::string word = lower(stripped(line.substr(0, colon)));
        for (const char* name : {"found", "founds", "foundation", "foundations"})
            if (word == name) return {1, colon + 1};
        for (const char* name : {"freecell", "freecells", "free cell", "free cells", "fc"})
            if (word == name) return {2, colon + 1};
        return {0, 0};
    }
    static Words column_words(const std::string& line, int number) {
        // Another heading begins with a letter and ends with a colon.
        std::size_t size = 0;
        auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        while (size < line.size() && (is_word(line[size]) || line[size] == ' ' || line[size] == '-')) ++size;
        if (size > 0 && size < line.size() && line[size] == ':' &&
            std::isalpha(static_cast<unsigned char>(line[0])))
            refuse("line ", number, ": '", shown(line.substr(0, size + 1)),
                   "' is not a heading of a board: expected Foundations: or Freecells:, or the cards of a "
                   "column");
        return split(line.starts_with(":") ? line.substr(1) : line);
    }
    Column cards_of(const Words& words, int number, const char* other = "") {
        Column found;
        for (const std::string& word : words) {
            const std::optional<Card> card = read_card(word);
            if (!card)
                refuse("line ", number, ": '", shown(word),
                       "' is not a card: expected a rank A23456789TJQK or 10 and a suit H, C, D or S",
                       *other != 0 ? std::string(", or ") + other + " for an empty cell" : "");
            const auto [at, is_new] = lines_.try_emplace(code_of(*card), number);
            if (!is_new)
                refuse("line ", number, ": ", write_rank_first(*card), " occurs twice",
                       at->second == number ? "" : ", also in line " + std::to_string(at->second));
            found.push_back(*card);
        }
        return found;
    }
    void read_foundations(const Words& words, int number) {
        has_home_ = true;
        std::array<bool, 4> given{};
        for (const std::string& word : words) {
            std::string rest = word;
            const int suit = take_suit(rest);
            const bool dash = rest.starts_with("-");
            const int rank = dash ? (rest == "-0" ? 0 : read_rank(rest.substr(1))) : 0;
            if (suit < 0 || !dash || (rank == 0 && rest != "-0"))
                refuse("line ", number, ": '", shown(word),
                       "' is not a foundation: expected a form like H-0, C-A or D-T");
            if (std::exchange(given[static_cast<std::size_t>(suit)], true))
                refuse("line ", number, ": a second foundation of ",
                       kSuitLetters[static_cast<std::size_t>(suit)], ", expected one of each suit");
            home_[static_cast<std::size_t>(suit)] = rank;
        }
    }

    // The first of the lines that has a gap where others have cards; 0 if none has.
    static int gap_line(const std::vector<std::pair<int, std::string>>& lines) {
        constexpr std::size_t kGap = 3;
        std::vector<std::size_t> indents, widest;
        std::size_t least = ~std::size_t{0};
        for (const auto& [number, line] : lines) {
            std::string text;  // with tabs as blanks
            for (const char c : line) text.append(c == '\t' ? 8 - text.size() % 8 : 1, c == '\t' ? ' ' : c);
            indents.push_back(std::min(text.find_first_not_of(' '), text.size()));
            widest.push_back(0);
            std::size_t run = 0;
            for (std::size_t i = indents.back(); i < text.size(); ++i) {
                if (text[i] == ' ') {
                    ++run;
                } else if (run > 0) {
                    widest.back() = std::max(widest.back(), run);
                    least = std::min(least, run);
                    run = 0;
                }
            }
            widest.back() = std::max<std::size_t>(widest.back(), 1);
        }
        if (least == ~std::size_t{0}) least = 1;
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (indents[i] >= *std::min_element(indents.begin(), indents.end()) + kGap ||
                widest[i] >= least + kGap)
                return lines[i].first;
        return 0;
    }

    // The lines as columns, or as rows if only so they are a deal.
    Columns chosen_columns(const std::vector<std::size_t>& dealt, std::size_t dealt_cells) const {
        const std::size_t width = dealt.size();
        if (has_colons_) return columns_;
        if (gap_line_ > 0)
            refuse(
                "line ", gap_line_,
                " has a gap, as rows of a screen have: expected each column on a line of its own, the card "
                "at the bottom first");
        const Columns& columns = spaced_.size() == width ? spaced_ : columns_;
        std::vector<std::size_t> lengths, as_dealt, row_lengths;
        for (const Column& line : columns_) lengths.push_back(line.size());
        const std::size_t longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
        if (longest > width || !std::is_sorted(lengths.rbegin(), lengths.rend())) return columns;
        Columns rows(longest);
        for (std::size_t n = 0; n < longest; ++n)
            for (const Column& line : columns_)
                if (n < line.size()) rows[n].push_back(line[n]);
        for (const Column& row : rows) row_lengths.push_back(row.size());
        for (const std::size_t length : dealt)
            if (length > 0) as_dealt.push_back(length);
        const auto held = static_cast<std::size_t>(
            std::count_if(cells_.begin(), cells_.end(), [](Card card) { return card.rank > 0; }));
        const bool at_start = *std::max_element(home_.begin(), home_.end()) == 0 && held == dealt_cells;
        const bool are_rows = at_start && row_lengths == as_dealt;
        std::sort(lengths.begin(), lengths.end());
        std::sort(as_dealt.begin(), as_dealt.end());
        const bool are_columns = at_start && lengths == as_dealt;
        if (are_rows && are_columns)
            refuse("the lines can be ", columns_.size(), " columns or ", columns_.size(),
                   " rows: expected a colon before each that is a column");
        return are_rows ? rows : columns;
    }

    std::array<int, 4> home_{};
    bool has_home_ = false, has_colons_ = false;
    Column cells_;  // a rank of 0 is an empty one
    int cells_line_ = 0, gap_line_ = 0;
    std::map<std::uint8_t, int> lines_;  // of each card
    Columns columns_, spaced_;
};

}  // namespace yomikiri
