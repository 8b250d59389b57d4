// Who owns memory in a search: one budget, and regions that are taken from it and returned.
//
// Every byte that grows with the search (tables, open lists) is a Region or is counted by hand against the
// budget *before* it is allocated.  A refusal is how a search learns that it has reached its memory limit, or
// that the operating system has no more memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "system.hpp"

namespace yomikiri {

// Several threads may take and return memory at once: requests are rare and large.
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
    static constexpr std::size_t kLarge = std::size_t{1} << 21;  // the size of a huge page

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
        if (whole_ != nullptr)
            whole_.reset();
        else if (bytes_ >= kLarge)
            system::unmap(data_, bytes_);
        else
            std::free(data_);
        budget_->give(bytes_);
    }

    // Enlarges it where the system can move pages: the content stays, maybe at another address, with zeros
    // after it.  False if that is impossible or the budget refused; then nothing has changed.  Memory already
    // in use is not requested again: clearing a page is slow, and slower if a virtual machine's host must
    // find it first.
    bool extend(std::size_t bytes) {
        if (!can_extend() || bytes <= bytes_ || !budget_->take(bytes - bytes_)) return false;
        std::byte* larger = map(bytes);
        if (larger != nullptr && system::move(data_, bytes_, larger, bytes)) {
            data_ = larger;
            bytes_ = bytes;
            return true;
        }
        // Do not release the place: the system may already have done so, and another thread may have taken
        // it.  It is only a range of addresses.
        budget_->give(bytes - bytes_);
        return false;
    }
    // Whether that is worth trying.
    bool can_extend() const { return system::kMoves && data_ != nullptr && bytes_ >= kLarge; }

    // A region of memory mapped by map(), or a part of it of whole pages and at least kLarge, that is already
    // taken from the budget.  Where a mapping cannot be released in parts, `whole` keeps it until the last
    // part is gone.
    static Region adopt(MemoryBudget& budget, std::byte* data, std::size_t bytes,
                        std::shared_ptr<void> whole) {
        Region region;
        region.budget_ = &budget;
        region.data_ = data;
        region.bytes_ = bytes;
        region.whole_ = std::move(whole);
        return region;
    }

    // That many bytes, rounded up to whole huge pages if more than one.
    static std::size_t whole(std::size_t bytes) {
        return bytes < kLarge ? bytes : (bytes + kLarge - 1) / kLarge * kLarge;
    }
    // The same, rounded to the nearest number of huge pages, which may be less.
    static std::size_t about(std::size_t bytes) {
        return bytes < kLarge ? bytes : (bytes + kLarge / 2) / kLarge * kLarge;
    }

    // Memory from the system, aligned to huge pages where it has them.
    static std::byte* map(std::size_t bytes) { return system::map(bytes, kLarge); }

    std::byte* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    explicit operator bool() const { return data_ != nullptr; }

  private:
    void swap(Region& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        std::swap(whole_, other.whole_);
    }

    MemoryBudget* budget_ = nullptr;
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
    std::shared_ptr<void> whole_;
};

}  // namespace yomikiri
