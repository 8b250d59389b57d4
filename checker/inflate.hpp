// Unpacks a zlib stream (RFC 1950, 1951) whose size is known beforehand.
//
// A code of up to 15 bits is looked up in one table of 2^15 entries, which is made anew for every block: not
// the quickest way, but short, and certificates are mostly checked and hardly unpacked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace checker {

class Inflate {
  public:
    // Whether `in` is a whole stream, and nothing more, that unpacks to exactly out.size() bytes.
    static bool run(const std::vector<std::uint8_t>& in, std::vector<std::uint8_t>& out) {
        return Inflate(in, out).whole();
    }

  private:
    static constexpr std::size_t kBits = 15;
    struct Table {
        std::vector<std::uint16_t> entries = std::vector<std::uint16_t>(std::size_t{1} << kBits);

        // Codes of these lengths in canonical order; false if there are more than fit.
        bool make(const std::uint8_t* lengths, std::size_t count) {
            std::array<unsigned, kBits + 2> next{};
            for (std::size_t i = 0; i < count; ++i)
                if (lengths[i]) ++next[lengths[i] + 1u];
            unsigned code = 0;
            for (std::size_t bits = 1; bits <= kBits; ++bits) {
                code = (code + next[bits]) << 1;
                next[bits] = code;
            }
            // next[b] is now the first code of length b, as codes of length b - 1 were counted at b.
            for (auto& entry : entries) entry = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const unsigned length = lengths[i];
                if (length == 0) continue;
                const unsigned mine = next[length]++;
                if (mine >> length) return false;
                unsigned turned = 0;
                for (unsigned b = 0; b < length; ++b) turned |= (mine >> b & 1) << (length - 1 - b);
                for (std::size_t at = turned; at < entries.size(); at += std::size_t{1} << length)
                    entries[at] = static_cast<std::uint16_t>(i << 4 | length);
            }
            return true;
        }
    };

    Inflate(const std::vector<std::uint8_t>& in, std::vector<std::uint8_t>& out) : in_(in), out_(out) {}

    bool whole() {
        if (in_.size() < 6 || (in_[0] & 15) != 8 || in_[0] >> 4 > 7 || (in_[0] * 256 + in_[1]) % 31 != 0 ||
            in_[1] & 0x20)
            return false;
        at_ = 2;
        bool last = false;
        while (!last) {
            last = bits(1);
            const unsigned kind = bits(2);
            if (bad_ || !(kind == 0 ? stored() : kind == 1 ? fixed() : kind == 2 && dynamic())) return false;
        }
        at_ -= held_ / 8;
        if (bad_ || made_ != out_.size() || at_ + 4 != in_.size()) return false;
        std::uint32_t a = 1, b = 0, sum = 0;
        for (std::uint8_t byte : out_) {
            a = (a + byte) % 65521;
            b = (b + a) % 65521;
        }
        for (std::size_t i = 0; i < 4; ++i) sum = sum << 8 | in_[at_ + i];
        return sum == (b << 16 | a);
    }

    void fill(unsigned count) {
        while (held_ < count) {
            // Zeros after the end: they are noticed when they have been used.
            word_ |= static_cast<std::uint64_t>(at_ < in_.size() ? in_[at_] : 0) << held_;
            ++at_;
            held_ += 8;
        }
    }
    unsigned bits(unsigned count) {
        fill(count);
        const auto value = static_cast<unsigned>(word_ & ((std::uint64_t{1} << count) - 1));
        drop(count);
        return value;
    }
    void drop(unsigned count) {
        word_ >>= count;
        held_ -= count;
        if (at_ - held_ / 8 > in_.size()) bad_ = true;
    }
    unsigned symbol(const Table& table) {
        fill(kBits);
        const unsigned entry = table.entries[word_ & ((1u << kBits) - 1)];
        if (entry == 0) bad_ = true;
        drop(entry & 15);
        return entry >> 4;
    }

    bool stored() {
        drop(held_ % 8);
        const unsigned size = bits(16), other = bits(16);
        if (bad_ || (size ^ other) != 0xFFFF || size > out_.size() - made_) return false;
        for (unsigned i = 0; i < size; ++i) out_[made_++] = static_cast<std::uint8_t>(bits(8));
        return !bad_;
    }
    bool fixed() {
        std::array<std::uint8_t, 288> lengths{};
        for (std::size_t i = 0; i < 288; ++i)
            lengths[i] = static_cast<std::uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
        literals_.make(lengths.data(), 288);
        std::array<std::uint8_t, 30> five{};
        five.fill(5);
        distances_.make(five.data(), 30);
        return copy();
    }
    bool dynamic() {
        static constexpr std::uint8_t kOrder[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
        const unsigned literals = bits(5) + 257, distances = bits(5) + 1, codes = bits(4) + 4;
        if (literals > 286 || distances > 30) return false;
        std::array<std::uint8_t, 320> lengths{};
        for (unsigned i = 0; i < codes; ++i) lengths[kOrder[i]] = static_cast<std::uint8_t>(bits(3));
        if (!literals_.make(lengths.data(), 19)) return false;
        std::array<std::uint8_t, 320> found{};
        for (unsigned i = 0; i < literals + distances;) {
            const unsigned code = symbol(literals_);
            if (bad_ || code > 18) return false;
            unsigned times = 1, value = code;
            if (code >= 16) {
                if (code == 16 && i == 0) return false;
                value = code == 16 ? found[i - 1] : 0;
                times = code == 16 ? 3 + bits(2) : code == 17 ? 3 + bits(3) : 11 + bits(7);
            }
            if (times > literals + distances - i) return false;
            while (times-- > 0) found[i++] = static_cast<std::uint8_t>(value);
        }
        return found[256] != 0 && literals_.make(found.data(), literals) &&
               distances_.make(found.data() + literals, distances) && copy();
    }
    bool copy() {
        static constexpr std::uint16_t kLength[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                      15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                      67, 83, 99, 115, 131, 163, 195, 227, 258};
        static constexpr std::uint16_t kDistance[30] = {
            1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
            193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
        for (;;) {
            const unsigned code = symbol(literals_);
            if (bad_ || code > 285) return false;
            if (code == 256) return true;
            if (code < 256) {
                if (made_ == out_.size()) return false;
                out_[made_++] = static_cast<std::uint8_t>(code);
                continue;
            }
            const unsigned l = code - 257;
            const std::size_t length = kLength[l] + bits(l < 8 || l == 28 ? 0 : (l - 4) / 4);
            const unsigned d = symbol(distances_);
            if (bad_ || d > 29) return false;
            const std::size_t distance = kDistance[d] + bits(d < 4 ? 0 : (d - 2) / 2);
            if (bad_ || distance > made_ || length > out_.size() - made_) return false;
            for (std::size_t i = 0; i < length; ++i, ++made_) out_[made_] = out_[made_ - distance];
        }
    }

    const std::vector<std::uint8_t>& in_;
    std::vector<std::uint8_t>& out_;
    std::size_t at_ = 0, made_ = 0;
    std::uint64_t word_ = 0;
    unsigned held_ = 0;
    bool bad_ = false;
    Table literals_, distances_;
};

}  // namespace checker
