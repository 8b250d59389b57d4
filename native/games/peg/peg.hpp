// Peg solitaire, as in the Python modules yomikiri.games.peg.rules, .space and .bounds.
//
// The hole in row r and column c is bit 8r + c, so shifts find the jumps in one direction for all pegs at
// once, and the reflections of an 8x8 board of bits give the images of a board.  No board is more than seven
// columns wide: the column beside it keeps jumps from wrapping around the edge.
//
// A key is the holes that have pegs, one byte per row, which is also the code in Python.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "game.hpp"

namespace yomikiri {

using Holes = std::uint64_t;

// Sets of holes, turned and reflected.
class PegBoard {
  public:
    explicit PegBoard(const Arguments& given)
        : rows_(static_cast<int>(given.number("rows", 1, kMostSide))),
          columns_(static_cast<int>(given.number("columns", 1, kMostSide))),
          holes_(static_cast<Holes>(given.number("holes", 1, (std::int64_t{1} << 8 * kMostSide) - 1))) {
        for (int row = 0; row < 8; ++row)
            if ((holes_ >> 8 * row & 0xFF) >> (row < rows_ ? columns_ : 0) != 0)
                refuse("holes beside a board of ", rows_, " rows and ", columns_, " columns");
    }

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    Holes holes() const { return holes_; }

    // Calls see(image, symmetry) for all eight, or for the four that keep rows rows if the board is not
    // square.
    template <class See>
    void for_each_image(Holes holes, See&& see) const {
        for (unsigned transposed = 0; transposed < (rows_ == columns_ ? 2u : 1u); ++transposed) {
            const Holes turned = transposed ? transpose(holes) : holes;
            const Holes mirrored = mirror(turned);
            see(turned, 4 * transposed);
            see(mirrored, 4 * transposed + 1);
            see(upside_down(turned), 4 * transposed + 2);
            see(upside_down(mirrored), 4 * transposed + 3);
        }
    }

  private:
    static constexpr int kMostSide = 7;

    static Holes transpose(Holes holes) {
        holes = exchange(holes, 7, 0x00AA00AA00AA00AA);
        holes = exchange(holes, 14, 0x0000CCCC0000CCCC);
        return exchange(holes, 28, 0x00000000F0F0F0F0);
    }
    static Holes exchange(Holes holes, int shift, Holes mask) {
        const Holes changed = (holes ^ holes >> shift) & mask;
        return holes ^ changed ^ changed << shift;
    }
    Holes mirror(Holes holes) const {
        holes = (holes >> 1 & 0x5555555555555555) | (holes & 0x5555555555555555) << 1;
        holes = (holes >> 2 & 0x3333333333333333) | (holes & 0x3333333333333333) << 2;
        holes = (holes >> 4 & 0x0F0F0F0F0F0F0F0F) | (holes & 0x0F0F0F0F0F0F0F0F) << 4;
        return holes >> (8 - columns_);
    }
    Holes upside_down(Holes holes) const {
        holes = (holes >> 8 & 0x00FF00FF00FF00FF) | (holes & 0x00FF00FF00FF00FF) << 8;
        holes = (holes >> 16 & 0x0000FFFF0000FFFF) | (holes & 0x0000FFFF0000FFFF) << 16;
        return (holes >> 32 | holes << 32) >> 8 * (8 - rows_);
    }

    int rows_, columns_;
    Holes holes_;
};

// A pagoda function: the set of holes for each nonzero weight, and the weight of the finish.
struct Pagoda {
    int finish;
    std::vector<std::pair<int, Holes>> weights;

    bool excludes(Holes pegs) const {
        int sum = 0;
        for (const auto& [weight, holes] : weights) sum += weight * std::popcount(pegs & holes);
        return sum < finish;
    }
};

// Merson's regions: how many disjoint ones are full and cannot be full in the end.
class PegRegions {
  public:
    // `finish` is a set of one hole, or 0 for any.
    PegRegions(std::vector<Holes> regions, Holes finish) : finish_(finish) {
        for (const Holes region : regions) {
            if (std::has_single_bit(region))
                corners_ |= region;
            else
                regions_.push_back(region);
        }
        if (regions_.size() > 64) refuse(regions_.size(), " regions of several holes: expected 64 at most");
        overlapping_.resize(regions_.size());
        for (std::size_t one = 0; one < regions_.size(); ++one)
            for (std::size_t other = 0; other < regions_.size(); ++other)
                if (one != other && (regions_[one] & regions_[other]) != 0)
                    overlapping_[one] |= std::uint64_t{1} << other;
    }

