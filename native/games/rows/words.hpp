// Superpuzz, Montana and Gaps in words: how they are asked for, dealt, read, written and drawn.
//
// The twin of games/rows/rules.py and of the pages of the two games; the rules are the kernel's.
#pragma once

#include "games/rows/answer.hpp"
#include "games/rows/insight.hpp"
#include "games/rows/superpuzz.hpp"
#include "words/setup.hpp"

namespace yomikiri {

inline std::string cell_place(int cell, int columns) {
    return "r" + std::to_string(cell / columns + 1) + "c" + std::to_string(cell % columns + 1);
}

class RowWords {
  public:
    struct Position {
        Code code;
        std::array<int, 4> names{0, 1, 2, 3};  // of the holes, in reading order
    };
    using Move = Superpuzz::Move;

    RowWords(int columns, int lead) : rules_(columns, false), lead_(lead) {}

    int columns() const { return rules_.columns(); }
    std::string size() const { return std::to_string(columns()); }
    Options options() const { return {}; }

    std::vector<Move> choices(const Position& at) const {
        Superpuzz::Moves moves;
        rules_.moves(opened(at), moves);
        return {moves.begin(), moves.end()};
    }
    Position play(const Position& at, Move move) const {
        const Superpuzz::State before = opened(at);
        Position after{rules_.play(at.code, move), {}};
        const Superpuzz::State state = opened(after);
        for (std::size_t i = 0; i < 4; ++i) {
            const int cell = state.holes[i] == move.source ? move.target : state.holes[i];
            const auto hole = std::find(before.holes.begin(), before.holes.end(), cell);
            after.names[i] = at.names[static_cast<std::size_t>(hole - before.holes.begin())];
        }
        return after;
    }
    bool is_goal(const Position& at) const { return rules_.is_goal(opened(at)); }
    std::string why_unsolvable(const Position&) const { return {}; }
    static constexpr bool kKnowsUnsolvable = false;

    std::string write(const Position& at) const {
        Words rows;
        const Words cells = cards_of(at);
        for (int row = 0; row < 4; ++row) {
            const auto first = cells.begin() + row * columns();
            rows.push_back(joined(Words(first, first + columns()), " "));
        }
        return joined(rows, "\n");
    }
    std::string write_move(const Position&, Move move) const {
        const std::string card = own(move.card);
        return is_leader(move.card) ? card + "@" + std::to_string(move.target / columns() + 1) : card;
    }
    Words notation_names() const {
        return columns() > 13 ? Words{"plain", "cards"} : Words{"plain", "cards", "swaps"};
    }
    Words notations(const Position& at, Move move) const {
        const std::string plain = write_move(at, move);
        Words all{plain, plain};
        if (columns() > 13) return all;
        const Superpuzz::State state = opened(at);
        const auto hole = std::find(state.holes.begin(), state.holes.end(), move.target);
        const int suit = at.names[static_cast<std::size_t>(hole - state.holes.begin())];
        all.push_back("(" + write_card({suit, lead_ == 1 ? columns() : 1}) + "," + own(move.card) + ")");
        return all;
    }

    void board(Json& json, const Position& at) const {
        const Words cells = cards_of(at);
        json.begin('{').pair("kind", "rows").pair("columns", columns()).key("rows").begin('[');
        for (int cell = 0; cell < 4 * columns(); ++cell) {
            if (cell % columns() == 0) json.begin('[');
            const std::string& card = cells[static_cast<std::size_t>(cell)];
            if (card == "..")
                json.null();
            else
                json.value(card);
            if (cell % columns() == columns() - 1) json.end(']');
        }
        json.end(']').end('}');
    }
    Shown show(const Position&, Move move) const {
        return {{own(move.card)}, cell_place(move.source, columns()), cell_place(move.target, columns())};
    }
    // To its only place.
    static int click_worth(const Position&, const Shown& move, const std::vector<Shown>& all) {
        const auto alike = [&](const Shown& one) { return one.cards == move.cards; };
        return std::count_if(all.begin(), all.end(), alike) == 1 ? 0 : -1;
    }
    void analysis(Json& json, const Position& at) const {
        RowInsight(columns(), at.code).write(json, [&](unsigned card) {
            return own(static_cast<int>(RowBoard::suit(card)) * (columns() - 1) +
                       static_cast<int>(RowBoard::rank(card)) - 1);
        });
    }
    // Every suit in its row, in the order of suits.
    Position goal() const {
        std::vector<std::optional<Card>> cells;
        for (int suit = 0; suit < 4; ++suit) {
            for (int rank = 1; rank < columns(); ++rank) cells.push_back(Card{suit, rank});
            cells.emplace_back();
        }
        return position(cells, {0, 1, 2, 3});
    }

