// Black Hole as an agent plays it: the fans as they lie, and an action for each.
//
// Reads beside games/blackhole/agent.py.  The searches keep the heights of fans that all positions share;
// here each position brings fans of its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "arguments.hpp"

namespace yomikiri {

class BlackHoleAgent {
  public:
    static constexpr std::size_t kMostFans = 17, kHeight = 3;
    // Cards are numbered from 1, suit by suit; 0 is none.
    struct State {
        std::uint8_t hole = 0;
        std::array<std::array<std::uint8_t, kHeight>, kMostFans> fans{};  // from the lowest card on
        std::array<std::uint8_t, kMostFans> heights{};
    };

    BlackHoleAgent(int ranks, std::size_t fans) : ranks_(ranks), fans_(fans) {}

    std::size_t actions() const { return fans_; }
    std::size_t observed() const { return 1 + fans_ * kHeight; }

    // A code is the card in the hole, then the fans, each from the lowest card on with a 0 behind it.
    void read(std::span<const std::uint8_t> code, State& s) const {
        s = {};
        std::size_t fan = 0;
        std::uint64_t seen = 0;
        for (std::size_t i = 0; i < code.size(); ++i) {
            const std::uint8_t card = code[i];
            if (i > 0 && card == 0) {
                ++fan;
                continue;
            }
            if (card == 0 || card > 4 * ranks_ || (seen >> card & 1) != 0 || fan == fans_ ||
                (i > 0 && s.heights[fan] == kHeight))
                refuse("not the code of a position of this game: byte ", i, " is ", int{card});
            seen |= std::uint64_t{1} << card;
            if (i == 0)
                s.hole = card;
            else
                s.fans[fan][s.heights[fan]++] = card;
        }
        if (fan != fans_ || code.back() != 0) refuse("a code of ", fan, " fans: expected ", fans_);
    }
    std::vector<std::uint8_t> write(const State& s) const {
        std::vector<std::uint8_t> code{s.hole};
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            code.insert(code.end(), s.fans[fan].begin(), s.fans[fan].begin() + s.heights[fan]);
            code.push_back(0);
        }
        return code;
    }
    void observe(const State& s, std::uint8_t* to) const {
        *to++ = s.hole;
        for (std::size_t fan = 0; fan < fans_; ++fan) to = std::copy_n(s.fans[fan].begin(), kHeight, to);
    }
    template <class Visit>
    void for_each_action(const State& s, Visit&& visit) const {
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            if (s.heights[fan] == 0) continue;
            const int apart = (top(s, fan) - s.hole + 4 * ranks_) % ranks_;
            if (apart == 1 || apart == ranks_ - 1) visit(fan);
        }
    }
    void play(State& s, std::size_t fan) const {
        s.hole = top(s, fan);
        s.fans[fan][--s.heights[fan]] = 0;
    }
    bool is_goal(const State& s) const {
        return std::all_of(s.heights.begin(), s.heights.end(),
                           [](std::uint8_t height) { return height == 0; });
    }

  private:
    static std::uint8_t top(const State& s, std::size_t fan) { return s.fans[fan][s.heights[fan] - 1u]; }

    int ranks_;
    std::size_t fans_;
};

}  // namespace yomikiri
