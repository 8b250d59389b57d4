// Positions numbered in order of arrival, each with the step and the number of the position it came from.
//
// Made for searches of a few thousand positions whose cost must be proportional to what they visit: nothing
// is set up in advance, blocks and slots come from the heap.  Whole keys are compared, so a match is certain.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "stores/blocks.hpp"
#include "stores/prefetch.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

template <class Key, class Step>
class NodePool {
  public:
    // Key::kBytes bytes of key come first: 24 bytes for FreeCell.
    struct Node {
        std::uint8_t key[Key::kBytes];
        Step step;
        std::uint32_t parent;
    };

    explicit NodePool(MemoryBudget& budget) : budget_(budget), nodes_(budget) {}

    struct Inserted {
        Insert what;
        std::uint32_t number = 0;
    };

    // Asks for the memory where a position with that hash would be.
    void prefetch(std::uint64_t hash) const {
        if (capacity_ != 0)
            yomikiri::prefetch(slots() + home(static_cast<std::uint32_t>(hash >> 32), shift_));
    }
    // Adds a position unless it is already there.
    Inserted insert(const Key& key, Step step, std::uint32_t parent) {
        return insert(key, key.hash(), step, parent);
    }
    Inserted insert(const Key& key, std::uint64_t hash, Step step, std::uint32_t parent) {
        if (nodes_.size() * 2 >= capacity_ && !grow()) return {Insert::kFull};
        const std::uint32_t tag = static_cast<std::uint32_t>(hash >> 32);
        std::size_t i = home(tag, shift_);
        for (; slots()[i].number != 0; i = (i + 1) & (capacity_ - 1))
            if (slots()[i].tag == tag && Key::read(nodes_[slots()[i].number - 1].key) == key)
                return {Insert::kKnown, slots()[i].number - 1};
        Node node;
        key.write(node.key);
        node.step = step;
        node.parent = parent;
        if (nodes_.size() >= kMaxSize || !nodes_.push(node)) return {Insert::kFull};
        slots()[i] = {tag, static_cast<std::uint32_t>(nodes_.size())};
        return {Insert::kNew, static_cast<std::uint32_t>(nodes_.size() - 1)};
    }

    const Node& operator[](std::uint32_t number) const { return nodes_[number]; }
    Key key(std::uint32_t number) const { return Key::read(nodes_[number].key); }
    std::size_t size() const { return nodes_.size(); }

  private:
    struct Slot {
        std::uint32_t tag;
        std::uint32_t number;  // from 1; 0: empty
    };
    static constexpr std::size_t kFirst = 1 << 12, kMaxSize = 0xFFFFFFFE;

    Slot* slots() const { return reinterpret_cast<Slot*>(slots_.data()); }

    static std::size_t home(std::uint32_t tag, int shift) { return tag >> shift; }

    bool grow() {
        const std::size_t capacity = capacity_ == 0 ? kFirst : capacity_ * 2;
        Region region(budget_, capacity * sizeof(Slot));
        if (!region) return false;
        Slot* to = reinterpret_cast<Slot*>(region.data());
        const int shift = 32 - std::countr_zero(capacity);
        for (std::size_t old = 0; old < capacity_; ++old) {
            if (slots()[old].number == 0) continue;
            std::size_t i = home(slots()[old].tag, shift);
            while (to[i].number != 0) i = (i + 1) & (capacity - 1);
            to[i] = slots()[old];
        }
        slots_ = std::move(region);
        capacity_ = capacity;
        shift_ = shift;
        return true;
    }

    MemoryBudget& budget_;
    Blocks<Node> nodes_;
    Region slots_;
    std::size_t capacity_ = 0;
    int shift_ = 0;  // a tag's upper bits say where its slot belongs, so growing reads no key
};

}  // namespace yomikiri