    Found<Move> solve(const Position& at, const Question& asked) const {
        const Found<Code> codes = answer_rows(columns(), at.code, asked);
        Found<Move> found;
        static_cast<Cost&>(found) = codes;
        if (!codes.moves) return found;
        found.moves.emplace();
        Code here = at.code;
        for (const Code& next : *codes.moves) {
            bool fits = false;
            for (const Move move : choices({here}))
                if (!fits && rules_.play(here, move) == next) {
                    found.moves->push_back(move);
                    fits = true;
                }
            if (!fits) refuse("internal error, a bug in yomikiri: a step of the path is not a move");
            here = next;
        }
        return found;
    }

  protected:
    static Title aim() {
        return {"Put every suit into a row of its own, in order from the left.",
                "マークごとに1段ずつ、左から順に並べます。"};
    }
    static Title following() {
        return {"A hole takes one card: the next of the same suit after the card on its left.",
                "穴に入るのは、左隣の札と同じマークの次の札だけです。"};
    }
    static Title blocking() {
        return {"Nothing goes to the right of a highest card or of another hole.",
                "最も大きい札や別の穴の右には何も入りません。"};
    }
    static Title leaving() {
        return {"A card that moves leaves a hole behind.", "動かした札のあとが新しい穴になります。"};
    }

    // Cells in reading order to a position; nothing is a hole.
    Position position(const std::vector<std::optional<Card>>& cells, const std::array<int, 4>& names) const {
        Position at{{}, names};
        for (std::size_t cell = 0; cell < cells.size(); ++cell)
            if (cells[cell])
                set_field(at.code, cells[cell]->suit * (columns() - 1) + cells[cell]->rank - 1,
                          static_cast<unsigned>(cell));
        return at;
    }

    static std::vector<Words> split_rows(const std::string& text) {
        refuse_nothing(text, "4 rows of cards and holes");
        std::vector<Words> rows = word_lines(text);
        if (rows.size() != 4) refuse("found ", rows.size(), " rows, expected 4");
        for (std::size_t i = 0; i < 4; ++i)
            if (rows[i].size() != rows[0].size())
                refuse("row ", i + 1, " has ", rows[i].size(), " cells, expected ", rows[0].size(),
                       " as in row 1");
        return rows;
    }
    // Calls see(where, card), nothing being a hole, for each cell.
    template <class See>
    static void read_cards(const std::vector<Words>& rows, See&& see) {
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t column = 0; column < rows[row].size(); ++column) {
                const std::string& word = rows[row][column];
                const std::string where =
                    "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
                const bool hole = word == ".." || word == "--" || word == "__";
                const std::optional<Card> card = hole ? std::nullopt : read_card(word);
                if (!hole && !card)
                    refuse(where, ": '", shown(word),
                           "' is not a card: expected a suit H, D, S or C and a rank ",
                           std::string(kRankLetters), "; a hole is '..'");
                see(where, card);
            }
    }
    // Four rows of cards and holes; `lead` is the rank that leads a row.
    Position read_position(const std::string& text, int least, int most) const {
        const std::vector<Words> rows = split_rows(text);
        const int width = static_cast<int>(rows[0].size());
        if (width < least || width > most)
            refuse("row 1 has ", width, " cells, expected ", least, " to ", most);
        const int hole_rank = lead_ == 1 ? width : 1, highest = width + lead_ - 2;
        std::vector<std::optional<Card>> cells;
        std::vector<int> names;
        std::set<std::pair<int, int>> seen;
        read_cards(rows, [&](const std::string& where, const std::optional<Card>& card) {
            if (!card) {
                cells.emplace_back();
                names.push_back(-1);
                return;
            }
            if (card->rank > std::max(highest, hole_rank))
                refuse(where, ": ", write_card(*card), " is too high: with ", width,
                       " columns cards go up to ", write_card({card->suit, highest}));
            if (!seen.insert({card->suit, card->rank}).second)
                refuse(where, ": ", write_card(*card), " occurs twice");
            if (card->rank == hole_rank) {
                cells.emplace_back();
                names.push_back(card->suit);
            } else {
                cells.push_back(Card{card->suit, card->rank - lead_ + 1});
            }
        });
        for (int suit = 0; suit < 4; ++suit)
            for (int rank = lead_; rank <= highest; ++rank)
                if (!seen.contains({suit, rank})) refuse(write_card({suit, rank}), " is missing");
        int unused = 0;
        std::array<int, 4> named{};
        for (std::size_t i = 0; i < 4; ++i) {
            while (std::find(names.begin(), names.end(), unused) != names.end()) ++unused;
            named[i] = names[i] >= 0 ? names[i] : unused++;
        }
        return position(cells, named);
    }
    static int columns_of(const char* game, const std::optional<std::string>& size, int least, int most) {
        if (!size) return most;
        const int found = small_number(*size, 4);
        if (found < least || found > most)
            refuse("size '", shown(*size), "' is not a size of ", game, ": expected ", least, " to ", most);
        return found;
    }

