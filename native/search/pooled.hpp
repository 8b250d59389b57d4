// Pooled depth-first search: decides whether a goal can be reached, in an order that does not get stuck.
//
// Waiting positions are kept in a pool.  A turn draws a few at random and takes the one with the fewest steps
// behind it, searches depth first below it, best child first, until it has taken up a few hundred positions,
// and puts the rest of its stack back into the pool.  One state store serves all turns, so every position is
// taken up once and the search is exhaustive: when the pool is empty, there is no solution.  A plain
// depth-first search can get stuck below one early mistake; a best-first search never gets deep.  Drawing
// avoids both, as long as it is fair: taking the best of many draws keeps the search where it already is,
// because no game's score notices an early mistake (docs/full-game.md has the figures).
//
// In games where half of what is met still waits, the pool takes more memory than the store.  So while it is
// crowded, turns are long, continue what was put back last, and put back the best child last: depth-first
// search, of which half as much waits.  Deal 17760 of FreeCell with two cells takes 19 bytes for a position,
// after 60 million, if the pool is crowded at a thousand.  With draws alone it takes 34, but they win that
// deal after 42 million; so not earlier than need be.
//
// The game says what to do with a position (Prospect) when it is taken up.  A forced position has one child,
// which is followed at once; open ones wait on the stack.  Children wait in a short queue between being
// located and being looked up, so that their cache misses overlap.
//
// The search is the same on every machine and in every run: the draws come from a seeded generator, and time
// decides only when to stop.
//
// Several searches of this kind can share one problem (pooled_team.hpp): each owns some of the positions, and
// posts children owned by another instead of looking them up.
//
// Counters: `expanded` counts positions taken up, that is, new in the store, tested, and then given up,
// followed or put aside; the node limit applies to these.  `generated` counts children made, `stored` the
// positions in the store.
#pragma once

#include "random.hpp"
#include "search/control.hpp"
#include "search/pooled_space.hpp"
#include "stores/blocks.hpp"
#include "stores/hash_store.hpp"

namespace yomikiri {

// A search by itself: every position is its own, and the caller's control is its gauge.
template <class>
struct NoPost {
    static constexpr bool kSends = false;
    using Gauge = Control;
};

template <PooledSpace Space, PositionSet Store, template <class> class PostOf = NoPost>
class PooledSearch {
  public:
    using Node = typename Space::Node;
    using Step = typename Space::Step;
    using Post = PostOf<Space>;
    using Gauge = typename Post::Gauge;

    PooledSearch(Space& space, MemoryBudget& budget, Gauge& gauge, const PoolOptions& options, Post post = {})
        : space_(space),
          budget_(budget),
          gauge_(gauge),
          post_(std::move(post)),
          random_(options.draws),
          crowd_(options.crowd),
          store_(budget, space.key_bytes()),
          blocks_(budget, false),
          pool_(budget, &blocks_),
          tree_(budget, &blocks_),
          stack_(budget, &blocks_),
          reached_(budget, &blocks_) {
        if constexpr (requires { store_.be_roomy(); }) store_.be_roomy();
    }

    // The whole search.  Fills the answer except for the path, which the game makes from steps().
    Answer run(const Node& root) {
        answer_.outcome = begin(root) && work(kNoEnd) ? Outcome::kUnsolvable : stop_;
        Answer answer = answer_;
        answer.counts = counts();
        answer.peak_bytes = budget_.peak();
        answer.error_bound = error_bound();
        answer.seconds = gauge_.seconds();
        return answer;
    }

    // The same in pieces.  Each returns false when the search is over, for the reason that stopped() gives.
    bool begin(const Node& root) {
        if (!tree_.push({kNone, {}, kHere})) return stop(Outcome::kMemoryLimit);
        if (!reached_.push({kNone, 0, 0, {}})) return stop(Outcome::kMemoryLimit);
        behind_last().node = root;
        enqueue(kNone, {});
        kids_ = 0;
        return drain() && push_kids() && put_back();
    }
    // Takes turns until nothing is waiting, or that many positions have been taken up.
    bool work(std::uint64_t end) {
        while (!pool_.empty() && answer_.counts.expanded < end)
            if (!(is_crowded() ? turn(last(), std::min(kLongTurn, end - answer_.counts.expanded))
                               : turn(draw(), kTurn)))
                return false;
        return true;
    }
    // Takes up positions posted by search `home`.  A dive that reached the border continues here, as long as
    // fewer than `end` positions have been taken up; the others wait.
    template <class Letters>
    bool receive(const Letters& letters, std::size_t home, std::uint64_t end) {
        reached_.clear();
        end_ = 0;
        for (std::size_t i = 0; i < letters.size(); ++i)
            if (letters[i].left == 0 && !open_letter(letters[i], home)) return false;
        if (!drain() || !push_kids() || !put_back()) return false;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            if (letters[i].left == 0) continue;
            reached_.clear();
            end_ = std::min(answer_.counts.expanded + letters[i].left, end);
            if (!open_letter(letters[i], home) || !drain() || !push_kids() || !dive()) return false;
        }
        return true;
    }

