// Memory in large pages, for bytes that are read at random.
//
// A mapped file has small pages, and a random lookup in many of them pays a page walk on top of its cache
// miss: with 12 MB of pattern databases, large pages made a search twice as fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "stores/memory.hpp"

namespace yomikiri {

class LargePages {
  public:
    explicit LargePages(std::size_t size)
        : size_(size), budget_(~std::size_t{0}), region_(budget_, size > 0 ? size : 1) {
        if (!region_) throw std::bad_alloc();
    }
    LargePages(const LargePages&) = delete;
    LargePages& operator=(const LargePages&) = delete;

    std::byte* data() const { return region_.data(); }
    std::size_t size() const { return size_; }

  private:
    std::size_t size_;
    MemoryBudget budget_;
    Region region_;
};

}  // namespace yomikiri