    Superpuzz::State opened(const Position& at) const {
        Superpuzz::State state;
        rules_.open(rules_.hash(at.code), at.code, state);
        return state;
    }

  private:
    bool is_leader(int card) const { return card % (columns() - 1) == 0; }
    // A card as this game's notation calls it.
    std::string own(int card) const {
        return write_card({card / (columns() - 1), card % (columns() - 1) + lead_});
    }
    Words cards_of(const Position& at) const {
        const Superpuzz::State state = opened(at);
        Words cells;
        for (int cell = 0; cell < 4 * columns(); ++cell) {
            const int card = state.cells[static_cast<std::size_t>(cell)];
            cells.push_back(card == Superpuzz::kHole ? ".." : own(card));
        }
        return cells;
    }

    Superpuzz rules_;
    int lead_;
};

class SuperpuzzWords : public RowWords {
  public:
    static constexpr const char* kName = "superpuzz";

    static SuperpuzzWords make(const Setup& setup) {
        setup.check({}, {"superpuzz", "montana"});
        return {columns_of(kName, setup.size, 2, 13), setup.variant == "montana"};
    }
    static std::pair<SuperpuzzWords, Position> dealt(const Setup& setup) {
        const SuperpuzzWords words = make(setup);
        const std::optional<std::uint64_t> number = setup.number(kMostDeals);
        if (!number) setup.refuse_deal();
        std::vector<std::optional<Card>> cells;
        std::array<int, 4> names{};
        std::size_t holes = 0;
        for (const Card card : shuffled(deck(words.columns()), kName, words.size(), *number)) {
            const bool hole = card.rank == words.columns();
            if (hole) names[holes++] = card.suit;
            cells.push_back(hole ? std::nullopt : std::optional(card));
        }
        return {words, words.position(cells, names)};
    }
    static std::pair<SuperpuzzWords, Position> read(const Setup& setup, const std::string& text) {
        make(setup);
        const int width = static_cast<int>(split_rows(text)[0].size());
        const SuperpuzzWords words(std::clamp(width, 2, 13), setup.variant == "montana");
        return {words, words.read_position(text, 2, 13)};
    }
    static Start<SuperpuzzWords> open(const Setup& setup) { return open_plain<SuperpuzzWords>(setup); }

    std::optional<std::string> variant() const {
        return montana_ ? std::optional<std::string>("montana") : std::nullopt;
    }
    Title rules_line() const {
        if (montana_)
            return {
                "A hole takes the next card in suit after its left neighbour; a hole in column 1 takes any "
                "two.",
                "穴には左隣の札と同じマークの次の数字が入ります。1列目の穴にはどの2も入ります。"};
        return {
            "A hole takes the next card in suit after its left neighbour; a hole in column 1 takes any ace.",
            "穴には左隣の札と同じマークの次の数字が入ります。1列目の穴にはどのAも入ります。"};
    }

    Lines guide() const {
        return {aim(),
                following(),
                {"A hole at the left end takes any of the lowest cards.",
                 "左端の穴には最も小さい札ならどれでも入ります。"},
                blocking(),
                leaving(),
                {"Which suit gets which row is up to you.", "どの段をどのマークにするかは自由です。"}};
    }

  private:
    SuperpuzzWords(int columns, bool montana) : RowWords(columns, montana ? 2 : 1), montana_(montana) {}
    bool montana_;
};

class GapsWords : public RowWords {
  public:
    static constexpr const char* kName = "gaps";
    using Layout = std::vector<std::optional<Card>>;  // without its aces

    static GapsWords make(const Setup& setup) {
        setup.check({}, {});
        return GapsWords(columns_of(kName, setup.size, 3, 14));
    }
    std::optional<std::string> variant() const { return std::nullopt; }

