// FreeCell as the searches over keys see it: children with safe home moves made, and lower bounds.
//
// A child is the position after a move and then all safe home moves, which some shortest solution makes at
// once (see docs/freecell-search.md); each of them counts.  So positions with a safe home move are never
// stored.  A card that takes the last empty cell or column is followed at once by a step that depends on it
// (FreeCellField): the child is the position after both.
#pragma once

#include "games/freecell/deadlock.hpp"
#include "games/freecell/deep_cards.hpp"
#include "games/freecell/relaxed.hpp"
#include "games/freecell/runs.hpp"
#include "random.hpp"
#include "search/informed.hpp"

namespace yomikiri {

enum class FreeCellHeuristic { kHome, kOneSuit, kComponents, kCycles, kRelaxed };

struct FreeCellKid {
    FreeCellKey key;
    std::uint64_t hash = 0;
    FreeCellStep step, second;            // the second has no card if there is none
    std::uint8_t safe = 0;                // how many home moves followed
    std::uint8_t cells = 0, columns = 0;  // how many are empty
    int cost = 1, least = 0, most = 0;    // the estimate lies between least and most
};

// The relaxed game in the metric `single`; work that siblings share is done once.
class FreeCellSingleEstimate {
  public:
    FreeCellSingleEstimate(const FreeCellCoder& coder, FreeCellHeuristic) : relaxed_(coder) {}
    void open(const FreeCellField& field) { relaxed_.open(field); }
    int exact() { return relaxed_.exact(); }
    int exact(int least, int most) { return relaxed_.exact(least, most); }
    void know(int known) { relaxed_.know(known); }
    void range(FreeCellKid& kid, int known) const {
        const auto [least, most] = kid.second.card == 0 ? relaxed_.range(kid.step, known)
                                                        : relaxed_.range(kid.step, kid.second, known);
        kid.least = least - kid.safe;
        kid.most = most - kid.safe;
    }
    EstimateBound settle(const FreeCellKid& kid, int enough) {
        const int safe = kid.safe;
        const FreeCellRelaxed::Range range{kid.least + safe, kid.most + safe};
        const EstimateBound found = kid.second.card == 0
                                        ? relaxed_.after(kid.step, range, enough + safe)
                                        : relaxed_.after(kid.step, kid.second, range, enough + safe);
        return {found.least - safe, found.most - safe};
    }

  private:
    FreeCellRelaxed relaxed_;
};

// Every other bound, computed from scratch for each position.
class FreeCellPlainEstimate {
  public:
    FreeCellPlainEstimate(const FreeCellCoder& coder, FreeCellHeuristic heuristic)
        : coder_(coder), heuristic_(heuristic), runs_(coder, cache_), landed_(coder, cache_) {}
    void open(const FreeCellField& field) {
        field_ = &field;
        out_ = static_cast<int>(field.cards_out(coder_.rules()));
        loaded_ = false;
    }
    int exact() {
        if (heuristic_ != FreeCellHeuristic::kRelaxed) return estimate(*field_);
        load();
        return runs_.estimate(kUnbounded, 0);
    }
    int exact(int least, int most) {
        if (heuristic_ != FreeCellHeuristic::kRelaxed) return std::max(estimate(*field_), least);
        load();
        while (least < most && runs_.estimate(least, least) > least) ++least;
        return least;
    }
    void know(int) const {}
    void range(FreeCellKid& kid, int known) const {
        kid.least = kid.most = known - kid.safe;
        int out = out_ - kid.safe;
        for (const FreeCellStep step : {kid.step, kid.second}) {
            if (step.card == 0) break;
            // A home move is always right in the relaxed game.  Taking cards off another is at best one of
            // the lifts that the game needs, and putting them on another costs at most one to lift them
            // again.
            const bool home = step.to == FreeCellBoard::kAtHome;
            const bool lifts = is_card(field_->under[step.card]), lands = is_card(step.to);
            kid.least -= home || lifts;
            kid.most += home ? -1 : lands;
            out -= home;
        }
        if (heuristic_ == FreeCellHeuristic::kRelaxed) {
            kid.least = std::max(kid.least, out);
            return;
        }
        kid.least = out;
        kid.most = heuristic_ == FreeCellHeuristic::kHome ? out : kUnbounded;
    }
    EstimateBound settle(const FreeCellKid& kid, int enough) {
        if (kid.least == kid.most || kid.least >= enough) return {kid.least, kid.most};
        if (heuristic_ != FreeCellHeuristic::kRelaxed) {
            child_.open(coder_, kid.key);
            return estimate(child_);
        }
        // Safe home moves are handled later: each lowers the estimate by exactly one.
        int least = kid.least + kid.safe;
        if (kid.second.card != 0) {
            child_ = *field_;
            child_.play(coder_, kid.step);
            child_.play(coder_, kid.second);
            landed_.open(child_);
            while (least < kid.most + kid.safe && landed_.estimate(least, least) > least) ++least;
            return least - kid.safe;
        }
        // Two questions: what is it without the cards that move, and do they cost one more where they land?
        if (is_card(field_->under[kid.step.card])) {
            load();
            least = runs_.lifted(kid.step.card, least);
        }
        if (!is_card(kid.step.to)) return least - kid.safe;
        if (least - kid.safe >= enough) return {least - kid.safe, least - kid.safe + 1};
        child_ = *field_;
        child_.play(coder_, kid.step);
        landed_.open(child_);
        return landed_.estimate(least, least) - kid.safe;
    }

