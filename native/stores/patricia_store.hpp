// The Patricia trie of Shintani's paper as a state store (D. R. Morrison's trie in Sedgewick's form).
//
// One node per position: its key, its record, the bit that distinguishes it, and two links, some of which
// lead back up.  Exact and pointer-compact, but a lookup follows a chain of dependent cache misses where the
// hash store has one: kept to measure exactly that.
#pragma once

#include <vector>

#include "stores/memory.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

class PatriciaStore {
  public:
    struct Place {};
    static constexpr bool kByHash = false;

    PatriciaStore(MemoryBudget& budget, std::size_t key_bytes)
        : budget_(budget), bytes_(key_bytes), stride_((key_bytes + sizeof(Links) + 3) / 4 * 4) {}

    template <class Key>
    Place locate(const Child<Key>&) const {
        return {};
    }
    void prefetch(Place) const {}

    template <class Key>
    Insert insert(Place, const Child<Key>& child) {
        const KeyBytes bytes(child.key);
        const std::uint8_t* key = bytes.data();
        if (size_ == 0) {
            if (!append(key, child.record, 0)) return Insert::kFull;
            links(0).child[0] = 0;  // the head: its left link is the root, at first itself
            return Insert::kNew;
        }
        std::uint32_t nearest = descend(key, kNoBit).node;
        std::optional<std::uint16_t> bit = first_difference(key, key_of(nearest));
        if (!bit) return Insert::kKnown;
        if (!append(key, child.record, static_cast<std::uint16_t>(*bit + 1))) return Insert::kFull;
        std::uint32_t added = static_cast<std::uint32_t>(size_ - 1);
        Step step = descend(key, *bit);
        bool side = is_set(key, *bit);
        links(added).child[side] = added;
        links(added).child[!side] = step.node;
        links(step.parent).child[step.side] = added;
        return Insert::kNew;
    }

    template <class Key>
    std::optional<Record> find(const Hash&, const Key& wanted) const {
        if (size_ == 0) return std::nullopt;
        const KeyBytes bytes(wanted);
        std::uint32_t nearest = descend(bytes.data(), kNoBit).node;
        if (std::memcmp(key_of(nearest), bytes.data(), bytes_) != 0) return std::nullopt;
        return links(nearest).record;
    }

    std::size_t size() const { return size_; }
    double error_bound() const { return 0.0; }

  private:
    struct Links {
        std::uint32_t child[2];
        std::uint16_t bit;  // one more than the number of the bit; 0 only in the head
        Record record;
    };
    struct Step {
        std::uint32_t parent;
        bool side;
        std::uint32_t node;
    };
    static constexpr std::uint16_t kNoBit = 0xFFFF;
    static constexpr std::size_t kChunk = 4096;  // nodes in a chunk
    static constexpr std::size_t kMaxNodes = 0xFFFFFFFF;

    // From the head down to where a link leads up, or to a node that tests a bit beyond `before`.
    Step descend(const std::uint8_t* key, std::uint16_t before) const {
        Step step{0, false, links(0).child[0]};
        std::uint16_t above = 0;
        while (true) {
            const Links& l = links(step.node);
            if (l.bit <= above || l.bit > before) return step;
            above = l.bit;
            step.parent = step.node;
            step.side = is_set(key, static_cast<std::uint16_t>(l.bit - 1));
            step.node = l.child[step.side];
        }
    }

    static bool is_set(const std::uint8_t* key, std::uint16_t bit) { return key[bit / 8] >> (bit % 8) & 1; }

    std::optional<std::uint16_t> first_difference(const std::uint8_t* a, const std::uint8_t* b) const {
        for (std::size_t i = 0; i < bytes_; ++i)
            if (a[i] != b[i])
                return static_cast<std::uint16_t>(8 * i +
                                                  static_cast<std::size_t>(__builtin_ctz(a[i] ^ b[i])));
        return std::nullopt;
    }

    bool append(const std::uint8_t* key, Record record, std::uint16_t bit) {
        if (size_ == kMaxNodes) return false;
        if (size_ % kChunk == 0) {
            Region chunk(budget_, kChunk * stride_);
            if (!chunk) return false;
            chunks_.push_back(std::move(chunk));
        }
        std::uint32_t node = static_cast<std::uint32_t>(size_++);
        links(node) = Links{{node, node}, bit, record};
        std::memcpy(at(node) + sizeof(Links), key, bytes_);
        return true;
    }

    std::byte* at(std::uint32_t node) const {
        return chunks_[node / kChunk].data() + node % kChunk * stride_;
    }
    Links& links(std::uint32_t node) { return *reinterpret_cast<Links*>(at(node)); }
    const Links& links(std::uint32_t node) const { return *reinterpret_cast<const Links*>(at(node)); }
    const std::uint8_t* key_of(std::uint32_t node) const {
        return reinterpret_cast<const std::uint8_t*>(at(node) + sizeof(Links));
    }

    MemoryBudget& budget_;
    std::size_t bytes_, stride_;
    std::vector<Region> chunks_;
    std::size_t size_ = 0;
};

static_assert(StateStore<PatriciaStore>);

}  // namespace yomikiri
