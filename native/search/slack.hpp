// Slack: how much longer than a shortest one a solution may be.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/control.hpp"

namespace yomikiri {

// How much longer than a lower bound a solution may be, in whole moves.
struct Slack {
    static constexpr std::int64_t kWhole = 1'000'000, kMostShare = 1000 * kWhole;
    static constexpr int kMostMoves = 1 << 14;
    std::int64_t per_million = 0;  // of the bound
    int moves = 0;                 // on top of that

    // How long a solution may be if none is shorter than `lower`.
    int allowed(int lower) const {
        const std::int64_t most = lower + moves + lower * per_million / kWhole;
        return static_cast<int>(std::min<std::int64_t>(most, kNoUpper));
    }
    // The lower bound that a solution of that length needs.
    int needed(int length) const {
        int least = 0, most = length;
        while (least < most) {
            const int middle = (least + most) / 2;
            if (allowed(middle) >= length)
                most = middle;
            else
                least = middle + 1;
        }
        return least;
    }
};

}  // namespace yomikiri
