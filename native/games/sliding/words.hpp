// Sliding puzzles in words: how they are asked for, dealt, read, written and drawn, and what they answer.
//
// The twin of games/sliding/rules.py, deals.py and web.py; the rules are the kernel's.  Shortest solutions
// come from IDA* without spare paths, as in shortest.py, by the best bound that needs no tables of patterns:
// walking distance up to 4x4, linear conflict beyond.
#pragma once

#include <map>
#include <memory>

#include "games/sliding/run.hpp"
#include "games/sliding/sliding.hpp"
#include "words/answer.hpp"
#include "words/setup.hpp"

namespace yomikiri {

class SlidingWords {
  public:
    static constexpr const char* kName = "sliding";
    static constexpr bool kKnowsUnsolvable = true;
    using Position = std::vector<std::uint8_t>;  // tiles in reading order, 0 for the blank
    using Move = std::uint8_t;                   // a tile

    static SlidingWords make(const Setup& setup) {
        setup.check({"goal"}, {});
        const std::string goal = setup.option("goal").value_or("blank-last");
        const bool is_name =
            !stripped(goal).empty() && std::isalpha(static_cast<unsigned char>(stripped(goal)[0]));
        if (!setup.size && !is_name) return SlidingWords(size_of(goal), goal);
        const std::vector<int> sides = sides_of(setup.size.value_or("4x4"));
        if (sides.size() != 2 || !fits(sides[0]) || !fits(sides[1]))
            refuse("size '", shown(*setup.size),
                   "' is not a size of sliding: expected rows x columns from 2x2 to 5x5");
        return SlidingWords({sides[0], sides[1]}, goal);
    }
    static std::pair<SlidingWords, Position> dealt(const Setup& setup) {
        const SlidingWords words = make(setup);
        const std::optional<std::uint64_t> number = setup.number(kMostDeals);
        if (!number) setup.refuse_deal();
        Position tiles = shuffled(words.named_goal("blank-last"), kName, words.size(), *number);
        if (!words.why_unsolvable(tiles).empty()) {
            const std::size_t first = tiles[0] == 0 ? 1 : 0,
                              second = tiles[first + 1] == 0 ? first + 2 : first + 1;
            std::swap(tiles[first], tiles[second]);
        }
        return {words, tiles};
    }
    static std::pair<SlidingWords, Position> read(const Setup& setup, const std::string& text) {
        make(setup);
        std::pair<int, int> sides = size_of(text);
        const std::vector<Words> rows = split_tiles(text);
        if (setup.size && rows.size() == 1) {
            const std::vector<int> asked = sides_of(*setup.size);
            if (static_cast<std::size_t>(asked[0] * asked[1]) == rows[0].size()) sides = {asked[0], asked[1]};
        }
        const SlidingWords words(sides, setup.option("goal").value_or("blank-last"));
        return {words, words.parse(text)};
    }
    static Start<SlidingWords> open(const Setup& setup) { return open_plain<SlidingWords>(setup); }

    std::string size() const { return std::to_string(rows_) + "x" + std::to_string(columns_); }
    std::optional<std::string> variant() const { return std::nullopt; }
    Options options() const {
        const std::string goal = goal_text();
        return goal == "blank-last" ? Options{} : Options{{"goal", goal}};
    }

    std::vector<Move> choices(const Position& at) const {
        std::vector<Move> found;
        const SlidingGame game(rows_, columns_, goal_);
        SlidingGame::State state;
        SlidingGame::Moves moves;
        game.open(SlidingGame::Key::read(at.data(), at.size()), state);
        game.moves(state, moves);
        for (const SlidingGame::Move cell : moves) found.push_back(at[cell]);
        return found;
    }
    Position play(const Position& at, Move tile) const {
        Position after = at;
        std::swap(after[place(at, tile)], after[place(at, 0)]);
        return after;
    }
    bool is_goal(const Position& at) const { return at == goal_; }
    std::string why_unsolvable(const Position& at) const {
        const auto [odd, steps] = parities(at, goal_);
        if (odd == (steps % 2 == 1)) return {};
        std::string reason = std::string("parity: the position is an ") + (odd ? "odd" : "even") +
                             " permutation of the goal, but the blank is an " + (odd ? "even" : "odd") +
                             " number of steps (" + std::to_string(steps) +
                             ") from its goal cell; every slide changes both, and in the goal both are even";
        const std::string goal = goal_text();
        if (goal.starts_with("blank-")) {
            const std::string other = goal == "blank-last" ? "blank-first" : "blank-last";
            const auto [other_odd, other_steps] = parities(at, named_goal(other));
            if (other_odd == (other_steps % 2 == 1)) reason += "; the goal " + other + " can be reached";
        }
        return reason;
    }

