// Beam search that keeps two layers of positions, and of all others only how they were reached.
//
// beam.hpp keeps every position that it meets: 24 bytes and more for each, and a look-up in gigabytes for
// every child.  A wide beam cannot afford that.  Here a layer is forgotten as soon as the second one after it
// is finished; what remains of a position is the number of its parent and of the step from there, five bytes,
// from which the steps of a solution are played again.
//
// Every step costs one move, so the layers are the depths.  A child is looked up in the layer where it
// belongs and in the one before its parent's.  That is enough where a step can be undone and changes the
// parity of a position, as a slide does: all neighbours of a position lie in the layers before and after its
// own.  A position comes again only where the beam had dropped it, or had reached it by a detour.  A narrow
// beam may then go round in circles: there is a limit on the depth.
//
// The best of a layer are kept, of equal ones the first.  Whenever there are twice as many as may be kept it
// is cut: what comes later must be better than the worst that is left.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "search/informed.hpp"
#include "stores/code_array.hpp"
#include "stores/prefetch.hpp"

namespace yomikiri {

template <InformedDomain D>
class FrontierBeam {
  public:
    using Key = typename D::Key;

    // Positions of `deepest` moves are not expanded; solutions of fewer than `upper` moves are looked for.
    FrontierBeam(D& domain, std::size_t width, int upper, int deepest, MemoryBudget& budget, Control& control)
        : domain_(domain),
          width_(std::clamp<std::size_t>(width, 1, kMostWidth)),
          upper_(upper),
          deepest_(deepest),
          budget_(budget),
          control_(control),
          before_(budget),
          now_(budget),
          next_(budget),
          scores_(budget) {}

    InformedAnswer<Key> run(const Key& start) {
        try {
            return search(start);
        } catch (const std::bad_alloc&) {
            return finish(Outcome::kMemoryLimit);
        }
    }

  private:
    static constexpr std::size_t kMostWidth = std::size_t{1} << 30;
    static constexpr std::size_t kBlock = 16;  // positions whose children are looked up together

#pragma pack(push, 1)
    struct Entry {
        std::array<std::uint8_t, Key::kBytes> bytes;
        std::uint8_t estimate, step;
        std::uint32_t parent;
        std::int32_t score;
        Key key() const { return Key::read(bytes.data()); }
    };
#pragma pack(pop)
    // How a position that was kept had been reached.
    struct Trail {
        explicit Trail(MemoryBudget& budget) : parents(budget), steps(budget) {}
        BudgetArray<std::uint32_t> parents;
        BudgetArray<std::uint8_t> steps;
    };

    // The positions of one depth, and an index of them: half of the hash and the place, plus one, in a word.
    struct Layer {
        explicit Layer(MemoryBudget& budget) : entries(budget), slots(budget) {}

        void clear() {
            entries.truncate(0);
            std::fill(slots.span().begin(), slots.span().end(), 0);
        }
        void prefetch(std::uint64_t hash) const {
            if (!slots.empty()) yomikiri::prefetch(slots.data() + (hash & (slots.size() - 1)));
        }
        bool has(const Key& key, std::uint64_t hash) const {
            if (slots.empty()) return false;
            for (std::size_t at = hash & (slots.size() - 1); slots[at] != 0;
                 at = (at + 1) & (slots.size() - 1))
                if (slots[at] >> 32 == hash >> 32 && entries[(slots[at] & kPlace) - 1].key() == key)
                    return true;
            return false;
        }
        void add(const Entry& entry, std::uint64_t hash) {
            entries.push(entry);
            if (2 * entries.size() > slots.size()) {
                grow();
                return;
            }
            note(hash, entries.size());
        }
        // Keeps the best, and of equal ones the first; returns the score of the worst that was kept.
        std::int32_t cut(std::size_t width, BudgetArray<std::int32_t>& scores) {
            scores.truncate(0);
            for (const Entry& entry : entries.span()) scores.push(entry.score);
            std::nth_element(scores.data(), scores.data() + width - 1, scores.data() + scores.size());
            const std::int32_t worst = scores[width - 1];
            auto better = std::count_if(entries.begin(), entries.end(),
                                        [=](const Entry& entry) { return entry.score < worst; });
            std::size_t equal = width - static_cast<std::size_t>(better), to = 0;
            for (const Entry& entry : entries.span()) {
                if (entry.score > worst || (entry.score == worst && equal == 0)) continue;
                if (entry.score == worst) --equal;
                const Entry kept = entry;
                entries[to++] = kept;
            }
            entries.truncate(to);
            index();
            return worst;
        }

        BudgetArray<Entry> entries;

      private:
        static constexpr std::uint64_t kPlace = 0xFFFFFFFF;

        void note(std::uint64_t hash, std::size_t place) {
            std::size_t at = hash & (slots.size() - 1);
            while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
            slots[at] = (hash >> 32 << 32) | place;
        }
        void grow() {
            const std::size_t size = std::max<std::size_t>(1024, 2 * slots.size());
            slots.release();
            slots.extend(size);
            index();
        }
        void index() {
            std::fill(slots.span().begin(), slots.span().end(), 0);
            for (std::size_t i = 0; i < entries.size(); ++i) {
                if (i + kAhead < entries.size()) prefetch(entries[i + kAhead].key().hash());
                note(entries[i].key().hash(), i + 1);
            }
        }
        static constexpr std::size_t kAhead = 8;

        BudgetArray<std::uint64_t> slots;
    };

