// Open lists: positions waiting to be expanded, in blocks taken from the memory budget one at a time.
//
// An entry is a hash and a key: recomputing the hash would cost more time than the 16 bytes are worth for the
// few waiting positions.  A block holds a few thousand entries back to back.  Nothing is ever moved or
// doubled; an emptied block goes to a small reserve and then back to the budget.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "stores/memory.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

// A sequence of entries that grows at its end and shrinks at either end.
template <GameKey Key>
class EntryBlocks {
  public:
    EntryBlocks(MemoryBudget& budget, std::size_t key_bytes)
        : budget_(&budget), bytes_(sizeof(Hash) + key_bytes) {
        if constexpr (kSized) std::fill_n(own_.begin(), key_bytes, 0xFF);
    }

    bool push(const Child<Key>& child) {
        std::size_t in_last = end_ % kBlock;
        if (end_ == blocks_.size() * kBlock) {
            Region block = spare_ ? std::move(spare_) : Region(*budget_, kBlock * bytes_ + Key::kBytes);
            if (!block) return false;
            blocks_.push_back(std::move(block));
        }
        // Always a whole key: a copy of fixed size takes a few instructions, and the next push overwrites the
        // excess (blocks have room at their end).
        std::uint8_t* at = entry(blocks_.back(), in_last);
        std::memcpy(at, &child.hash, sizeof(Hash));
        child.key.write(at + sizeof(Hash));
        ++end_;
        return true;
    }
    void pop_back(Hash& hash, Key& key) {
        --end_;
        read(end_, hash, key);
        if (end_ % kBlock == 0) drop_back();
    }
    void pop_front(Hash& hash, Key& key) {
        read(begin_, hash, key);
        if (++begin_ == kBlock) {
            spare_ = std::move(blocks_.front());
            blocks_.pop_front();
            begin_ = 0;
            end_ -= kBlock;
        }
    }

    std::size_t size() const { return end_ - begin_; }

  private:
    static constexpr std::size_t kBlock = 2048;
    static constexpr bool kSized = requires(const Key key, std::uint8_t* to) { key.write(to, Key::kBytes); };

    std::uint8_t* entry(const Region& block, std::size_t i) const {
        return reinterpret_cast<std::uint8_t*>(block.data()) + i * bytes_;
    }
    void read(std::size_t i, Hash& hash, Key& key) const {
        const std::uint8_t* at = entry(blocks_[i / kBlock], i % kBlock);
        std::memcpy(&hash, at, sizeof(Hash));
        // A whole key again; what is the next entry's is cut off.  Copying the bytes of the key alone, whose
        // number is not a constant, made exhaustive search 3 % slower.
        key = Key::read(at + sizeof(Hash));
        if constexpr (kSized)
            for (std::size_t byte = 0; byte < Key::kBytes; ++byte) key[byte] &= own_[byte];
    }
    void drop_back() {
        spare_ = std::move(blocks_.back());
        blocks_.pop_back();
    }

    MemoryBudget* budget_;
    std::size_t bytes_;
    std::array<std::uint8_t, kSized ? Key::kBytes : 0> own_{};  // 0xFF for each byte of an entry's own key
    std::deque<Region> blocks_;
    Region spare_;
    std::size_t begin_ = 0, end_ = 0;  // counted from the start of the first block
};

template <class L, class Key>
concept OpenList = requires(L list, const L const_list, const Child<Key>& child, Hash& hash, Key& key) {
    { list.push(child) } -> std::same_as<bool>;
    list.pop(hash, key);
    { const_list.size() } -> std::same_as<std::size_t>;
};

template <GameKey Key>
class Queue {
  public:
    Queue(MemoryBudget& budget, std::size_t key_bytes, std::size_t) : entries_(budget, key_bytes) {}
    bool push(const Child<Key>& child) { return entries_.push(child); }
    void pop(Hash& hash, Key& key) { entries_.pop_front(hash, key); }
    std::size_t size() const { return entries_.size(); }
    static constexpr bool kLayered = true;
    static constexpr std::size_t kLookahead = 4;

  private:
    EntryBlocks<Key> entries_;
};

template <GameKey Key>
class Stack {
  public:
    Stack(MemoryBudget& budget, std::size_t key_bytes, std::size_t) : entries_(budget, key_bytes) {}
    bool push(const Child<Key>& child) { return entries_.push(child); }
    void pop(Hash& hash, Key& key) { entries_.pop_back(hash, key); }
    std::size_t size() const { return entries_.size(); }
    static constexpr bool kLayered = false;
    static constexpr std::size_t kLookahead = 1;

  private:
    EntryBlocks<Key> entries_;
};

// The highest priority first; last in, first out within one priority.
template <GameKey Key>
class PriorityStacks {
  public:
    PriorityStacks(MemoryBudget& budget, std::size_t key_bytes, std::size_t priorities) {
        for (std::size_t i = 0; i < priorities; ++i) stacks_.emplace_back(budget, key_bytes);
    }
    bool push(const Child<Key>& child) {
        if (!stacks_[child.priority].push(child)) return false;
        if (child.priority > highest_) highest_ = child.priority;
        ++size_;
        return true;
    }
    void pop(Hash& hash, Key& key) {
        while (stacks_[highest_].size() == 0) --highest_;
        stacks_[highest_].pop_back(hash, key);
        --size_;
    }
    std::size_t size() const { return size_; }
    static constexpr bool kLayered = false;
    static constexpr std::size_t kLookahead = 1;

  private:
    std::vector<EntryBlocks<Key>> stacks_;
    std::size_t highest_ = 0, size_ = 0;
};

static_assert(OpenList<Queue<AnyKey>, AnyKey> && OpenList<Stack<AnyKey>, AnyKey> &&
              OpenList<PriorityStacks<AnyKey>, AnyKey>);

}  // namespace yomikiri
