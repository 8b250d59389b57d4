// Sliding puzzles: grids, boards and the slides between them.  Mirrors games/sliding/rules.py.
//
// The kernel has positions in *normal form*: a tile has the number of its goal cell.  A goal with the blank
// in a corner is flipped until the blank comes first (symmetry.py), so that one table serves all four
// corners; and a search tries slides in the order of the rules there.
//
// In the innermost loop of a search every instruction counts, so a grid comes in two kinds, and a search is
// written for both at once: on Grid<4, 4> cells are compile-time constants, and the compiler unrolls every
// step; on AnyGrid they are numbers.  Measured with Manhattan distance: 313 against 127 million nodes per
// second.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "arguments.hpp"

namespace yomikiri {

inline constexpr int kMaxSide = 5;
inline constexpr int kMaxCells = kMaxSide * kMaxSide;

// By cell; 0 where the blank is, and where the tile with goal cell 0 is if there is one: code that must
// distinguish them knows the blank's cell.
using Tiles = std::array<std::uint8_t, kMaxCells>;

// Numbers of cells in reading order, and which are neighbours.  The order of slides is that of the rules:
// the cell above the blank, left of it, right of it, below it.
class AnyGrid {
  public:
    static constexpr int kSteps = 4;
    enum Direction { kUp, kLeft, kRight, kDown };

    AnyGrid(int rows, int columns) : rows_(rows), columns_(columns) {
        within("rows", rows, 2, kMaxSide);
        within("columns", columns, 2, kMaxSide);
        for (int cell = 0; cell < cells(); ++cell)
            row_[index(cell)] = static_cast<std::uint8_t>(cell / columns);
        for (int cell = 0; cell < cells(); ++cell)
            for (int direction = 0; direction < kSteps; ++direction)
                beside_[index(cell)][index(direction)] =
                    static_cast<std::int8_t>(step(rows, columns, cell, direction));
    }

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int cells() const { return rows_ * columns_; }
    int row(int cell) const { return row_[index(cell)]; }
    int column(int cell) const { return cell - row(cell) * columns_; }
    int distance(int a, int b) const { return std::abs(row(a) - row(b)) + std::abs(column(a) - column(b)); }
    // The neighbour in a direction, or -1 at the edge.
    int beside(int cell, int direction) const { return beside_[index(cell)][index(direction)]; }

    // Calls `visit(cell, direction)` for each neighbour of the blank but the one it came from, in order,
    // until one call returns true.
    template <class Visit>
    bool any_step(int blank, int came_from, Visit&& visit) const {
        for (int direction = 0; direction < kSteps; ++direction) {
            int cell = beside_[index(blank)][index(direction)];
            if (cell < 0 || cell == came_from) continue;
            if (visit(cell, direction)) return true;
        }
        return false;
    }

    static constexpr int step(int rows, int columns, int cell, int direction) {
        int row = cell / columns, column = cell % columns;
        switch (direction) {
            case kUp:
                return row > 0 ? cell - columns : -1;
            case kLeft:
                return column > 0 ? cell - 1 : -1;
            case kRight:
                return column < columns - 1 ? cell + 1 : -1;
            default:
                return row < rows - 1 ? cell + columns : -1;
        }
    }

  private:
    static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

    int rows_, columns_;
    std::array<std::uint8_t, kMaxCells> row_{};
    std::array<std::array<std::int8_t, kSteps>, kMaxCells> beside_{};
};

// The same with cells as types: every step is a separate function.
template <int kRows, int kColumns>
class Grid {
  public:
    template <int kCell>
    using Cell = std::integral_constant<int, kCell>;

    explicit Grid(const AnyGrid& any) {
        if (any.rows() != kRows || any.columns() != kColumns)
            throw std::invalid_argument("a grid of another size");
    }

    template <int kBlank, int kFrom, class Visit>
    bool any_step(Cell<kBlank> blank, Cell<kFrom> came_from, Visit&& visit) const {
        return one<AnyGrid::kUp>(blank, came_from, visit) || one<AnyGrid::kLeft>(blank, came_from, visit) ||
               one<AnyGrid::kRight>(blank, came_from, visit) || one<AnyGrid::kDown>(blank, came_from, visit);
    }

    // Calls `run` with a blank and the cell it came from (-1 for none) as constants.
    template <class Run>
    static bool with_cells(int blank, int came_from, Run&& run) {
        return with_blank<0>(blank, came_from, run);
    }

  private:
    template <int kDirection, int kBlank, int kFrom, class Visit>
    [[gnu::always_inline]] static bool one(Cell<kBlank>, Cell<kFrom>, Visit& visit) {
        constexpr int kCell = AnyGrid::step(kRows, kColumns, kBlank, kDirection);
        if constexpr (kCell < 0 || kCell == kFrom)
            return false;
        else
            return visit(Cell<kCell>{}, kDirection);
    }

