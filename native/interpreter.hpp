// Python's lock: how the kernel releases and reacquires it, and what it does if Python ends meanwhile.
//
// Python does not wait for daemon threads.  Up to version 3.13 it ends one that requests the lock too late
// with pthread_exit(), which glibc turns into an exception that unwinds the thread's stack; in a destructor,
// or any other function that must not throw, the C++ runtime then aborts the whole process.  So a thread that
// is too late waits here for the process to end, without touching Python again, as Python itself does since
// 3.14.  Nothing that it or its helpers use is destroyed before: its frames keep what they refer to.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#if defined(__GLIBC__) && defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace yomikiri {

class Unlocked;

// Neither has a destructor: threads may use them until the end.
inline std::atomic<unsigned long> ending_thread{0};  // the one that ends Python, when it does
inline thread_local Unlocked* innermost_unlocked = nullptr;

[[noreturn]] inline void wait_for_the_end() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls `work`; if Python ends the thread inside, this does not return.  A forced unwinding has no exception
// object to bind the reference to, which the sanitizer would report as a null reference; inlined, the
// function would lose the attribute.
template <class Work>
#if defined(__GNUC__)
__attribute__((no_sanitize("null"), noinline))
#endif
decltype(auto) until_python_ends(Work&& work) {
#if defined(__GLIBC__) && defined(__GLIBCXX__)
    try {
        return work();
    } catch (const abi::__forced_unwind&) {
        wait_for_the_end();
    }
#else
    return work();
#endif
}

// While it lives, this thread does not hold the lock.
class Unlocked {
  public:
    Unlocked() : outer_(std::exchange(innermost_unlocked, this)) { unlock(); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() {
        lock();
        innermost_unlocked = outer_;
    }

    void lock() {
        // Where pthread_exit() unwinds nothing, it would pull the stack from under the helpers of a search.
        if (is_too_late()) wait_for_the_end();
        until_python_ends([this] { PyEval_RestoreThread(state_); });
    }
    void unlock() { state_ = PyEval_SaveThread(); }

  private:
    static bool is_too_late() {
#if defined(Py_LIMITED_API)
        // The stable ABI of 3.12 cannot ask, but Python called us when it began to end.
        const bool ends = ending_thread != 0;
#elif PY_VERSION_HEX >= 0x030D0000
        const bool ends = Py_IsFinalizing() != 0;
#else
        const bool ends = _Py_IsFinalizing() != 0;
#endif
        return ends && ending_thread != PyThread_get_thread_ident();
    }

    Unlocked* outer_;
    PyThreadState* state_ = nullptr;
};

// Calls `work` with the lock, from a thread that does not hold it.  A search's helper threads must not do
// this: Python does not know them.
template <class Work>
decltype(auto) with_lock(Work&& work) {
    struct Locked {
        Unlocked* without = innermost_unlocked;
        Locked() {
            if (without == nullptr) throw std::logic_error("a thread that Python does not know calls back");
            without->lock();
        }
        ~Locked() { without->unlock(); }
    } locked;
    return until_python_ends(work);
}

// Called once, by the module.
inline void prepare_for_the_end() {
    nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function([] {
        ending_thread = PyThread_get_thread_ident();
        // What the frames of other threads hold is never released; that is not a leak of ours.
#if defined(Py_LIMITED_API)
        const bool others = nanobind::len(nanobind::module_::import_("sys").attr("_current_frames")()) > 1;
#else
        const bool others =
            PyThreadState_Next(PyInterpreterState_ThreadHead(PyInterpreterState_Get())) != nullptr;
#endif
        if (others) nanobind::set_leak_warnings(false);
    }));
}

}  // namespace yomikiri
