// Sliding puzzles as the exhaustive searches see them: a code is the tiles in reading order, a byte each.
//
// What Sliding.encode() gives: 0 is the blank.  A record is the cell that the blank came from.
#pragma once

#include <utility>
#include <vector>

#include "domain.hpp"
#include "games/sliding.hpp"
#include "random.hpp"

namespace yomikiri {

class SlidingPlain {
  public:
    using Move = std::uint8_t;  // the cell that the blank goes to
    using Moves = MoveList<Move, AnyGrid::kSteps>;
    struct State {
        Code code;
        Hash hash;
        std::uint8_t blank;
    };

    SlidingPlain(int rows, int columns, const Code& goal) : grid_(rows, columns), goal_(goal) {
        if (!is_code(goal)) throw std::invalid_argument("not the code of a position");
        SplitMix64 random(0x536C6964696E6773);  // "Slidings"
        zobrist_.resize(code_bytes() * code_bytes());
        for (Hash& h : zobrist_) {
            h.high = random.next();
            h.low = random.next();
        }
    }

    std::size_t code_bytes() const { return static_cast<std::size_t>(grid_.cells()); }
    std::size_t priorities() const { return 1; }

    // Every tile once.
    bool is_code(const Code& code) const {
        std::uint32_t seen = 0;
        for (std::size_t cell = 0; cell < code_bytes(); ++cell)
            if (code[cell] < code_bytes()) seen |= 1u << code[cell];
        return seen == (1u << code_bytes()) - 1;
    }

    void open(const Hash& hash_of_code, const Code& code, State& s) const {
        s = {code, hash_of_code, blank_of(code)};
    }
    void moves(const State& s, Moves& found) const {
        found.clear();
        grid_.any_step(s.blank, -1, [&](int cell, int) {
            found.push(static_cast<Move>(cell));
            return false;
        });
    }
    void push_order(Moves&) const {}
    void make_child(const State& s, Move cell, Child& child) const {
        const unsigned tile = s.code[cell];
        child.code = s.code;
        std::swap(child.code[cell], child.code[s.blank]);
        child.hash = s.hash ^ constant(tile, cell) ^ constant(tile, s.blank) ^ constant(0, s.blank) ^
                     constant(0, cell);
        child.record = s.blank;
        child.priority = 0;
        child.goal = child.code == goal_;
    }
    void make_root(const Code& code, Child& child) const {
        child = {hash(code), code, kRootRecord, 0, code == goal_};
    }
    Code undo(const Code& code, Record record) const {
        Code before = code;
        std::swap(before[blank_of(code)], before[record]);
        return before;
    }
    Hash hash(const Code& code) const {
        Hash h;
        for (unsigned cell = 0; cell < code_bytes(); ++cell) h = h ^ constant(code[cell], cell);
        return h;
    }

  private:
    std::uint8_t blank_of(const Code& code) const {
        std::uint8_t cell = 0;
        while (code[cell] != 0) ++cell;
        return cell;
    }
    const Hash& constant(unsigned tile, unsigned cell) const { return zobrist_[tile * code_bytes() + cell]; }

    AnyGrid grid_;
    Code goal_;
    std::vector<Hash> zobrist_;
};

static_assert(Domain<SlidingPlain>);

}  // namespace yomikiri
