// What the informed searches (A*, weighted A*, greedy, beam, deepening, parallel A*) need: positions that are
// opened one at a time, with their children and lower bounds on demand.
//
// Any game with an estimate gets that from Informed, at the end of this file.  A game with more to gain
// implements it itself: FreeCell's bounds share most of their work between siblings.
//
// The domain is an object with state, one per thread: open() loads a position, and all further calls are
// about that position.  So work that the children's bounds share is done once.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <vector>

#include "search/control.hpp"
#include "stores/record_store.hpp"

namespace yomikiri {

// What is known of an estimate.
struct EstimateBound {
    int least, most;
    EstimateBound(int exact) : least(exact), most(exact) {}
    EstimateBound(int from, int to) : least(from), most(to) {}
};

// Costs of steps are at least 1.  Estimates are admissible, at most kMostEstimate or kDeadEnd, and 0
// for goals only.
template <class D>
concept InformedDomain = requires(D d, const typename D::Key key, const typename D::Kid kid, int known) {
    { key.hash() } -> std::same_as<std::uint64_t>;
    d.open(key);                                     // loads a position
    { d.exact() } -> std::same_as<int>;              // its estimate
    { d.exact(known, known) } -> std::same_as<int>;  // the same, if it is known to lie between the two
    d.list(known);                                   // its children, given its estimate
    d.list(known, [](const typename D::Kid&) {});    // the same, and each is announced as soon as it is known
    { d.kids().size() } -> std::convertible_to<std::size_t>;
    { kid.key } -> std::convertible_to<typename D::Key>;
    { kid.hash } -> std::convertible_to<std::uint64_t>;
    { kid.cost } -> std::convertible_to<int>;   // the cost of the step that leads there
    { kid.least } -> std::convertible_to<int>;  // its estimate is at least this
    {
        d.settle(kid, known)
    } -> std::same_as<EstimateBound>;              // its estimate, or bounds if the lower one is
                                                   // `known` or more
    { d.score(kid, known) } -> std::same_as<int>;  // of a child and its estimate: the least are kept
};

// A stored position: 24 bytes for a key of 17.
#pragma pack(push, 1)
template <class Key>
struct InformedRecord {
    std::array<std::uint8_t, Key::kBytes> bytes;
    std::uint32_t parent;
    std::uint16_t depth : 14;
    std::uint16_t state : 2;
    std::uint8_t estimate;  // unless it is settled, a lower bound on it

    InformedRecord() = default;
    InformedRecord(const Key& key, std::uint32_t from, int g, EstimateBound h)
        : parent(from),
          depth(static_cast<std::uint16_t>(g & kMaxDepth)),
          state(static_cast<std::uint16_t>((h.most == h.least       ? kSettled
                                            : h.most == h.least + 1 ? kNear
                                                                    : kFar) &
                                           3)),
          estimate(static_cast<std::uint8_t>(h.least)) {
        key.write(bytes.data());
    }
    static constexpr int kMaxDepth = 0x3FFF;

    bool is_settled() const { return state >= kSettled; }
    bool is_closed() const { return state == kClosed; }
    // The most that the estimate can be.
    int most() const { return is_settled() ? estimate : state == kNear ? estimate + 1 : kDeadEnd; }
    void settle(int h) {
        estimate = static_cast<std::uint8_t>(h);
        state = kSettled;
    }
    void close() { state = kClosed; }
    void reopen() {
        if (state == kClosed) state = kSettled;
    }

    Key key() const { return Key::read(bytes.data()); }
    bool matches(const Key& other) const { return key() == other; }

  private:
    // The estimate is a lower bound, that or one more, final; and the position has been expanded.
    static constexpr unsigned kFar = 0, kNear = 1, kSettled = 2, kClosed = 3;
};
#pragma pack(pop)

// The answer of a search over keys.
template <class Key>
struct InformedAnswer : PathAnswer<Key> {
    bool solved = false;  // there is a path, perhaps not a shortest one
    int length = 0;
};

// What the searches over keys share: the store, the path back, the end.
template <InformedDomain D>
class InformedSearch {
  public:
    using Key = typename D::Key;
    using Record = InformedRecord<Key>;
    // One shard of its index, which grows in place.
    using Store = RecordStore<Record, 1>;
    using KeyAnswer = InformedAnswer<Key>;

    InformedSearch(D& domain, MemoryBudget& budget, Control& control)
        : domain_(domain), budget_(budget), control_(control), pool_(budget), store_(pool_) {}

    // Continues the counts of earlier searches under the same control.
    void carry_on(const Counts& counts) {
        answer_.counts.expanded = counts.expanded;
        answer_.counts.generated = counts.generated;
    }

  protected:
    static constexpr std::uint32_t kNothing = Store::kNothing;

    // The keys from the start (left out) to a stored position.
    void trace(std::uint32_t number, int length) {
        answer_.path.clear();
        for (; store_[number].parent != number; number = store_[number].parent)
            answer_.path.push_back(store_[number].key());
        std::reverse(answer_.path.begin(), answer_.path.end());
        answer_.solved = true;
        answer_.length = length;
    }
    // The children of the position that the domain has opened.  All those that may lead to a solution of
    // fewer than `upper` moves are announced to the store before the first is looked up.
    const auto& list_kids(int depth, int estimate, int upper) {
        auto worthwhile = [=](const auto& kid) { return depth + kid.cost + kid.least < upper; };
        domain_.list(estimate, [&](const auto& kid) {
            if (worthwhile(kid)) store_.prefetch(kid.hash);
        });
        for (const auto& kid : domain_.kids())
            if (worthwhile(kid)) store_.prefetch_record(kid.hash);
        return domain_.kids();
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
    Store store_;
    KeyAnswer answer_;
};

// A game with an estimate, for these searches.
template <HasEstimate G>
class Informed {
  public:
    using Key = typename G::Key;
    using State = typename G::State;
    struct Kid {
        State state;
        Key key;
        std::uint64_t hash;
        int cost, least;
    };
    using Kids = MoveList<Kid, G::Moves::capacity()>;

    explicit Informed(const G& game) : game_(game) {}

    void open(const Key& key) { game_.open(key, state_); }
    int exact() { return estimate(state_); }
    int exact(int known, int) { return std::max(exact(), known); }
    const Kids& kids() const { return kids_; }

    void list(int known) {
        list(known, [](const Kid&) {});
    }
    template <class Announce>
    void list(int known, Announce&& announce) {
        kids_.clear();
        moves_.clear();
        game_.moves(state_, moves_);
        for (const typename G::Move& move : moves_) {
            Kid& kid = kids_.add();
            kid.state = state_;
            kid.cost = 1;
            if constexpr (HasCost<G>) kid.cost = game_.cost(state_, move);
            // No estimate falls by more than a move costs, once the parent's estimate is taken into account.
            kid.least = std::max(known - kid.cost, 0);
            game_.play(kid.state, move);
            kid.key = game_.key(kid.state);
            if constexpr (HasCanonical<G>) kid.key = game_.canonical(kid.key);
            kid.hash = kid.key.hash();
            announce(kid);
        }
    }
    EstimateBound settle(const Kid& kid, int) { return estimate(kid.state); }
    int score(const Kid& kid, int estimate) const {
        if constexpr (HasScore<G>) return game_.score(kid.state);
        return estimate;
    }

  private:
    int estimate(const State& state) const {
        return game_.is_goal(state) ? 0 : std::max(game_.estimate(state), 1);
    }

    const G game_;
    State state_;
    typename G::Moves moves_;
    Kids kids_;
};

}  // namespace yomikiri
