// What a game is to the searches over short keys: positions that are taken in one at a time, with their
// children and lower bounds on demand.
//
// The domain is an object with state, one for each thread: open() takes a position in, and everything after
// it is about that position.  So what the children's bounds have in common is worked out once.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <vector>

#include "search/control.hpp"
#include "stores/keyed_store.hpp"

namespace yomikiri {

// An estimate, or only a lower bound on it.
struct KeyedBound {
    int value;
    bool exact;
};

// Costs of steps are at least 1.  Estimates are admissible, at most 254, and 0 for goals only.
template <class D>
concept KeyedDomain = requires(D d, const typename D::Key key, const typename D::Kid kid, int known) {
    { key.hash() } -> std::same_as<std::uint64_t>;
    d.open(key);                                   // takes a position in
    { d.exact() } -> std::same_as<int>;            // its estimate
    { d.exact(known) } -> std::same_as<int>;       // the same, if it is known to be at least that
    d.list(known);                                 // its children, given its estimate
    d.list(known, [](const typename D::Kid&) {});  // the same, and each is announced as soon as it is known
    { d.kids().size() } -> std::convertible_to<std::size_t>;
    { kid.key } -> std::convertible_to<typename D::Key>;
    { kid.hash } -> std::convertible_to<std::uint64_t>;
    { kid.cost } -> std::convertible_to<int>;   // of the step that leads there
    { kid.least } -> std::convertible_to<int>;  // its estimate is at least this
    {
        d.settle(kid, known)
    } -> std::same_as<KeyedBound>;                 // its estimate, or a lower bound if that is
                                                   // `known` or more
    { d.score(kid, known) } -> std::same_as<int>;  // of a child and its estimate: the less, the rather kept
};

// A stored position: 24 bytes for a key of 17.
#pragma pack(push, 1)
template <class Key>
struct KeyedRecord {
    std::array<std::uint8_t, Key::kBytes> bytes;
    std::uint32_t parent;
    std::uint16_t depth : 14;
    std::uint16_t closed : 1;
    std::uint16_t settled : 1;  // the estimate is not only a lower bound on itself
    std::uint8_t estimate;

    KeyedRecord() = default;
    KeyedRecord(const Key& key, std::uint32_t from, int g, KeyedBound h)
        : parent(from),
          depth(static_cast<std::uint16_t>(g & kMaxDepth)),
          closed(0),
          settled(h.exact),
          estimate(static_cast<std::uint8_t>(h.value)) {
        key.write(bytes.data());
    }
    static constexpr int kMaxDepth = 0x3FFF;

    Key key() const { return Key::read(bytes.data()); }
    bool matches(const Key& other) const { return key() == other; }
};
#pragma pack(pop)

// The answer of a search over keys.
template <class Key>
struct KeyedAnswer {
    Outcome outcome = Outcome::kUnsolvable;
    Counts counts;
    std::uint64_t peak_bytes = 0;
    double seconds = 0;
    bool left_out = false;  // then kUnsolvable means only: nothing in what was looked at
    bool solved = false;    // `keys` is a solution, perhaps not a shortest one
    std::vector<Key> keys;  // the positions after the start, up to the goal
    int length = 0;
};

// What the searches over keys share: the store, the path back, the end.
template <KeyedDomain D>
class KeyedSearch {
  public:
    using Key = typename D::Key;
    using Record = KeyedRecord<Key>;
    using KeyAnswer = KeyedAnswer<Key>;

    KeyedSearch(D& domain, MemoryBudget& budget, Control& control)
        : domain_(domain), budget_(budget), control_(control), pool_(budget), store_(pool_) {}

  protected:
    static constexpr std::uint32_t kNothing = KeyedStore<Record>::kNothing;

    // The keys from the start (left out) to a stored position.
    void trace(std::uint32_t number, int length) {
        answer_.keys.clear();
        for (; store_[number].parent != number; number = store_[number].parent)
            answer_.keys.push_back(store_[number].key());
        std::reverse(answer_.keys.begin(), answer_.keys.end());
        answer_.solved = true;
        answer_.length = length;
    }
    std::optional<Outcome> watch(std::uint64_t open) {
        Counts& counts = answer_.counts;
        counts.open = open;
        counts.stored = store_.size();
        counts.bytes = budget_.used();
        return control_.check(counts);
    }
    KeyAnswer finish(Outcome outcome) {
        answer_.outcome = outcome;
        answer_.counts.stored = store_.size();
        answer_.counts.bytes = budget_.used();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    D& domain_;
    MemoryBudget& budget_;
    Control& control_;
    RecordPool<Record> pool_;
    KeyedStore<Record> store_;
    KeyAnswer answer_;
};

}  // namespace yomikiri
