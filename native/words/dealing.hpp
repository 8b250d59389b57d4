// Numbered deals: the twin of core/dealing.py and core/microsoft.py.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "random.hpp"
#include "words/cards.hpp"

namespace yomikiri {

inline constexpr std::uint64_t kMostDeals = (std::uint64_t{1} << 63) - 1;
inline constexpr std::uint64_t kMostMicrosoft = (std::uint64_t{1} << 33) - 1;

// The stream that a text begins.
inline SplitMix64 stream_of(const std::string& text) {
    std::uint64_t value = 0xCBF29CE484222325;
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    return SplitMix64(value);
}
// The stream of deal `number` of a game at a size.
inline SplitMix64 deal_stream(const std::string& game, const std::string& size, std::uint64_t number) {
    return stream_of(game + "/" + size + "/" + std::to_string(number));
}

// A number below the bound, all equally likely.
inline std::uint64_t below(SplitMix64& stream, std::uint64_t bound) {
    // The largest multiple of the bound that fits is where unbiased draws end; 0 stands for 2^64.
    const std::uint64_t limit = 0 - (0 - bound) % bound;
    std::uint64_t drawn = stream.next();
    while (limit != 0 && drawn >= limit) drawn = stream.next();
    return drawn % bound;
}

template <class T>
std::vector<T> shuffled(std::vector<T> things, const std::string& game, const std::string& size,
                        std::uint64_t number) {
    SplitMix64 stream = deal_stream(game, size, number);
    for (std::size_t last = things.size() - 1; last > 0; --last)
        std::swap(things[last], things[below(stream, last + 1)]);
    return things;
}

// The 52 cards of a Microsoft deal, in the order in which they are dealt.
inline std::vector<Card> microsoft_order(std::uint64_t number) {
    constexpr int kSuitsAsDealt[] = {3, 1, 0, 2};  // C, D, H, S
    std::vector<Card> row;
    for (int rank = 1; rank <= 13; ++rank)
        for (const int suit : kSuitsAsDealt) row.push_back({suit, rank});
    auto state = static_cast<std::uint32_t>(number);
    for (std::uint32_t last = 52; last-- > 0;) {
        state = state * 214013 + 2531011;
        std::uint32_t drawn = state >> 16;
        if (number < std::uint64_t{1} << 31)
            drawn &= 0x7FFF;
        else if (number < std::uint64_t{1} << 32)
            drawn |= 0x8000;
        else
            drawn += 1;
        std::swap(row[drawn % (last + 1)], row[last]);
    }
    return {row.rbegin(), row.rend()};
}

}  // namespace yomikiri
