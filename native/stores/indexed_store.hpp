// A state store that numbers its positions: for searches that come back to what they stored.
//
// Positions lie in chunks, in order of arrival, each with a little search data beside its key; they never
// move, so a number stays valid.  A key takes as many bytes as the board needs, which is known when the
// search starts: if it is known at compile time, record_store.hpp is faster.
#pragma once

#include <optional>
#include <vector>

#include "bytes.hpp"
#include "game.hpp"
#include "stores/memory.hpp"
#include "stores/state_store.hpp"
#include "stores/tag_index.hpp"

namespace yomikiri {

template <GameKey Key, class Data>
class IndexedStore {
  public:
    IndexedStore(MemoryBudget& budget, std::size_t key_bytes)
        : budget_(budget),
          bytes_(key_bytes),
          stride_((sizeof(Data) + key_bytes + alignof(Data) - 1) / alignof(Data) * alignof(Data)),
          index_(budget) {}

    struct Inserted {
        Insert what;
        std::uint32_t number = 0;
    };

    // The data of a new position is zero.
    Inserted insert(const Key& key) {
        const std::uint64_t hash = key.hash();
        const std::uint32_t known = number_of(key, hash);
        if (known != Index::kNothing) return {Insert::kKnown, known};
        if (size_ == Index::kMaxSize) return {Insert::kFull};
        if (size_ == chunks_.size() * kChunk) {
            Region chunk(budget_, kChunk * stride_);
            if (!chunk) return {Insert::kFull};
            chunks_.push_back(std::move(chunk));
        }
        const std::uint32_t number = static_cast<std::uint32_t>(size_);
        if (!index_.add(hash, number)) return {Insert::kFull};
        ++size_;
        write_key(key, bytes_at(number), bytes_);
        return {Insert::kNew, number};
    }

    std::optional<std::uint32_t> find(const Key& key) const {
        const std::uint32_t known = number_of(key, key.hash());
        if (known == Index::kNothing) return std::nullopt;
        return known;
    }

    Key key(std::uint32_t number) const { return read_key<Key>(bytes_at(number), bytes_); }
    Data& data(std::uint32_t number) { return *reinterpret_cast<Data*>(at(number)); }
    const Data& data(std::uint32_t number) const { return *reinterpret_cast<const Data*>(at(number)); }
    std::size_t size() const { return size_; }

  private:
    using Index = TagIndex<64, 16>;
    static constexpr std::size_t kChunk = 4096;

    std::uint32_t number_of(const Key& key, std::uint64_t hash) const {
        const KeyBytes<Key> wanted(key);
        return index_.find(
            hash, [&](std::uint32_t number) { return same_bytes(bytes_at(number), wanted.data(), bytes_); });
    }
    std::uint8_t* bytes_at(std::uint32_t number) const {
        return reinterpret_cast<std::uint8_t*>(at(number) + sizeof(Data));
    }
    std::byte* at(std::uint32_t number) const {
        return chunks_[number / kChunk].data() + number % kChunk * stride_;
    }

    MemoryBudget& budget_;
    std::size_t bytes_, stride_;
    Index index_;
    std::vector<Region> chunks_;
    std::size_t size_ = 0;
};

}  // namespace yomikiri
