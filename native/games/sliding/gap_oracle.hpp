// What a search asks of gap sets, independent of how they are stored.
//
// The gap of a position is its true distance to the goal minus its Manhattan distance M; it is even.  In an
// iteration of IDA* with bound B a position at depth g has slack B - g - M: it can be part of a solution
// only if its gap is at most its slack.  So Gap0 (gap 0) is worth asking only at slack 0, and Gap2 (the
// closure gap <= 2) only at slack 2; at any other slack the answer would change nothing.
//
// A code has four bits per cell: the tile in cell i, numbered by its goal cell, is in bits 4i to 4i+3, and
// the blank, whose goal is the cell 0, is 0.  The projection of a set to its first k cells therefore reads
// the lowest 4k bits.  Boards of up to 16 cells with the goal's blank in a corner have such codes; a board
// with the blank in another corner is turned or mirrored first.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace yomikiri {

// `possible(code, slack)` is false only if no position with this code has a gap of at most `slack`.
template <class T>
concept GapOracle = requires(const T& oracle, std::uint64_t code, int slack) {
    { oracle.possible(code, slack) } -> std::same_as<bool>;
    { T::kAsks } -> std::convertible_to<bool>;
    // Whether no set looks at this cell: a slide between such cells changes no answer.
    { oracle.unseen(slack) } -> std::same_as<bool>;
    { oracle.bytes() } -> std::same_as<std::size_t>;
};

// A set of positions, or a superset made by projection: what every back end is.
class GapSet {
  public:
    virtual ~GapSet() = default;
    virtual bool contains(std::uint64_t code) const = 0;
    std::size_t bytes = 0;  // of its table
    int seen = 16;          // cells that it looks at
};

// No gap sets: the compiler drops the questions.
struct NoGaps {
    static constexpr bool kAsks = false;
    bool possible(std::uint64_t, int) const { return true; }
    bool unseen(int) const { return true; }
    std::size_t bytes() const { return 0; }
};

// Gap0, Gap2, or both; null for a missing set.  A final class as Set makes the calls direct; GapSet itself
// takes any back end.
template <class Set>
struct Gaps {
    static constexpr bool kAsks = true;
    const Set* gap0 = nullptr;
    const Set* gap2 = nullptr;

    bool possible(std::uint64_t code, int slack) const {
        if (slack == 0) return gap0 == nullptr || gap0->contains(code);
        if (slack == 2) return gap2 == nullptr || gap2->contains(code);
        return true;
    }
    bool unseen(int cell) const {
        return (gap0 == nullptr || cell >= gap0->seen) && (gap2 == nullptr || cell >= gap2->seen);
    }
    std::size_t bytes() const {
        return (gap0 == nullptr ? 0 : gap0->bytes) + (gap2 == nullptr ? 0 : gap2->bytes);
    }
};

static_assert(GapOracle<NoGaps> && GapOracle<Gaps<GapSet>>);

}  // namespace yomikiri
