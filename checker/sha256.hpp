// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace checker {

class Sha256 {
  public:
    void add(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const std::uint8_t*>(data);
        for (std::size_t i = 0; i < size; ++i) {
            block_[filled_++] = bytes[i];
            if (filled_ == 64) turn();
        }
        length_ += size;
    }

    std::string hex() {
        const std::uint64_t bits = length_ * 8;
        const std::uint8_t one = 0x80, zero = 0;
        add(&one, 1);
        while (filled_ != 56) add(&zero, 1);
        for (int shift = 56; shift >= 0; shift -= 8) {
            const auto byte = static_cast<std::uint8_t>(bits >> shift);
            add(&byte, 1);
        }
        std::string text;
        for (std::uint32_t word : state_)
            for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
        return text;
    }

  private:
    static std::uint32_t turned(std::uint32_t x, int by) { return x >> by | x << (32 - by); }

    void turn() {
        static constexpr std::uint32_t kConstants[64] = {
            0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
            0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
            0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
            0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
            0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
            0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
            0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
            0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
        std::uint32_t w[64];
        for (std::size_t i = 0; i < 16; ++i) {
            const std::uint8_t* at = &block_[4 * i];
            w[i] = static_cast<std::uint32_t>(at[0]) << 24 | static_cast<std::uint32_t>(at[1]) << 16 |
                   static_cast<std::uint32_t>(at[2]) << 8 | at[3];
        }
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
                   (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
        }
        std::array<std::uint32_t, 8> s = state_;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t e = s[4], a = s[0];
            const std::uint32_t one = s[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                                      ((e & s[5]) ^ (~e & s[6])) + kConstants[i] + w[i];
            const std::uint32_t two =
                (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
            s = {one + two, s[0], s[1], s[2], s[3] + one, s[4], s[5], s[6]};
        }
        for (std::size_t i = 0; i < 8; ++i) state_[i] += s[i];
        filled_ = 0;
    }

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::uint8_t, 64> block_{};
    std::size_t filled_ = 0;
    std::uint64_t length_ = 0;
};

}  // namespace checker
