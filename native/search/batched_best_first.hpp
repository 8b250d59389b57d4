// Best-first search with external estimates, computed in batches: by a Python function, a table, a neural
// network.
//
// Positions are expanded, the most promising first, until a batch of new children is waiting; then one call
// computes the estimates of all of them, and they enter the queue.  So the order of expansions depends on the
// batch size and on nothing else.  With a batch of one this is A*: children are estimated one by one, each
// before the next position is expanded.
//
// The rank of a position is g + w h rounded down, or h alone if w is infinite; the least comes first, then
// the least h, then the last one in.  Goals are recognised when generated, and are never estimated.  The
// search ends when no rank is below the length of the best solution; a greedy search ends with the first
// solution.  A position reached again by a shorter path is reopened, so estimates need not be consistent, and
// batches do no harm.
//
// What this proves depends on the estimates.  If none is more than `within` times the true distance, a
// shortest solution always passes through a position in the queue whose rank is at most `within` times its
// length: no solution is shorter than the least rank divided by `within`.  If `within` is 0, nothing is
// proved, and dead ends are not trusted either, only postponed.
//
// search/best_first.py does the same, step by step.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "search/control.hpp"
#include "stores/bucket_queue.hpp"
#include "stores/indexed_store.hpp"

namespace yomikiri {

struct BatchedOrder {
    double weight = 1;      // infinite: greedy
    double within = 0;      // ranks are at most this many times the true distance; 0: unknown
    std::size_t batch = 1;  // estimates per call
    std::size_t row = 0;    // bytes per position in a batch
};

// External estimates.
inline constexpr int kMostOutside = 16383, kDeadOutside = 65535;

// `evaluate(codes, count, values)` turns rows of codes into estimates: 0 to kMostOutside, or kDeadOutside.
template <Game G, class Evaluate>
class BatchedBestFirst {
  public:
    using Key = typename G::Key;
    static constexpr std::size_t kMostBatch = 65536;
    static constexpr std::uint8_t kPadding = 255;  // fills a row after a shorter code

    BatchedBestFirst(const G& game, const BatchedOrder& order, const Evaluate& evaluate, MemoryBudget& budget,
                     Control& control)
        : game_(game),
          order_(order),
          evaluate_(evaluate),
          budget_(budget),
          control_(control),
          store_(budget, key_bytes(game)),
          queue_(budget),
          codes_(budget, order.batch * order.row),
          values_(order.batch) {}

    PathAnswer<Key> run(const Key& start) {
        if (!codes_) return finish(Outcome::kMemoryLimit);
        const auto root = store_.insert(start);
        if (root.what == Insert::kFull) return finish(Outcome::kMemoryLimit);
        State state;
        game_.open(start, state);
        if (game_.is_goal(state)) {
            solved_ = true;
            upper_ = 0;
            return finish(Outcome::kSolved);
        }
        wait_for_estimate(root.number, 0, root.number);
        if (const std::optional<Outcome> stop = evaluate_all()) return finish(*stop);
        while (promising()) {
            note_bound(queue_.least());
            if (const std::optional<Outcome> stop = collect()) return finish(*stop);
            if (greedy() && solved_) break;
            if (const std::optional<Outcome> stop = evaluate_all()) return finish(*stop);
        }
        if (!solved_) return finish(Outcome::kUnsolvable);
        note_bound(upper_);
        return finish(Outcome::kSolved);
    }

  private:
    using State = typename G::State;
    struct Data {
        std::uint32_t parent;
        std::uint32_t depth : 31;
        std::uint32_t closed : 1;
        std::uint16_t estimate;
    };
    static constexpr std::uint16_t kWaiting = 65534, kGoal = 65533;  // instead of an estimate

    bool greedy() const { return std::isinf(order_.weight); }
    bool trusted() const { return order_.within > 0; }
    bool promising() {
        if (greedy() && solved_) return false;
        const unsigned least = queue_.least();
        return least != BucketQueue::kNone && least < upper_;
    }
    unsigned rank(const Data& data) const {
        // A dead end by an unproved estimate comes after everything else.
        const int h = data.estimate == kDeadOutside ? kMostOutside + 1 : data.estimate;
        return greedy() ? static_cast<unsigned>(h) : static_cast<unsigned>(data.depth + order_.weight * h);
    }
    void note_bound(unsigned least) {
        if (!trusted() || std::isinf(order_.within)) return;
        // Subtract a hair, so that a quotient that should be whole is not rounded up.
        const double bound = std::ceil(least / order_.within - 1e-9);
        answer_.counts.lower_bound = std::max(answer_.counts.lower_bound, static_cast<int>(bound));
    }

    // Expands until there is a batch of new positions, or nothing promising is left.
    std::optional<Outcome> collect() {
        std::uint32_t number = 0;
        unsigned f = 0;
        while (waiting_.size() < order_.batch && promising()) {
            queue_.pop(number, f);
            Data& data = store_.data(number);
            if (data.closed || rank(data) != f) continue;
            if (const std::optional<Outcome> stop = watch()) return stop;
            data.closed = 1;
            ++answer_.counts.expanded;
            if (!expand(number, data.depth + 1)) return Outcome::kMemoryLimit;
        }
        return std::nullopt;
    }

