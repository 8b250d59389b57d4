// Superpuzz and Gaps as every search sees them, with their own decision procedure.
//
// `decide` is a declared specialisation of the pooled search: working on components and persistent sets
// instead of single moves, it decides deals with 13 columns in about a second, of which the general one
// decides none in a minute.
#pragma once

#include <algorithm>
#include <span>

#include "agent.hpp"
#include "games/rows/decide.hpp"
#include "games/rows/superpuzz.hpp"
#include "games/rows/waiting_cycles.hpp"

namespace yomikiri {

class RowGame : public Superpuzz {
  public:
    static constexpr std::array<const char*, 1> kHeuristics{"waiting-cycles"};

    explicit RowGame(const Arguments& rules)
        : RowGame(static_cast<int>(rules.number("columns", 2, kMaxColumns)),
                  rules.flag("rows_alike", false)) {
        constexpr std::array<const char*, 5> kNames{"as-listed", "aces-last", "aces-first", "priority-1",
                                                    "priority-2"};
        order_ = static_cast<Order>(rules.choice("order", kNames));
        set_order(order_);
    }
    RowGame(int columns, bool rows_alike, std::uint64_t hash_seed = 0)
        : Superpuzz(columns, rows_alike, hash_seed), geometry_(columns), alike_(rows_alike) {}
    RowGame with_hash_seed(std::uint64_t seed) const {
        RowGame other(columns(), alike_, seed);
        other.set_order(order_);
        return other;
    }

    // Children are already canonical if rows are alike.
    Code canonical(const Code& code) const = delete;
    std::optional<Key> read(std::span<const std::uint8_t> bytes) const {
        if (bytes.size() != key_bytes()) refuse("a code of ", bytes.size(), " bytes: expected ", key_bytes());
        const Code code = Code::read(bytes.data(), bytes.size());
        if (!is_position(code)) return std::nullopt;
        return alike_ ? Superpuzz::canonical(code) : code;
    }
    std::vector<std::uint8_t> write(const Key& key) const {
        return {key.begin(), key.begin() + static_cast<std::ptrdiff_t>(key_bytes())};
    }

    using Superpuzz::open;
    void open(const Key& key, State& s) const { open(hash(key), key, s); }

    // An agent's actions are a hole, of four in reading order, and the suit of the card that goes there.
    std::size_t actions() const { return kRows * kRows; }
    std::size_t action(const State& s, Move move) const {
        const auto hole = std::find(s.holes.begin(), s.holes.end(), move.target) - s.holes.begin();
        return static_cast<std::size_t>(hole * kRows + move.card / (columns() - 1));
    }
    // A byte a cell: the card, numbered from 1 in deck order, or 0.
    std::size_t observed() const { return static_cast<std::size_t>(cells()); }
    void observe(const State& s, std::uint8_t* to) const {
        for (std::size_t cell = 0; cell < observed(); ++cell)
            to[cell] = static_cast<std::uint8_t>(s.cells[cell] + 1u);
    }
    auto agent() const {
        if (alike_) refuse("rows that are alike: an agent plays on the board as it lies");
        return MoveAgent<RowGame>(*this);
    }

    int estimate(const State& s) const {
        const RowBoard board = RowBoard::read(geometry_, s.code);
        relaxed_.run(geometry_, board);
        return WaitingCycles(geometry_, board, possible_suits(geometry_, board, relaxed_)).estimate();
    }

    PathAnswer<Key> decide(const Key& start, bool fingerprints, PoolOptions pool, std::size_t threads,
                           const Limits& limits, const Watch& watch) const {
        return fingerprints ? decide_rows<FingerprintSet>(columns(), start, {}, pool, threads, limits, watch)
                            : decide_rows<ExactStore>(columns(), start, {}, pool, threads, limits, watch);
    }

  private:
    RowGeometry geometry_;
    bool alike_;
    Order order_ = Order::kAsListed;
    mutable Relaxation relaxed_;
};

static_assert(Undoable<RowGame> && HasEstimate<RowGame> && !HasCanonical<RowGame>);

}  // namespace yomikiri
