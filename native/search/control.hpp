// How a search is limited, watched and stopped, and what it answers.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "game.hpp"

namespace yomikiri {

enum class Outcome { kSolved, kUnsolvable, kNodeLimit, kTimeLimit, kMemoryLimit, kCancelled };

struct Counts {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t stored = 0;
    std::uint64_t open = 0;
    std::uint64_t bytes = 0;
    int lower_bound = 0;
    int upper_bound = -1;  // negative while no solution is known
};

// The counts of a search when it began a level: an f, a bound, a depth.
struct LevelStart {
    int value;
    std::uint64_t expanded, generated;
    double seconds;
};

// Where the levels of a search began, and what they are; some searches have none.
struct LevelLog {
    const char* by = nullptr;
    std::vector<LevelStart> starts;

    // Called once per level: it only copies counts that exist anyway.
    void begin(const char* what, int value, const Counts& counts, double seconds) {
        by = what;
        starts.push_back({value, counts.expanded, counts.generated, seconds});
    }
};

// Larger than the length of any solution: no upper bound is known.
inline constexpr int kNoUpper = 1 << 30;

struct Answer {
    Outcome outcome = Outcome::kUnsolvable;
    Counts counts;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    double error_bound = 0;
    // Positions were left out, because they cannot lead to a solution as short as requested or because a beam
    // was full.  Then kUnsolvable only means: no solution among the rest.
    bool left_out = false;
    LevelLog levels;
};

template <class Key>
struct PathAnswer : Answer {
    std::vector<Key> path;  // the positions after the start, up to the goal
};

struct Limits {
    std::optional<std::uint64_t> nodes;
    std::optional<double> seconds;
    std::uint64_t memory = 0;
};

// Called about ten times a second with the counts and the seconds so far; true asks to stop.
using Watch = std::function<bool(const Counts&, double)>;

class Control {
  public:
    Control(const Limits& limits, Watch watch)
        : limits_(limits),
          watch_(std::move(watch)),
          started_(Clock::now()),
          watched_(started_ - kWatchPeriod) {}

    // Call this before every expansion; an outcome means stop.  The clock is read every kPeriod calls: a
    // fraction of a millisecond of search.
    std::optional<Outcome> check(const Counts& counts) {
        if (limits_.nodes && counts.expanded >= *limits_.nodes) return Outcome::kNodeLimit;
        if (--countdown_ > 0) return std::nullopt;
        countdown_ = kPeriod;
        return look(counts);
    }

    // The same without the node limit, and reading the clock every time: for a search that counts by itself.
    std::optional<Outcome> glance(const Counts& counts) { return look(counts); }

    // How many more may be expanded.
    std::uint64_t left(const Counts& counts) const {
        if (!limits_.nodes) return ~std::uint64_t{0};
        return *limits_.nodes - std::min(*limits_.nodes, counts.expanded);
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr int kPeriod = 512;
    static constexpr std::chrono::milliseconds kWatchPeriod{100};

    std::optional<Outcome> look(const Counts& counts) {
        Clock::time_point now = Clock::now();
        if (limits_.seconds && std::chrono::duration<double>(now - started_).count() >= *limits_.seconds)
            return Outcome::kTimeLimit;
        if (now - watched_ < kWatchPeriod) return std::nullopt;
        watched_ = now;
        if (watch_(counts, seconds())) return Outcome::kCancelled;
        return std::nullopt;
    }

    Limits limits_;
    Watch watch_;
    Clock::time_point started_, watched_;
    int countdown_ =
        1;  // the first call looks, so that a limit of 0 seconds or an early cancellation takes effect
};

}  // namespace yomikiri
