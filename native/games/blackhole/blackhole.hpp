// Black Hole, as in the Python modules yomikiri.games.blackhole.rules, .space and .walks.
//
// All positions that a deal leads to have its fans, with some cards fewer.  So a search is relative to its
// start, and a key is the height of each fan, two bits each from the lowest on, followed by the card in the
// hole, in 39 bits: its rank if suits and the order of fans do not count, otherwise the fan that it came
// from.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "game.hpp"
#include "games/blackhole/agent.hpp"

namespace yomikiri {

// Whether a walk on the circle of ranks visits each as often as it has cards: the twin of walk_exists() in
// walks.py, which has the proof.
//
// There, 2 x(r) = B(r) - s, where B(r) ignores the end, and s is 1 if the end is an odd number of ranks above
// r, going round, and -1 otherwise.  All B are odd.  So if B(r) >= 3, the walk steps from r to r + 1 for any
// end, and if B(r) <= -3, there is no end; the others leave few ends to try.
class RankWalks {
  public:
    static constexpr int kMostRanks = 13;
    using Counts = std::uint64_t;  // of cards, four bits per rank

    explicit RankWalks(int ranks) : ranks_(ranks) {
        for (int end = 0; end < ranks; ++end)
            for (int rank = 0; rank < ranks; ++rank)
                if (((end - rank + ranks - 1) % ranks + 1) % 2 == 1)
                    below_[static_cast<std::size_t>(end)] |= 1u << rank;
    }

    bool exists(Counts counts, int start) const {
        if (counts == 0) return true;
        std::array<int, kMostRanks> degrees;
        int b = 0;  // of the last rank: the degree of rank 0 comes first and is added
        for (int rank = 0; rank < ranks_; ++rank) {
            const int degree = 2 * count(counts, rank) + (rank == start);
            degrees[static_cast<std::size_t>(rank)] = degree;
            b += rank % 2 == 0 ? degree : -degree;
        }
        unsigned once = 0, never = 0;  // where B is 1, and where it is -1
        for (int rank = 0; rank < ranks_; ++rank) {
            b = 2 * degrees[static_cast<std::size_t>(rank)] - b;
            if (b <= -3) return false;
            once |= static_cast<unsigned>(b == 1) << rank;
            never |= static_cast<unsigned>(b == -1) << rank;
        }
        if (never == 0 && std::popcount(once) <= 1) return true;
        for (int end = 0; end < ranks_; ++end) {
            const unsigned below = below_[static_cast<std::size_t>(end)];
            if (count(counts, end) == 0 || (never & below) != 0) continue;
            // The missing steps must be adjacent; otherwise the walk would be in pieces.
            const unsigned missing = (once & below) | never;
            const unsigned after = (missing << 1 | missing >> (ranks_ - 1)) & ((1u << ranks_) - 1);
            if (std::popcount(missing & ~after) <= 1) return true;
        }
        return false;
    }

  private:
    static int count(Counts counts, int rank) { return static_cast<int>(counts >> 4 * rank & 15); }

    int ranks_;
    std::array<unsigned, kMostRanks> below_{};  // for each end: the ranks that it is an odd number above
};

class BlackHole {
  public:
    static constexpr int kMostFans = 17, kHeight = 3;
    using Key = WordKey<5>;
    using Code = std::span<const std::uint8_t>;
    using Move = std::uint8_t;  // a fan
    using Moves = MoveList<Move, kMostFans>;
    struct State {
        std::uint64_t heights;
        RankWalks::Counts counts;  // of the cards in the fans
        int rank;                  // in the hole, 0 for an ace
        unsigned from;             // the fan that it came from, counted from 1, if that is kept
    };

    static constexpr std::array<const char*, 1> kHeuristics{"walks"};

    // `alike`: whether positions that differ only in the order of fans and in suits count as one.
    explicit BlackHole(const Arguments& given)
        : ranks_(static_cast<int>(given.number("ranks", 3, RankWalks::kMostRanks))),
          alike_(given.flag("alike")),
          walks_(ranks_) {
        if (ranks_ % 2 == 0) refuse(ranks_, " ranks: expected an odd number");
        fans_ = static_cast<std::size_t>((4 * ranks_ + 1) / kHeight);
        for (Fan& fan : ranks_of_) fan.fill(kNoCard);
    }

    // The same rules with the fans of a position.
    BlackHole relative_to(Code code) const {
        BlackHole game(*this);
        game.read_fans(code);
        for (std::size_t four = 0; four < kFours; ++four) game.tabulate(four);
        game.find_alike();
        game.sort_beginnings();
        return game;
    }

    // A code is the card in the hole, then the fans, each from the lowest card on with a 0 behind it.
    std::optional<Key> read(Code code) const {
        std::uint64_t word = alike_ ? static_cast<std::uint64_t>(rank_of(code[0])) << kHoleShift : 0;
        std::size_t fan = 0, height = 0;
        for (const std::uint8_t card : code.subspan(1)) {
            if (card != 0) {
                if (cards_[fan][++height] != card) return std::nullopt;
                continue;
            }
            word |= std::uint64_t{height} << 2 * fan++;
            height = 0;
        }
        return Key{word};
    }
    std::vector<std::uint8_t> write(const Key& key) const {
        return alike_ ? write_alike(key) : write_exactly(key);
    }

