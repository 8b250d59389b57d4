// A region of zeros that grows in place, in memory that is kept from one search to the next.
//
// Using a page for the first time is slow, because the system must clear it, and much slower if a virtual
// machine's host must find it first: 5 to 9 % of the time of a hundred searches of up to a million positions.
// So a growing region reserves the addresses for its largest size from the start, pages are added as it
// grows, and when the search is over they go into a cache, where the next search finds them and clears what
// it needs.  From then on they belong to the process and are outside any search's budget, at most 256 MiB,
// but the system may reclaim them as soon as memory is short.
#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

#include "stores/memory.hpp"

namespace yomikiri {

// Unused mappings, and how much of each may be nonzero.
class RegionCache {
  public:
    static constexpr std::size_t kReserved = std::size_t{1} << 27;  // addresses of one
    static constexpr std::size_t kKept = std::size_t{1} << 26;      // bytes of it that stay in memory

    struct Mapping {
        std::byte* data = nullptr;
        std::size_t used = 0;
    };

    // One for the whole process, never destroyed: a search may still be running when the process ends.
    static RegionCache& only() {
        static RegionCache& cache = *new RegionCache;
        return cache;
    }

    // The one with the most pages in it, or with the fewest.
    Mapping take(bool most) {
        if (std::unique_lock hold(mutex_, std::try_to_lock); hold) {
            Mapping* best = nullptr;
            for (Mapping& kept : kept_)
                if (kept.data != nullptr && (best == nullptr || (kept.used > best->used) == most))
                    best = &kept;
            if (best != nullptr) return std::exchange(*best, {});
        }
        return {Region::map(kReserved), 0};
    }

    void give(Mapping mapping) {
        if (mapping.used > kKept && system::clear(mapping.data + kKept, kReserved - kKept))
            mapping.used = kKept;
        // Only whole huge pages: one that is split stays split.
        system::lend(mapping.data, mapping.used / Region::kLarge * Region::kLarge);
        if (!keep(mapping)) system::unmap(mapping.data, kReserved);
    }

  private:
    bool keep(Mapping mapping) {
        std::unique_lock hold(mutex_, std::try_to_lock);
        if (!hold) return false;
        for (Mapping& kept : kept_)
            if (kept.data == nullptr) {
                kept = mapping;
                return true;
            }
        return false;
    }

    // Only ever try_lock: a process forked while another thread held it must not wait for that.
    std::mutex mutex_;
    std::array<Mapping, 4> kept_;  // as many as two searches at a time need
};

class GrowingRegion {
  public:
    // `large`, whether it will become large, as tables do, helps to choose among the cached mappings.
    GrowingRegion(MemoryBudget& budget, bool large) : budget_(budget), large_(large) {}
    GrowingRegion(const GrowingRegion&) = delete;
    GrowingRegion& operator=(const GrowingRegion&) = delete;
    ~GrowingRegion() { release(); }

    // Makes it that many bytes long, with zeros after its content.  False if that is too long, or the budget
    // or the system refused; then nothing has changed.
    bool extend(std::size_t bytes) {
        if (bytes > RegionCache::kReserved || !budget_.take(bytes - bytes_)) return false;
        if (mapping_.data == nullptr) mapping_ = RegionCache::only().take(large_);
        if (mapping_.data == nullptr) {
            budget_.give(bytes - bytes_);
            return false;
        }
        if (mapping_.used > bytes_)
            std::memset(mapping_.data + bytes_, 0, std::min(mapping_.used, bytes) - bytes_);
        mapping_.used = std::max(mapping_.used, bytes);
        bytes_ = bytes;
        return true;
    }

    // That many more bytes, aligned to cache lines; null if it cannot be extended.
    std::byte* carve(std::size_t bytes) {
        const std::size_t before = bytes_;
        return extend(before + (bytes + 63) / 64 * 64) ? mapping_.data + before : nullptr;
    }

    // Turns its parts into regions, of whole pages and large enough to be mapped; nothing is left of it.
    std::vector<Region> split(std::size_t parts) {
        std::vector<Region> found;
        found.reserve(parts);  // otherwise memory could run out when some parts have two owners
        const std::size_t bytes = bytes_ / parts;
        std::byte* data = std::exchange(mapping_, {}).data;
        std::shared_ptr<void> whole;
        if constexpr (!system::kParts)
            whole.reset(static_cast<void*>(data), [](void* all) {
                system::unmap(static_cast<std::byte*>(all), RegionCache::kReserved);
            });
        else if (bytes_ < RegionCache::kReserved)
            system::unmap(data + bytes_, RegionCache::kReserved - bytes_);
        for (std::size_t i = 0; i < parts; ++i)
            found.push_back(Region::adopt(budget_, data + i * bytes, bytes, whole));
        bytes_ = 0;
        return found;
    }

    void release() {
        if (mapping_.data != nullptr) RegionCache::only().give(mapping_);
        budget_.give(bytes_);
        mapping_ = {};
        bytes_ = 0;
    }

    std::byte* data() const { return mapping_.data; }
    std::size_t bytes() const { return bytes_; }

  private:
    MemoryBudget& budget_;
    const bool large_;
    RegionCache::Mapping mapping_;
    std::size_t bytes_ = 0;
};

}  // namespace yomikiri
