// FreeCell as the writer of certificates sees it: the fast twin of games/freecell/certificates.py.
#pragma once

#include "certify/closure.hpp"
#include "games/freecell/deadlock.hpp"
#include "games/freecell/field.hpp"

namespace yomikiri {

enum class FreeCellBound { kHome, kOneSuit, kCycles };

class FreeCellCertify {
  public:
    using Node = FreeCellField;

    FreeCellCertify(const FreeCellRules& rules, const FreeCellBoard& start, bool safe, FreeCellBound bound)
        : coder_(rules, start), safe_(safe), bound_(bound) {
        start_.open(coder_, coder_.code(start));
    }

    const Node& root() const { return start_; }
    std::size_t width() const { return kSuits * coder_.rules().ranks / 2; }
    // Half a byte per card: what it lies on.
    void key(const Node& node, std::uint8_t* bytes) const {
        unsigned at = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= coder_.rules().ranks; ++rank, ++at) {
                const unsigned card = card_of(suit, rank), value = coder_.value(card, node.under[card]);
                bytes[at / 2] = static_cast<std::uint8_t>(at % 2 == 0 ? value << 4 : bytes[at / 2] | value);
            }
    }
    bool is_goal(const Node& node) const { return node.cards_out(coder_.rules()) == 0; }
    int bound(const Node& node) const {
        if (bound_ == FreeCellBound::kHome) return static_cast<int>(node.cards_out(coder_.rules()));
        const FreeCellDeadlock deadlock(coder_.rules(), node);
        return bound_ == FreeCellBound::kOneSuit ? deadlock.one_suit() : deadlock.circles();
    }
    template <class F>
    void for_each_follower(const Node& node, F&& f) const {
        auto play = [&](unsigned card, unsigned to) {
            Node child = node;
            child.play(coder_, {static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(to)});
            f(child);
        };
        const CardSet safe = safe_ ? node.safe_next(coder_.rules()) & (node.tops | node.cells) : 0;
        if (safe != 0)
            play(static_cast<unsigned>(std::countr_zero(safe)), unsigned{FreeCellBoard::kAtHome});
        else
            node.for_each_step(coder_.rules(), play);
    }

  private:
    FreeCellCoder coder_;
    bool safe_;
    FreeCellBound bound_;
    FreeCellField start_;
};

}  // namespace yomikiri
