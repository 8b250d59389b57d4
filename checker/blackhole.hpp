// Black Hole: rules, keys of ranks alone, and walks around the ranks.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "deals.hpp"
#include "header.hpp"

namespace checker {

class BlackHole {
  public:
    // Ranks alone: that in the hole, and those of each fan from the bottom, 0 for none; the fans in order,
    // empty ones last.
    struct Node {
        int hole;
        std::array<std::array<std::uint8_t, 3>, 17> fans;
    };
    using Move = std::size_t;  // a fan

    explicit BlackHole(const Header& h) {
        ranks_ = h.rule_number(0, "ranks", 3, 13);
        if (ranks_ % 2 == 0) throw NotACertificate{"an even number of ranks"};
        h.rules_end(1);
        fans_ = static_cast<std::size_t>((4 * ranks_ - 1 + 2) / 3);
        h.allow({"alike", "walks"});
        if (!h.uses("alike")) throw NotACertificate{"keys of black-hole need the inference 'alike'"};
        walks_ = h.uses("walks");
        left_ = h.bound == "left";
        if (!left_ && h.bound != "none") throw NotACertificate{"the bound '" + h.bound + "' is not known"};
        read_start(h);
    }

    std::size_t width() const { return (2 + 3 * fans_) / 2; }
    Node start() const {
        Node node{};
        node.hole = rank_of(cards_hole_);
        for (std::size_t fan = 0; fan < fans_; ++fan)
            for (std::size_t i = 0; i < cards_[fan].size(); ++i)
                node.fans[fan][i] = static_cast<std::uint8_t>(rank_of(cards_[fan][i]));
        return sorted(node);
    }
    void key(const Node& node, std::uint8_t* bytes) const {
        std::fill(bytes, bytes + width(), std::uint8_t{0});
        std::size_t at = 0;
        auto put = [&](int value) {
            bytes[at / 2] = static_cast<std::uint8_t>(bytes[at / 2] | value << (at % 2 ? 0 : 4));
            ++at;
        };
        put(node.hole);
        for (std::size_t fan = 0; fan < fans_; ++fan)
            for (int rank : node.fans[fan]) put(rank);
    }
    Node read(const std::uint8_t* bytes) const {
        Node node{};
        std::array<int, 16> count{};
        for (std::size_t at = 0; at < 2 * width(); ++at) {
            const int value = at % 2 ? bytes[at / 2] & 15 : bytes[at / 2] >> 4;
            if (value > ranks_ || (at > 3 * fans_ && value != 0))
                throw NotACertificate{"a key has a wrong rank"};
            if (value != 0 && ++count[static_cast<std::size_t>(value)] > 4)
                throw NotACertificate{"a key has a rank too often"};
            if (at == 0)
                node.hole = value;
            else if (at <= 3 * fans_)
                node.fans[(at - 1) / 3][(at - 1) % 3] = static_cast<std::uint8_t>(value);
        }
        if (node.hole == 0) throw NotACertificate{"a key has nothing in the hole"};
        for (const auto& fan : node.fans)
            if ((fan[0] == 0 && fan[1] != 0) || (fan[1] == 0 && fan[2] != 0))
                throw NotACertificate{"a key has a fan with a gap"};
        if (sorted(node).fans != node.fans) throw NotACertificate{"a key is not the one of its position"};
        return node;
    }
    bool is_goal(const Node& node) const { return node.fans[0][0] == 0; }
    int bound(const Node& node) const {
        int left = 0;
        std::vector<int> counts(static_cast<std::size_t>(ranks_), 0);
        for (const auto& fan : node.fans)
            for (int rank : fan)
                if (rank != 0) {
                    ++left;
                    ++counts[static_cast<std::size_t>(rank - 1)];
                }
        if (walks_ && left > 0) {
            bool exists = false;
            for (int end = 0; end < ranks_ && !exists; ++end)
                exists = counts[static_cast<std::size_t>(end)] > 0 && walk(counts, node.hole - 1, end);
            if (!exists) return kInfinite;
        }
        return left_ ? left : 0;
    }
    template <class F>
    void followers(const Node& node, F&& f) const {
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            const auto& cards = node.fans[fan];
            const std::size_t height = cards[2] ? 3 : cards[1] ? 2 : cards[0] ? 1 : 0;
            if (height == 0 || !fits(cards[height - 1], node.hole)) continue;
            Node child = node;
            child.hole = cards[height - 1];
            child.fans[fan][height - 1] = 0;
            f(fan, sorted(child));
        }
    }
    // Moves are the cards that go into the hole.
    void replay(const std::vector<std::string>& words) const {
        std::vector<std::vector<std::string>> fans = cards_;
        std::string hole = cards_hole_;
        for (const std::string& word : words) {
            bool found = false;
            for (auto& fan : fans)
                if (!found && !fan.empty() && fan.back() == word && fits(rank_of(word), rank_of(hole))) {
                    fan.pop_back();
                    hole = word;
                    found = true;
                }
            if (!found) throw NotProved{"the move " + word + " is not possible", written(hole, fans)};
        }
        for (const auto& fan : fans)
            if (!fan.empty()) throw NotProved{"the moves do not win", written(hole, fans)};
    }
    std::string board(const Node& node) const {
        std::string text = "Foundations: " + letter(node.hole) + "\n";
        for (std::size_t fan = 0; fan < fans_; ++fan) {
            std::string line;
            for (int rank : node.fans[fan])
                if (rank) line += (line.empty() ? "" : " ") + letter(rank);
            text += (line.empty() ? "-" : line) + "\n";
        }
        return text;
    }
    std::string text(const Node& node, Move fan) const {
        const auto& cards = node.fans[fan];
        return letter(cards[2] ? cards[2] : cards[1] ? cards[1] : cards[0]);
    }

