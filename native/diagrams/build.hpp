// A reduced diagram from sorted codes, in time linear in the codes.
//
// From the last level to the first: all codes, cut after the current level, form an ascending list, each with
// the node of what may follow.  Two neighbours in the list that differ only in the last bit, or one alone,
// make a node of this level; what remains is the list of the next level up.  Only nodes of the same level can
// be equal, so one hash table for the current level is enough to find them.
#pragma once

#include "diagrams/diagram.hpp"
#include "search/control.hpp"

namespace yomikiri {

// The nodes of one level by their children.
class LevelTable {
  public:
    explicit LevelTable(MemoryBudget& budget) : places_(budget) {}

    // Forgets everything; room for some nodes to begin with.
    void begin() {
        if (places_.empty()) places_.extend(kSmallest);
        places_.truncate(kSmallest);
        clear();
    }

    // The node with these children, made if it is new.
    NodeId find(CodeArray& words, Node node) {
        for (std::size_t place = home(node);; place = (place + 1) & mask_) {
            NodeId there = places_[place];
            if (there == kNothing) {
                if (words.size() >= kMaxNodes) throw OutOfMemory();
                NodeId made = static_cast<NodeId>(words.size());
                words.push(node.word);
                places_[place] = made;
                if (++used_ * 2 > mask_) grow(words);
                return made;
            }
            if (words[there] == node.word) return there;
        }
    }

  private:
    static constexpr std::size_t kSmallest = 1024;

    std::size_t home(Node node) const { return (node.word * 0x9E3779B97F4A7C15u) >> shift_; }
    void clear() {
        std::fill_n(places_.data(), places_.size(), kNothing);
        mask_ = places_.size() - 1;
        shift_ = 64 - std::countr_zero(places_.size());
        used_ = 0;
    }
    void grow(const CodeArray& words) {
        std::size_t used = used_;
        places_.extend(places_.size());
        clear();
        used_ = used;
        // The nodes of this level are the last ones.
        for (std::size_t id = words.size() - used; id < words.size(); ++id) {
            std::size_t place = home({words[id]});
            while (places_[place] != kNothing) place = (place + 1) & mask_;
            places_[place] = static_cast<NodeId>(id);
        }
    }

    BudgetArray<NodeId> places_;
    std::size_t mask_ = 0, used_ = 0;
    int shift_ = 0;
};

// `codes` are consumed: their bits are permuted into the given order, sorted, and cut level by level.  Codes
// may come in any order and more than once.
inline std::optional<Outcome> build_diagram(Diagram& diagram, CodeArray& codes, Control& control) {
    const int bits = diagram.order.bits;
    MemoryBudget& budget = codes.budget();
    Counts counts;
    counts.open = codes.size();
    std::optional<Outcome> stopped;
    // Thrown by a pause, and caught below.
    struct Stop {};
    auto pause = [&] {
        counts.bytes = budget.used();
        stopped = control.glance(counts);
        if (stopped) throw Stop();
    };
    const BitMover move(diagram.order);
    BudgetArray<NodeId> ids(budget);
    bool sorted = true;
    std::uint64_t last = 0;
    try {
        in_slices(
            codes.span(),
            [&](std::span<std::uint64_t> slice) {
                for (std::uint64_t& code : slice) {
                    code = move(code);
                    sorted &= last <= code;
                    last = code;
                }
            },
            pause);
        if (!sorted) radix_sort(codes, pause);
        std::uint64_t* const end = std::unique(codes.data(), codes.data() + codes.size());
        codes.truncate(static_cast<std::size_t>(end - codes.data()));
        counts.stored = codes.size();
        ids.extend(codes.size());
        in_slices(ids.span(), [](std::span<NodeId> slice) { std::ranges::fill(slice, kEnd); }, pause);
    } catch (const Stop&) {
        return stopped;
    }

    LevelTable table(budget);
    std::size_t left = codes.size();
    for (int level = bits - 1; level >= 0; --level) {
        table.begin();
        std::size_t kept = 0;
        Node last_node{~std::uint64_t{0}};
        NodeId last_id = kNothing;
        for (std::size_t i = 0; i < left; ++kept) {
            const std::uint64_t prefix = codes[i];
            NodeId low = kNothing, high = kNothing;
            if (prefix & 1) {
                high = ids[i++];
            } else {
                low = ids[i++];
                if (i < left && codes[i] == prefix + 1) high = ids[i++];
            }
            NodeId id;
            if (diagram.kind == DiagramKind::kBdd ? low == high : high == kNothing) {
                id = low;
            } else {
                Node node = Node::make(level, low, high);
                // Runs of the same node are frequent on the last levels.
                if (node.word != last_node.word) {
                    last_node = node;
                    last_id = table.find(diagram.words, node);
                }
                id = last_id;
            }
            codes[kept] = prefix >> 1;
            ids[kept] = id;
            if (kept % 65536 == 0) {
                counts.bytes = budget.used();
                counts.expanded = static_cast<std::uint64_t>(bits - level);
                if (auto stop = control.glance(counts)) return stop;
            }
        }
        left = kept;
    }
    diagram.root = left == 0 ? kNothing : ids[0];
    diagram.words.shrink();
    return std::nullopt;
}

}  // namespace yomikiri
