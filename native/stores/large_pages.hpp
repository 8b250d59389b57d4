// Bytes that are read at random, copied into large pages.
//
// A mapped file has small pages, and a random look-up into many of them pays a page walk on top of its cache
// miss: with 12 MB of pattern databases, copies made a search twice as fast.  What would take too much memory
// or time to copy stays where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stores/memory.hpp"

namespace yomikiri {

class LargePages {
  public:
    static constexpr std::size_t kMost = std::size_t{1} << 27;

    LargePages(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), budget_(kMost) {
        if (size > kMost) return;
        copy_ = Region(budget_, size);
        if (!copy_) return;
        std::memcpy(copy_.data(), bytes, size);
        bytes_ = reinterpret_cast<const std::uint8_t*>(copy_.data());
    }
    LargePages(const LargePages&) = delete;
    LargePages& operator=(const LargePages&) = delete;

    const std::uint8_t* data() const { return bytes_; }

  private:
    const std::uint8_t* bytes_;
    MemoryBudget budget_;
    Region copy_;
};

}  // namespace yomikiri
