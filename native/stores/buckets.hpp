// A cache line of fingerprints: what a hash store keeps at a place when it needs no records.
//
// Six positions of 84 bits each and their number, in 64 bytes: in a search of tens of millions of positions
// every byte of the table costs time, for cache lines, page walks, and pages that the system must clear.
// With slots of 16 bytes the same positions take half as much again, and a probe that starts at the end of a
// line needs the next one.
//
// 5 bits of the hash choose the shard, 64 + 16 + 4 are kept, and the home bucket is part of these: a position
// is identified by 89 bits.  Places are filled in order and nothing is ever removed, so the number says which
// of them are used, and zero-filled memory is empty.
#pragma once

#include "stores/slots.hpp"

namespace yomikiri {

class FingerprintBuckets {
  public:
    static constexpr bool kByHash = true;
    static constexpr std::size_t kHolds = 6;

    explicit FingerprintBuckets(std::size_t) {}

    static constexpr int kBits = 5 + 64 + 16 + 4;
    std::size_t stride() const { return sizeof(Bucket); }

    template <class Key>
    HashPlace place(const Hash& hash, const Key&) const {
        return {static_cast<std::uint32_t>(hash.high >> 32 & (kShards - 1)), home(hash.low)};
    }
    template <class Key>
    Look look(const std::byte* at, const Hash& hash, const Key&) const {
        const Bucket& bucket = *reinterpret_cast<const Bucket*>(at);
        const unsigned size = bucket.rest & 7;
        // If 64 bits agree, the others almost certainly do, too.
        for (unsigned found = equal_words(bucket.low, hash.low) & ((1u << size) - 1); found != 0;
             found &= found - 1) {
            const unsigned i = static_cast<unsigned>(std::countr_zero(found));
            if (bucket.more[i] == more(hash) && (bucket.rest >> (4 + 4 * i) & 15) == rest(hash))
                return Look::kKnown;
        }
        return size < kHolds ? Look::kRoom : Look::kElsewhere;
    }
    template <class Key>
    void write(std::byte* at, const Hash& hash, const Key&, Record) const {
        put(at, Entry{hash.low, more(hash), rest(hash)});
    }
    template <class F>
    void for_each(const std::byte* at, F&& f) const {
        const Bucket& bucket = *reinterpret_cast<const Bucket*>(at);
        for (unsigned i = 0; i < (bucket.rest & 7); ++i)
            f(home(bucket.low[i]), Entry{bucket.low[i], bucket.more[i], bucket.rest >> (4 + 4 * i) & 15});
    }
    struct Entry {
        std::uint64_t low;
        std::uint16_t more;
        std::uint32_t rest;
    };
    bool put(std::byte* at, const Entry& entry) const {
        Bucket& bucket = *reinterpret_cast<Bucket*>(at);
        const unsigned size = bucket.rest & 7;
        if (size == kHolds) return false;
        bucket.low[size] = entry.low;
        bucket.more[size] = entry.more;
        bucket.rest += entry.rest << (4 + 4 * size) | 1u;
        return true;
    }
    double error_bound(double stored) const { return confusion(stored, kBits); }

  private:
    struct Bucket {
        std::uint64_t low[kHolds];
        std::uint16_t more[kHolds];
        std::uint32_t rest;  // how many there are, and from bit 4 on 4 bits of each
    };
    static_assert(sizeof(Bucket) == 64);

    static std::uint32_t home(std::uint64_t low) { return static_cast<std::uint32_t>(low >> 32); }
    static std::uint16_t more(const Hash& hash) { return static_cast<std::uint16_t>(hash.high >> 48); }
    static std::uint32_t rest(const Hash& hash) { return hash.high >> 44 & 15; }
};

}  // namespace yomikiri
