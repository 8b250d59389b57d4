// Sliding puzzles: rules, parity, Manhattan distance with linear conflicts, and pattern databases built from
// nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "deals.hpp"
#include "header.hpp"

namespace checker {

class Sliding {
  public:
    struct Node {
        std::array<std::uint8_t, 25> tile;  // by cell; 0 is the blank
        std::uint8_t blank;
    };
    using Move = std::uint8_t;  // the tile that slides

    explicit Sliding(const Header& h) {
        rows_ = h.rule_number(0, "rows", 2, 5);
        columns_ = h.rule_number(1, "columns", 2, 5);
        cells_ = static_cast<std::size_t>(rows_ * columns_);
        goal_ = read_tiles(split(h.rule(2, "goal"), ' '));
        h.rules_end(3);
        h.allow({"parity"});
        parity_ = h.uses("parity");
        for (std::size_t cell = 0; cell < cells_; ++cell) home_[goal_.tile[cell]] = static_cast<int>(cell);
        read_start(h);
        read_bound(h.bound);
    }

    std::size_t width() const { return cells_ <= 16 ? (cells_ + 1) / 2 : cells_; }
    const Node& start() const { return start_; }
    const Node& goal() const { return goal_; }

    void key(const Node& node, std::uint8_t* bytes) const {
        if (cells_ > 16) {
            for (std::size_t i = 0; i < cells_; ++i) bytes[i] = node.tile[i];
            return;
        }
        for (std::size_t i = 0; i < cells_; i += 2) {
            const unsigned second = i + 1 < cells_ ? node.tile[i + 1] : 0;
            bytes[i / 2] = static_cast<std::uint8_t>(node.tile[i] << 4 | second);
        }
    }
    Node read(const std::uint8_t* bytes) const {
        std::vector<int> tiles;
        for (std::size_t i = 0; i < width(); ++i) {
            if (cells_ <= 16) tiles.push_back(bytes[i] >> 4);
            tiles.push_back(cells_ <= 16 ? bytes[i] & 15 : bytes[i]);
        }
        if (tiles.size() > cells_ && tiles.back() != 0) throw NotACertificate{"a key does not end in a zero"};
        tiles.resize(cells_);
        return placed(tiles);
    }

    bool is_goal(const Node& node) const {
        return std::equal(node.tile.begin(), node.tile.begin() + cells(), goal_.tile.begin());
    }

    template <class F>
    void followers(const Node& node, F&& f) const {
        const int row = node.blank / columns_, column = node.blank % columns_;
        static constexpr int kDown[4] = {-1, 0, 0, 1}, kRight[4] = {0, -1, 1, 0};
        for (int way = 0; way < 4; ++way) {
            const int r = row + kDown[way], c = column + kRight[way];
            if (r < 0 || r >= rows_ || c < 0 || c >= columns_) continue;
            const auto cell = static_cast<std::size_t>(r * columns_ + c);
            Node child = node;
            const std::uint8_t tile = node.tile[cell];
            std::swap(child.tile[node.blank], child.tile[cell]);
            child.blank = static_cast<std::uint8_t>(cell);
            f(tile, child);
        }
    }

    int bound(const Node& node) const {
        if (parity_ && !may_be_solved(node)) return kInfinite;
        if (!groups_.empty()) return std::max(pattern_sum(node), manhattan(node) + 2 * conflicts(node));
        return (manhattan_ ? manhattan(node) : 0) + (conflicts_ ? 2 * conflicts(node) : 0);
    }

    void replay(const std::vector<std::string>& words) const {
        Node now = start_;
        for (const std::string& word : words) {
            bool found = false;
            Node after = now;
            followers(now, [&](Move tile, const Node& child) {
                if (std::to_string(tile) == word) {
                    after = child;
                    found = true;
                }
            });
            if (!found) throw NotProved{"the move " + word + " is not possible", board(now)};
            now = after;
        }
        if (!is_goal(now)) throw NotProved{"the moves do not win", board(now)};
    }

