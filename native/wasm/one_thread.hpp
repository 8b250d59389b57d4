// What a standard library without threads leaves out, for a module that has only one.
//
// WebAssembly modules of a browser have no threads unless the page is isolated, which static hosts do not
// offer; so libc++ comes without mutexes and threads.  The compiler is told to include this first.  Locks
// that nobody contends for do nothing; a thread cannot be started, and nothing here asks for one.
#pragma once

#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

namespace std {

class mutex {
  public:
    void lock() {}
    void unlock() {}
    bool try_lock() { return true; }
};

class condition_variable {
  public:
    void notify_one() {}
    void notify_all() {}
    template <class... Any>
    bool wait_for(Any&&...) {
        abort();
    }
    template <class... Any>
    void wait(Any&&...) {
        abort();
    }
};

class jthread {
  public:
    jthread() = default;
    template <class Work>
    explicit jthread(Work&&) {
        abort();
    }
    void join() {}
};
using thread = jthread;

}  // namespace std
