// Short byte arrays as the kernel reads them: 64 cells at a time, and 6-bit fields.
//
// SSE2 is part of every x86-64 processor, AVX2 of those for the wide kernel, AVX-512 of those for the wider
// one; other machines use the plain loops, which do the same.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)  // and with AVX-512
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace yomikiri {

// Codes are read as little-endian words, as the Python side writes them.
static_assert(std::endian::native == std::endian::little);

#if defined(__AVX512BW__)
// 0 to 15, four times.
inline __m512i steps_of_16() {
    // With a full mask, because the compiler warns that the plain form uses an uninitialised value.
    return _mm512_maskz_broadcast_i32x4(0xFFFF,
                                        _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}
#endif

// Bit i is set where bytes[i] == value, for 64 bytes at a multiple of 16.
inline std::uint64_t equal_bytes(const std::uint8_t* bytes, std::uint8_t value) {
    std::uint64_t mask = 0;
#if defined(__AVX512BW__)
    mask = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8(static_cast<char>(value)));
#elif defined(__SSE2__)
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(value));
    for (int k = 0; k < 4; ++k) {
        __m128i part = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes + 16 * k));
        unsigned bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(part, wanted)));
        mask |= static_cast<std::uint64_t>(bits) << (16 * k);
    }
#else
    for (int i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(bytes[i] == value) << i;
#endif
    return mask;
}

// Bit i is set where bytes[i] == bytes[i - 1] + 1, for 64 bytes; bit 0 is clear.
inline std::uint64_t follows_left(const std::uint8_t* bytes) {
    std::uint64_t mask = 0;
#if defined(__AVX512BW__)
    const __m512i all = _mm512_loadu_si512(bytes);
    const __m512i left =
        _mm512_alignr_epi8(all, _mm512_maskz_alignr_epi64(0xFF, all, _mm512_setzero_si512(), 6), 15);
    mask = _mm512_cmpeq_epi8_mask(all, _mm512_add_epi8(left, _mm512_set1_epi8(1)));
#elif defined(__SSE2__)
    const __m128i one = _mm_set1_epi8(1);
    for (int k = 0; k < 4; ++k) {
        __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * k));
        __m128i left = _mm_slli_si128(part, 1);
        if (k > 0) left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * k - 1));
        unsigned bits =
            static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(part, _mm_add_epi8(left, one))));
        mask |= static_cast<std::uint64_t>(bits) << (16 * k);
    }
#else
    for (int i = 1; i < 64; ++i) mask |= static_cast<std::uint64_t>(bytes[i] == bytes[i - 1] + 1) << i;
#endif
    return mask & ~std::uint64_t{1};
}

// Bit i is set where bytes[i] == first + i, for 16 bytes at a multiple of 16.
inline std::uint16_t ascending_bytes(const std::uint8_t* bytes, unsigned first) {
#if defined(__SSE2__)
    const __m128i steps = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i wanted = _mm_add_epi8(_mm_set1_epi8(static_cast<char>(first)), steps);
    __m128i found = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    return static_cast<std::uint16_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(found, wanted)));
#else
    unsigned mask = 0;
    for (unsigned i = 0; i < 16; ++i) mask |= static_cast<unsigned>(bytes[i] == first + i) << i;
    return static_cast<std::uint16_t>(mask);
#endif
}

// Bit i is set where bytes[i] exceeds byte 1 of its sixteen by its distance to the right of it, for 64 bytes.
inline std::uint64_t in_order_with_second(const std::uint8_t* bytes) {
    std::uint64_t mask = 0;
#if defined(__AVX512BW__)
    const __m512i less = _mm512_sub_epi8(_mm512_loadu_si512(bytes), steps_of_16());
    mask = _mm512_cmpeq_epi8_mask(less, _mm512_shuffle_epi8(less, _mm512_set1_epi8(1)));
#elif defined(__AVX2__)
    const __m256i steps =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    for (int k = 0; k < 2; ++k) {
        __m256i part = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32 * k));
        part = _mm256_sub_epi8(part, steps);
        __m256i same = _mm256_cmpeq_epi8(part, _mm256_shuffle_epi8(part, _mm256_set1_epi8(1)));
        unsigned bits = static_cast<unsigned>(_mm256_movemask_epi8(same));
        mask |= static_cast<std::uint64_t>(bits) << (32 * k);
    }
