// Superpuzz and Gaps as the writer of certificates sees them: the fast twin of games/rows/certificates.py,
// certificate_nodes.py.
#pragma once

#include "certify/closure.hpp"
#include "games/rows/components.hpp"
#include "games/rows/informed.hpp"
#include "games/rows/relaxation.hpp"

namespace yomikiri {

enum class RowBound { kNone, kMisplaced, kWaiting };

// The key of a board: the rows that float, then the cells of the cards in deck order, 6 bits each, highest
// first.
inline void write_row_key(const RowGeometry& g, const RowBoard& b, unsigned floating_rows,
                          std::uint8_t* bytes) {
    *bytes++ = static_cast<std::uint8_t>(floating_rows);
    std::uint32_t word = 0;
    unsigned count = 0;
    for_each_bit(g.cards, [&](unsigned card) {
        const unsigned cell = b.where[card];
        word = word << 6 | (RowBoard::row(cell) * g.columns + RowBoard::column(cell) - 1);
        if (++count % 4 != 0) return;
        for (int shift = 16; shift >= 0; shift -= 8) *bytes++ = static_cast<std::uint8_t>(word >> shift);
        word = 0;
    });
}

// The first persistent set of `cards` in the order that certificates fix: few cards first, then by their
// bits.
inline std::uint64_t first_persistent(const RowGeometry& g, const RowBoard& b, Relaxation& relaxed,
                                      const std::uint64_t* cards, unsigned count) {
    for (unsigned size = 1; size <= count; ++size)
        for (unsigned chosen = 1; chosen < 1u << count; ++chosen) {
            if (static_cast<unsigned>(std::popcount(chosen)) != size) continue;
            std::uint64_t set = 0;
            for (unsigned i = 0; i < count; ++i)
                if (chosen >> i & 1) set |= cards[i];
            if (is_persistent(g, b, set, relaxed)) return set;
        }
    return 0;
}

// An entry for each position.
class RowPositionCertify {
  public:
    using Node = RowBoard;

    RowPositionCertify(int columns, const Code& start, bool dead, bool persistent, RowBound bound)
        : informed_(columns),
          g_(columns),
          start_(RowBoard::read(g_, start)),
          dead_(dead),
          persistent_(persistent),
          bound_(bound) {}

    const Node& root() const { return start_; }
    std::size_t width() const { return 3 * (g_.columns - 1) + 1; }
    void key(const Node& node, std::uint8_t* bytes) const { write_row_key(g_, node, 0, bytes); }
    bool is_goal(const Node& node) const { return node.is_goal(g_); }

    int bound(const Node& node) {
        RowChoices choices;
        choices.fill(15);
        if (dead_ || bound_ == RowBound::kWaiting) {
            relaxed_.run(g_, node);
            choices = possible_suits(g_, node, relaxed_);
            if (!has_assignment(choices)) return kInfiniteBound;
        }
        if (bound_ == RowBound::kWaiting) return WaitingCycles(g_, node, choices).estimate();
        if (bound_ == RowBound::kNone) return 0;
        choices.fill(15);
        return misplaced(g_, cards_in_place(g_, node).count, choices);
    }
    template <class F>
    void for_each_follower(const Node& node, F&& f) const {
        const std::uint64_t set = persistent_ ? informed_.persistent_cards(node) : 0;
        node.for_each_move(g_, [&](unsigned card, unsigned to) {
            if (set != 0 && !(set >> card & 1)) return;
            Node child = node;
            child.move(card, to);
            f(child);
        });
    }

  private:
    RowInformed informed_;
    RowGeometry g_;
    RowBoard start_;
    bool dead_, persistent_;
    RowBound bound_;
    Relaxation relaxed_;
};

// An entry for each contracted node.
class RowNodeCertify {
  public:
    using Node = RowNode;

    RowNodeCertify(int columns, const Code& start, bool dead, bool persistent, bool delay)
        : rows_(columns, true, delay), start_(rows_.node(start)), dead_(dead), persistent_(persistent) {
        rows_.normalise(start_);
    }

    const Node& root() const { return start_; }
    std::size_t width() const { return 3 * (rows_.geometry.columns - 1) + 1; }
    void key(const Node& node, std::uint8_t* bytes) const {
        const bool floats = (node.board.holes & rows_.geometry.first_column) == 0;
        write_row_key(rows_.geometry, node.board, floats ? RowGeometry::rows_of(node.floating >> 1) : 0,
                      bytes);
    }
    bool is_goal(const Node& node) const { return rows_.is_goal(node); }
    int bound(const Node& node) {
        if (!dead_ || rows_.is_goal(node)) return 0;
        relaxed_.run(rows_.geometry, node.board, node.floating);
        const RowChoices rows = possible_rows(rows_.geometry, node.board, relaxed_, node.floating);
        return has_assignment(rows) ? 0 : kInfiniteBound;
    }
    template <class F>
    void for_each_follower(const Node& node, F&& f) {
        struct {
            F& f;
            Node child;
            RowNode* place() { return &child; }
            void take(RowStep) { f(child); }
        } to{f, node};
        rows_.for_each_child(node, persistent_ ? persistent_set(node) : 0, to);
    }

  private:
    std::uint64_t persistent_set(const Node& node) {
        const RowGeometry& g = rows_.geometry;
        const RowBoard& b = node.board;
        const std::uint64_t loose = rows_.is_component(node) ? rows_.component(node).cards : 0;
        std::array<std::uint64_t, 4> cards{};
        unsigned count = 0;
        for_each_bit(b.holes & ~g.first_column, [&](unsigned hole) {
            const unsigned left = b.at[hole - 1];
            if (left == RowBoard::kHole || (bit(left) & g.last_cards) ||
                (loose & (bit(left) | bit(left + 1))))
                return;
            if (!(node.floating >> (hole - 1) & 1)) cards[count++] = bit(left + 1);
        });
        if (count == 0) return 0;
        relaxed_.read(g, b, node.floating);
        return first_persistent(g, b, relaxed_, cards.data(), count);
    }

    RowComponents rows_;
    RowNode start_;
    bool dead_, persistent_;
    Relaxation relaxed_;
};

}  // namespace yomikiri
