// The index from hashes to numbers against a plain map, while it grows past the size from which it grows in
// place.  Ends with status 0, or says what does not hold.
#include "stores/tag_index.hpp"

#include <cstdio>
#include <random>
#include <unordered_map>

using namespace yomikiri;

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++failures;
}

template <std::size_t kShards>
class Trial {
  public:
    explicit Trial(std::size_t bytes) : budget_(bytes), index_(budget_) {}

    // Adds numbers until there are that many; false if memory ran out.
    template <class Draw>
    bool add(std::size_t count, Draw&& draw) {
        while (known_.size() < count) {
            const std::uint64_t hash = draw();
            if (known_.contains(hash)) continue;
            const auto number = static_cast<std::uint32_t>(known_.size());
            if (!index_.add(hash, number)) return false;
            known_.emplace(hash, number);
        }
        return true;
    }
    void compare() {
        bool all = true;
        for (const auto& [hash, number] : known_) {
            const std::uint32_t wanted = number;
            all = all && index_.find(hash, [&](std::uint32_t one) { return one == wanted; }) == wanted;
        }
        expect(all, "every number is found under its hash");
        bool none = true;
        std::mt19937_64 draw(7);
        for (int i = 0; i < 100'000; ++i) {
            const std::uint64_t hash = draw();
            if (known_.contains(hash)) continue;
            none = none && index_.find(hash, [&](std::uint32_t one) { return one == known_.size(); }) ==
                               TagIndex<kShards, 16>::kNothing;
        }
        expect(none, "no other number is");
    }
    std::size_t size() const { return known_.size(); }
    const MemoryBudget& budget() const { return budget_; }

  private:
    MemoryBudget budget_;
    TagIndex<kShards, 16> index_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

template <std::size_t kShards>
void grows(std::size_t count) {
    std::mt19937_64 draw(1);
    Trial<kShards> trial(std::size_t{1} << 28);
    for (std::size_t part = 1; part <= 8; ++part) {
        expect(trial.add(count * part / 8, draw), "there is memory");
        trial.compare();
    }
    if (kShards == 1 && system::kMoves)
        expect(trial.budget().peak() == trial.budget().used(), "growing in place takes nothing on top");
}

// Hashes whose tags lie close together, some of them the same, and all at the end of the table.
void crowds() {
    std::mt19937_64 draw(2);
    Trial<1> trial(std::size_t{1} << 28);
    expect(trial.add(300'000, draw), "there is memory");
    std::uint32_t low = 0;
    const auto crowded = [&] { return ((0xFFFFFFC0 + draw() % 64) << 32) | ++low; };
    trial.add(300'040, crowded);
    trial.compare();
    expect(trial.add(600'000, draw), "there is memory");
    trial.compare();
}

void ends() {
    std::mt19937_64 draw(3);
    Trial<1> trial(std::size_t{6} << 20);
    expect(!trial.add(2'000'000, draw), "memory ends");
    expect(trial.size() > 300'000, "not before it is used");
    trial.compare();
}

}  // namespace

int main() {
    grows<1>(900'000);
    grows<4>(1'500'000);
    crowds();
    ends();
    return failures == 0 ? 0 : 1;
}
