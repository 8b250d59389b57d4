// Builds a pattern database: breadth first, backwards from the goal, block by block.
//
// A slide takes a tile of the pattern from a cell a to a cell b of the blank's region.  For all entries of
// a block it is the same slide: the combination changes from C to C - a + b, the new region is the one
// that holds a, and the tiles between a and b in reading order move up or down by one.  So a block's slides
// are found once, and the entries follow by a table of rearranged ranks, one for each pair (place of a in C,
// place of b after).  A slide along a row rearranges nothing.
//
// Slides of other tiles cost nothing and keep the blank in its region: they are not steps at all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <stdexcept>
#include <vector>

#include "arguments.hpp"
#include "games/sliding/pattern_database.hpp"
#include "stores/memory.hpp"

namespace yomikiri {

class PatternBuilder {
  public:
    using Report = std::function<void(std::size_t, std::size_t)>;  // entries done, and of how many

    // `goal_blank` is the blank's cell in the goal.
    PatternBuilder(const AnyGrid& grid, const std::vector<int>& goals, int goal_blank, std::size_t memory)
        : layout_(grid, static_cast<int>(goals.size())),
          goals_(goals),
          goal_blank_(within("goal_blank", goal_blank, 0, grid.cells() - 1)),
          budget_(memory) {
        std::uint32_t taken = 1u << goal_blank;
        for (int goal : goals) {
            within("goal", goal, 0, grid.cells() - 1);
            if ((taken >> goal & 1) != 0) refuse("the goal ", goal, " twice: expected a cell for each tile");
            taken |= 1u << goal;
        }
        // With fewer than two indistinguishable tiles, half of all placements cannot be reached.
        if (layout_.count() > grid.cells() - 3)
            refuse("a pattern of ", layout_.count(), " tiles: expected at most ", grid.cells() - 3);
    }

    const PatternLayout& layout() const { return layout_; }

    // Fills `entries`, of layout().bytes().
    void build(std::uint8_t* entries, const Report& report) {
        Region region(budget_, layout_.entries());
        if (!region) throw std::bad_alloc();
        distances_ = reinterpret_cast<std::uint8_t*>(region.data());
        std::memset(distances_, kUnknown, layout_.entries());
        make_shifts();
        begin();
        std::size_t done = 1;
        for (int level = 0; wave_.count > 0; ++level) {
            if (level >= kUnknown - 1) throw std::invalid_argument("distances beyond a byte");
            Wave next(layout_.blocks());
            for (std::size_t block = 0; block < layout_.blocks(); ++block)
                if (wave_.has[block]) {
                    done += expand(block, static_cast<std::uint8_t>(level), next);
                    if (block % 64 == 0) report(done, layout_.entries());
                }
            wave_ = std::move(next);
        }
        if (done != layout_.entries()) throw std::logic_error("a placing that cannot be reached");
        pack(entries);
        report(done, layout_.entries());
    }

  private:
    static constexpr std::uint8_t kUnknown = 255;

    // The blocks that have entries at the next level.
    struct Wave {
        explicit Wave(std::size_t blocks) : has(blocks) {}
        std::vector<bool> has;
        std::size_t count = 0;
        void add(std::size_t block) {
            count += !has[block];
            has[block] = true;
        }
    };

    std::size_t permutations() const { return layout_.permutations(); }

    // The places in reading order that the tiles of a rank have.
    void unrank(std::size_t rank, int (&order)[kMaxPattern]) const {
        const int count = layout_.count();
        int digits[kMaxPattern] = {};
        for (int i = count - 2; i >= 0; --i) {
            digits[i] = static_cast<int>(rank % static_cast<std::size_t>(count - i));
            rank /= static_cast<std::size_t>(count - i);
        }
        unsigned free = (1u << count) - 1;
        for (int i = 0; i < count; ++i) {
            unsigned rest = free;
            for (int skip = digits[i]; skip > 0; --skip) rest &= rest - 1;
            order[i] = std::countr_zero(rest);
            free &= ~(1u << order[i]);
        }
    }

