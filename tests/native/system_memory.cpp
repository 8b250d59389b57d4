// Memory from the system, both ways: what regions promise has to hold with the pages of Unix
// and with the C library's memory alone.  Ends with status 0, or says what does not hold.
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "stores/growing_region.hpp"
#include "stores/large_pages.hpp"
#include "stores/map_guard.hpp"

using namespace yomikiri;

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++failures;
}

bool is_zero(const std::byte* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        if (data[i] != std::byte{0}) return false;
    return true;
}

bool is_aligned(const std::byte* data) { return reinterpret_cast<std::uintptr_t>(data) % 64 == 0; }

void regions() {
    MemoryBudget budget(std::size_t{1} << 26);
    {
        Region small(budget, 1000);
        Region large(budget, Region::kLarge + 12345);
        expect(small && is_zero(small.data(), 1000), "a small region is zero");
        expect(large && is_zero(large.data(), large.bytes()), "a large region is zero");
        expect(is_aligned(large.data()), "a large region is aligned to cache lines");
        expect(budget.used() == 1000 + large.bytes(), "regions count against the budget");
        std::memset(large.data(), 7, large.bytes());
        expect(large.can_extend() == system::kMoves, "only what can move can be extended");
        if (large.extend(3 * Region::kLarge)) {
            expect(large.data()[Region::kLarge + 12344] == std::byte{7}, "what was there stays");
            expect(is_zero(large.data() + Region::kLarge + 12345, Region::kLarge), "zeros follow it");
            expect(budget.used() == 1000 + 3 * Region::kLarge, "the larger region counts");
        } else {
            expect(!system::kMoves, "it can be extended where that is possible");
        }
        const Region moved = std::move(large);
        expect(moved && !large, "a region has one owner");
    }
    expect(budget.used() == 0, "regions are given back");
    expect(!Region(budget, std::size_t{1} << 27), "what is over the budget is refused");
    expect(budget.used() == 0, "and does not count");
}

void stretches() {
    MemoryBudget budget(RegionCache::kReserved);
    // The second search finds what the first one left in the cache, and has to see zeros all the same.
    for (int search = 0; search < 3; ++search) {
        GrowingRegion stretch(budget, true);
        expect(stretch.extend(Region::kLarge), "a stretch can be made");
        std::byte* at = stretch.data();
        expect(is_zero(at, Region::kLarge), "it is zero");
        std::memset(at, 9, Region::kLarge);
        expect(stretch.extend(4 * Region::kLarge) && stretch.data() == at, "it grows where it is");
        expect(is_zero(at + Region::kLarge, 3 * Region::kLarge), "zeros follow");
        std::memset(at, 9, 4 * Region::kLarge);
        expect(is_aligned(stretch.carve(100)), "parts are aligned to cache lines");
    }
    expect(budget.used() == 0, "stretches are given back");

    GrowingRegion stretch(budget, true);
    expect(stretch.extend(4 * Region::kLarge), "one more");
    for (std::size_t i = 0; i < 4; ++i)
        std::memset(stretch.data() + i * Region::kLarge, int(i) + 1, Region::kLarge);
    std::vector<Region> parts = stretch.split(4);
    expect(budget.used() == 4 * Region::kLarge && stretch.bytes() == 0, "parts count instead of the whole");
    // In any order, and with others that live on.
    for (const std::size_t i : {2u, 0u, 3u}) {
        expect(parts[i].data()[Region::kLarge - 1] == std::byte(i + 1), "a part keeps what it held");
        parts[i] = Region();
    }
    parts.erase(parts.begin() + 2, parts.end());
    expect(parts[1].data()[17] == std::byte{2}, "the last part is still there");
    parts.clear();
    expect(budget.used() == 0, "parts are given back");
}

void others() {
    const LargePages pages(Region::kLarge + 1);
    expect(is_zero(pages.data(), pages.size()), "large pages are zero");
    const char text[] = "nothing that is mapped";
    const MapGuard guard(text, sizeof text);
    expect(!guard.hit(), "a guard over sound memory is not hit");
}

}  // namespace

int main() {
    regions();
    stretches();
    others();
    return failures == 0 ? 0 : 1;
}
