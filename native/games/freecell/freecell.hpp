// FreeCell as every search sees it: the moves of the rules, on positions up to the order of columns and
// cells.
//
// Mirrors games/freecell/rules.py and FreeCellSpace: a state is the canonical board of its class, with its
// columns in deck order of their bottom cards and its cells in deck order, empty ones last, so moves are
// listed in the same order as there.  Keys are relative to a start (code.hpp); codes are boards.
//
// The searches for shortest solutions in bind_search.cpp know more (safe home moves, bounds shared among
// siblings), and expand a fraction of what these do.  `decide` has its own view, too (decision.hpp).
#pragma once

#include <memory>
#include <span>

#include "arguments.hpp"
#include "games/freecell/agent.hpp"
#include "games/freecell/decision.hpp"
#include "games/freecell/informed.hpp"
#include "games/freecell/plain.hpp"

namespace yomikiri {

class FreeCellGame {
  public:
    using Key = FreeCellKey;
    using Move = FreeCellMove;
    using Moves = FreeCellBoard::Moves;
    struct State {
        FreeCellBoard board;
        Key key;
    };
    static constexpr std::array<const char*, 5> kHeuristics{"relaxed", "cycles", "components", "one-suit",
                                                            "home"};

    explicit FreeCellGame(const Arguments& rules) {
        rules_.columns = static_cast<unsigned>(rules.number("columns", 1, FreeCellRules::kMaxColumns, 8));
        rules_.cells = static_cast<unsigned>(rules.number("cells", 0, FreeCellRules::kMaxCells, 4));
        rules_.ranks = static_cast<unsigned>(rules.number("ranks", 1, FreeCellRules::kMaxRanks, 13));
        rules_.building = rules.flag("suit", false) ? Building::kSuit : Building::kAlternate;
        rules_.kings_only = rules.flag("kings", false);
        rules_.supermove = rules.flag("supermove", false);
        heuristic_ =
            static_cast<FreeCellHeuristic>(kHeuristics.size() - 1 - rules.choice("heuristic", kHeuristics));
    }
    // Each object has its own scratch data.
    FreeCellGame(const FreeCellGame& other)
        : rules_(other.rules_), heuristic_(other.heuristic_), plain_(other.plain_) {}

    FreeCellGame relative_to(std::span<const std::uint8_t> code) const {
        FreeCellGame game = *this;
        game.plain_ = std::make_shared<FreeCellPlain>(rules_, board_of(code));
        return game;
    }
    Key read(std::span<const std::uint8_t> code) const { return coder().code(board_of(code)); }
    std::vector<std::uint8_t> write(const Key& key) const {
        State state;
        open(key, state);
        return state.board.bytes(rules_);
    }
    bool is_position(const Key& key) const { return plain_->is_position(key); }

    void open(const Key& key, State& s) const {
        FreeCellField field;
        field.open(coder(), key);
        std::array<std::uint8_t, FreeCellRules::kMaxColumns> tops{};
        std::array<std::uint8_t, FreeCellRules::kMaxCells> cells{};
        unsigned column = 0, cell = 0;
        for_each_card(field.floors, [&](unsigned card) {
            while (field.over[card] != 0) card = field.over[card];
            tops[column++] = static_cast<std::uint8_t>(card);
        });
        for_each_card(field.cells, [&](unsigned card) { cells[cell++] = static_cast<std::uint8_t>(card); });
        s.board = FreeCellBoard::of(field.under, tops, cells, field.home);
        s.key = key;
    }
    Key key(const State& s) const { return s.key; }
    void moves(const State& s, Moves& found) const { s.board.moves(rules_, found); }
    void play(State& s, Move move) const {
        const unsigned card = s.board.head(move);
        const unsigned to = move.to >= kHomePlace   ? FreeCellBoard::kAtHome
                            : move.to >= kCellPlace ? FreeCellBoard::kInCell
                                                    : s.board.top(move.to);
        open(s.key + coder().change(card, s.board.under(card), to), s);
    }
    bool is_goal(const State& s) const { return s.board.is_goal(rules_); }

    FreeCellAgent agent() const { return FreeCellAgent(rules_); }

    int estimate(const State& s) const {
        if (scratch_ == nullptr) scratch_ = std::make_unique<Scratch>(coder(), heuristic_);
        scratch_->field.open(coder(), s.key);
        if (heuristic_ == FreeCellHeuristic::kRelaxed && !rules_.supermove) {
            scratch_->single.open(scratch_->field);
            return scratch_->single.exact();
        }
        scratch_->other.open(scratch_->field);
        return scratch_->other.exact();
    }

    PathAnswer<Key> decide(const Key& start, bool fingerprints, PoolOptions pool, std::size_t threads,
                           const Limits& limits, const Watch& watch) const {
        State s;
        open(start, s);
        return fingerprints ? decide_freecell<FingerprintSet>(rules_, s.board, pool, threads, limits, watch)
                            : decide_freecell<ExactStore>(rules_, s.board, pool, threads, limits, watch);
    }

    Record record(const State& s, Move move) const {
        const unsigned card = s.board.head(move);
        return static_cast<Record>(card << 7 | s.board.under(card));
    }
    Key undo(const Key& key, Record record) const { return plain_->undo(key, record); }
    bool is_record(Record record) const { return plain_->is_record(record); }

  private:
    struct Scratch {
        Scratch(const FreeCellCoder& coder, FreeCellHeuristic heuristic)
            : single(coder, heuristic), other(coder, heuristic) {}
        FreeCellField field;
        FreeCellSingleEstimate single;
        FreeCellPlainEstimate other;
    };

    const FreeCellCoder& coder() const { return plain_->coder(); }
    FreeCellBoard board_of(std::span<const std::uint8_t> code) const {
        const std::optional<FreeCellBoard> board = FreeCellBoard::read(rules_, code.data(), code.size());
        if (!board) refuse("not the code of a position: expected every card of the deck once");
        return *board;
    }

    FreeCellRules rules_;
    FreeCellHeuristic heuristic_;
    std::shared_ptr<const FreeCellPlain> plain_;  // of the start
    mutable std::unique_ptr<Scratch> scratch_;
};

static_assert(HasEstimate<FreeCellGame> && HasUndo<FreeCellGame>);

}  // namespace yomikiri
