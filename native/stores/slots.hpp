// What a hash store keeps at a place: one position and its record.
//
// Two layouts of a slot:
//  * FingerprintSlots: 16 bytes, four to a cache line.  5 bits of the hash choose the shard, 32 the home
//    slot, and 80 further bits are compared: a position is identified by 117 bits.
//  * ExactSlots: the whole key and the record, nothing else; the hash is recomputed when a shard grows.
//
// To the store (hash_store.hpp) a layout defines where a position belongs, how to look at a place, how to
// write into one that has room, and how to iterate over the content when a shard moves.
#pragma once

#include <cmath>

#include "bytes.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

inline constexpr std::size_t kShards = 32;

// Where a position belongs: a shard and a 32-bit home that is scaled to the shard's capacity.
struct HashPlace {
    std::uint32_t shard;
    std::uint32_t home;
};

// What a look at a slot or bucket says: the position is in it, it is not and there is room for it, or look at
// the next one.
enum class Look { kKnown, kRoom, kElsewhere };

// An upper bound on the probability, over the draw of the constants, that a search that identifies positions
// by `bits` bits has wrongly dropped one.  Up to the first such drop it does what it would do with whole
// positions.  So if there is one, two of the first `stored` + 1 different positions that it would then meet
// agree in these bits, and any two do with probability 2^-bits (docs/architecture.md).
inline double confusion(double stored, int bits) { return std::ldexp(stored * (stored + 1) / 2, -bits); }

// Slots keep `record + 1`, so that zero-filled memory is empty.
class FingerprintSlots {
  public:
    static constexpr bool kByHash = true;     // no key is needed
    static constexpr std::size_t kHolds = 1;  // positions

    explicit FingerprintSlots(std::size_t) {}

    static constexpr int kBits = 5 + 32 + 80;
    std::size_t stride() const { return sizeof(Slot); }

    template <class Key>
    HashPlace place(const Hash& hash, const Key&) const {
        return {static_cast<std::uint32_t>(hash.high >> 32 & (kShards - 1)),
                static_cast<std::uint32_t>(hash.high)};
    }
    template <class Key>
    Look look(const std::byte* at, const Hash& hash, const Key&) const {
        const Slot* s = slot(at);
        if (s->record == 0) return Look::kRoom;
        const bool same =
            s->low == hash.low && s->home == static_cast<std::uint32_t>(hash.high) && s->more == more(hash);
        return same ? Look::kKnown : Look::kElsewhere;
    }
    Record record(const std::byte* at) const { return static_cast<Record>(slot(at)->record - 1); }
    template <class Key>
    void write(std::byte* at, const Hash& hash, const Key&, Record record) const {
        Slot s{hash.low, static_cast<std::uint32_t>(hash.high), more(hash),
               static_cast<std::uint16_t>(record + 1)};
        std::memcpy(at, &s, sizeof s);
    }
    template <class F>
    void for_each(const std::byte* at, F&& f) const {
        if (slot(at)->record != 0) f(slot(at)->home, *slot(at));
    }
    template <class Entry>
    bool put(std::byte* at, const Entry& entry) const {
        if (slot(at)->record != 0) return false;
        std::memcpy(at, &entry, sizeof entry);
        return true;
    }
    double error_bound(double stored) const { return confusion(stored, kBits); }

  private:
    struct Slot {
        std::uint64_t low;
        std::uint32_t home;
        std::uint16_t more;
        std::uint16_t record;
    };
    static_assert(sizeof(Slot) == 16);
    static const Slot* slot(const std::byte* at) { return reinterpret_cast<const Slot*>(at); }
    static std::uint16_t more(const Hash& hash) { return static_cast<std::uint16_t>(hash.high >> 48); }
};

class ExactSlots {
  public:
    static constexpr bool kByHash = false;
    static constexpr std::size_t kHolds = 1;

    explicit ExactSlots(std::size_t key_bytes) : bytes_(key_bytes) {}

    std::size_t stride() const { return bytes_ + sizeof(std::uint16_t); }

    template <class Key>
    HashPlace place(const Hash&, const Key& key) const {
        return place_of_bytes(KeyBytes(key).data());
    }
    template <class Key>
    Look look(const std::byte* at, const Hash&, const Key& key) const {
        if (raw_record(at) == 0) return Look::kRoom;
        return same_bytes(at, KeyBytes(key).data(), bytes_) ? Look::kKnown : Look::kElsewhere;
    }
    Record record(const std::byte* at) const { return static_cast<Record>(raw_record(at) - 1); }
    template <class Key>
    void write(std::byte* at, const Hash&, const Key& key, Record record) const {
        copy_bytes(at, KeyBytes(key).data(), bytes_);
        std::uint16_t raw = static_cast<std::uint16_t>(record + 1);
        std::memcpy(at + bytes_, &raw, sizeof raw);
    }
    template <class F>
    void for_each(const std::byte* at, F&& f) const {
        if (raw_record(at) != 0) f(place_of_bytes(reinterpret_cast<const std::uint8_t*>(at)).home, at);
    }
    bool put(std::byte* at, const std::byte* entry) const {
        if (raw_record(at) != 0) return false;
        copy_bytes(at, entry, stride());
        return true;
    }
    double error_bound(double) const { return 0.0; }

  private:
    // Collisions only cost a comparison.
    HashPlace place_of_bytes(const std::uint8_t* key) const {
        const std::uint64_t h = hash_of_bytes(key, bytes_);
        return {static_cast<std::uint32_t>(h & (kShards - 1)), static_cast<std::uint32_t>(h >> 32)};
    }
    std::uint16_t raw_record(const std::byte* at) const {
        std::uint16_t raw;
        std::memcpy(&raw, at + bytes_, sizeof raw);
        return raw;
    }
    std::size_t bytes_;
};

}  // namespace yomikiri
