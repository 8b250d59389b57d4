// Relaxed reachability by ranks, four suits at a time: the implementation for processors with AVX2.  See
// relaxation.hpp for what it is.
//
// A vector has a lane of 64 bits for each suit, a set of cells: where the card of one rank may be.  A pass
// goes up the ranks.  A card comes to the cells that may be empty and are right of one where its predecessor
// may be; if there are any, it may leave its own cell, which the ranks behind it see in the same pass, those
// of the other suits in the next.  The only branch is at the end of a pass; waves are short loops of
// unpredictable length, and take about twice as long.
//
// What limits a pass is that each rank waits for the one before it.  So it goes over the lower and the upper
// half of the ranks at the same time; the upper half starts from where the pass before left the lower one.
// And a cell that a card leaves is seen not by the next rank but by the one after it, which keeps it off the
// longest chain.  Passes: 8.6 without either, 10.6 with both, at 13 columns, each of them a third shorter.
//
// When a cell becomes empty, the card that follows its left neighbour may go there and leave its own cell:
// that much is known in advance, so a card that leaves its cell empties two at once.  With this a position
// taken up by `decide` needs 12.4 passes instead of 15.5, and a twentieth less time in all; with three or
// four cells at once 11.5 or 11.1, but finding these takes longer than it saves.  Frozen cards do no harm:
// each has a hole to go to, so they would never go to a cell where a card stands.
#pragma once

#include <immintrin.h>

#include "games/rows/board.hpp"

namespace yomikiri {

class RelaxedRanks {
  public:
    void read(const RowGeometry& g, const RowBoard& b, std::uint64_t floating) {
        holes_ = b.holes;
        cells_ = g.cells;
        first_column_ = g.first_column;
        wide_ = g.columns > kFew + 1;
        const __m256i low = two_suits(&b.where[0]), high = two_suits(&b.where[32]);
        const Quarters cells = by_ranks(low, high), next = by_ranks(next_of(b, low), next_of(b, high));
        read<1, 3>(cells.of[0], next.of[0]);
        read<4, 7>(cells.of[1], next.of[1]);
        read<8, 11>(cells.of[2], next.of[2]);
        read<kFew, kFew>(cells.of[3], next.of[3]);
        if (wide_) read<kFew + 1, kMany>(cells.of[3], next.of[3]);
        settled_ = _mm256_testc_si256(all(first_column_), at_[1]);
        const Lanes loose = all(floating);
        from_[1] = either(at_[1], both(_mm256_cmpeq_epi64(both(loose, at_[1]), at_[1]), loose));
    }

    // Until nothing is added, or all cells of `enough` are; when `Frozen`, until a cell of `forbidden` is,
    // which has to have those of the predecessors of frozen cards, but for frozen ones.  The cells that may
    // become empty, among them those of `sure`: it ends where it ends from the holes alone, as long as these
    // cells would be found, too, only a pass sooner.
    template <bool Frozen>
    std::uint64_t spread(std::uint64_t frozen, std::uint64_t forbidden, std::uint64_t enough,
                         std::uint64_t sure = 0) {
        // A card cannot move if its predecessor does not let it.  Nor can it from elsewhere: as soon as the
        // predecessor has moved, all is over.
        if (Frozen) for_each_bit(frozen, [this](unsigned card) { freeze(card); });
        const std::uint64_t wanted = Frozen ? forbidden : enough, start = holes_ | sure;
        const std::uint64_t empty = wide_      ? passes<Frozen, kMany, false>(start, wanted)
                                    : settled_ ? passes<Frozen, kFew, true>(start, wanted)
                                               : passes<Frozen, kFew, false>(start, wanted);
        if (Frozen) for_each_bit(frozen, [this](unsigned card) { thaw(card); });
        return empty & cells_;
    }

  private:
    using Lanes = __m256i;