    std::string write(const Position& at) const {
        return joined(lines(at, std::to_string(at.size() - 1).size()), "\n");
    }
    std::string write_move(const Position&, Move tile) const { return std::to_string(tile); }
    Words notation_names() const { return {"plain", "tiles", "directions"}; }
    Words notations(const Position& at, Move tile) const {
        const std::string plain = write_move(at, tile);
        const int from = static_cast<int>(place(at, tile)), to = static_cast<int>(place(at, 0));
        const char* way = from == to - columns_ ? "D" : from == to - 1 ? "R" : from == to + 1 ? "L" : "U";
        return {plain, plain, way};
    }
    void board(Json& json, const Position& at) const {
        json.begin('{').pair("kind", "tiles").pair("rows", rows_).pair("columns", columns_);
        for (const auto& [name, tiles] : {std::pair("tiles", &at), std::pair("goal", &goal_)}) {
            json.key(name).begin('[');
            for (const std::uint8_t tile : *tiles) json.value(int{tile});
            json.end(']');
        }
        json.end('}');
    }
    Shown show(const Position& at, Move tile) const {
        return {{std::to_string(tile)}, cell(place(at, tile)), cell(place(at, 0)), true};
    }
    static int click_worth(const Position&, const Shown&, const std::vector<Shown>&) { return -1; }
    Position goal() const { return goal_; }
    static Lines guide() {
        return {
            {"Put the tiles in order, as in the picture.", "図のようにコマを並べます。"},
            {"A tile beside the gap slides into it.", "空きマスの隣のコマは、そこへ滑らせることができます。"},
            {"Tiles never leave the board or jump.", "コマを持ち上げたり飛び越えたりはできません。"},
            {"Every slide of one tile is a move.", "コマを1つ滑らせるごとに1手です。"}};
    }
    Title rules_line() const {
        if (goal_[0] == 0)
            return {"Slide tiles into the gap until they stand in order, the gap first.",
                    "空きマスへコマを滑らせて、空きマスを先頭に順番に並べます。"};
        return {"Slide tiles into the gap until they stand in order.",
                "空きマスへコマを滑らせて、順番に並べます。"};
    }

    Bounds bounds(const Position& at) const {
        const auto [labels, names, tiles] = normal(at);
        const SlidingCall call{
            SlidingPosition(rows_, columns_, names[0], labels), {}, {}, {}, nullptr, {}, nullptr, nullptr};
        Bounds found;
        for (const char* name : {"manhattan", "linear-conflict", "walking-distance"})
            if (std::max(rows_, columns_) <= 4 || name != std::string("walking-distance"))
                found.emplace_back(
                    name, with_bound(
                              call, name, [&](const auto& h) { return h.value(h.start(call.start)); },
                              [] { return 0; }));
        return found;
    }
    // The page has words of its own for these.
    void analysis(Json& json, const Position& at) const {
        json.begin('{').pair("kind", "tiles");
        int most = 0;
        const Bounds all = bounds(at);
        for (const auto& [name, value] : all) {
            std::string key = name;
            std::replace(key.begin(), key.end(), '-', '_');
            json.pair(key, value);
            most = std::max(most, value);
        }
        if (all.size() < 3) json.key("walking_distance").null();
        json.pair("text", "at least " + std::to_string(most) + " moves").end('}');
    }
    Found<Move> solve(const Position& at, const Question& asked) const {
        constexpr int kShortestCells = 16;
        return asked.shortest || rows_ * columns_ <= kShortestCells ? shortest(at, asked) : greedy(at, asked);
    }

  private:
    using Sides = std::pair<int, int>;
    SlidingWords(Sides sides, const std::string& goal) : rows_(sides.first), columns_(sides.second) {
        if (goal == "blank-last" || goal == "blank-first")
            goal_ = named_goal(goal);
        else if (!goal.empty() && std::isalpha(static_cast<unsigned char>(stripped(goal)[0])))
            refuse("unknown goal '", shown(goal), "': expected blank-last, blank-first or a position");
        else
            goal_ = parse(goal);
    }

