// The table of a certificate: everything that can be reached and is not already bounded well enough.
//
// The fast twin of src/yomikiri/certificates/closure.py; docs/certificates.md explains it.  A position is
// identified here by a fingerprint of 112 bits.  That proves nothing, and need not: what is written is
// checked entry by entry, and if a collision loses a position, the certificate is refused, not wrong.
#pragma once

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "search/control.hpp"

namespace yomikiri {

inline constexpr int kInfiniteBound = 0xFFFF;
inline constexpr std::size_t kMostKeyBytes = 64;

// Positions by fingerprint, each with the level at which it was met and whether it has been written.
class MetPositions {
  public:
    struct Slot {
        std::uint64_t first = 0, second = 0;  // second: 48 bits of fingerprint, 15 of level, 1 written
    };
    MetPositions() : slots_(1 << 16) {}

    std::uint64_t size() const { return size_; }
    std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }
    // The peak memory until that many more are met: while it grows, the old and the new table both exist.
    std::uint64_t bytes_after(std::uint64_t more) const {
        return (size_ + more) * 10 >= slots_.size() * 7 ? 3 * bytes() : bytes();
    }

    // The slot of a key; `found` says whether it was there before.
    Slot& meet(const std::uint8_t* key, std::size_t width, unsigned level, bool& found) {
        if (size_ * 10 >= slots_.size() * 7) grow();
        const Slot print = fingerprint(key, width);
        Slot& slot = place(print);
        found = slot.first != 0;
        if (!found) {
            slot = {print.first, print.second | std::uint64_t{level & 0x7FFF} << 1};
            ++size_;
        }
        return slot;
    }
    // Removes what meet() has just inserted.
    void forget(Slot& slot) {
        // Nothing was inserted behind it yet, so a chain can only end here.
        slot = Slot{};
        --size_;
    }
    static unsigned level(const Slot& slot) { return static_cast<unsigned>(slot.second >> 1) & 0x7FFF; }

  private:
    static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
        __extension__ typedef unsigned __int128 Product;
        const Product product = static_cast<Product>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    static Slot fingerprint(const std::uint8_t* key, std::size_t width) {
        std::uint64_t one = 0x9E3779B97F4A7C15, two = 0xD1B54A32D192ED03;
        for (std::size_t at = 0; at < width; at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, key + at, std::min<std::size_t>(8, width - at));
            one = mixed(one ^ word, 0xBF58476D1CE4E5B9);
            two = mixed(two + word, 0x94D049BB133111EB) + one;
        }
        return {mixed(one, 0xFF51AFD7ED558CCD) | 1, mixed(two, 0xC4CEB9FE1A85EC53) & ~std::uint64_t{0xFFFF}};
    }
    Slot& place(const Slot& print) {
        std::size_t at = (print.first >> 1) & (slots_.size() - 1);
        while (slots_[at].first != 0 && (slots_[at].first != print.first ||
                                         (slots_[at].second ^ print.second) & ~std::uint64_t{0xFFFF}))
            at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }
    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.first != 0) place(slot) = slot;
    }

    std::vector<Slot> slots_;
    std::uint64_t size_ = 0;
};

// A game G has a Node, root(), width(), key(node, bytes), is_goal(node), bound(node), and
// for_each_follower(node, f), which calls f(child).
template <class G>
class Closure {
  public:
    struct Block {
        int bound;
        std::size_t count;
        std::vector<std::uint8_t> shared, suffixes;
    };

    // `most` positions, and bytes in `memory`: a run that needs more leaves nothing.
    Closure(G& game, bool joins, std::uint64_t most, std::uint64_t memory, Control& control)
        : game_(game), joins_(joins), most_(most), memory_(memory), control_(control) {}

    Counts counts;
    std::vector<Block> blocks;

    // kUnsolvable: the table is there; kSolved: the claim is false; or a limit.
    Outcome run(int wanted) {
        const typename G::Node root = game_.root();
        if (game_.is_goal(root)) return Outcome::kSolved;
        if (game_.bound(root) >= wanted) return Outcome::kUnsolvable;
        bool found = false;
        game_.key(root, key_);
        met_.meet(key_, game_.width(), 0, found).second |= 1;
        write(0);
        const Outcome outcome = wanted == kInfiniteBound ? everything(root) : by_levels(root, wanted);
        if (outcome != Outcome::kUnsolvable) return outcome;
        met_ = {};
        try {
            for (std::size_t level = 0; level < levels_.size(); ++level) pack(level, wanted);
        } catch (const Stop& stop) {
            blocks.clear();
            return stop.outcome;
        }
        return outcome;
    }

