// Gap sets of sliding puzzles, layer by layer, after the paper on the 15-puzzle's gap sets as BDDs.
//
// The gap of a position is its distance to the goal minus its Manhattan distance M.  Walk away from the goal:
// a slide that raises M by one keeps the gap, one that lowers M by one adds 2 to it.  So the gap is the
// length of a shortest path where slides cost 0 or 2, and all positions of gap g and Manhattan distance m are
//
//     L(g, m) = ( up(L(g, m - 1))  +  down(L(g - 2, m + 1)) )  -  L(g - 2, m)
//
// up() and down() are the neighbours with a larger and a smaller M.  Only L(g - 2, m) must be removed: both
// parents are m + g - 1 moves from the goal, so a child with Manhattan distance m has a gap of g or g - 2,
// because distances of neighbours differ by one.  Every gap therefore needs two of its layers at a time; gap
// g - 2 runs one layer ahead of gap g, and the sets are never held as a whole.
//
// A layer is divided by the cell of the blank, into ascending arrays of *sequences*: the other tiles in
// reading order, four bits each, the first one most significant.  A horizontal slide does not change the
// sequence.  A vertical slide rotates a window of `columns` tiles, so positions with the same tiles before
// and in the window stay together in order: it moves blocks of the sorted list, and sorting the blocks sorts
// the list.  Nothing is hashed, and no items are sorted one by one.
#pragma once

#include <array>
#include <cstdlib>
#include <functional>
#include <vector>

#include "search/control.hpp"
#include "stores/code_array.hpp"

namespace yomikiri {

// A board of up to 16 cells whose goal has tile i in cell i and the blank, 0, in cell 0.
class GapBoard {
  public:
    GapBoard(int rows, int columns) : rows_(rows), columns_(columns) {
        for (int tile = 0; tile < cells(); ++tile)
            for (int cell = 0; cell < cells(); ++cell)
                distance_[index(tile)][index(cell)] = static_cast<std::int8_t>(
                    std::abs(tile / columns - cell / columns) + std::abs(tile % columns - cell % columns));
    }

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int cells() const { return rows_ * columns_; }

    // By how much M grows when `tile` slides from cell to cell; 1 or -1 for neighbours.
    int growth(unsigned tile, int from, int to) const {
        return distance_[tile][index(to)] - distance_[tile][index(from)];
    }

    int manhattan(std::uint64_t code) const {
        int sum = 0;
        for (int cell = 0; cell < cells(); ++cell) {
            unsigned tile = code >> (4 * cell) & 15;
            if (tile != 0) sum += distance_[tile][index(cell)];
        }
        return sum;
    }

    // Where the i-th tile of a sequence starts.
    int shift(int i) const { return 4 * (cells() - 2 - i); }

    std::uint64_t goal_sequence() const {
        std::uint64_t sequence = 0;
        for (int tile = 1; tile < cells(); ++tile) sequence = sequence << 4 | static_cast<unsigned>(tile);
        return sequence;
    }

    // The code of gap_oracle.hpp: the tile in cell i in bits 4i to 4i + 3, cut to the first `kept` cells.
    std::uint64_t code_of(std::uint64_t sequence, int blank, int kept) const {
        std::uint64_t code = 0;
        for (int cell = 0; cell < kept; ++cell) {
            if (cell == blank) continue;
            std::uint64_t tile = sequence >> shift(cell < blank ? cell : cell - 1) & 15;
            code |= tile << (4 * cell);
        }
        return code;
    }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    int rows_, columns_;
    std::array<std::array<std::int8_t, 16>, 16> distance_{};
};

// One layer: for each cell of the blank an ascending list of sequences.
using GapLayer = std::vector<CodeArray>;

// What is reported about a finished layer.
using GapVisitor = std::function<void(int gap, int manhattan, const GapLayer&)>;

class GapLayers {
  public:
    GapLayers(const GapBoard& board, int max_gap, MemoryBudget& budget, Control& control)
        : board_(board),
          budget_(&budget),
          control_(&control),
          stages_(static_cast<std::size_t>(max_gap / 2) + 1),
          found_(budget),
          merged_(budget) {
        for (Stage& stage : stages_) stage = {empty_layer(), empty_layer()};
    }