    static constexpr unsigned kFew = 12;   // ranks of the board of 13 columns,
    static constexpr unsigned kMany = 14;  // and of the widest
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    static Lanes all(std::uint64_t x) { return _mm256_set1_epi64x(static_cast<long long>(x)); }
    static Lanes both(Lanes a, Lanes b) { return _mm256_and_si256(a, b); }
    static Lanes either(Lanes a, Lanes b) { return _mm256_or_si256(a, b); }
    // a, and what b and c have in common: where one instruction says so, a rank waits for two, not for three.
    static Lanes also(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512VL__)
        return _mm256_ternarylogic_epi64(a, b, c, 0xF8);
#else
        return either(a, both(b, c));
#endif
    }
    // The union of the four lanes, in each of them.
    static Lanes any(Lanes a) {
        a = either(a, _mm256_permute2x128_si256(a, a, 1));
        return either(a, _mm256_shuffle_epi32(a, 0x4E));
    }

    static __m256i two_suits(const std::uint8_t* bytes) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    }
    static __m256i bytes(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }

    // For each card the cell that is sure to become empty when its own does: that of the card that follows
    // its left neighbour; 0 if there is none.
    static __m256i next_of(const RowBoard& b, __m256i cells) {
        const __m256i left = looked_up(b.at.data(), _mm256_sub_epi8(cells, bytes(1)));
        const __m256i next = looked_up(b.where.data(), _mm256_add_epi8(left, bytes(1)));
        // Nonexistent cards stand at cell 0, with nothing left of it.
        return _mm256_andnot_si256(_mm256_cmpeq_epi8(cells, _mm256_setzero_si256()), next);
    }
    // From a table of 64 bytes; anything for an index beyond it.
    static __m256i looked_up(const std::uint8_t* table, __m256i index) {
#if defined(__AVX512VBMI__)
        return _mm256_permutex2var_epi8(two_suits(table), index, two_suits(table + 32));
#else
        __m256i found = _mm256_setzero_si256();
        for (int row = 0; row < 64; row += 16) {
            const __m256i of_row =
                _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table + row)));
            // An index of another row gets its highest bit, and so nothing.
            const __m256i there = _mm256_adds_epu8(_mm256_xor_si256(index, bytes(row)), bytes(0x70));
            found = either(found, _mm256_shuffle_epi8(of_row, there));
        }
        return found;