  private:
    static constexpr int kUnbounded = 254;
    static bool is_card(unsigned place) { return place < kCardSlots && place != FreeCellBoard::kFloor; }

    // Half of all positions are opened without ever needing it.
    void load() {
        if (!loaded_) runs_.open(*field_);
        loaded_ = true;
    }
    int estimate(const FreeCellField& field) const {
        const FreeCellRules& rules = coder_.rules();
        switch (heuristic_) {
            case FreeCellHeuristic::kHome:
                return static_cast<int>(field.cards_out(rules));
            case FreeCellHeuristic::kOneSuit:
                return FreeCellDeadlock(rules, field).one_suit();
            case FreeCellHeuristic::kComponents:
                return FreeCellDeadlock(rules, field).components();
            case FreeCellHeuristic::kCycles:
                return FreeCellDeadlock(rules, field).cycles();
            case FreeCellHeuristic::kRelaxed:
                break;  // See above.
        }
        return 0;
    }

    const FreeCellCoder& coder_;
    FreeCellHeuristic heuristic_;
    FreeCellRunsCache cache_;
    FreeCellRuns runs_, landed_;  // of the position, and of one after a step
    bool loaded_ = false;
    const FreeCellField* field_ = nullptr;
    FreeCellField child_;
    int out_ = 0;
};

template <class Estimate>
class FreeCellDomain {
  public:
    using Key = FreeCellKey;
    using Kid = FreeCellKid;
    // As many as a board has moves, and eight that can follow the one of a column that takes the last room.
    using Kids = MoveList<Kid, FreeCellBoard::Moves::capacity() + 8 * FreeCellRules::kMaxColumns>;

    FreeCellDomain(const FreeCellCoder& coder, FreeCellHeuristic heuristic, bool safe = true)
        : coder_(coder),
          rules_(coder.rules()),
          estimate_(coder, heuristic),
          plays_safe_(safe),
          deep_(coder) {}

    // The position after all safe home moves, and how many these are.
    struct Root {
        Key key;
        int depth = 0;
    };
    Root root(const Key& key) {
        field_.open(coder_, key);
        const int depth = close(field_);
        return {field_.key, depth};
    }

    void open(const Key& key) {
        field_.open(coder_, key);
        estimate_.open(field_);
        zone_known_ = false;
    }
    int exact() { return estimate_.exact(); }
    int exact(int least, int most) { return estimate_.exact(least, most); }
    const Kids& kids() const { return kids_; }
    EstimateBound settle(const Kid& kid, int enough) { return estimate_.settle(kid, enough); }
    // Among positions of the same depth: lower estimate, more empty cells and columns.
    int score(const Kid& kid, int estimate) const { return 2 * estimate - kid.cells - kid.columns; }
    std::uint64_t zone(const Kid& kid) {
        if (!zone_known_) zone_ = still(field_);
        zone_known_ = true;
        CardSet found = zone_;
        if (kid.safe > 0) {
            FreeCellField child;
            child.open(coder_, kid.key);
            found = still(child);
        } else {
            for (const FreeCellStep one : {kid.step, kid.second}) {
                if (one.card == 0) break;
                const bool back = one.to == coder_.original(one.card) && deep_.has(one.card);
                found = (found & ~bit_of(one.card)) | static_cast<CardSet>(back) << one.card;
            }
        }
        return SplitMix64(found).next();
    }

    void list(int known) {
        list(known, [](const Kid&) {});
    }
    template <class Announce>
    void list(int known, Announce&& announce) {
        kids_.clear();
        estimate_.know(known);
        safe_ = plays_safe_ ? field_.safe_next(rules_) : 0;
        empty_columns_ = field_.empty_columns(rules_);
        empty_cells_ = field_.empty_cells(rules_);
        const bool last_room = plays_safe_ && empty_columns_ + empty_cells_ == 1;
        field_.for_each_step(rules_, [&](unsigned card, unsigned to) {
            const FreeCellStep step = step_of(card, to);
            // A card that is uncovered and safe goes home anyway.
            if (last_room && field_.takes_last_room(rules_, card, to) && !is_safe(field_.under[card])) {
                field_.for_each_dependent(rules_, card, to, [&](unsigned other, unsigned place) {
                    announce(add(step, step_of(other, place), known));
                });
            } else {
                announce(add(step, {}, known));
            }
        });
    }

  private:
    static FreeCellStep step_of(unsigned card, unsigned to) {
        return {static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(to)};
    }
    bool is_safe(unsigned card) const { return card < kCardSlots && (safe_ >> card & 1) != 0; }

