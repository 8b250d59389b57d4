// A checksum at memory speed, for tables of a gigabyte that are checked whenever they are opened.
//
// Eight lanes take the words in turn; a step is a bijection of the lane for a given word, and of the word for
// a given lane, and lanes are combined the same way.  So a change within any one word is always detected, and
// any other damage goes undetected with a probability of about 2^-64.  It guards against accidents, not
// forgery.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace yomikiri {

inline std::uint64_t checksum(const std::uint8_t* data, std::size_t size) {
    constexpr int kLanes = 8;
    auto step = [](std::uint64_t lane, std::uint64_t word) {
        lane = (lane ^ word) * 0x9E3779B97F4A7C15u;
        return lane ^ (lane >> 32);
    };
    std::uint64_t lanes[kLanes];
    for (int i = 0; i < kLanes; ++i) lanes[i] = size + static_cast<std::uint64_t>(i);
    std::size_t at = 0;
    for (; at + 8 * kLanes <= size; at += 8 * kLanes) {
        std::uint64_t words[kLanes];
        std::memcpy(words, data + at, sizeof words);
        for (int i = 0; i < kLanes; ++i) lanes[i] = step(lanes[i], words[i]);
    }
    for (; at < size; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data + at, size - at < 8 ? size - at : 8);
        lanes[0] = step(lanes[0], word);
    }
    for (int i = 1; i < kLanes; ++i) lanes[0] = step(lanes[0], lanes[i]);
    return lanes[0];
}

}  // namespace yomikiri
