// Additive pattern databases (Korf & Felner, 2002), as a bound of a search.
//
// A pattern is a few of the tiles.  Its database has for every placement of them the least number of slides
// *of these tiles* to their goals, whatever the other tiles do; patterns without a common tile can be added
// up.  The blank matters, too: it moves freely over cells without a tile of the pattern, but tiles of the
// pattern can wall it in.  So an entry is for a set of occupied cells (a combination), the *region* of the
// other cells where the blank is, and the permutation of the tiles in the occupied cells
// (pattern_layout.hpp).
//
// A slide of a pattern tile takes every entry of a block to one other block, by one fixed rearrangement (see
// pattern_builder.hpp).  A slide of another tile keeps the blank in its region, so only the pattern of the
// tile that moved is looked up.
//
// An entry is half of the excess of the slides over the tiles' Manhattan distance, which is even, in four
// bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "games/sliding/bounds.hpp"
#include "games/sliding/pattern_layout.hpp"
#include "games/sliding/rules.hpp"

namespace yomikiri {

// A finished database: a layout and its entries, which belong to someone else.
class PatternTable {
  public:
    PatternTable(const AnyGrid& grid, int count, const std::uint8_t* entries, std::size_t bytes)
        : layout_(grid, count), entries_(entries) {
        if (bytes != layout_.bytes()) refuse("a table of ", bytes, " bytes: expected ", layout_.bytes());
    }

    const PatternLayout& layout() const { return layout_; }
    std::size_t bytes() const { return layout_.bytes() + layout_.own_bytes(); }
    int excess(std::size_t index) const { return entries_[index >> 1] >> 4 * (index & 1) & 15; }
    void prefetch(std::size_t index) const { __builtin_prefetch(entries_ + (index >> 1)); }

  private:
    PatternLayout layout_;
    const std::uint8_t* entries_;
};

// One way to look a position up: a table, the symmetry of the board under which its tiles are the table's,
// and for each place of the pattern the tile that belongs there.
struct PatternView {
    const PatternTable* table = nullptr;
    std::uint8_t cell[kMaxCells] = {};  // where the symmetry takes a cell
    std::vector<int> tiles;             // of the position, in the table's order
};

// The sum over the views of a set, which share no tile; the largest of the sums over the sets.  A set and its
// reflection are how databases are used here: kSets is 2, 4 with two partitions of the tiles, or 1 where the
// board has no reflection.
template <int kSets, int kViews>
class PatternSum {
  public:
    struct State {
        std::int16_t manhattan;
        std::uint8_t excess[kSets];
        std::uint8_t of_view[kSets * kViews];
        std::uint16_t ranks[kSets * kViews];
        std::uint32_t combinations[kSets * kViews];
        std::uint32_t masks[kSets * kViews];
        Places places[kSets * kViews];
    };

