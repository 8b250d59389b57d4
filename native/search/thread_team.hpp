// Threads that do sets of tasks together: all tasks of a set are done before the next set begins.
//
// A search in rounds has thousands of sets per second, each of a few tenths of a millisecond.  Putting a
// thread to sleep and waking it would take a good part of that, so a waiting thread spins for a moment first.
// Tried on a machine with twelve other busy processes: closing a set as soon as its tasks are taken, so that
// a thread that has not been woken is not waited for, and spinning less after each vain wait.  A thread that
// goes to sleep gives up its turn, and two threads took 250 seconds instead of 54 (one: 70).
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace yomikiri {

class ThreadTeam {
  public:
    // `threads` in all, including the calling one.
    explicit ThreadTeam(std::size_t threads) : failures_(threads) {
        try {
            for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
        } catch (...) {  // The system refuses more threads: waiting ones must not wait forever.
            end();
            throw;
        }
    }
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;
    ~ThreadTeam() { end(); }

    // Calls task(i, who) for every i below `count`, in any order; `who` is the number of the thread.  If a
    // task throws, its exception is rethrown here, and others may not have been done.
    template <class Task>
    void run(std::size_t count, Task&& task) {
        task_ = std::ref(task);
        count_ = count;
        next_.store(0, std::memory_order_relaxed);
        working_.store(threads_.size(), std::memory_order_relaxed);
        begin_set();
        work(0);
        for (std::size_t left; (left = working_.load(std::memory_order_acquire)) != 0;)
            wait_for_change(working_, left);
        for (std::exception_ptr& failure : failures_)
            if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }

  private:
    static constexpr int kLooks = 4000;  // some fifty microseconds

    template <class T>
    static void wait_for_change(const std::atomic<T>& value, T old) {
        for (int i = 0; i < kLooks; ++i) {
            if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
        value.wait(old, std::memory_order_acquire);
    }

    void end() {
        over_ = true;
        begin_set();
    }
    void begin_set() {
        set_.fetch_add(1, std::memory_order_release);
        set_.notify_all();
    }
    void serve(std::size_t who) {
        for (std::size_t seen = 0;; ++seen) {
            while (set_.load(std::memory_order_acquire) == seen) wait_for_change(set_, seen);
            if (over_) return;
            work(who);
            if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1) working_.notify_one();
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
    alignas(64) std::atomic<std::size_t> next_{0};
    alignas(64) std::atomic<std::size_t> working_{0};
    alignas(64) std::atomic<std::size_t> set_{0};
    std::vector<std::exception_ptr> failures_;  // of each thread
    std::vector<std::jthread> threads_;         // the last member: they end before the others do
};

}  // namespace yomikiri
