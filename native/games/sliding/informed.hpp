// Sliding puzzles as the searches over keys see them, with any bound that IDA* has: a key has for each cell
// the goal cell of what stands there.
//
// The general game (sliding.hpp) has the bounds without tables.  Those with tables follow a slide from the
// position before it, so the children of a position cost little more than a look-up each.
#pragma once

#include <string>

#include "games/sliding/bounds.hpp"
#include "search/informed.hpp"

namespace yomikiri {

template <SlidingBound Bound>
class SlidingDomain {
  public:
    using Key = ByteKey<kMaxCells>;
    struct Kid {
        Key key;
        std::uint64_t hash;
        int cost, least, score;
    };
    using Kids = MoveList<Kid, AnyGrid::kSteps>;

    SlidingDomain(const SlidingPosition& start, const Bound& bound) : bound_(bound), at_(start) {}

    Key start() const {
        Key key{};
        at_.for_each_tile([&](int tile, int cell) {
            key[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(tile);
        });
        key[static_cast<std::size_t>(at_.blank)] = static_cast<std::uint8_t>(at_.goal_blank);
        return key;
    }

    void open(const Key& key) {
        key_ = key;
        for (int cell = 0; cell < at_.grid.cells(); ++cell) {
            const std::uint8_t label = key[static_cast<std::size_t>(cell)];
            if (label == at_.goal_blank) at_.blank = cell;
            at_.tiles[static_cast<std::size_t>(cell)] = label;
        }
        at_.tiles[static_cast<std::size_t>(at_.blank)] = 0;
        state_ = bound_.start(at_);
    }
    int exact() const { return bound_.value(state_); }
    int exact(int known, int) const { return std::max(exact(), known); }
    const Kids& kids() const { return kids_; }

    void list(int known) {
        list(known, [](const Kid&) {});
    }
    template <class Announce>
    void list(int known, Announce&& announce) {
        kids_.clear();
        at_.grid.any_step(at_.blank, -1, [&](int cell, int direction) {
            const auto from = static_cast<std::size_t>(cell), to = static_cast<std::size_t>(at_.blank);
            typename Bound::State after = state_;
            bound_.slide(state_, after, {int{at_.tiles[from]}, cell, at_.blank, direction}, kNoUpper);
            Kid& kid = kids_.add();
            kid.key = key_;
            std::swap(kid.key[from], kid.key[to]);
            kid.hash = kid.key.hash();
            kid.cost = 1;
            kid.least = std::max(bound_.value(after), known - 1);
            if constexpr (requires { bound_.score(after); })
                kid.score = bound_.score(after);
            else
                kid.score = kid.least;
            announce(kid);
            return false;
        });
    }
    EstimateBound settle(const Kid& kid, int) const { return kid.least; }
    int score(const Kid& kid, int) const { return kid.score; }

  private:
    const Bound& bound_;
    SlidingPosition at_;
    Key key_{};
    typename Bound::State state_{};
    Kids kids_;
};

static_assert(InformedDomain<SlidingDomain<Manhattan>>);

struct SlidingCall;

// Some solution of fewer than `upper` slides, soon, by a beam with the bound of that name (run_beam.cpp).
InformedAnswer<ByteKey<kMaxCells>> run_beam(const SlidingCall& call, const std::string& name,
                                            std::size_t width, int upper);

}  // namespace yomikiri