    bool is_idle() const { return pool_.empty(); }
    Outcome stopped() const { return stop_; }
    Post& post() { return post_; }
    double error_bound() const { return store_.error_bound(); }
    Counts counts() const {
        Counts now = answer_.counts;
        now.stored = store_.size();
        now.open = pool_.size();
        now.bytes = budget_.used();
        return now;
    }

    // The steps from the root to the goal, once solved.
    std::vector<Step> steps() const {
        std::vector<Step> found;
        std::uint32_t saved = steps_back(found);
        while (const TreeNode* node = steps_back(saved, found)) saved = node->parent;
        std::reverse(found.begin(), found.end());
        return found;
    }

    // The same in pieces, backwards: from the goal to a position in the tree; and from there to the root, or
    // to a position posted by another search.
    static constexpr std::uint16_t kHere = 0xFFFF;
    struct TreeNode {  // the permanent path to positions in the pool
        std::uint32_t parent;
        Step step;
        std::uint16_t home;  // where the parent is
    };
    std::uint32_t steps_back(std::vector<Step>& found) const {
        std::uint32_t i = goal_;
        for (; reached_[i].parent != kNone; i = reached_[i].parent) found.push_back(reached_[i].step);
        return reached_[i].saved;
    }
    // The posted one, or none: the root.
    const TreeNode* steps_back(std::uint32_t saved, std::vector<Step>& found) const {
        for (; tree_[saved].home == kHere; saved = tree_[saved].parent) {
            if (tree_[saved].parent == kNone) return nullptr;
            found.push_back(tree_[saved].step);
        }
        return &tree_[saved];
    }

  private:
    static constexpr std::uint64_t kTurn = 300;         // positions to take up in a turn
    static constexpr std::uint64_t kLongTurn = 10'000;  // when the pool is crowded
    static constexpr std::size_t kDraws = 4;            // entries of the pool to choose from
    static constexpr std::size_t kQueue = 32;           // children between location and lookup
    static constexpr std::size_t kMaxKids =
        256;  // children of one position for the stack, more go to the pool
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

    // The path to what a turn has reached, until the turn is over; `saved` is its number in the tree, if any,
    // `steps` the length of the whole path.
    struct Reached {
        std::uint32_t parent, saved, steps;
        Step step;
    };
    struct Entry {
        typename Space::Packed packed;
        std::uint32_t tree, steps;
    };
    struct Item {
        Node node;
        std::uint32_t reached;
        int score;
    };
    struct alignas(64) Waiting {  // a node in as few cache lines as possible
        Node node;
        Child<typename Space::Key> child;
        typename Store::Place place;
        std::uint32_t parent;
        Step step;
    };

    bool is_crowded() const { return pool_.size() >= crowd_; }
    Entry last() {
        const Entry entry = pool_.back();
        pool_.pop();
        return entry;
    }
    Entry draw() {
        std::size_t best = pick();
        for (std::size_t k = 1; k < kDraws; ++k) {
            std::size_t other = pick();
            if (pool_[other].steps < pool_[best].steps) best = other;
        }
        Entry entry = pool_[best];
        pool_[best] = pool_.back();
        pool_.pop();
        return entry;
    }
    std::size_t pick() {
        // The high half of a 64-bit product: uniform to within one part in 2^32.
        return static_cast<std::size_t>((random_.next() >> 32) * pool_.size() >> 32);
    }

