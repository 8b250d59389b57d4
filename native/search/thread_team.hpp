// Threads that do tasks together, one set after another: all of a set are done before the next begins.
//
// A search in rounds has thousands of sets a second, each of a few tenths of a millisecond.  To put a thread
// to sleep and wake it would be a good part of that, so who waits looks again and again for a moment first.
// On a busy machine that moment is wasted: what a thread waits for does not come before the system lets the
// other run.  So a wait in vain halves the next one, and a wait that was worth it doubles it.
//
// Nobody is waited for who has not begun.  A thread that the system has not woken yet finds the set closed
// and waits for the next; the others have done its share.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace yomikiri {

class ThreadTeam {
  public:
    // `threads` in all, the calling one among them.
    explicit ThreadTeam(std::size_t threads) : failures_(threads) {
        try {
            for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
        } catch (...) {  // The system refuses more threads: those that wait must not wait for ever.
            end();
            throw;
        }
    }
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;
    ~ThreadTeam() { end(); }

    // Calls task(i, who) for every i below `count`, in any order, `who` being the number of the thread.  What
    // one of them throws is thrown here; then others may not have been done.
    template <class Task>
    void run(std::size_t count, Task&& task) {
        task_ = std::ref(task);
        count_ = count;
        next_.store(0, std::memory_order_relaxed);
        open_set();
        work(0);
        // From here on nobody joins.
        std::uint64_t now = set_.fetch_or(kClosed, std::memory_order_acq_rel) | kClosed;
        while ((now & kWorking) != 0) {
            wait_for_change(now, patience_);
            now = set_.load(std::memory_order_acquire);
        }
        for (std::exception_ptr& failure : failures_)
            if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }

  private:
    // The state of a set in one word: who works at it, whether it is closed, and which one it is.
    static constexpr std::uint64_t kWorking = 0xffff, kClosed = 0x10000, kNextSet = 0x20000;
    static constexpr int kMostLooks = 4000;  // some fifty microseconds
    static constexpr int kLeastLooks = 16;

    void wait_for_change(std::uint64_t old, int& patience) const {
        for (int i = 0; i < patience; ++i) {
            if (set_.load(std::memory_order_acquire) != old) {
                patience = std::min(2 * patience, kMostLooks);
                return;
            }
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
        patience = std::max(patience / 2, kLeastLooks);
        set_.wait(old, std::memory_order_acquire);
    }

    void end() {
        over_ = true;
        open_set();
    }
    // Only one thread opens and closes sets, and no one works at a closed set when the next is opened.
    void open_set() {
        const std::uint64_t old = set_.load(std::memory_order_relaxed);
        set_.store((old | kClosed | kWorking) + 1, std::memory_order_release);
        set_.notify_all();
    }
    void serve(std::size_t who) {
        int patience = kMostLooks;
        std::uint64_t seen = 0;  // the last set that this thread worked at; the first is 1
        std::uint64_t now = set_.load(std::memory_order_acquire);
        while (true) {
            if ((now & kClosed) != 0 || now / kNextSet == seen) {
                wait_for_change(now, patience);
                now = set_.load(std::memory_order_acquire);
                continue;
            }
            if (!set_.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel)) continue;
            if (over_) return;
            seen = now / kNextSet;
            work(who);
            now = set_.fetch_sub(1, std::memory_order_acq_rel) - 1;
            if ((now & kClosed) != 0 && (now & kWorking) == 0) set_.notify_all();
        }
    }
    void work(std::size_t who) {
        try {
            for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) task_(i, who);
        } catch (...) {
            failures_[who] = std::current_exception();
        }
    }

    std::function<void(std::size_t, std::size_t)> task_;
    std::size_t count_ = 0;
    bool over_ = false;
    int patience_ = kMostLooks;
    alignas(64) std::atomic<std::size_t> next_{0};
    alignas(64) std::atomic<std::uint64_t> set_{kClosed};
    std::vector<std::exception_ptr> failures_;  // of each thread
    std::vector<std::jthread> threads_;         // the last member: they end before the others do
};

}  // namespace yomikiri
