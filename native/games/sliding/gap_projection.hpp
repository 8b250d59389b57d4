// Projections of gap sets to their first k cells, taken while the layers are generated.
//
// Two ways to remember which patterns were seen: a bitmap by rank, whose size is known in advance (65 MB for
// 8 cells of 16, 3.6 GB for 10), and sorted lists, whose size is that of the set.  In a layer, positions with
// the same pattern are next to each other, because the first cells come first in a sequence.
#pragma once

#include "games/sliding/gap_sets.hpp"
#include "games/sliding/pattern_rank.hpp"

namespace yomikiri {

// Calls visit(prefix) for every distinct beginning of the sequences that lies in the first `kept` cells.
template <class Visit>
void for_each_prefix(const GapBoard& board, int blank, int kept, Codes list, Visit&& visit) {
    const int tiles = blank < kept ? kept - 1 : kept;
    const int shift = board.shift(tiles - 1);
    std::uint64_t last = ~std::uint64_t{0};
    for (std::uint64_t sequence : list) {
        std::uint64_t prefix = sequence >> shift;
        if (prefix == last) continue;
        last = prefix;
        visit(prefix);
    }
}

// The code of a beginning of a sequence; `blank` counts only if it lies in the first `kept` cells.
inline std::uint64_t pattern_of(std::uint64_t prefix, int blank, int kept) {
    std::uint64_t code = 0;
    for (int cell = kept - 1; cell >= 0; --cell) {
        if (cell == blank) continue;
        code |= (prefix & 15) << (4 * cell);
        prefix >>= 4;
    }
    return code;
}

// Sets bits in a zero-filled place of (size + 7) / 8 bytes.
class BitmapProjection {
  public:
    BitmapProjection(const GapBoard& board, int kept, std::uint8_t* bits)
        : board_(board), rank_(board.cells(), kept), bits_(bits) {}

    template <class Pause>
    void add(const GapLayer& layer, Pause&& pause) {
        const int kept = rank_.kept();
        // Ranks rise within a list, but the list is long: fetch the bit while others are computed.
        constexpr std::size_t kAhead = 8;
        std::uint64_t waiting[kAhead] = {};
        for (int blank = 0; blank < board_.cells(); ++blank) {
            std::size_t seen = 0;
            for_each_prefix(board_, blank, kept, layer[static_cast<std::size_t>(blank)].span(),
                            [&](std::uint64_t prefix) {
                                std::uint64_t rank = rank_.rank(pattern_of(prefix, blank, kept));
                                __builtin_prefetch(bits_ + rank / 8, 1);
                                if (seen >= kAhead) set(waiting[seen % kAhead]);
                                waiting[seen++ % kAhead] = rank;
                            });
            for (std::size_t i = 0; i < std::min(seen, kAhead); ++i) set(waiting[i]);
            pause();
        }
    }
    std::uint64_t count() const { return count_; }

  private:
    void set(std::uint64_t rank) {
        std::uint8_t bit = static_cast<std::uint8_t>(1u << rank % 8);
        count_ += (bits_[rank / 8] & bit) == 0;
        bits_[rank / 8] |= bit;
    }

    GapBoard board_;
    PatternRank rank_;
    std::uint8_t* bits_;
    std::uint64_t count_ = 0;
};

// Sorted lists of beginnings, one for each cell of the blank among the kept ones and one for a blank
// elsewhere.  New lists are merged like the digits of a counter, so a pattern is copied only a few times.
class ListProjection {
  public:
    ListProjection(const GapBoard& board, int kept, MemoryBudget& budget)
        : board_(board), kept_(kept), budget_(&budget), classes_(static_cast<std::size_t>(kept) + 1) {}

    template <class Pause>
    void add(const GapLayer& layer, Pause&& pause) {
        for (int blank = 0; blank < board_.cells(); ++blank) {
            const CodeArray& list = layer[static_cast<std::size_t>(blank)];
            if (list.empty()) continue;
            CodeArray run(*budget_);
            for_each_prefix(board_, blank, kept_, list.span(), [&](std::uint64_t p) { run.push(p); });
            run.shrink();
            std::vector<CodeArray>& runs = classes_[static_cast<std::size_t>(std::min(blank, kept_))];
            runs.push_back(std::move(run));
            pause();
            while (runs.size() > 1 && runs[runs.size() - 2].size() <= 2 * runs.back().size())
                merge(runs, pause);
        }
    }

    // Everything merged; the number of patterns.
    template <class Pause>
    std::uint64_t finish(Pause&& pause) {
        std::uint64_t count = 0;
        for (std::vector<CodeArray>& runs : classes_) {
            while (runs.size() > 1) merge(runs, pause);
            if (!runs.empty()) count += runs.back().size();
        }
        return count;
    }

    // After finish(): the patterns as ascending codes.  The lists are released as they are consumed.
    template <class Pause>
    CodeArray take_codes(Pause&& pause) {
        CodeArray codes(*budget_);
        for (std::size_t c = 0; c < classes_.size(); ++c) {
            if (classes_[c].empty()) continue;
            std::uint64_t* to = codes.extend(classes_[c].back().size());
            in_slices(
                classes_[c].back().span(),
                [&](Codes slice) {
                    for (std::uint64_t prefix : slice) *to++ = pattern_of(prefix, static_cast<int>(c), kept_);
                },
                pause);
            classes_[c].clear();
        }
        radix_sort(codes, pause);
        return codes;
    }

  private:
    template <class Pause>
    void merge(std::vector<CodeArray>& runs, Pause&& pause) const {
        CodeArray merged(*budget_);
        merge_into(merged, runs[runs.size() - 2].span(), runs.back().span(), pause);
        merged.shrink();
        runs.pop_back();
        runs.back() = std::move(merged);
    }

    GapBoard board_;
    int kept_;
    MemoryBudget* budget_;
    std::vector<std::vector<CodeArray>> classes_;
};

}  // namespace yomikiri
