// A state store for short keys that a search numbers and comes back to, with probes that can be announced.
//
// Records lie in blocks of a pool, in order of arrival; they never move, so a number is a name for good.
// They are found through slots of (tag, number) in shards that grow one at a time by a quarter (see
// hash_store.hpp).  A tag is 32 bits of the hash and says where its slot belongs, so growing reads no
// record; whole keys are compared, so a match is certain.  Few shards are large ones, in huge pages, many
// need less memory while one of them grows.
//
// A probe misses the cache twice.  A search that has several announces them all first: prefetch() asks for
// the slots, and prefetch_record(), some time after that, for the record.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "stores/prefetch.hpp"
#include "stores/record_pool.hpp"

namespace yomikiri {

// `Record` has a key that it is made of and compared with: Record::matches(key).
template <class Record, std::size_t kShards = 16>
class RecordStore {
  public:
    static constexpr std::uint32_t kNothing = 0xFFFFFFFF;

    explicit RecordStore(RecordPool<Record>& pool) : pool_(pool) {}

    void prefetch(std::uint64_t hash) const {
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity != 0) yomikiri::prefetch(shard.home(tag_of(hash)));
    }

    // The record that the first slot with the tag leads to.
    void prefetch_record(std::uint64_t hash) const {
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity == 0) return;
        const Slot& slot = *shard.seek(tag_of(hash));
        if (slot.number != 0 && slot.tag == tag_of(hash)) prefetch_number(slot.number - 1);
    }
    void prefetch_number(std::uint32_t number) const { yomikiri::prefetch(&(*this)[number]); }

    // The number of the record, or kNothing.
    template <class Key>
    std::uint32_t find(const Key& key, std::uint64_t hash) const {
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity == 0) return kNothing;
        const std::uint32_t tag = tag_of(hash);
        for (const Slot* slot = shard.seek(tag); slot->number != 0 && slot->tag == tag; ++slot)
            if ((*this)[slot->number - 1].matches(key)) return slot->number - 1;
        return kNothing;
    }

    // Adds a record that is not there; kNothing if memory ran out.
    std::uint32_t add(const Record& record, std::uint64_t hash) {
        Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.size * 6 >= shard.capacity * 5 && !grow(shard)) return kNothing;
        if (size_ == kMaxSize) return kNothing;
        if (size_ == blocks_.size() * kBlock) {
            Record* block = pool_.take();
            if (block == nullptr) return kNothing;
            blocks_.push_back(block);
        }
        const std::uint32_t tag = tag_of(hash), number = static_cast<std::uint32_t>(size_);
        while (!shard.insert({tag, number + 1}))
            if (!grow(shard)) return kNothing;
        ++size_;
        (*this)[number] = record;
        return number;
    }

    Record& operator[](std::uint32_t number) const { return blocks_[number / kBlock][number % kBlock]; }
    std::size_t size() const { return size_; }

  private:
    struct Slot {
        std::uint32_t tag;
        std::uint32_t number;  // from 1; 0: empty
    };
    // The slots in use are in the order of their tags, each at its home or, as those before it leave no room,
    // as little after it as may be.  So a search for a tag ends at the first greater one.
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
    static constexpr std::size_t kBlock = RecordPool<Record>::kBlock;
    static constexpr std::size_t kMaxSize = 0xFFFFFFFE;

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    bool grow(Shard& shard) {
        Shard larger;
        larger.capacity = shard.capacity + shard.capacity / 4 + 256;
        if (larger.capacity > kMaxSize) return false;
        larger.slots = Region(pool_.budget(), (larger.capacity + kBehind) * sizeof(Slot));
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

    RecordPool<Record>& pool_;
    std::array<Shard, kShards> shards_;
    std::vector<Record*> blocks_;
    std::size_t size_ = 0;
};

}  // namespace yomikiri
