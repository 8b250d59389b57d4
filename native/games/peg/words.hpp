// Peg solitaire in words: how it is asked for, dealt, read, written and drawn, and what it answers.
//
// The twin of games/peg/rules.py, deals.py, notation.py and web.py; searches are the kernel's.
#pragma once

#include "games/peg/shape.hpp"
#include "words/answer.hpp"
#include "words/setup.hpp"

namespace yomikiri {

class PegWords {
  public:
    static constexpr const char* kName = "peg";
    static constexpr bool kKnowsUnsolvable = false;
    using Position = Holes;
    using Move = std::vector<int>;  // the holes that a peg stands in

    static PegWords make(const Setup& setup) {
        setup.check({"finish", "metric"}, {});
        constexpr std::array<const char*, 2> kMetrics{"jumps", "moves"};
        PegWords words(PegShape(setup.size.value_or("english")), setup.option("finish").value_or("centre"));
        words.chains_ = choice("metric", setup.option("metric").value_or("jumps"), kMetrics) == 1;
        return words;
    }
    static std::pair<PegWords, Position> dealt(const Setup& setup) {
        const PegWords words = make(setup);
        const std::optional<std::uint64_t> number = setup.number(kMostDeals);
        if (!number) setup.refuse_deal();
        const PegShape& shape = words.shape_;
        if (*number <= shape.in_order.size()) {
            std::vector<int> empty = shape.in_order;
            empty.erase(std::find(empty.begin(), empty.end(), shape.centre()));
            empty.insert(empty.begin(), shape.centre());
            return {words, shape.holes ^ Holes{1} << empty[static_cast<std::size_t>(*number - 1)]};
        }
        std::set<std::string> wanted;
        for (const int hole : shape.in_order)
            if (words.finish_ < 0 || words.finish_ == hole) wanted.insert(peg_class(Holes{1} << hole));
        SplitMix64 stream = deal_stream(kName, shape.name, *number);
        while (true) {
            const std::uint64_t bits = stream.next();
            Holes drawn = 0;
            for (std::size_t i = 0; i < shape.in_order.size(); ++i)
                drawn |= (bits >> i & 1) << shape.in_order[i];
            if (std::popcount(drawn) >= 2 && wanted.contains(peg_class(drawn))) return {words, drawn};
        }
    }
    static std::pair<PegWords, Position> read(const Setup& setup, const std::string& text) {
        make(setup);
        const std::vector<std::vector<bool>> rows = rows_of(text);
        Setup fitting = setup;
        fitting.size = board_of(rows);
        const PegWords words = make(fitting);
        Holes pegs = 0;
        std::size_t at = 0;
        for (const std::vector<bool>& row : rows)
            for (const bool peg : row) pegs |= Holes{peg} << words.shape_.in_order[at++];
        if (pegs == 0) refuse("the board has no peg: expected at least one");
        return {words, pegs};
    }
    static Start<PegWords> open(const Setup& setup) { return open_plain<PegWords>(setup); }

    std::string size() const { return shape_.name; }
    std::optional<std::string> variant() const { return std::nullopt; }
    Options options() const {
        Options found;
        if (finish_ != shape_.centre())
            found.emplace_back("finish", finish_ < 0 ? "any" : PegShape::hole_name(finish_));
        if (chains_) found.emplace_back("metric", "moves");
        return found;
    }

    std::vector<Move> choices(const Position& pegs) const {
        std::vector<Move> found;
        for (const int hole : shape_.in_order) add_moves(pegs, {hole}, found);
        return found;
    }
    Position play(const Position& pegs, const Move& move) const { return pegs ^ change_of(move); }
    bool is_goal(const Position& pegs) const {
        return finish_ < 0 ? std::has_single_bit(pegs) : pegs == Holes{1} << finish_;
    }
    std::string why_unsolvable(const Position& pegs) const {
        const std::string parities = peg_class(pegs);
        Words possible;
        bool fits = false;
        for (const int hole : shape_.in_order)
            if (peg_class(Holes{1} << hole) == parities) {
                possible.push_back(PegShape::hole_name(hole));
                fits |= finish_ < 0 || finish_ == hole;
            }
        if (!fits) {
            std::string reason =
                "position class: every jump changes an even number of holes in each of four sets of "
                "diagonals, "
                "so the parities of their pegs, here " +
                parities + ", never change; ";
            if (finish_ >= 0)
                reason += "a last peg in " + PegShape::hole_name(finish_) + " has " +
                          peg_class(Holes{1} << finish_) + ", ";
            return reason + (possible.empty() ? "no hole gives a last peg these parities"
                                              : "only in " + joined(possible, ", ") + " it has these");
        }
        for (const Pagoda& pagoda : pagodas()) {
            if (!pagoda.excludes(pegs)) continue;
            int sum = 0;
            for (const auto& [weight, holes] : pagoda.weights) sum += weight * std::popcount(pegs & holes);
            return "pagoda function: holes have weights by which no jump raises the sum over the pegs; it "
                   "is " +
                   std::to_string(sum) + " here, and " + std::to_string(pagoda.finish) +
                   " with a last peg in " + PegShape::hole_name(finish_);
        }
        return {};
    }

