// A state store for short keys that a search numbers and returns to, with probes that can be announced.
//
// Records lie in blocks of a pool, in order of arrival; they never move, so a number stays valid.
//
// A probe misses the cache twice.  A search that has several announces them all first: prefetch() asks for
// the slots, and prefetch_record(), some time after that, for the record.
#pragma once

#include <cstdint>
#include <vector>

#include "stores/prefetch.hpp"
#include "stores/record_pool.hpp"
#include "stores/tag_index.hpp"

namespace yomikiri {

// `Record` is made from a key and compared with one: Record::matches(key).
template <class Record, std::size_t kShards = 16>
class RecordStore {
  public:
    using Index = TagIndex<kShards, 256>;
    static constexpr std::uint32_t kNothing = Index::kNothing;

    explicit RecordStore(RecordPool<Record>& pool) : pool_(pool), index_(pool.budget()) {}

    void prefetch(std::uint64_t hash) const { index_.prefetch(hash); }
    // The record that the first slot with the tag leads to.
    void prefetch_record(std::uint64_t hash) const {
        const std::uint32_t number = index_.first(hash);
        if (number != kNothing) prefetch_number(number);
    }
    void prefetch_number(std::uint32_t number) const { yomikiri::prefetch(&(*this)[number]); }

    // The number of the record, or kNothing.
    template <class Key>
    std::uint32_t find(const Key& key, std::uint64_t hash) const {
        return index_.find(hash, [&](std::uint32_t number) { return (*this)[number].matches(key); });
    }

    // Adds a record that is not there yet; kNothing if memory ran out.
    std::uint32_t add(const Record& record, std::uint64_t hash) {
        if (size_ == Index::kMaxSize) return kNothing;
        if (size_ == blocks_.size() * kBlock) {
            Record* block = pool_.take();
            if (block == nullptr) return kNothing;
            blocks_.push_back(block);
        }
        const std::uint32_t number = static_cast<std::uint32_t>(size_);
        if (!index_.add(hash, number)) return kNothing;
        ++size_;
        (*this)[number] = record;
        return number;
    }

    Record& operator[](std::uint32_t number) const { return blocks_[number / kBlock][number % kBlock]; }
    std::size_t size() const { return size_; }

  private:
    static constexpr std::size_t kBlock = RecordPool<Record>::kBlock;

    RecordPool<Record>& pool_;
    Index index_;
    std::vector<Record*> blocks_;
    std::size_t size_ = 0;
};

}  // namespace yomikiri
