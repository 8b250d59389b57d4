// What a game is to the kernel: the concept that every search header is written against.
//
// A domain deals in *codes*: a position as a short array of bytes, canonical under the symmetry that the
// domain was made with.  A search pops a code, asks the domain to open it into a State, lists the moves,
// and asks for each child as (hash, code, record).  Nothing else of a game is known to the right of here.
//
// A *record* is what the state store keeps beside a position: how to undo the move by which it was first
// reached.  Undoing records from the goal leads back to the start, so no parent pointers are stored.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace yomikiri {

// The longest code of any domain, in bytes.
inline constexpr std::size_t kMaxCode = 40;

using Code = std::array<std::uint8_t, kMaxCode>;

// A 128-bit Zobrist hash.  For a pair of different positions the chance, over the draw of the constants,
// that any b chosen bits agree is exactly 2^-b.
struct Hash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend Hash operator^(Hash a, Hash b) { return {a.high ^ b.high, a.low ^ b.low}; }
    friend bool operator==(const Hash&, const Hash&) = default;
};

using Record = std::uint16_t;

// The record of the start position, which no move led to.  Domains use smaller values only.
inline constexpr Record kRootRecord = 0xFFFE;

// A position on its way into the state store and the open list.
struct Child {
    Hash hash;
    Code code;
    Record record = kRootRecord;
    std::uint16_t priority = 0;  // larger first, for the orders that use it
    bool goal = false;
};

// Moves of one position, without allocation.
template <class Move, std::size_t Capacity>
class MoveList {
  public:
    static constexpr std::size_t capacity() { return Capacity; }
    void clear() { size_ = 0; }
    void push(Move move) { moves_[size_++] = move; }
    // The same without a branch; there has to be room even if it is not kept.
    void push_if(Move move, bool keep) {
        moves_[size_] = move;
        size_ += keep;
    }
    std::size_t size() const { return size_; }
    Move& operator[](std::size_t i) { return moves_[i]; }
    const Move& operator[](std::size_t i) const { return moves_[i]; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

  private:
    std::array<Move, Capacity> moves_;
    std::size_t size_ = 0;
};

template <class D>
concept Domain = requires(const D d, typename D::State state, typename D::Moves moves, Child child,
                          const Hash& hash, const Code& code, typename D::Move move, Record record) {
    { d.code_bytes() } -> std::same_as<std::size_t>;  // how much of a Code is used
    { d.priorities() } -> std::same_as<std::size_t>;  // priorities are 0 .. priorities() - 1
    d.open(hash, code, state);                        // code and its hash -> State
    d.moves(state, moves);                            // in the order of the rules
    d.push_order(moves);                              // rearranged as the algorithm wants them pushed
    d.make_child(state, move, child);                 // fills every field of child
    d.make_root(code, child);                         // the same for a start position
    { d.undo(code, record) } -> std::same_as<Code>;   // the code that `record` led here from
    { d.hash(code) } -> std::same_as<Hash>;
};

}  // namespace yomikiri
