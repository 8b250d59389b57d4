// Peg solitaire on a line, as somebody from outside would add it: one header, nothing else.
//
// A peg jumps over its neighbour into a hole, and the neighbour goes.  One peg is left at the end.  Mirrored
// positions are alike.
#pragma once

#include <bit>

#include "arguments.hpp"
#include "game.hpp"

class PegLine {
  public:
    using Key = yomikiri::WordKey<2>;
    using State = std::uint16_t;
    struct Move {
        std::uint8_t from, to;
    };
    using Moves = yomikiri::MoveList<Move, 28>;

    explicit PegLine(const yomikiri::Arguments& rules)
        : holes_(static_cast<unsigned>(rules.number("holes", 3, 16))) {}

    void open(const Key& key, State& pegs) const { pegs = static_cast<State>(key.word); }
    Key key(const State& pegs) const { return {pegs}; }
    bool is_position(const Key& key) const { return key.word != 0 && key.word >> holes_ == 0; }
    bool is_goal(const State& pegs) const { return std::has_single_bit(pegs); }

    // By the hole that a peg comes from; to the left first.
    void moves(const State& pegs, Moves& found) const {
        for (unsigned from = 0; from < holes_; ++from) {
            if (from >= 2 && is_jump(pegs, from, from - 1, from - 2)) found.push(move(from, from - 2));
            if (from + 2 < holes_ && is_jump(pegs, from, from + 1, from + 2))
                found.push(move(from, from + 2));
        }
    }
    void play(State& pegs, Move jump) const {
        const unsigned over = (jump.from + jump.to) / 2u;
        pegs = static_cast<State>(pegs ^ (1u << jump.from | 1u << over | 1u << jump.to));
    }

    // Each jump takes one peg away.  Two pegs or more that are nowhere neighbours are lost.
    int estimate(const State& pegs) const {
        if (!is_goal(pegs) && (pegs & pegs << 1) == 0) return yomikiri::kDeadEnd;
        return std::popcount(pegs) - 1;
    }
    Key canonical(const Key& key) const {
        std::uint64_t mirrored = 0;
        for (unsigned hole = 0; hole < holes_; ++hole)
            mirrored |= (key.word >> hole & 1) << (holes_ - 1 - hole);
        return {std::min(key.word, mirrored)};
    }

  private:
    static bool is_jump(State pegs, unsigned from, unsigned over, unsigned to) {
        return (pegs >> from & 1) && (pegs >> over & 1) && !(pegs >> to & 1);
    }
    static Move move(unsigned from, unsigned to) {
        return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
    }

    unsigned holes_;
};

static_assert(yomikiri::HasEstimate<PegLine> && yomikiri::HasCanonical<PegLine>);
