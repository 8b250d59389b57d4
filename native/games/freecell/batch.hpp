// Solves many positions in one call, for callers with thousands of deals: some solution of each, or a proof
// that there is none.
//
// The limits on positions and memory apply to each search, the seconds to all of them together.  The searches
// share one watch, which gets the counts of the running search.
#pragma once

#include <chrono>
#include <new>

#include "games/freecell/quick.hpp"
#include "games/freecell/sweeps.hpp"

namespace yomikiri {

struct FreeCellVerdict {
    Outcome outcome = Outcome::kCancelled;
    std::vector<FreeCellMove> moves;
    std::uint64_t expanded = 0, stored = 0;
};

class FreeCellBatch {
  public:
    FreeCellBatch(const FreeCellRules& rules, std::size_t width, bool repairs, const Limits& limits)
        : rules_(rules), width_(width), repairs_(repairs), limits_(limits) {}

    // One verdict per board; boards that a limit or the watch left no time for get that outcome.
    std::vector<FreeCellVerdict> solve(const std::vector<FreeCellBoard>& boards, const Watch& watch) const {
        const Clock::time_point started = Clock::now();
        Clock::time_point watched = started - kWatchPeriod;
        bool stopped = false;
        // Each search checks the clock when it begins; Python is called only now and then.
        const Watch seldom = [&](const Counts& counts, double) {
            const Clock::time_point now = Clock::now();
            if (!stopped && now - watched >= kWatchPeriod) {
                watched = now;
                stopped = watch(counts, seconds(started, now));
            }
            return stopped;
        };
        std::vector<FreeCellVerdict> verdicts;
        for (const FreeCellBoard& board : boards) {
            Limits limits = limits_;
            if (limits.seconds) *limits.seconds -= std::min(*limits.seconds, seconds(started, Clock::now()));
            verdicts.push_back(solve(board, limits, seldom));
        }
        return verdicts;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kWatchPeriod{100};

    static double seconds(Clock::time_point from, Clock::time_point to) {
        return std::chrono::duration<double>(to - from).count();
    }

    FreeCellVerdict solve(const FreeCellBoard& board, const Limits& limits, const Watch& watch) const {
        Control control(limits, watch);
        MemoryBudget budget(limits.memory);
        FreeCellVerdict verdict;
        try {
            const FreeCellQuick domain(rules_, board);
            const auto answer = Sweeps<FreeCellQuick>(domain, width_, budget, control).run();
            verdict = {answer.outcome, {}, answer.counts.expanded, answer.counts.stored};
            if (answer.outcome != Outcome::kSolved) return verdict;
            FreeCellSteps steps = domain.plain(answer.steps);
            if (repairs_) repair(rules_, board, steps);
            verdict.moves = moves_of(rules_, board, steps);
        } catch (const std::bad_alloc&) {
            verdict = {Outcome::kMemoryLimit, {}, verdict.expanded, verdict.stored};
        }
        return verdict;
    }

    FreeCellRules rules_;
    std::size_t width_;
    bool repairs_;
    Limits limits_;
};

}  // namespace yomikiri
