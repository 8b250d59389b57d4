// What a hash store keeps at a place: one position and its record.
//
// Two layouts of a slot:
//  * FingerprintSlots: 16 bytes, four to a cache line.  5 bits of the hash choose the shard, 32 the home
//    slot, and 80 further bits are compared: a position is known by 117 bits.
//  * ExactSlots: the whole code and the record, nothing else; the hash is computed again when a shard grows.
//
// To the store (hash_store.hpp) a layout is: where a position belongs, a look at a place, writing into one
// that has room, and going over what is there when a shard moves.
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

// What a look at a slot or bucket says: the position is in it, it is not and there is room for it, or the
// next one has to be looked at.
enum class Look { kKnown, kRoom, kElsewhere };

// Slots keep `record + 1`, so that zero-filled memory is empty.
class FingerprintSlots {
  public:
    static constexpr bool kByHash = true;     // no code is needed
    static constexpr std::size_t kHolds = 1;  // positions

    explicit FingerprintSlots(std::size_t) {}

    static constexpr int kBits = 5 + 32 + 80;
    std::size_t stride() const { return sizeof(Slot); }

    HashPlace place(const Hash& hash, const Code&) const {
        return {static_cast<std::uint32_t>(hash.high >> 32 & (kShards - 1)),
                static_cast<std::uint32_t>(hash.high)};
    }
    Look look(const std::byte* at, const Hash& hash, const Code&) const {
        const Slot* s = slot(at);
        if (s->record == 0) return Look::kRoom;
        const bool same =
            s->low == hash.low && s->home == static_cast<std::uint32_t>(hash.high) && s->more == more(hash);
        return same ? Look::kKnown : Look::kElsewhere;
    }
    Record record(const std::byte* at) const { return static_cast<Record>(slot(at)->record - 1); }
    void write(std::byte* at, const Hash& hash, const Code&, Record record) const {
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
    // Every pair of different positions collides with probability 2^-117.
    double error_bound(double stored) const { return std::ldexp(stored * (stored - 1) / 2, -kBits); }

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

    explicit ExactSlots(std::size_t code_bytes) : bytes_(code_bytes) {}

    std::size_t stride() const { return bytes_ + sizeof(std::uint16_t); }

    HashPlace place(const Hash&, const Code& code) const { return place_of_bytes(code.data()); }
    Look look(const std::byte* at, const Hash&, const Code& code) const {
        if (raw_record(at) == 0) return Look::kRoom;
        return same_bytes(at, code.data(), bytes_) ? Look::kKnown : Look::kElsewhere;
    }
    Record record(const std::byte* at) const { return static_cast<Record>(raw_record(at) - 1); }
    void write(std::byte* at, const Hash&, const Code& code, Record record) const {
        copy_bytes(at, code.data(), bytes_);
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
    // A multiplicative hash over the words of the code; collisions only cost a comparison.
    HashPlace place_of_bytes(const std::uint8_t* code) const {
        std::uint64_t h = 0x9E3779B97F4A7C15;
        std::size_t i = 0;
        for (; i + 8 <= bytes_; i += 8) {
            std::uint64_t word;
            std::memcpy(&word, code + i, 8);
            h = mix(h ^ word);
        }
        if (i < bytes_) {
            // The last eight bytes, some of them for the second time; short codes byte by byte.
            std::uint64_t word = 0;
            if (bytes_ >= 8)
                std::memcpy(&word, code + bytes_ - 8, 8);
            else
                std::memcpy(&word, code, bytes_);
            h = mix(h ^ word);
        }
        return {static_cast<std::uint32_t>(h & (kShards - 1)), static_cast<std::uint32_t>(h >> 32)};
    }
    static std::uint64_t mix(std::uint64_t x) {
        x *= 0xBF58476D1CE4E5B9;
        x ^= x >> 32;
        x *= 0x94D049BB133111EB;
        return x ^ x >> 29;
    }
    std::uint16_t raw_record(const std::byte* at) const {
        std::uint16_t raw;
        std::memcpy(&raw, at + bytes_, sizeof raw);
        return raw;
    }
    std::size_t bytes_;
};

}  // namespace yomikiri
