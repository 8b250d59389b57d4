// From the hash of a key to numbers: the index of every store whose positions have numbers.
//
// Slots of (tag, number) lie in shards that grow one at a time by a quarter (see hash_store.hpp).  A tag is
// 32 bits of the hash and says where its slot belongs, so growing reads no position.  The caller compares
// whole keys, so a match is certain.  Few shards mean large ones, in huge pages; many need less memory while
// one of them grows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "stores/memory.hpp"
#include "stores/prefetch.hpp"

namespace yomikiri {

template <std::size_t kShards, std::size_t kFirst>
class TagIndex {
  public:
    static constexpr std::uint32_t kNothing = 0xFFFFFFFF;
    static constexpr std::size_t kMaxSize = 0xFFFFFFFE;

    explicit TagIndex(MemoryBudget& budget) : budget_(budget) {}

    void prefetch(std::uint64_t hash) const {
        const Shard& shard = shard_of(hash);
        if (shard.capacity != 0) yomikiri::prefetch(shard.home(tag_of(hash)));
    }
    // The first number with the tag, or kNothing.
    std::uint32_t first(std::uint64_t hash) const {
        return find(hash, [](std::uint32_t) { return true; });
    }
    // The number for which `is_it(number)` holds among those with the tag, or kNothing.
    template <class IsIt>
    std::uint32_t find(std::uint64_t hash, IsIt&& is_it) const {
        const Shard& shard = shard_of(hash);
        if (shard.capacity == 0) return kNothing;
        const std::uint32_t tag = tag_of(hash);
        for (const Slot* slot = shard.seek(tag); slot->number != 0 && slot->tag == tag; ++slot)
            if (is_it(slot->number - 1)) return slot->number - 1;
        return kNothing;
    }

    // Adds a number that is not there yet; false, and nothing has changed, if memory ran out.
    bool add(std::uint64_t hash, std::uint32_t number) {
        Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.size * 6 >= shard.capacity * 5 && !grow(shard)) return false;
        while (!shard.insert({tag_of(hash), number + 1}))
            if (!grow(shard)) return false;
        return true;
    }

  private:
    struct Slot {
        std::uint32_t tag;
        std::uint32_t number;  // from 1; 0: empty
    };
    // The slots in use are in the order of their tags, each at its home or, if those before it leave no room,
    // as close after it as possible.  So a search for a tag ends at the first greater one.
    struct Shard {
        Region slots;
        std::size_t capacity = 0, size = 0;

        Slot* begin() const { return reinterpret_cast<Slot*>(slots.data()); }
        Slot* home(std::uint32_t tag) const {
            return begin() + (static_cast<std::uint64_t>(tag) * capacity >> 32);
        }
        // The first slot that is empty or has the tag or a greater one.
        Slot* seek(std::uint32_t tag) const {
            Slot* slot = home(tag);
            while (slot->number != 0 && slot->tag < tag) ++slot;
            return slot;
        }
        // False if there is no room behind: the last slot stays empty.
        bool insert(Slot added) {
            Slot *slot = seek(added.tag), *empty = slot;
            while (empty->number != 0) ++empty;
            if (empty == begin() + capacity + kBehind - 1) return false;
            std::copy_backward(slot, empty, empty + 1);
            *slot = added;
            ++size;
            return true;
        }
    };
    static constexpr std::size_t kBehind = 64;  // slots after the last home

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    const Shard& shard_of(std::uint64_t hash) const { return shards_[hash & (kShards - 1)]; }

    bool grow(Shard& shard) {
        Shard larger;
        larger.capacity = shard.capacity + shard.capacity / 4 + kFirst;
        if (larger.capacity > kMaxSize) return false;
        larger.slots = Region(budget_, (larger.capacity + kBehind) * sizeof(Slot));
        if (!larger.slots) return false;
        Slot* next = larger.begin();
        Slot* const last = next + larger.capacity + kBehind - 1;
        for (const Slot* slot = shard.begin(); larger.size < shard.size; ++slot) {
            if (slot->number == 0) continue;
            next = std::max(next, larger.home(slot->tag));
            if (next == last) return false;
            *next++ = *slot;
            ++larger.size;
        }
        shard = std::move(larger);
        return true;
    }

    MemoryBudget& budget_;
    std::array<Shard, kShards> shards_;
};

}  // namespace yomikiri
