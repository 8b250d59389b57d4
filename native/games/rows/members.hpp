// The positions of one component of Superpuzz or Gaps by number, and the shortest paths from one to others.
//
// What the members of a component have in common is read once: which cards lie on which slots of columns 1 to
// 4.  A member is then a number below 24^4, the places of its cards among their slots in mixed radix.  So a
// search inside the component keeps one byte for each member, how it was first reached, and four for each
// waiting one: half a megabyte for the largest component.  Stored as positions in a table, the members that
// such a search met took 23 MB where the whole search before had taken 8.
#pragma once

#include "games/rows/components.hpp"
#include "stores/blocks.hpp"

namespace yomikiri {

class RowMembers {
  public:
    // The members of the component of `start`, which has an ace and a hole in column 1; they take memory from
    // the budget only when a search begins.
    RowMembers(const RowGeometry& geometry, const RowBoard& start, MemoryBudget& budget)
        : geometry_(geometry),
          component_(geometry, start),
          start_(start),
          budget_(budget),
          now_(budget),
          next_(budget) {
        for (const RowComponent::Column& column : component_.columns())
            for (unsigned i = 0; i < column.cards; ++i) {
                pieces_[size_++] = {column.first[i], static_cast<std::uint8_t>(column.size - i), &column};
                count_ *= column.size - i;
            }
    }
    RowMembers(const RowMembers&) = delete;
    RowMembers& operator=(const RowMembers&) = delete;

    enum class Found { kNone, kSome, kNoMemory };

    // Calls f(board) for the members in order of their distance from the start, until it returns true.  From
    // each member the search goes on by single moves, in the order of the rules.
    template <class F>
    Found seek(F&& f) {
        if (f(start_)) {
            found_ = start_;
            return Found::kSome;
        }
        came_ = Region(budget_, count_);
        if (!came_ || !now_.push(number(start_))) return Found::kNoMemory;
        came(number(start_)) = kStart;
        for (bool first = true; !now_.empty(); first = false) {
            for (std::size_t i = 0; i < now_.size(); ++i) {
                const RowBoard here = member(now_[i]);
                if (!first && f(here)) {
                    found_ = here;
                    return Found::kSome;
                }
                if (!reach_from(here)) return Found::kNoMemory;
            }
            std::swap(now_, next_);
            next_.clear();
        }
        return Found::kNone;
    }

    // The positions after the start up to the one that was found.
    std::vector<Code> way() const {
        std::vector<Code> codes;
        RowBoard board = found_;
        while (came_ && came(number(board)) != kStart) {
            codes.push_back(board.write(geometry_));
            const unsigned undo = came(number(board)) - 1u;
            const Piece& piece = pieces_[undo / 4];
            board.move(piece.card, piece.column->slots[undo % 4]);
        }
        std::reverse(codes.begin(), codes.end());
        return codes;
    }

  private:
    static constexpr std::size_t kMaxPieces = 12;  // three in each of four columns: one slot is a hole
    static constexpr std::uint8_t kStart = 255;    // instead of 1 + piece * 4 + the slot that it came from

    // A card, and how many slots of its column the cards before it there have left for it.
    struct Piece {
        std::uint8_t card, left;
        const RowComponent::Column* column;

        bool is_first() const { return left == column->size; }
        unsigned slot(const RowBoard& board) const {
            unsigned slot = 0;
            while (slot < 3 && column->slots[slot] != board.where[card]) ++slot;
            return slot;
        }
    };

    bool reach_from(const RowBoard& here) {
        bool memory = true;
        here.for_each_move(geometry_, [&](unsigned card, unsigned target) {
            if (!(component_.cards >> card & 1)) return;
            RowBoard after = here;
            after.move(card, target);
            const std::uint32_t to = number(after);
            if (came(to) != 0) return;
            unsigned i = 0;
            while (pieces_[i].card != card) ++i;
            came(to) = static_cast<std::uint8_t>(1 + i * 4 + pieces_[i].slot(here));
            memory &= next_.push(to);
        });
        return memory;
    }

    std::uint8_t& came(std::uint32_t number) const {
        return reinterpret_cast<std::uint8_t*>(came_.data())[number];
    }

    std::uint32_t number(const RowBoard& board) const {
        std::uint32_t number = 0;
        unsigned taken = 0;
        for (unsigned i = 0; i < size_; ++i) {
            const Piece& piece = pieces_[i];
            if (piece.is_first()) taken = 0;
            const unsigned slot = piece.slot(board);
            const unsigned below = static_cast<unsigned>(std::popcount(taken & (bit(slot) - 1)));
            number = number * piece.left + slot - below;
            taken |= 1u << slot;
        }
        return number;
    }
    RowBoard member(std::uint32_t number) const {
        RowBoard board = start_;
        std::array<std::uint8_t, kMaxPieces> digits{};
        for (unsigned i = size_; i-- > 0; number /= pieces_[i].left) {
            digits[i] = static_cast<std::uint8_t>(number % pieces_[i].left);
            // Empty all slots first: a card may go where another still is.
            const unsigned cell = board.where[pieces_[i].card];
            board.at[cell] = RowBoard::kHole;
            board.holes |= bit(cell);
        }
        unsigned taken = 0;
        for (unsigned i = 0; i < size_; ++i) {
            const Piece& piece = pieces_[i];
            if (piece.is_first()) taken = 0;
            unsigned slot = static_cast<unsigned>(std::countr_one(taken));
            for (unsigned skip = digits[i]; skip > 0; --skip)
                slot += 1 + static_cast<unsigned>(std::countr_one(taken >> (slot + 1)));
            taken |= 1u << slot;
            const std::uint8_t cell = piece.column->slots[slot];
            board.at[cell] = piece.card;
            board.where[piece.card] = cell;
            board.holes ^= bit(cell);
        }
        return board;
    }

    const RowGeometry& geometry_;
    const RowComponent component_;
    const RowBoard start_;
    MemoryBudget& budget_;
    std::array<Piece, kMaxPieces> pieces_{};
    unsigned size_ = 0;
    std::uint32_t count_ = 1;
    Region came_;  // a byte for each member; 0: not yet reached
    Blocks<std::uint32_t> now_, next_;
    RowBoard found_;
};

}  // namespace yomikiri
