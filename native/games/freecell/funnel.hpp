// The sweeps of wide searches by a learned score: narrower towards the end, and with keys made late.
//
// As in sweeps.hpp each layer keeps what it has, and further sweeps take the next best: nothing is lost.  Two
// things differ.
//
// A beam needs its width where the choice is hard.  A mistake of the first half shows late, and by then the
// cards that lie in the way are known to everyone; near the end nearly all that is left leads home in about
// as many moves.  So a layer gets a smaller share the farther it is from the start.
//
// A child is only a score, its parent's number and a step: 12 bytes.  Its key is made, and looked up, when it
// is taken up, which one in six is.  Doubles are met then, side by side, as they have the same score.  What
// a layer takes up is chosen by counting scores, not by a heap; equals come in the order of their making.
//
// At equal processor time solutions are as short as those of sweeps of 2.5 times the positions.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "games/freecell/steps.hpp"

namespace yomikiri {

template <class D>
concept LateDomain = StepDomain<D> && requires(const D d, const typename D::State& s, typename D::Step step) {
    { d.key_after(s, step) } -> std::same_as<typename D::Key>;
    { d.ends(s, step) } -> std::same_as<bool>;
};

// How many of a layer a sweep takes up.  Found on the validation deals; a few layers more or less, or shares
// by moves to go instead of moves made, come to the same.
struct FunnelShares {
    static constexpr std::size_t kFull = 45, kMiddle = 65;
    // Few solutions are longer; a sweep that went on could wander for hundreds of moves.
    static constexpr std::size_t kDeep = 120;

    static std::size_t width(std::size_t width, std::size_t depth) {
        const std::size_t share = depth < kFull ? width : depth < kMiddle ? width * 2 / 5 : width / 5;
        return std::max<std::size_t>(share, 1);
    }
};

template <LateDomain D>
class Funnel {
  public:
    using Step = typename D::Step;
    using State = typename D::State;
    using Key = typename D::Key;

    Funnel(const D& domain, std::size_t width, MemoryBudget& budget, Control& control)
        : domain_(domain), width_(width), budget_(budget), control_(control), pool_(budget) {}

    // Gives up, and says that it left something out, when `most` have been expanded.
    StepsAnswer<Step> run(std::uint64_t most = ~std::uint64_t{0}) {
        // The parents of a layer are in the two before it.
        recent_count_ = std::bit_ceil(std::max(kRecent, 4 * width_));
        recent_ = Region(budget_, recent_count_ * sizeof(State));
        numbers_.assign(recent_count_, kNobody);
        if (!recent_ || pool_.insert(domain_.start(), Step{}, 0).what == Insert::kFull)
            return finish(Outcome::kMemoryLimit);
        if (domain_.is_goal(domain_.start())) return finish(Outcome::kSolved);
        domain_.open(domain_.start(), state(0));
        numbers_[0] = 0;
        std::optional<Outcome> end;
        for (std::size_t sweep = 1; !end && (sweep == 1 || open_ > 0); ++sweep) {
            answer_.levels.begin("sweep", static_cast<int>(sweep), answer_.counts, control_.seconds());
            if (sweep == 1) end = control_.check(answer_.counts);
            if (sweep == 1 && !end) end = expand(0, 0);
            for (std::size_t depth = 1; !end && depth < std::min(layers_.size(), sweep * kDeep); ++depth)
                end = sweep_layer(depth, most);
        }
        return finish(end.value_or(Outcome::kUnsolvable));
    }

  private:
    struct Entry {
        std::int32_t score;
        std::uint32_t parent;
        Step step;
    };
    static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_copyable_v<Entry>);
    // The positions that wait in a layer: of equal score, the older first.
    struct Layer {
        Region memory;
        std::size_t size = 0;
        Entry* begin() const { return reinterpret_cast<Entry*>(memory.data()); }
        Entry* end() const { return begin() + size; }
    };
    struct Chosen {
        Entry entry;
        Key key;
        std::uint64_t hash;
    };
    static constexpr std::size_t kDeep = FunnelShares::kDeep, kRecent = 256, kFirst = 64;
    // Scores that are counted apart; what is farther from the best of a layer is counted together.
    static constexpr std::size_t kScores = 1024;
    static constexpr std::uint32_t kNobody = 0xFFFFFFFF;

    std::optional<Outcome> sweep_layer(std::size_t depth, std::uint64_t most) {
        const std::size_t width = FunnelShares::width(width_, depth);
        for (std::size_t taken = 0; taken < width && layers_[depth].size > 0;) {
            // Some are doubles.
            choose(layers_[depth], (width - taken) * 3 / 2 + 2);
            std::size_t i = 0;
            for (; i < chosen_.size() && taken < width; ++i) {
                --open_;
                const auto [what, number] = pool_.insert(chosen_[i].key, chosen_[i].hash,
                                                         chosen_[i].entry.step, chosen_[i].entry.parent);
                if (what == Insert::kFull) return Outcome::kMemoryLimit;
                if (what == Insert::kKnown) continue;
                ++taken;
                make(number, chosen_[i]);
                answer_.counts.open = open_;
                answer_.counts.stored = pool_.size();
                answer_.counts.bytes = budget_.used();
                if (std::optional<Outcome> stop = control_.check(answer_.counts)) return stop;
                if (answer_.counts.expanded >= most) {
                    answer_.left_out = true;
                    return Outcome::kUnsolvable;
                }
                if (std::optional<Outcome> end = expand(number, depth)) return end;
            }
            put_back(layers_[depth], std::span(chosen_).subspan(i));
        }
        return std::nullopt;
    }

