// How hard a position is for a person: the twin of search/difficulty.py, which gives the reasons.
#pragma once

#include <cmath>
#include <map>

#include "words/answer.hpp"
#include "words/text.hpp"

namespace yomikiri {

struct Difficulty {
    Outcome outcome = Outcome::kSolved;
    int length = -1;  // of the solution walked; -1: none is known
    std::uint64_t expanded = 0;
    int legal = 0, winning = 0, losing = 0, undecided = 0;
    double luck = 0;

    const char* level() const {
        constexpr double kMedium = 12, kHard = 20;
        const double bits = luck + std::log2(1 + static_cast<double>(expanded));
        return bits < kMedium ? "easy" : bits < kHard ? "medium" : "hard";
    }
};

template <class W>
class DifficultyWalk {
  public:
    using Position = typename W::Position;
    using Move = typename W::Move;

    explicit DifficultyWalk(const W& words, Question asked) : words_(words), asked_(std::move(asked)) {}

    Difficulty rate(Position at) {
        Difficulty rating;
        std::vector<Move> moves;
        std::tie(rating.outcome, moves, rating.expanded) = solved(at, asked_.limits.nodes);
        if (rating.outcome != Outcome::kSolved) return rating;
        rating.length = static_cast<int>(moves.size());
        remember(at, moves);
        for (const Move& move : moves) {
            step(rating, at);
            at = words_.play(at, move);
        }
        return rating;
    }

  private:
    static constexpr std::uint64_t kMoveNodes = 5'000;

    std::tuple<Outcome, std::vector<Move>, std::uint64_t> solved(const Position& at,
                                                                 std::optional<std::uint64_t> nodes) const {
        if (words_.is_goal(at)) return {Outcome::kSolved, {}, 0};
        if (!words_.why_unsolvable(at).empty()) return {Outcome::kUnsolvable, {}, 0};
        Question asked = asked_;
        asked.limits.nodes = nodes;
        const Found<Move> found = words_.solve(at, asked);
        if (!found.moves) return {found.outcome, {}, found.counts.expanded};
        return {Outcome::kSolved, *found.moves, found.counts.expanded};
    }
    void remember(Position at, const std::vector<Move>& moves) {
        known_[words_.write(at)] = Outcome::kSolved;
        for (const Move& move : moves) {
            at = words_.play(at, move);
            known_[words_.write(at)] = Outcome::kSolved;
        }
    }
    void step(Difficulty& rating, const Position& at) {
        std::vector<Move> choices;
        if constexpr (requires { words_.different_choices(at); })
            choices = words_.different_choices(at);
        else
            choices = words_.choices(at);
        int winning = 0, losing = 0;
        for (const Move& move : choices) {
            const Outcome outcome = decided(words_.play(at, move));
            winning += outcome == Outcome::kSolved;
            losing += outcome == Outcome::kUnsolvable;
        }
        const int legal = static_cast<int>(choices.size()), undecided = legal - winning - losing;
        const double wrong = (losing + undecided / 2.0) / legal;
        rating.legal += legal;
        rating.winning += winning;
        rating.losing += losing;
        rating.undecided += undecided;
        rating.luck -= std::log2(1 - wrong);
    }
    Outcome decided(const Position& at) {
        const std::string key = words_.write(at);
        if (const auto found = known_.find(key); found != known_.end()) return found->second;
        if (W::kKnowsUnsolvable)
            return known_[key] = words_.why_unsolvable(at).empty() ? Outcome::kSolved : Outcome::kUnsolvable;
        const auto [outcome, moves, expanded] = solved(at, kMoveNodes);
        if (outcome == Outcome::kSolved) remember(at, moves);
        return known_[key] = outcome;
    }

    const W& words_;
    Question asked_;
    std::map<std::string, Outcome> known_;
};

}  // namespace yomikiri
