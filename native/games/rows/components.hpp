// Contracted positions of Superpuzz and Gaps: one node for a strongly connected component of the state graph,
// and column 1 left undetermined for as long as no move depends on it.
//
// *Components* (Shintani's theorem).  A position lies on a cycle if and only if column 1 has an ace and a
// hole. Then aces and holes of column 1 are reversible, and in columns 2, 3, 4 in turn the cards at home
// whose left neighbour is reversible and whose predecessor is, and the holes right of something reversible,
// as long as the column has one of each.  Any arrangement of these cards on these slots, column by column,
// can be reached from any other.  The canonical member has the cards of each column in suit order on its
// first slots.
//
// *Floating aces*.  Inside a component any assignment of the aces of column 1 to its ace and hole cells can
// be reached.  When the last hole there is filled the assignment freezes, which would make up to 24 children.
// Instead the child remembers the set of floating cells, and an ace is bound to a row only when a hole right
// of a floating cell takes the two of a floating suit (one move for each such suit).  Sound and complete:
// until then no move reads the content of a floating cell (aces cannot move without a hole in column 1, and
// only moves into column 2 look at column 1), so a path with floating aces is a real path for every
// assignment that extends its bindings, and vice versa; when a hole appears in column 1, all aces float
// anyway.
//
// *Delay rule*.  Let f be the move of an ace from x to h that fills the last hole of column 1, and m the next
// move of a solution.  If m neither fills x nor puts the two of that ace right of h, then m is possible
// before f and f after m, with the same result: the target of m is not x, so it was empty before; its left
// neighbour is not at h, and not at x, which is empty after f.  So f can be postponed, repeatedly, until it
// is followed by a move that depends on it or is the last of all.  Hence a component that can be won has a
// winning child among its other exits, the pairs f, m with m dependent on f, and f if it ends the game.
#pragma once

#include <algorithm>
#include <span>

#include "games/rows/board.hpp"
#include "random.hpp"

namespace yomikiri {

// A position in which the aces of the cells `floating` (all in column 1) may be in any order.
struct RowNode {
    RowBoard board;
    std::uint64_t floating;
    Hash places;  // the hash of the cards' places alone
};

struct RowMove {
    unsigned card, target;
};
using RowMoves = MoveList<RowMove, 25>;  // room for 24, and one that is not kept

// How a child was reached: from member `member` of the component, first the ace to the only hole of column 1
// if there is one to move, then the card.
// There are at most 24 * 24 * 24 members.  One word: copies of six bytes took a percent of the time.
struct RowStep {
    std::uint32_t member : 14, ace : 6, card : 6, target : 6;
};
static_assert(sizeof(RowStep) == 4);

// The reversible part of a position that lies in a component.
class RowComponent {
  public:
    using Content = std::array<std::uint8_t, 4>;
    struct Column {
        Content slots{}, first{};  // its cells, and what the canonical member has in them
        unsigned size = 0, cards = 0;
    };

    std::uint64_t cards = 0;  // the reversible cards

    RowComponent(const RowGeometry& g, const RowBoard& b) {
        unsigned rows = 15, suits = 15;
        for (unsigned k = 1; k <= 4 && k < g.columns; ++k) {
            Column& column = columns_[k - 1];
            unsigned rows_here = 0, suits_here = 0;
            // Without branches: which rows and suits take part is unpredictable.
            for (unsigned row = 0; row < 4; ++row) {
                const unsigned cell = row * 16 + k, card = b.at[cell];
                const unsigned hole = card == RowBoard::kHole, home = RowBoard::rank(card) == k;
                const unsigned fits = rows >> row & (hole | (home & suits >> RowBoard::suit(card))) & 1;
                column.slots[column.size] = static_cast<std::uint8_t>(cell);
                column.size += fits;
                rows_here |= fits << row;
                suits_here |= (fits & ~hole) << RowBoard::suit(card);
            }
            for (unsigned suit = 0; suit < 4; ++suit) {
                column.first[column.cards] = static_cast<std::uint8_t>(suit * 16 + k);
                column.cards += suits_here >> suit & 1;
            }
            if (column.cards == 0 || column.cards == column.size) return;
            for (unsigned i = 0; i < column.cards; ++i) cards |= bit(column.first[i]);
            for (unsigned i = column.cards; i < column.size; ++i) column.first[i] = kLast;
            depth_ = k;
            rows = rows_here;
            suits = suits_here;
        }
    }