  private:
    static std::string letter(int rank) {
        return std::string(1, "?A23456789TJQK"[static_cast<std::size_t>(rank)]);
    }
    // 0 if it is no card.
    static int rank_of(const std::string& card) {
        static const std::string kRanks = "A23456789TJQK", kSuits = "HDSC";
        if (card.size() != 2 || kSuits.find(card[1]) == std::string::npos) return 0;
        const std::size_t at = kRanks.find(card[0]);
        return at == std::string::npos ? 0 : static_cast<int>(at) + 1;
    }
    bool fits(int rank, int onto) const {
        const int apart = (rank - onto + ranks_) % ranks_;
        return apart == 1 || apart == ranks_ - 1;
    }
    Node sorted(Node node) const {
        std::sort(
            node.fans.begin(), node.fans.begin() + static_cast<std::ptrdiff_t>(fans_),
            [](const auto& a, const auto& b) { return (a[0] == 0) != (b[0] == 0) ? b[0] == 0 : a < b; });
        return node;
    }
    // Whether a walk on the circle of ranks goes from one to another and meets each as often as counted.  It
    // is a trail along edges r, r + 1; how often each is taken follows from the degrees.
    bool walk(const std::vector<int>& counts, int start, int end) const {
        const int n = ranks_;
        std::vector<int> times(static_cast<std::size_t>(n));
        for (int r = 0; r < n; ++r) {
            int twice = 0;
            for (int i = 1; i <= n; ++i) {
                const int at = (r + i) % n;
                const int degree = 2 * counts[static_cast<std::size_t>(at)] + (at == start) - (at == end);
                twice += i % 2 ? degree : -degree;
            }
            if (twice < 0) return false;
            times[static_cast<std::size_t>(r)] = twice / 2;
        }
        int breaks = 0;
        for (int r = 0; r < n; ++r)
            breaks += times[static_cast<std::size_t>((r + n - 1) % n)] > 0 &&
                      times[static_cast<std::size_t>(r)] == 0;
        return breaks <= 1;
    }