    static bool fits(int side) { return side >= 2 && side <= 5; }
    static std::vector<Words> split_tiles(std::string text) {
        std::replace(text.begin(), text.end(), ',', ' ');
        return word_lines(text);
    }
    // On one line, the board nearest to a square.
    static Sides size_of(const std::string& text) {
        refuse_nothing(text, "the numbers of a board");
        const std::vector<Words> rows = split_tiles(text);
        const int count = rows.empty() ? 0 : static_cast<int>(rows[0].size());
        Sides sides{static_cast<int>(rows.size()), count};
        if (rows.size() < 2) {
            sides = {0, 0};
            for (int side = 2; side <= 5; ++side)
                if (side * side <= count && count % side == 0) sides = {side, count / side};
        }
        if (fits(sides.first) && fits(sides.second)) return sides;
        if (rows.size() > 1)
            refuse("found ", rows.size(), " rows, the first of ", count,
                   " numbers: expected those of a board from 2x2 to 5x5");
        refuse("found ", count, " numbers: expected those of a board from 2x2 to 5x5");
    }
    Position named_goal(const std::string& name) const {
        Position tiles;
        const auto cells = static_cast<std::uint8_t>(rows_ * columns_);
        for (std::uint8_t i = 0; i < cells; ++i)
            tiles.push_back(name == "blank-first" ? i : static_cast<std::uint8_t>((i + 1) % cells));
        return tiles;
    }
    std::string goal_text() const {
        for (const char* name : {"blank-last", "blank-first"})
            if (goal_ == named_goal(name)) return name;
        return joined(lines(goal_, 0), " / ");
    }
    Words lines(const Position& at, std::size_t width) const {
        Words found;
        for (std::size_t i = 0; i < at.size(); ++i) {
            std::string number = std::to_string(at[i]);
            number.insert(0, width > number.size() ? width - number.size() : 0, ' ');
            if (i % static_cast<std::size_t>(columns_) == 0)
                found.push_back(number);
            else
                found.back() += " " + number;
        }
        return found;
    }
    Position parse(const std::string& text) const {
        refuse_nothing(text, "the numbers of a board");
        const std::vector<Words> rows = split_tiles(text);
        if (rows.size() > 1) {
            if (static_cast<int>(rows.size()) != rows_)
                refuse("found ", rows.size(), " rows, expected ", rows_, " (or all on one line)");
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (static_cast<int>(rows[i].size()) != columns_)
                    refuse("row ", i + 1, " has ", rows[i].size(), " numbers, expected ", columns_);
        }
        const int cells = rows_ * columns_;
        Position tiles;
        for (const Words& row : rows)
            for (const std::string& word : row) {
                const int number = word == "_" || word == "." ? 0 : small_number(word, 4);
                if (number < 0 || number >= cells)
                    refuse("'", shown(word), "' is not a tile of a ", size(), " board: expected 0 to ",
                           cells - 1);
                const auto tile = static_cast<std::uint8_t>(number);
                if (std::find(tiles.begin(), tiles.end(), tile) != tiles.end())
                    refuse(number > 0 ? std::to_string(number) : "the blank", " occurs twice");
                tiles.push_back(tile);
            }
        for (int tile = 0; tile < cells; ++tile)
            if (std::find(tiles.begin(), tiles.end(), tile) == tiles.end())
                refuse(tile > 0 ? std::to_string(tile) : "the blank, 0,", " is missing");
        return tiles;
    }

    static std::size_t place(const Position& at, int tile) {
        return static_cast<std::size_t>(std::find(at.begin(), at.end(), tile) - at.begin());
    }
    std::string cell(std::size_t number) const {
        const auto width = static_cast<std::size_t>(columns_);
        return "r" + std::to_string(number / width + 1) + "c" + std::to_string(number % width + 1);
    }
    // Whether a position is an odd permutation of a goal, and the blank's steps to its goal cell.
    std::pair<bool, int> parities(const Position& at, const Position& goal) const {
        std::size_t seen = 0, cycles = 0;
        for (std::size_t start = 0; start < at.size(); ++start) {
            cycles += (seen >> start & 1) == 0;
            for (std::size_t i = start; (seen >> i & 1) == 0; i = place(goal, at[i]))
                seen |= std::size_t{1} << i;
        }
        const int one = static_cast<int>(place(at, 0)), other = static_cast<int>(place(goal, 0));
        const int steps =
            std::abs(one / columns_ - other / columns_) + std::abs(one % columns_ - other % columns_);
        return {(at.size() - cycles) % 2 == 1, steps};
    }

