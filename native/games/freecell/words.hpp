// FreeCell and its family in words: how they are asked for, dealt, read, written and drawn.
//
// The twin of games/freecell/asking.py, deals.py, notation.py and web.py; the rules are the kernel's.
#pragma once

#include "games/freecell/answer.hpp"
#include "games/freecell/dealt.hpp"
#include "games/freecell/held_back.hpp"
#include "games/freecell/insight.hpp"
#include "games/freecell/text.hpp"
#include "words/setup.hpp"

namespace yomikiri {

class FreeCellWords {
  public:
    static constexpr const char* kName = "freecell";
    static constexpr bool kKnowsUnsolvable = false;
    using Position = FreeCellBoard;
    using Move = FreeCellMove;

    static FreeCellWords make(const Setup& setup) {
        setup.check({"metric", "columns", "cells", "building", "empty-columns"},
                    {"freecell", "bakers-game", "eight-off", "seahaven-towers"});
        FreeCellWords words;
        const std::string variant = setup.variant.value_or(kName);
        for (std::size_t i = 0; i < kPresets.size(); ++i)
            if (variant == kPresets[i].name) words.preset_ = i;
        const Preset& preset = kPresets[words.preset_];
        std::vector<int> sides{preset.columns, preset.cells, 13};
        if (setup.size) {
            std::vector<int> asked = sides_of(*setup.size);
            if (asked.size() != 2 && asked.size() != 3)
                refuse(
                    "size '", shown(*setup.size),
                    "' is not a size of freecell: expected columns x cells, such as 8x4, or columns x cells "
                    "x ranks, such as 4x2x5");
            asked.resize(3, 13);
            sides = asked;
        }
        constexpr std::array<const char*, 2> kSides{"columns", "cells"};
        for (std::size_t i = 0; i < 2; ++i)
            if (const auto text = setup.option(kSides[i])) {
                sides[i] = small_number(*text);
                if (sides[i] < 0)
                    refuse("--", kSides[i], " '", shown(*text), "' is not a number of ", kSides[i]);
            }
        check_side("columns", sides[0], 3, 10);
        check_side("cells", sides[1], 0, 8);
        check_side("ranks", sides[2], 2, 13);
        words.rules_.columns = static_cast<unsigned>(sides[0]);
        words.rules_.cells = static_cast<unsigned>(sides[1]);
        words.rules_.ranks = static_cast<unsigned>(sides[2]);
        constexpr std::array<const char*, 2> kBuildings{"alternate", "suit"}, kEmpties{"any", "kings"},
            kMetrics{"single", "supermove"};
        const bool suit =
            choice("building", setup.option("building").value_or(kBuildings[preset.suit]), kBuildings) == 1;
        words.rules_.building = suit ? Building::kSuit : Building::kAlternate;
        words.rules_.kings_only =
            choice("empty", setup.option("empty-columns").value_or(kEmpties[preset.kings]), kEmpties) == 1;
        words.rules_.supermove = choice("metric", setup.option("metric").value_or("single"), kMetrics) == 1;
        return words;
    }
    static std::pair<FreeCellWords, Position> dealt(const Setup& setup) {
        const FreeCellWords words = make(setup);
        const bool whole = words.rules_.ranks == 13;
        if (const auto number = setup.number(kMostMicrosoft))
            return {words, words.laid_out(whole ? microsoft_order(*number) : words.own_order(*number))};
        if (const auto number = setup.named("own", kMostDeals))
            return {words, words.laid_out(words.own_order(*number))};
        if (const auto number = setup.named("ms", kMostMicrosoft)) {
            if (!whole)
                refuse("deal '", shown(*setup.deal), "' has 13 ranks, the game ", words.rules_.ranks,
                       ": expected own:", *number);
            return {words, words.laid_out(microsoft_order(*number))};
        }
        if (setup.deal->find(':') != std::string::npos)
            refuse("deal '", shown(*setup.deal), "' is not known: expected a form like ms:617 or own:5");
        setup.refuse_deal();
    }
    static std::pair<FreeCellWords, Position> read(const Setup& setup, const std::string& text) {
        const FreeCellWords words = make(setup);
        const Position dealt = words.laid_out(words.own_order(1));
        std::vector<std::size_t> lengths;
        for (unsigned column = 0; column < words.rules_.columns; ++column)
            lengths.push_back(dealt.column_length(column));
        std::size_t held = 0;
        for (unsigned cell = 0; cell < words.rules_.cells; ++cell) held += dealt.cell(cell) != 0;
        return {words, words.board_of(FreeCellText(text).fitted(words.rules_, lengths, held))};
    }
    static Start<FreeCellWords> open(const Setup& setup) { return open_plain<FreeCellWords>(setup); }