    bool turn(const Entry& entry, std::uint64_t length) {
        end_ = answer_.counts.expanded + length;
        reached_.clear();
        if (!reached_.push({kNone, entry.tree, entry.steps, {}})) return stop(Outcome::kMemoryLimit);
        if (!stack_.push({space_.unpack(entry.packed), 0, 0})) return stop(Outcome::kMemoryLimit);
        return dive();
    }

    // Searches depth first below the stack, until the turn is over or the dive continues elsewhere.
    bool dive() {
        while (!stack_.empty() && answer_.counts.expanded < end_ && !gone_) {
            // A popped item stays in place until something is pushed: its children go elsewhere first.
            const Item& item = stack_.back();
            stack_.pop();
            if (!expand(item.node, item.reached) || !drain() || !push_kids()) return false;
        }
        gone_ = false;
        return put_back();
    }

    template <class Letter>
    bool open_letter(const Letter& letter, std::size_t home) {
        // Its parent is in the tree of the other search; here it has another number.
        const auto parent = static_cast<std::uint32_t>(reached_.size());
        const auto alias = static_cast<std::uint32_t>(tree_.size());
        if (alias == kNone || !tree_.push({letter.tree, {}, static_cast<std::uint16_t>(home)}) ||
            !reached_.push({kNone, alias, letter.steps, {}}))
            return stop(Outcome::kMemoryLimit);
        while (waiting_ == kQueue - 1)
            if (!take_up(dequeue())) return false;
        behind_last().node = letter.node;
        enqueue(parent, letter.step);
        return true;
    }

    bool expand(const Node& node, std::uint32_t reached) {
        struct {
            PooledSearch& search;
            std::uint32_t parent;
            // Others are taken up only while an item of the stack is expanded: a forced position leaves the
            // queue just before, so there is room for its one child.
            Node* place() {
                if (search.unsent_) return nullptr;
                while (search.waiting_ == kQueue - 1)
                    if (!search.take_up(search.dequeue())) return nullptr;
                return &search.behind_last().node;
            }
            void take(Step step) {
                ++search.answer_.counts.generated;
                if constexpr (Post::kSends)
                    if (search.sent_away(parent, step)) return;
                search.enqueue(parent, step);
            }
        } nursery{*this, reached};
        return space_.for_each_child(node, nursery) && !unsent_;
    }

    // Posts the child made behind the last one if another search owns it.
    bool sent_away(std::uint32_t parent, Step step) {
        const Node& node = behind_last().node;
        const std::size_t owner = post_.owner(space_.zone(node));
        if (owner == post_.self) return false;
        const std::uint32_t saved = save(parent);
        unsent_ |= saved == kNone || !post_.send(owner, {node, saved, reached_[parent].steps, 0, step});
        if (unsent_)
            stop_ = Outcome::kMemoryLimit;
        else
            post_.note(owner, space_.score(node));
        return true;
    }

    // The queue always has a spare slot, so that the item dequeued last is not overwritten at once.
    Waiting& behind_last() { return queue_[(first_ + waiting_) % kQueue]; }

    // Enqueues the child made behind the last one.
    void enqueue(std::uint32_t parent, Step step) {
        Waiting& last = behind_last();
        ++waiting_;
        last.parent = parent;
        last.step = step;
        last.child.hash = space_.hash(last.node);
        if constexpr (!Store::kByHash) last.child.key = space_.key(last.node);
        last.child.record = 0;
        last.place = store_.locate(last.child);
        store_.prefetch(last.place);
    }
    Waiting& dequeue() {
        Waiting& oldest = queue_[first_];
        first_ = (first_ + 1) % kQueue;
        --waiting_;
        return oldest;
    }
    bool drain() {
        while (waiting_ > 0)
            if (!take_up(dequeue())) return false;
        return true;
    }

    bool take_up(Waiting& child) {
        Insert inserted = store_.insert(child.place, child.child);
        if (inserted == Insert::kKnown) return true;
        if (inserted == Insert::kFull) return stop(Outcome::kMemoryLimit);
        std::uint32_t here = static_cast<std::uint32_t>(reached_.size());
        if (space_.is_goal(child.node)) {
            if (!reach(child)) return stop(Outcome::kMemoryLimit);
            goal_ = child.parent == kNone ? 0 : here;
            return stop(Outcome::kSolved);
        }
        answer_.counts.open = pool_.size() + stack_.size();
        answer_.counts.stored = store_.size();
        answer_.counts.bytes = budget_.used();
        if (std::optional<Outcome> limit = gauge_.check(answer_.counts)) return stop(*limit);
        ++answer_.counts.expanded;
        Prospect prospect = space_.examine(child.node);
        if (prospect == Prospect::kLost) return true;
        if (child.parent == kNone)
            here = 0;  // the root
        else if (!reach(child))
            return stop(Outcome::kMemoryLimit);
        if (prospect == Prospect::kForced) return expand(child.node, here);
        const int score = space_.score(child.node);
        if (kids_ == kMaxKids) return put_back(Item{child.node, here, score});
        kid_[kids_++] = {child.node, here, score};
        return true;
    }

