// From the hash of a key to numbers: the index of every store whose positions have numbers.
//
// Slots of (tag, number) lie in shards that grow one at a time when six sevenths are full.  A tag is 32 bits
// of the hash and says where its slot belongs, so growing reads no position.  The caller compares whole keys,
// so a match is certain.
//
// A large shard grows in place, by an eighth, where the system can move pages: its slots are pushed to the
// end, in order, and then laid out again from the start.  No slot is written over before it is read, because
// those after it need room behind it.  Otherwise it is copied, and grows by a quarter.  So few shards, in
// huge pages, are best where pages move, and need no more memory than many: sixteen small ones, copied, took
// a twelfth of the time of A* in FreeCell for clearing pages.  By a quarter from five sixths A* took 1.4
// bytes more for a position, and a hundredth less time; seven eighths saves nothing more and costs
// another fortieth of the time.
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
        if (shard.size * 7 >= shard.capacity * 6 && !grow(shard)) return false;
        while (!shard.insert({tag_of(hash), number + 1}))
            if (!grow(shard)) return false;
        return true;
    }

  private:
    static constexpr std::size_t kBehind = 64;  // slots after the last home

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
        // Whether slots in order, some of them empty, can be laid out so that the last slot stays empty.
        bool fits(std::size_t room, const Slot* slot, const Slot* end) const {
            std::size_t next = 0;
            for (; slot != end; ++slot)
                if (slot->number != 0)
                    next =
                        std::max<std::size_t>(next, static_cast<std::uint64_t>(slot->tag) * room >> 32) + 1;
            return next < room + kBehind;
        }
        // Lays them out from `place` on, and empties the slots between them; where the last one ends.
        Slot* lay_out(Slot* const place, std::size_t room, const Slot* slot, const Slot* end) const {
            Slot* next = place;
            for (; slot != end; ++slot) {
                if (slot->number == 0) continue;
                const Slot kept = *slot;
                Slot* const home = place + (static_cast<std::uint64_t>(kept.tag) * room >> 32);
                while (next < home) *next++ = {};
                *next++ = kept;
            }
            return next;
        }
    };

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    const Shard& shard_of(std::uint64_t hash) const { return shards_[hash & (kShards - 1)]; }

    // False, and nothing has changed, if memory ran out, or if the slots do not fit, which never happens.
    bool grow(Shard& shard) {
        const std::size_t part = shard.slots.can_extend() ? 8 : 4;
        const std::size_t more = shard.capacity + shard.capacity / part + kFirst;
        const std::size_t bytes = Region::whole((more + kBehind) * sizeof(Slot));
        const std::size_t capacity = bytes / sizeof(Slot) - kBehind;
        if (capacity > kMaxSize) return false;
        if (!shard.slots.extend(bytes)) {
            Region slots(budget_, bytes);
            if (!slots) return false;
            const Slot* const end = shard.begin() + (shard.capacity == 0 ? 0 : shard.capacity + kBehind);
            if (!shard.fits(capacity, shard.begin(), end)) return false;
            Slot* const begin = reinterpret_cast<Slot*>(slots.data());
            shard.lay_out(begin, capacity, shard.begin(), end);
            shard.slots = std::move(slots);
            shard.capacity = capacity;
            return true;
        }
        Slot* const end = shard.begin() + capacity + kBehind;
        Slot* next = end;
        for (Slot* slot = shard.begin() + shard.capacity + kBehind; slot != shard.begin();)
            if ((--slot)->number != 0) *--next = *slot;
        const bool fits = shard.fits(capacity, next, end);
        if (fits) shard.capacity = capacity;
        Slot* const behind = shard.lay_out(shard.begin(), shard.capacity, next, end);
        std::fill(behind, end, Slot{});
        return fits;
    }

    MemoryBudget& budget_;
    std::array<Shard, kShards> shards_;
};

}  // namespace yomikiri
