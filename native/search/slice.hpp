// One slice of an exhaustive search that is divided among many owners, on one or several machines.
//
// The hash of a position says which slice owns it: only that slice stores and expands it.  A slice expands
// its part of a level; it looks up its own children at once and packs the others into one batch for each
// owner.  When every batch of a level has been received, all slices turn to the next one.  So levels are
// exact distances from the start, as in breadth-first search, however many slices there are: the positions of
// a level are the same, and so are all counts.
//
// An entry of a batch is just a key and its record: the receiver recomputes the hash, which is cheaper than
// sending it.  Records are those of the state store, so the path to a goal is traced back from slice to
// slice.  A batch ends with a checksum that includes its address: a damaged or misdirected batch is refused.
#pragma once

#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "arguments.hpp"
#include "bytes.hpp"
#include "search/expansion.hpp"
#include "stores/checksum.hpp"
#include "stores/code_array.hpp"
#include "stores/state_store.hpp"

namespace yomikiri {

struct SliceCounts {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t stored = 0;
    std::uint64_t left = 0;  // positions of this level waiting to be expanded
    std::uint64_t next = 0;  // positions of the next level so far
    std::uint64_t bytes = 0;
    std::uint64_t peak = 0;
    bool full = false;  // the budget refused: something is missing from here on
};

// A slice of any game: what its owner calls, a batch at a time.
class AnySlice {
  public:
    using Bytes = std::span<const std::uint8_t>;
    using Key = std::vector<std::uint8_t>;  // as bytes

    virtual ~AnySlice() = default;
    virtual std::size_t parts() const = 0;
    virtual std::size_t key_bytes() const = 0;
    // Whether the bytes are a position that a search may begin at or ask for.
    virtual bool is_start(Bytes key) const = 0;
    virtual std::size_t owner(Bytes key) const = 0;

    // Puts the start position into the next level if it belongs here; returns whether it does.
    virtual bool seed(Bytes key) = 0;
    // Positions that other slices have generated.
    virtual void receive(Bytes batch) = 0;
    // Takes the positions that belong here from part of a level, written by any slices.
    virtual void restore(Bytes batch) = 0;
    // Expands up to that many positions of this level.
    virtual void expand(std::size_t most) = 0;
    // What was generated for another slice since the last call; copy it before the next one.
    virtual Bytes take(std::size_t target) = 0;
    // Turns from this level, which is finished, to the next.
    virtual void turn() = 0;
    // Others have already expanded the positions of this level.
    virtual void skip() = 0;
    // Some positions of this level as restore() reads them.
    virtual std::vector<std::uint8_t> level(std::size_t start, std::size_t count) const = 0;

    virtual SliceCounts counts() const = 0;
    // The least goal generated so far.
    virtual std::optional<Key> goal() const = 0;
    // What the position was first reached from; none for the start.
    virtual std::optional<Key> parent(Bytes key) const = 0;
    // The error bound if all slices together have stored that many.
    virtual double error_bound(double stored) const = 0;
};

template <Undoable D, StateStore Store>
class Slice final : public AnySlice {
    using OwnKey = typename D::Key;
    using OwnChild = Child<OwnKey>;

  public:
    Slice(D domain, std::size_t index, std::size_t parts, std::size_t memory)
        : domain_(std::move(domain)),
          index_(index),
          key_bytes_(domain_.key_bytes()),
          entry_bytes_(key_bytes_ + sizeof(Record)),
          budget_(memory),
          store_(budget_, key_bytes_),
          now_(budget_),
          next_(budget_) {
        if (parts < 1 || parts > kMaxParts || index >= parts)
            refuse("no such slice: ", index, " of ", parts, ", expected one of 1 to ", kMaxParts, " parts");
        for (std::size_t i = 0; i < parts; ++i) out_.emplace_back(budget_);
    }

    std::size_t parts() const override { return out_.size(); }
    std::size_t key_bytes() const override { return key_bytes_; }
    bool is_start(Bytes key) const override {
        if constexpr (requires { domain_.is_start(own(key)); })
            return domain_.is_start(own(key));
        else
            return domain_.is_position(own(key));
    }
    std::size_t owner(Bytes key) const override { return owner(domain_.hash(own(key))); }

    bool seed(Bytes key) override {
        OwnChild child{};
        domain_.make_root(own(key), child);
        if (owner(child.hash) != index_) return false;
        guarded([&] {
            insert(store_.locate(child), child);
            if (child.goal) note_goal(child.key);
        });
        return true;
    }

    void receive(Bytes batch) override {
        check(batch, index_);
        guarded([&] { take_in<false>(batch); });
    }
    void restore(Bytes batch) override {
        check(batch, kAnyone);
        guarded([&] { take_in<true>(batch); });
    }

    void expand(std::size_t most) override {
        guarded([&] { expand_some(std::min(most, now_.size() - done_)); });
    }