    // False if memory ran out.
    bool expand(std::uint32_t number, std::uint32_t g) {
        State state;
        game_.open(store_.key(number), state);
        moves_.clear();
        game_.moves(state, moves_);
        for (const typename G::Move& move : moves_) {
            ++answer_.counts.generated;
            if (g >= upper_) continue;
            State next = state;
            game_.play(next, move);
            Key key = game_.key(next);
            if constexpr (HasCanonical<G>) key = game_.canonical(key);
            const auto reached = store_.insert(key);
            if (reached.what == Insert::kFull) return false;
            if (reached.what == Insert::kKnown) {
                if (!reach_again(reached.number, g, number)) return false;
            } else if (game_.is_goal(next)) {
                Data& data = store_.data(reached.number);
                data.parent = number;
                data.depth = g & kMostDepth;
                data.estimate = kGoal;
                solve(reached.number);
            } else {
                wait_for_estimate(reached.number, g, number);
            }
        }
        return true;
    }

    void wait_for_estimate(std::uint32_t number, std::uint32_t g, std::uint32_t parent) {
        Data& data = store_.data(number);
        data.parent = parent;
        data.depth = g & kMostDepth;
        data.estimate = kWaiting;
        waiting_.push_back(number);
    }

    // A known position reached again, perhaps by a shorter path; false if memory ran out.
    bool reach_again(std::uint32_t number, std::uint32_t g, std::uint32_t parent) {
        Data& data = store_.data(number);
        if (g >= data.depth || (trusted() && data.estimate == kDeadOutside)) return true;
        // In greedy search the length of the path does not matter.
        if (greedy() && data.closed) return true;
        data.parent = parent;
        data.depth = g & kMostDepth;
        data.closed = 0;
        if (data.estimate == kGoal) solve(number);
        return data.estimate == kGoal || data.estimate == kWaiting || push(number);
    }

    bool push(std::uint32_t number) {
        const Data& data = store_.data(number);
        if (trusted() && data.estimate == kDeadOutside) return true;
        const unsigned f = rank(data);
        if (!greedy() && f >= upper_) return true;  // its turn would never come
        return queue_.push(number, f, std::min<unsigned>(data.estimate, BucketQueue::kEstimates - 1));
    }

    void solve(std::uint32_t number) {
        solved_ = true;
        answer_.path.clear();
        for (std::uint32_t at = number; store_.data(at).parent != at; at = store_.data(at).parent)
            answer_.path.push_back(store_.key(at));
        std::reverse(answer_.path.begin(), answer_.path.end());
        // Less than the goal's depth if a shorter path to a position on the way was found meanwhile.
        upper_ = static_cast<unsigned>(answer_.path.size());
    }

    // Computes the estimates of all waiting positions, a batch at a time.
    std::optional<Outcome> evaluate_all() {
        for (std::size_t first = 0; first < waiting_.size(); first += order_.batch) {
            const std::size_t count = std::min(order_.batch, waiting_.size() - first);
            for (std::size_t i = 0; i < count; ++i) write(waiting_[first + i], i);
            evaluate_(reinterpret_cast<const std::uint8_t*>(codes_.data()), count, values_.data());
            for (std::size_t i = 0; i < count; ++i) {
                store_.data(waiting_[first + i]).estimate = checked(values_[i]);
                if (!push(waiting_[first + i])) return Outcome::kMemoryLimit;
            }
            // A call may take any time, so read the clock after each.
            tell();
            if (const std::optional<Outcome> stop = control_.glance(answer_.counts)) return stop;
        }
        waiting_.clear();
        return std::nullopt;
    }
    static std::uint16_t checked(std::int32_t value) {
        if ((value < 0 || value > kMostOutside) && value != kDeadOutside)
            refuse("an estimate of ", value, ": expected 0 to ", kMostOutside, " or ", kDeadOutside);
        return static_cast<std::uint16_t>(value);
    }
    void write(std::uint32_t number, std::size_t place) const {
        std::uint8_t* to = reinterpret_cast<std::uint8_t*>(codes_.data()) + place * order_.row;
        const Key key = store_.key(number);
        std::size_t size = 0;
        if constexpr (requires { game_.write(key); }) {
            const std::vector<std::uint8_t> code = game_.write(key);
            size = code.size();
            if (size <= order_.row) std::copy(code.begin(), code.end(), to);
        } else {
            size = key_bytes(game_);
            if (size <= order_.row) write_key(key, to, size);
        }
        if (size > order_.row) refuse("a code of ", size, " bytes: expected at most ", order_.row);
        std::fill(to + size, to + order_.row, kPadding);
    }

    void tell() {
        Counts& counts = answer_.counts;
        counts.open = queue_.size();
        counts.stored = store_.size();
        counts.bytes = budget_.used();
    }
    std::optional<Outcome> watch() {
        tell();
        return control_.check(answer_.counts);
    }
    PathAnswer<Key> finish(Outcome outcome) {
        tell();
        answer_.outcome = outcome;
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    static constexpr std::uint32_t kMostDepth = 0x7FFFFFFF;

    const G& game_;
    const BatchedOrder order_;
    const Evaluate& evaluate_;
    MemoryBudget& budget_;
    Control& control_;
    IndexedStore<Key, Data> store_;
    BucketQueue queue_;
    Region codes_;
    std::vector<std::int32_t> values_;
    std::vector<std::uint32_t> waiting_;
    typename G::Moves moves_;
    unsigned upper_ = std::numeric_limits<unsigned>::max();  // the length of the best solution
    bool solved_ = false;
    PathAnswer<Key> answer_;
};

}  // namespace yomikiri