    // shifts_[i * count + j][rank]: the rank after the tile at place i of the reading order comes to place j.
    void make_shifts() {
        const int count = layout_.count();
        shifts_.resize(static_cast<std::size_t>(count * count));
        for (std::size_t rank = 0; rank < permutations(); ++rank) {
            int order[kMaxPattern];
            unrank(rank, order);
            for (int i = 0; i < count; ++i)
                for (int j = 0; j < count; ++j) {
                    if (i == j || std::abs(i - j) >= layout_.grid().columns()) continue;
                    Places places = 0;
                    for (int tile = 0; tile < count; ++tile) {
                        int at = order[tile];
                        if (at == i)
                            at = j;
                        else if (i < at && at <= j)
                            --at;
                        else if (j <= at && at < i)
                            ++at;
                        places |= static_cast<Places>(at) << 8 * tile;
                    }
                    auto& shift = shifts_[static_cast<std::size_t>(i * count + j)];
                    if (shift.empty()) shift.resize(permutations());
                    shift[rank] = static_cast<std::uint16_t>(layout_.rank(places));
                }
        }
    }

    void begin() {
        Places places = 0;
        std::uint32_t mask = 0;
        for (std::size_t tile = 0; tile < goals_.size(); ++tile) {
            places |= static_cast<Places>(goals_[tile]) << 8 * tile;
            mask |= 1u << goals_[tile];
        }
        const std::size_t index = layout_.index(places, mask, goal_blank_);
        distances_[index] = 0;
        wave_ = Wave(layout_.blocks());
        wave_.add(index / permutations());
    }

    // The ranks of a block's entries at a level.  Most words of eight have none: a level is a small fraction.
    std::size_t find(const std::uint8_t* here, std::uint8_t level) {
        constexpr std::uint64_t kOnes = 0x0101010101010101u, kLow = 0x7F7F7F7F7F7F7F7Fu;
        std::size_t count = 0, rank = 0;
        for (; rank + 8 <= permutations(); rank += 8) {
            std::uint64_t word;
            std::memcpy(&word, here + rank, 8);
            word ^= kOnes * level;
            // The top bit of each byte that is now zero.
            std::uint64_t zeros = ~(((word & kLow) + kLow) | word | kLow);
            if constexpr (std::endian::native == std::endian::big) zeros = __builtin_bswap64(zeros);
            for (; zeros != 0; zeros &= zeros - 1)
                found_[count++] =
                    static_cast<std::uint16_t>(rank + static_cast<std::size_t>(std::countr_zero(zeros)) / 8);
        }
        for (; rank < permutations(); ++rank)
            if (here[rank] == level) found_[count++] = static_cast<std::uint16_t>(rank);
        return count;
    }

    // The entries of a block at a level, and what they reach; how many those are.
    std::size_t expand(std::size_t block, std::uint8_t level, Wave& next) {
        const std::size_t count = find(distances_ + block * permutations(), level);
        std::size_t reached = 0;
        const AnyGrid& grid = layout_.grid();
        const std::uint32_t mask = layout_.mask_of(block), region = layout_.region_of(block);
        for (int from = 0; from < grid.cells(); ++from) {
            if ((mask >> from & 1) == 0) continue;
            for (int direction = 0; direction < AnyGrid::kSteps; ++direction) {
                const int to = grid.beside(from, direction);
                if (to < 0 || (region >> to & 1) == 0) continue;
                const std::uint32_t changed = mask ^ (1u << from | 1u << to);
                const std::size_t target = layout_.block(changed, from);
                const int i = std::popcount(mask & ((1u << from) - 1));
                const int j = std::popcount(changed & ((1u << to) - 1));
                const std::size_t found = reach(target, i, j, count, level);
                if (found > 0) next.add(target);
                reached += found;
            }
        }
        return reached;
    }