    bool reach(const Waiting& child) {
        std::uint32_t steps = child.parent == kNone ? 0 : reached_[child.parent].steps + 1;
        return reached_.push({child.parent, kNone, steps, child.step});
    }

    // Pushes the children of one position onto the stack, the best on top.
    bool push_kids() {
        // Insertion sort: there are rarely more than four.  Among equals the last made is taken first.
        std::array<std::uint16_t, kMaxKids> order;
        for (std::size_t i = 0; i < kids_; ++i) {
            std::size_t k = i;
            for (; k > 0 && kid_[order[k - 1]].score > kid_[i].score; --k) order[k] = order[k - 1];
            order[k] = static_cast<std::uint16_t>(i);
        }
        for (std::size_t i = 0; i < kids_; ++i)
            if (!stack_.push(kid_[order[i]])) return stop(Outcome::kMemoryLimit);
        if constexpr (Post::kSends) {
            // The best child may have been posted: then the dive continues there.
            const int best = kids_ == 0 ? Post::kWorst : kid_[order[kids_ - 1]].score;
            const std::uint64_t left = end_ - std::min(end_, answer_.counts.expanded);
            gone_ = post_.follow(best, left) && left > 0;
        }
        kids_ = 0;
        return true;
    }

    bool put_back() {
        if (is_crowded()) {
            for (std::size_t i = 0; i < stack_.size(); ++i)
                if (!put_back(stack_[i])) return false;
            stack_.clear();
        }
        for (; !stack_.empty(); stack_.pop())
            if (!put_back(stack_.back())) return false;
        return true;
    }
    bool put_back(const Item& item) {
        const std::uint32_t saved = save(item.reached);
        if (saved == kNone || !pool_.push({space_.pack(item.node), saved, reached_[item.reached].steps}))
            return stop(Outcome::kMemoryLimit);
        return true;
    }

    // The number in the tree of what a turn has reached; none if there is no memory for it.
    std::uint32_t save(std::uint32_t i) {
        // Collect the part of the path that is not yet in the tree, upwards, then write it downwards.
        way_.clear();
        for (; reached_[i].saved == kNone; i = reached_[i].parent) way_.push_back(i);
        std::uint32_t parent = reached_[i].saved;
        for (; !way_.empty(); way_.pop_back()) {
            Reached& step = reached_[way_.back()];
            if (tree_.size() >= kNone || !tree_.push({parent, step.step, kHere})) return kNone;
            parent = step.saved = static_cast<std::uint32_t>(tree_.size() - 1);
        }
        return parent;
    }

    bool stop(Outcome outcome) {
        stop_ = outcome;
        return false;
    }

    Space& space_;
    MemoryBudget& budget_;
    Gauge& gauge_;
    [[no_unique_address]] Post post_;
    SplitMix64 random_;
    std::size_t crowd_;
    Store store_;
    GrowingRegion blocks_;  // of the four that follow
    Blocks<Entry> pool_;
    Blocks<TreeNode> tree_;
    Blocks<Item> stack_;
    Blocks<Reached> reached_;
    std::vector<std::uint32_t> way_;  // the path from a turn's first position: hundreds, or thousands
    std::array<Waiting, kQueue> queue_;
    std::size_t first_ = 0, waiting_ = 0;
    std::array<Item, kMaxKids> kid_;
    std::size_t kids_ = 0;
    std::uint32_t goal_ = kNone;
    std::uint64_t end_ = 0;  // of the turn
    bool gone_ = false;      // the dive continues elsewhere
    bool unsent_ = false;    // a child could not be posted
    Outcome stop_ = Outcome::kUnsolvable;
    Answer answer_;
};

}  // namespace yomikiri
