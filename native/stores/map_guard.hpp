// A guard over a mapped file: a truncated file or a failing disk must be an error and not the end of the
// process.
//
// Reading a mapped page that its file no longer has raises SIGBUS.  Checking beforehand is impossible: the
// file may shrink between the check and the lookup.  So the handler puts a page of zeros in its place and
// notes that it did; the lookup continues with zeros, which no table takes for an address or an end, and the
// caller checks the note before it trusts the result.  Faults elsewhere go to the previous handler.
//
// The alternatives were measured with the 780 MB of two pattern databases: reading them into our own memory
// takes five to fifteen times as long as mapping and summing them, since memory must be cleared first, and
// every process would have its own copy.  A check for each lookup would be a system call for each.
//
// The portable kernel has no guard, and nothing to guard: no file is mapped where yomikiri/core/system.py
// does not allow it.
#pragma once

#include "system.hpp"

#if !defined(YOMIKIRI_PORTABLE)
#include <signal.h>
#endif

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stdexcept>

namespace yomikiri {

#if defined(YOMIKIRI_PORTABLE)

class MapGuard {
  public:
    MapGuard(const void*, std::size_t) {}
    bool hit() const { return false; }
};

#else

// Guards the pages from `data` on, which must stay mapped for as long as it lives.
class MapGuard {
  public:
    static constexpr std::size_t kMost = 256;

    MapGuard(const void* data, std::size_t size) {
        install();
        const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(data);
        for (Range& range : ranges()) {
            bool is_free = false;
            if (!range.taken.compare_exchange_strong(is_free, true)) continue;
            range.hit = false;
            range.start = start;
            range.end = start + size;
            range_ = &range;
            return;
        }
        throw std::runtime_error("more than 256 files are mapped");
    }
    MapGuard(const MapGuard&) = delete;
    MapGuard& operator=(const MapGuard&) = delete;
    ~MapGuard() {
        if (range_ == nullptr) return;
        range_->end = 0;
        range_->start = 0;
        range_->taken = false;
    }

    // Whether something was read that the file no longer has.
    bool hit() const { return range_->hit; }

  private:
    struct Range {
        std::atomic<bool> taken = false;
        std::atomic<bool> hit = false;
        std::atomic<std::uintptr_t> start = 0, end = 0;
    };
    static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);  // For the handler.

    static std::array<Range, kMost>& ranges() {
        static std::array<Range, kMost> all;
        return all;
    }
    static struct sigaction& before() {
        static struct sigaction action{};
        return action;
    }
    static std::uintptr_t& page() {
        static std::uintptr_t bytes = 0;
        return bytes;
    }

    // Installed again for every guard: others install handlers, too, such as Python's faulthandler.
    static void install() {
        static std::mutex mutex;
        const std::lock_guard lock(mutex);
        page() = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        ranges();
        struct sigaction now{};
        if (sigaction(SIGBUS, nullptr, &now) != 0) throw std::runtime_error("signals cannot be handled");
        if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == &handle) return;
        before() = now;
        struct sigaction ours{};
        ours.sa_sigaction = &handle;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&ours.sa_mask);
        sigaction(SIGBUS, &ours, nullptr);
    }

    // Uses nothing but atomic variables and system calls.
    static void handle(int number, siginfo_t* info, void* context) {
        const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(info->si_addr);
        for (Range& range : ranges()) {
            if (at < range.start || at >= range.end) continue;
            void* start = reinterpret_cast<void*>(at - at % page());
            if (mmap(start, page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
                MAP_FAILED)
                break;
            range.hit = true;
            return;
        }
        const struct sigaction& other = before();
        if ((other.sa_flags & SA_SIGINFO) != 0 && other.sa_sigaction != nullptr)
            other.sa_sigaction(number, info, context);
        else if (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN)
            other.sa_handler(number);
        else
            signal(SIGBUS, SIG_DFL);  // The instruction runs again and ends the process.
    }

    Range* range_ = nullptr;
};

#endif

}  // namespace yomikiri
