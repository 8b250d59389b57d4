// A state store that numbers its positions: for searches that come back to what they stored.
//
// Positions lie in chunks, in order of arrival, each with a little data of the search beside its code; they
// never move, so a number is a name for good.  They are found through slots of (tag, number) in 64 shards
// that grow one at a time by a quarter (see hash_store.hpp): growing never takes more than a sixty-fourth of
// the table besides the table itself.  A tag is 32 bits of the hash and says where its slot belongs; whole
// codes are compared, so a match is certain.
#pragma once

#include <optional>
#include <vector>

#include "bytes.hpp"
#include "domain.hpp"
#include "stores/memory.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

template <class Data>
class IndexedStore {
  public:
    IndexedStore(MemoryBudget& budget, std::size_t code_bytes)
        : budget_(budget),
          bytes_(code_bytes),
          stride_((sizeof(Data) + code_bytes + alignof(Data) - 1) / alignof(Data) * alignof(Data)) {}

    struct Inserted {
        Insert what;
        std::uint32_t number = 0;
    };

    // The data of a new position are zero.
    Inserted insert(const Code& code) {
        const std::uint64_t hash = hash_of(code);
        Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.size * 5 >= shard.capacity * 4 && !grow(shard)) return {Insert::kFull};
        Slot* slot = seek(shard, static_cast<std::uint32_t>(hash >> 32), code);
        if (slot->number != 0) return {Insert::kKnown, slot->number - 1};
        if (size_ == kMaxSize) return {Insert::kFull};
        if (size_ % kChunk == 0) {
            Region chunk(budget_, kChunk * stride_);
            if (!chunk) return {Insert::kFull};
            chunks_.push_back(std::move(chunk));
        }
        const std::uint32_t number = static_cast<std::uint32_t>(size_++);
        copy_bytes(at(number) + sizeof(Data), code.data(), bytes_);
        *slot = {static_cast<std::uint32_t>(hash >> 32), number + 1};
        ++shard.size;
        return {Insert::kNew, number};
    }

    std::optional<std::uint32_t> find(const Code& code) const {
        const std::uint64_t hash = hash_of(code);
        const Shard& shard = shards_[hash & (kShards - 1)];
        if (shard.capacity == 0) return std::nullopt;
        const Slot* slot = seek(shard, static_cast<std::uint32_t>(hash >> 32), code);
        if (slot->number == 0) return std::nullopt;
        return slot->number - 1;
    }

    Code code(std::uint32_t number) const {
        Code result{};
        copy_bytes(result.data(), at(number) + sizeof(Data), bytes_);
        return result;
    }
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

    // Unused bytes of a code are zero, so whole words can be stirred.
    static std::uint64_t hash_of(const Code& code) {
        static_assert(kMaxCode % 8 == 0);
        std::uint64_t h = 0x243F6A8885A308D3;
        for (std::size_t i = 0; i < kMaxCode; i += 8) {
            std::uint64_t word;
            std::memcpy(&word, code.data() + i, 8);
            h = (h ^ word) * 0x9E3779B97F4A7C15;
            h ^= h >> 32;
        }
        h *= 0xD6E8FEB86659FD93;
        return h ^ h >> 32;
    }
    static std::size_t home(std::uint32_t tag, std::size_t capacity) {
        return static_cast<std::size_t>(static_cast<std::uint64_t>(tag) * capacity >> 32);
    }

    // The slot of the code, or the empty one where it belongs.
    Slot* seek(const Shard& shard, std::uint32_t tag, const Code& code) const {
        for (std::size_t i = home(tag, shard.capacity);; i = i + 1 == shard.capacity ? 0 : i + 1) {
            Slot* slot = shard.begin() + i;
            if (slot->number == 0) return slot;
            if (slot->tag == tag && same_bytes(at(slot->number - 1) + sizeof(Data), code.data(), bytes_))
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