  private:
    // A limit reached while sorting.
    struct Stop {
        Outcome outcome;
    };
    // More than the followers of any position.
    static constexpr std::uint64_t kMostFollowers = 1 << 12;

    Outcome everything(const typename G::Node& root) {
        std::vector<typename G::Node> waiting{root};
        while (!waiting.empty()) {
            if (auto stop = limit(waiting.capacity())) return *stop;
            const typename G::Node node = waiting.back();
            waiting.pop_back();
            if (!follow(node, 0, kInfiniteBound, waiting)) return Outcome::kSolved;
        }
        return Outcome::kUnsolvable;
    }
    Outcome by_levels(const typename G::Node& root, int wanted) {
        std::vector<typename G::Node> now{root}, following;
        for (unsigned level = 1; !now.empty(); ++level, now.swap(following)) {
            following.clear();
            for (const typename G::Node& node : now) {
                if (auto stop = limit(now.capacity() + following.capacity())) return *stop;
                if (!follow(node, level, wanted - static_cast<int>(level), following))
                    return Outcome::kSolved;
            }
        }
        return Outcome::kUnsolvable;
    }
    // Puts the followers that are new and not bounded well enough on the list; false if one is a goal.
    bool follow(const typename G::Node& node, unsigned level, int wanted,
                std::vector<typename G::Node>& list) {
        bool lost = true;
        ++counts.expanded;
        game_.for_each_follower(node, [&](const typename G::Node& child) {
            if (!lost) return;
            ++counts.generated;
            game_.key(child, key_);
            bool found = false;
            MetPositions::Slot& slot = met_.meet(key_, game_.width(), level, found);
            if (found) {
                if (!(slot.second & 1)) {
                    slot.second |= 1;
                    write(MetPositions::level(slot));
                }
                return;
            }
            if (game_.bound(child) >= wanted) return met_.forget(slot);
            lost = !game_.is_goal(child);
            list.push_back(child);
            if (!joins_) {
                slot.second |= 1;
                write(level);
            }
        });
        return lost;
    }
    // `nodes` is how many the lists have room for; a full list doubles, and both copies exist meanwhile.
    std::optional<Outcome> limit(std::uint64_t nodes) {
        counts.stored = met_.size();
        // The keys: as they came, their order, and again as streams when they are packed.
        const std::uint64_t keys = written_ * (2 * game_.width() + sizeof(std::uint32_t));
        counts.bytes = met_.bytes_after(kMostFollowers) + 3 * nodes * sizeof(typename G::Node) + keys;
        if (met_.size() > most_) return Outcome::kNodeLimit;
        if (counts.bytes > memory_) return Outcome::kMemoryLimit;
        return control_.check(counts);
    }

    void write(unsigned level) {
        if (level >= levels_.size()) levels_.resize(level + 1);
        levels_[level].insert(levels_[level].end(), key_, key_ + game_.width());
        ++written_;
    }
    // The watch is also called while keys are sorted and packed.
    void look(std::uint64_t& steps) {
        if (++steps % (1 << 16) != 0) return;
        if (auto stop = control_.glance(counts)) throw Stop{*stop};
    }
    void pack(std::size_t level, int wanted) {
        constexpr std::size_t kBlock = 65536;
        const std::vector<std::uint8_t>& keys = levels_[level];
        const std::size_t width = game_.width(), count = keys.size() / width;
        std::vector<std::uint32_t> order(count);
        std::uint64_t steps = 0;
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            look(steps);
            return std::memcmp(&keys[a * width], &keys[b * width], width) < 0;
        });
        for (std::size_t i = 0; i < count; ++i) {
            look(steps);
            if (i % kBlock == 0)
                blocks.push_back(
                    {wanted == kInfiniteBound ? wanted : wanted - static_cast<int>(level), 0, {}, {}});
            Block& block = blocks.back();
            const std::uint8_t* key = &keys[order[i] * width];
            std::size_t same = 0;
            if (i % kBlock != 0)
                while (key[same] == keys[order[i - 1] * width + same]) ++same;
            block.shared.push_back(static_cast<std::uint8_t>(same));
            block.suffixes.insert(block.suffixes.end(), key + same, key + width);
            ++block.count;
        }
        levels_[level] = {};
    }

    G& game_;
    bool joins_;
    std::uint64_t most_, memory_, written_ = 0;
    Control& control_;
    MetPositions met_;
    std::vector<std::vector<std::uint8_t>> levels_;
    std::uint8_t key_[kMostKeyBytes] = {};
};

}  // namespace yomikiri
