// Everything that depends on the operating system: memory that comes straight from the system.
//
// There are two implementations.  On Unix we map pages: they can be aligned for huge pages, moved to a larger
// place, lent back while unused, and released in parts.  The portable one uses the C library: memory is
// zeroed and aligned to cache lines, and that is all.  It is used on other systems, and everywhere if
// YOMIKIRI_PORTABLE is defined, so that it can be tested.  Only stores/map_guard.hpp also includes system
// headers, with the same two implementations; yomikiri/core/system.py does the same for Python.
//
// A WebAssembly module has a third one: its memory grows by pages of zeros, which cost nothing before they
// are used, and never shrinks.  So what is released is kept in a list and cleared when it is handed out
// again.
#pragma once

#if !defined(YOMIKIRI_PORTABLE) && !defined(__unix__) && !defined(__APPLE__)
#define YOMIKIRI_PORTABLE 1
#endif

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#if !defined(YOMIKIRI_PORTABLE)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace yomikiri::system {

#if defined(__wasm__)

inline constexpr bool kParts = true;
inline constexpr bool kMoves = false;

// Stretches of whole pages that nobody uses, by address; neighbours are one.
class FreeStretches {
  public:
    static constexpr std::size_t kPage = std::size_t{1} << 16;

    static FreeStretches& only() {
        static FreeStretches free;
        return free;
    }
    // The smallest that is large enough, or nothing.
    std::byte* take(std::size_t bytes) {
        std::size_t best = count_;
        for (std::size_t i = 0; i < count_; ++i)
            if (all_[i].bytes >= bytes && (best == count_ || all_[i].bytes < all_[best].bytes)) best = i;
        if (best == count_) return nullptr;
        std::byte* start = all_[best].start;
        all_[best].start += bytes;
        all_[best].bytes -= bytes;
        if (all_[best].bytes == 0) erase(best);
        return start;
    }
    // What is more than the list can hold is lost.
    void give(std::byte* start, std::size_t bytes) {
        std::size_t at = 0;
        while (at < count_ && all_[at].start < start) ++at;
        const bool before = at > 0 && all_[at - 1].start + all_[at - 1].bytes == start;
        const bool after = at < count_ && start + bytes == all_[at].start;
        if (before) {
            all_[at - 1].bytes += bytes + (after ? all_[at].bytes : 0);
            if (after) erase(at);
        } else if (after) {
            all_[at].start = start;
            all_[at].bytes += bytes;
        } else if (count_ < kMost) {
            for (std::size_t i = count_++; i > at; --i) all_[i] = all_[i - 1];
            all_[at] = {start, bytes};
        }
    }

  private:
    struct Stretch {
        std::byte* start;
        std::size_t bytes;
    };
    static constexpr std::size_t kMost = 1024;

    void erase(std::size_t at) {
        for (--count_; at < count_; ++at) all_[at] = all_[at + 1];
    }

    Stretch all_[kMost];
    std::size_t count_ = 0;
};

inline std::size_t in_pages(std::size_t bytes) {
    return (bytes + FreeStretches::kPage - 1) / FreeStretches::kPage * FreeStretches::kPage;
}
inline std::byte* map(std::size_t bytes, std::size_t /* align */) {
    if (bytes > ~std::size_t{0} - FreeStretches::kPage) return nullptr;
    const std::size_t whole = in_pages(bytes);
    if (std::byte* start = FreeStretches::only().take(whole); start != nullptr) {
        std::memset(start, 0, whole);
        return start;
    }
    const std::size_t page = __builtin_wasm_memory_grow(0, whole / FreeStretches::kPage);
    return page == ~std::size_t{0} ? nullptr : reinterpret_cast<std::byte*>(page * FreeStretches::kPage);
}
inline void unmap(std::byte* start, std::size_t bytes) {
    if (start != nullptr) FreeStretches::only().give(start, in_pages(bytes));
}
inline bool move(std::byte* /* from */, std::size_t /* before */, std::byte* /* to */,
                 std::size_t /* after */) {
    return false;
}
inline bool clear(std::byte* /* start */, std::size_t /* bytes */) { return false; }
inline void lend(std::byte* /* start */, std::size_t /* bytes */) {}

#elif defined(YOMIKIRI_PORTABLE)

inline constexpr bool kParts = false;  // whether part of a mapping can be released
inline constexpr bool kMoves = false;  // whether a mapping can move to a larger place

// Zero-filled memory, aligned to `align` bytes where the system allows it.  Null if it was refused.
inline std::byte* map(std::size_t bytes, std::size_t /* align */) {
    constexpr std::size_t kLine = 64;
    if (bytes > ~std::size_t{0} - 2 * kLine) return nullptr;
    void* whole = std::calloc(bytes + 2 * kLine, 1);
    if (whole == nullptr) return nullptr;
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(whole) + sizeof(void*);
    std::byte* start = static_cast<std::byte*>(whole) + sizeof(void*) + (kLine - first % kLine) % kLine;
    reinterpret_cast<void**>(start)[-1] = whole;
    return start;
}
// Releases the whole mapping or, with kParts, a part of whole pages.
inline void unmap(std::byte* start, std::size_t /* bytes */) {
    if (start != nullptr) std::free(reinterpret_cast<void**>(start)[-1]);
}
// Moves mapped memory to a larger place mapped for it; false if that is impossible.
inline bool move(std::byte* /* from */, std::size_t /* before */, std::byte* /* to */,
                 std::size_t /* after */) {
    return false;
}
// Zeroes whole pages by releasing them; false if they keep their content.
inline bool clear(std::byte* /* start */, std::size_t /* bytes */) { return false; }
// Lets the system reclaim whole pages, with their content, when memory is short.
inline void lend(std::byte* /* start */, std::size_t /* bytes */) {}

#else

inline constexpr bool kParts = true;
#if defined(MREMAP_FIXED)
inline constexpr bool kMoves = true;
#else
inline constexpr bool kMoves = false;
#endif

inline std::size_t in_pages(std::size_t bytes) {
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

// Maps more than needed and releases the ends.
inline std::byte* map(std::size_t bytes, std::size_t align) {
    if (bytes > ~std::size_t{0} - align) return nullptr;
    void* p = mmap(nullptr, bytes + align, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return nullptr;
    std::byte* whole = static_cast<std::byte*>(p);
    const std::size_t before = (align - reinterpret_cast<std::uintptr_t>(p) % align) % align;
    std::byte* start = whole + before;
    const std::size_t used = in_pages(bytes);
    if (before > 0) munmap(whole, before);
    if (align - before > used - bytes) munmap(start + used, align - before - (used - bytes));
#if defined(MADV_HUGEPAGE)
    madvise(start, bytes, MADV_HUGEPAGE);
#endif
    return start;
}
inline void unmap(std::byte* start, std::size_t bytes) { munmap(start, bytes); }

// Moves and enlarges in one step: two steps would leave two mappings, of which older systems move only one.
inline bool move([[maybe_unused]] std::byte* from, [[maybe_unused]] std::size_t before,
                 [[maybe_unused]] std::byte* to, [[maybe_unused]] std::size_t after) {
#if defined(MREMAP_FIXED)
    return mremap(from, in_pages(before), in_pages(after), MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
#else
    return false;
#endif
}

inline bool clear([[maybe_unused]] std::byte* start, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    return madvise(start, bytes, MADV_DONTNEED) == 0;
#else
    return false;  // It is only advice, and the pages keep their content.
#endif
}
inline void lend([[maybe_unused]] std::byte* start, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_FREE)
    madvise(start, bytes, MADV_FREE);
#endif
}

#endif

}  // namespace yomikiri::system
