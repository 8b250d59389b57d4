// Relaxed reachability by ranks, four suits at a time: the way for processors with AVX2.  See relaxation.hpp
// for what it is.
//
// A vector has a lane of 64 bits for each suit, a set of cells: where the card of one rank may be.  A pass
// goes up the ranks.  A card comes to the cells that may be empty and are right of one where its predecessor
// may be; if there are any, it may leave its own cell, which the ranks behind it see in the same pass, those
// of the other suits in the next.  There is no branch but the last of a pass; waves are short loops whose
// lengths nobody can predict, and take about twice as long.
//
// What limits a pass is that each rank waits for the one before it.  So it goes over the lower and the upper
// half of the ranks at the same time; the upper half starts from where the pass before left the lower one.
// And a cell that a card leaves is seen not by the next rank but by the one after it, which keeps it off the
// longest chain.  Passes: 8.6 without either, 10.6 with both, at 13 columns, each of them a third shorter.
#pragma once

#include <immintrin.h>

#include "games/row_board.hpp"

namespace yomikiri {

class RelaxedRanks {
  public:
    void read(const RowGeometry& g, const RowBoard& b, std::uint64_t floating) {
        holes_ = b.holes;
        cells_ = g.cells;
        first_column_ = g.first_column;
        wide_ = g.columns > kFew + 1;
        // Four suits of bytes become a rank of four lanes each.
        __m128i s = suit(b, 0), t = suit(b, 1), u = suit(b, 2), v = suit(b, 3);
        __m128i low0 = _mm_unpacklo_epi8(s, t), low1 = _mm_unpacklo_epi8(u, v);
        __m128i high0 = _mm_unpackhi_epi8(s, t), high1 = _mm_unpackhi_epi8(u, v);
        read_four<0>(_mm_unpacklo_epi16(low0, low1));
        read_four<4>(_mm_unpackhi_epi16(low0, low1));
        read_four<8>(_mm_unpacklo_epi16(high0, high1));
        read_four<12>(_mm_unpackhi_epi16(high0, high1));
        aces_ = at_[1];
        if (floating != 0) {
            const Lanes loose = all(floating);
            aces_ = either(aces_, both(_mm256_cmpeq_epi64(both(loose, at_[1]), at_[1]), loose));
        }
    }

    // Until nothing is added, or all cells of `enough` are; when `Frozen`, until a cell of `forbidden` is.
    // The cells that may become empty, among them those of `sure`: it ends where it ends from the holes
    // alone, as long as these cells would be found, too, only a pass sooner.
    template <bool Frozen>
    std::uint64_t spread(std::uint64_t frozen, std::uint64_t forbidden, std::uint64_t enough,
                         std::uint64_t sure = 0) {
        if (Frozen) for_each_bit(frozen, [this](unsigned card) { freeze(card); });
        const std::uint64_t wanted = Frozen ? forbidden : enough, start = holes_ | sure;
        const std::uint64_t empty =
            wide_ ? passes<Frozen, kMany>(start, wanted) : passes<Frozen, kFew>(start, wanted);
        if (Frozen)
            for_each_bit(frozen, [this](unsigned card) { free_[RowBoard::rank(card)] = all(kNever); });
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
    // The union of the four lanes, in all of them.
    static Lanes any(Lanes a) {
        a = either(a, _mm256_permute2x128_si256(a, a, 1));
        return either(a, _mm256_shuffle_epi32(a, 0x4E));
    }

    static __m128i suit(const RowBoard& b, unsigned s) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(&b.where[s * 16]));
    }
    template <unsigned Rank>
    void read_four(__m128i cells) {
        auto as_set = [](__m128i four) { return _mm256_sllv_epi64(all(1), _mm256_cvtepu8_epi64(four)); };
        at_[Rank] = as_set(cells);
        at_[Rank + 1] = as_set(_mm_srli_si128(cells, 4));
        at_[Rank + 2] = as_set(_mm_srli_si128(cells, 8));
        at_[Rank + 3] = as_set(_mm_srli_si128(cells, 12));
    }

    void freeze(unsigned card) {
        const Lanes suits = _mm256_setr_epi64x(0, 1, 2, 3);
        Lanes& rank = free_[RowBoard::rank(card)];
        rank = _mm256_andnot_si256(_mm256_cmpeq_epi64(suits, all(RowBoard::suit(card))), rank);
    }

    // What a card's coming to the cells `in` adds to those that may be empty: its own, if there are any.
    Lanes left_behind(Lanes in, unsigned rank) const {
        return _mm256_andnot_si256(_mm256_cmpeq_epi64(in, _mm256_setzero_si256()), at_[rank]);
    }

    // Ranks that there are not do no harm: their cards stand outside the board.
    template <bool Frozen, unsigned Last>
    std::uint64_t passes(std::uint64_t start, std::uint64_t wanted) const {
        constexpr unsigned kHalf = Last / 2;
        const Lanes cells = all(wanted), first_column = all(first_column_);
        Lanes empty = all(start), middle = at_[kHalf];
        auto coming = [&](Lanes before, Lanes seen, unsigned rank) {
            Lanes in = both(_mm256_slli_epi64(before, 1), seen);
            return Frozen ? both(in, free_[rank]) : in;
        };
        for (;;) {
            Lanes in = both(empty, first_column);
            Lanes low = either(aces_, in), high = middle;
            Lanes leaving = left_behind(in, 1), leaving_high = _mm256_setzero_si256();
            Lanes seen = empty, seen_high = empty;
#pragma GCC unroll 16
            for (unsigned step = 2; step <= kHalf + 1; ++step) {
                const unsigned rank = step + kHalf - 1;
                Lanes in_high = coming(high, seen_high, rank);
                high = either(at_[rank], in_high);
                seen_high = either(seen_high, leaving_high);
                leaving_high = left_behind(in_high, rank);
                if (step > kHalf) break;
                in = coming(low, seen, step);
                low = either(at_[step], in);
                seen = either(seen, leaving);
                leaving = left_behind(in, step);
            }
            const Lanes now = any(either(either(seen, leaving), either(seen_high, leaving_high)));
            const Lanes change = either(_mm256_xor_si256(now, empty), _mm256_xor_si256(low, middle));
            empty = now;
            middle = low;
            if (Frozen ? !_mm256_testz_si256(empty, cells) : _mm256_testc_si256(empty, cells)) break;
            if (_mm256_testz_si256(change, change)) break;
        }
        return static_cast<std::uint64_t>(_mm256_extract_epi64(empty, 0));
    }

    std::uint64_t holes_ = 0, cells_ = 0, first_column_ = 0;
    bool wide_ = false;
    Lanes at_[16];  // the cells of a rank's four cards
    Lanes aces_;    // the same of the aces, with any floating one in any floating cell
    Lanes free_[16] = {all(kNever), all(kNever), all(kNever), all(kNever), all(kNever), all(kNever),
                       all(kNever), all(kNever), all(kNever), all(kNever), all(kNever), all(kNever),
                       all(kNever), all(kNever), all(kNever), all(kNever)};  // cards that are not frozen
};

}  // namespace yomikiri
