// SplitMix64 (Steele, Lea & Flood), for hash constants that are the same on every machine.
//
// Each game derives its constants from a word of its own.  A nonzero hash seed gives others, so that a result
// found with fingerprints can be confirmed with different ones; stir() is a bijection that maps 0 to 0.
#pragma once

#include <cstdint>

namespace yomikiri {

class SplitMix64 {
  public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        return stir(state_);
    }

    static SplitMix64 of_constants(std::uint64_t game, std::uint64_t hash_seed) {
        return SplitMix64(game ^ stir(hash_seed));
    }

  private:
    static std::uint64_t stir(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

}  // namespace yomikiri
