// A sequence of plain values in blocks that are taken from the memory budget one at a time.
//
// Nothing is ever moved or doubled.  Blocks stay with the sequence when it shrinks: it will probably grow
// again.  They come from a growing region if one is given, which sequences can share; when that is full, or
// there is none, each is allocated by itself.
#pragma once

#include <type_traits>
#include <vector>

#include "stores/growing_region.hpp"

namespace yomikiri {

template <class T>
    requires(std::is_trivially_copyable_v<T> && alignof(T) <= 16)
class Blocks {
  public:
    explicit Blocks(MemoryBudget& budget, GrowingRegion* growing = nullptr)
        : budget_(&budget), growing_(growing) {}

    // False if the budget refused; then nothing has changed.
    bool push(const T& value) {
        if (size_ == room_ && !add_block()) return false;
        (*this)[size_++] = value;
        return true;
    }
    void pop() { --size_; }
    void clear() { size_ = 0; }

    T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
    const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
    T& back() { return (*this)[size_ - 1]; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

  private:
    // A power of two of values, in 8 to 32 KiB.
    static constexpr std::size_t kBlock = sizeof(T) <= 32 ? 1024 : sizeof(T) <= 128 ? 256 : 64;

    bool add_block() {
        std::byte* start = growing_ == nullptr ? nullptr : growing_->carve(kBlock * sizeof(T));
        if (start == nullptr) {
            Region block(*budget_, kBlock * sizeof(T));
            if (!block) return false;
            start = block.data();
            own_.push_back(std::move(block));
        }
        blocks_.push_back(reinterpret_cast<T*>(start));
        room_ += kBlock;
        return true;
    }

    MemoryBudget* budget_;
    GrowingRegion* growing_;
    std::vector<T*> blocks_;
    std::vector<Region> own_;  // the blocks outside the growing region
    std::size_t room_ = 0;     // how many values fit into the blocks
    std::size_t size_ = 0;
};

}  // namespace yomikiri