    void open(const Key& key, State& s) const {
        s.heights = key.word & kHeights;
        const auto hole = static_cast<unsigned>(key.word >> kHoleShift);
        s.from = alike_ ? 0 : hole;
        s.rank = alike_ ? static_cast<int>(hole) : rank_of(hole_of(s.from, s.heights));
        s.counts = 0;
        for (std::size_t four = 0; four < kFours; ++four)
            s.counts += counts_[four][s.heights >> 8 * four & 0xFF];
    }
    Key key(const State& s) const {
        return {s.heights | (alike_ ? static_cast<std::uint64_t>(s.rank) : s.from) << kHoleShift};
    }

    // The fans from the left; for positions that are alike, from the left in their representative.
    void moves(const State& s, Moves& found) const {
        found.clear();
        const int above = s.rank + 1 == ranks_ ? 0 : s.rank + 1;
        const int below = s.rank == 0 ? ranks_ - 1 : s.rank - 1;
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            const int top = ranks_of_[fan][height_of(s.heights, fan)];
            found.push_if(static_cast<Move>(fan), top == above || top == below);
        }
        if (alike_)
            std::sort(found.begin(), found.end(), [&](Move one, Move other) {
                return order_[one][height_of(s.heights, one)] < order_[other][height_of(s.heights, other)];
            });
    }
    void play(State& s, Move fan) const {
        s.rank = ranks_of_[fan][height_of(s.heights, fan)];
        s.from = fan + 1u;
        s.heights -= std::uint64_t{1} << 2 * fan;
        s.counts -= RankWalks::Counts{1} << 4 * s.rank;
    }
    bool is_goal(const State& s) const { return s.heights == 0; }

    BlackHoleAgent agent() const { return {ranks_, fans_}; }

    // The number of cards left: exact if the position can be won.
    int estimate(const State& s) const {
        if (!walks_.exists(s.counts, s.rank)) return kDeadEnd;
        return std::popcount(s.heights & kLow) + 2 * std::popcount(s.heights >> 1 & kLow);
    }

    // Fans with the same ranks up to some height are interchangeable below it.  So what matters is how many
    // fans end at each common beginning; the first possible ones are chosen.
    Key canonical(const Key& key) const {
        if (!alike_) return key;
        const std::uint64_t low = key.word & kLow, high = key.word >> 1 & kLow;
        std::uint64_t three = low & high, two = high & ~low, one = low & ~high;  // fans of that height
        for (const std::uint64_t alike : groups_[2]) three = first_of(three, alike, alike);
        for (const std::uint64_t alike : groups_[1]) two = first_of(two, alike, alike & ~three);
        for (const std::uint64_t alike : groups_[0]) one = first_of(one, alike, alike & ~three & ~two);
        return {(key.word & ~kHeights) | one | two << 1 | three | three << 1};
    }

  private:
    using Fan = std::array<std::uint8_t, kHeight + 1>;  // the card or rank at each height, from 1 on
    static constexpr int kHoleShift = 2 * kMostFans;
    static constexpr std::uint64_t kHeights = (std::uint64_t{1} << kHoleShift) - 1;
    static constexpr std::uint64_t kLow = 0x5555555555555555 & kHeights;  // of each height, the lower bit
    static constexpr std::uint8_t kNoCard = 0xFF;
    static constexpr std::size_t kFours = (kMostFans + 3) / 4;

    static std::size_t height_of(std::uint64_t heights, std::size_t fan) { return heights >> 2 * fan & 3; }
    static Fan::const_iterator end_of(const Fan& fan) {
        return std::find(fan.begin() + 1, fan.end(), kNoCard);
    }
    // Cards are numbered from 1, suit by suit.
    int rank_of(std::uint8_t card) const { return (card - 1) % ranks_; }

    // The card in the hole that came from a fan, counted from 1; 0 is the start's.
    std::uint8_t hole_of(unsigned from, std::uint64_t heights) const {
        return from == 0 ? hole_ : cards_[from - 1][height_of(heights, from - 1) + 1];
    }

