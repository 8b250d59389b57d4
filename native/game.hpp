// What a game is to the kernel: the one contract that every search is written against.
//
// A game is a class.  Its objects hold the rules and their parameters but no position; each thread of a
// search gets a copy, so scratch data may be mutable.  A position has two forms:
//
//  * a *key* is what searches store, compare and hash: a small value that knows its own size.  Two positions
//    have the same key only if a search may treat them as one.
//  * a *state* is a key unpacked into whatever makes moves quick to list and to play.  A search has a few of
//    them at a time; they are never stored.
//
// Searches own the keys and number them in the order in which they meet them: that number is a position's
// *id*, valid for as long as the search lasts.  Games never see ids.
//
// A whole game, peg solitaire on a line of 16 holes (tests/native/peg_line.hpp is this and more):
//
//     class PegLine {
//       public:
//         using Key = WordKey<2>;                        // a bit for each hole
//         using State = std::uint16_t;
//         struct Move { std::uint8_t from, over, to; };
//         using Moves = MoveList<Move, 28>;              // never more than 28 in a position
//
//         explicit PegLine(const Arguments&) {}          // the rules' parameters, by name
//
//         void open(const Key& key, State& pegs) const { pegs = static_cast<State>(key.word); }
//         Key key(const State& pegs) const { return {pegs}; }
//         void moves(const State& pegs, Moves& found) const;         // in the order of the rules
//         void play(State& pegs, Move move) const;
//         bool is_goal(const State& pegs) const { return std::has_single_bit(pegs); }
//     };
//
// That is all that the exhaustive searches and `decide` need.  Everything else a game can say about itself is
// optional, detected by `requires`, and listed below: a lower bound (`estimate`) enables the informed
// searches, `undo` enables compact stores and the partitioned search, and so on.  bind_game.hpp makes a
// Python class with every search whose requirements a game meets.
//
// The order of moves is part of the specification: the Python page of the game lists them in the same order,
// and kernel and Python agree in every count.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "bytes.hpp"

namespace yomikiri {

// -- keys ---------------------------------------------------------------------------------------------------

template <class K>
concept GameKey = std::is_trivially_copyable_v<K> && std::equality_comparable<K> &&
                  requires(const K key, std::uint8_t* to, const std::uint8_t* from) {
                      { std::size_t{K::kBytes} };  // the number of bytes that write() writes
                      key.write(to);
                      { K::read(from) } -> std::same_as<K>;
                      { key.hash() } -> std::same_as<std::uint64_t>;
                  };

// Multiplies and folds: a hash for tables, not a fingerprint.
inline std::uint64_t mix(std::uint64_t x) {
    x *= 0xBF58476D1CE4E5B9;
    x ^= x >> 32;
    x *= 0x94D049BB133111EB;
    return x ^ x >> 29;
}
inline std::uint64_t hash_of_bytes(const std::uint8_t* bytes, std::size_t size) {
    std::uint64_t h = 0x9E3779B97F4A7C15, word;
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        std::memcpy(&word, bytes + i, 8);
        h = mix(h ^ word);
    }
    if (i < size) {
        // The last eight bytes, some of them again; short keys byte by byte.
        word = 0;
        if (size >= 8)
            std::memcpy(&word, bytes + size - 8, 8);
        else
            std::memcpy(&word, bytes, size);
        h = mix(h ^ word);
    }
    return h;
}

// Up to kMost bytes.  A game whose boards differ in size uses the first key_bytes() of them; read() sets the
// others to zero, wherever a key comes from, so whole keys can be compared.
template <std::size_t kMost>
struct ByteKey : std::array<std::uint8_t, kMost> {
    static constexpr std::size_t kBytes = kMost;

    static ByteKey read(const std::uint8_t* from, std::size_t size = kMost) {
        if (size > kMost) __builtin_unreachable();  // tells the compiler, which would otherwise warn
        ByteKey key{};
        copy_bytes(key.data(), from, size);
        return key;
    }
    void write(std::uint8_t* to, std::size_t size = kMost) const {
        if (size > kMost) __builtin_unreachable();
        copy_bytes(to, this->data(), size);
    }
    std::uint64_t hash() const { return hash_of_bytes(this->data(), kMost); }
};

// A number of up to 64 bits, stored in kSize bytes.
template <std::size_t kSize = 8>
    requires(kSize >= 1 && kSize <= 8)
struct WordKey {
    std::uint64_t word = 0;
    static constexpr std::size_t kBytes = kSize;

    static WordKey read(const std::uint8_t* from) {
        WordKey key;
        std::memcpy(&key.word, from, kSize);
        return key;
    }
    void write(std::uint8_t* to) const { std::memcpy(to, &word, kSize); }
    std::uint64_t hash() const { return mix(word + 0x9E3779B97F4A7C15); }
    friend bool operator==(const WordKey&, const WordKey&) = default;
};

// The first `size` bytes of a key, and back.
template <GameKey Key>
void write_key(const Key& key, std::uint8_t* to, std::size_t size) {
    if constexpr (requires { key.write(to, size); })
        key.write(to, size);
    else
        key.write(to);
}
template <GameKey Key>
Key read_key(const std::uint8_t* from, std::size_t size) {
    if constexpr (requires { Key::read(from, size); })
        return Key::read(from, size);
    else
        return Key::read(from);
}

// The bytes of a key: in place, or a copy.
template <GameKey Key>
class KeyBytes {
  public:
    explicit KeyBytes(const Key& key) { key.write(bytes_.data()); }
    const std::uint8_t* data() const { return bytes_.data(); }