#else
    for (int k = 0; k < 64; k += 16)
        mask |= static_cast<std::uint64_t>(ascending_bytes(bytes + k, bytes[k + 1] - 1u)) << k;
#endif
    return mask;
}

// Bit i is set where the low four bits of bytes[i] are those of i, for 64 bytes.
inline std::uint64_t low_nibbles_in_place(const std::uint8_t* bytes) {
    std::uint64_t mask = 0;
#if defined(__AVX512BW__)
    const __m512i low = _mm512_and_si512(_mm512_loadu_si512(bytes), _mm512_set1_epi8(15));
    mask = _mm512_cmpeq_epi8_mask(low, steps_of_16());
#elif defined(__SSE2__)
    const __m128i steps = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (int k = 0; k < 4; ++k) {
        __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * k));
        __m128i low = _mm_and_si128(part, _mm_set1_epi8(15));
        unsigned bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(low, steps)));
        mask |= static_cast<std::uint64_t>(bits) << (16 * k);
    }
#else
    for (int i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>((bytes[i] & 15) == (i & 15)) << i;
#endif
    return mask;
}

// Cells as row * 16 + column become row * columns + column - 1; `count` of them, at most 15 that count, from
// the second of `cells` on.
inline void cells_to_fields(const std::uint8_t* cells, unsigned columns, std::uint8_t* fields,
                            std::size_t count) {
    const unsigned less = 16 - columns;
#if defined(__SSE2__)
    // No product is larger than a byte, so words will do.
    const __m128i all = _mm_srli_si128(_mm_loadu_si128(reinterpret_cast<const __m128i*>(cells)), 1);
    const __m128i rows = _mm_and_si128(_mm_srli_epi16(all, 4), _mm_set1_epi8(15));
    const __m128i shift = _mm_mullo_epi16(rows, _mm_set1_epi16(static_cast<short>(less)));
    const __m128i found = _mm_sub_epi8(_mm_sub_epi8(all, shift), _mm_set1_epi8(1));
    std::uint8_t sixteen[16];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(sixteen), found);
    std::memcpy(fields, sixteen, count);
#else
    for (std::size_t i = 0; i < count && i < 15; ++i)
        fields[i] = static_cast<std::uint8_t>(cells[i + 1] - 1 - less * (cells[i + 1] >> 4));
#endif
}

// Bit i is set where bit `Which` of bytes[i] is, for 64 bytes.
template <int Which>
std::uint64_t bits_of_bytes(const std::uint8_t* bytes) {
    std::uint64_t mask = 0;
#if defined(__AVX512BW__)
    mask = _mm512_test_epi8_mask(_mm512_loadu_si512(bytes), _mm512_set1_epi8(1 << Which));
#elif defined(__SSE2__)
    for (int k = 0; k < 4; ++k) {
        __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * k));
        unsigned bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(part, 7 - Which)));
        mask |= static_cast<std::uint64_t>(bits) << (16 * k);
    }
#else
    for (int i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(bytes[i] >> Which & 1) << i;
#endif
    return mask;
}

// Bit i is set where words[i] == value, for six words with two more to be read behind them.
inline unsigned equal_words(const std::uint64_t* words, std::uint64_t value) {
#if defined(__AVX512F__)
    return _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(words),
                                   _mm512_set1_epi64(static_cast<long long>(value))) &
           63u;
#elif defined(__AVX2__)
    const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(value));
    auto four = [&](int k) {
        const __m256i part = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + k));
        return static_cast<unsigned>(
            _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(part, wanted))));
    };
    return (four(0) | four(4) << 4) & 63;
#else
    unsigned mask = 0;
    for (unsigned i = 0; i < 6; ++i) mask |= static_cast<unsigned>(words[i] == value) << i;
    return mask;
#endif
}

