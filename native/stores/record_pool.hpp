// Room for records, in blocks handed out from large chunks.
//
// Several stores may share a pool, each on its own thread: then even small stores have their records in huge
// pages.  Blocks are not released before the end, so records never move.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "stores/memory.hpp"

namespace yomikiri {

template <class Record>
class RecordPool {
  public:
    static constexpr std::size_t kBlock = std::size_t{1} << 13;

    explicit RecordPool(MemoryBudget& budget) : budget_(budget) {}

    // Room for kBlock records; nullptr if memory ran out.
    Record* take() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (left_ == 0) {
            Region chunk(budget_, kChunk * sizeof(Record));
            if (!chunk) return nullptr;
            chunks_.push_back(std::move(chunk));
            left_ = kChunk / kBlock;
        }
        Record* begin = reinterpret_cast<Record*>(chunks_.back().data());
        return begin + kChunk - kBlock * left_--;
    }

    MemoryBudget& budget() const { return budget_; }

  private:
    static constexpr std::size_t kChunk = 12 * kBlock;  // 2.25 MiB of 24 bytes: in huge pages

    MemoryBudget& budget_;
    std::mutex mutex_;
    std::vector<Region> chunks_;
    std::size_t left_ = 0;  // blocks in the last chunk
};

}  // namespace yomikiri