  private:
    // At least eight: code that copies words of eight checks the size first, which the compiler cannot see.
    std::array<std::uint8_t, std::max<std::size_t>(Key::kBytes, 8)> bytes_;
};
template <std::size_t kMost>
class KeyBytes<ByteKey<kMost>> {
  public:
    explicit KeyBytes(const ByteKey<kMost>& key) : data_(key.data()) {}
    const std::uint8_t* data() const { return data_; }

  private:
    const std::uint8_t* data_;
};

// A 128-bit fingerprint of a key.  For a pair of different positions the chance, over the draw of the
// constants, that any b chosen bits agree is exactly 2^-b.
struct Hash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend Hash operator^(Hash a, Hash b) { return {a.high ^ b.high, a.low ^ b.low}; }
    friend bool operator==(const Hash&, const Hash&) = default;
};

// -- moves --------------------------------------------------------------------------------------------------

// Moves of one position, without allocation.
template <class Move, std::size_t Capacity>
class MoveList {
  public:
    static constexpr std::size_t capacity() { return Capacity; }
    void clear() { size_ = 0; }
    void push(Move move) { moves_[size_++] = move; }
    // The same without a branch; there must be room even if the move is not kept.
    void push_if(Move move, bool keep) {
        moves_[size_] = move;
        size_ += keep;
    }
    // Room for one more, to be filled by the caller.
    Move& add() { return moves_[size_++]; }
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

// How to undo the move by which a position was first reached.  Undoing records from the goal leads back to
// the start, so a store that keeps records needs no parents.
using Record = std::uint16_t;

// The record of the start, which no move led to.  Games use smaller values only.
inline constexpr Record kRootRecord = 0xFFFE;

// A position about to enter a store and an open list.
template <class Key>
struct Child {
    Hash hash;
    Key key;
    Record record = kRootRecord;
    std::uint16_t priority = 0;  // larger first, for the orders that use it
    bool goal = false;
};

// -- the contract -------------------------------------------------------------------------------------------

template <class G>
concept Game = GameKey<typename G::Key> &&
               requires(const G game, const typename G::Key key, typename G::State state,
                        const typename G::State opened, typename G::Moves moves, typename G::Move move) {
                   game.open(key, state);
                   { game.key(opened) } -> std::same_as<typename G::Key>;
                   game.moves(opened, moves);  // in the order of the rules
                   game.play(state, move);
                   { game.is_goal(opened) } -> std::same_as<bool>;
               };

// What a game may provide besides.  Estimates are admissible, at most kMostEstimate, or kDeadEnd, which is
// only for positions from which no goal can be reached.
inline constexpr int kDeadEnd = 255, kMostEstimate = 254;

// A lower bound on the cost of reaching a goal.
template <class G>
concept HasEstimate = Game<G> && requires(const G game, const typename G::State state) {
    { game.estimate(state) } -> std::same_as<int>;
};
// The cost of a move, if not always 1; at least 1.
template <class G>
concept HasCost = Game<G> && requires(const G game, const typename G::State state, typename G::Move move) {
    { game.cost(state, move) } -> std::same_as<int>;
};
// Which of two positions is more promising: lower scores are kept, or tried, first.
template <class G>
concept HasScore = Game<G> && requires(const G game, const typename G::State state) {
    { game.score(state) } -> std::same_as<int>;
};
// Shintani's priorities: 0 to priorities() - 1, larger first.
template <class G>
concept HasPriority = Game<G> && requires(const G game, const typename G::State state) {
    { game.priority(state) } -> std::convertible_to<unsigned>;
    { game.priorities() } -> std::convertible_to<std::size_t>;
};
// The key that represents all positions that are alike, for example by a symmetry.
template <class G>
concept HasCanonical = Game<G> && requires(const G game, const typename G::Key key) {
    { game.canonical(key) } -> std::same_as<typename G::Key>;
};
// How to take a move back, given the key that it led to.
template <class G>
concept HasUndo = Game<G> && requires(const G game, const typename G::Key key, const typename G::State state,
                                      typename G::Move move, Record record) {
    { game.record(state, move) } -> std::same_as<Record>;
    { game.undo(key, record) } -> std::same_as<typename G::Key>;
    { game.is_record(record) } -> std::same_as<bool>;  // whether a move could have left it
};
// How much of a key is used, if boards differ in size.
template <class G>
std::size_t key_bytes(const G& game) {
    if constexpr (requires { game.key_bytes(); })
        return game.key_bytes();
    else
        return G::Key::kBytes;
}
// Whether a key from outside is that of a position.  If a game has its own check, that decides; otherwise a
// key is accepted if opening it and computing the key again gives the same key.
template <Game G>
bool is_position(const G& game, const typename G::Key& key) {
    if constexpr (requires { game.is_position(key); }) {
        return game.is_position(key);
    } else {
        typename G::State state;
        game.open(key, state);
        return game.key(state) == key;
    }
}
// What to do with a position: give it up, follow its only child at once, or put it aside.
enum class Prospect { kLost, kForced, kOpen };
template <class G>
concept HasProspect = Game<G> && requires(const G game, const typename G::State state) {
    { game.prospect(state) } -> std::same_as<Prospect>;
};
// Which thread a position belongs to: any number; if successive positions share it, threads have less to
// send.
template <class G>
concept HasZone = Game<G> && requires(const G game, const typename G::State state) {
    { game.zone(state) } -> std::convertible_to<std::uint64_t>;
};

}  // namespace yomikiri