// memcmp() == 0 and memcpy() for the lengths of codes, inline: a call costs more than the work.
inline bool same_bytes(const void* a, const void* b, std::size_t n) {
    const char *x = static_cast<const char*>(a), *y = static_cast<const char*>(b);
    if (n < 8) return std::memcmp(x, y, n) == 0;
    std::uint64_t difference = 0;
    auto at = [&](std::size_t i) {
        std::uint64_t u, v;
        std::memcpy(&u, x + i, 8);
        std::memcpy(&v, y + i, 8);
        difference |= u ^ v;
    };
    for (std::size_t i = 0; i + 8 <= n; i += 8) at(i);
    at(n - 8);
    return difference == 0;
}
inline void copy_bytes(void* to, const void* from, std::size_t n) {
    char* x = static_cast<char*>(to);
    const char* y = static_cast<const char*>(from);
    if (n < 8) {
        std::memcpy(x, y, n);
        return;
    }
    for (std::size_t i = 0; i + 8 <= n; i += 8) std::memcpy(x + i, y + i, 8);
    std::memcpy(x + n - 8, y + n - 8, 8);
}

// Eight 6-bit fields, least significant first, become eight bytes.
inline std::uint64_t spread_fields(std::uint64_t x) {
    x = (x & 0xFFFFFF) | (x & 0xFFFFFF000000) << 8;
    x = (x & 0x00000FFF00000FFF) | (x & 0x00FFF00000FFF000) << 4;
    return (x & 0x003F003F003F003F) | (x & 0x0FC00FC00FC00FC0) << 2;
}

// The inverse.
inline std::uint64_t gather_fields(std::uint64_t x) {
    x = (x & 0x003F003F003F003F) | (x >> 2 & 0x0FC00FC00FC00FC0);
    x = (x & 0x00000FFF00000FFF) | (x >> 4 & 0x00FFF00000FFF000);
    return (x & 0xFFFFFF) | (x >> 8 & 0xFFFFFF000000);
}

// Field i of 6 bits, read and written in place; a code has a byte of room behind its last field.
template <class Code>
unsigned field(const Code& code, int i) {
    std::size_t first = static_cast<std::size_t>(i) * 6, byte = first / 8;
    unsigned two = code[byte] | static_cast<unsigned>(code[byte + 1]) << 8;
    return two >> (first % 8) & 63;
}
template <class Code>
void set_field(Code& code, int i, unsigned value) {
    std::size_t first = static_cast<std::size_t>(i) * 6, byte = first / 8;
    unsigned two = code[byte] | static_cast<unsigned>(code[byte + 1]) << 8;
    two = (two & ~(63u << (first % 8))) | value << (first % 8);
    code[byte] = static_cast<std::uint8_t>(two);
    code[byte + 1] = static_cast<std::uint8_t>(two >> 8);
}

// Bytes as `count` fields of 6 bits (a multiple of 4): four of them fill three bytes.
template <class Code>
void pack_fields(const std::uint8_t* fields, int count, Code& code) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        std::uint64_t x;
        std::memcpy(&x, fields + i, 8);
        x = gather_fields(x);
        std::memcpy(code.data() + i / 4 * 3, &x, 6);
    }
    if (i < count) {
        std::uint32_t x;
        std::memcpy(&x, fields + i, 4);
        const std::uint64_t three = gather_fields(x);
        std::memcpy(code.data() + i / 4 * 3, &three, 3);
    }
}

// `count` fields of 6 bits (a multiple of 4) as bytes.
template <class Code>
void unpack_fields(const Code& code, int count, std::uint8_t* out) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        std::uint64_t x;
        std::memcpy(&x, code.data() + i / 4 * 3, 8);  // two more bytes than needed: codes have room
        x = spread_fields(x & 0xFFFFFFFFFFFF);
        std::memcpy(out + i, &x, 8);
    }
    if (i < count) {
        std::uint32_t x;
        std::memcpy(&x, code.data() + i / 4 * 3, 4);
        std::uint32_t y = static_cast<std::uint32_t>(spread_fields(x & 0xFFFFFF));
        std::memcpy(out + i, &y, 4);
    }
}

}  // namespace yomikiri
