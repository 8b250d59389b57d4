// A sequence of plain values in blocks that are taken from the memory budget one at a time.
//
// Nothing is ever moved or doubled.  Blocks stay with the sequence when it shrinks: what grew once grows
// again.
#pragma once

#include <type_traits>
#include <vector>

#include "stores/memory.hpp"

namespace yomikiri {

template <class T>
    requires std::is_trivially_copyable_v<T>
class Blocks {
  public:
    explicit Blocks(MemoryBudget& budget) : budget_(&budget) {}

    // False if the budget refused; nothing is changed then.
    bool push(const T& value) {
        if (size_ == room_) {
            Region block(*budget_, kBlock * sizeof(T));
            if (!block) return false;
            blocks_.push_back(std::move(block));
            room_ += kBlock;
        }
        (*this)[size_++] = value;
        return true;
    }
    void pop() { --size_; }
    void clear() { size_ = 0; }

    // Everything back to the budget.
    void release() {
        blocks_.clear();
        room_ = size_ = 0;
    }

    T& operator[](std::size_t i) { return reinterpret_cast<T*>(blocks_[i / kBlock].data())[i % kBlock]; }
    const T& operator[](std::size_t i) const {
        return reinterpret_cast<const T*>(blocks_[i / kBlock].data())[i % kBlock];
    }
    T& back() { return (*this)[size_ - 1]; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

  private:
    // A power of two of values, in 8 to 32 KiB.
    static constexpr std::size_t kBlock = sizeof(T) <= 32 ? 1024 : sizeof(T) <= 128 ? 256 : 64;

    MemoryBudget* budget_;
    std::vector<Region> blocks_;
    std::size_t room_ = 0;  // for how many there is room in the blocks
    std::size_t size_ = 0;
};

}  // namespace yomikiri
