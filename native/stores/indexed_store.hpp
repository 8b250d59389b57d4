// A state store that numbers its positions: for searches that come back to what they stored.
//
// Positions lie in chunks, in order of arrival, each with a little data of the search beside its key; they
// never move, so a number is a name for good.  They are found through slots of (tag, number) in 64 shards
// that grow one at a time by a quarter (see hash_store.hpp): growing never takes more than a sixty-fourth of
// the table besides the table itself.  A tag is 32 bits of the hash and says where its slot belongs; whole
// keys are compared, so a match is certain.
#pragma once

#include <optional>
#include <vector>

#include "bytes.hpp"
#include "game.hpp"
#include "stores/memory.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

template <GameKey Key, class Data>
class IndexedStore {
  public:
    IndexedStore(MemoryBudget& budget, std::size_t key_bytes)
        : budget_(budget),
          bytes_(key_bytes),
          stride_((sizeof(Data) + key_bytes + alignof(Data) - 1) / alignof(Data) * alignof(Data)) {}

    struct Inserted {
        Insert what;
        std::uint32_t number = 0;
    };

    // The data of a new position are zero.
    Inserted insert(const Key& key) {
        const std::uint64_t hash = key.hash();
        Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.size * 5 >= shard.capacity * 4 && !grow(shard)) return {Insert::kFull};
        Slot* slot = seek(shard, static_cast<std::uint32_t>(hash >> 32), key);
        if (slot->number != 0) return {Insert::kKnown, slot->number - 1};
        if (size_ == kMaxSize) return {Insert::kFull};
        if (size_ % kChunk == 0) {
            Region chunk(budget_, kChunk * stride_);
            if (!chunk) return {Insert::kFull};
            chunks_.push_back(std::move(chunk));
        }
        const std::uint32_t number = static_cast<std::uint32_t>(size_++);
        write_key(key, bytes_at(number), bytes_);
        *slot = {static_cast<std::uint32_t>(hash >> 32), number + 1};
        ++shard.size;
        return {Insert::kNew, number};
    }

    std::optional<std::uint32_t> find(const Key& key) const {
        const std::uint64_t hash = key.hash();
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity == 0) return std::nullopt;
        const Slot* slot = seek(shard, static_cast<std::uint32_t>(hash >> 32), key);
        if (slot->number == 0) return std::nullopt;
        return slot->number - 1;
    }

    Key key(std::uint32_t number) const { return read_key<Key>(bytes_at(number), bytes_); }
    Data& data(std::uint32_t number) { return *reinterpret_cast<Data*>(at(number)); }
    const Data& data(std::uint32_t number) const { return *reinterpret_cast<const Data*>(at(number)); }
    std::size_t size() const { return size_; }

  private:
    struct Slot {
        std::uint32_t tag;
        std::uint32_t number;  // one more than the position's number; 0 is empty
    };
    struct Shard {
        Region slots;
        std::size_t capacity = 0, size = 0;
        Slot* begin() const { return reinterpret_cast<Slot*>(slots.data()); }
    };
    static constexpr std::size_t kShards = 64;
    static constexpr std::size_t kChunk = 4096;
    static constexpr std::size_t kMaxSize = 0xFFFFFFFE;

    static std::size_t home(std::uint32_t tag, std::size_t capacity) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(tag) * capacity >> 32);
    }

    // The slot of the key, or the empty one where it belongs.
    Slot* seek(const Shard& shard, std::uint32_t tag, const Key& key) const {
        const KeyBytes<Key> wanted(key);
        for (std::size_t i = home(tag, shard.capacity);; i = i + 1 == shard.capacity ? 0 : i + 1) {
            Slot* slot = shard.begin() + i;
            if (slot->number == 0) return slot;
            if (slot->tag == tag && same_bytes(bytes_at(slot->number - 1), wanted.data(), bytes_))
                return slot;
        }
    }

    bool grow(Shard& shard) {
        const std::size_t capacity = shard.capacity + shard.capacity / 4 + 16;
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

    std::uint8_t* bytes_at(std::uint32_t number) const {
        return reinterpret_cast<std::uint8_t*>(at(number) + sizeof(Data));
    }
    std::byte* at(std::uint32_t number) const {
        return chunks_[number / kChunk].data() + number % kChunk * stride_;
    }

    MemoryBudget& budget_;
    std::size_t bytes_, stride_;
    std::array<Shard, kShards> shards_;
    std::vector<Region> chunks_;
    std::size_t size_ = 0;
};

}  // namespace yomikiri
