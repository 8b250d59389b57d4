// The branches of an iteration of IDA*, and the threads that search them.
//
// Nothing here depends on the board or the bound, so it is compiled once: as part of the search's template it
// took half of the compile time of the sliding puzzles.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "games/sliding/diver.hpp"
#include "search/control.hpp"

namespace yomikiri {

struct Iteration {
    int bound = 0;
    std::uint64_t expanded = 0, generated = 0;
};

// The search below numbered branches; one for each thread.
class BranchSearch {
  public:
    virtual ~BranchSearch() = default;
    // Whether it ended early, for a solution or because it was stopped.
    virtual bool search(std::size_t branch, const DiveLook& look, std::uint64_t most) = 0;
    virtual const Dive& dive() const = 0;  // what the last one did
};

class BranchTeam {
  public:
    struct Terms {
        int threads;
        bool count;  // all solutions
        const Limits& limits;
        Control& control;
        const Iteration& before;  // the iterations before this one
        Counts& counts;
    };
    using MakeSearch = std::function<std::unique_ptr<BranchSearch>()>;

    // `goals`: which branches are solutions by themselves.
    BranchTeam(const Terms& terms, const std::vector<bool>& goals, std::size_t first, MakeSearch make)
        : terms_(terms),
          goals_(goals),
          make_(std::move(make)),
          done_(goals.size()),
          next_(std::min(first, goals.size())),
          best_(goals.size()),
          first_(next_) {}

    std::optional<Outcome> run() {
        std::vector<std::thread> helpers;
        std::exception_ptr problem;
        try {
            // Inside the `try`: the system may refuse more threads, and running ones must be joined.
            for (int i = 1; i < terms_.threads; ++i) {
                helpers.emplace_back([this] { help(); });
                std::lock_guard lock(mutex_);
                ++running_;
            }
            work([this] { return watch(); });
            // The others may take longer: keep watching for them.
            std::unique_lock lock(mutex_);
            while (running_ > 0 && !watch()) ended_.wait_for(lock, std::chrono::milliseconds(20));
        } catch (...) {
            problem = std::current_exception();
            stop_ = true;
        }
        for (std::thread& helper : helpers) helper.join();
        if (problem) std::rethrow_exception(problem);
        if (outcome_) return outcome_;
        if (best_ < goals_.size()) return Outcome::kSolved;
        return std::nullopt;
    }

    std::size_t solved() const { return best_; }
    const std::vector<std::uint8_t>& path() const { return path_; }
    std::uint64_t expanded() const { return sum(&Done::expanded); }
    std::uint64_t generated() const { return sum(&Done::generated); }
    std::uint64_t solutions() const { return sum(&Done::solutions); }
    // The number of leading branches that are all done.
    std::size_t finished() const {
        std::size_t count = first_;
        while (count < goals_.size() && done_[count].whole) ++count;
        return count;
    }

  private:
    struct Done {
        std::uint64_t expanded = 0, generated = 0, solutions = 0;
        bool whole = false;
    };

  public:
    static constexpr std::size_t kBytesOfBranch = sizeof(Done);

  private:
    std::uint64_t sum(std::uint64_t Done::* member) const {
        std::uint64_t total = 0;
        const std::size_t end = outcome_ ? goals_.size() : std::min(best_.load() + 1, goals_.size());
        for (std::size_t i = first_; i < end; ++i) total += done_[i].*member;
        return total;
    }

    // Takes branches until there are none; `look` says whether to stop.
    void work(const std::function<bool()>& look) {
        const std::unique_ptr<BranchSearch> below = make_();
        while (!stop_) {
            const std::size_t at = next_++;
            if (at >= goals_.size() || at > best_) return;
            if (goals_[at]) {
                done_[at].whole = true;
                done_[at].solutions = terms_.count ? 1 : 0;
                if (!terms_.count) better(at, {});
                continue;
            }
            std::uint64_t told_expanded = 0, told_generated = 0;
            const DiveLook tell = [&](const Dive& dive) {
                now_expanded_ += dive.expanded - told_expanded;
                now_generated_ += dive.generated - told_generated;
                told_expanded = dive.expanded;
                told_generated = dive.generated;
                return look() || at > best_;
            };
            const std::uint64_t most = left();
            const bool early = below->search(at, tell, most);
            const Dive& dive = below->dive();
            done_[at] = {dive.expanded, dive.generated, dive.solutions, !early};
            tell(dive);
            if (dive.stopped && dive.expanded >= most) {
                outcome_ = Outcome::kNodeLimit;
                stop_ = true;
            }
            if (early && !dive.stopped) better(at, dive.path);
        }
    }

    void help() {
        work([this] { return stop_.load(std::memory_order_relaxed); });
        std::lock_guard lock(mutex_);
        --running_;
        ended_.notify_all();
    }

    // How many positions the next dive may expand; only one thread runs under such a limit.
    std::uint64_t left() const {
        if (!terms_.limits.nodes) return ~std::uint64_t{0};
        const std::uint64_t used = terms_.before.expanded + now_expanded_;
        return *terms_.limits.nodes > used ? *terms_.limits.nodes - used : 0;
    }

    void better(std::size_t at, const std::vector<std::uint8_t>& path) {
        std::lock_guard lock(mutex_);
        if (at >= best_) return;
        best_ = at;
        path_ = path;
    }

    // The first thread reports and looks at the limits for all.
    bool watch() {
        terms_.counts.expanded = terms_.before.expanded + now_expanded_;
        terms_.counts.generated = terms_.before.generated + now_generated_;
        if (std::optional<Outcome> end = terms_.control.glance(terms_.counts)) {
            outcome_ = end;
            stop_ = true;
        }
        return stop_;
    }

    const Terms terms_;
    const std::vector<bool>& goals_;
    const MakeSearch make_;
    std::deque<Done> done_;
    std::atomic<std::size_t> next_, best_;
    std::size_t first_;
    std::atomic<std::uint64_t> now_expanded_ = 0, now_generated_ = 0;
    std::atomic<bool> stop_ = false;
    std::optional<Outcome> outcome_;
    std::vector<std::uint8_t> path_;
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_ = 0;
};

}  // namespace yomikiri