    const Counts& counts() const { return counts_; }

    // Passes on every layer that is not empty, in the order in which they are made; an outcome means stopped.
    std::optional<Outcome> run(const GapVisitor& visit) {
        for (int step = 0;; ++step) {
            bool any = false;
            for (std::size_t k = 0; k < stages_.size(); ++k) {
                const int manhattan = step - static_cast<int>(k);
                if (manhattan < 0) break;
                Stage& stage = stages_[k];
                stage.before = empty_layer();  // before anything is built: this is half of the memory
                std::swap(stage.before, stage.now);
                if (auto stop = build(k, manhattan)) return stop;
                std::uint64_t size = 0;
                for (const CodeArray& list : stage.now) size += list.size();
                if (size == 0) continue;
                any = true;
                visit(2 * static_cast<int>(k), manhattan, stage.now);
            }
            // From here on every layer would come from empty ones.
            if (!any) return std::nullopt;
        }
    }

  private:
    struct Stage {
        GapLayer before, now;
    };
    struct Block {
        std::uint64_t key;
        std::size_t start, end;
    };

    GapLayer empty_layer() const {
        GapLayer layer;
        for (int cell = 0; cell < board_.cells(); ++cell) layer.emplace_back(*budget_);
        return layer;
    }

    std::optional<Outcome> build(std::size_t k, int manhattan) {
        Stage& stage = stages_[k];
        if (k == 0 && manhattan == 0) {
            stage.now[0].push(board_.goal_sequence());
            ++counts_.stored;
            return std::nullopt;
        }
        for (int blank = 0; blank < board_.cells(); ++blank) {
            found_.truncate(0);
            ends_.clear();
            auto gather = [&](const GapLayer& parents, int growth) -> std::optional<Outcome> {
                for (int from : neighbours(blank)) {
                    const CodeArray& list = parents[static_cast<std::size_t>(from)];
                    const std::size_t before = found_.size();
                    if (auto stop = move(list.span(), from, blank, growth, found_)) return stop;
                    counts_.expanded += list.size();
                    counts_.generated += found_.size() - before;
                    if (found_.size() > before) ends_.push_back(found_.size());
                }
                return std::nullopt;
            };
            if (auto stop = gather(stage.before, 1)) return stop;
            if (k > 0)
                if (auto stop = gather(stages_[k - 1].now, -1)) return stop;
            merge_found();
            if (k > 0) subtract(found_, stages_[k - 1].before[static_cast<std::size_t>(blank)].span());
            counts_.stored += found_.size();
            CodeArray& kept = stage.now[static_cast<std::size_t>(blank)];
            kept.reserve(found_.size());
            kept.append(found_.span());
            for (CodeArray* place : {&found_, &merged_})
                if (place->capacity() > kKeptPlace) place->release();
            // Nothing else needs the last layer of the largest gap: release what this one has passed.
            if (k + 1 == stages_.size() && blank >= board_.columns())
                stage.before[static_cast<std::size_t>(blank - board_.columns())].release();
            if (auto stop = look()) return stop;
        }
        if (k + 1 == stages_.size()) stage.before = empty_layer();
        return std::nullopt;
    }

    std::vector<int> neighbours(int cell) const {
        std::vector<int> found;
        const int columns = board_.columns();
        if (cell >= columns) found.push_back(cell - columns);
        if (cell % columns > 0) found.push_back(cell - 1);
        if (cell % columns < columns - 1) found.push_back(cell + 1);
        if (cell + columns < board_.cells()) found.push_back(cell + columns);
        return found;
    }

    // The positions after the blank has moved from cell to cell, only those whose M grows by `growth`.
    std::optional<Outcome> move(Codes list, int from, int to, int growth, CodeArray& out) {
        std::array<bool, 16> wanted{};
        for (int tile = 1; tile < board_.cells(); ++tile)
            wanted[static_cast<std::size_t>(tile)] =
                board_.growth(static_cast<unsigned>(tile), to, from) == growth;
        if (std::abs(from - to) == 1)
            return slide_in_row(list, board_.shift(std::min(from, to)), wanted, out);
        return rotate(list, std::min(from, to), from < to, wanted, out);
    }

