// Threads that do sets of tasks together: all tasks of a set are done before the next set begins.
//
// A waiting thread sleeps: on a busy machine others can use its time.  A set is over as soon as its tasks are
// done, so a thread that has not been woken yet, or that others have pushed aside between two tasks, is not
// waited for: the rest do its share.  Sleeping and waking take some tens of microseconds, so a set should
// take milliseconds, in many more tasks than there are threads.
//
// One word holds the number of tasks and the number of the next one, and a thread takes a task by adding one
// to it.  Whoever succeeds has a task of the set that is under way, however long ago the word was read; and
// that set cannot end before the task is done, so what the task refers to stays in place.
#pragma once

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
    static constexpr std::size_t kMaxTasks = 0xFFFE;

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

    // Calls task(i, who) for every i below `count`, at most kMaxTasks, in any order; `who` is the number of
    // the thread.  If tasks throw, one of the exceptions is rethrown here, when all are done.
    template <class Task>
    void run(std::size_t count, Task&& task) {
        task_ = std::ref(task);
        left_.store(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
        publish(static_cast<std::uint32_t>(count) << kCountShift);
        work(0);
        for (std::uint32_t left; (left = left_.load(std::memory_order_acquire)) != 0;)
            left_.wait(left, std::memory_order_acquire);
        for (std::exception_ptr& failure : failures_)
            if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }

  private:
    static constexpr unsigned kCountShift = 16;
    static constexpr std::uint32_t kOver = 0xFFFFFFFF;

    static bool is_done(std::uint32_t tickets) { return tickets >> kCountShift == (tickets & 0xFFFF); }

    void publish(std::uint32_t tickets) {
        tickets_.store(tickets, std::memory_order_release);
        tickets_.notify_all();
    }
    void end() { publish(kOver); }
    void serve(std::size_t who) {
        for (;;) {
            const std::uint32_t tickets = tickets_.load(std::memory_order_acquire);
            if (tickets == kOver) return;
            if (is_done(tickets))
                tickets_.wait(tickets, std::memory_order_acquire);
            else
                work(who);
        }
    }
    // Does tasks until none is left to take.
    void work(std::size_t who) {
        std::uint32_t tickets = tickets_.load(std::memory_order_acquire);
        while (!is_done(tickets)) {
            if (!tickets_.compare_exchange_weak(tickets, tickets + 1, std::memory_order_acq_rel,
                                                std::memory_order_acquire))
                continue;
            try {
                task_(tickets & 0xFFFF, who);
            } catch (...) {
                failures_[who] = std::current_exception();
            }
            if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
            tickets = tickets_.load(std::memory_order_acquire);
        }
    }

    std::function<void(std::size_t, std::size_t)> task_;
    alignas(64) std::atomic<std::uint32_t> tickets_{0};  // the number of tasks, and the next one below it
    alignas(64) std::atomic<std::uint32_t> left_{0};     // tasks that are not done
    std::vector<std::exception_ptr> failures_;           // of each thread
    std::vector<std::jthread> threads_;                  // the last member: they end before the others do
};

}  // namespace yomikiri
