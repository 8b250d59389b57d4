// Union, intersection and difference of two diagrams of one kind and one order of bits.
//
// Both diagrams are put into one store of unique nodes; then comes the usual recursion over pairs of nodes,
// each pair once.  It is at most 64 levels deep, so recursion is safe.  Nodes that the result does not reach
// are dropped at the end, when the nodes get their canonical numbers.
#pragma once

#include "diagrams/diagram.hpp"
#include "search/control.hpp"

namespace yomikiri {

enum class SetOperation { kUnion, kIntersection, kDifference };

// A hash map from words to nodes that grows; a key is never all ones.
class WordMap {
  public:
    explicit WordMap(MemoryBudget& budget) : keys_(budget), values_(budget) { resize(1024); }

    // The place of the value for `key`, and whether the key is new.
    std::pair<NodeId*, bool> find(std::uint64_t key) {
        if (used_ * 2 > keys_.size()) resize(keys_.size() * 2);
        std::size_t place = place_of(key);
        bool is_new = keys_[place] == kFree;
        if (is_new) {
            keys_[place] = key;
            ++used_;
        }
        return {&values_[place], is_new};
    }

  private:
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};

    std::size_t place_of(std::uint64_t key) const {
        std::size_t mask = keys_.size() - 1;
        std::size_t place = (key * 0x9E3779B97F4A7C15u) >> shift_;
        while (keys_[place] != kFree && keys_[place] != key) place = (place + 1) & mask;
        return place;
    }
    void resize(std::size_t size) {
        CodeArray old_keys(keys_.budget());
        BudgetArray<NodeId> old_values(keys_.budget());
        keys_.swap(old_keys);
        values_.swap(old_values);
        std::fill_n(keys_.extend(size), size, kFree);
        values_.extend(size);
        shift_ = 64 - std::countr_zero(size);
        for (std::size_t i = 0; i < old_keys.size(); ++i)
            if (old_keys[i] != kFree) {
                std::size_t place = place_of(old_keys[i]);
                keys_[place] = old_keys[i];
                values_[place] = old_values[i];
            }
    }

    CodeArray keys_;
    BudgetArray<NodeId> values_;
    std::size_t used_ = 0;
    int shift_ = 0;
};

class DiagramAlgebra {
  public:
    // Thrown through the recursion when a limit is reached.
    struct Stop {
        Outcome outcome;
    };

    DiagramAlgebra(Diagram& result, Control& control)
        : result_(&result),
          budget_(&result.words.budget()),
          control_(&control),
          nodes_(*budget_),
          unique_(*budget_),
          done_(*budget_) {
        nodes_.push(0);
        nodes_.push(0);
    }

    std::optional<Outcome> run(SetOperation operation, const DiagramView& a, const DiagramView& b) {
        operation_ = operation;
        try {
            NodeId first = copy(a), second = copy(b);
            NodeId root = apply(first, second);
            number(root);
        } catch (const Stop& stop) {
            return stop.outcome;
        }
        return std::nullopt;
    }

  private:
    bool is_zdd() const { return result_->kind == DiagramKind::kZdd; }
    int level(NodeId id) const { return id < kFirstNode ? result_->order.bits : Node{nodes_[id]}.level(); }

    NodeId copy(const DiagramView& diagram) {
        BudgetArray<NodeId> names(*budget_);
        names.extend(diagram.words.size());
        names[kNothing] = kNothing;
        names[kEnd] = kEnd;
        for (NodeId id = kFirstNode; id < diagram.words.size(); ++id) {
            Node node = diagram.node(id);
            names[id] = make(node.level(), names[node.low()], names[node.high()]);
        }
        return names[diagram.root];
    }

    NodeId make(int level, NodeId low, NodeId high) {
        if (is_zdd() ? high == kNothing : low == high) return low;
        Node node = Node::make(level, low, high);
        auto [id, is_new] = unique_.find(node.word);
        if (is_new) {
            if (nodes_.size() >= kMaxNodes) throw OutOfMemory();
            *id = static_cast<NodeId>(nodes_.size());
            nodes_.push(node.word);
            ++counts_.stored;
        }
        return *id;
    }

    // The answer where one is known without looking inside.
    std::optional<NodeId> known(NodeId a, NodeId b) const {
        switch (operation_) {
            case SetOperation::kUnion:
                if (a == b || b == kNothing) return a;
                if (a == kNothing) return b;
                if (!is_zdd() && (a == kEnd || b == kEnd)) return kEnd;
                break;
            case SetOperation::kIntersection:
                if (a == b) return a;
                if (a == kNothing || b == kNothing) return kNothing;
                if (!is_zdd() && a == kEnd) return b;
                if (!is_zdd() && b == kEnd) return a;
                break;
            case SetOperation::kDifference:
                if (a == b || a == kNothing) return kNothing;
                if (b == kNothing) return a;
                if (!is_zdd() && b == kEnd) return kNothing;
                break;
        }
        return std::nullopt;
    }

    NodeId apply(NodeId a, NodeId b) {
        if (auto answer = known(a, b)) return *answer;
        // Union and intersection are commutative.
        if (operation_ != SetOperation::kDifference && a > b) std::swap(a, b);
        const std::uint64_t pair = static_cast<std::uint64_t>(a) << 32 | b;
        if (auto [id, is_new] = done_.find(pair); !is_new) return *id;
        if (++counts_.expanded % 1024 == 0) {
            counts_.bytes = budget_->used();
            if (auto stop = control_->glance(counts_)) throw Stop{*stop};
        }
        const int top = std::min(level(a), level(b));
        // The parts of a set where the bit of the top level is 0, and where it is 1.
        auto parts = [&](NodeId id) -> std::pair<NodeId, NodeId> {
            if (level(id) > top) return {id, is_zdd() ? kNothing : id};
            return {Node{nodes_[id]}.low(), Node{nodes_[id]}.high()};
        };
        auto [a0, a1] = parts(a);
        auto [b0, b1] = parts(b);
        NodeId low = apply(a0, b0);
        NodeId high = apply(a1, b1);
        NodeId made = make(top, low, high);
        *done_.find(pair).first = made;
        return made;
    }

    // Canonical numbers: levels from the last to the first, within a level as they are first met.
    void number(NodeId root) {
        std::vector<BudgetArray<NodeId>> levels;
        for (int i = 0; i < result_->order.bits; ++i) levels.emplace_back(*budget_);
        BudgetArray<NodeId> names(*budget_), stack(*budget_);
        std::fill_n(names.extend(nodes_.size()), nodes_.size(), kNothing);
        names[kEnd] = kEnd;
        stack.push(root);
        while (!stack.empty()) {
            NodeId id = stack[stack.size() - 1];
            stack.truncate(stack.size() - 1);
            if (id < kFirstNode || names[id] != kNothing) continue;
            names[id] = id;  // met
            Node node{nodes_[id]};
            levels[static_cast<std::size_t>(node.level())].push(id);
            stack.push(node.high());
            stack.push(node.low());
        }
        for (int i = result_->order.bits - 1; i >= 0; --i)
            for (NodeId id : levels[static_cast<std::size_t>(i)]) {
                Node node{nodes_[id]};
                names[id] = static_cast<NodeId>(result_->words.size());
                result_->words.push(Node::make(i, names[node.low()], names[node.high()]).word);
            }
        result_->root = names[root];
        result_->words.shrink();
    }

    Diagram* result_;
    MemoryBudget* budget_;
    Control* control_;
    CodeArray nodes_;
    WordMap unique_, done_;
    SetOperation operation_ = SetOperation::kUnion;
    Counts counts_;
};

}  // namespace yomikiri
