// Patterns, the first k cells of a board of n, numbered without holes: 16!/8! = 518,918,400 for k = 8.
//
// A pattern has different tiles in its cells.  Cell by cell, its tile counts as the number of smaller tiles
// that are still unused.  Those counts are kept for all tiles at once, four bits each in one word: taking a
// tile lowers the counts of all larger ones, which is one subtraction.  No count goes below 0, because a tile
// whose count is lowered has at least the taken one below it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace yomikiri {

// Whether the first `kept` cells of a code have different tiles of a board with that many cells.
inline bool is_pattern(std::uint64_t code, int cells, int kept) {
    unsigned seen = 0;
    for (int i = 0; i < kept; ++i) {
        const unsigned tile = code >> (4 * i) & 15;
        if (static_cast<int>(tile) >= cells || (seen >> tile & 1) != 0) return false;
        seen |= 1u << tile;
    }
    return true;
}

// Ranks codes for which is_pattern() holds; the rank of any other may be beyond the last.
class PatternRank {
  public:
    // Boards of up to 16 cells, the first `kept` of them; patterns as codes of gap_oracle.hpp.
    PatternRank(int cells, int kept) : cells_(cells), kept_(kept) {
        for (int i = 0; i < kept; ++i) size_ *= static_cast<std::uint64_t>(cells - i);
    }

    // How many patterns there are, those of unreachable positions included.  Up to 16!, which fits.
    std::uint64_t size() const { return size_; }
    int kept() const { return kept_; }

    // Patterns in the order of their cells, cell 0 first, have ascending ranks.
    std::uint64_t rank(std::uint64_t code) const {
        std::uint64_t smaller = kIdentity, rank = 0;
        for (int i = 0; i < kept_; ++i) {
            int shift = static_cast<int>(code >> (4 * i) & 15) * 4;
            rank = rank * static_cast<std::uint64_t>(cells_ - i) + (smaller >> shift & 15);
            smaller -= kLarger << shift;
        }
        return rank;
    }

    // The same where the sizes are constants: so are the weights of the digits, and the products need not
    // wait for each other.
    template <int kCells, int kKept>
    static std::uint32_t fixed_rank(std::uint64_t code) {
        constexpr std::array<std::uint32_t, kKept> kWeights = weights<kCells, kKept>();
        std::uint64_t smaller = kIdentity;
        std::uint32_t rank = 0;
#pragma GCC unroll 16
        for (int i = 0; i < kKept; ++i) {
            const int shift = static_cast<int>(code >> (4 * i) & 15) * 4;
            rank += kWeights[static_cast<std::size_t>(i)] * static_cast<std::uint32_t>(smaller >> shift & 15);
            smaller -= kLarger << shift;
        }
        return rank;
    }

    std::uint64_t code(std::uint64_t rank) const {
        std::uint64_t counts = 0;
        for (int i = kept_ - 1; i >= 0; --i) {
            std::uint64_t base = static_cast<std::uint64_t>(cells_ - i);
            counts |= rank % base << (4 * i);
            rank /= base;
        }
        // left: the unused tiles, ascending, four bits each.
        std::uint64_t left = kIdentity, code = 0;
        for (int i = 0; i < kept_; ++i) {
            int shift = static_cast<int>(counts >> (4 * i) & 15) * 4;
            code |= (left >> shift & 15) << (4 * i);
            std::uint64_t below = (std::uint64_t{1} << shift) - 1;
            left = (left & below) | (left >> 4 & ~below);
        }
        return code;
    }

  private:
    static constexpr std::uint64_t kIdentity = 0xFEDCBA9876543210u;
    static constexpr std::uint64_t kLarger = 0x1111111111111110u;

    template <int kCells, int kKept>
    static constexpr std::array<std::uint32_t, kKept> weights() {
        std::array<std::uint32_t, kKept> found{};
        std::uint64_t size = 1;
        for (int i = kKept - 1; i >= 0; --i) {
            found[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(size);
            size *= static_cast<std::uint64_t>(kCells - i);
        }
        if (size >> 32 != 0) throw "ranks of more than 32 bits";  // refused by the compiler
        return found;
    }

    int cells_, kept_;
    std::uint64_t size_ = 1;
};

}  // namespace yomikiri
