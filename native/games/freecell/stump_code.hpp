// The code of the stumps of a relaxed game, and what a cache keeps under it.
#pragma once

#include <cstdint>

namespace yomikiri {

struct StumpCode {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const StumpCode&, const StumpCode&) = default;
};

// A code, the least cost and whether that is exact, in 16 bytes: each word of a code is less than 2^61.
class StumpEntry {
  public:
    StumpEntry() = default;
    StumpEntry(const StumpCode& code, int least, bool exact)
        : low_(code.low | static_cast<std::uint64_t>(least) << 61),
          high_(code.high | static_cast<std::uint64_t>(least >> 3 & 3) << 61 |
                static_cast<std::uint64_t>(exact) << 63) {
        if (least >= 32) low_ = high_ = 0;
    }
    bool holds(const StumpCode& code) const {
        return (((low_ ^ code.low) | (high_ ^ code.high)) & ~(std::uint64_t{7} << 61)) == 0;
    }
    int least() const { return static_cast<int>(low_ >> 61 | (high_ >> 61 & 3) << 3); }
    bool exact() const { return high_ >> 63 != 0; }

  private:
    std::uint64_t low_ = 0, high_ = 0;
};

}  // namespace yomikiri