    std::size_t reach(std::size_t target, int i, int j, std::size_t count, std::uint8_t level) {
        std::uint8_t* there = distances_ + target * permutations();
        const auto* shift = shifts_[static_cast<std::size_t>(i * layout_.count() + j)].data();
        const auto after = static_cast<std::uint8_t>(level + 1);
        std::size_t reached = 0;
        for (std::size_t n = 0; n < count; ++n) {
            std::uint8_t& entry = there[i == j ? found_[n] : shift[found_[n]]];
            reached += entry == kUnknown;
            entry = entry < after ? entry : after;
        }
        return reached;
    }

    // Replaces distances by half of their excess over the Manhattan distance.  The Manhattan distance of a
    // rank is that of its first tiles, the head, plus that of up to four others, which depends on the places
    // that the head leaves: both are added up once per block.
    void pack(std::uint8_t* entries) const {
        const int count = layout_.count(), tail = std::min(count, 4), head = count - tail;
        std::size_t tails = 1;
        for (int i = 2; i <= tail; ++i) tails *= static_cast<std::size_t>(i);
        const std::size_t heads = permutations() / tails;
        std::vector<std::array<int, kMaxPattern>> orders(permutations());
        for (std::size_t rank = 0; rank < permutations(); ++rank) {
            int order[kMaxPattern] = {};
            unrank(rank, order);
            std::copy_n(order, kMaxPattern, orders[rank].begin());
        }
        std::vector<std::size_t> places_left(heads), some_head(std::size_t{1} << count, heads);
        for (std::size_t h = 0; h < heads; ++h) {
            for (int i = head; i < count; ++i)
                places_left[h] |= std::size_t{1} << orders[h * tails][static_cast<std::size_t>(i)];
            some_head[places_left[h]] = h;
        }
        std::vector<std::uint8_t> tail_steps(some_head.size() * tails);
        for (std::size_t block = 0; block < layout_.blocks(); ++block) {
            int steps[kMaxPattern][kMaxPattern] = {}, place = 0;
            for (int cell = 0; cell < layout_.grid().cells(); ++cell) {
                if ((layout_.mask_of(block) >> cell & 1) == 0) continue;
                for (int tile = 0; tile < count; ++tile)
                    steps[tile][place] =
                        layout_.grid().distance(goals_[static_cast<std::size_t>(tile)], cell);
                ++place;
            }
            auto sum = [&](std::size_t rank, int from, int to) {
                int total = 0;
                for (int tile = from; tile < to; ++tile)
                    total += steps[tile][orders[rank][static_cast<std::size_t>(tile)]];
                return static_cast<std::uint8_t>(total);
            };
            for (std::size_t left = 0; left < some_head.size(); ++left)
                if (some_head[left] < heads)
                    for (std::size_t t = 0; t < tails; ++t)
                        tail_steps[left * tails + t] = sum(some_head[left] * tails + t, head, count);
            std::size_t index = block * permutations();
            for (std::size_t h = 0; h < heads; ++h) {
                const int first = sum(h * tails, 0, head);
                const std::uint8_t* others = &tail_steps[places_left[h] * tails];
                for (std::size_t t = 0; t < tails; ++t, ++index) {
                    const int excess = distances_[index] - first - others[t];
                    if ((excess & ~30) != 0) throw std::logic_error("a distance that does not fit four bits");
                    std::uint8_t& pair = entries[index >> 1];
                    pair = static_cast<std::uint8_t>(index % 2 == 0 ? excess / 2 : pair | excess / 2 << 4);
                }
            }
        }
    }

    PatternLayout layout_;
    std::vector<int> goals_;
    int goal_blank_;
    MemoryBudget budget_;
    std::uint8_t* distances_ = nullptr;
    std::vector<std::vector<std::uint16_t>> shifts_;
    Wave wave_{0};
    std::vector<std::uint16_t> found_ = std::vector<std::uint16_t>(40320 + 1);
};

}  // namespace yomikiri
