// Additive pattern databases (Korf & Felner, 2002), by combination, blank region and permutation.
//
// A pattern is a few of the tiles.  Its database has for every placing of them the least number of slides *of
// these tiles* to their goals, whatever the other tiles do; patterns without a common tile can be added up.
// The blank matters too: it moves freely over cells without a tile of the pattern, but tiles of the pattern
// can wall it in.  So an entry is for a set of occupied cells (a combination), the *region* of the other
// cells where the blank is, and the permutation of the tiles in the occupied cells.
//
// In the table, all permutations of a combination and region are one block.  A slide of a pattern tile takes
// every entry of a block to one other block, by one fixed rearrangement (see pattern_builder.hpp).  A slide
// of another tile keeps the blank in its region, so only the pattern of the tile that moved is looked up.
//
// An entry is half of what the slides exceed the tiles' Manhattan distance by, which is even, in four bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "games/sliding.hpp"
#include "heuristics/sliding_bounds.hpp"
#include "stores/large_pages.hpp"

namespace yomikiri {

inline constexpr int kMaxPattern = 8;

// The cells of a pattern's tiles, a byte each in the order of the pattern.
using Places = std::uint64_t;

// How many tiles a pattern has decides the layout, its goal does not.
class PatternLayout {
  public:
    PatternLayout(const AnyGrid& grid, int count) : grid_(grid), count_(count) {
        if (count < 1 || count > kMaxPattern || count >= grid.cells())
            throw std::invalid_argument("not a size of a pattern");
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
    }

    const AnyGrid& grid() const { return grid_; }
    int count() const { return count_; }
    std::size_t permutations() const { return permutations_; }
    std::size_t blocks() const { return mask_of_block_.size(); }
    std::size_t entries() const { return blocks() * permutations_; }
    std::size_t bytes() const { return (entries() + 1) / 2; }
    // Of the layout itself, not of the entries.
    std::size_t own_bytes() const {
        return sizeof *this + combinations_.size() * sizeof(Combination) +
               (low_.size() + high_.size() + 2 * blocks()) * sizeof(std::uint32_t);
    }
    std::uint32_t mask_of(std::size_t block) const { return mask_of_block_[block]; }
    std::uint32_t region_of(std::size_t block) const { return region_of_block_[block]; }

    std::size_t block(std::uint32_t mask, int blank) const {
        const std::uint32_t low = low_[mask & ((1u << low_bits_) - 1)];
        const Combination& one =
            combinations_[(low >> 4) + high_[(low & 15) << high_bits_ | mask >> low_bits_]];
        return one.first_block + (one.regions >> blank * region_bits_ & ((1u << region_bits_) - 1)) +
               ((one.top_bits >> blank & 1u) << region_bits_);
    }

    // The rank of a permutation: its first digit is how many tiles stand before the first tile, the next
    // how many of the others before the second, and so on.  Eight comparisons are one subtraction: a byte's
    // top bit survives where the tile's cell is not before the other's.  kMost, no less than the number of
    // tiles, lets the compiler unroll.
    template <int kMost = kMaxPattern>
    std::size_t rank(Places places) const {
        constexpr Places kOnes = 0x0101010101010101u, kTops = 0x8080808080808080u;
        Places others = (places | beyond_) & ~kTops;
        std::size_t rank = 0;
        for (int i = 0; i < kMost - 1; ++i) {
            const Places cell = (places >> 8 * i & 0xFF) * kOnes;
            others |= Places{0x7F} << 8 * i;  // done: after all that follow
            const Places before = ((cell | kTops) - others) >> 7 & kOnes;
            rank += (before * kOnes >> 56) * weights_[i];
        }
        return rank;
    }

    template <int kMost = kMaxPattern>
    std::size_t index(Places places, std::uint32_t mask, int blank) const {
        return block(mask, blank) * permutations_ + rank<kMost>(places);
    }

  private:
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
    // of a combination is the sum of two look-ups: of its lower cells, and of the others given how many are
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
        combinations_.resize(choose(grid_.cells(), count_));
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
        for (Combination& one : combinations_) {
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
    Places beyond_ = 0;                      // bytes that are no tile's: after all cells
    std::size_t weights_[kMaxPattern] = {};  // of the digits of a rank
    std::vector<std::uint32_t> low_, high_;
    std::vector<Combination> combinations_;
    std::vector<std::uint32_t> mask_of_block_, region_of_block_;
};

// A database that has been built: a layout and its entries, which belong to somebody else.
class PatternTable {
  public:
    PatternTable(const AnyGrid& grid, int count, const std::uint8_t* entries, std::size_t bytes)
        : layout_(grid, count), pages_(entries, bytes), entries_(pages_.data()) {
        if (bytes != layout_.bytes()) throw std::invalid_argument("a table of the wrong length");
    }

    const PatternLayout& layout() const { return layout_; }
    std::size_t bytes() const { return layout_.bytes() + layout_.own_bytes(); }
    int excess(std::size_t index) const { return entries_[index >> 1] >> 4 * (index & 1) & 15; }
    void prefetch(std::size_t index) const { __builtin_prefetch(entries_ + (index >> 1)); }

