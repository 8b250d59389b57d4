// The hash store: open addressing with linear probing, in 32 shards that grow one at a time.
//
// Why shards: a single table that doubles needs three times its size at that moment, and is half empty
// afterwards.  A shard grows by half when it is 85 % full, so the transient is 1/32 of the whole and the load
// stays between 0.57 and 0.85; smaller steps would clear and copy more pages to save little memory.  The slot
// of a hash is its home bits scaled to the capacity, which keeps the order of hashes: growing a shard reads
// and writes it front to back.
//
// A roomy store grows in larger steps, twofold below half a gigabyte, then by half.  If a position costs much
// memory and time anyway, that is worthwhile: growing took a tenth of the time of searches of a few million
// positions with 13 columns.  And it consists of whole huge pages: up to 64 MiB in all, or 128 if slots do
// not divide them, its shards lie side by side in one growing region and grow together.  When each was
// allocated by itself, up to this size they had small pages, and a tenth of such a search went into issuing
// prefetches, which wait for a page walk.
//
// It grows in place, shard by shard via a scratch area: memory that it already has is not requested again.
// The growing region always does so, separate shards only where the system can move pages.  Searches of 1.3
// million positions take 7 % less time than with threefold steps into new memory, those of 5 million 2 to 4
// %, and the peak is little more than the table instead of old and new together.
//
// The layout decides what a place holds: one position and its record (slots.hpp), or up to six positions
// without records (buckets.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "stores/buckets.hpp"
#include "stores/growing_region.hpp"
#include "stores/memory.hpp"
#include "stores/slots.hpp"

namespace yomikiri {

template <class Slots>
class HashStore {
  public:
    using Place = HashPlace;
    static constexpr bool kByHash = Slots::kByHash;  // a child needs no key

    HashStore(MemoryBudget& budget, std::size_t key_bytes)
        : budget_(budget), slots_(key_bytes), shards_(kShards), growing_(budget, true) {}

    // From now on it grows in larger steps.
    void be_roomy() { roomy_ = true; }

    template <class Key>
    Place locate(const Child<Key>& child) const {
        return slots_.place(child.hash, child.key);
    }

    void prefetch(Place place) const {
        const Shard& shard = shards_[place.shard];
        if (shard.capacity == 0) return;
        const std::byte* at = shard.data + index(shard, place.home) * slots_.stride();
        __builtin_prefetch(at);
        // A second prefetch per child fills the queue of outstanding misses (a fifth of all samples were
        // there).  It is for slots that straddle two lines, not for a probe that continues in the next.
        if (!kByHash && slots_.stride() > 16) __builtin_prefetch(at + slots_.stride() - 1);
    }

    template <class Key>
    Insert insert(Place place, const Child<Key>& child) {
        Shard& shard = shards_[place.shard];
        if (shard.used >= shard.threshold && !make_room(shard)) return Insert::kFull;
        const auto [at, look] = probe(shard, place.home, child.hash, child.key);
        if (look == Look::kKnown) return Insert::kKnown;
        slots_.write(at, child.hash, child.key, child.record);
        ++shard.used;
        ++size_;
        return Insert::kNew;
    }

    template <class Key>
    std::optional<Record> find(const Hash& hash, const Key& key) const
        requires requires(const Slots& slots, const std::byte* at) { slots.record(at); }
    {
        Place place = slots_.place(hash, key);
        const Shard& shard = shards_[place.shard];
        if (shard.capacity == 0) return std::nullopt;
        const auto [at, look] = probe(shard, place.home, hash, key);
        if (look != Look::kKnown) return std::nullopt;
        return slots_.record(at);
    }

    std::size_t size() const { return size_; }
    double error_bound() const { return error_bound(static_cast<double>(size_)); }
    // The same if that many positions were stored here and in other stores together.
    double error_bound(double stored) const { return slots_.error_bound(stored); }

  private:
    static constexpr std::size_t kFirstCapacity = 16;
    static constexpr std::size_t kSmall = std::size_t{1} << 21,
                                 kMedium = std::size_t{1} << 24;  // bytes of a shard

    struct Shard {
        Region region;              // its own memory, none while it is part of the growing region
        std::byte* data = nullptr;  // its slots
        std::size_t capacity = 0;   // how many
        std::size_t used = 0;
        std::size_t threshold = 0;  // how many may be used before the shard must grow, or is full
        bool stuck = false;         // the budget refused to let it grow
    };

    // Beyond this load probes become long: a search would crawl towards its memory limit.
    static std::size_t fullest(std::size_t capacity) { return capacity * Slots::kHolds * 19 / 20; }
    static std::size_t comfortable(std::size_t capacity) { return capacity * Slots::kHolds * 17 / 20; }

    // Grows if the budget allows it; if not, uses the room there is up to the maximum load.
    bool make_room(Shard& shard) {
        const std::size_t now = shard.capacity, modest = now == 0 ? kFirstCapacity : now + now / 2;
        if (!shard.stuck && ((roomy_ && grow_roomily(shard)) || grow(shard, modest))) return true;
        shard.stuck = true;
        scratch_ = Region();
        shard.threshold = fullest(shard.capacity);
        return shard.used < shard.threshold;
    }

    static std::size_t index(const Shard& shard, std::uint32_t home) {
        return static_cast<std::size_t>((static_cast<std::uint64_t>(home) * shard.capacity) >> 32);
    }