    std::vector<std::uint8_t> write_exactly(const Key& key) const {
        std::vector<std::uint8_t> code{hole_of(static_cast<unsigned>(key.word >> kHoleShift), key.word)};
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            const auto begin = cards_[fan].begin() + 1;
            code.insert(code.end(), begin, begin + static_cast<std::ptrdiff_t>(height_of(key.word, fan)));
            code.push_back(0);
        }
        return code;
    }
    // The representative of all positions with this key: fans sorted, empty ones last, and suits assigned in
    // the order in which the ranks occur.
    std::vector<std::uint8_t> write_alike(const Key& key) const {
        std::vector<Fan> sorted;
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            Fan ranks = ranks_of_[fan];
            std::fill(ranks.begin() + 1 + static_cast<std::ptrdiff_t>(height_of(key.word, fan)), ranks.end(),
                      kNoCard);
            sorted.push_back(ranks);
        }
        std::sort(sorted.begin(), sorted.end(), [](const Fan& one, const Fan& other) {
            if (one[1] == kNoCard || other[1] == kNoCard) return one[1] < other[1];
            return std::lexicographical_compare(one.begin() + 1, end_of(one), other.begin() + 1,
                                                end_of(other));
        });
        std::array<int, RankWalks::kMostRanks> met{};
        auto card = [&](std::size_t rank) {
            return static_cast<std::uint8_t>(1 + met[rank]++ * ranks_ + static_cast<int>(rank));
        };
        std::vector<std::uint8_t> code{card(key.word >> kHoleShift)};
        for (const Fan& fan : sorted) {
            for (auto rank = fan.begin() + 1; rank != end_of(fan); ++rank) code.push_back(card(*rank));
            code.push_back(0);
        }
        return code;
    }

    // The same fans, but with those among `alike` replaced by as many of `free`, from the first.
    static std::uint64_t first_of(std::uint64_t fans, std::uint64_t alike, std::uint64_t free) {
        std::uint64_t rest = free;
        for (int left = std::popcount(fans & alike); left > 0; --left) rest &= rest - 1;
        return (fans & ~alike) | (free ^ rest);
    }

    void read_fans(Code code) {
        std::size_t fan = 0, height = 0;
        std::uint64_t seen = 0;
        for (std::size_t i = 0; i < code.size(); ++i) {
            const std::uint8_t card = code[i];
            if (i > 0 && card == 0) {
                ++fan;
                height = 0;
                continue;
            }
            if (card == 0 || card > 4 * ranks_ || (seen >> card & 1) != 0 || fan == fans_ ||
                height == kHeight)
                refuse("not the code of a position of this game: byte ", i, " is ", int{card});
            seen |= std::uint64_t{1} << card;
            if (i == 0) {
                hole_ = card;
                continue;
            }
            cards_[fan][++height] = card;
            ranks_of_[fan][height] = static_cast<std::uint8_t>(rank_of(card));
        }
        if (fan != fans_ || height != 0) refuse("a code of ", fan, " fans: expected ", fans_);
    }

    // The counts of ranks in four fans, for all their heights.
    void tabulate(std::size_t four) {
        for (unsigned heights = 0; heights < 256; ++heights) {
            RankWalks::Counts sum = 0;
            for (std::size_t fan = 4 * four; fan < std::min(4 * four + 4, fans_); ++fan)
                for (std::size_t height = 1; height <= height_of(heights, fan % 4); ++height)
                    if (cards_[fan][height] != 0) sum += RankWalks::Counts{1} << 4 * ranks_of_[fan][height];
            counts_[four][heights] = sum;
        }
    }

    // The rank of what is left of a fan when all beginnings of fans are sorted.
    void sort_beginnings() {
        std::vector<std::pair<std::size_t, std::size_t>> all;  // fans and heights
        for (std::size_t fan = 0; fan < fans_; ++fan)
            for (std::size_t height = 1; height <= kHeight; ++height) all.emplace_back(fan, height);
        auto begin = [&](const auto& one) { return ranks_of_[one.first].begin() + 1; };
        auto end = [&](const auto& one) { return begin(one) + static_cast<std::ptrdiff_t>(one.second); };
        std::stable_sort(all.begin(), all.end(), [&](const auto& one, const auto& other) {
            return std::lexicographical_compare(begin(one), end(one), begin(other), end(other));
        });
        for (std::size_t i = 0; i < all.size(); ++i)
            order_[all[i].first][all[i].second] = static_cast<std::uint8_t>(i);
    }

    // Which fans have the same lowest cards.
    void find_alike() {
        for (std::size_t height = 1; height <= kHeight; ++height) {
            std::uint64_t done = 0;
            for (std::size_t fan = 0; fan < fans_; ++fan) {
                if ((done >> 2 * fan & 1) != 0 || cards_[fan][height] == 0) continue;
                std::uint64_t alike = 0;
                for (std::size_t other = fan; other < fans_; ++other) {
                    const auto begin = ranks_of_[fan].begin() + 1;
                    if (std::equal(begin, begin + static_cast<std::ptrdiff_t>(height),
                                   ranks_of_[other].begin() + 1))
                        alike |= std::uint64_t{1} << 2 * other;
                }
                done |= alike;
                if (!std::has_single_bit(alike)) groups_[height - 1].push_back(alike);
            }
        }
    }

    int ranks_;
    bool alike_;
    std::size_t fans_;
    RankWalks walks_;
    std::array<Fan, kMostFans> cards_{}, ranks_of_;  // of the start
    std::uint8_t hole_ = 0;                          // the card there at the start
    std::array<Fan, kMostFans> order_{};
    std::array<std::array<RankWalks::Counts, 256>, kFours> counts_{};
    std::array<std::vector<std::uint64_t>, kHeight> groups_;  // by height: sets of two fans or more
};

static_assert(HasEstimate<BlackHole> && HasCanonical<BlackHole>);

}  // namespace yomikiri