    static Start<GapsWords> open(const Setup& setup) {
        if (setup.deal.has_value() == setup.position.has_value())
            refuse("a setup has a deal or a position: expected one of them, and not both");
        GapsWords words = make(setup);
        Layout layout;
        if (setup.deal) {
            const std::optional<std::uint64_t> number = setup.number(kMostDeals);
            if (!number) setup.refuse_deal();
            for (const Card card : shuffled(deck(words.columns() - 1), kName, words.size(), *number))
                layout.push_back(card.rank == 1 ? std::nullopt : std::optional(card));
        } else {
            const std::vector<Words> rows = split_rows(*setup.position);
            const int width = static_cast<int>(rows[0].size());
            const bool arranged = std::all_of(rows.begin(), rows.end(), [](const Words& row) {
                const std::optional<Card> head = read_card(row[0]);
                return head && head->rank == 1;
            });
            if (!arranged) layout = read_layout(rows);
            const GapsWords fitting(std::clamp(arranged ? width : width + 1, 3, 14));
            if (setup.size && fitting.columns() != words.columns())
                refuse("the position has ", fitting.columns(), " columns, expected ", words.columns());
            words = fitting;
            if (arranged) {
                if (setup.arrangement)
                    refuse("the position has its aces in place: an arrangement cannot go with it");
                const Position at = words.read_position(*setup.position, 3, 14);
                return {words, at, filled(words, setup, words.write(at))};
            }
        }
        const std::string suits = arrangement_of(setup.arrangement.value_or("HDSC"));
        Setup full = filled(words, setup, words.write_layout(layout));
        full.arrangement = suits;
        return {words, words.arranged(layout, suits), full};
    }

    Title rules_line() const {
        return {
            "A hole takes the next card in suit after its left neighbour. Aces stay; you chose their rows.",
            "穴には左隣の札と同じマークの次の数字が入ります。Aは動きません（段は選べます）。"};
    }

    Lines guide() const {
        return {aim(),
                {"The aces stand in their column from the start and stay; before the game you choose their "
                 "rows.",
                 "Aは最初から左端にあって動きません。どの段に置くかは始める前に選べます。"},
                following(),
                blocking(),
                leaving()};
    }

  private:
    explicit GapsWords(int columns) : RowWords(columns, 1) {}

    static std::string arrangement_of(const std::string& text) {
        const std::string suits = upper(text);
        std::string sorted = suits;
        std::sort(sorted.begin(), sorted.end());
        if (sorted != "CDHS")
            refuse("'", shown(text),
                   "' is not an arrangement: expected the letters H, D, S, C in some order");
        return suits;
    }
    Position arranged(const Layout& layout, const std::string& suits) const {
        Layout cells;
        const auto width = static_cast<std::size_t>(columns() - 1);
        for (std::size_t row = 0; row < 4; ++row) {
            cells.push_back(Card{static_cast<int>(kSuitLetters.find(suits[row])), 1});
            for (std::size_t i = 0; i < width; ++i) cells.push_back(layout[row * width + i]);
        }
        return position(cells, {0, 1, 2, 3});
    }
    std::string write_layout(const Layout& layout) const {
        Words rows(4);
        for (std::size_t i = 0; i < layout.size(); ++i) {
            std::string& row = rows[i / static_cast<std::size_t>(columns() - 1)];
            row += (row.empty() ? "" : " ") + (layout[i] ? write_card(*layout[i]) : "..");
        }
        return joined(rows, "\n");
    }
    static Layout read_layout(const std::vector<Words>& rows) {
        const int columns = static_cast<int>(rows[0].size()) + 1;
        if (columns < 3 || columns > 14) refuse("row 1 has ", columns - 1, " cells, expected 2 to 13");
        Layout layout;
        std::set<std::pair<int, int>> seen;
        read_cards(rows, [&](const std::string& where, const std::optional<Card>& card) {
            if (card && card->rank >= columns)
                refuse(where, ": ", write_card(*card), " is too high: a layout ", columns - 1,
                       " wide goes up to ", write_card({card->suit, columns - 1}));
            if (card && !seen.insert({card->suit, card->rank}).second)
                refuse(where, ": ", write_card(*card), " occurs twice");
            layout.push_back(card && card->rank > 1 ? card : std::nullopt);
        });
        for (const Card card : deck(columns - 1))
            if (card.rank > 1 && !seen.contains({card.suit, card.rank}))
                refuse(write_card(card), " is missing");
        return layout;
    }
};

}  // namespace yomikiri
