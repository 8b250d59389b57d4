// Positions with moves to go, for a score to learn from.
//
// A beam of `width` goes on some layers past its first goal; then the moves to go of what it expanded are
// carried backwards along all its steps.  They are upper bounds, close ones if the beam is wide.  A position
// from which no goal was reached is worse than others of its layer, or was crowded out.
#pragma once

#include <algorithm>
#include <numeric>

#include "games/freecell/node_pool.hpp"
#include "random.hpp"

namespace yomikiri {

template <class D>
class Harvest {
  public:
    using Key = typename D::Key;
    static constexpr int kUnreached = 1 << 20;
    // A beam that is still without a goal by then is lost; solutions are rarely half as long.
    static constexpr std::size_t kMostLayers = 512;

    struct Sample {
        Key key;
        int layer, to_go;  // kUnreached: no goal was found from it
    };

    Harvest(const D& domain, std::size_t width, std::size_t beyond, MemoryBudget& budget)
        : domain_(domain), width_(width), beyond_(beyond), pool_(budget) {}

    // Searches from all of these; false if memory ran out.
    bool run(const std::vector<Key>& starts) {
        typename D::State state;
        layers_.resize(1);
        for (const Key& start : starts) {
            domain_.open(start, state);
            const auto [what, number] = pool_.insert(start, {}, 0);
            if (what == Insert::kFull) return false;
            if (what == Insert::kNew) layers_[0].push_back({state.score, number});
        }
        std::size_t last = kMostLayers;
        for (std::size_t depth = 0; depth < layers_.size() && depth < last; ++depth) {
            std::sort(layers_[depth].begin(), layers_[depth].end());
            const std::size_t count = std::min(width_, layers_[depth].size());
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint32_t from = layers_[depth][i].number;
                domain_.open(pool_.key(from), state);
                bool full = false;
                // A card that has just moved may move again: the label should not depend on the way here.
                domain_.for_each_step(state, {},
                                      [&](typename D::Step step, const Key& key, int score, unsigned cost) {
                                          if (full) return;
                                          const auto [what, to] = pool_.insert(key, step, from);
                                          full = what == Insert::kFull;
                                          if (full) return;
                                          edges_.push_back({from, to, cost});
                                          if (what == Insert::kKnown) return;
                                          const std::size_t layer = depth + cost;
                                          if (domain_.is_goal(key)) {
                                              goals_.push_back(to);
                                              last = std::min(last, layer + std::min(beyond_, kMostLayers));
                                              return;
                                          }
                                          if (layers_.size() <= layer) layers_.resize(layer + 1);
                                          layers_[layer].push_back({score, to});
                                      });
                if (full) return false;
            }
        }
        carry_back();
        return true;
    }

    std::size_t layers() const { return layers_.size(); }
    int to_go(const Key& key) {
        const auto [what, number] = pool_.insert(key, {}, 0);
        return what == Insert::kKnown ? to_go_[number] : kUnreached;
    }

    // Some of the expanded positions of a layer, drawn by `random`: so many from which a goal was reached,
    // and half as many others.
    void sample(std::size_t layer, std::size_t count, SplitMix64& random, std::vector<Sample>& into) const {
        const std::size_t expanded = std::min(width_, layers_[layer].size());
        std::vector<Entry> all(layers_[layer].begin(),
                               layers_[layer].begin() + static_cast<std::ptrdiff_t>(expanded));
        const auto middle = std::stable_partition(
            all.begin(), all.end(), [&](const Entry& entry) { return to_go_[entry.number] != kUnreached; });
        const std::size_t reached = static_cast<std::size_t>(middle - all.begin());
        if (reached == 0) return;
        std::vector<Entry> others(middle, all.end());
        all.resize(reached);
        draw(layer, all, count, random, into);
        draw(layer, others, count / 2, random, into);
    }
    // The `best` of all positions of a layer, expanded or not, and some of the others.
    std::vector<Key> frontier(std::size_t layer, std::size_t best, std::size_t others,
                              SplitMix64& random) const {
        std::vector<Entry> all = layers_[layer];
        std::sort(all.begin(), all.end());
        shuffle(all, best, others, random);
        std::vector<Key> keys;
        for (std::size_t i = 0; i < std::min(best + others, all.size()); ++i)
            keys.push_back(pool_.key(all[i].number));
        return keys;
    }

  private:
    struct Entry {
        int score;
        std::uint32_t number;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    struct Edge {
        std::uint32_t from, to, cost;
    };

    void draw(std::size_t layer, std::vector<Entry>& all, std::size_t count, SplitMix64& random,
              std::vector<Sample>& into) const {
        shuffle(all, 0, count, random);
        for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
            into.push_back({pool_.key(all[i].number), static_cast<int>(layer), to_go_[all[i].number]});
    }
    // Puts `count` random entries at `first` and after.
    static void shuffle(std::vector<Entry>& all, std::size_t first, std::size_t count, SplitMix64& random) {
        for (std::size_t i = first; i < std::min(first + count, all.size()); ++i)
            std::swap(all[i], all[i + random.next() % (all.size() - i)]);
    }

    void carry_back() {
        to_go_.assign(pool_.size(), kUnreached);
        for (const std::uint32_t goal : goals_) to_go_[goal] = 0;
        for (std::size_t i = edges_.size(); i-- > 0;) {
            const auto [from, to, cost] = edges_[i];
            if (to_go_[to] != kUnreached)
                to_go_[from] = std::min(to_go_[from], to_go_[to] + static_cast<int>(cost));
        }
    }

    const D& domain_;
    std::size_t width_, beyond_;
    NodePool<Key, typename D::Step> pool_;
    std::vector<std::vector<Entry>> layers_;
    std::vector<Edge> edges_;  // in the order of layers
    std::vector<std::uint32_t> goals_;
    std::vector<int> to_go_;
};

}  // namespace yomikiri
