// A state store for short keys that a search numbers and comes back to, with probes that can be announced.
//
// Records lie in chunks, in order of arrival; they never move, so a number is a name for good.  They are
// found through slots of (tag, number) in shards that grow one at a time by a quarter (see
// hash_store.hpp).  A tag is 32 bits of the hash and says where its slot belongs, so growing reads no
// record; whole keys are compared, so a match is certain.
//
// A probe misses the cache.  A search that has several announces them all first: prefetch() asks for the
// slots.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stores/memory.hpp"

namespace yomikiri {

// `Record` has a key that it is made of and compared with: Record::matches(key).
template <class Record>
class KeyedStore {
  public:
    static constexpr std::uint32_t kNothing = 0xFFFFFFFF;

    explicit KeyedStore(MemoryBudget& budget) : budget_(budget) {}

    void prefetch(std::uint64_t hash) const {
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity != 0) __builtin_prefetch(shard.begin() + home(tag_of(hash), shard.capacity));
    }

    // The number of the record, or kNothing.
    template <class Key>
    std::uint32_t find(const Key& key, std::uint64_t hash) const {
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity == 0) return kNothing;
        const std::uint32_t tag = tag_of(hash);
        for (std::size_t i = home(tag, shard.capacity);; i = i + 1 == shard.capacity ? 0 : i + 1) {
            const Slot& slot = shard.begin()[i];
            if (slot.number == 0) return kNothing;
            if (slot.tag == tag && (*this)[slot.number - 1].matches(key)) return slot.number - 1;
        }
    }

    // Adds a record that is not there; kNothing if memory ran out.
    std::uint32_t add(const Record& record, std::uint64_t hash) {
        Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.size * 6 >= shard.capacity * 5 && !grow(shard)) return kNothing;
        if (size_ == kMaxSize) return kNothing;
        if (size_ % kChunk == 0) {
            Region chunk(budget_, kChunk * sizeof(Record));
            if (!chunk) return kNothing;
            chunks_.push_back(std::move(chunk));
        }
        const std::uint32_t tag = tag_of(hash);
        std::size_t i = home(tag, shard.capacity);
        while (shard.begin()[i].number != 0) i = i + 1 == shard.capacity ? 0 : i + 1;
        const std::uint32_t number = static_cast<std::uint32_t>(size_++);
        shard.begin()[i] = {tag, number + 1};
        ++shard.size;
        (*this)[number] = record;
        return number;
    }

    Record& operator[](std::uint32_t number) const {
        return reinterpret_cast<Record*>(chunks_[number / kChunk].data())[number % kChunk];
    }
    std::size_t size() const { return size_; }

  private:
    struct Slot {
        std::uint32_t tag;
        std::uint32_t number;  // from 1; 0: empty
    };
    struct Shard {
        Region slots;
        std::size_t capacity = 0, size = 0;
        Slot* begin() const { return reinterpret_cast<Slot*>(slots.data()); }
    };
    static constexpr std::size_t kShards = 64;
    static constexpr std::size_t kChunk = std::size_t{1} << 17;  // 3 MiB of 24 bytes: in huge pages
    static constexpr std::size_t kMaxSize = 0xFFFFFFFE;

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    static std::size_t home(std::uint32_t tag, std::size_t capacity) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(tag) * capacity >> 32);
    }

    bool grow(Shard& shard) {
        const std::size_t capacity = shard.capacity + shard.capacity / 4 + 256;
        if (capacity > kMaxSize) return false;
        Region slots(budget_, capacity * sizeof(Slot));
        if (!slots) return false;
        Slot* begin = reinterpret_cast<Slot*>(slots.data());
        for (std::size_t i = 0; i < shard.capacity; ++i) {
            const Slot& slot = shard.begin()[i];
            if (slot.number == 0) continue;
            std::size_t j = home(slot.tag, capacity);
            while (begin[j].number != 0) j = j + 1 == capacity ? 0 : j + 1;
            begin[j] = slot;
        }
        shard.slots = std::move(slots);
        shard.capacity = capacity;
        return true;
    }

    MemoryBudget& budget_;
    std::array<Shard, kShards> shards_;
    std::vector<Region> chunks_;
    std::size_t size_ = 0;
};

}  // namespace yomikiri
