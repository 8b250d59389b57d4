// Where the entry of a placement is in a pattern database: by combination, blank region and permutation.
//
// The cells that the tiles of a pattern occupy are a *combination*; those have numbers.  In the table, all
// permutations of a combination and a region of the other cells, where the blank is, are one block.
//
// A search does not recompute an index: a slide moves one tile to a neighbouring cell, past the tiles between
// the two in reading order.  How the number of the combination and the rank of the permutation change takes a
// few lookups in small tables, where renumbering a combination takes two dependent ones in tables of 150 KB,
// and ranking a permutation again forty instructions.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "arguments.hpp"
#include "games/sliding/rules.hpp"
#include "stores/memory.hpp"

namespace yomikiri {

inline constexpr int kMaxPattern = 8;

// The cells of a pattern's tiles, a byte each in the order of the pattern.
using Places = std::uint64_t;

// The layout depends on the number of tiles in a pattern, not on its goal.
class PatternLayout {
  public:
    PatternLayout(const AnyGrid& grid, int count) : grid_(grid), count_(count) {
        within("tiles of a pattern", count, 1, std::min(kMaxPattern, grid.cells() - 1));
        for (int i = count - 1; i >= 0; --i) {
            weights_[i] = permutations_;
            permutations_ *= static_cast<std::size_t>(count - i);
        }
        for (int i = count; i < kMaxPattern; ++i) beyond_ |= Places{0x7F} << 8 * i;
        for (int cell = 0; cell < grid.cells(); ++cell) {
            if (grid.column(cell) == 0) first_column_ |= 1u << cell;
            if (grid.column(cell) == grid.columns() - 1) last_column_ |= 1u << cell;
        }
        number_combinations();
        find_regions();
        find_steps();
    }

    const AnyGrid& grid() const { return grid_; }
    int count() const { return count_; }
    std::size_t permutations() const { return permutations_; }
    std::size_t blocks() const { return mask_of_block_.size(); }
    std::size_t entries() const { return blocks() * permutations_; }
    std::size_t bytes() const { return (entries() + 1) / 2; }
    // The bytes of the layout itself, not of the entries.
    std::size_t own_bytes() const {
        return sizeof *this + memory_.bytes() +
               (low_.size() + high_.size() + 2 * blocks()) * sizeof(std::uint32_t);
    }
    std::uint32_t mask_of(std::size_t block) const { return mask_of_block_[block]; }
    std::uint32_t region_of(std::size_t block) const { return region_of_block_[block]; }

    std::uint32_t combination(std::uint32_t mask) const {
        const std::uint32_t low = low_[mask & ((1u << low_bits_) - 1)];
        return (low >> 4) + high_[(low & 15) << high_bits_ | mask >> low_bits_];
    }
    std::size_t block(std::uint32_t mask, int blank) const { return block_of(combination(mask), blank); }
    std::size_t block_of(std::uint32_t combination, int blank) const {
        const Combination& one = combinations_[combination];
        return one.first_block + (one.regions >> blank * region_bits_ & ((1u << region_bits_) - 1)) +
               ((one.top_bits >> blank & 1u) << region_bits_);
    }

    // The rank of a permutation: its first digit is how many tiles stand before the first tile, the next
    // how many of the others before the second, and so on.  Eight comparisons are one subtraction: a byte's
    // top bit survives where the tile's cell is not before the other's.
    std::size_t rank(Places places) const {
        Places others = (places | beyond_) & ~kTops;
        std::size_t rank = 0;
        for (int i = 0; i < kMaxPattern - 1; ++i) {
            const Places cell = (places >> 8 * i & 0xFF) * kOnes;
            others |= Places{0x7F} << 8 * i;  // done: after all that follow
            const Places before = ((cell | kTops) - others) >> 7 & kOnes;
            rank += (before * kOnes >> 56) * weights_[i];
        }
        return rank;
    }

    std::size_t index(Places places, std::uint32_t mask, int blank) const {
        return block(mask, blank) * permutations_ + rank(places);
    }
    std::size_t index_of(std::uint32_t combination, std::size_t rank, int blank) const {
        return block_of(combination, blank) * permutations_ + rank;
    }

    // What is added to a combination's number when a tile goes from a cell to the next one, to the right or
    // down; and subtracted when it comes back.
    std::uint32_t combination_step(std::uint32_t mask, unsigned from, unsigned to) const {
        const auto below = static_cast<unsigned>(std::popcount(mask & ((1u << from) - 1)));
        const std::uint32_t between = (mask & ((1u << to) - 1)) >> from >> 1;
        return steps_[to - from != 1][from][below][between];
    }
    // The same for the rank, of the tile whose place has that number.
    std::uint32_t rank_step(Places places, unsigned place, unsigned from, unsigned to) const {
        const Places cells = places | beyond_;
        const Places after = (cells | kTops) - kOnes * (from + 1),
                     before = (kOnes * (to - 1) | kTops) - cells;
        // The top bits of eight bytes, gathered in one.
        const Places passed = (after & before & kTops) >> 7;
        return turns_[place][passed * 0x0102040810204080u >> 56];
    }

  private:
    static constexpr Places kOnes = 0x0101010101010101u, kTops = 0x8080808080808080u;

    // Where the blocks of a combination begin, and the number of the region of each cell: as many bits as
    // fit one word, and one more, for 25 cells three.
    struct Combination {
        std::uint64_t regions = 0;
        std::uint32_t top_bits = 0;
        std::uint32_t first_block = 0;
    };

