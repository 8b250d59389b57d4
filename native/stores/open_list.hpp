// Open lists: positions that wait to be expanded, in blocks taken from the memory budget one at a time.
//
// An entry is a hash and a code: making the hash again costs more time than keeping it costs memory (16 bytes
// for the few positions that wait).  A block holds a few thousand entries back to back.  Nothing is ever
// moved or doubled; an emptied block goes to a small reserve and then back to the budget.
#pragma once

#include <deque>
#include <vector>

#include "stores/memory.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

// A sequence of entries that grows at its end and shrinks at either end.
class EntryBlocks {
  public:
    EntryBlocks(MemoryBudget& budget, std::size_t code_bytes)
        : budget_(&budget), bytes_(sizeof(Hash) + code_bytes) {}

    bool push(const Child& child) {
        std::size_t in_last = end_ % kBlock;
        if (end_ == blocks_.size() * kBlock) {
            Region block = spare_ ? std::move(spare_) : Region(*budget_, kBlock * bytes_ + kMaxCode);
            if (!block) return false;
            blocks_.push_back(std::move(block));
        }
        // Always a whole Code: a copy of fixed size is a few instructions, and what it writes too much the
        // next push overwrites (blocks have room at their end).
        std::byte* at = blocks_.back().data() + in_last * bytes_;
        std::memcpy(at, &child.hash, sizeof(Hash));
        std::memcpy(at + sizeof(Hash), child.code.data(), kMaxCode);
        ++end_;
        return true;
    }
    void pop_back(Hash& hash, Code& code) {
        --end_;
        read(end_, hash, code);
        if (end_ % kBlock == 0) drop_back();
    }
    void pop_front(Hash& hash, Code& code) {
        read(begin_, hash, code);
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

    void read(std::size_t i, Hash& hash, Code& code) const {
        const std::byte* at = blocks_[i / kBlock].data() + i % kBlock * bytes_;
        std::memcpy(&hash, at, sizeof(Hash));
        std::memcpy(code.data(), at + sizeof(Hash), kMaxCode);
    }
    void drop_back() {
        spare_ = std::move(blocks_.back());
        blocks_.pop_back();
    }

    MemoryBudget* budget_;
    std::size_t bytes_;
    std::deque<Region> blocks_;
    Region spare_;
    std::size_t begin_ = 0, end_ = 0;  // counted from the start of the first block
};

template <class L>
concept OpenList = requires(L list, const L const_list, const Child& child, Hash& hash, Code& code) {
    { list.push(child) } -> std::same_as<bool>;
    list.pop(hash, code);
    { const_list.size() } -> std::same_as<std::size_t>;
};

class Queue {
  public:
    Queue(MemoryBudget& budget, std::size_t code_bytes, std::size_t) : entries_(budget, code_bytes) {}
    bool push(const Child& child) { return entries_.push(child); }
    void pop(Hash& hash, Code& code) { entries_.pop_front(hash, code); }
    std::size_t size() const { return entries_.size(); }
    static constexpr bool kLayered = true;
    static constexpr std::size_t kLookahead = 4;

  private:
    EntryBlocks entries_;
};

class Stack {
  public:
    Stack(MemoryBudget& budget, std::size_t code_bytes, std::size_t) : entries_(budget, code_bytes) {}
    bool push(const Child& child) { return entries_.push(child); }
    void pop(Hash& hash, Code& code) { entries_.pop_back(hash, code); }
    std::size_t size() const { return entries_.size(); }
    static constexpr bool kLayered = false;
    static constexpr std::size_t kLookahead = 1;

  private:
    EntryBlocks entries_;
};

// The highest priority first; last in, first out within one priority.
class PriorityStacks {
  public:
    PriorityStacks(MemoryBudget& budget, std::size_t code_bytes, std::size_t priorities) {
        for (std::size_t i = 0; i < priorities; ++i) stacks_.emplace_back(budget, code_bytes);
    }
    bool push(const Child& child) {
        if (!stacks_[child.priority].push(child)) return false;
        if (child.priority > highest_) highest_ = child.priority;
        ++size_;
        return true;
    }
    void pop(Hash& hash, Code& code) {
        while (stacks_[highest_].size() == 0) --highest_;
        stacks_[highest_].pop_back(hash, code);
        --size_;
    }
    std::size_t size() const { return size_; }
    static constexpr bool kLayered = false;
    static constexpr std::size_t kLookahead = 1;

  private:
    std::vector<EntryBlocks> stacks_;
    std::size_t highest_ = 0, size_ = 0;
};

static_assert(OpenList<Queue> && OpenList<Stack> && OpenList<PriorityStacks>);

}  // namespace yomikiri
