// Peg solitaire: rules in both metrics, boards up to symmetry, position classes, pagodas, full regions.
#pragma once

#include "deals.hpp"
#include "peg_board.hpp"

namespace checker {

class Peg {
  public:
    using Node = std::uint64_t;     // the holes that have pegs
    using Move = std::vector<int>;  // the holes that one peg stands in

    explicit Peg(const Header& h) : board_(h.rule(0, "size")) {
        const std::string finish = h.rule(1, "finish"), metric = h.rule(2, "metric");
        h.rules_end(3);
        finish_ = finish == "any" ? kAny : board_.hole(finish);
        if (finish_ == -1) throw NotACertificate{"there is no hole '" + finish + "'"};
        if (metric != "jumps" && metric != "moves") throw NotACertificate{"metric '" + metric + "'"};
        jumps_ = metric == "jumps";
        h.allow({"alike", "classes", "pagodas"});
        for (const std::vector<int>& symmetry : board_.symmetries)
            if (finish_ == kAny || symmetry[static_cast<std::size_t>(finish_)] == finish_)
                symmetries_.push_back(symmetry);
        alike_ = h.uses("alike");
        classes_ = h.uses("classes");
        if (h.uses("pagodas") && finish_ != kAny) pagodas_ = board_.pagodas(finish_);
        bound_ = h.bound;
        if (bound_ != "none" && bound_ != "pegs" && bound_ != "regions")
            throw NotACertificate{"the bound '" + bound_ + "' is not known"};
        if (bound_ == "regions") regions_ = board_.regions();
        for (int hole = 0; hole < 64; ++hole)
            if (board_.has(hole) && (finish_ == kAny || hole == finish_))
                good_ |= 1u << PegBoard::parities(PegBoard::bit(hole));
        read_start(h);
    }

    std::size_t width() const { return 7; }
    Node start() const { return canonical(start_); }
    void key(const Node& node, std::uint8_t* bytes) const {
        for (int row = 0; row < 7; ++row) bytes[row] = static_cast<std::uint8_t>(node >> 8 * row);
    }
    Node read(const std::uint8_t* bytes) const {
        Node node = 0;
        for (int row = 0; row < 7; ++row) node |= std::uint64_t{bytes[row]} << 8 * row;
        if (node == 0 || (node & ~board_.holes) != 0)
            throw NotACertificate{"a key has pegs beside the board"};
        if (canonical(node) != node) throw NotACertificate{"a key is not the one of its position"};
        return node;
    }
    bool is_goal(const Node& node) const {
        return holes_in(node) == 1 && (finish_ == kAny || node == PegBoard::bit(finish_));
    }
    int bound(const Node& node) const {
        if (classes_ && !(good_ >> PegBoard::parities(node) & 1)) return kInfinite;
        for (const PegBoard::Pagoda& pagoda : pagodas_) {
            int sum = 0;
            for (int hole = 0; hole < 64; ++hole)
                if (node >> hole & 1) sum += pagoda.weight[static_cast<std::size_t>(hole)];
            if (sum < pagoda.finish) return kInfinite;
        }
        const int pegs = holes_in(node);
        if (bound_ == "none") return 0;
        if (bound_ == "pegs" && jumps_) return pegs - 1;
        const int least = pegs > 1 ? 1 : 0;
        return bound_ == "pegs" ? least : std::max(least, full_regions(node));
    }
    template <class F>
    void followers(const Node& node, F&& f) const {
        for (int hole = 0; hole < 64; ++hole) {
            Move move{hole};
            if (node >> hole & 1) go_on(node, move, f);
        }
    }
    void replay(const std::vector<std::string>& words) const {
        Node now = start_;
        for (const std::string& word : words) {
            const std::vector<std::string> names = split(word, '-');
            if (names.size() < 2 || (jumps_ && names.size() > 2)) refuse(word, now);
            for (std::size_t i = 1; i < names.size(); ++i) {
                const int from = board_.hole(names[i - 1]), to = board_.hole(names[i]);
                bool made = false;
                for (const PegBoard::Jump& jump : board_.jumps)
                    if (!made && jump.source == from && jump.target == to &&
                        (now & jump.change) == jump.pegs) {
                        now ^= jump.change;
                        made = true;
                    }
                if (!made) refuse(word, now);
            }
        }
        if (!is_goal(now)) throw NotProved{"the moves do not win", board(now)};
    }
    std::string board(const Node& node) const {
        std::string text;
        for (int row = 0; row < board_.rows; ++row) {
            std::string line;
            for (int column = 0; column < board_.columns; ++column) {
                const int hole = 8 * row + column;
                line += column ? " " : "";
                line += !board_.has(hole) ? " " : node >> hole & 1 ? "o" : ".";
            }
            while (!line.empty() && line.back() == ' ') line.pop_back();
            text += line + "\n";
        }
        return text;
    }
    std::string text(const Node&, const Move& move) const {
        std::string text;
        for (int hole : move) text += (text.empty() ? "" : "-") + PegBoard::name(hole);
        return text;
    }

