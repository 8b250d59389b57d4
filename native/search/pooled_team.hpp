// Pooled search on several threads: one member each, and every position is owned by one of them.
//
// A game says in which *zone* a position lies: a feature that few moves change.  Zones are assigned by a
// hash, so a member meets all positions of its zones and nobody else does: each has its own table, pool and
// tree, and they share nothing but letters.  A child in another member's zone is posted, and that member
// takes it up in the next round.  If zones changed with every move, half of all children would be sent and no
// dive would get deep; with few changes most of a turn stays local.  (Distributing by the hash of such an
// abstraction is Zhou & Hansen's and Jinnai & Fukunaga's idea for A*.)
//
// Rounds keep it reproducible: in each, every member reads the letters of the previous round and works until
// it has taken up a fixed number of positions, whatever the others do, and all wait for the last.  So the
// search depends on the number of members, not on which thread was faster.  It is exhaustive for the same
// reason as a single search: every new position is taken up by its owner, and the search ends when all pools
// are empty and no letter is left.
#pragma once

#include <atomic>
#include <memory>

#include "search/pooled.hpp"
#include "search/thread_team.hpp"

namespace yomikiri {

template <class S>
concept ZonedSpace = PooledSpace<S> && requires(S space, const typename S::Node& node) {
    { space.zone(node) } -> std::same_as<std::uint64_t>;
};

// What the gauges of all members share: only the calling thread may use the control.
struct TeamControl {
    Control& control;
    Counts before{};                // of all members, when the round began
    std::atomic<bool> over{false};  // out of time or memory, or cancelled
};

// A member's limits within a round.
class MemberGauge {
  public:
    explicit MemberGauge(TeamControl& team) : team_(team) {}

    void begin(std::uint64_t most, bool looks) {
        most_ = most;
        looks_ = looks;
        countdown_ = 1;
    }
    std::optional<Outcome> check(const Counts& own) {
        if (own.expanded >= most_) return Outcome::kNodeLimit;
        if (--countdown_ > 0) return std::nullopt;
        countdown_ = kPeriod;
        if (team_.over.load(std::memory_order_relaxed)) return Outcome::kCancelled;
        return looks_ ? team_.control.glance(team_.before) : std::nullopt;
    }

  private:
    static constexpr int kPeriod = 512;

    TeamControl& team_;
    std::uint64_t most_ = 0;
    bool looks_ = false;
    int countdown_ = 1;
};

// The letters of one member to all the others, of this round and of the one before, which they read.
template <class Space>
class Post {
  public:
    static constexpr bool kSends = true;
    using Gauge = MemberGauge;
    struct Letter {
        typename Space::Node node;
        std::uint32_t tree, steps;  // where it comes from, and how far that is from the root
        std::uint32_t left;         // how many positions of a dive continue here; none: let it wait
        typename Space::Step step;
    };

    Post(std::size_t own, std::size_t members, MemoryBudget& budget) : self(own) {
        for (std::vector<Blocks<Letter>>& round : boxes_)
            for (std::size_t i = 0; i < members; ++i) round.emplace_back(budget);
    }

    std::size_t self;

    std::size_t owner(std::uint64_t zone) const {
        return static_cast<std::size_t>((zone >> 32) * boxes_[0].size() >> 32);
    }
    bool send(std::size_t to, const Letter& letter) { return boxes_[now_][to].push(letter); }

    // Remembers the best position sent since the last call; if it is better than `score`, a dive of `left`
    // positions continues there.
    static constexpr int kWorst = -1000000;
    void note(std::size_t to, int score) {
        if (score <= best_) return;
        best_ = score;
        best_to_ = to;
        best_at_ = boxes_[now_][to].size() - 1;
    }
    bool follow(int score, std::uint64_t left) {
        const bool better = std::exchange(best_, kWorst) > score;
        if (better) boxes_[now_][best_to_][best_at_].left = static_cast<std::uint32_t>(left);
        return better;
    }

    // A new round: written letters become readable, read ones are discarded.
    void turn_over() {
        now_ = 1 - now_;
        for (Blocks<Letter>& box : boxes_[now_]) box.clear();
    }
    const Blocks<Letter>& to(std::size_t member) const { return boxes_[1 - now_][member]; }
    bool wrote() const {
        return std::any_of(boxes_[now_].begin(), boxes_[now_].end(), [](auto& box) { return !box.empty(); });
    }

  private:
    std::vector<Blocks<Letter>> boxes_[2];
    std::size_t now_ = 0;
    int best_ = kWorst;
    std::size_t best_to_ = 0, best_at_ = 0;
};

template <ZonedSpace Space, PositionSet Store>
class PooledTeam {
  public:
    using Step = typename Space::Step;
    using Member = PooledSearch<Space, Store, Post>;

    // One space for each thread: they keep their own scratch data.
    PooledTeam(std::vector<std::unique_ptr<Space>>& spaces, MemoryBudget& budget, Control& control,
               const std::optional<std::uint64_t>& nodes, const PoolOptions& pool)
        : budget_(budget), control_(control), nodes_(nodes), shared_{control}, team_(spaces.size()) {
        const std::size_t count = spaces.size();
        for (std::size_t i = 0; i < count; ++i) {
            gauges_.push_back(std::make_unique<MemberGauge>(shared_));
            const PoolOptions own{pool.draws + i, pool.hash, pool.crowd / count};
            members_.push_back(std::make_unique<Member>(*spaces[i], budget, *gauges_[i], own,
                                                        Post<Space>(i, count, budget)));
        }
    }