    // A position as the search takes it: for each cell the goal cell of what stands there; and for each tile
    // its label, and back.
    std::array<std::vector<std::uint8_t>, 3> normal(const Position& at) const {
        // The goal's blank in any corner becomes the first cell by a flip of the board.
        const int cells = rows_ * columns_, blank = static_cast<int>(place(goal_, 0));
        const bool upside = blank / columns_ == rows_ - 1 && blank / columns_ != 0;
        const bool mirrored = blank % columns_ == columns_ - 1 && blank % columns_ != 0;
        const bool corner = (upside || blank / columns_ == 0) && (mirrored || blank % columns_ == 0);
        auto flipped = [&](int number) {
            if (!corner) return number;
            const int row = number / columns_, column = number % columns_;
            return (upside ? rows_ - 1 - row : row) * columns_ + (mirrored ? columns_ - 1 - column : column);
        };
        std::vector<std::uint8_t> names(static_cast<std::size_t>(cells)), labels(names), tiles(names);
        for (int i = 0; i < cells; ++i) {
            const auto name = static_cast<std::uint8_t>(flipped(i));
            names[goal_[static_cast<std::size_t>(i)]] = name;
            tiles[name] = goal_[static_cast<std::size_t>(i)];
        }
        for (int i = 0; i < cells; ++i)
            labels[static_cast<std::size_t>(flipped(i))] = names[at[static_cast<std::size_t>(i)]];
        return {labels, names, tiles};
    }
    Found<Move> shortest(const Position& at, const Question& asked) const {
        const auto [labels, names, tiles] = normal(at);
        const SlidingPosition start(rows_, columns_, names[0], labels);
        const char* bound = std::max(rows_, columns_) <= 4 ? "walking-distance" : "linear-conflict";
        const SlidingCall call{start, {}, asked.limits, asked.watch, &automaton(), {}, nullptr, nullptr};
        const IdaAnswer answer = with_bound(
            call, bound,
            [&](const auto& h) {
                if (rows_ * columns_ <= Packed::kMost) return run_ida<AnyGrid, Packed>(call, h, NoGaps{});
                return run_ida<AnyGrid, Wide>(call, h, NoGaps{});
            },
            []() -> IdaAnswer { return {}; });
        Found<Move> found;
        found.algorithm = "ida-star-pruned";
        found.outcome = answer.outcome;
        found.counts = answer.counts;
        found.lower = answer.counts.lower_bound;
        found.peak_bytes = answer.peak_bytes;
        found.seconds = answer.seconds;
        if (answer.outcome == Outcome::kSolved) {
            found.moves.emplace();
            for (const std::uint8_t label : answer.moves) found.moves->push_back(tiles[label]);
        }
        return found;
    }
    // The automaton of the spare paths of a board, made once.
    const MoveAutomaton& automaton() const {
        constexpr int kLongestSpare = 12;
        static std::map<Sides, MoveAutomaton> known;
        auto found = known.find({rows_, columns_});
        if (found == known.end())
            found =
                known.emplace(Sides{rows_, columns_}, MoveAutomaton(AnyGrid(rows_, columns_), kLongestSpare))
                    .first;
        return found->second;
    }
    Found<Move> greedy(const Position& at, const Question& asked) const {
        const SlidingGame game(Arguments({{"rows", std::int64_t{rows_}},
                                          {"columns", std::int64_t{columns_}},
                                          {"goal", Arguments::Bytes(goal_)}}));
        const Found<SlidingGame::Move> cells =
            a_star(game, SlidingGame::Key::read(at.data(), at.size()), asked, true);
        Found<Move> found;
        static_cast<Cost&>(found) = cells;
        if (!cells.moves) return found;
        found.moves.emplace();
        Position here = at;
        for (const SlidingGame::Move cell : *cells.moves) {
            found.moves->push_back(here[cell]);
            here = play(here, here[cell]);
        }
        return found;
    }

    int rows_, columns_;
    Position goal_;
};

}  // namespace yomikiri