    Bytes take(std::size_t target) override {
        BudgetArray<std::uint8_t>& out = out_.at(target);
        Bytes batch;
        guarded([&] {
            const std::uint64_t sum = seal(out.span(), target);
            std::memcpy(out.extend(kSeal), &sum, kSeal);
            batch = out.span();
            out.truncate(0);
        });
        return batch;
    }

    void turn() override {
        if (done_ != now_.size())
            refuse(now_.size() - done_, " positions of this level are left: expected 0");
        std::swap(now_, next_);
        next_.clear();
        done_ = 0;
    }

    void skip() override { done_ = now_.size(); }

    std::vector<std::uint8_t> level(std::size_t start, std::size_t count) const override {
        start = std::min(start, now_.size());
        count = std::min(count, now_.size() - start);
        return sealed(now_.entries.span().subspan(start * entry_bytes_, count * entry_bytes_), kAnyone);
    }

    SliceCounts counts() const override {
        SliceCounts all = counts_;
        all.stored = store_.size();
        all.left = now_.size() - done_;
        all.next = next_.size();
        all.bytes = budget_.used();
        all.peak = budget_.peak();
        return all;
    }
    std::optional<Key> goal() const override { return goal_; }
    std::optional<Key> parent(Bytes bytes) const override {
        const OwnKey key = own(bytes);
        std::optional<Record> record = store_.find(domain_.hash(key), key);
        if (!record) refuse("a position that is not in this slice");
        if (*record == kRootRecord) return std::nullopt;
        return bytes_of(domain_.undo(key, *record));
    }
    double error_bound(double stored) const override { return store_.error_bound(stored); }

  private:
    static constexpr std::size_t kMaxParts = 0xFFFF;
    static constexpr std::size_t kAnyone = ~std::size_t{0};
    static constexpr std::size_t kSeal = sizeof(std::uint64_t);
    // Positions opened, or keys received, before the first of them is inserted.
    static constexpr std::size_t kOpened = 4, kReceived = 16;
    static constexpr std::size_t kRecent = std::size_t{1} << 15;

    // Positions of one level.  Their hashes are kept: recomputing them costs more than the memory for the few
    // waiting positions.
    struct Level {
        explicit Level(MemoryBudget& budget) : entries(budget), hashes(budget) {}
        std::size_t size() const { return hashes.size(); }
        void clear() {
            entries.truncate(0);
            hashes.truncate(0);
        }
        BudgetArray<std::uint8_t> entries;
        BudgetArray<Hash> hashes;
    };
    struct Waiting {
        OwnChild child;
        typename Store::Place place;
    };

    // Bits of the hash that say nothing about the place in a store.
    std::size_t owner(const Hash& hash) const {
        return static_cast<std::size_t>((hash.low >> 32) * out_.size() >> 32);
    }

    template <class F>
    void guarded(F&& work) {
        if (counts_.full) return;
        try {
            work();
        } catch (const std::bad_alloc&) {
            counts_.full = true;
        }
    }

    OwnKey own(Bytes bytes) const { return read_key<OwnKey>(bytes.data(), key_bytes_); }
    Key bytes_of(const OwnKey& key) const {
        Key bytes(key_bytes_);
        write_key(key, bytes.data(), key_bytes_);
        return bytes;
    }

    void append(BudgetArray<std::uint8_t>& entries, const OwnChild& child) {
        std::uint8_t* to = entries.extend(entry_bytes_);
        write_key(child.key, to, key_bytes_);
        std::memcpy(to + key_bytes_, &child.record, sizeof(Record));
    }
    void read(const std::uint8_t* from, OwnChild& child) const {
        child.key = read_key<OwnKey>(from, key_bytes_);
        std::memcpy(&child.record, from + key_bytes_, sizeof(Record));
    }

    // Moves that commute lead to the same child soon after, and a child sent a moment ago need not be sent
    // again.  The table says where in its batch a position with these bits was last put; that may be out of
    // date, so the key found there decides.
    void send(std::size_t target, const OwnChild& child) {
        BudgetArray<std::uint8_t>& out = out_[target];
        std::uint32_t& recent = recent_[child.hash.high % kRecent];
        const std::size_t at = recent * entry_bytes_;
        if (at < out.size() && same_bytes(out.data() + at, KeyBytes<OwnKey>(child.key).data(), key_bytes_))
            return;
        recent = static_cast<std::uint32_t>(out.size() / entry_bytes_);
        append(out, child);
    }

    void insert(const typename Store::Place& place, const OwnChild& child) {
        Insert inserted = store_.insert(place, child);
        if (inserted == Insert::kFull) throw OutOfMemory();
        if (inserted == Insert::kKnown) return;
        append(next_.entries, child);
        next_.hashes.push(child.hash);
    }