    struct Kid {
        Key key;
        std::uint64_t hash;
        Entry entry;
    };

    InformedAnswer<Key> search(const Key& start) {
        start_ = start;
        domain_.open(start);
        const int h = domain_.exact();
        if (h == kDeadEnd) return finish(Outcome::kUnsolvable);
        answer_.counts.lower_bound = h;
        if (h == 0) {
            answer_.solved = true;
            return finish(Outcome::kSolved);
        }
        now_.add(entry(start, h, 0, 0, 0), start.hash());
        for (int depth = 0; !now_.entries.empty() && depth < deepest_; ++depth) {
            answer_.levels.begin("depth", depth, answer_.counts, control_.seconds());
            full_ = false;
            for (std::size_t from = 0; from < now_.entries.size(); from += kBlock) {
                const std::size_t to = std::min(from + kBlock, now_.entries.size());
                if (std::optional<Outcome> stop = expand(from, to, depth)) return finish(*stop);
            }
            if (next_.entries.size() > width_) cut();
            keep();
            count();
            std::swap(before_, now_);
            std::swap(now_, next_);
            next_.clear();
        }
        answer_.left_out |= !now_.entries.empty();
        return finish(Outcome::kUnsolvable);
    }

    static Entry entry(const Key& key, int estimate, std::size_t parent, std::size_t step, int score) {
        Entry made;
        key.write(made.bytes.data());
        made.estimate = static_cast<std::uint8_t>(estimate);
        made.step = static_cast<std::uint8_t>(step);
        made.parent = static_cast<std::uint32_t>(parent);
        made.score = score;
        return made;
    }

    // An outcome if a goal or a limit ends the search.
    std::optional<Outcome> expand(std::size_t from, std::size_t to, int depth) {
        kids_.clear();
        for (std::size_t number = from; number < to; ++number) {
            if (std::optional<Outcome> stop = watch()) return stop;
            const Entry& parent = now_.entries[number];
            domain_.open(parent.key());
            domain_.list(parent.estimate);
            ++answer_.counts.expanded;
            std::size_t step = 0;
            for (const auto& kid : domain_.kids()) {
                ++answer_.counts.generated;
                const std::size_t at = step++;
                const int h = domain_.settle(kid, upper_ - depth - 1).least;
                if (h == kDeadEnd) continue;
                const int score = domain_.score(kid, h);
                if (depth + 1 + h >= upper_ || (full_ && score >= worst_)) {
                    answer_.left_out = true;
                    continue;
                }
                if (h == 0) {
                    trace(number, at, depth);
                    return Outcome::kSolved;
                }
                kids_.push_back({kid.key, kid.hash, entry(kid.key, h, number, at, score)});
                before_.prefetch(kid.hash);
                next_.prefetch(kid.hash);
            }
        }
        for (const Kid& kid : kids_) {
            if (full_ && kid.entry.score >= worst_) continue;
            if (before_.has(kid.key, kid.hash) || next_.has(kid.key, kid.hash)) continue;
            next_.add(kid.entry, kid.hash);
            if (next_.entries.size() >= 2 * width_) cut();
        }
        return std::nullopt;
    }

    void cut() {
        worst_ = next_.cut(width_, scores_);
        full_ = true;
        answer_.left_out = true;
    }

    void keep() {
        Trail& trail = trails_.emplace_back(budget_);
        trail.parents.reserve(next_.entries.size());
        trail.steps.reserve(next_.entries.size());
        for (const Entry& entry : next_.entries.span()) {
            trail.parents.push(entry.parent);
            trail.steps.push(entry.step);
        }
    }

    // Plays the steps again that lead to a goal, which is a step from a position of this depth.
    void trace(std::size_t number, std::size_t last, int depth) {
        std::vector<std::size_t> steps{last};
        for (std::size_t at = static_cast<std::size_t>(depth); at > 0; --at) {
            steps.push_back(trails_[at - 1].steps[number]);
            number = trails_[at - 1].parents[number];
        }
        Key key = start_;
        for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
            domain_.open(key);
            domain_.list(0);
            key = domain_.kids()[*step].key;
            answer_.path.push_back(key);
        }
        answer_.solved = true;
        answer_.length = answer_.counts.upper_bound = depth + 1;
    }

    std::optional<Outcome> watch() {
        answer_.counts.open = now_.entries.size();
        count();
        return control_.check(answer_.counts);
    }
    void count() {
        const std::size_t held = before_.entries.size() + now_.entries.size() + next_.entries.size();
        answer_.counts.stored = std::max<std::uint64_t>(answer_.counts.stored, held);
        answer_.counts.bytes = budget_.used();
    }
    InformedAnswer<Key> finish(Outcome outcome) {
        answer_.outcome = outcome;
        count();
        answer_.peak_bytes = budget_.peak();
        answer_.seconds = control_.seconds();
        return std::move(answer_);
    }

    D& domain_;
    const std::size_t width_;
    const int upper_, deepest_;
    MemoryBudget& budget_;
    Control& control_;
    InformedAnswer<Key> answer_;
    Key start_{};
    Layer before_, now_, next_;
    std::deque<Trail> trails_;  // of the layers from the first moves on
    std::vector<Kid> kids_;
    BudgetArray<std::int32_t> scores_;
    bool full_ = false;  // as many as may be kept are at least as good as this:
    std::int32_t worst_ = 0;
};

}  // namespace yomikiri