    std::string size() const {
        const std::string sides = std::to_string(rules_.columns) + "x" + std::to_string(rules_.cells);
        return rules_.ranks == 13 ? sides : sides + "x" + std::to_string(rules_.ranks);
    }
    std::optional<std::string> variant() const {
        return preset_ == 0 ? std::nullopt : std::optional<std::string>(kPresets[preset_].name);
    }
    Options options() const {
        Options found;
        const Preset& preset = kPresets[preset_];
        const bool suit = rules_.building == Building::kSuit;
        if (suit != preset.suit) found.emplace_back("building", suit ? "suit" : "alternate");
        if (rules_.kings_only != preset.kings)
            found.emplace_back("empty-columns", rules_.kings_only ? "kings" : "any");
        if (rules_.supermove) found.emplace_back("metric", "supermove");
        return found;
    }

    // Every move that the rules allow, also to each empty cell and column, and between them.
    std::vector<Move> choices(const Position& at) const {
        std::vector<unsigned> places;
        unsigned free_cells = 0, free_columns = 0;
        for (unsigned column = 0; column < rules_.columns; ++column) {
            places.push_back(column);
            free_columns += at.top(column) == 0;
        }
        for (unsigned cell = 0; cell < rules_.cells; ++cell) {
            places.push_back(kCellPlace + cell);
            free_cells += at.cell(cell) == 0;
        }
        std::vector<Move> found;
        for (const unsigned from : places) {
            const bool column = from < kCellPlace;
            const unsigned top = column ? at.top(from) : at.cell(from - kCellPlace);
            if (top == 0) continue;
            if (at.goes_home(top)) found.push_back(move_of(from, kHomePlace, 1));
            const unsigned run = column ? at.run_length(rules_, from) : 1;
            for (const unsigned to : places) {
                if (to == from) continue;
                if (to >= kCellPlace) {
                    if (at.cell(to - kCellPlace) == 0) found.push_back(move_of(from, to, 1));
                    continue;
                }
                const unsigned room = rules_.capacity(free_cells, free_columns - (at.top(to) == 0));
                for (unsigned count = 1; count <= std::min(run, room); ++count) {
                    const unsigned head = at.head(move_of(from, to, count));
                    if (at.top(to) == 0 ? rules_.enters_empty(head) : rules_.accepts(at.top(to), head))
                        found.push_back(move_of(from, to, count));
                }
            }
        }
        return found;
    }
    Position play(const Position& at, Move move) const {
        Position after = at;
        after.play(move);
        return after;
    }
    bool is_goal(const Position& at) const { return at.is_goal(rules_); }
    std::string why_unsolvable(const Position&) const { return {}; }

    std::string write(const Position& at) const {
        std::string home = "Foundations:", cells = "Freecells:";
        for (const unsigned suit : {0u, 3u, 1u, 2u}) {  // H, C, D, S
            const auto rank = static_cast<int>(at.home(suit));
            home += std::string(" ") + kSuitLetters[suit] + "-" + (rank > 0 ? rank_letter(rank) : '0');
        }
        for (unsigned cell = 0; cell < rules_.cells; ++cell)
            cells += at.cell(cell) == 0 ? " -" : " " + own(at.cell(cell));
        Words lines{home, cells};
        for (const auto& column : columns_of(at)) {
            lines.emplace_back(":");
            for (const unsigned card : column) lines.back() += " " + own(card);
        }
        return joined(lines, "\n");
    }
    std::string write_move(const Position&, Move move) const {
        std::string text{place_letter(move.from), place_letter(move.to)};
        if (move.count > 1) text += std::string("v") + "0123456789abcdef"[move.count];
        return text;
    }
    Words notation_names() const { return {"plain", "places", "names"}; }
    Words notations(const Position& at, Move move) const {
        const std::string plain = write_move(at, move);
        std::string cards;
        for (const unsigned card : taken(at, move)) cards += (cards.empty() ? "" : " ") + own(card);
        std::string words = cards + " home";
        if (move.to < kCellPlace)
            words = cards + (at.top(move.to) != 0 ? " onto " + own(at.top(move.to))
                                                  : " to column " + std::to_string(move.to + 1));
        else if (move.to < kHomePlace)
            words = cards + " to cell " + place_letter(move.to);
        return {plain, plain, plain + "  " + words};
    }