    std::optional<Outcome> slide_in_row(Codes list, int shift, const std::array<bool, 16>& wanted,
                                        CodeArray& out) {
        for (std::size_t start = 0; start < list.size(); start += kSlice) {
            Codes slice = list.subspan(start, std::min(kSlice, list.size() - start));
            std::uint64_t* const first = out.extend(slice.size());
            std::uint64_t* to = first;
            for (std::uint64_t sequence : slice) {
                *to = sequence;
                to += wanted[sequence >> shift & 15];
            }
            out.truncate(out.size() - slice.size() + static_cast<std::size_t>(to - first));
            if (auto stop = look()) return stop;
        }
        return std::nullopt;
    }

    // The window begins at tile `first` of the sequence.  Blank down: its last tile comes to the front,
    // because it slides up over the others; blank up: its first tile goes to the end.
    std::optional<Outcome> rotate(Codes list, int first, bool down, const std::array<bool, 16>& wanted,
                                  CodeArray& out) {
        const int width = 4 * board_.columns(), low = board_.shift(first + board_.columns() - 1);
        const std::uint64_t window_mask = (std::uint64_t{1} << width) - 1;
        std::size_t next_look = kSlice;
        for (std::size_t i = 0; i < list.size();) {
            // All that agree before the window; for width + low == 64 there is nothing before it.
            auto before = [&](std::uint64_t s) { return low + width < 64 ? s >> (low + width) : 0; };
            const std::uint64_t prefix = before(list[i]);
            blocks_.clear();
            while (i < list.size() && before(list[i]) == prefix) {
                const std::uint64_t head = list[i] >> low;
                const std::size_t start = i;
                // Long blocks are common while the window is near the front, short ones near the end.
                do ++i;
                while (i < list.size() && list[i] >> low == head);
                const std::uint64_t window = head & window_mask;
                const std::uint64_t tile = down ? window & 15 : window >> (width - 4);
                if (!wanted[tile]) continue;
                const std::uint64_t turned =
                    down ? window >> 4 | tile << (width - 4) : (window << 4 | tile) & window_mask;
                blocks_.push_back({turned, start, i});
            }
            if (blocks_.size() > 1)
                std::sort(blocks_.begin(), blocks_.end(),
                          [](const Block& a, const Block& b) { return a.key < b.key; });
            const std::uint64_t rest = (std::uint64_t{1} << low) - 1;
            for (const Block& block : blocks_) {
                const std::uint64_t head = (low + width < 64 ? prefix << (low + width) : 0) | block.key
                                                                                                  << low;
                std::uint64_t* to = out.extend(block.end - block.start);
                for (std::size_t j = block.start; j < block.end; ++j) *to++ = head | (list[j] & rest);
            }
            if (i >= next_look) {
                next_look = i + kSlice;
                if (auto stop = look()) return stop;
            }
        }
        return std::nullopt;
    }

    // Merges the lists in found_, which lie one after another, pairwise in rounds.
    void merge_found() {
        while (ends_.size() > 1) {
            merged_.truncate(0);
            merged_.reserve(found_.size());
            std::vector<std::size_t> ends;
            auto list = [&](std::size_t i) {
                std::size_t start = i == 0 ? 0 : ends_[i - 1];
                return found_.span().subspan(start, ends_[i] - start);
            };
            for (std::size_t i = 0; i < ends_.size(); i += 2) {
                merge_into(merged_, list(i), i + 1 < ends_.size() ? list(i + 1) : Codes{});
                ends.push_back(merged_.size());
            }
            found_.swap(merged_);
            ends_.swap(ends);
        }
    }

    std::optional<Outcome> look() {
        counts_.bytes = budget_->used();
        return control_->glance(counts_);
    }

    static constexpr std::size_t kSlice = std::size_t{1} << 16;
    static constexpr std::size_t kKeptPlace = std::size_t{1} << 24;

    GapBoard board_;
    MemoryBudget* budget_;
    Control* control_;
    std::vector<Stage> stages_;
    // What one list of a layer is made from, and where its parts end.  Both buffers are reused if they are
    // not too large, because fresh pages cost more than the work done in them.
    CodeArray found_, merged_;
    std::vector<std::size_t> ends_;
    std::vector<Block> blocks_;
    Counts counts_;
};

}  // namespace yomikiri
