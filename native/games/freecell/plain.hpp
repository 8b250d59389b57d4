// FreeCell as the exhaustive searches see it: every move, on the code of code.hpp.
//
// A step changes what one card lies on, hence one digit of the code and two terms of the hash; its record is
// the card and what it lay on before.  Columns and cells have no order in a code, as in FreeCellSpace.
#pragma once

#include <vector>

#include "games/freecell/field.hpp"
#include "random.hpp"
#include "search/expansion.hpp"

namespace yomikiri {

class FreeCellPlain {
  public:
    using Key = FreeCellKey;
    using Move = FreeCellStep;
    using Moves = MoveList<Move, FreeCellBoard::Moves::capacity()>;
    struct State {
        FreeCellField field;
        Hash hash;
    };

    FreeCellPlain(const FreeCellRules& rules, const FreeCellBoard& start, std::uint64_t hash_seed = 0)
        : coder_(rules, start), zobrist_(kCardSlots * FreeCellCoder::kValues) {
        SplitMix64 random = SplitMix64::of_constants(0x4672656543656C6C, hash_seed);  // "FreeCell"
        for (Hash& h : zobrist_) {
            h.high = random.next();
            h.low = random.next();
        }
    }

    const FreeCellCoder& coder() const { return coder_; }
    std::size_t key_bytes() const { return FreeCellKey::kBytes; }
    std::size_t priorities() const { return 1; }

    // Whether the bytes are a code: valid digits for their cards, which together give a board.
    bool is_position(const Key& key) const {
        alignas(16) std::array<std::uint8_t, kCardSlots> values{};
        for (unsigned shift = 0; shift < 63; shift += 21)
            if ((key.low >> shift & kGroup) >= kGroups || (key.high >> shift & kGroup) >= kGroups)
                return false;
        coder_.decode(key, values.data());
        FreeCellKey again;
        CardSet taken = 0;
        const FreeCellRules& rules = coder_.rules();
        unsigned cells = 0, floors = 0, built = 0;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= rules.ranks; ++rank) {
                const unsigned card = card_of(suit, rank), on = coder_.under(card, values[card]);
                if (on == FreeCellBoard::kAbsent) return false;
                again = again + coder_.change(card, FreeCellBoard::kInCell, on);
                cells += on == FreeCellBoard::kInCell;
                floors += on == FreeCellBoard::kFloor;
                if (on == FreeCellBoard::kAtHome && rank > 1 && values[card - 1] != kHome) return false;
                if (on == FreeCellBoard::kFloor || on >= kCardSlots) continue;
                if ((taken >> on & 1) != 0 || coder_.under(on, values[on]) >= kCardSlots) return false;
                taken |= bit_of(on);
                ++built;
            }
        return again == key && cells <= rules.cells && floors <= rules.columns && reaches(values, built);
    }

    void open(const Hash& hash_of_key, const Key& key, State& s) const {
        s.field.open(coder_, key);
        s.hash = hash_of_key;
    }
    void moves(const State& s, Moves& found) const {
        found.clear();
        s.field.for_each_step(coder_.rules(), [&](unsigned card, unsigned to) {
            found.push({static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(to)});
        });
    }
    void push_order(Moves&) const {}
    void make_child(const State& s, Move step, Child<Key>& child) const {
        const unsigned from = s.field.under[step.card];
        child.key = s.field.key + coder_.change(step.card, from, step.to);
        child.hash = s.hash ^ constant(step.card, from) ^ constant(step.card, step.to);
        child.record = static_cast<Record>(unsigned{step.card} << 7 | from);
        child.priority = 0;
        child.goal = step.to == FreeCellBoard::kAtHome && s.field.cards_out(coder_.rules()) == 1;
    }
    void make_root(const Key& key, Child<Key>& child) const {
        FreeCellField field;
        field.open(coder_, key);
        child = {hash(key), key, kRootRecord, 0, field.cards_out(coder_.rules()) == 0};
    }
    // Whether a move could have left it: a card, and what it lay on.
    bool is_record(Record record) const {
        return record >> 7 < kCardSlots && (record & 127) < FreeCellBoard::kAbsent;
    }
    Key undo(const Key& key, Record record) const {
        FreeCellField field;
        field.open(coder_, key);
        const unsigned card = record >> 7, from = record & 127;
        return key + coder_.change(card, field.under[card], from);
    }
    Hash hash(const Key& key) const {
        alignas(16) std::array<std::uint8_t, kCardSlots> values;
        coder_.decode(key, values.data());
        Hash h;
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= coder_.rules().ranks; ++rank) {
                const unsigned card = card_of(suit, rank);
                h = h ^ zobrist_[card * FreeCellCoder::kValues + values[card]];
            }
        return h;
    }

  private:
    static constexpr unsigned kHome = 2;
    static constexpr std::uint64_t kGroup = 0x1FFFFF, kGroups = 1679616;  // eight digits of 6

    // Whether that many cards lie on others: cards in a ring would not rest on the floor.
    bool reaches(const std::array<std::uint8_t, kCardSlots>& values, unsigned built) const {
        for (unsigned suit = 0; suit < kSuits; ++suit)
            for (unsigned rank = 1; rank <= coder_.rules().ranks; ++rank) {
                unsigned card = card_of(suit, rank), steps = 0;
                while (card != FreeCellBoard::kFloor && card < kCardSlots && steps <= built) {
                    card = coder_.under(card, values[card]);
                    ++steps;
                }
                if (card != FreeCellBoard::kFloor && card < kCardSlots) return false;
            }
        return true;
    }

    const Hash& constant(unsigned card, unsigned under) const {
        return zobrist_[card * FreeCellCoder::kValues + coder_.value(card, under)];
    }

    FreeCellCoder coder_;
    std::vector<Hash> zobrist_;
};

static_assert(Undoable<FreeCellPlain>);

}  // namespace yomikiri