    void board(Json& json, const Position& at) const {
        json.begin('{').pair("kind", "cards").key("home").begin('{');
        for (unsigned suit = 0; suit < kSuits; ++suit)
            json.pair(std::string_view(&kSuitLetters[suit], 1), static_cast<int>(at.home(suit)));
        json.end('}').key("cells").begin('[');
        for (unsigned cell = 0; cell < rules_.cells; ++cell) {
            if (at.cell(cell) == 0)
                json.null();
            else
                json.value(plain(at.cell(cell)));
        }
        json.end(']').key("columns").begin('[');
        for (const auto& column : columns_of(at)) {
            json.begin('[');
            for (const unsigned card : column) json.value(plain(card));
            json.end(']');
        }
        json.end(']').pair("most_rank", static_cast<int>(rules_.ranks)).end('}');
    }
    Shown show(const Position& at, Move move) const {
        Shown found{{}, pile(move.from), pile(move.to)};
        const std::vector<unsigned> cards = taken(at, move);
        for (const unsigned card : cards) found.cards.push_back(plain(card));
        if (move.to >= kHomePlace)
            found.by_itself = (safe_cards(rules_, at.homes()) & bit_of(cards[0])) != 0 ? "safe" : "home";
        return found;
    }
    // Home; or else onto a card, into a cell, or into an empty column.
    static int click_worth(const Position& at, const Shown& move, const std::vector<Shown>&) {
        if (move.to == "home") return 0;
        if (move.to[0] != 't') return 2;
        return at.top(static_cast<unsigned>(small_number(move.to.substr(1))) - 1) == 0 ? 3 : 1;
    }
    void held_back(Json& json, const Position& at, const std::vector<Shown>& legal) const {
        std::set<unsigned> movable;
        for (const Shown& move : legal) {
            const Card card = parse_card(move.cards[0]);
            movable.insert(card_of(static_cast<unsigned>(card.suit), static_cast<unsigned>(card.rank)));
        }
        const auto columns = columns_of(at);
        FreeCellHeldBack(rules_, at, columns).for_each(movable, [&](unsigned card, const Title& why) {
            json.key(plain(card));
            why.write(json);
        });
    }
    void analysis(Json& json, const Position& at) const { write_freecell_insight(json, rules_, at, plain); }
    Title rules_line() const {
        if (rules_.building == Building::kSuit)
            return {
                "Bring every suit home from the ace up. Columns are built down in suit; cells hold one card "
                "each.",
                "各マークをAから順に組札へ。場札は同じマークで1つずつ下げて重ね、セルには1枚ずつ置けます。"};
        return {
            "Bring every suit home from the ace up. Columns are built down in alternate colours; cells hold "
            "one card each.",
            "各マークをAから順に組札へ。場札は赤黒交互に1つずつ下げて重ね、セルには1枚ずつ置けます。"};
    }

    Position goal() const {
        std::vector<std::uint8_t> bytes(4, static_cast<std::uint8_t>(rules_.ranks));
        bytes.resize(4 + rules_.cells + rules_.columns, 0);
        return board_of(bytes);
    }
    Lines guide() const {
        Lines lines{{"Bring all four suits home, each from the ace to the king.",
                     "4つのマークをAからKまで順に組札へ送ります。"},
                    {"Only the card at the end of a column, or one in a cell, can move.",
                     "動かせるのは列の端の札とセルの札だけです。"}};
        if (rules_.building == Building::kSuit)
            lines.push_back({"In a column a card goes on one of its own suit that is one rank higher.",
                             "列では、同じマークで数が1つ大きい札の上に置けます。"});
        else
            lines.push_back({"In a column a card goes on one of the other colour that is one rank higher.",
                             "列では、色が違い数が1つ大きい札の上に置けます。"});
        if (rules_.cells > 0)
            lines.push_back({"A cell holds one card of any kind.", "セルにはどの札でも1枚だけ置けます。"});
        if (rules_.kings_only)
            lines.push_back({"An empty column takes only kings.", "空いた列にはKだけ置けます。"});
        else
            lines.push_back({"An empty column takes any card.", "空いた列にはどの札でも置けます。"});
        if (rules_.supermove)
            lines.push_back(
                {"A run in order moves as one if the free cells and columns could carry it card by card.",
                 "順に並んだ札は、空いたセルと列で1枚ずつ運べる枚数ならまとめて動かせます。"});
        lines.push_back({"Cards that are home stay there.", "組札へ送った札は戻せません。"});
        return lines;
    }