    // Calls f(member's number) for every arrangement of columns 2 to 4, column 1 floating, with the board
    // arranged so by place(slots, content, how many); stops when f says false.  Member 0 is the canonical
    // one.
    template <class Place, class F>
    bool for_each_member(Place&& place, F&& f) const {
        std::array<Content, 4> now;
        for (unsigned k = 0; k < depth_; ++k) now[k] = columns_[k].first;
        for (unsigned number = 0;; ++number) {
            if (!f(number)) return false;
            if (!advance(now, place)) return true;
        }
    }

    // Arranges the board as member `number`, coming from the canonical member.
    template <class Place>
    void arrange(unsigned number, Place&& place) const {
        for_each_member(place, [&](unsigned member) { return member != number; });
    }

    template <class Place>
    void arrange_canonical(Place&& place) const {
        for (unsigned k = 0; k < depth_; ++k) show(columns_[k], columns_[k].first, place);
    }

    std::span<const Column> columns() const { return {columns_.data(), depth_}; }

  private:
    static constexpr std::uint8_t kLast = 255;  // a hole, in order behind all cards

    // The next arrangement, the last column turning fastest; false after the last one.
    template <class Place>
    bool advance(std::array<Content, 4>& now, Place& place) const {
        for (unsigned k = depth_; k-- > 1;) {
            const Column& column = columns_[k];
            bool more = std::next_permutation(now[k].begin(), now[k].begin() + column.size);
            show(column, now[k], place);
            if (more) return true;
        }
        return false;
    }
    template <class Place>
    static void show(const Column& column, const Content& content, Place& place) {
        Content cards = content;
        for (std::uint8_t& card : cards)
            if (card == kLast) card = RowBoard::kHole;
        place(column.slots.data(), cards.data(), column.size);
    }

    std::array<Column, 4> columns_{};
    unsigned depth_ = 0;
};

// The rules on contracted positions.
class RowComponents {
  public:
    const RowGeometry geometry;

    // Without `contract` every position stands for itself, with `delay` the delay rule is used.
    RowComponents(int columns, bool contract, bool delay, std::uint64_t hash_seed = 0)
        : geometry(columns), contract_(contract), delay_(delay && contract) {
        SplitMix64 random = SplitMix64::of_constants(0x436F6D706F6E656E, hash_seed);  // "Componen"
        auto draw = [&](Hash& h) {
            h.high = random.next();
            h.low = random.next();
        };
        for (auto& card : zobrist_)
            for (Hash& h : card) draw(h);
        for (std::size_t rows = 1; rows < 16; ++rows) draw(floating_[rows]);
    }

    RowNode node(const Code& code) const {
        RowNode node{RowBoard::read(geometry, code), 0, {}};
        for_each_bit(geometry.cards, [&](unsigned card) {
            node.places = node.places ^ zobrist_[card][node.board.where[card]];
        });
        return node;
    }
    // The node from its packed form, a code with the floating rows behind it.
    RowNode unpack(const Code& code) const {
        RowNode found = node(code);
        found.floating = cells_of(code[floating_byte()]);
        return found;
    }
    Code pack(const RowNode& node) const {
        Code code = node.board.write(geometry);
        code[floating_byte()] = static_cast<std::uint8_t>(rows_of(node.floating));
        return code;
    }
    std::size_t key_bytes() const { return floating_byte() + 1; }
    Hash hash(const RowNode& node) const { return node.places ^ floating_[rows_of(node.floating)]; }

    bool is_component(const RowNode& node) const {
        return node.floating != 0 && (node.board.holes & geometry.first_column) != 0;
    }
    RowComponent component(const RowNode& node) const { return RowComponent(geometry, node.board); }
    auto placer(RowNode& node) const {
        return [this, &node](const std::uint8_t* slots, const std::uint8_t* cards, unsigned count) {
            place(node, slots, cards, count);
        };
    }

    // To the canonical form: of its component, or of what floats.
    void normalise(RowNode& node) const {
        if (!contract_) return;
        std::uint64_t holes = node.board.holes & geometry.first_column;
        if (holes != 0) {
            std::uint64_t aces = 0;
            for (unsigned suit = 0; suit < 4; ++suit)
                aces |= bit(node.board.where[suit * 16 + 1]) & geometry.first_column;
            node.floating = aces == 0 ? 0 : aces | holes;
            if (aces != 0) component(node).arrange_canonical(placer(node));
        } else if (node.floating != 0) {
            if (std::has_single_bit(node.floating))
                node.floating = 0;
            else
                sort_floating(node);
        }
    }