    int full(Holes pegs) const {
        const int corners = std::popcount(pegs & corners_ & ~finish_);
        std::uint64_t full = 0;
        for (std::size_t i = 0; i < regions_.size(); ++i)
            full |= std::uint64_t{(pegs & regions_[i]) == regions_[i]} << i;
        // With any finish, one of the corners may be it.
        return corners - (finish_ == 0 && corners > 0) + most_disjoint(full);
    }

  private:
    int most_disjoint(std::uint64_t full) const {
        int chosen = 0;
        while (full != 0) {
            const auto first = static_cast<std::size_t>(std::countr_zero(full));
            full &= full - 1;
            if (const std::uint64_t beside = full & ~overlapping_[first]; beside != full)
                return chosen + std::max(1 + most_disjoint(beside), most_disjoint(full));
            ++chosen;
        }
        return chosen;
    }

    Holes finish_, corners_ = 0;
    std::vector<Holes> regions_;              // of more than one hole
    std::vector<std::uint64_t> overlapping_;  // for each, the others that have a hole of it
};

// `kChains`: the jumps of one peg in a row are one move.
template <bool kChains>
class Peg {
  public:
    using Key = WordKey<7>;
    using State = Holes;  // with pegs
    using Move = Holes;   // those that change: all we need to know about a move of one or several jumps
    // There are 92 jumps on the European board, and no more on any other board in Python.  There are never
    // more than 1,964 moves of several jumps, also on the European board: a peg stays on the holes that are
    // an even number of rows and columns away, at most 12; going through every set of them that may have
    // pegs, with all holes in between full, gives that sum.
    using Moves = MoveList<Move, kChains ? 2048 : 128>;

    static constexpr std::array<const char*, 1> kHeuristics{kChains ? "regions" : "pegs"};
    static constexpr int kAnyFinish = -1;

    // `alike`: whether symmetric positions count as one.  `finish` is a hole or kAnyFinish; `regions` and
    // `pagodas` are words of eight bytes, lowest byte first, as yomikiri.games.peg.kernel writes them.
    explicit Peg(const Arguments& given)
        : board_(given),
          finish_(finish_of(given.number("finish", kAnyFinish, 63))),
          regions_(words(given.bytes("regions")), finish_),
          pagodas_(pagodas_of(words(given.bytes("pagodas")))) {
        if (!given.flag("alike")) return;
        unsigned kept = 0;
        board_.for_each_image(board_.holes(), [&](Holes image, unsigned symmetry) {
            kept |= static_cast<unsigned>(image == board_.holes()) << symmetry;
        });
        board_.for_each_image(finish_, [&](Holes image, unsigned symmetry) {
            symmetries_ |= kept & static_cast<unsigned>(image == finish_) << symmetry;
        });
    }

    void open(const Key& key, State& pegs) const { pegs = key.word; }
    Key key(const State& pegs) const { return {pegs}; }
    bool is_position(const Key& key) const { return key.word != 0 && (key.word & ~board_.holes()) == 0; }

    void moves(const State& pegs, Moves& found) const {
        found.clear();
        const Jumps jumps = jumps_of(pegs);
        for (Holes rest = jumps.any(); rest != 0; rest &= rest - 1)
            add_moves(pegs, rest & -rest, 0, jumps, found);
    }
    void play(State& pegs, Move change) const { pegs ^= change; }
    bool is_goal(const State& pegs) const {
        return finish_ == 0 ? std::has_single_bit(pegs) : pegs == finish_;
    }

    // An agent's actions are a hole, in reading order, and a way for its peg to jump: up, left, right, down.
    // Moves of several jumps have the numbers of their places in the list.
    std::size_t actions() const
        requires(!kChains)
    {
        return 4 * static_cast<std::size_t>(std::popcount(board_.holes()));
    }
    std::size_t action(const State& pegs, Move change) const
        requires(!kChains)
    {
        const int target = std::countr_zero(change & ~pegs);
        // Of the three holes in line the peg that jumps is the one at the other end.
        const int first = std::countr_zero(change), last = 63 - std::countl_zero(change);
        const int source = first == target ? last : first;
        const bool upright = last - first == 16;
        const std::size_t way = source > target ? (upright ? 0 : 1) : (upright ? 3 : 2);
        const Holes before = board_.holes() & ((Holes{1} << source) - 1);
        return 4 * static_cast<std::size_t>(std::popcount(before)) + way;
    }
    // A byte for each hole of the square around the board: 1 for a peg.
    std::size_t observed() const { return static_cast<std::size_t>(board_.rows() * board_.columns()); }
    void observe(const State& pegs, std::uint8_t* to) const {
        for (int row = 0; row < board_.rows(); ++row)
            for (int column = 0; column < board_.columns(); ++column)
                *to++ = static_cast<std::uint8_t>(pegs >> (8 * row + column) & 1);
    }

