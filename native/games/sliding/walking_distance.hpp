// Walking distance (K. Takahashi, 2001), the twin of the one in src/yomikiri/games/sliding/.
//
// Ignore which column a tile is in and which tile of its goal row it is: what is left of a position is how
// many tiles of goal row j are in row i, and the blank's row.  A vertical slide moves one tile between
// neighbouring rows; the least number of them that leads to the goal's counts is a lower bound on the
// vertical slides.  The same with columns bounds the horizontal ones, and a slide is one or the other.
//
// There are 24,964 such counts for four rows of four: all are visited once, backwards from the goal, and the
// search follows links between them.  Five rows of five have 65 million, so sides end at four.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "games/sliding/bounds.hpp"

namespace yomikiri {

// The counts of one direction: `lines` lines of `length` cells each.
class Walk {
  public:
    static constexpr int kMaxLines = 4;
    using Index = std::uint16_t;

    Walk(int lines, int length, int goal_line) : lines_(lines) {
        if (lines > kMaxLines || length > kMaxLines)
            throw std::invalid_argument("walking distance is for boards of at most 4x4");
        Key goal = static_cast<Key>(goal_line) << kLineShift;
        for (int line = 0; line < lines; ++line)
            goal += one(line, line) * static_cast<Key>(length - (line == goal_line));
        insert(goal, 0);
        for (std::size_t at = 0; at < keys_.size(); ++at) {
            const Key key = keys_[at];
            const int blank = static_cast<int>(key >> kLineShift);
            for (int side = 0; side < 2; ++side) {
                const int from = side == 0 ? blank - 1 : blank + 1;
                if (from < 0 || from >= lines) continue;
                for (int home = 0; home < lines; ++home) {
                    if ((key >> shift(from, home) & 7) == 0) continue;
                    Key next = key - one(from, home) + one(blank, home);
                    next = (next & kCounts) | static_cast<Key>(from) << kLineShift;
                    // Not written in one expression: inserting may move the links.
                    Index link = insert(next, distances_[at] + 1);
                    links_[at * kLinks + place(side, home)] = link;
                }
            }
        }
    }

    Index find(const int (&counts)[kMaxSide][kMaxSide], int blank) const {
        Key key = static_cast<Key>(blank) << kLineShift;
        for (int line = 0; line < lines_; ++line)
            for (int home = 0; home < lines_; ++home)
                key += one(line, home) * static_cast<Key>(counts[line][home]);
        return index_.at(key);
    }
    // After a tile of `home` came from the line before (side 0) or after (side 1) the blank's.
    Index next(Index at, int side, int home) const { return links_[at * kLinks + place(side, home)]; }
    int distance(Index at) const { return distances_[at]; }
    std::size_t size() const { return keys_.size(); }
    // An entry of the index is a link, a key and a number, padded.
    std::size_t bytes() const {
        return keys_.capacity() * sizeof(Key) + distances_.capacity() + links_.capacity() * sizeof(Index) +
               index_.size() * 4 * sizeof(Key) + index_.bucket_count() * sizeof(void*);
    }

  private:
    using Key = std::uint64_t;  // three bits per count, and above them the blank's line
    static constexpr int kLineShift = 3 * kMaxLines * kMaxLines;
    static constexpr Key kCounts = (Key{1} << kLineShift) - 1;
    static constexpr std::size_t kLinks = 2 * kMaxLines;

    static int shift(int line, int home) { return 3 * (line * kMaxLines + home); }
    static Key one(int line, int home) { return Key{1} << shift(line, home); }
    static std::size_t place(int side, int home) { return static_cast<std::size_t>(side * kMaxLines + home); }

    Index insert(Key key, int distance) {
        auto [place, is_new] = index_.try_emplace(key, static_cast<Index>(keys_.size()));
        if (is_new) {
            keys_.push_back(key);
            distances_.push_back(static_cast<std::uint8_t>(distance));
            links_.resize(links_.size() + kLinks);
        }
        return place->second;
    }

    int lines_;
    std::unordered_map<Key, Index> index_;
    std::vector<Key> keys_;
    std::vector<std::uint8_t> distances_;
    std::vector<Index> links_;
};

class WalkingDistance {
  public:
    struct State {
        int manhattan;
        Walk::Index rows, columns;
    };

    WalkingDistance(const AnyGrid& grid, int goal_blank)
        : grid_(grid),
          deltas_(grid),
          rows_(grid.rows(), grid.columns(), grid.row(goal_blank)),
          columns_(grid.columns(), grid.rows(), grid.column(goal_blank)) {}

    State start(const SlidingPosition& position) const {
        int rows[kMaxSide][kMaxSide] = {}, columns[kMaxSide][kMaxSide] = {};
        position.for_each_tile([&](int tile, int cell) {
            ++rows[grid_.row(cell)][grid_.row(tile)];
            ++columns[grid_.column(cell)][grid_.column(tile)];
        });
        return {position.manhattan(), rows_.find(rows, grid_.row(position.blank)),
                columns_.find(columns, grid_.column(position.blank))};
    }
    int value(const State& state) const {
        return rows_.distance(state.rows) + columns_.distance(state.columns);
    }
    bool slide(const State& before, State& after, Slide slide, int left) const {
        after = before;
        after.manhattan += deltas_.of(slide);
        if (after.manhattan > left) return false;
        switch (slide.direction) {
            case AnyGrid::kUp:
                after.rows = rows_.next(before.rows, 0, grid_.row(slide.tile));
                break;
            case AnyGrid::kDown:
                after.rows = rows_.next(before.rows, 1, grid_.row(slide.tile));
                break;
            case AnyGrid::kLeft:
                after.columns = columns_.next(before.columns, 0, grid_.column(slide.tile));
                break;
            default:
                after.columns = columns_.next(before.columns, 1, grid_.column(slide.tile));
        }
        return value(after) <= left;
    }
    std::size_t bytes() const { return sizeof *this + rows_.bytes() + columns_.bytes(); }

  private:
    AnyGrid grid_;
    Deltas deltas_;
    Walk rows_, columns_;
};

static_assert(SlidingBound<WalkingDistance>);

}  // namespace yomikiri