    // Lists every move of a normalised position, those inside column 1 left out.  Other aces enter column 1
    // in one way only (all ways lead to one component, or all cells but one are taken).
    //
    // If nothing floats beside a hole and column 1 is full, no branch depends on the cards: a processor
    // cannot predict them, and without this a fifth of a search's time went into mispredicted branches.
    void list_moves(const RowNode& node, RowMoves& moves) const {
        const RowBoard& b = node.board;
        moves.clear();
        if (!contract_) {
            b.for_each_move(geometry, [&](unsigned card, unsigned target) { moves.push({card, target}); });
            return;
        }
        const std::uint64_t first = b.holes & geometry.first_column;
        if (first != 0)
            for (unsigned suit = 0; suit < 4; ++suit)
                if (RowBoard::column(b.where[suit * 16 + 1]) != 1)
                    moves.push({suit * 16 + 1, static_cast<unsigned>(std::countr_zero(first))});
        const std::uint64_t followed = geometry.cards & ~geometry.last_cards;
        auto follow = [&](unsigned hole) {
            const unsigned left = b.at[hole - 1];
            moves.push_if({left + 1u, hole}, followed >> left & 1);
        };
        const std::uint64_t others = b.holes & ~first;
        if ((others & node.floating << 1) == 0 || geometry.columns <= 2)
            for_each_bit(others, follow);
        else
            for_each_bit(others, [&](unsigned hole) {
                if (!(node.floating >> (hole - 1) & 1)) return follow(hole);
                for_each_bit(node.floating, [&](unsigned cell) {
                    const unsigned ace = b.at[cell];
                    moves.push_if({ace + 1u, hole}, ace != RowBoard::kHole);
                });
            });
    }
    template <class F>
    void for_each_move(const RowNode& node, F&& f) const {
        RowMoves moves;
        list_moves(node, moves);
        for (RowMove move : moves) f(move.card, move.target);
    }

    // Plays a move of for_each_move(), binding a floating ace if necessary; the result is not normalised.
    void play(RowNode& node, unsigned card, unsigned target) const {
        RowBoard& b = node.board;
        unsigned left = target - 1;
        if ((node.floating >> left & 1) && (b.holes & geometry.first_column) == 0) {
            unsigned ace = card - 1, elsewhere = b.where[ace];
            if (elsewhere != left) {
                std::uint8_t slots[2] = {static_cast<std::uint8_t>(elsewhere),
                                         static_cast<std::uint8_t>(left)};
                std::uint8_t cards[2] = {b.at[left], static_cast<std::uint8_t>(ace)};
                place(node, slots, cards, 2);
            }
            node.floating ^= bit(left);
        }
        move(node, card, target);
    }

    // Won: a floating row has the suit that its column 2 shows.
    bool is_goal(const RowNode& node) const {
        const RowBoard& b = node.board;
        if (b.holes != geometry.last_column) return false;
        for (unsigned row = 0; row < 4; ++row) {
            unsigned first = row * 16 + 1;
            if (geometry.columns > 2 && (node.floating >> first & 1)) ++first;
            for (unsigned cell = first; cell < row * 16 + geometry.columns; ++cell) {
                unsigned card = b.at[cell];
                if (RowBoard::rank(card) != RowBoard::column(cell)) return false;
                if (RowBoard::suit(card) != RowBoard::suit(b.at[first])) return false;
            }
        }
        return true;
    }

    // Makes every child in the place that `to` provides, then passes its step; with a `set`, only for the
    // moves of its cards in the given position.  Stops and returns false when there is no place.
    template <class To>
    bool for_each_child(const RowNode& node, std::uint64_t set, To& to) const {
        bool go_on = true;
        if (set != 0 || !is_component(node)) {
            if (std::has_single_bit(set)) {
                const unsigned card = static_cast<unsigned>(std::countr_zero(set));
                const unsigned left = node.board.where[card - 1];
                if (node.board.holes >> (left + 1) & 1 && !(node.floating >> left & 1))
                    return emit(node, step(0, 0, card, left + 1), to);
            }
            for_each_move(node, [&](unsigned card, unsigned target) {
                if (go_on && (set == 0 || set >> card & 1)) go_on = emit(node, step(0, 0, card, target), to);
            });
            return go_on;
        }
        RowComponent all = component(node);
        RowNode member = node;
        bool last_hole = std::has_single_bit(node.board.holes & geometry.first_column);
        return all.for_each_member(placer(member), [&](unsigned number) {
            for_each_move(member, [&](unsigned card, unsigned target) {
                if (!go_on || (all.cards >> card & 1)) return;
                if (delay_ && last_hole && RowBoard::rank(card) == 1)
                    go_on = freeze(member, number, card, target, to);
                else
                    go_on = emit(member, step(number, 0, card, target), to);
            });
            return go_on;
        });
    }