    int estimate(const State& pegs) const {
        if (std::has_single_bit(pegs)) return is_goal(pegs) ? 0 : kDeadEnd;
        for (const Pagoda& pagoda : pagodas_)
            if (pagoda.excludes(pegs)) return kDeadEnd;
        return kChains ? std::max(1, regions_.full(pegs)) : std::popcount(pegs) - 1;
    }

    // The least of the images by the symmetries that keep the finish.
    Key canonical(const Key& key) const {
        if (symmetries_ == 1) return key;
        Holes least = key.word;
        board_.for_each_image(key.word, [&](Holes image, unsigned symmetry) {
            if (symmetries_ >> symmetry & 1) least = std::min(least, image);
        });
        return {least};
    }

  private:
    // The pegs that can jump up, left, right and down.
    struct Jumps {
        Holes up, left, right, down;
        Holes any() const { return up | left | right | down; }
    };
    Jumps jumps_of(Holes pegs) const {
        const Holes empty = board_.holes() & ~pegs;
        return {pegs & pegs << 8 & empty << 16, pegs & pegs << 1 & empty << 2, pegs & pegs >> 1 & empty >> 2,
                pegs & pegs >> 8 & empty >> 16};
    }

    // The moves of the peg in `hole` that continue from `change`.
    void add_moves(Holes pegs, Holes hole, Holes change, const Jumps& jumps, Moves& found) const {
        if (jumps.up & hole) add_jump(pegs, hole | hole >> 8 | hole >> 16, hole >> 16, change, found);
        if (jumps.left & hole) add_jump(pegs, hole | hole >> 1 | hole >> 2, hole >> 2, change, found);
        if (jumps.right & hole) add_jump(pegs, hole | hole << 1 | hole << 2, hole << 2, change, found);
        if (jumps.down & hole) add_jump(pegs, hole | hole << 8 | hole << 16, hole << 16, change, found);
    }
    void add_jump(Holes pegs, Holes jumped, Holes target, Holes change, Moves& found) const {
        if (found.size() == Moves::capacity()) refuse("a position with more than ", found.size(), " moves");
        found.push(change ^ jumped);
        if constexpr (kChains)
            add_moves(pegs ^ jumped, target, change ^ jumped, jumps_of(pegs ^ jumped), found);
    }

    Holes finish_of(std::int64_t hole) const {
        if (hole == kAnyFinish) return 0;
        if ((board_.holes() >> hole & 1) == 0) refuse("finish ", hole, ": expected a hole of the board");
        return Holes{1} << hole;
    }
    static std::vector<Holes> words(const Arguments::Bytes& bytes) {
        if (bytes.size() % sizeof(Holes) != 0) refuse(bytes.size(), " bytes: expected words of eight");
        std::vector<Holes> found(bytes.size() / sizeof(Holes));
        if (!bytes.empty()) std::memcpy(found.data(), bytes.data(), bytes.size());
        return found;
    }
    // The weight of the finish, the number of sets, and for each its weight and its holes.
    static std::vector<Pagoda> pagodas_of(const std::vector<Holes>& words) {
        std::vector<Pagoda> found;
        for (std::size_t i = 0; i < words.size();) {
            if (words.size() - i < 2 || words[i + 1] > (words.size() - i - 2) / 2)
                refuse("pagoda functions break off");
            found.push_back({static_cast<int>(words[i]), {}});
            const std::size_t sets = words[i + 1];
            i += 2;
            for (std::size_t set = 0; set < sets; ++set, i += 2)
                found.back().weights.emplace_back(static_cast<int>(words[i]), words[i + 1]);
        }
        return found;
    }

    PegBoard board_;
    Holes finish_;  // 0 for any
    PegRegions regions_;
    std::vector<Pagoda> pagodas_;
    unsigned symmetries_ = 1;  // a bit for each that counts, the identity first
};

using PegJumps = Peg<false>;
using PegMoves = Peg<true>;

static_assert(HasEstimate<PegJumps> && HasCanonical<PegJumps>);
static_assert(HasEstimate<PegMoves> && HasCanonical<PegMoves>);

}  // namespace yomikiri