    // The moves that searches try: equivalent ones once.
    std::vector<Move> different_choices(const Position& at) const {
        FreeCellBoard::Moves moves;
        at.moves(rules_, moves);
        return {moves.begin(), moves.end()};
    }
    Found<Move> solve(const Position& at, const Question& asked) const {
        return answer_freecell(rules_, at, asked);
    }

  private:
    struct Preset {
        const char* name;
        int columns, cells;
        bool suit, kings;
        std::array<int, 4> dealt;  // the cells that get the last cards; -1 for none
    };
    static constexpr std::array<Preset, 4> kPresets{{{"freecell", 8, 4, false, false, {-1, -1, -1, -1}},
                                                     {"bakers-game", 8, 4, true, false, {-1, -1, -1, -1}},
                                                     {"eight-off", 8, 8, true, true, {0, 2, 4, 6}},
                                                     {"seahaven-towers", 10, 4, true, true, {1, 2, -1, -1}}}};

    static void check_side(const char* name, int found, int least, int most) {
        if (found < least || found > most)
            refuse("freecell has ", least, " to ", most, " ", name, ", not ", found);
    }
    static Move move_of(unsigned from, unsigned to, unsigned count) {
        return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                static_cast<std::uint8_t>(count)};
    }
    static Card card_at(unsigned code) {
        return {static_cast<int>(suit_of(code)), static_cast<int>(rank_of(code))};
    }
    static std::string own(unsigned code) { return write_rank_first(card_at(code)); }
    static std::string plain(unsigned code) { return write_card(card_at(code)); }
    static char place_letter(unsigned place) {
        if (place >= kHomePlace) return 'h';
        return place >= kCellPlace ? "abcdefgk"[place - kCellPlace] : "1234567890"[place];
    }
    static std::string pile(unsigned place) {
        if (place >= kHomePlace) return "home";
        if (place >= kCellPlace) return std::string(1, static_cast<char>('a' + place - kCellPlace));
        return "t" + std::to_string(place + 1);
    }

    std::vector<Card> own_order(std::uint64_t number) const {
        return shuffled(deck(static_cast<int>(rules_.ranks)), kName, std::to_string(rules_.ranks), number);
    }
    Position laid_out(const std::vector<Card>& order) const {
        std::vector<unsigned> cells;
        for (const int cell : kPresets[preset_].dealt)
            if (cell >= 0) cells.push_back(static_cast<unsigned>(cell));
        return board_of(yomikiri::laid_out(rules_, order, cells));
    }
    Position board_of(const std::vector<std::uint8_t>& bytes) const {
        const std::optional<FreeCellBoard> board = FreeCellBoard::read(rules_, bytes);
        if (!board) refuse("not a position: expected every card of the deck once");
        return *board;
    }
    // From the bottom to the top.
    std::vector<std::vector<unsigned>> columns_of(const Position& at) const {
        std::vector<std::vector<unsigned>> found(rules_.columns);
        for (unsigned column = 0; column < rules_.columns; ++column) {
            for (unsigned card = at.top(column); card != FreeCellBoard::kFloor; card = at.under(card))
                found[column].push_back(card);
            std::reverse(found[column].begin(), found[column].end());
        }
        return found;
    }
    // The cards that a move takes, the lowest lying first.
    std::vector<unsigned> taken(const Position& at, Move move) const {
        if (move.from >= kCellPlace) return {at.cell(move.from - kCellPlace)};
        const std::vector<unsigned> column = columns_of(at)[move.from];
        return {column.end() - move.count, column.end()};
    }

    FreeCellRules rules_;
    std::size_t preset_ = 0;
};

}  // namespace yomikiri
