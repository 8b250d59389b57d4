// The open list of A*: numbers of positions in buckets by f and, within f, by the estimate h.
//
// The least f comes first, then the least h (the deepest), then the last one in.  Every bucket is a stack of
// small blocks from one pool, so a push never moves anything and takes little from the budget at a time.
// Entries are never removed before their turn; the search itself knows which ones are stale.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "stores/memory.hpp"

namespace yomikiri {

class BucketQueue {
  public:
    static constexpr unsigned kEstimates = 256;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    explicit BucketQueue(MemoryBudget& budget) : budget_(budget) {}

    bool push(std::uint32_t number, unsigned f, unsigned h) {
        if (f >= rows_.size()) rows_.resize(f + 1);
        Row& row = rows_[f];
        if (!row.stacks) {
            row.stacks = Region(budget_, kEstimates * sizeof(Stack));
            if (!row.stacks) return false;
        }
        Stack& stack = row.stack(h);
        if (stack.block == 0 || stack.count == Block::kCapacity) {
            std::uint32_t taken = take_block();
            if (taken == 0) return false;
            block(taken).below = stack.block;
            stack = {taken, 0};
        }
        block(stack.block).numbers[stack.count++] = number;
        row.lowest = std::min(row.lowest, h);
        ++row.size;
        lowest_ = std::min(lowest_, f);
        ++size_;
        return true;
    }

    // Whether there was one.
    bool pop(std::uint32_t& number, unsigned& f) {
        unsigned h;
        return pop(number, f, h);
    }
    bool pop(std::uint32_t& number, unsigned& f, unsigned& h) {
        f = least();
        if (f == kNone) return false;
        Row& row = rows_[f];
        h = row.lowest;
        Stack& stack = row.stack(h);
        Block& top = block(stack.block);
        number = top.numbers[--stack.count];
        --row.size;
        --size_;
        if (stack.count == 0) {
            const std::uint32_t emptied = stack.block;
            stack = {top.below, Block::kCapacity};
            top.below = free_;
            free_ = emptied;
        }
        return true;
    }

    // The least f, kNone if there is nothing.
    unsigned least() {
        for (; lowest_ < rows_.size(); ++lowest_) {
            Row& row = rows_[lowest_];
            for (; row.lowest < kEstimates; ++row.lowest)
                if (row.stack(row.lowest).block != 0) return lowest_;
        }
        return kNone;
    }

    // The next entry unless a better one comes, kNone if there is nothing.
    std::uint32_t next() {
        const unsigned f = least();
        if (f == kNone) return kNone;
        const Stack& stack = rows_[f].stack(rows_[f].lowest);
        return block(stack.block).numbers[stack.count - 1];
    }

    // Every number with that f, in no order that matters.
    template <class Visit>
    void for_each(unsigned f, Visit&& visit) const {
        if (f >= rows_.size() || !rows_[f].stacks) return;
        for (unsigned h = rows_[f].lowest; h < kEstimates; ++h) {
            Stack stack = rows_[f].stack(h);
            for (; stack.block != 0; stack = {block(stack.block).below, Block::kCapacity})
                for (std::uint32_t i = 0; i < stack.count; ++i) visit(block(stack.block).numbers[i]);
        }
    }

    std::size_t size() const { return size_; }
    // The least estimate of those with that f, kEstimates if there are none.
    unsigned least_estimate(unsigned f) {
        if (waiting(f) == 0) return kEstimates;
        Row& row = rows_[f];
        while (row.stack(row.lowest).block == 0) ++row.lowest;
        return row.lowest;
    }
    // How many have that f.
    std::size_t waiting(unsigned f) const { return f < rows_.size() ? rows_[f].size : 0; }

  private:
    struct Block {
        static constexpr std::uint32_t kCapacity = 63;
        std::uint32_t below;  // the block under this one in its stack, or the next free one
        std::array<std::uint32_t, kCapacity> numbers;
    };
    struct Stack {
        std::uint32_t block;  // the block on top; blocks count from 1
        std::uint32_t count;  // numbers in it
    };
    struct Row {
        Region stacks;
        unsigned lowest = kEstimates;  // no bucket below holds anything
        std::size_t size = 0;
        Stack& stack(unsigned h) const { return reinterpret_cast<Stack*>(stacks.data())[h]; }
    };
    static constexpr std::size_t kBlocks = 64;  // in a region

    Block& block(std::uint32_t number) const {
        return reinterpret_cast<Block*>(pool_[(number - 1) / kBlocks].data())[(number - 1) % kBlocks];
    }
    std::uint32_t take_block() {
        if (free_ != 0) {
            const std::uint32_t taken = free_;
            free_ = block(taken).below;
            return taken;
        }
        if (blocks_ == 0xFFFFFFFF) return 0;
        if (blocks_ % kBlocks == 0) {
            Region region(budget_, kBlocks * sizeof(Block));
            if (!region) return 0;
            pool_.push_back(std::move(region));
        }
        return ++blocks_;
    }

    MemoryBudget& budget_;
    std::vector<Row> rows_;
    std::vector<Region> pool_;
    std::uint32_t blocks_ = 0, free_ = 0;
    unsigned lowest_ = 0;
    std::size_t size_ = 0;
};

}  // namespace yomikiri
