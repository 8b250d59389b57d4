// What the games of rows answer: the decision procedure, and for shortest solutions the course of
// games/rows/shortest.py, which gives the reasons; names and numbers are the same.
#pragma once

#include <memory>
#include <optional>

#include "games/rows/decide.hpp"
#include "games/rows/informed.hpp"
#include "games/rows/layered_beam.hpp"
#include "games/rows/lazy_a_star.hpp"
#include "search/shorten.hpp"
#include "words/answer.hpp"

namespace yomikiri {

class RowClosing {
  public:
    RowClosing(int columns, const Code& start, const Question& asked)
        : domain_(columns),
          rules_(columns, false),
          start_(start),
          known_(asked, "a-star"),
          budget_(static_cast<std::size_t>(asked.limits.memory)) {}

    Found<Code> run() {
        constexpr std::uint64_t kMoment = 20'000, kRound = 40'000;
        constexpr unsigned kShare = 6;
        std::optional<Outcome> outcome = a_star(kMoment);
        if (!outcome) outcome = decide(known_.left(kShare), 1);
        for (std::uint64_t scale = 1; !outcome; scale *= 2) {
            if (!known_.found.moves) outcome = decide(known_.left(1, kRound * scale / 4), 1 + scale);
            if (!outcome) outcome = beam(scale, known_.left(1, kRound * scale / 2));
            if (!outcome) outcome = shorten(1000 * scale, known_.left(1, kRound * scale / 4));
            if (!outcome) outcome = a_star(kRound * scale);
        }
        return known_.result(*outcome);
    }

  private:
    std::optional<Outcome> a_star(std::uint64_t nodes) {
        Control control(known_.left(1, nodes), known_.watch(true));
        PathAnswer<Code> answer;
        if (search_) {
            answer = search_->resume(known_.upper(), control);
        } else {
            search_.emplace(domain_, known_.upper(), budget_, control);
            answer = search_->run(start_);
        }
        known_.held = 0;
        known_.found.lower = std::max(known_.found.lower, answer.counts.lower_bound);
        if (answer.outcome == Outcome::kSolved && answer.path.empty()) known_.found.moves.emplace();
        const std::optional<Outcome> outcome = take(answer, real_path(answer.path));
        known_.held = budget_.used();
        if (answer.outcome == Outcome::kUnsolvable && answer.left_out) return Outcome::kSolved;
        return answer.outcome == Outcome::kNodeLimit ? outcome : answer.outcome;
    }
    std::optional<Outcome> decide(const Limits& limits, std::uint64_t seed) {
        const PathAnswer<Code> answer =
            decide_rows<ExactStore>(rules_.columns(), start_, {}, {seed, 0}, 1, limits, known_.watch(false));
        return take(answer, answer.path);
    }
    std::optional<Outcome> beam(std::uint64_t scale, const Limits& limits) {
        const auto width = static_cast<std::size_t>(100 * scale);
        MemoryBudget budget(static_cast<std::size_t>(limits.memory));
        Control control(limits, known_.watch(false));
        const PathAnswer<Code> answer = beams(domain_, start_, width, width, known_.upper(), budget, control);
        return take(answer, real_path(answer.path));
    }
    std::optional<Outcome> shorten(std::uint64_t neighbours, const Limits& limits) {
        if (!known_.found.moves) return std::nullopt;
        std::vector<Code> solution{domain_.canonical(start_)};
        for (const Code& code : *known_.found.moves) solution.push_back(domain_.canonical(code));
        MemoryBudget budget(static_cast<std::size_t>(limits.memory));
        Control control(limits, known_.watch(false));
        auto ends = [&](const Code& start, int upper, const Counts& counts) {
            return LazyAStar<RowInformed>(domain_, upper, budget, control, counts).run(start);
        };
        const PathAnswer<Code> answer =
            Shortener(domain_, ends, static_cast<std::size_t>(neighbours), budget, control).run(solution);
        known_.found.lower = std::max(known_.found.lower, answer.counts.lower_bound);
        return take(answer, real_path(answer.path));
    }

    // Takes in the cost of a step, and its solution if that is shorter.
    std::optional<Outcome> take(const PathAnswer<Code>& answer, const std::vector<Code>& path) {
        known_.pay(answer);
        if (!path.empty() && static_cast<int>(path.size()) < known_.upper()) known_.found.moves = path;
        const bool left_out = answer.outcome == Outcome::kUnsolvable && answer.left_out;
        if ((answer.outcome == Outcome::kUnsolvable && !left_out) || answer.outcome == Outcome::kCancelled)
            return answer.outcome;
        return known_.found.closed() ? std::optional(Outcome::kSolved) : known_.met();
    }

    // The real codes after the start whose canonical forms are those of `path`.
    std::vector<Code> real_path(const std::vector<Code>& path) const {
        std::vector<Code> real;
        Code code = start_;
        for (const Code& wanted : path) {
            Superpuzz::State state;
            Superpuzz::Moves moves;
            rules_.open(rules_.hash(code), code, state);
            rules_.moves(state, moves);
            for (const Superpuzz::Move move : moves) {
                const Code next = rules_.play(state.code, move);
                if (domain_.canonical(next) != wanted) continue;
                code = next;
                break;
            }
            real.push_back(code);
        }
        return real;
    }

    RowInformed domain_;
    Superpuzz rules_;
    Code start_;
    Closing<Code> known_;
    MemoryBudget budget_;
    std::optional<LazyAStar<RowInformed>> search_;
};

// Cards that stand in no cell of theirs, whichever rows the suits get: misplaced() of bounds.py.
inline int misplaced(int columns, const Code& code) {
    std::array<std::array<int, 4>, 4> in_place{};  // of a suit, if a row were its own
    for (int card = 0; card < 4 * (columns - 1); ++card) {
        const int cell = static_cast<int>(field(code, card));
        const auto suit = static_cast<std::size_t>(card / (columns - 1));
        if (cell % columns == card % (columns - 1))
            ++in_place[suit][static_cast<std::size_t>(cell / columns)];
    }
    std::array<std::size_t, 4> rows{0, 1, 2, 3};
    int best = 0;
    do {
        int sum = 0;
        for (std::size_t suit = 0; suit < 4; ++suit) sum += in_place[suit][rows[suit]];
        best = std::max(best, sum);
    } while (std::next_permutation(rows.begin(), rows.end()));
    return 4 * (columns - 1) - best;
}

// The codes along a solution, as "moves".
inline Found<Code> answer_rows(int columns, const Code& start, const Question& asked) {
    if (asked.shortest) return RowClosing(columns, start, asked).run();
    const PathAnswer<Code> answer =
        decide_rows<FingerprintSet>(columns, start, {}, {1, 0}, 1, asked.limits, asked.watch);
    Found<Code> found;
    found.pay(answer);
    found.outcome = answer.outcome;
    found.algorithm = "decide";
    found.lower = std::max(answer.counts.lower_bound, misplaced(columns, start));
    found.seconds = answer.seconds;
    found.fingerprints = true;
    found.error_bound = answer.error_bound;
    if (answer.outcome == Outcome::kSolved) found.moves = answer.path;
    return found;
}

}  // namespace yomikiri