    // Where the position is, or where it would go.  A shard is never quite full.
    struct Found {
        std::byte* at;
        Look look;
    };
    template <class Key>
    Found probe(const Shard& shard, std::uint32_t home, const Hash& hash, const Key& key) const {
        std::size_t i = index(shard, home);
        std::byte* at = shard.data + i * slots_.stride();
        for (;;) {
            const Look look = slots_.look(at, hash, key);
            if (look != Look::kElsewhere) return {at, look};
            at += slots_.stride();
            if (++i == shard.capacity) {
                i = 0;
                at = shard.data;
            }
        }
    }

    // Bytes for that many slots, plus one, so that a prefetch or an 8-byte read at the end stays inside.
    std::size_t room(std::size_t capacity) const { return (capacity + 1) * slots_.stride(); }
    std::size_t slots_in(std::size_t bytes) const { return bytes / slots_.stride() - 1; }

    bool grow(Shard& shard, std::size_t capacity) {
        Shard larger;
        larger.region = Region(budget_, room(capacity));
        if (!larger.region) return false;
        larger.data = larger.region.data();
        const bool leaves = shard.data != nullptr && !shard.region;
        refill(shard, larger, capacity);
        // From now on the others grow separately, too, and the growing region is released with the last one.
        alone_ = true;
        if (leaves && --in_growing_ == 0) growing_.release();
        return true;
    }

    bool grow_roomily(Shard& shard) {
        const std::size_t now = shard.capacity, bytes = room(now);
        if (bytes < kSmall) return !alone_ && grow_together(now == 0 ? kFirstCapacity : 2 * now);
        if (!alone_) leave_growing();
        const std::size_t more = slots_in(Region::whole(room(bytes < kMedium ? 2 * now : now + now / 2)));
        return grow_in_place(shard, more) || grow(shard, more);
    }

    // From now on every shard owns its part of the growing region.
    void leave_growing() {
        std::vector<Region> parts = growing_.split(kShards);
        for (std::size_t i = 0; i < kShards; ++i) shards_[i].region = std::move(parts[i]);
        in_growing_ = 0;
        alone_ = true;
    }

    bool grow_in_place(Shard& shard, std::size_t capacity) {
        const std::size_t before = room(shard.capacity);
        if (!shard.region.can_extend() || !make_scratch(before)) return false;
        if (!shard.region.extend(room(capacity))) return false;
        Shard larger;
        larger.region = std::move(shard.region);
        larger.data = shard.data = larger.region.data();
        move_over(shard, larger, capacity, before);
        return true;
    }

    bool grow_together(std::size_t capacity) {
        // Rounded up, twice a megabyte and a few slots would become four.
        const std::size_t part = Region::about(kShards * room(capacity)) / kShards, all = growing_.bytes();
        if (!make_scratch(room(shards_[0].capacity)) || !growing_.extend(kShards * part)) return false;
        // From last to first: the new place of each was its own or belonged to shards that have already
        // moved.
        for (std::size_t i = kShards; i-- > 0;) {
            Shard whole;
            whole.data = growing_.data() + i * part;
            shards_[i].data = growing_.data() + i * (all / kShards);
            move_over(shards_[i], whole, slots_in(part), i * part < all ? std::min(all - i * part, part) : 0);
        }
        in_growing_ = kShards;
        return true;
    }

    bool make_scratch(std::size_t bytes) {
        if (scratch_.bytes() < bytes) scratch_ = Region();
        if (!scratch_) scratch_ = Region(budget_, bytes);
        return static_cast<bool>(scratch_);
    }

    // The same as refill() if the two may overlap: via the scratch; the first `used` bytes of the larger one
    // are no longer needed.
    void move_over(Shard& shard, Shard& larger, std::size_t capacity, std::size_t used) {
        std::memcpy(scratch_.data(), shard.data, room(shard.capacity));
        shard.data = scratch_.data();
        std::memset(larger.data, 0, used);
        refill(shard, larger, capacity);
    }

    // Moves everything in a shard into the empty slots of a larger one, which replaces it.
    void refill(Shard& shard, Shard& larger, std::size_t capacity) {
        larger.capacity = capacity;
        larger.used = shard.used;
        larger.threshold = comfortable(capacity);
        const std::size_t stride = slots_.stride();
        for (std::size_t i = 0; i < shard.capacity; ++i)
            slots_.for_each(shard.data + i * stride, [&](std::uint32_t home, const auto& entry) {
                std::size_t j = index(larger, home);
                while (!slots_.put(larger.data + j * stride, entry))
                    if (++j == capacity) j = 0;
            });
        shard = std::move(larger);
    }

    MemoryBudget& budget_;
    Slots slots_;
    std::vector<Shard> shards_;
    bool roomy_ = false;
    Region scratch_;              // a shard that is being moved
    GrowingRegion growing_;       // where the shards lie side by side,
    std::size_t in_growing_ = 0;  // and how many of them do
    bool alone_ = false;          // whether one has grown by itself
    std::size_t size_ = 0;
};

using FingerprintStore = HashStore<FingerprintSlots>;
using ExactStore = HashStore<ExactSlots>;
using FingerprintSet = HashStore<FingerprintBuckets>;

static_assert(StateStore<FingerprintStore>);
static_assert(StateStore<ExactStore>);
static_assert(PositionSet<FingerprintSet>);

}  // namespace yomikiri