  private:
    static constexpr int kAny = -2;

    [[noreturn]] void refuse(const std::string& word, const Node& now) const {
        throw NotProved{"the move " + word + " is not possible", board(now)};
    }
    Node canonical(const Node& node) const {
        Node least = node;
        if (alike_)
            for (const std::vector<int>& symmetry : symmetries_)
                least = std::min(least, PegBoard::image(node, symmetry));
        return least;
    }
    // Every jump of the peg that stands in the last hole of a move; in the metric of moves it may go on.
    template <class F>
    void go_on(const Node& node, Move& move, F&& f) const {
        for (const PegBoard::Jump& jump : board_.jumps) {
            if (jump.source != move.back() || (node & jump.change) != jump.pegs) continue;
            const Node after = node ^ jump.change;
            move.push_back(jump.target);
            f(move, canonical(after));
            if (!jumps_) go_on(after, move, f);
            move.pop_back();
        }
    }
    int full_regions(const Node& node) const {
        std::vector<std::uint64_t> larger;
        int corners = 0, spared = 0;
        for (std::uint64_t region : regions_) {
            if ((node & region) != region) continue;
            if (holes_in(region) > 1) {
                larger.push_back(region);
                continue;
            }
            ++corners;
            if (finish_ == kAny || region == PegBoard::bit(finish_)) spared = 1;
        }
        return corners - spared + most_disjoint(larger, 0, 0);
    }
    static int most_disjoint(const std::vector<std::uint64_t>& sets, std::size_t at, std::uint64_t taken) {
        if (at == sets.size()) return 0;
        const int without = most_disjoint(sets, at + 1, taken);
        if (sets[at] & taken) return without;
        return std::max(without, 1 + most_disjoint(sets, at + 1, taken | sets[at]));
    }

    void read_start(const Header& h) {
        std::string marks, whole;
        for (const std::string& line : h.start) {
            whole += line + "\n";
            for (char c : line)
                if (c != ' ') marks += c;
        }
        std::size_t at = 0;
        for (int hole = 0; hole < 64; ++hole) {
            if (!board_.has(hole)) continue;
            if (at < marks.size() && marks[at] == 'o') start_ |= PegBoard::bit(hole);
            ++at;
        }
        if (start_ == 0 || board(start_) != whole)
            throw NotACertificate{"the start is not written as it should be"};
        if (h.deal >= 0 && (h.deal == 0 || deal(h) != start_))
            throw NotACertificate{"the start is another deal"};
    }
    // One hole empty, the central one first; later deals are drawn until one has the class of a last peg.
    Node deal(const Header& h) const {
        std::vector<int> order, empty{board_.centre()};
        for (int hole = 0; hole < 64; ++hole) {
            if (!board_.has(hole)) continue;
            order.push_back(hole);
            if (hole != board_.centre()) empty.push_back(hole);
        }
        if (h.deal <= static_cast<long long>(empty.size()))
            return board_.holes ^ PegBoard::bit(empty[static_cast<std::size_t>(h.deal - 1)]);
        Stream stream("peg/" + h.rule(0, "size") + "/" + std::to_string(h.deal));
        for (;;) {
            const std::uint64_t bits = stream.next();
            Node drawn = 0;
            for (std::size_t i = 0; i < order.size(); ++i)
                if (bits >> i & 1) drawn |= PegBoard::bit(order[i]);
            if (holes_in(drawn) >= 2 && (good_ >> PegBoard::parities(drawn) & 1)) return drawn;
        }
    }

    PegBoard board_;
    int finish_ = kAny;
    bool jumps_ = true, alike_ = false, classes_ = false;
    unsigned good_ = 0;  // the classes of a last peg
    std::string bound_;
    std::vector<std::vector<int>> symmetries_;
    std::vector<PegBoard::Pagoda> pagodas_;
    std::vector<std::uint64_t> regions_;
    Node start_ = 0;
};

}  // namespace checker
