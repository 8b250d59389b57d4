// Who owns memory in a search: one budget, and regions that are taken from it and given back.
//
// Every byte that grows with the search (tables, open lists) is a Region or is counted by hand against the
// budget *before* it is allocated.  A refusal is how a search learns of its memory limit; the same answer
// comes when the operating system refuses.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace yomikiri {

// Several threads may take and give at once: bytes are asked for rarely, in large pieces.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::size_t limit) : limit_(limit) {}

    bool take(std::size_t bytes) {
        std::size_t used = used_.load(std::memory_order_relaxed);
        do {
            if (bytes > limit_ || used > limit_ - bytes) return false;
        } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
        used += bytes;
        std::size_t peak = peak_.load(std::memory_order_relaxed);
        while (used > peak && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
        }
        return true;
    }
    void give(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

    std::size_t used() const { return used_.load(std::memory_order_relaxed); }
    std::size_t peak() const { return peak_.load(std::memory_order_relaxed); }

  private:
    const std::size_t limit_;
    std::atomic<std::size_t> used_{0};
    std::atomic<std::size_t> peak_{0};
};

// A zero-filled stretch of memory, empty if the budget or the system refused it.  Large ones come straight
// from the system, aligned for huge pages: a random probe into gigabytes of small pages pays a page walk on
// top of its cache miss.
class Region {
  public:
    static constexpr std::size_t kLarge = std::size_t{1} << 21;  // of a huge page

    Region() = default;
    Region(MemoryBudget& budget, std::size_t bytes) {
        if (!budget.take(bytes)) return;
        data_ = bytes >= kLarge ? map(bytes) : static_cast<std::byte*>(std::calloc(bytes, 1));
        if (data_ == nullptr) {
            budget.give(bytes);
            return;
        }
        budget_ = &budget;
        bytes_ = bytes;
    }
    Region(Region&& other) noexcept { swap(other); }
    Region& operator=(Region&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Region() {
        if (data_ == nullptr) return;
        if (bytes_ >= kLarge)
            munmap(data_, bytes_);
        else
            std::free(data_);
        budget_->give(bytes_);
    }

    // Makes it larger where the system can move pages: what it holds stays, at another address maybe, with
    // zeros behind it.  False if it can not, or the budget refused; nothing is changed then.  Memory that was
    // in use is not asked for again: to clear a page takes long, and longer where a host has to find it
    // first.
    bool extend([[maybe_unused]] std::size_t bytes) {
#ifdef MREMAP_FIXED
        if (!can_extend() || bytes <= bytes_ || !budget_->take(bytes - bytes_)) return false;
        // Moved and made larger at once, to a place aligned for huge pages: in two steps it would become two
        // mappings, of which older systems move only one.
        std::byte* larger = map(bytes);
        if (larger != nullptr && mremap(data_, in_pages(bytes_), in_pages(bytes),
                                        MREMAP_MAYMOVE | MREMAP_FIXED, larger) != MAP_FAILED) {
            data_ = larger;
            bytes_ = bytes;
            return true;
        }
        // The place is not given back: the system may have done so already, and another thread taken it.  It
        // is only a stretch of addresses.
        budget_->give(bytes - bytes_);
#endif
        return false;
    }
    // Whether that is worth trying.
    bool can_extend() const {
#ifdef MREMAP_FIXED
        return data_ != nullptr && bytes_ >= kLarge;
#else
        return false;
#endif
    }

    // A region of memory that was mapped by map(), or a part of it of whole pages and at least kLarge, and is
    // already taken from the budget.
    static Region adopt(MemoryBudget& budget, std::byte* data, std::size_t bytes) {
        Region region;
        region.budget_ = &budget;
        region.data_ = data;
        region.bytes_ = bytes;
        return region;
    }

    // So many bytes, or if that is more than one huge page, those of whole ones.
    static std::size_t whole(std::size_t bytes) {
        return bytes < kLarge ? bytes : (bytes + kLarge - 1) / kLarge * kLarge;
    }

    // Memory from the system, aligned to huge pages, by mapping one more than is needed and giving the ends
    // back.
    static std::byte* map(std::size_t bytes) {
        void* p = mmap(nullptr, bytes + kLarge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) return nullptr;
        std::byte* whole = static_cast<std::byte*>(p);
        std::size_t before = (kLarge - reinterpret_cast<std::uintptr_t>(p) % kLarge) % kLarge;
        std::byte* start = whole + before;
        const std::size_t used = in_pages(bytes);
        if (before > 0) munmap(whole, before);
        if (kLarge - before > used - bytes) munmap(start + used, kLarge - before - (used - bytes));
#ifdef MADV_HUGEPAGE
        madvise(start, bytes, MADV_HUGEPAGE);
#endif
        return start;
    }

    std::byte* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    explicit operator bool() const { return data_ != nullptr; }

  private:
    static std::size_t in_pages(std::size_t bytes) {
        const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        return (bytes + page - 1) / page * page;
    }

    void swap(Region& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
    }

    MemoryBudget* budget_ = nullptr;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace yomikiri