    std::string write(const Position& pegs) const { return joined(lines(pegs), "\n"); }
    std::string write_move(const Position&, const Move& move) const {
        Words names;
        for (const int hole : move) names.push_back(PegShape::hole_name(hole));
        return joined(names, "-");
    }
    Words notation_names() const { return {"plain"}; }
    Words notations(const Position& at, const Move& move) const { return {write_move(at, move)}; }
    void board(Json& json, const Position& pegs) const {
        json.begin('{').pair("kind", "pegs").pair("columns", shape_.columns).key("rows").begin('[');
        for (int row = 0; row < shape_.rows; ++row) {
            json.begin('[');
            for (int column = 0; column < shape_.columns; ++column) {
                const int hole = 8 * row + column;
                if (shape_.has(hole))
                    json.value((pegs >> hole & 1) != 0);
                else
                    json.null();
            }
            json.end(']');
        }
        json.end(']').end('}');
    }
    Shown show(const Position&, const Move& move) const {
        return {{place(move.front())}, place(move.front()), place(move.back())};
    }
    // A double click on a peg makes its only move.
    static int click_worth(const Position&, const Shown& move, const std::vector<Shown>& all) {
        const auto same = [&](const Shown& other) { return other.from == move.from; };
        return std::count_if(all.begin(), all.end(), same) == 1 ? 0 : -1;
    }
    Position goal() const { return Holes{1} << (finish_ < 0 ? shape_.centre() : finish_); }
    Lines guide() const {
        const std::string hole = finish_ < 0 ? "" : PegShape::hole_name(finish_);
        Title last{"Leave a single peg, wherever it stands.",
                   "最後に1本だけ残します。場所はどこでもかまいません。"};
        if (finish_ >= 0)
            last = {"", "最後の1本を穴" + hole + "に残します。", "Leave a single peg, in hole " + hole + "."};
        return {last,
                {"A peg jumps over a neighbour, left, right, up or down, into the empty hole right behind "
                 "it.",
                 "ペグは上下左右の隣のペグを飛び越え、すぐ後ろの空いた穴へ移ります。"},
                {"The peg that was jumped over is taken off.", "飛び越されたペグは取り除きます。"}};
    }
    Title rules_line() const {
        const std::string words =
            "Jump over a neighbour into the empty hole behind it; the neighbour goes. Leave one peg";
        const std::string japanese = "隣のペグを飛び越えて空いた穴へ。飛び越えたペグは取り除き、最後";
        if (finish_ < 0) return {"", japanese + "に1本だけ残します。", words + "."};
        const std::string hole = PegShape::hole_name(finish_);
        return {"", japanese + "の1本を" + hole + "に残します。", words + " in " + hole + "."};
    }

    Bounds bounds(const Position& pegs) const {
        if (chains_) return {{"regions", kernel<PegMoves>().estimate(pegs)}};
        return {{"pegs", kernel<PegJumps>().estimate(pegs)}};
    }
    Found<Move> solve(const Position& pegs, const Question& asked) const {
        return chains_ ? solved<PegMoves>(pegs, asked) : solved<PegJumps>(pegs, asked);
    }

  private:
    PegWords(PegShape shape, const std::string& finish) : shape_(std::move(shape)) {
        finish_ = finish == "any" ? -1 : finish == "centre" ? shape_.centre() : shape_.hole(finish);
    }

