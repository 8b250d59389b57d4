// Sliding puzzles as the writer of certificates sees them: the fast twin of games/sliding/certificates.py.
#pragma once

#include <array>
#include <bit>
#include <string>

#include "arguments.hpp"
#include "certify/closure.hpp"

namespace yomikiri {

class SlidingCertify {
  public:
    struct Node {
        std::array<std::uint8_t, 25> at;  // the tile in each cell, 0 the blank
        std::uint8_t blank;
    };

    SlidingCertify(unsigned rows, unsigned columns, const std::string& goal, const std::string& start,
                   bool parity, const std::string& bound)
        : rows_(rows), columns_(columns), cells_(rows * columns), parity_(parity) {
        goal_ = read(goal);
        start_ = read(start);
        for (unsigned cell = 0; cell < cells_; ++cell)
            home_[goal_.at[cell]] = static_cast<std::uint8_t>(cell);
        for (unsigned a = 0; a < cells_; ++a)
            for (unsigned b = 0; b < cells_; ++b)
                steps_[a][b] = static_cast<std::uint8_t>(apart(a / columns_, b / columns_) +
                                                         apart(a % columns_, b % columns_));
        conflicts_ = bound == "linear-conflict";
        manhattan_ = conflicts_ || bound == "manhattan";
        if (bound.rfind("patterns ", 0) == 0)
            read_groups(bound.substr(9));
        else if (!manhattan_ && bound != "none")
            refuse("unknown bound '", shown(bound),
                   "': expected linear-conflict, manhattan, patterns or none");
    }

    const Node& root() const { return start_; }
    std::size_t width() const { return cells_ <= 16 ? (cells_ + 1) / 2 : cells_; }
    void key(const Node& node, std::uint8_t* bytes) const {
        for (unsigned cell = 0; cell < cells_; ++cell) {
            if (cells_ > 16)
                bytes[cell] = node.at[cell];
            else
                bytes[cell / 2] = static_cast<std::uint8_t>(cell % 2 == 0 ? node.at[cell] << 4
                                                                          : bytes[cell / 2] | node.at[cell]);
        }
    }
    bool is_goal(const Node& node) const { return std::memcmp(node.at.data(), goal_.at.data(), cells_) == 0; }

    int bound(const Node& node) const {
        if (parity_ && is_odd(node)) return kInfiniteBound;
        if (!groups_.empty()) return std::max(patterns(node), manhattan(node) + 2 * conflicts(node));
        return (manhattan_ ? manhattan(node) : 0) + (conflicts_ ? 2 * conflicts(node) : 0);
    }
    template <class F>
    void for_each_follower(const Node& node, F&& f) const {
        const unsigned blank = node.blank;
        for (unsigned cell = 0; cell < cells_; ++cell) {
            if (steps_[blank][cell] != 1) continue;
            Node child = node;
            child.at[blank] = node.at[cell];
            child.at[cell] = 0;
            child.blank = static_cast<std::uint8_t>(cell);
            f(child);
        }
    }

  private:
    static constexpr std::uint8_t kUnknown = 255;
    struct Group {
        std::vector<unsigned> tiles;
        std::vector<std::uint8_t> distance;
    };