#endif
    }

    // Four suits of bytes become ranks of four lanes each, four ranks to a quarter.
    struct Quarters {
        __m128i of[4];
    };
    static Quarters by_ranks(__m256i low, __m256i high) {
        const __m128i s = _mm256_castsi256_si128(low), t = _mm256_extracti128_si256(low, 1);
        const __m128i u = _mm256_castsi256_si128(high), v = _mm256_extracti128_si256(high, 1);
        const __m128i low0 = _mm_unpacklo_epi8(s, t), low1 = _mm_unpacklo_epi8(u, v);
        const __m128i high0 = _mm_unpackhi_epi8(s, t), high1 = _mm_unpackhi_epi8(u, v);
        return {{_mm_unpacklo_epi16(low0, low1), _mm_unpackhi_epi16(low0, low1),
                 _mm_unpacklo_epi16(high0, high1), _mm_unpackhi_epi16(high0, high1)}};
    }
    // A quarter as sets, as far as its ranks are asked for.
    template <unsigned First, unsigned Last>
    void read(__m128i cells, __m128i next) {
        auto as_set = [](__m128i four) { return _mm256_sllv_epi64(all(1), _mm256_cvtepu8_epi64(four)); };
        auto take = [&]<unsigned Rank>(__m128i four, __m128i four_next) {
            if constexpr (Rank >= First && Rank <= Last) {
                at_[Rank] = from_[Rank] = as_set(four);
                leaves_[Rank] = either(at_[Rank], as_set(four_next));
            }
        };
        constexpr unsigned kRank = First / 4 * 4;
        take.template operator()<kRank>(cells, next);
        take.template operator()<kRank + 1>(_mm_srli_si128(cells, 4), _mm_srli_si128(next, 4));
        take.template operator()<kRank + 2>(_mm_srli_si128(cells, 8), _mm_srli_si128(next, 8));
        take.template operator()<kRank + 3>(_mm_srli_si128(cells, 12), _mm_srli_si128(next, 12));
    }

    // By whole vectors: to read one soon after one of its lanes was written costs a dozen cycles.
    void freeze(unsigned card) {
        Lanes& before = from_[RowBoard::rank(card) - 1];
        before = _mm256_andnot_si256(lane(card), before);
    }
    void thaw(unsigned card) {
        Lanes& before = from_[RowBoard::rank(card) - 1];
        before = either(before, both(lane(card), at_[RowBoard::rank(card) - 1]));
    }
    static Lanes lane(unsigned card) {
        return _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3), all(RowBoard::suit(card)));
    }

    // What a card's coming to the cells `in` adds to those that may be empty, if there are any.
    Lanes left_behind(Lanes in, unsigned rank) const {
        return _mm256_andnot_si256(_mm256_cmpeq_epi64(in, _mm256_setzero_si256()), leaves_[rank]);
    }

    // Nonexistent ranks do no harm: their cards stand outside the board.  `Settled` positions have all their
    // aces in column 1: there is never a hole there.
    template <bool Frozen, unsigned Last, bool Settled>
    std::uint64_t passes(std::uint64_t start, std::uint64_t wanted) const {
        constexpr unsigned kHalf = Last / 2;
        const Lanes first_column = all(first_column_);
        const Lanes right_of_aces = _mm256_slli_epi64(from_[1], 1);
        Lanes empty = all(start), middle = from_[kHalf];
        std::uint64_t found = start;
        auto beside = [](Lanes before) { return _mm256_slli_epi64(before, 1); };
        for (;;) {
            Lanes low, high = middle, leaving, leaving_high = _mm256_setzero_si256();
            Lanes seen = empty, seen_high = empty;
            if (Settled) {
                leaving = _mm256_setzero_si256();
            } else {
                Lanes in = both(empty, first_column);
                low = either(from_[1], in);
                leaving = left_behind(in, 1);
            }
#pragma GCC unroll 16
            for (unsigned step = 2; step <= kHalf + 1; ++step) {
                const unsigned rank = step + kHalf - 1;
                Lanes next_high = beside(high);
                Lanes in_high = both(next_high, seen_high);
                high = also(from_[rank], next_high, seen_high);
                seen_high = either(seen_high, leaving_high);
                leaving_high = left_behind(in_high, rank);
                if (step > kHalf) break;
                Lanes next = Settled && step == 2 ? right_of_aces : beside(low);
                Lanes in = both(next, seen);
                low = also(from_[step], next, seen);
                seen = either(seen, leaving);
                leaving = left_behind(in, step);
            }
            const Lanes now = any(either(either(seen, leaving), either(seen_high, leaving_high)));
            // The scalar side decides whether to go on: fewer instructions than on whole vectors.
            const Lanes before = middle;
            const std::uint64_t last = found;
            empty = now;
            middle = low;
            found = static_cast<std::uint64_t>(_mm256_extract_epi64(empty, 0));
            if (Frozen ? (found & wanted) != 0 : (wanted & ~found) == 0) break;
            if (found == last) {
                const Lanes change = _mm256_xor_si256(low, before);
                if (_mm256_testz_si256(change, change)) break;
            }
        }
        return found;
    }
    std::uint64_t holes_ = 0, cells_ = 0, first_column_ = 0;
    bool wide_ = false, settled_ = false;
    Lanes at_[16];      // the cells of a rank's four cards
    Lanes leaves_[16];  // what becomes empty when they go
    Lanes from_[16];  // the cells from which they let others come: their own, those of all floating aces for
                      // each of these, and none for one whose successor is frozen
};

}  // namespace yomikiri