    static std::string place(int hole) {
        return "r" + std::to_string(hole / 8 + 1) + "c" + std::to_string(hole % 8 + 1);
    }
    static Holes change_of(const Move& move) {
        Holes change = 0;
        for (std::size_t i = 1; i < move.size(); ++i)
            change ^= Holes{1} << move[i - 1] | Holes{1} << (move[i - 1] + move[i]) / 2 | Holes{1} << move[i];
        return change;
    }
    void add_moves(Holes pegs, const Move& so_far, std::vector<Move>& found) const {
        for (const PegJump& jump : shape_.jumps) {
            const Holes both = Holes{1} << jump.source | Holes{1} << jump.over, end = Holes{1} << jump.target;
            if (jump.source != so_far.back() || (pegs & both) != both || (pegs & end) != 0) continue;
            Move move = so_far;
            move.push_back(jump.target);
            found.push_back(move);
            if (chains_) add_moves(pegs ^ both ^ end, move, found);
        }
    }
    Words lines(Holes pegs) const {
        Words found;
        for (int row = 0; row < shape_.rows; ++row) {
            std::string line;
            for (int column = 0; column < shape_.columns; ++column) {
                const int hole = 8 * row + column;
                line += !shape_.has(hole) ? "  " : (pegs >> hole & 1) != 0 ? "o " : ". ";
            }
            line.erase(line.find_last_not_of(' ') + 1);
            found.push_back(line);
        }
        return found;
    }
    // The marks of each line: whether a hole has a peg.
    static std::vector<std::vector<bool>> rows_of(const std::string& text) {
        constexpr const char* kExpected = "a board of o for pegs and . for empty holes";
        refuse_nothing(text, kExpected);
        std::vector<std::vector<bool>> rows;
        for (const Words& words : word_lines(text)) {
            rows.emplace_back();
            std::string row = joined(words, "");
            while (!row.empty()) {
                int peg = -1;
                for (const char* mark : {"o", "O", "*", "●"})
                    if (peg < 0 && row.starts_with(mark)) peg = 1, row.erase(0, std::string(mark).size());
                for (const char* mark : {".", "-", "_", "○", "·"})
                    if (peg < 0 && row.starts_with(mark)) peg = 0, row.erase(0, std::string(mark).size());
                if (peg < 0)
                    refuse("row ", rows.size(), ": '", shown(row.substr(0, 1)), "' is not a hole: expected ",
                           kExpected);
                rows.back().push_back(peg == 1);
            }
        }
        return rows;
    }
    static std::string board_of(const std::vector<std::vector<bool>>& rows) {
        std::vector<int> lengths;
        for (const auto& row : rows) lengths.push_back(static_cast<int>(row.size()));
        for (const char* size : {"english", "european"}) {
            const PegShape shape(size);
            std::vector<int> own;
            for (int row = 0; row < shape.rows; ++row)
                own.push_back(std::popcount(shape.holes >> 8 * row & 0xFF));
            if (lengths == own || lengths == std::vector<int>{static_cast<int>(shape.in_order.size())})
                return size;
        }
        const int count = static_cast<int>(lengths.size());
        const bool even = lengths == std::vector<int>(lengths.size(), lengths[0]);
        if (even && count >= 3 && count <= 6 && lengths[0] >= 3 && lengths[0] <= 6)
            return std::to_string(count) + "x" + std::to_string(lengths[0]);
        Words numbers;
        for (std::size_t i = 0; i < lengths.size() && i < 9; ++i)
            numbers.push_back(std::to_string(lengths[i]));
        refuse("found rows of ", joined(numbers, ", "),
               " holes: expected those of english, european, or of a rectangle from 3x3 to 6x6");
    }

    std::map<std::string, Arguments::Value> plain_arguments() const {
        return {{"rows", std::int64_t{shape_.rows}},
                {"columns", std::int64_t{shape_.columns}},
                {"holes", static_cast<std::int64_t>(shape_.holes)},
                {"finish", std::int64_t{finish_}}};
    }
    std::vector<Pagoda> pagodas() const {
        if (finish_ < 0) return {};
        return peg_pagodas(shape_, PegBoard(Arguments(plain_arguments())), finish_);
    }
    template <class G>
    G kernel() const {
        auto bytes = [](const std::vector<std::int64_t>& words) {
            Arguments::Bytes all(8 * words.size());
            if (!words.empty()) std::memcpy(all.data(), words.data(), all.size());
            return all;
        };
        std::vector<std::int64_t> regions, words;
        for (const Holes region : peg_regions(shape_)) regions.push_back(static_cast<std::int64_t>(region));
        for (const Pagoda& pagoda : pagodas()) {
            words.push_back(pagoda.finish);
            words.push_back(static_cast<std::int64_t>(pagoda.weights.size()));
            for (const auto& [weight, holes] : pagoda.weights) {
                words.push_back(weight);
                words.push_back(static_cast<std::int64_t>(holes));
            }
        }
        std::map<std::string, Arguments::Value> all = plain_arguments();
        all["regions"] = bytes(regions);
        all["pagodas"] = bytes(words);
        all["alike"] = true;
        return G(Arguments(all));
    }
    template <class G>
    Found<Move> solved(Holes pegs, const Question& asked) const {
        const G game = kernel<G>();
        // In jumps all solutions are as long.
        const Found<Holes> changes =
            asked.shortest && chains_ ? a_star(game, {pegs}, asked) : decide(game, {pegs}, asked);
        Found<Move> found;
        static_cast<Cost&>(found) = changes;
        if (!changes.moves) return found;
        found.moves.emplace();
        for (const Holes change : *changes.moves) {
            for (const Move& move : choices(pegs))
                if (change_of(move) == change) {
                    found.moves->push_back(move);
                    break;
                }
            pegs ^= change;
        }
        return found;
    }

    PegShape shape_;
    int finish_ = -1;
    bool chains_ = false;
};

}  // namespace yomikiri