    std::string written(const std::string& hole, const std::vector<std::vector<std::string>>& fans) const {
        std::string text = "Foundations: " + hole + "\n";
        for (const auto& fan : fans) {
            std::string line;
            for (const std::string& card : fan) line += (line.empty() ? "" : " ") + card;
            text += (line.empty() ? "-" : line) + "\n";
        }
        return text;
    }
    void read_start(const Header& h) {
        std::string whole;
        std::vector<std::string> seen;
        auto take = [&](const std::string& card) {
            if (rank_of(card) == 0 || rank_of(card) > ranks_ ||
                std::find(seen.begin(), seen.end(), card) != seen.end())
                throw NotACertificate{"the start has a wrong card"};
            seen.push_back(card);
        };
        for (const std::string& line : h.start) {
            if (whole.empty()) {
                if (line.compare(0, 13, "Foundations: ") != 0) throw NotACertificate{"the start has no hole"};
                cards_hole_ = line.substr(13);
                take(cards_hole_);
            } else {
                cards_.emplace_back();
                if (line != "-") cards_.back() = split(line, ' ');
                for (const std::string& card : cards_.back()) take(card);
                if (cards_.back().size() > 3) throw NotACertificate{"a fan has more than three cards"};
            }
            whole += line + "\n";
        }
        if (cards_.size() != fans_ || written(cards_hole_, cards_) != whole)
            throw NotACertificate{"the start is not written as it should be"};
        check_the_hole(seen);
        if (h.deal < 0) return;
        if (h.deal == 0 || cards_hole_ != "AS" || dealt(h.deal) != cards_)
            throw NotACertificate{"the start is another deal"};
    }
    // The cards that are not there must have come into the hole, onto the ace of spades.
    void check_the_hole(const std::vector<std::string>& seen) const {
        std::vector<int> counts(static_cast<std::size_t>(ranks_), 0);
        int gone = 0;
        bool ace_in_fan = false;
        for (const auto& fan : cards_)
            ace_in_fan = ace_in_fan || std::find(fan.begin(), fan.end(), "AS") != fan.end();
        for (char suit : std::string("HDSC"))
            for (int rank = 1; rank <= ranks_; ++rank) {
                const std::string card = letter(rank) + suit;
                const bool there = std::find(seen.begin(), seen.end(), card) != seen.end();
                if (card == "AS" || (there && card != cards_hole_)) continue;
                ++gone;
                ++counts[static_cast<std::size_t>(rank - 1)];
            }
        const bool good =
            cards_hole_ == "AS" ? gone == 0 : !ace_in_fan && walk(counts, 0, rank_of(cards_hole_) - 1);
        if (!good) throw NotACertificate{"the cards that are missing cannot be in the hole"};
    }
    // Microsoft's order for the whole deck, our own for smaller ones; round by round without the ace.
    std::vector<std::vector<std::string>> dealt(long long number) const {
        std::vector<std::string> order;
        if (ranks_ == 13) {
            for (int card : microsoft(number)) order.push_back(letter(card / 4 + 1) + "CDHS"[card % 4]);
        } else {
            for (int card : shuffled(4 * ranks_, "black-hole", std::to_string(ranks_), number))
                order.push_back(letter(card % ranks_ + 1) + "HDSC"[card / ranks_]);
        }
        order.erase(std::find(order.begin(), order.end(), "AS"));
        std::vector<std::vector<std::string>> fans(fans_);
        for (std::size_t i = 0; i < order.size(); ++i) fans[i % fans_].push_back(order[i]);
        return fans;
    }

    int ranks_ = 0;
    std::size_t fans_ = 0;
    bool walks_ = false, left_ = false;
    std::string cards_hole_;
    std::vector<std::vector<std::string>> cards_;  // the start, from the bottom of each fan
};

}  // namespace checker