  private:
    PatternLayout layout_;
    LargePages pages_;
    const std::uint8_t* entries_;
};

// One way to look a position up: a table, the symmetry of the board under which its tiles are the table's,
// and for each place of the pattern the tile that belongs there.
struct PatternView {
    const PatternTable* table = nullptr;
    std::uint8_t cell[kMaxCells] = {};  // where the symmetry takes a cell
    std::vector<int> tiles;             // of the position, in the table's order
};

// The sum over the views of a set, which share no tile; the largest of the sums over the sets.  One set
// with its reflection is how databases are used here: kSets is 2, or 1 where the board has no reflection.
template <int kSets, int kViews, int kMost>
class PatternSum {
  public:
    struct State {
        std::int16_t manhattan;
        std::uint8_t excess[kSets];
        std::uint8_t of_view[kSets * kViews];
        std::uint32_t masks[kSets * kViews];
        Places places[kSets * kViews];
    };

    PatternSum(const AnyGrid& grid, const std::vector<std::vector<PatternView>>& sets) : deltas_(grid) {
        if (sets.size() != kSets) throw std::invalid_argument("another number of sets");
        for (std::size_t set = 0; set < kSets; ++set) {
            if (sets[set].size() > kViews) throw std::invalid_argument("too many patterns in a set");
            for (std::size_t view = 0; view < sets[set].size(); ++view) {
                const PatternView& one = sets[set][view];
                if (one.tiles.size() > kMost ||
                    static_cast<int>(one.tiles.size()) != one.table->layout().count())
                    throw std::invalid_argument("a pattern of another size");
                const std::size_t place = set * kViews + view;
                views_[place] = one;
                for (std::size_t slot = 0; slot < one.tiles.size(); ++slot) {
                    slots_[set][one.tiles[slot]] = {static_cast<std::uint8_t>(place),
                                                    static_cast<std::uint8_t>(8 * slot)};
                }
            }
        }
    }

    State start(const SlidingPosition& position) const {
        State state{};
        state.manhattan = static_cast<std::int16_t>(position.manhattan());
        for (int set = 0; set < kSets; ++set)
            position.for_each_tile([&](int tile, int cell) {
                const Slot slot = slots_[set][tile];
                if (slot.view == kNoView) return;
                const std::uint8_t at = views_[slot.view].cell[cell];
                state.places[slot.view] |= Places{at} << slot.shift;
                state.masks[slot.view] |= 1u << at;
            });
        for (int place = 0; place < kSets * kViews; ++place) {
            const PatternView& view = views_[place];
            if (view.table == nullptr) continue;
            const PatternLayout& layout = view.table->layout();
            state.of_view[place] = static_cast<std::uint8_t>(view.table->excess(
                layout.index(state.places[place], state.masks[place], view.cell[position.blank])));
            auto& sum = state.excess[place / kViews];
            sum = static_cast<std::uint8_t>(sum + state.of_view[place]);
        }
        return state;
    }

    // A table that several views share counts once.
    std::size_t bytes() const {
        std::size_t sum = sizeof *this;
        for (const PatternView* view = views_; view != views_ + kSets * kViews; ++view) {
            auto same = [view](const PatternView& other) { return other.table == view->table; };
            if (view->table != nullptr && std::none_of(views_, view, same)) sum += view->table->bytes();
        }
        return sum;
    }

    int value(const State& state) const {
        int most = 0;
        for (std::uint8_t excess : state.excess) most = excess > most ? excess : most;
        return state.manhattan + 2 * most;
    }

    // Where a slide leads in the tables.  A look-up waits for memory, more than half of the time even in
    // tables of some megabytes; so a search first asks for the entries of all children, then judges them.
    struct Probe {
        std::size_t index[kSets];
        Places places[kSets];
        std::uint32_t masks[kSets];
    };
    Probe probe(const State& before, Slide slide) const {
        Probe found;
        for (int set = 0; set < kSets; ++set) {
            const Slot slot = slots_[set][slide.tile];
            const PatternView& view = views_[slot.view];
            const std::uint32_t from = view.cell[slide.from], to = view.cell[slide.to];
            found.places[set] = before.places[slot.view] ^ Places { from ^ to } << slot.shift;
            found.masks[set] = before.masks[slot.view] ^ (1u << from | 1u << to);
            found.index[set] = view.table->layout().template index<kMost>(found.places[set], found.masks[set],
                                                                          static_cast<int>(from));
            view.table->prefetch(found.index[set]);
        }
        return found;
    }

    bool slide(const State& before, State& after, Slide slide, int left) const {
        return judge(before, after, slide, left, probe(before, slide));
    }
    bool judge(const State& before, State& after, Slide slide, int left, const Probe& probe) const {
        const int manhattan = before.manhattan + deltas_.of(slide);
        if (manhattan > left) return false;
        const int allowed = (left - manhattan) >> 1;
        std::uint8_t excess[kSets], of_view[kSets];
        for (int set = 0; set < kSets; ++set) {
            const std::uint8_t view = slots_[set][slide.tile].view;
            of_view[set] = static_cast<std::uint8_t>(views_[view].table->excess(probe.index[set]));
            excess[set] = static_cast<std::uint8_t>(before.excess[set] - before.of_view[view] + of_view[set]);
            if (excess[set] > allowed) return false;
        }
        after = before;
        after.manhattan = static_cast<std::int16_t>(manhattan);
        for (int set = 0; set < kSets; ++set) {
            const std::uint8_t view = slots_[set][slide.tile].view;
            after.excess[set] = excess[set];
            after.of_view[view] = of_view[set];
            after.places[view] = probe.places[set];
            after.masks[view] = probe.masks[set];
        }
        return true;
    }

  private:
    static constexpr std::uint8_t kNoView = 255;
    struct Slot {
        std::uint8_t view = kNoView, shift = 0;
    };

    Deltas deltas_;
    PatternView views_[kSets * kViews];
    Slot slots_[kSets][32];
};

}  // namespace yomikiri
