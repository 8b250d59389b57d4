// The table in memory: the keys as they come, one after another, and an index of five bytes a slot by hash.
//
// That is the keys' own size and some ten bytes an entry.  The bound of an entry follows from its number,
// since the entries of one bound lie together.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "header.hpp"

namespace checker {

class Table {
  public:
    explicit Table(const File& file) : width_(static_cast<std::size_t>(file.header.width)) {
        // A block of n keys has at least 14 bytes: no header makes us take memory for what is not there.
        const auto entries = static_cast<std::uint64_t>(file.header.entries);
        if (entries > static_cast<std::uint64_t>(file.header.body) * 65536 || entries >= 0xFFFFFFFF)
            throw NotACertificate{"the header says more entries than the body can have"};
        std::vector<std::uint8_t> keys;
        int bound = 0;
        BlockReader blocks = file.blocks();
        while (blocks.next(bound, keys)) {
            if (levels_.empty() || levels_.back().second != bound) levels_.emplace_back(size_, bound);
            keys_.insert(keys_.end(), keys.begin(), keys.end());
            size_ += keys.size() / width_;
            if (size_ > entries) break;
        }
        if (size_ != entries) throw NotACertificate{"the table has not as many entries as its header says"};
        std::size_t slots = 16;
        while (slots < size_ + size_ / 2) slots *= 2;
        index_.assign(slots, kNone);
        tags_.assign(slots, 0);
        for (std::size_t i = 0; i < size_; ++i) {
            const std::uint64_t hash = hashed(key(i));
            const std::size_t at = slot(key(i), hash);
            if (index_[at] != kNone) throw NotACertificate{"a key is in the table twice"};
            index_[at] = static_cast<std::uint32_t>(i);
            tags_[at] = tag(hash);
        }
    }

    std::size_t size() const { return size_; }
    const std::uint8_t* key(std::size_t entry) const { return &keys_[entry * width_]; }
    int bound_of(std::size_t entry) const {
        std::size_t low = 0, high = levels_.size();
        while (high - low > 1) {
            const std::size_t middle = (low + high) / 2;
            (levels_[middle].first <= entry ? low : high) = middle;
        }
        return levels_[low].second;
    }
    // The bound of a key, 0 if it is not there.
    int bound(const std::uint8_t* wanted) const {
        const std::uint32_t entry = index_[slot(wanted, hashed(wanted))];
        return entry == kNone ? 0 : bound_of(entry);
    }

  private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    std::uint64_t hashed(const std::uint8_t* wanted) const {
        std::uint64_t hash = 0x9E3779B97F4A7C15;
        for (std::size_t at = 0; at < width_; at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, wanted + at, width_ - at < 8 ? width_ - at : 8);
            hash = (hash ^ word) * 0xFF51AFD7ED558CCD;
            hash ^= hash >> 32;
        }
        return hash;
    }
    // Never 0, which is a slot without an entry.
    static std::uint8_t tag(std::uint64_t hash) { return static_cast<std::uint8_t>(hash >> 56 | 1); }
    // Where a key is, or would be.  Most keys that are asked for are not there, and the tags tell that
    // without a look at other keys.
    std::size_t slot(const std::uint8_t* wanted, std::uint64_t hash) const {
        const std::uint8_t mine = tag(hash);
        std::size_t at = hash & (index_.size() - 1);
        while (tags_[at] != 0 && (tags_[at] != mine || std::memcmp(key(index_[at]), wanted, width_) != 0))
            at = (at + 1) & (index_.size() - 1);
        return at;
    }

    std::size_t width_, size_ = 0;
    std::vector<std::uint8_t> keys_;
    std::vector<std::uint32_t> index_;
    std::vector<std::uint8_t> tags_;
    std::vector<std::pair<std::size_t, int>> levels_;
};

}  // namespace checker
