// Beam search: depth by depth, keeping only the best few positions of each.  Finds a solution quickly.
//
// A position is never taken twice.  Steps may cost more than one move, so a child goes to the layer of its
// own depth.
#pragma once

#include "search/informed.hpp"

namespace yomikiri {

template <InformedDomain D>
class Beam : InformedSearch<D> {
    using Base = InformedSearch<D>;
    using Base::answer_, Base::domain_, Base::store_, Base::kNothing, Base::finish, Base::watch, Base::trace,
        Base::control_;

  public:
    using Key = typename D::Key;
    using Record = typename Base::Record;

    Beam(D& domain, std::size_t width, int upper, MemoryBudget& budget, Control& control)
        : Base(domain, budget, control), width_(std::max<std::size_t>(width, 1)), upper_(upper) {}

    // `depth` moves were made before.
    InformedAnswer<Key> run(const Key& start, int depth) {
        domain_.open(start);
        const int h = domain_.exact();
        if (h == kDeadEnd) return finish(Outcome::kUnsolvable);
        answer_.counts.lower_bound = depth + h;
        const std::uint32_t root = store_.add(Record(start, 0, depth, h), start.hash());
        if (root == kNothing) return finish(Outcome::kMemoryLimit);
        if (h == 0) {
            trace(root, depth);
            return finish(Outcome::kSolved);
        }
        layers_.resize(static_cast<std::size_t>(depth) + 1);
        layers_.back().push_back({0, root});
        for (std::size_t at = layers_.size() - 1; at < layers_.size() && static_cast<int>(at) < upper_;
             ++at) {
            std::vector<Entry> layer = std::move(layers_[at]);
            if (!layer.empty())
                answer_.levels.begin("depth", static_cast<int>(at), answer_.counts, control_.seconds());
            cut(layer);
            std::sort(layer.begin(), layer.end());
            for (const Entry& entry : layer) {
                if (std::optional<Outcome> stop = watch(layer.size())) return finish(*stop);
                if (!expand(entry.number)) return finish(Outcome::kMemoryLimit);
            }
        }
        return finish(answer_.solved ? Outcome::kSolved : Outcome::kUnsolvable);
    }

  private:
    struct Entry {
        std::int32_t score;
        std::uint32_t number;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    bool expand(std::uint32_t number) {
        const Record record = store_[number];
        domain_.open(record.key());
        domain_.list(record.estimate);
        ++answer_.counts.expanded;
        for (const auto& kid : domain_.kids()) {
            ++answer_.counts.generated;
            const int g = record.depth + kid.cost;
            if (g + kid.least >= upper_) {
                answer_.left_out = true;
                continue;
            }
            if (store_.find(kid.key, kid.hash) != kNothing) continue;
            const int h = domain_.settle(kid, upper_ - g).least;
            if (h == kDeadEnd) continue;
            if (g + h >= upper_) {
                answer_.left_out = true;
                continue;
            }
            const std::uint32_t child = store_.add(Record(kid.key, number, g, h), kid.hash);
            if (child == kNothing) return false;
            if (h == 0) {
                trace(child, g);
                upper_ = g;
                continue;
            }
            if (layers_.size() <= static_cast<std::size_t>(g))
                layers_.resize(static_cast<std::size_t>(g) + 1);
            std::vector<Entry>& layer = layers_[static_cast<std::size_t>(g)];
            layer.push_back({domain_.score(kid, h), child});
            if (layer.size() >= 2 * width_) cut(layer);
        }
        return true;
    }

    void cut(std::vector<Entry>& layer) {
        if (layer.size() <= width_) return;
        std::nth_element(layer.begin(), layer.begin() + static_cast<std::ptrdiff_t>(width_), layer.end());
        layer.resize(width_);
        answer_.left_out = true;
    }

    std::size_t width_;
    int upper_;
    std::vector<std::vector<Entry>> layers_;
};

}  // namespace yomikiri
