// Solves many positions in one call, for callers with thousands of deals: some solution of each, or a proof
// that there is none.
//
// The limits on positions and memory apply to each search, the seconds to all of them together.  The searches
// share one watch, which gets the counts of the running search.
#pragma once

#include <chrono>
#include <new>

#include "games/freecell/solution.hpp"
#include "games/freecell/thorough.hpp"

namespace yomikiri {

struct FreeCellVerdict {
    Outcome outcome = Outcome::kCancelled;
    FreeCellSteps steps;
    std::uint64_t expanded = 0, stored = 0;
};

class FreeCellBatch {
  public:
    // By sweeps of a width; 0: by `fast`.
    FreeCellBatch(const FreeCellRules& rules, std::size_t width, const Limits& limits)
        : rules_(rules), width_(width), limits_(limits) {}

    // Calls board(i) and then take(i, verdict) for i from 0 to count - 1; positions that a limit or the watch
    // left no time for get that outcome.
    template <class Board, class Take>
    void solve(std::size_t count, Board&& board, Take&& take, const Watch& watch) const {
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
        for (std::size_t i = 0; i < count; ++i) {
            Limits limits = limits_;
            if (limits.seconds) *limits.seconds -= std::min(*limits.seconds, seconds(started, Clock::now()));
            take(i, solve(board(i), limits, seldom));
        }
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
            FreeCellFound found =
                width_ == 0 ? fast_freecell(rules_, board, budget, control)
                            : thorough_sweeps(FreeCellQuick(rules_, board), width_, budget, control);
            verdict = {found.outcome, {}, found.counts.expanded, found.counts.stored};
            if (found.outcome != Outcome::kSolved) return verdict;
            repair(rules_, board, found.steps);
            verdict.steps = std::move(found.steps);
        } catch (const std::bad_alloc&) {
            verdict = {Outcome::kMemoryLimit, {}, verdict.expanded, verdict.stored};
        }
        return verdict;
    }

    FreeCellRules rules_;
    std::size_t width_;
    Limits limits_;
};

}  // namespace yomikiri