    // Takes the best `count` or more of a layer, in order, and makes their keys; the table is asked for all
    // of them before the first is looked up, so that its misses overlap.
    void choose(Layer& layer, std::size_t count) {
        std::int32_t best = layer.begin()->score;
        for (const Entry& entry : std::span(layer.begin(), layer.size)) best = std::min(best, entry.score);
        auto place = [&](const Entry& entry) {
            return std::min(static_cast<std::size_t>(entry.score - best), kScores - 1);
        };
        // At i + 1 how many have score i, then, up to the last one that is taken, where they begin.
        places_.fill(0);
        for (const Entry& entry : std::span(layer.begin(), layer.size)) ++places_[place(entry) + 1];
        std::size_t scores = 0, sum = 0;
        for (; scores < kScores && sum < count; ++scores)
            places_[scores + 1] = static_cast<std::uint32_t>(sum += places_[scores + 1]);
        const std::size_t together = scores == kScores ? places_[kScores - 1] : sum;
        chosen_.resize(sum);
        std::size_t kept = 0;
        for (const Entry& entry : std::span(layer.begin(), layer.size)) {
            if (const std::size_t at = place(entry); at < scores)
                chosen_[places_[at]++].entry = entry;
            else
                layer.begin()[kept++] = entry;
        }
        layer.size = kept;
        std::stable_sort(chosen_.begin() + static_cast<std::ptrdiff_t>(together), chosen_.end(),
                         [](const Chosen& a, const Chosen& b) { return a.entry.score < b.entry.score; });
        for (Chosen& each : chosen_) {
            const std::uint32_t parent = each.entry.parent;
            if (!is_recent(parent)) domain_.open(pool_.key(parent), forgotten_);
            each.key = domain_.key_after(is_recent(parent) ? state(parent) : forgotten_, each.entry.step);
            each.hash = each.key.hash();
            pool_.prefetch(each.hash);
        }
    }
    // In front of the others, which are worse.
    void put_back(Layer& layer, std::span<const Chosen> rest) {
        std::copy_backward(layer.begin(), layer.end(), layer.end() + rest.size());
        for (std::size_t i = 0; i < rest.size(); ++i) layer.begin()[i] = rest[i].entry;
        layer.size += rest.size();
    }

    State& state(std::uint32_t number) const {
        return reinterpret_cast<State*>(recent_.data())[number % recent_count_];
    }
    bool is_recent(std::uint32_t number) const { return numbers_[number % recent_count_] == number; }
    void make(std::uint32_t number, const Chosen& chosen) {
        const std::uint32_t parent = chosen.entry.parent;
        State& made = state(number);
        if (is_recent(parent)) {
            if (&made != &state(parent)) made = state(parent);
            domain_.play(made, chosen.entry.step, chosen.key, chosen.entry.score);
        } else {
            domain_.open(chosen.key, made);
        }
        numbers_[number % recent_count_] = number;
    }

    std::optional<Outcome> expand(std::uint32_t number, std::size_t depth) {
        const State& from = state(number);
        ++answer_.counts.expanded;
        std::optional<Outcome> end;
        domain_.for_each_step(from, pool_[number].step,
                              [&](Step step, const Key&, std::int32_t score, unsigned cost) {
                                  ++answer_.counts.generated;
                                  if (end) return;
                                  if (domain_.ends(from, step)) {
                                      answer_.steps.push_back(step);
                                      for (std::uint32_t i = number; i != 0; i = pool_[i].parent)
                                          answer_.steps.push_back(pool_[i].step);
                                      std::reverse(answer_.steps.begin(), answer_.steps.end());
                                      end = Outcome::kSolved;
                                  } else if (!push(depth + cost, {score, number, step})) {
                                      end = Outcome::kMemoryLimit;
                                  }
                              });
        return end;
    }
    bool push(std::size_t depth, const Entry& entry) {
        if (layers_.size() <= depth) layers_.resize(depth + 1);
        Layer& layer = layers_[depth];
        if ((layer.size + 1) * sizeof(Entry) > layer.memory.bytes()) {
            Region larger(budget_, std::max(kFirst * sizeof(Entry), layer.memory.bytes() * 2));
            if (!larger) return false;
            std::copy_n(layer.begin(), layer.size, reinterpret_cast<Entry*>(larger.data()));
            layer.memory = std::move(larger);
        }
        layer.begin()[layer.size++] = entry;
        ++open_;
        return true;
    }

    StepsAnswer<Step> finish(Outcome outcome) {
        answer_.outcome = outcome;
        answer_.counts.open = open_;
        answer_.counts.stored = pool_.size();
        answer_.counts.bytes = budget_.used();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    const D& domain_;
    const std::size_t width_;
    MemoryBudget& budget_;
    Control& control_;
    NodePool<Key, Step> pool_;
    std::vector<Layer> layers_;
    std::size_t open_ = 0;
    // The states of the positions expanded last, by number.
    std::size_t recent_count_ = 0;
    Region recent_;
    std::vector<std::uint32_t> numbers_;
    State forgotten_;
    std::array<std::uint32_t, kScores + 1> places_;
    std::vector<Chosen> chosen_;
    StepsAnswer<Step> answer_;
};

}  // namespace yomikiri
