// Relaxed reachability in sweeps over the columns, four rows at a time: the way for processors with AVX2.
// See relaxation.hpp for what it is.
//
// A vector has a lane of 64 bits for each row, a set of cards: what the cells of one column hold.  Which
// cells of a column may be empty is seen by comparing what they hold with the cards that may move, so a sweep
// reads nothing but those.  Sweeps need no state and no branch but the last; waves are short loops whose
// lengths nobody can predict, and take 1.7 times as long.
//
// What limits a sweep is that each column waits for the one on its left.  So it goes over the left and the
// right half of the columns at the same time; the right half starts from what reached the middle in the sweep
// before.  That takes 11.3 instead of 10.6 sweeps at 13 columns, each of them a fifth shorter.
#pragma once

#include <immintrin.h>

#include "games/row_board.hpp"

namespace yomikiri {

class RelaxedSweeps {
  public:
    void read(const RowGeometry& g, const RowBoard& b, std::uint64_t floating) {
        board_ = &b;
        cards_ = g.cards;
        wide_ = g.columns > kRight;
        // Four rows of bytes become a column of four lanes each.
        __m128i a = row(b, 0), c = row(b, 1), d = row(b, 2), e = row(b, 3);
        __m128i low0 = _mm_unpacklo_epi8(a, c), low1 = _mm_unpacklo_epi8(d, e);
        __m128i high0 = _mm_unpackhi_epi8(a, c), high1 = _mm_unpackhi_epi8(d, e);
        read_four<0>(_mm_unpacklo_epi16(low0, low1));
        read_four<4>(_mm_unpackhi_epi16(low0, low1));
        read_four<8>(_mm_unpacklo_epi16(high0, high1));
        read_four<12>(_mm_unpackhi_epi16(high0, high1));
        first_ = holds_[1];
        if (floating != 0) {
            const Lanes column1 = _mm256_setr_epi64x(1LL << 1, 1LL << 17, 1LL << 33, 1LL << 49);
            Lanes rows = includes(all(floating), column1);
            first_ = either(first_, both(rows, any(both(rows, first_))));
        }
    }

    // Until nothing is added, or all cards of `enough` are; when `Frozen`, until a card of `forbidden` is.
    // What may move, with the hole.
    template <bool Frozen>
    std::uint64_t spread(std::uint64_t frozen, std::uint64_t forbidden, std::uint64_t enough) {
        return wide_ ? sweep<Frozen, kMost>(frozen, forbidden, enough)
                     : sweep<Frozen, kRight>(frozen, forbidden, enough);
    }

    // The cells of `moved` cards: for each cell the bit of its card, found by its byte and its place in that.
    std::uint64_t cells(std::uint64_t moved) const {
        const Lanes bytes = all(moved), seven = _mm256_set1_epi8(7);
        const Lanes places = all(0x8040201008040201);
        std::uint64_t found = 0;
        for (unsigned half = 0; half < 64; half += 32) {
            Lanes at = _mm256_loadu_si256(reinterpret_cast<const Lanes*>(&board_->at[half]));
            Lanes byte = _mm256_shuffle_epi8(bytes, both(_mm256_srli_epi16(at, 3), seven));
            Lanes place = _mm256_shuffle_epi8(places, both(at, seven));
            Lanes is_there = _mm256_cmpeq_epi8(both(byte, place), place);
            found |= std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(is_there))} << half;
        }
        return found;
    }

  private:
    using Lanes = __m256i;

    static constexpr unsigned kLeft = 7;    // the columns of the left half
    static constexpr unsigned kRight = 13;  // and the last one of the right half,
    static constexpr unsigned kMost = 15;   // or of the widest board

    static Lanes all(std::uint64_t x) { return _mm256_set1_epi64x(static_cast<long long>(x)); }
    static Lanes both(Lanes a, Lanes b) { return _mm256_and_si256(a, b); }
    static Lanes either(Lanes a, Lanes b) { return _mm256_or_si256(a, b); }
    static Lanes includes(Lanes set, Lanes part) { return _mm256_cmpeq_epi64(both(set, part), part); }
    // The union of the four lanes, in all of them.
    static Lanes any(Lanes a) {
        a = either(a, _mm256_permute2x128_si256(a, a, 1));
        return either(a, _mm256_shuffle_epi32(a, 0x4E));
    }

    static __m128i row(const RowBoard& b, unsigned r) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(&b.at[r * 16]));
    }
    template <unsigned Column>
    void read_four(__m128i cards) {
        auto as_set = [](__m128i four) { return _mm256_sllv_epi64(all(1), _mm256_cvtepu8_epi64(four)); };
        holds_[Column] = as_set(cards);
        holds_[Column + 1] = as_set(_mm_srli_si128(cards, 4));
        holds_[Column + 2] = as_set(_mm_srli_si128(cards, 8));
        holds_[Column + 3] = as_set(_mm_srli_si128(cards, 12));
    }

    template <bool Frozen, unsigned Last>
    std::uint64_t sweep(std::uint64_t frozen, std::uint64_t forbidden, std::uint64_t enough) const {
        const Lanes allowed = all(cards_ & ~frozen);
        const Lanes wanted = all(Frozen ? forbidden : enough);
        Lanes moved = all(bit(RowBoard::kHole)), middle = _mm256_setzero_si256();
        // What comes to a column, if what stands left of it is `left`.  Shifts stay inside a suit; ranks that
        // there are not do no harm, as no cell holds them.
        auto coming = [&](Lanes left, unsigned column) {
            Lanes empty = includes(moved, holds_[column]);
            if (Frozen) empty = both(empty, allowed);
            return both(_mm256_slli_epi16(left, 1), empty);
        };
        for (;;) {
            Lanes left = coming(all(RowGeometry::kColumn0), 1), arrived = left;
            left = either(left, first_);
#pragma GCC unroll 16
            for (unsigned column = 2; column <= kLeft; ++column) {
                Lanes in = coming(left, column);
                arrived = either(arrived, in);
                left = either(in, holds_[column]);
            }
            Lanes right = either(middle, holds_[kLeft]), arrived_right = _mm256_setzero_si256();
            Lanes change = _mm256_xor_si256(left, right);
            middle = left;
#pragma GCC unroll 16
            for (unsigned column = kLeft + 1; column <= Last; ++column) {
                Lanes in = coming(right, column);
                arrived_right = either(arrived_right, in);
                right = either(in, holds_[column]);
            }
            Lanes now = either(moved, both(any(either(arrived, arrived_right)), allowed));
            change = either(change, _mm256_xor_si256(now, moved));
            moved = now;
            if (_mm256_testz_si256(change, change)) break;
            if (Frozen ? !_mm256_testz_si256(moved, wanted) : _mm256_testc_si256(moved, wanted)) break;
        }
        return static_cast<std::uint64_t>(_mm256_extract_epi64(moved, 0));
    }

    const RowBoard* board_ = nullptr;
    std::uint64_t cards_ = 0;
    bool wide_ = false;
    Lanes holds_[16];  // what a column holds: a card of each row, as a set
    Lanes first_;      // the same of column 1, with any floating ace in any floating cell
};

}  // namespace yomikiri