    template <int kBlank, class Run>
    static bool with_blank(int blank, int came_from, Run& run) {
        if constexpr (kBlank == kRows * kColumns)
            throw std::invalid_argument("no such cell");
        else {
            if (blank != kBlank) return with_blank<kBlank + 1>(blank, came_from, run);
            bool result = false, called = false;
            auto try_from = [&]<int kFrom>(Cell<kFrom> from) {
                if (came_from != kFrom || called) return;
                called = true;
                result = run(Cell<kBlank>{}, from);
            };
            try_from(Cell<-1>{});
            try_from(Cell<AnyGrid::step(kRows, kColumns, kBlank, 0)>{});
            try_from(Cell<AnyGrid::step(kRows, kColumns, kBlank, 1)>{});
            try_from(Cell<AnyGrid::step(kRows, kColumns, kBlank, 2)>{});
            try_from(Cell<AnyGrid::step(kRows, kColumns, kBlank, 3)>{});
            return result;
        }
    }
};

// The tiles of up to 16 cells in one word, four bits each, the blank as 0: the code of gap_oracle.hpp.
class Packed {
  public:
    static constexpr int kMost = 16;
    explicit Packed(const Tiles& tiles) {
        for (unsigned cell = 0; cell < kMost; ++cell) code_ |= std::uint64_t{tiles[cell]} << 4 * cell;
    }
    int tile(int cell) const { return static_cast<int>(code_ >> 4 * cell & 15); }
    Packed slid(int tile, int from, int to) const {
        Packed next = *this;
        auto wide = static_cast<std::uint64_t>(tile);
        next.code_ ^= wide << 4 * from ^ wide << 4 * to;
        return next;
    }
    std::uint64_t code() const { return code_; }

  private:
    std::uint64_t code_ = 0;
};

// The tiles of up to 25 cells, a byte each.
class Wide {
  public:
    static constexpr int kMost = kMaxCells;
    explicit Wide(const Tiles& tiles) : tiles_(tiles) {}
    int tile(int cell) const { return tiles_[static_cast<std::size_t>(cell)]; }
    Wide slid(int tile, int from, int to) const {
        Wide next = *this;
        next.tiles_[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(tile);
        next.tiles_[static_cast<std::size_t>(from)] = 0;
        return next;
    }

  private:
    Tiles tiles_;
};

// A position in normal form and its goal.
struct SlidingPosition {
    AnyGrid grid;
    int goal_blank;
    Tiles tiles{};
    int blank = 0;

    // `labels` has for each cell the goal cell of what stands there, the blank's for the blank.
    SlidingPosition(int rows, int columns, int blank_goal, std::span<const std::uint8_t> labels)
        : grid(rows, columns), goal_blank(blank_goal) {
        const int cells = grid.cells();
        within("goal_blank", blank_goal, 0, cells - 1);
        if (static_cast<int>(labels.size()) != cells)
            refuse("a position of ", labels.size(), " cells: expected ", cells);
        std::uint32_t seen = 0;
        for (int cell = 0; cell < cells; ++cell) {
            int label = labels[static_cast<std::size_t>(cell)];
            if (label >= cells || (seen >> label & 1) != 0)
                refuse("not a position of this board: expected each label below ", cells, " once");
            seen |= 1u << label;
            if (label == blank_goal)
                blank = cell;
            else
                tiles[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(label);
        }
        if (!solvable()) throw std::invalid_argument("the goal cannot be reached: parity");
    }

    int manhattan() const {
        int sum = 0;
        for_each_tile([&](int tile, int cell) { sum += grid.distance(tile, cell); });
        return sum;
    }

    // Calls `visit(tile, cell)` for each tile.
    template <class Visit>
    void for_each_tile(Visit&& visit) const {
        for (int cell = 0; cell < grid.cells(); ++cell)
            if (cell != blank) visit(static_cast<int>(tiles[static_cast<std::size_t>(cell)]), cell);
    }

  private:
    // Each slide changes the parity of the permutation and that of the blank's distance.
    bool solvable() const {
        std::uint32_t seen = 0;
        int odd = grid.distance(blank, goal_blank);
        for (int start = 0; start < grid.cells(); ++start)
            for (int at = start, length = 0; (seen >> at & 1) == 0; ++length) {
                seen |= 1u << at;
                odd += length > 0;
                at = at == blank ? goal_blank : tiles[static_cast<std::size_t>(at)];
            }
        return odd % 2 == 0;
    }
};

}  // namespace yomikiri