    // As PooledSearch::run().
    Answer run(Space& space, const typename Space::Node& root) {
        Answer answer;
        answer.outcome = search(root, members_[0]->post().owner(space.zone(root)));
        answer.counts = counts();
        answer.peak_bytes = budget_.peak();
        for (const auto& member : members_) answer.error_bound += member->error_bound();
        answer.seconds = control_.seconds();
        return answer;
    }

    std::vector<Step> steps() const {
        std::vector<Step> found;
        std::size_t at = winner_;
        std::uint32_t saved = members_[at]->steps_back(found);
        while (const auto* node = members_[at]->steps_back(saved, found)) {
            at = node->home;
            saved = node->parent;
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

  private:
    // Positions that a member takes up in a round: few at first, when there is little to share, then enough
    // to make the waiting for each other negligible.
    static constexpr std::uint64_t kFirst = 300, kMost = 16384;

    Outcome search(const typename Space::Node& root, std::size_t owner) {
        gauges_[owner]->begin(nodes_.value_or(kUnlimited), true);
        if (!members_[owner]->begin(root)) {
            winner_ = owner;
            return members_[owner]->stopped();
        }
        for (;;) {
            bool over = true;
            for (const auto& member : members_) over &= member->is_idle() && !member->post().wrote();
            if (over) return Outcome::kUnsolvable;
            shared_.before = counts();
            if (std::optional<Outcome> limit = control_.glance(shared_.before)) return *limit;
            if (std::optional<Outcome> outcome = round()) return *outcome;
        }
    }

    std::optional<Outcome> round() {
        const std::size_t count = members_.size();
        const std::uint64_t quota = std::clamp(shared_.before.expanded / 64, kFirst, kMost);
        const std::uint64_t left = control_.left(shared_.before);
        for (auto& member : members_) member->post().turn_over();
        went_on_.assign(count, true);
        auto work = [&](std::size_t i, std::size_t who, std::uint64_t most) {
            Member& member = *members_[i];
            const std::uint64_t before = member.counts().expanded;
            gauges_[i]->begin(most == kUnlimited ? most : before + most, who == 0);
            bool going = true;
            for (std::size_t from = 0; from < count && going; ++from)
                going = member.receive(members_[from]->post().to(i), from, before + quota);
            went_on_[i] = going && member.work(before + quota);
            if (!went_on_[i] && member.stopped() != Outcome::kSolved) shared_.over = true;
        };
        if (left / count > kSpare + quota) {
            team_.run(count, [&](std::size_t i, std::size_t who) {
                work(i, who, left == kUnlimited ? left : left / count);
            });
        } else {
            // Near the node limit they work one after another, so that it is met exactly.
            std::uint64_t rest = left;
            for (std::size_t i = 0; i < count && !shared_.over; ++i) {
                const std::uint64_t before = members_[i]->counts().expanded;
                work(i, 0, rest);
                rest -= members_[i]->counts().expanded - before;
            }
        }
        return outcome();
    }

    // Why a round was the last one; for a solution, that of the first member that has one.
    std::optional<Outcome> outcome() {
        std::optional<Outcome> found;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (went_on_[i]) continue;
            const Outcome own = members_[i]->stopped();
            if (own == Outcome::kSolved) {
                winner_ = i;
                return own;
            }
            // A member that was told to stop reports "cancelled"; the one that told it knows the reason.
            if (!found || *found == Outcome::kCancelled) found = own;
        }
        return found;
    }

    Counts counts() const {
        Counts all;
        for (const auto& member : members_) {
            const Counts own = member->counts();
            all.expanded += own.expanded;
            all.generated += own.generated;
            all.stored += own.stored;
            all.open += own.open;
        }
        all.bytes = budget_.used();
        return all;
    }

    static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};
    // A turn takes up a few more positions than it should; a large component has many children.
    static constexpr std::uint64_t kSpare = 100000;

    MemoryBudget& budget_;
    Control& control_;
    std::optional<std::uint64_t> nodes_;
    TeamControl shared_;
    std::vector<std::unique_ptr<MemberGauge>> gauges_;
    std::vector<std::unique_ptr<Member>> members_;
    std::vector<char> went_on_;  // a byte each: several threads write
    std::size_t winner_ = 0;
    ThreadTeam team_;  // the last member: its threads end before the others go
};

// One search, or a team of one for each space.  If there is a goal, `steps` lead to it.
template <PositionSet Store, PooledSpace Space>
Answer decide_pooled(std::vector<std::unique_ptr<Space>>& spaces, const typename Space::Node& root,
                     MemoryBudget& budget, Control& control, const std::optional<std::uint64_t>& nodes,
                     const PoolOptions& pool, std::vector<typename Space::Step>& steps) {
    Answer answer;
    if (spaces.size() == 1) {
        auto search = std::make_unique<PooledSearch<Space, Store>>(*spaces[0], budget, control, pool);
        answer = search->run(root);
        if (answer.outcome == Outcome::kSolved) steps = search->steps();
    } else if constexpr (ZonedSpace<Space>) {
        PooledTeam<Space, Store> team(spaces, budget, control, nodes, pool);
        answer = team.run(*spaces[0], root);
        if (answer.outcome == Outcome::kSolved) steps = team.steps();
    }
    return answer;
}

}  // namespace yomikiri