  private:
    std::size_t floating_byte() const { return 3 * (geometry.columns - 1); }

    static RowStep step(unsigned member, unsigned ace, unsigned card, unsigned target) {
        return {member & 0x3FFF, ace & 63, card & 63, target & 63};
    }

    template <class To>
    bool emit(const RowNode& from, RowStep step, To& to) const {
        RowNode* child = to.place();
        if (child == nullptr) return false;
        *child = from;
        if (is_plain(from, step)) {
            move(*child, step.card, step.target);
        } else {
            play(*child, step.card, step.target);
            normalise(*child);
        }
        to.take(step);
        return true;
    }

    // The delay rule: `ace` fills the last hole of column 1, and what depends on that follows at once.
    template <class To>
    bool freeze(const RowNode& member, unsigned number, unsigned ace, unsigned target, To& to) const {
        RowNode after = member;
        unsigned source = after.board.where[ace];
        play(after, ace, target);
        normalise(after);
        if (is_goal(after)) return emit(member, step(number, 0, ace, target), to);
        bool go_on = true;
        for_each_move(after, [&](unsigned card, unsigned cell) {
            if (go_on && (cell == source || card == ace + 1))
                go_on = emit(after, step(number, ace, card, cell), to);
        });
        return go_on;
    }

    void move(RowNode& node, unsigned card, unsigned target) const {
        node.places = node.places ^ zobrist_[card][node.board.where[card]] ^ zobrist_[card][target];
        node.board.move(card, target);
    }
    // Whether a step leaves column 1 alone, and what floats there: the child is then in canonical form.
    bool is_plain(const RowNode& node, RowStep step) const {
        const std::uint64_t holes = node.board.holes | bit(node.board.where[step.card]);
        return (holes & geometry.first_column) == 0 && !(node.floating >> (step.target - 1) & 1);
    }

    // Puts cards[i] (or a hole) into slots[i]; together the slots hold the same cards as before.
    void place(RowNode& node, const std::uint8_t* slots, const std::uint8_t* cards, unsigned count) const {
        RowBoard& b = node.board;
        unsigned change = 0;
        for (unsigned i = 0; i < count; ++i) change |= b.at[slots[i]] ^ cards[i];
        if (change == 0) return;
        for (unsigned i = 0; i < count; ++i)
            if (b.at[slots[i]] != RowBoard::kHole)
                node.places = node.places ^ zobrist_[b.at[slots[i]]][slots[i]];
        for (unsigned i = 0; i < count; ++i) {
            b.at[slots[i]] = cards[i];
            b.holes |= bit(slots[i]);
            if (cards[i] == RowBoard::kHole) continue;
            b.holes ^= bit(slots[i]);
            b.where[cards[i]] = slots[i];
            node.places = node.places ^ zobrist_[cards[i]][slots[i]];
        }
    }

    // Floating aces in suit order.
    void sort_floating(RowNode& node) const {
        std::array<std::uint8_t, 4> slots{}, cards{};
        unsigned count = 0, suits = 0;
        bool sorted = true;
        for_each_bit(node.floating, [&](unsigned cell) {
            unsigned suit = RowBoard::suit(node.board.at[cell]);
            sorted &= suits >> suit == 0;
            suits |= 1u << suit;
            slots[count++] = static_cast<std::uint8_t>(cell);
        });
        if (sorted) return;
        count = 0;
        for (unsigned suit = 0; suit < 4; ++suit)
            if (suits >> suit & 1) cards[count++] = static_cast<std::uint8_t>(suit * 16 + 1);
        place(node, slots.data(), cards.data(), count);
    }

    // Between sets of cells of column 1 and sets of rows.
    static unsigned rows_of(std::uint64_t cells) { return RowGeometry::rows_of(cells >> 1); }
    static std::uint64_t cells_of(std::uint64_t rows) {
        return (rows & 1) << 1 | (rows & 2) << 16 | (rows & 4) << 31 | (rows & 8) << 46;
    }

    bool contract_, delay_;
    std::array<std::array<Hash, 64>, 64> zobrist_{};
    std::array<Hash, 16> floating_{};
};

}  // namespace yomikiri
