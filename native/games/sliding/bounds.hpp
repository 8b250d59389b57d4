// Lower bounds for sliding puzzles that need no big table.  Twins of src/yomikiri/games/sliding/.
//
// A bound is written for IDA*: State is what it remembers about a position, small and copied, and `slide`
// makes the state after a slide, or says that the bound exceeds what is left.  All of them are at least the
// Manhattan distance, and all have its parity: a solution moves each tile as often, modulo 2, as its distance
// says.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/sliding/rules.hpp"

namespace yomikiri {

// One slide: the tile in `from` goes to `to`, where the blank was; seen from the blank, that is `direction`.
struct Slide {
    int tile, from, to, direction;
};

template <class T>
concept SlidingBound =
    requires(const T& bound, const SlidingPosition& position, const typename T::State& before,
             typename T::State& after, Slide slide, int left) {
        { bound.start(position) } -> std::same_as<typename T::State>;
        { bound.value(before) } -> std::same_as<int>;
        // False, and `after` undefined, if the bound after the slide is more than `left`.
        { bound.slide(before, after, slide, left) } -> std::same_as<bool>;
        { before.manhattan } -> std::convertible_to<int>;
        // The bytes of everything it looks up, including shared tables.
        { bound.bytes() } -> std::same_as<std::size_t>;
    };

// The change of a tile's distance by a slide, by the cell it goes to and the direction it comes from.
class Deltas {
  public:
    explicit Deltas(const AnyGrid& grid) {
        for (int to = 0; to < grid.cells(); ++to)
            for (int direction = 0; direction < AnyGrid::kSteps; ++direction)
                for (int tile = 0; tile < grid.cells(); ++tile) {
                    int from = grid.beside(to, direction);
                    if (from < 0) continue;
                    change_[to][direction][tile] =
                        static_cast<std::int8_t>(grid.distance(tile, to) - grid.distance(tile, from));
                }
    }
    int of(Slide slide) const { return change_[slide.to][slide.direction][slide.tile]; }

  private:
    std::int8_t change_[kMaxCells][AnyGrid::kSteps][32] = {};
};

class Manhattan {
  public:
    struct State {
        int manhattan;
    };

    explicit Manhattan(const AnyGrid& grid) : deltas_(grid) {}
    State start(const SlidingPosition& position) const { return {position.manhattan()}; }
    int value(const State& state) const { return state.manhattan; }
    bool slide(const State& before, State& after, Slide slide, int left) const {
        after.manhattan = before.manhattan + deltas_.of(slide);
        return after.manhattan <= left;
    }
    std::size_t bytes() const { return sizeof *this; }

  private:
    Deltas deltas_;
};

// Tiles that stand in the line of their goals in the wrong order: all but a longest increasing run must
// leave the line and return, which costs each two moves that its distance does not count (Hansson, Mayer &
// Yung, 1992).  A slide along a row leaves the order within the row as it was, so only the two columns count.
class LinearConflict {
  public:
    struct State {
        int manhattan;
        int conflicts;  // moves, two for each tile that must leave
        std::uint16_t rows[kMaxSide];
        std::uint16_t columns[kMaxSide];
    };

    explicit LinearConflict(const AnyGrid& grid) : grid_(grid), deltas_(grid), cost_(1u << 3 * kMaxSide) {
        for (unsigned line = 0; line < cost_.size(); ++line) cost_[line] = cost_of(line);
        for (int tile = 0; tile < grid.cells(); ++tile)
            for (int cell = 0; cell < grid.cells(); ++cell) {
                const int row = grid.row(cell), column = grid.column(cell);
                if (grid.row(tile) == row)
                    in_row_[tile][cell] = static_cast<std::uint16_t>((grid.column(tile) + 1) << 3 * column);
                if (grid.column(tile) == column)
                    in_column_[tile][cell] = static_cast<std::uint16_t>((grid.row(tile) + 1) << 3 * row);
            }
        for (int cell = 0; cell < grid.cells(); ++cell) {
            row_[cell] = static_cast<std::uint8_t>(grid.row(cell));
            column_[cell] = static_cast<std::uint8_t>(grid.column(cell));
        }
    }

    State start(const SlidingPosition& position) const {
        State state{position.manhattan(), 0, {}, {}};
        position.for_each_tile([&](int tile, int cell) {
            add(state.rows[row_[cell]], in_row_[tile][cell]);
            add(state.columns[column_[cell]], in_column_[tile][cell]);
        });
        for (auto line : state.rows) state.conflicts += cost_[line];
        for (auto line : state.columns) state.conflicts += cost_[line];
        return state;
    }
    int value(const State& state) const { return state.manhattan + state.conflicts; }
    bool slide(const State& before, State& after, Slide slide, int left) const {
        const int manhattan = before.manhattan + deltas_.of(slide);
        if (manhattan > left) return false;
        after = before;
        after.manhattan = manhattan;
        const auto& row = in_row_[slide.tile];
        const auto& column = in_column_[slide.tile];
        const bool along_row = slide.direction == AnyGrid::kLeft || slide.direction == AnyGrid::kRight;
        auto& near = along_row ? after.columns[column_[slide.from]] : after.rows[row_[slide.from]];
        auto& far = along_row ? after.columns[column_[slide.to]] : after.rows[row_[slide.to]];
        const int old = cost_[near] + cost_[far];
        take(after.rows[row_[slide.from]], row[slide.from]);
        add(after.rows[row_[slide.to]], row[slide.to]);
        take(after.columns[column_[slide.from]], column[slide.from]);
        add(after.columns[column_[slide.to]], column[slide.to]);
        after.conflicts += cost_[near] + cost_[far] - old;
        return manhattan + after.conflicts <= left;
    }
    std::size_t bytes() const { return sizeof *this + cost_.size(); }

  private:
    static void add(std::uint16_t& line, unsigned part) { line = static_cast<std::uint16_t>(line + part); }
    static void take(std::uint16_t& line, unsigned part) { line = static_cast<std::uint16_t>(line - part); }

    // A line has three bits per cell: one more than the goal's place in the line, 0 for a tile of another
    // line.
    static std::uint8_t cost_of(unsigned line) {
        int places[kMaxSide], longest[kMaxSide], count = 0, best = 0;
        for (int cell = 0; cell < kMaxSide; ++cell) {
            int place = static_cast<int>(line >> 3 * cell & 7);
            if (place == 0) continue;
            longest[count] = 1;
            for (int i = 0; i < count; ++i)
                if (places[i] < place) longest[count] = std::max(longest[count], longest[i] + 1);
            best = std::max(best, longest[count]);
            places[count++] = place;
        }
        return static_cast<std::uint8_t>(2 * (count - best));
    }

    AnyGrid grid_;
    Deltas deltas_;
    std::vector<std::uint8_t> cost_;
    std::uint16_t in_row_[kMaxCells][kMaxCells] = {};
    std::uint16_t in_column_[kMaxCells][kMaxCells] = {};
    std::uint8_t row_[kMaxCells] = {}, column_[kMaxCells] = {};
};

static_assert(SlidingBound<Manhattan> && SlidingBound<LinearConflict>);

}  // namespace yomikiri
