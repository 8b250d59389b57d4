// Reduced decision diagrams of sets of bit strings: the nodes, membership, counting and iteration.
//
// A set of codes of up to 64 bits is a function of its bits.  A BDD leaves out nodes whose two branches are
// the same (the bit does not matter), a ZDD nodes whose 1-branch is empty (the bit is 0): Bryant's and
// Minato's reductions.  Both are unique for a set and an order of the bits.
//
// A node is one word: its level in 6 bits, the node for bit 0 and the node for bit 1 in 29 bits each.  Nodes
// 0 and 1 are the terminals: nothing, and the code that ends here.  Children have smaller numbers than their
// parents, levels are stored from the last to the first, and within a level nodes are in the order of the
// smallest code that reaches them.  So equal sets have equal words, and the words in a file are the diagram.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "stores/code_array.hpp"

namespace yomikiri {

enum class DiagramKind : std::uint8_t { kBdd = 0, kZdd = 1 };

using NodeId = std::uint32_t;
inline constexpr NodeId kNothing = 0, kEnd = 1, kFirstNode = 2;
inline constexpr NodeId kMaxNodes = NodeId{1} << 29;

struct Node {
    std::uint64_t word;

    static Node make(int level, NodeId low, NodeId high) {
        return {static_cast<std::uint64_t>(level) << 58 | static_cast<std::uint64_t>(low) << 29 | high};
    }
    int level() const { return static_cast<int>(word >> 58); }
    NodeId low() const { return static_cast<NodeId>(word >> 29) & (kMaxNodes - 1); }
    NodeId high() const { return static_cast<NodeId>(word) & (kMaxNodes - 1); }
};

// Larger than 64 bits can count: there are 2^64 codes of 64 bits.
__extension__ typedef unsigned __int128 SetCount;

// What the levels test: order[level] is the bit of the code, the top level first.
struct BitOrder {
    int bits = 0;
    std::array<std::uint8_t, 64> order{};

    bool is_permutation() const {
        std::uint64_t seen = 0;
        for (int level = 0; level < bits; ++level) {
            if (order[static_cast<std::size_t>(level)] >= bits) return false;
            seen |= std::uint64_t{1} << order[static_cast<std::size_t>(level)];
        }
        return bits >= 1 && bits <= 64 && std::popcount(seen) == bits;
    }
    std::uint64_t mask() const { return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }
    friend bool operator==(const BitOrder&, const BitOrder&) = default;
};

// Moves the bits of codes so that the top level is the most significant one, eight bits at a time.
class BitMover {
  public:
    explicit BitMover(const BitOrder& order) : bytes_((order.bits + 7) / 8) {
        for (int level = 0; level < order.bits; ++level) {
            unsigned from = order.order[static_cast<std::size_t>(level)];
            std::uint64_t to = std::uint64_t{1} << (order.bits - 1 - level);
            for (unsigned value = 0; value < 256; ++value)
                if (value >> (from % 8) & 1) table_[from / 8][value] |= to;
        }
    }
    std::uint64_t operator()(std::uint64_t code) const {
        std::uint64_t moved = 0;
        for (int i = 0; i < bytes_; ++i) moved |= table_[static_cast<std::size_t>(i)][code >> (8 * i) & 255];
        return moved;
    }

  private:
    int bytes_;
    std::array<std::array<std::uint64_t, 256>, 8> table_{};
};

// A read-only view of a diagram; the words belong to someone else.
struct DiagramView {
    DiagramKind kind = DiagramKind::kBdd;
    BitOrder order;
    std::span<const std::uint64_t> words;  // including the two terminals
    NodeId root = kNothing;

    Node node(NodeId id) const { return {words[id]}; }
    int level(NodeId id) const { return id < kFirstNode ? order.bits : node(id).level(); }

    // Nodes without the terminals.
    std::uint64_t nodes() const { return words.size() - kFirstNode; }

    bool contains(std::uint64_t code) const {
        NodeId id = root;
        if (kind == DiagramKind::kBdd) {
            while (id >= kFirstNode) {
                Node here = node(id);
                bool one = code >> order.order[static_cast<std::size_t>(here.level())] & 1;
                id = one ? here.high() : here.low();
            }
            return id == kEnd;
        }
        // Bits that the path does not test must be 0: every 1 of the code must be met on the way.
        int ones = std::popcount(code & order.mask());
        while (id >= kFirstNode) {
            Node here = node(id);
            bool one = code >> order.order[static_cast<std::size_t>(here.level())] & 1;
            id = one ? here.high() : here.low();
            ones -= one;
        }
        return id == kEnd && ones == 0;
    }

    SetCount count() const {
        // Codes of the bits from the node's own level on.
        std::vector<SetCount> counts(words.size());
        counts[kEnd] = 1;
        auto from = [&](NodeId id, int first) {
            int skipped = kind == DiagramKind::kBdd ? level(id) - first : 0;
            return counts[id] << skipped;
        };
        for (NodeId id = kFirstNode; id < words.size(); ++id) {
            Node here = node(id);
            counts[id] = from(here.low(), here.level() + 1) + from(here.high(), here.level() + 1);
        }
        return from(root, 0);
    }

    // A file may hold anything: children before parents, on later levels, reduced, none unreachable by
    // number.
    bool is_sound() const {
        if (words.size() < kFirstNode || words.size() > kMaxNodes || root >= words.size()) return false;
        for (NodeId id = kFirstNode; id < words.size(); ++id) {
            Node here = node(id);
            if (here.level() >= order.bits || here.low() >= id || here.high() >= id) return false;
            if (level(here.low()) <= here.level() || level(here.high()) <= here.level()) return false;
            if (kind == DiagramKind::kBdd ? here.low() == here.high() : here.high() == kNothing) return false;
        }
        return true;
    }
};

// Walks through the codes of a diagram in the order of its levels: ascending, if they are tested from the
// most significant bit down.
class DiagramWalk {
  public:
    explicit DiagramWalk(const DiagramView& diagram) : diagram_(diagram) {
        stack_.push_back({diagram.root, 0, 0});
    }

    bool next(std::uint64_t& code) {
        while (!stack_.empty()) {
            Place here = stack_.back();
            stack_.pop_back();
            if (here.id == kNothing) continue;
            int level = diagram_.level(here.id);
            if (level > here.level && diagram_.kind == DiagramKind::kBdd) {
                stack_.push_back({here.id, here.level + 1, here.code | bit(here.level)});
                stack_.push_back({here.id, here.level + 1, here.code});
                continue;
            }
            if (here.id == kEnd) {
                code = here.code;
                return true;
            }
            Node node = diagram_.node(here.id);
            stack_.push_back({node.high(), level + 1, here.code | bit(level)});
            stack_.push_back({node.low(), level + 1, here.code});
        }
        return false;
    }

  private:
    struct Place {
        NodeId id;
        int level;
        std::uint64_t code;
    };
    std::uint64_t bit(int level) const {
        return std::uint64_t{1} << diagram_.order.order[static_cast<std::size_t>(level)];
    }

    DiagramView diagram_;
    std::vector<Place> stack_;
};

// A diagram that owns its words.
struct Diagram {
    DiagramKind kind;
    BitOrder order;
    CodeArray words;
    NodeId root = kNothing;

    Diagram(DiagramKind k, const BitOrder& o, MemoryBudget& budget) : kind(k), order(o), words(budget) {
        words.push(0);
        words.push(0);
    }
    DiagramView view() const { return {kind, order, words.span(), root}; }
};

}  // namespace yomikiri