    // The child after a step, or after two.
    const Kid& add(FreeCellStep step, FreeCellStep second, int known) {
        Kid kid;
        kid.step = step;
        kid.second = second;
        kid.key = field_.key;
        kid.cost = 0;
        unsigned cells = empty_cells_, columns = empty_columns_;
        bool closes = false;
        for (const FreeCellStep one : {step, second}) {
            if (one.card == 0) break;
            const unsigned from = field_.under[one.card], to = one.to;
            kid.key = kid.key + coder_.change(one.card, from, to);
            if (from == FreeCellBoard::kInCell) ++cells;
            if (from == FreeCellBoard::kFloor) ++columns;
            if (to == FreeCellBoard::kInCell) --cells;
            if (to == FreeCellBoard::kFloor) --columns;
            // A home move can make others safe, other moves only by uncovering one that was.
            closes = closes || to == FreeCellBoard::kAtHome || is_safe(from);
            ++kid.cost;
        }
        if (plays_safe_ && closes) {
            FreeCellField child = field_;
            child.play(coder_, step);
            if (second.card != 0) child.play(coder_, second);
            kid.safe = static_cast<std::uint8_t>(close(child));
            kid.cost += kid.safe;
            kid.key = child.key;
            cells = child.empty_cells(rules_);
            columns = child.empty_columns(rules_);
        }
        kid.cells = static_cast<std::uint8_t>(cells);
        kid.columns = static_cast<std::uint8_t>(columns);
        kid.hash = kid.key.hash();
        estimate_.range(kid, known);
        kids_.push(kid);
        return kids_[kids_.size() - 1];
    }

    CardSet still(const FreeCellField& field) const {
        return deep_.still(coder_, [&](unsigned card) { return field.under[card]; });
    }

    int close(FreeCellField& field) const {
        int count = 0;
        while (plays_safe_) {
            const CardSet safe = field.safe_next(rules_) & (field.tops | field.cells);
            if (safe == 0) break;
            field.play(coder_, {static_cast<std::uint8_t>(std::countr_zero(safe)), FreeCellBoard::kAtHome});
            ++count;
        }
        return count;
    }

    const FreeCellCoder& coder_;
    const FreeCellRules& rules_;
    Estimate estimate_;
    bool plays_safe_;
    FreeCellField field_;
    Kids kids_;
    CardSet safe_ = 0;
    unsigned empty_columns_ = 0, empty_cells_ = 0;
    FreeCellDeepCards deep_;
    CardSet zone_ = 0;
    bool zone_known_ = false;
};

static_assert(InformedDomain<FreeCellDomain<FreeCellSingleEstimate>>);
static_assert(InformedDomain<FreeCellDomain<FreeCellPlainEstimate>>);

// The moves from `board` along the keys of a solution: one move to each, or two if the first takes the last
// room, and the safe home moves after it.  A card that is put aside may go home in the end, so that two moves
// lead to the same key, one of them by a detour: the cheapest is taken, as in the search.  Two moves are
// never cheaper than one, because as many cards go home.  If no move fits, the result is too short, and
// certification would refuse it.
class FreeCellReplay {
  public:
    FreeCellReplay(const FreeCellCoder& coder, bool safe) : coder_(coder), safe_(safe) {}

    std::vector<FreeCellMove> moves(FreeCellBoard board, const std::vector<FreeCellKey>& keys) const {
        std::vector<FreeCellMove> all;
        close(board, all);
        for (const FreeCellKey& key : keys) {
            Way cheapest;
            for (unsigned steps = 1; steps <= 2 && cheapest.made.empty(); ++steps)
                look({board, {}}, key, steps, cheapest);
            if (cheapest.made.empty()) break;
            board = cheapest.board;
            all.insert(all.end(), cheapest.made.begin(), cheapest.made.end());
        }
        return all;
    }

  private:
    struct Way {
        FreeCellBoard board;
        std::vector<FreeCellMove> made;
    };

    // Looks for the key after that many more moves.
    void look(const Way& from, const FreeCellKey& key, unsigned steps, Way& cheapest) const {
        FreeCellBoard::Moves moves;
        from.board.moves(coder_.rules(), moves);
        for (FreeCellMove move : moves) {
            Way way = from;
            way.board.play(move);
            way.made.push_back(move);
            if (steps > 1) {
                look(way, key, steps - 1, cheapest);
                continue;
            }
            close(way.board, way.made);
            if (coder_.code(way.board) != key) continue;
            if (cheapest.made.empty() || way.made.size() < cheapest.made.size()) cheapest = std::move(way);
        }
    }
    void close(FreeCellBoard& at, std::vector<FreeCellMove>& made) const {
        FreeCellBoard::Moves moves;
        for (bool again = safe_; again;) {
            again = false;
            const CardSet cards = safe_cards(coder_.rules(), at.homes());
            at.moves(coder_.rules(), moves);
            for (FreeCellMove move : moves)
                if (move.to == kHomePlace && (cards >> at.head(move) & 1) != 0) {
                    at.play(move);
                    made.push_back(move);
                    again = true;
                    break;
                }
        }
    }

    const FreeCellCoder& coder_;
    bool safe_;
};

}  // namespace yomikiri