    std::string board(const Node& node) const {
        std::string text;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            std::string number = std::to_string(node.tile[cell]);
            if (cells_ > 10 && number.size() < 2) number = " " + number;
            text += number + (static_cast<int>(cell) % columns_ == columns_ - 1 ? "\n" : " ");
        }
        return text;
    }
    std::string text(const Node&, Move tile) const { return std::to_string(tile); }

  private:
    std::ptrdiff_t cells() const { return static_cast<std::ptrdiff_t>(cells_); }

    Node read_tiles(const std::vector<std::string>& words) const {
        std::vector<int> tiles;
        for (const std::string& word : words) tiles.push_back(static_cast<int>(number("tile", word, 2)));
        if (tiles.size() != cells_) throw NotACertificate{"a board has not as many numbers as cells"};
        return placed(tiles);
    }
    Node placed(const std::vector<int>& tiles) const {
        Node node{};
        unsigned seen = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            const int tile = tiles[cell];
            if (tile >= static_cast<int>(cells_) || seen >> tile & 1)
                throw NotACertificate{"a board has a wrong tile"};
            seen |= 1u << tile;
            node.tile[cell] = static_cast<std::uint8_t>(tile);
            if (tile == 0) node.blank = static_cast<std::uint8_t>(cell);
        }
        return node;
    }

    void read_start(const Header& h) {
        std::vector<std::string> words;
        std::string whole;
        for (const std::string& line : h.start) {
            whole += line + "\n";
            for (const std::string& word : split(line, ' '))
                if (!word.empty()) words.push_back(word);
        }
        start_ = read_tiles(words);
        if (board(start_) != whole) throw NotACertificate{"the start is not written as it should be"};
        if (h.deal < 0) return;
        // The tiles 1, 2, … and the blank are shuffled; if parity excludes that, the first two tiles change
        // places.
        std::vector<int> order = shuffled(static_cast<int>(cells_), "sliding",
                                          std::to_string(rows_) + "x" + std::to_string(columns_), h.deal);
        for (int& tile : order) tile = (tile + 1) % static_cast<int>(cells_);
        if (!may_be_solved(placed(order))) {
            const std::size_t first = order[0] == 0 ? 1 : 0,
                              second = order[first + 1] == 0 ? first + 2 : first + 1;
            std::swap(order[first], order[second]);
        }
        if (h.deal == 0 || placed(order).tile != start_.tile)
            throw NotACertificate{"the start is another deal"};
    }

    int steps(int one, int other) const {
        return std::abs(one / columns_ - other / columns_) + std::abs(one % columns_ - other % columns_);
    }

    bool may_be_solved(const Node& node) const {
        int odd = 0;
        for (std::size_t i = 0; i < cells_; ++i)
            for (std::size_t j = i + 1; j < cells_; ++j) odd ^= home_[node.tile[i]] > home_[node.tile[j]];
        return odd == (steps(node.blank, home_[0]) & 1);
    }
    int manhattan(const Node& node) const {
        int sum = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell)
            if (node.tile[cell] != 0) sum += steps(static_cast<int>(cell), home_[node.tile[cell]]);
        return sum;
    }
    // The tiles that have to leave their goal row, or column: all but the longest ascent among those at home
    // there.
    int conflicts(const Node& node) const {
        int sum = 0;
        for (int row = 0; row < rows_; ++row) sum += aside(node, row * columns_, 1, columns_, true, row);
        for (int column = 0; column < columns_; ++column)
            sum += aside(node, column, columns_, rows_, false, column);
        return sum;
    }
    int aside(const Node& node, int first, int stride, int length, bool in_row, int line) const {
        std::array<int, 5> wanted{}, ascent{};
        int count = 0, longest = 0;
        for (int i = 0; i < length; ++i) {
            const int tile = node.tile[static_cast<std::size_t>(first + i * stride)],
                      goal = home_[static_cast<std::size_t>(tile)];
            if (tile == 0 || (in_row ? goal / columns_ : goal % columns_) != line) continue;
            const auto at = static_cast<std::size_t>(count++);
            wanted[at] = in_row ? goal % columns_ : goal / columns_;
            ascent[at] = 1;
            for (std::size_t j = 0; j < at; ++j)
                if (wanted[j] < wanted[at]) ascent[at] = std::max(ascent[at], ascent[j] + 1);
            longest = std::max(longest, ascent[at]);
        }
        return count - longest;
    }

    struct Group {
        std::vector<std::size_t> tiles;
        std::vector<std::uint8_t>
            distance;  // by the cells of its tiles, as digits, the first tile the highest
    };
    void read_bound(const std::string& bound) {
        conflicts_ = bound == "linear-conflict";
        manhattan_ = conflicts_ || bound == "manhattan";
        if (manhattan_ || bound == "none") return;
        if (bound.compare(0, 9, "patterns ") != 0)
            throw NotACertificate{"the bound '" + bound + "' is not known"};
        unsigned seen = 1;
        for (const std::string& text : split(bound.substr(9), '|')) {
            groups_.emplace_back();
            for (const std::string& word : split(text, ',')) {
                const auto tile = static_cast<std::size_t>(number("patterns", word, 2));
                if (tile >= cells_ || seen >> tile & 1) throw NotACertificate{"the groups have a wrong tile"};
                seen |= 1u << tile;
                groups_.back().tiles.push_back(tile);
            }
            build(groups_.back());
        }
    }
    // Breadth first from the goal; a tile may slide to any neighbouring cell that no tile of the group is on.
    void build(Group& group) const {
        const std::size_t k = group.tiles.size();
        std::size_t places = 1, size = 1;
        for (std::size_t i = 0; i < k; ++i) {
            places *= cells_ - i;
            size *= cells_;
            if (places > 10000000) throw NotACertificate{"a pattern database has too many entries"};
        }
        group.distance.assign(size, 255);
        std::vector<std::size_t> weight(k, 1);
        for (std::size_t i = k; i-- > 1;) weight[i - 1] = weight[i] * cells_;
        const auto base = static_cast<std::uint32_t>(cells_);
        std::vector<std::vector<std::uint32_t>> near(cells_);
        for (std::uint32_t a = 0; a < base; ++a)
            for (std::uint32_t b = 0; b < base; ++b)
                if (steps(static_cast<int>(a), static_cast<int>(b)) == 1) near[a].push_back(b);
        std::vector<std::uint32_t> now, following, cell(k);
        std::size_t goal = 0;
        for (std::size_t i = 0; i < k; ++i)
            goal += weight[i] * static_cast<std::size_t>(home_[group.tiles[i]]);
        group.distance[goal] = 0;
        now.push_back(static_cast<std::uint32_t>(goal));
        for (int distance = 1; !now.empty(); ++distance, now.swap(following)) {
            if (distance > 254) throw NotACertificate{"a pattern database is deeper than 254"};
            following.clear();
            for (std::uint32_t index : now) {
                unsigned taken = 0;
                std::uint32_t rest = index;
                for (std::size_t i = k; i-- > 0; rest /= base) {
                    cell[i] = rest % base;
                    taken |= 1u << cell[i];
                }
                for (std::size_t i = 0; i < k; ++i)
                    for (std::uint32_t to : near[cell[i]]) {
                        if (taken >> to & 1) continue;
                        const std::size_t after = index + weight[i] * to - weight[i] * cell[i];
                        if (group.distance[after] != 255) continue;
                        group.distance[after] = static_cast<std::uint8_t>(distance);
                        following.push_back(static_cast<std::uint32_t>(after));
                    }
            }
        }
    }
    int pattern_sum(const Node& node) const {
        std::array<std::uint8_t, 25> where{};
        for (std::size_t cell = 0; cell < cells_; ++cell)
            where[node.tile[cell]] = static_cast<std::uint8_t>(cell);
        int sum = 0;
        for (const Group& group : groups_) {
            std::size_t index = 0;
            for (std::size_t tile : group.tiles) index = index * cells_ + where[tile];
            sum += group.distance[index] == 255 ? 0 : group.distance[index];  // 255: cannot be reached
        }
        return sum;
    }

    int rows_ = 0, columns_ = 0;
    std::size_t cells_ = 0;
    Node goal_{}, start_{};
    std::array<int, 25> home_{};
    bool parity_ = false, manhattan_ = false, conflicts_ = false;
    std::vector<Group> groups_;
};

}  // namespace checker
