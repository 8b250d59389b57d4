// Numbered deals, as docs/deals.md describes them: who checks that a start is deal 42 deals it himself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verdict.hpp"

namespace checker {

// SplitMix64, started with the FNV-1a hash of "game/size/number".
class Stream {
  public:
    explicit Stream(const std::string& text) {
        for (char c : text) state_ = (state_ ^ static_cast<std::uint8_t>(c)) * 0x100000001B3;
    }
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return z ^ z >> 31;
    }

  private:
    std::uint64_t state_ = 0xCBF29CE484222325;
};

// 0, 1, … count-1 in the order of deal `number` of a game at a size: the stream draws for a Fisher-Yates
// shuffle.
inline std::vector<int> shuffled(int count, const std::string& game, const std::string& size,
                                 long long number) {
    Stream stream(game + "/" + size + "/" + std::to_string(number));
    std::vector<int> things(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) things[static_cast<std::size_t>(i)] = i;
    for (std::uint64_t last = things.size() - 1; last > 0; --last) {
        // Draws from the incomplete end are thrown away: 2^64 mod bound is (2^64 - bound) mod bound.
        const std::uint64_t bound = last + 1, excess = (0 - bound) % bound;
        std::uint64_t drawn = stream.next();
        while (drawn > ~std::uint64_t{0} - excess) drawn = stream.next();
        std::swap(things[last], things[drawn % bound]);
    }
    return things;
}

// The order of the cards of Microsoft's deal, as 4 * (rank - 1) + suit in the order C, D, H, S.  A draw has
// 15 bits; from 2^31 on a sixteenth that is always set, and from 2^32 on 16 bits, plus one.
inline std::vector<int> microsoft(long long number) {
    if (number < 1 || number > 8589934591) throw NotACertificate{"the deal is out of range"};
    std::vector<int> row(52), order;
    for (int i = 0; i < 52; ++i) row[static_cast<std::size_t>(i)] = i;
    const auto seed = static_cast<std::uint64_t>(number);
    std::uint64_t state = seed;
    while (!row.empty()) {
        state = (state * 214013 + 2531011) & 0xFFFFFFFF;
        std::uint64_t drawn = state >> 16;
        if (seed >> 31 == 0)
            drawn &= 0x7FFF;
        else if (seed >> 32 == 0)
            drawn |= 0x8000;
        else
            ++drawn;
        const std::size_t picked = drawn % row.size();
        order.push_back(row[picked]);
        row[picked] = row.back();
        row.pop_back();
    }
    return order;
}

}  // namespace checker