    static unsigned apart(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

    Node read(const std::string& code) const {
        Node node{};
        unsigned seen = 0;
        if (code.size() != cells_) refuse("a board of ", code.size(), " cells: expected ", cells_);
        for (unsigned cell = 0; cell < cells_; ++cell) {
            const auto tile = static_cast<std::uint8_t>(code[cell]);
            if (tile >= cells_ || seen >> tile & 1)
                refuse("not the code of a position: expected each tile once");
            seen |= 1u << tile;
            node.at[cell] = tile;
            if (tile == 0) node.blank = static_cast<std::uint8_t>(cell);
        }
        return node;
    }

    // Whether parity excludes the position: the permutation is odd and the blank's distance even, or vice
    // versa.
    bool is_odd(const Node& node) const {
        unsigned seen = 0, exchanges = 0;
        for (unsigned first = 0; first < cells_; ++first)
            for (unsigned cell = first; !(seen >> cell & 1); cell = home_[node.at[cell]]) {
                seen |= 1u << cell;
                exchanges += home_[node.at[cell]] != first;
            }
        return (exchanges + steps_[node.blank][home_[0]]) % 2 != 0;
    }
    int manhattan(const Node& node) const {
        int sum = 0;
        for (unsigned cell = 0; cell < cells_; ++cell)
            if (node.at[cell] != 0) sum += steps_[cell][home_[node.at[cell]]];
        return sum;
    }
    int conflicts(const Node& node) const {
        int sum = 0;
        for (unsigned row = 0; row < rows_; ++row)
            sum += aside(
                columns_, [&](unsigned i) { return node.at[row * columns_ + i]; },
                [&](unsigned goal) { return goal / columns_ == row; },
                [&](unsigned goal) { return goal % columns_; });
        for (unsigned column = 0; column < columns_; ++column)
            sum += aside(
                rows_, [&](unsigned i) { return node.at[i * columns_ + column]; },
                [&](unsigned goal) { return goal % columns_ == column; },
                [&](unsigned goal) { return goal / columns_; });
        return sum;
    }
    // How many tiles in their goal line must leave it: all but the longest ascent.
    template <class Tile, class Home, class Place>
    int aside(unsigned length, Tile&& tile, Home&& at_home, Place&& place) const {
        std::array<unsigned, 5> wanted{};
        std::array<int, 5> ascent{};
        int count = 0, longest = 0;
        for (unsigned i = 0; i < length; ++i) {
            const unsigned here = tile(i);
            if (here == 0 || !at_home(home_[here])) continue;
            const auto at = static_cast<std::size_t>(count++);
            wanted[at] = place(home_[here]);
            ascent[at] = 1;
            for (std::size_t before = 0; before < at; ++before)
                if (wanted[before] < wanted[at]) ascent[at] = std::max(ascent[at], ascent[before] + 1);
            longest = std::max(longest, ascent[at]);
        }
        return count - longest;
    }

    void read_groups(const std::string& text) {
        groups_.emplace_back();
        unsigned tile = 0, seen = 1;
        for (char c : text + "|") {
            if (c >= '0' && c <= '9') {
                tile = tile * 10 + static_cast<unsigned>(c - '0');
                continue;
            }
            if (tile >= cells_ || seen >> tile & 1)
                refuse("groups '", shown(text), "': expected each tile once at most");
            seen |= 1u << tile;
            groups_.back().tiles.push_back(tile);
            tile = 0;
            if (c == '|') {
                build(groups_.back());
                groups_.emplace_back();
            }
        }
        groups_.pop_back();
    }
    // Distances to the goal of all ways in which the tiles of a group can stand, whatever the others do.
    void build(Group& group) const {
        std::size_t size = 1;
        for (std::size_t i = 0; i < group.tiles.size(); ++i) {
            size *= cells_;
            if (size > std::size_t{1} << 28) refuse("a group of ", group.tiles.size(), " tiles is too large");
        }
        group.distance.assign(size, kUnknown);
        std::array<unsigned, 25> near{};
        for (unsigned a = 0; a < cells_; ++a)
            for (unsigned b = 0; b < cells_; ++b) near[a] |= unsigned{steps_[a][b] == 1} << b;
        std::vector<std::uint32_t> now, following;
        now.push_back(static_cast<std::uint32_t>(index(group, home_)));
        group.distance[now[0]] = 0;
        for (int distance = 1; !now.empty(); ++distance, now.swap(following)) {
            following.clear();
            for (const std::uint32_t at : now) {
                unsigned taken = 0;
                for (std::uint32_t rest = at, i = 0; i < group.tiles.size(); ++i, rest /= cells_)
                    taken |= 1u << rest % cells_;
                for (std::uint32_t weight = 1, i = 0; i < group.tiles.size(); ++i, weight *= cells_) {
                    const unsigned cell = at / weight % cells_;
                    for (unsigned ways = near[cell] & ~taken; ways != 0; ways &= ways - 1) {
                        const auto to = static_cast<unsigned>(std::countr_zero(ways));
                        const std::uint32_t after = at + weight * to - weight * cell;
                        if (group.distance[after] != kUnknown) continue;
                        group.distance[after] = static_cast<std::uint8_t>(distance);
                        following.push_back(after);
                    }
                }
            }
        }
    }
    std::size_t index(const Group& group, const std::array<std::uint8_t, 25>& where) const {
        std::size_t found = 0;
        for (unsigned tile : group.tiles) found = found * cells_ + where[tile];
        return found;
    }
    int patterns(const Node& node) const {
        std::array<std::uint8_t, 25> where{};
        for (unsigned cell = 0; cell < cells_; ++cell) where[node.at[cell]] = static_cast<std::uint8_t>(cell);
        int sum = 0;
        for (const Group& group : groups_) {
            const std::uint8_t distance = group.distance[index(group, where)];
            sum += distance == kUnknown ? 0 : distance;
        }
        return sum;
    }

    unsigned rows_, columns_, cells_;
    bool parity_, manhattan_ = false, conflicts_ = false;
    Node goal_{}, start_{};
    std::array<std::uint8_t, 25> home_{};
    std::array<std::array<std::uint8_t, 25>, 25> steps_{};
    std::vector<Group> groups_;
};

}  // namespace yomikiri