    // Places are prefetched a few entries ahead.  Entries must belong here, unless they may be anyone's.
    template <bool kSift>
    void take_in(Bytes batch) {
        std::array<Waiting, kReceived> ring{};
        std::size_t begun = 0, ended = 0;
        const std::uint8_t *at = batch.data(), *end = at + batch.size() - kSeal;
        auto settle = [&] {
            Waiting& waiting = ring[ended++ % kReceived];
            insert(waiting.place, waiting.child);
        };
        for (; at != end; at += entry_bytes_) {
            if (begun - ended == kReceived) settle();
            Waiting& waiting = ring[begun % kReceived];
            read(at, waiting.child);
            waiting.child.hash = domain_.hash(waiting.child.key);
            if (kSift && owner(waiting.child.hash) != index_) continue;
            waiting.place = store_.locate(waiting.child);
            store_.prefetch(waiting.place);
            ++begun;
        }
        while (ended != begun) settle();
    }

    void expand_some(std::size_t count) {
        struct Opened {
            std::size_t own = 0;
            std::array<Waiting, D::Moves::capacity()> children;
        };
        auto ring = std::make_unique<std::array<Opened, kOpened>>();
        std::size_t begun = 0, ended = 0;
        typename D::State state{};
        typename D::Moves moves;
        OwnChild parent{}, child{};
        auto settle = [&] {
            Opened& opened = (*ring)[ended++ % kOpened];
            for (std::size_t i = 0; i < opened.own; ++i)
                insert(opened.children[i].place, opened.children[i].child);
        };
        for (; begun < count; ++begun) {
            if (begun - ended == kOpened) settle();
            Opened& opened = (*ring)[begun % kOpened];
            opened.own = 0;
            read(now_.entries.data() + done_ * entry_bytes_, parent);
            domain_.open(now_.hashes[done_], parent.key, state);
            ++done_;
            domain_.moves(state, moves);
            ++counts_.expanded;
            counts_.generated += moves.size();
            for (std::size_t i = 0; i < moves.size(); ++i) {
                domain_.make_child(state, moves[i], child);
                if (child.goal) note_goal(child.key);
                const std::size_t target = owner(child.hash);
                if (target != index_) {
                    send(target, child);
                    continue;
                }
                Waiting& waiting = opened.children[opened.own++];
                waiting.child = child;
                waiting.place = store_.locate(child);
                store_.prefetch(waiting.place);
            }
        }
        while (ended != begun) settle();
    }

    // Which of several goals is found first depends on the number of slices; the least goal does not.
    void note_goal(const OwnKey& key) {
        if (Key bytes = bytes_of(key); !goal_ || bytes < *goal_) goal_ = std::move(bytes);
    }

    std::uint64_t seal(Bytes entries, std::size_t target) const {
        const std::uint64_t address = target == kAnyone ? key_bytes_ : out_.size() << 32 | target << 8 | 255;
        return checksum(entries.data(), entries.size()) ^ (address + 1) * 0x9E3779B97F4A7C15u;
    }
    std::vector<std::uint8_t> sealed(Bytes entries, std::size_t target) const {
        std::vector<std::uint8_t> batch(entries.size() + kSeal);
        if (!entries.empty()) std::memcpy(batch.data(), entries.data(), entries.size());
        const std::uint64_t sum = seal(entries, target);
        std::memcpy(batch.data() + entries.size(), &sum, kSeal);
        return batch;
    }
    void check(Bytes batch, std::size_t target) const {
        std::uint64_t sum;
        if (batch.size() < kSeal || (batch.size() - kSeal) % entry_bytes_ != 0)
            refuse("a batch of ", batch.size(), " bytes: expected ", kSeal, " and ", entry_bytes_,
                   " for each position");
        std::memcpy(&sum, batch.data() + batch.size() - kSeal, kSeal);
        if (sum != seal(batch.first(batch.size() - kSeal), target))
            refuse("a batch that is damaged, or meant for another slice: its checksum is wrong");
        // A checksum is not a proof: a batch of another game may have the right one.
        OwnChild child{};
        for (std::size_t at = 0; at + kSeal < batch.size(); at += entry_bytes_) {
            read(batch.data() + at, child);
            if (!domain_.is_position(child.key) ||
                (child.record != kRootRecord && !domain_.is_record(child.record)))
                refuse("a batch of another game: entry ", at / entry_bytes_, " is no position of this one");
        }
    }

    D domain_;
    std::size_t index_, key_bytes_, entry_bytes_;
    MemoryBudget budget_;
    Store store_;
    Level now_, next_;
    std::size_t done_ = 0;  // positions of this level that were expanded
    std::vector<BudgetArray<std::uint8_t>> out_;
    std::vector<std::uint32_t> recent_ = std::vector<std::uint32_t>(kRecent);
    SliceCounts counts_;
    std::optional<Key> goal_;
};

}  // namespace yomikiri