    PatternSum(const AnyGrid& grid, const std::vector<std::vector<PatternView>>& sets) : deltas_(grid) {
        if (sets.size() != kSets) throw std::invalid_argument("another number of sets");
        for (std::size_t set = 0; set < kSets; ++set) {
            if (sets[set].size() > kViews) throw std::invalid_argument("too many patterns in a set");
            for (std::size_t view = 0; view < sets[set].size(); ++view) {
                const PatternView& one = sets[set][view];
                if (static_cast<int>(one.tiles.size()) != one.table->layout().count())
                    throw std::invalid_argument("a pattern of another size");
                const std::size_t place = set * kViews + view;
                views_[place] = one;
                layouts_[place] = shared_layout(place);
                for (std::size_t slot = 0; slot < one.tiles.size(); ++slot) {
                    slots_[set][one.tiles[slot]] = {static_cast<std::uint8_t>(place),
                                                    static_cast<std::uint8_t>(slot)};
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
                state.places[slot.view] |= Places{at} << 8 * slot.place;
                state.masks[slot.view] |= 1u << at;
            });
        for (int place = 0; place < kSets * kViews; ++place) {
            const PatternView& view = views_[place];
            if (view.table == nullptr) continue;
            const PatternLayout& layout = *layouts_[place];
            state.combinations[place] = layout.combination(state.masks[place]);
            state.ranks[place] = static_cast<std::uint16_t>(layout.rank(state.places[place]));
            state.of_view[place] = static_cast<std::uint8_t>(view.table->excess(
                layout.index_of(state.combinations[place], state.ranks[place], view.cell[position.blank])));
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

    // What a beam goes by: the largest sum, and the mean of all of them, which tells more positions apart.
    int score(const State& state) const {
        int most = 0, sum = 0;
        for (std::uint8_t excess : state.excess) {
            most = std::max<int>(most, excess);
            sum += excess;
        }
        return kSets * (state.manhattan + most) + sum;
    }

    // Where a slide leads in the tables of a set.
    struct Place {
        std::size_t index;
        Places places;
        std::uint32_t mask, combination;
        std::uint16_t rank;
    };
    // A lookup waits for memory, more than half of the time even in tables of a few megabytes; so a search
    // first requests the entries of all children, then evaluates them.  Those of a second partition are
    // requested only for children that the first has not cut off, which is half of them.
    static constexpr int kEarly = kSets < 2 ? kSets : 2;
    struct Probe {
        Place early[kEarly];
    };
    Probe probe(const State& before, Slide slide) const {
        Probe found;
        for (int set = 0; set < kEarly; ++set) found.early[set] = place(before, slide, set);
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
        auto within = [&](int set, const Place& at) {
            const std::uint8_t view = slots_[set][slide.tile].view;
            of_view[set] = static_cast<std::uint8_t>(views_[view].table->excess(at.index));
            excess[set] = static_cast<std::uint8_t>(before.excess[set] - before.of_view[view] + of_view[set]);
            return excess[set] <= allowed;
        };
        for (int set = 0; set < kEarly; ++set)
            if (!within(set, probe.early[set])) return false;
        Place late[kSets - kEarly + 1];
        for (int set = kEarly; set < kSets; ++set) late[set - kEarly] = place(before, slide, set);
        for (int set = kEarly; set < kSets; ++set)
            if (!within(set, late[set - kEarly])) return false;
        after = before;
        after.manhattan = static_cast<std::int16_t>(manhattan);
        for (int set = 0; set < kSets; ++set) {
            const std::uint8_t view = slots_[set][slide.tile].view;
            const Place& at = set < kEarly ? probe.early[set] : late[set - kEarly];
            after.excess[set] = excess[set];
            after.of_view[view] = of_view[set];
            after.places[view] = at.places;
            after.masks[view] = at.mask;
            after.combinations[view] = at.combination;
            after.ranks[view] = at.rank;
        }
        return true;
    }

  private:
    static constexpr std::uint8_t kNoView = 255;
    struct Slot {
        std::uint8_t view = kNoView, place = 0;
    };

    Place place(const State& before, Slide slide, int set) const {
        Place found;
        const Slot slot = slots_[set][slide.tile];
        const PatternView& view = views_[slot.view];
        const std::uint32_t from = view.cell[slide.from], to = view.cell[slide.to];
        const PatternLayout& layout = *layouts_[slot.view];
        const Places places = before.places[slot.view];
        const std::uint32_t mask = before.masks[slot.view];
        found.places = places ^ Places{from ^ to} << 8 * slot.place;
        found.mask = mask ^ (1u << from | 1u << to);
        // The steps back to an earlier cell are those of the way there, negated.
        const std::uint32_t lower = std::min(from, to), higher = std::max(from, to);
        const std::uint32_t sign = from < to ? 0 : ~0u;
        const std::uint32_t step = layout.combination_step(mask, lower, higher);
        const std::uint32_t turn = layout.rank_step(places, slot.place, lower, higher);
        found.combination = before.combinations[slot.view] + (step ^ sign) - sign;
        found.rank = static_cast<std::uint16_t>(before.ranks[slot.view] + (turn ^ sign) - sign);
        found.index = layout.index_of(found.combination, found.rank, static_cast<int>(from));
        view.table->prefetch(found.index);
        return found;
    }

    // Tables with the same number of tiles have the same layout: one is read for all, and stays in the cache.
    const PatternLayout* shared_layout(std::size_t place) const {
        const PatternLayout* own = &views_[place].table->layout();
        for (std::size_t other = 0; other < place; ++other) {
            const PatternLayout* layout = layouts_[other];
            if (layout != nullptr && layout->count() == own->count() &&
                layout->grid().rows() == own->grid().rows() &&
                layout->grid().columns() == own->grid().columns())
                return layout;
        }
        return own;
    }

    Deltas deltas_;
    PatternView views_[kSets * kViews];
    const PatternLayout* layouts_[kSets * kViews] = {};
    Slot slots_[kSets][32];
};

}  // namespace yomikiri
