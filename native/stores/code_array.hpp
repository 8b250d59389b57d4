// Growable arrays of 64-bit codes taken from the memory budget, and operations on sorted ones.
//
// Large sets of positions are kept as sorted arrays: eight bytes per position, only read and written from
// front to back, without cache misses or hash tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "stores/memory.hpp"

namespace yomikiri {

// Thrown when the budget or the system refuses: this is how building a set meets a memory limit.
struct OutOfMemory : std::bad_alloc {
    const char* what() const noexcept override { return "the memory limit was reached"; }
};

// Plain values only.  Large ones are moved by the system's page tables when they grow (realloc), not copied.
template <class T>
class BudgetArray {
  public:
    explicit BudgetArray(MemoryBudget& budget) : budget_(&budget) {}
    BudgetArray(BudgetArray&& other) noexcept : budget_(other.budget_) { swap(other); }
    BudgetArray& operator=(BudgetArray&& other) noexcept {
        swap(other);
        return *this;
    }
    ~BudgetArray() { release(); }

    void push(T value) {
        if (size_ == capacity_) reserve(larger());
        data_[size_++] = value;
    }
    void append(std::span<const T> values) {
        if (values.empty()) return;
        T* to = extend(values.size());
        std::memcpy(to, values.data(), values.size() * sizeof(T));
    }
    // Room for `count` more values, to be filled by the caller.
    T* extend(std::size_t count) {
        if (capacity_ - size_ < count) reserve(std::max(size_ + count, larger()));
        size_ += count;
        return data_ + size_ - count;
    }
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) resize(capacity);
    }
    std::size_t capacity() const { return capacity_; }
    void truncate(std::size_t size) { size_ = size; }
    void shrink() {
        if (size_ == 0)
            release();
        else if (size_ < capacity_)
            resize(size_);
    }
    void release() {
        std::free(data_);
        budget_->give(capacity_ * sizeof(T));
        data_ = nullptr;
        size_ = capacity_ = 0;
    }
    void swap(BudgetArray& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    std::span<const T> span() const { return {data_, size_}; }
    std::span<T> span() { return {data_, size_}; }
    MemoryBudget& budget() const { return *budget_; }

  private:
    // Large arrays grow in small steps: the system moves their pages, and the budget pays for unused space.
    std::size_t larger() const {
        return capacity_ + (capacity_ < (std::size_t{1} << 20) ? capacity_ / 2 + 1024 : capacity_ / 8);
    }
    void resize(std::size_t capacity) {
        std::size_t now = capacity_ * sizeof(T), then = capacity * sizeof(T);
        if (then > now && !budget_->take(then - now)) throw OutOfMemory();
        void* moved = std::realloc(data_, then);
        if (moved == nullptr) {
            if (then > now) budget_->give(then - now);
            throw OutOfMemory();
        }
        if (then < now) budget_->give(now - then);
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    MemoryBudget* budget_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

using CodeArray = BudgetArray<std::uint64_t>;
using Codes = std::span<const std::uint64_t>;

// Long work on codes calls a pause after every slice, a few milliseconds, which may throw to end it.
inline constexpr std::size_t kPauseSlice = std::size_t{1} << 20;
struct NoPause {
    void operator()() const {}
};

// Calls work(slice) for one slice after another, with a pause after each.
template <class Span, class Work, class Pause>
void in_slices(Span span, Work&& work, Pause&& pause) {
    for (std::size_t start = 0; start < span.size(); start += kPauseSlice) {
        work(span.subspan(start, std::min(kPauseSlice, span.size() - start)));
        pause();
    }
}

// The union of two strictly ascending lists.  Without a branch on the data: which list has the smaller head
// is as good as random, and a mispredicted branch costs more than the whole step.
template <class Pause = NoPause>
void merge_into(CodeArray& out, Codes a, Codes b, Pause&& pause = {}) {
    std::uint64_t* const first = out.extend(a.size() + b.size());
    std::uint64_t* to = first;
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        for (std::size_t n = kPauseSlice; n > 0 && i < a.size() && j < b.size(); --n) {
            std::uint64_t x = a[i], y = b[j];
            *to++ = x < y ? x : y;
            i += x <= y;
            j += y <= x;
        }
        pause();
    }
    to = std::copy(a.begin() + static_cast<std::ptrdiff_t>(i), a.end(), to);
    to = std::copy(b.begin() + static_cast<std::ptrdiff_t>(j), b.end(), to);
    out.truncate(out.size() - (a.size() + b.size()) + static_cast<std::size_t>(to - first));
}

// Removes the elements of `gone` from the strictly ascending `list`, in place.
inline void subtract(CodeArray& list, Codes gone) {
    std::uint64_t* data = list.data();
    std::size_t kept = 0, j = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::uint64_t x = data[i];
        while (j < gone.size() && gone[j] < x) ++j;
        data[kept] = x;
        kept += j == gone.size() || gone[j] != x;
    }
    list.truncate(kept);
}

// Ascending, by bytes from the last to the first; bytes that all codes share are skipped.
template <class Pause = NoPause>
void radix_sort(CodeArray& codes, Pause&& pause = {}) {
    const std::size_t size = codes.size();
    if (size < 4096) {
        std::sort(codes.data(), codes.data() + size);
        return;
    }
    std::uint64_t same = ~std::uint64_t{0};
    for (std::uint64_t code : codes) same &= ~(code ^ codes[0]);
    CodeArray other(codes.budget());
    other.extend(size);
    for (int shift = 0; shift < 64; shift += 8) {
        if ((same >> shift & 255) == 255) continue;
        std::size_t place[256] = {};
        in_slices(
            codes.span(),
            [&](Codes slice) {
                for (std::uint64_t code : slice) ++place[code >> shift & 255];
            },
            pause);
        std::size_t sum = 0;
        for (std::size_t& p : place) sum += std::exchange(p, sum);
        in_slices(
            codes.span(),
            [&](Codes slice) {
                for (std::uint64_t code : slice) other[place[code >> shift & 255]++] = code;
            },
            pause);
        codes.swap(other);
    }
}

}  // namespace yomikiri