    static std::uint32_t choose(int n, int k) {
        std::uint64_t result = k < 0 || k > n ? 0 : 1;
        for (int i = 0; i < k; ++i)
            result = result * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
        return static_cast<std::uint32_t>(result);
    }

    // Colexicographic: the i-th smallest cell c counts the combinations of i cells before c.  So the number
    // of a combination is the sum of two lookups: of its lower cells, and of the others given how many are
    // below them.
    void number_combinations() {
        low_bits_ = (grid_.cells() + 1) / 2;
        high_bits_ = grid_.cells() - low_bits_;
        low_.resize(std::size_t{1} << low_bits_);
        for (std::uint32_t part = 0; part < low_.size(); ++part) {
            const int count = std::popcount(part);
            low_[part] = colex(part, 0, 0) << 4 | static_cast<std::uint32_t>(count);
        }
        high_.resize(std::size_t{16} << high_bits_);
        for (int below = 0; below <= count_; ++below)
            for (std::uint32_t part = 0; part < 1u << high_bits_; ++part)
                high_[static_cast<std::size_t>(below) << high_bits_ | part] = colex(part, low_bits_, below);
        combination_count_ = choose(grid_.cells(), count_);
        memory_ = Region(budget_, Region::whole(combination_count_ * sizeof(Combination)));
        if (!memory_) throw std::bad_alloc();
        combinations_ = new (memory_.data()) Combination[combination_count_];
    }
    std::uint32_t colex(std::uint32_t part, int first_cell, int below) const {
        std::uint32_t number = 0;
        for (int cell = first_cell; part != 0 && below < count_; ++cell, part >>= 1)
            if ((part & 1) != 0) number += choose(cell, ++below);
        return number;
    }

    void find_regions() {
        region_bits_ = 64 / grid_.cells();
        const std::uint32_t all = (1u << grid_.cells()) - 1;
        std::uint32_t mask = (1u << count_) - 1;
        for (std::size_t at = 0; at < combination_count_; ++at) {
            Combination& one = combinations_[at];
            one.first_block = static_cast<std::uint32_t>(blocks());
            std::uint64_t number = 0;
            for (std::uint32_t rest = all & ~mask; rest != 0; ++number) {
                const std::uint32_t region = flood(rest & (~rest + 1), all & ~mask);
                if (number >> region_bits_ > 1) throw std::logic_error("more regions than bits for them");
                const std::uint64_t lower = number & ((1u << region_bits_) - 1);
                for (int cell = 0; cell < grid_.cells(); ++cell)
                    if ((region >> cell & 1) != 0) one.regions |= lower << cell * region_bits_;
                if (number != lower) one.top_bits |= region;
                rest &= ~region;
                mask_of_block_.push_back(mask);
                region_of_block_.push_back(region);
            }
            // The next larger mask with as many cells.
            const std::uint32_t lowest = mask & (~mask + 1), ripple = mask + lowest;
            mask = ripple | ((mask ^ ripple) >> 2) / lowest;
        }
    }

    // A tile that passes others, of which `below` are before both cells: they move down in the order by one.
    // Passing a later place of the pattern, its own digit grows; passing an earlier one, that one's shrinks.
    void find_steps() {
        for (int down = 0; down < 2; ++down) {
            const int width = down != 0 ? grid_.columns() : 1;
            for (int cell = 0; cell + width < grid_.cells(); ++cell)
                for (int below = 0; below < count_; ++below)
                    for (std::uint32_t between = 0; between < 1u << (width - 1); ++between)
                        steps_[down][cell][below][between] = colex(1u << width | between << 1, cell, below) -
                                                             colex(1u | between << 1, cell, below);
        }
        for (int place = 0; place < count_; ++place)
            for (std::uint32_t passed = 0; passed < 1u << count_; ++passed)
                for (int other = 0; other < count_; ++other) {
                    if ((passed >> other & 1) == 0 || other == place) continue;
                    const std::size_t weight = weights_[other > place ? place : other];
                    turns_[place][passed] += static_cast<std::uint32_t>(other > place ? weight : -weight);
                }
    }

    std::uint32_t flood(std::uint32_t from, std::uint32_t free) const {
        while (true) {
            std::uint32_t wider = from | from << grid_.columns() | from >> grid_.columns() |
                                  (from & ~last_column_) << 1 | (from & ~first_column_) >> 1;
            wider &= free;
            if (wider == from) return from;
            from = wider;
        }
    }

    AnyGrid grid_;
    int count_;
    int low_bits_ = 0, high_bits_ = 0, region_bits_ = 0;
    std::uint32_t first_column_ = 0, last_column_ = 0;
    std::size_t permutations_ = 1;
    Places beyond_ = 0;                      // bytes without a tile: after all cells
    std::size_t weights_[kMaxPattern] = {};  // of the digits of a rank
    std::vector<std::uint32_t> low_, high_;
    std::uint32_t steps_[2][kMaxCells][kMaxPattern][1 << (kMaxSide - 1)] = {};  // by direction, cell, ...
    std::uint32_t turns_[kMaxPattern][1 << kMaxPattern] = {};
    // In large pages: for six tiles on 25 cells they take 2.8 MB, and a search reads them at random.
    MemoryBudget budget_{~std::size_t{0}};
    Region memory_;
    std::size_t combination_count_ = 0;
    Combination* combinations_ = nullptr;
    std::vector<std::uint32_t> mask_of_block_, region_of_block_;
};

}  // namespace yomikiri
