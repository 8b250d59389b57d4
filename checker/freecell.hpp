// FreeCell and its family: rules, keys up to the order of columns and cells, safe home moves, deadlocks.
#pragma once

#include <array>
#include <bitset>
#include <vector>

#include "freecell_table.hpp"

namespace checker {

class FreeCell : public FreeCellTable {
  public:
    struct Node {
        std::array<std::uint8_t, 4> home{};  // the highest rank that is home
        std::array<Card, 8> cell{};
        std::uint8_t held = 0,
                     columns = 0;  // how many cells are taken, and columns not empty: the first ones
        std::array<std::uint8_t, 10> size{};
        std::array<std::array<Card, kCards>, 10> column{};  // from the bottom
    };
    struct Move {
        int source, target, count;  // columns from 0, cells from 100, home 200; an empty column is 50
    };

    explicit FreeCell(const Header& h) : FreeCellTable(h) {
        h.allow({"alike", "safe-home"});
        if (!h.uses("alike")) throw NotACertificate{"keys need the inference 'alike'"};
        safe_ = h.uses("safe-home");
        if (h.bound != "home" && h.bound != "one-suit" && h.bound != "cycles")
            throw NotACertificate{"the bound '" + h.bound + "' is not known"};
        one_suit_ = h.bound != "home";
        cycles_ = h.bound == "cycles";
        under_.fill(kNone);
        for (std::size_t suit = 0; suit < 4; ++suit)
            start_.home[suit] = static_cast<std::uint8_t>(home_[suit]);
        for (Card card : placed_cells_)
            if (card != kNone) start_.cell[start_.held++] = card;
        for (const std::vector<Card>& cards : placed_columns_) {
            if (cards.empty()) continue;
            for (std::size_t i = 0; i < cards.size(); ++i) {
                start_.column[start_.columns][i] = cards[i];
                if (i > 0) under_[cards[i]] = cards[i - 1];
            }
            start_.size[start_.columns++] = static_cast<std::uint8_t>(cards.size());
        }
    }

    std::size_t width() const { return static_cast<std::size_t>(2 * ranks_); }
    const Node& start() const { return start_; }

    // Half a byte a card: 0 in a cell, 1 bottom of a column, 2 home, 5 on the card as at the start, else 3 on
    // a heart or spade, 4 on a diamond or club.
    void key(const Node& node, std::uint8_t* bytes) const {
        std::array<std::uint8_t, kCards> value;
        value.fill(2);
        for (std::size_t i = 0; i < node.held; ++i) value[node.cell[i]] = 0;
        for (std::size_t c = 0; c < node.columns; ++c) {
            value[node.column[c][0]] = 1;
            for (std::size_t i = 1; i < node.size[c]; ++i) {
                const Card card = node.column[c][i], below = node.column[c][i - 1];
                value[card] = below == under_[card] ? 5 : static_cast<std::uint8_t>(3 + suit(below) % 2);
            }
        }
        std::size_t at = 0;
        for (int s = 0; s < 4; ++s)
            for (int rank = 1; rank <= ranks_; ++rank, ++at) {
                const std::uint8_t half = value[card_of(s, rank)];
                bytes[at / 2] = static_cast<std::uint8_t>(at % 2 ? bytes[at / 2] | half : half << 4);
            }
    }

    Node read(const std::uint8_t* bytes) const {
        Node node;
        std::array<Card, kCards> above;
        above.fill(kNone);
        std::size_t at = 0;
        int expected = 0;
        for (int s = 0; s < 4; ++s)
            for (int rank = 1; rank <= ranks_; ++rank, ++at) {
                const unsigned value = at % 2 ? bytes[at / 2] & 15 : bytes[at / 2] >> 4;
                const Card card = card_of(s, rank);
                if (value == 2) {
                    if (node.home[static_cast<std::size_t>(s)] != rank - 1)
                        wrong_key("a card is home before a lower one");
                    node.home[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(rank);
                    continue;
                }
                ++expected;
                if (value == 0) {
                    if (node.held == cells_) wrong_key("there are more cards in cells than cells");
                    node.cell[node.held++] = card;
                } else if (value == 1) {
                    if (node.columns == columns_) wrong_key("there are more columns than the game has");
                    node.column[node.columns][0] = card;
                    node.size[node.columns++] = 1;
                } else {
                    const Card below = below_of(card, value);
                    if (below == kNone || above[below] != kNone)
                        wrong_key("a card lies on what it cannot lie on");
                    above[below] = card;
                }
            }
        int found = node.held;
        for (std::size_t c = 0; c < node.columns; ++c) {
            for (Card next = above[node.column[c][0]]; next != kNone; next = above[next])
                node.column[c][node.size[c]++] = next;
            found += node.size[c];
        }
        if (found != expected) wrong_key("some cards lie nowhere");
        std::array<std::uint8_t, 26> again{};
        key(node, again.data());
        for (std::size_t i = 0; i < width(); ++i)
            if (again[i] != bytes[i]) wrong_key("it is not the key of its position");
        return node;
    }

    bool is_goal(const Node& node) const {
        for (std::uint8_t rank : node.home)
            if (rank != ranks_) return false;
        return true;
    }

    template <class F>
    void followers(const Node& node, F&& f) const {
        const int safe = safe_ ? safe_source(node) : -1;
        auto play = [&](Move move) { f(move, after(node, move)); };
        if (safe >= 0) return play({safe, 200, 1});
        for (int source = 0; source < node.columns; ++source) from(node, source, play);
        for (int cell = 0; cell < node.held; ++cell) from(node, 100 + cell, play);
    }

    int bound(const Node& node) const {
        int out = 4 * ranks_;
        for (std::uint8_t rank : node.home) out -= rank;
        return one_suit_ ? out + deadlocks(node) : out;
    }

    std::string board(const Node& node) const {
        std::string text = "Foundations:";
        for (int s : {0, 3, 1, 2}) {
            const int rank = node.home[static_cast<std::size_t>(s)];
            text += std::string(" ") + kSuits[s] + "-" + (rank ? kRanks[rank - 1] : '0');
        }
        text += "\nFreecells:";
        for (int i = 0; i < cells_; ++i)
            text += " " + (i < node.held ? name(node.cell[static_cast<std::size_t>(i)]) : "-");
        for (std::size_t c = 0; c < static_cast<std::size_t>(columns_); ++c) {
            text += "\n:";
            for (std::size_t i = 0; c < node.columns && i < node.size[c]; ++i)
                text += " " + name(node.column[c][i]);
        }
        return text + "\n";
    }
    std::string text(const Node& node, Move m) const {
        const std::string what = name(card(node, m));
        const std::string more = m.count > 1 ? " and " + std::to_string(m.count - 1) + " more" : "";
        if (m.target == 200) return what + " home";
        if (m.target >= 100) return what + " to a cell";
        if (m.target == 50) return what + more + " to an empty column";
        return what + more + " to column " + std::to_string(m.target + 1);
    }

  private:
    [[noreturn]] static void wrong_key(const char* why) {
        throw NotACertificate{std::string("a key is not a position: ") + why};
    }
    Card below_of(Card card, unsigned value) const {
        if (value == 5) return under_[card];
        if (value != 3 && value != 4) return kNone;
        if (rank(card) == ranks_) return kNone;
        for (int s = static_cast<int>(value) - 3; s < 4; s += 2)
            if (fits(card, card_of(s, rank(card) + 1))) return card_of(s, rank(card) + 1);
        return kNone;
    }

    // -- moves --

    static Card card(const Node& node, Move m) {  // the lowest that moves
        if (m.source >= 100) return node.cell[static_cast<std::size_t>(m.source - 100)];
        const auto c = static_cast<std::size_t>(m.source);
        return node.column[c][static_cast<std::size_t>(node.size[c] - m.count)];
    }

    template <class F>
    void from(const Node& node, int source, F&& play) const {
        const bool in_cell = source >= 100;
        const auto c = static_cast<std::size_t>(in_cell ? 0 : source);
        const int size = in_cell ? 1 : node.size[c];
        int run = 1;
        while (!in_cell && run < size &&
               fits(node.column[c][static_cast<std::size_t>(size - run)],
                    node.column[c][static_cast<std::size_t>(size - run - 1)]))
            ++run;
        const Card top = card(node, {source, 0, 1});
        if (node.home[static_cast<std::size_t>(suit(top))] == rank(top) - 1) play(Move{source, 200, 1});
        const int empty_cells = cells_ - node.held, empty = columns_ - node.columns;
        for (int target = 0; target < node.columns; ++target) {
            const auto t = static_cast<std::size_t>(target);
            const Card onto = node.column[t][static_cast<std::size_t>(node.size[t] - 1)];
            for (int count = 1; count <= run && count <= capacity(empty_cells, empty, false); ++count)
                if (fits(card(node, {source, 0, count}), onto)) play(Move{source, target, count});
        }
        if (empty > 0)
            for (int count = 1; count <= run && count <= capacity(empty_cells, empty, true); ++count)
                if (opens(card(node, {source, 0, count})) && (in_cell || count < size))
                    play(Move{source, 50, count});
        if (!in_cell && empty_cells > 0) play(Move{source, 100, 1});
    }

    Node after(const Node& before, Move m) const {
        Node node = before;
        std::array<Card, kCards> moved{};
        const auto count = static_cast<std::size_t>(m.count), source = static_cast<std::size_t>(m.source);
        if (m.source >= 100) {
            moved[0] = node.cell[source - 100];
            node.cell[source - 100] = node.cell[--node.held];
        } else {
            node.size[source] = static_cast<std::uint8_t>(node.size[source] - count);
            for (std::size_t i = 0; i < count; ++i) moved[i] = node.column[source][node.size[source] + i];
        }
        if (m.target == 200) {
            ++node.home[static_cast<std::size_t>(suit(moved[0]))];
        } else if (m.target == 100) {
            node.cell[node.held++] = moved[0];
        } else {
            const std::size_t target = m.target == 50 ? node.columns++ : static_cast<std::size_t>(m.target);
            if (m.target == 50) node.size[target] = 0;
            for (std::size_t i = 0; i < count; ++i) node.column[target][node.size[target]++] = moved[i];
        }
        if (m.source < 100 && node.size[source] == 0) {
            --node.columns;
            node.size[source] = node.size[node.columns];
            node.column[source] = node.column[node.columns];
        }
        return node;
    }

    // -- safe home moves --

    bool harmless(const Node& node, Card x) const {
        for (int s = 0; s < 4; ++s) {
            const int guest = rank(x) - 1, home = node.home[static_cast<std::size_t>(s)];
            if (home >= guest || !fits(card_of(s, guest), x)) continue;
            if (home < guest - 1 || !harmless(node, card_of(s, guest))) return false;
        }
        return true;
    }
    // Where the harmless card of the first suit that can go home lies; -1 if there is none.
    int safe_source(const Node& node) const {
        for (int s = 0; s < 4; ++s) {
            const int next = node.home[static_cast<std::size_t>(s)] + 1;
            if (next > ranks_) continue;
            const Card x = card_of(s, next);
            int source = -1;
            for (std::size_t c = 0; c < node.columns; ++c)
                if (node.column[c][static_cast<std::size_t>(node.size[c] - 1)] == x)
                    source = static_cast<int>(c);
            for (std::size_t i = 0; i < node.held; ++i)
                if (node.cell[i] == x) source = 100 + static_cast<int>(i);
            if (source >= 0 && harmless(node, x)) return source;
        }
        return -1;
    }

    // -- deadlocks: docs/freecell-heuristics.md --

    int deadlocks(const Node& node) const {
        std::array<Card, kCards> run{};
        std::array<std::array<std::uint8_t, 4>, kCards>
            least{};                   // below a card, the lowest of each suit, 0 for none
        Set paid = 0, in_columns = 0;  // paid: runs with a card of condition A, by their lowest cards
        for (std::size_t c = 0; c < node.columns; ++c) {
            std::array<std::uint8_t, 4> low{};
            for (std::size_t i = 0; i < node.size[c]; ++i) {
                const Card x = node.column[c][i];
                const auto s = static_cast<std::size_t>(suit(x));
                in_columns |= bit(x);
                run[x] = super_ && i > 0 && fits(x, node.column[c][i - 1]) ? run[node.column[c][i - 1]] : x;
                least[x] = low;
                if (low[s] != 0 && low[s] < rank(x)) paid |= bit(run[x]);
                if (low[s] == 0 || low[s] > rank(x)) low[s] = static_cast<std::uint8_t>(rank(x));
            }
        }
        const int extra = static_cast<int>(std::bitset<64>(paid).count());
        return cycles_ ? extra + circles(run, least, paid, in_columns) : extra;
    }

    int circles(const std::array<Card, kCards>& run,
                const std::array<std::array<std::uint8_t, 4>, kCards>& least, Set paid,
                Set in_columns) const {
        Set free = 0;
        each(in_columns, [&](unsigned x) { free |= paid >> run[x] & 1 ? 0 : bit(x); });
        std::array<Set, kCards> link{}, back{};
        each(free, [&](unsigned x) {
            for (unsigned s = 0; s < 4; ++s) {
                if (s == x / 13 || least[x][s] == 0) continue;
                const Set higher = (bit(13) - 1) >> least[x][s]
                                                        << least[x][s];  // ranks above the lowest one below x
                link[x] |= higher << 13 * s & free;
            }
            each(link[x], [&](unsigned y) { back[y] |= bit(x); });
        });
        Set left = 0;  // what can be in a circle and is not taken
        each(free, [&](unsigned x) { left |= link[x] ? bit(x) : 0; });
        int found = 0;
        auto take = [&](Set cards) {
            Set runs = 0;
            each(cards, [&](unsigned x) { runs |= bit(run[x]); });
            each(left, [&](unsigned x) { left &= runs >> run[x] & 1 ? ~bit(x) : ~Set{0}; });
            ++found;
        };
        auto lowest = [](Set set) { return set & (~set + 1); };
        auto above = [](unsigned x) { return ~(bit(x + 1) - 1); };
        each(left, [&](unsigned a) {
            if (!(left & bit(a))) return;
            const Set b = lowest(link[a] & back[a] & left & above(a));
            if (b) take(bit(a) | b);
        });
        each(left, [&](unsigned a) {
            each(left & above(a), [&](unsigned b) {
                if (!(left & bit(a)) || !(left & bit(b)) || a / 13 == b / 13) return;
                const Set forth = link[a] >> b & 1 ? link[b] & back[a] : 0,
                          other = link[b] >> a & 1 ? link[a] & back[b] : 0;
                const Set c = lowest((forth | other) & left & above(b));
                if (c) take(bit(a) | bit(b) | c);
            });
        });
        const Set suit0 = bit(13) - 1;
        each(left & suit0, [&](unsigned a) {
            each(left & suit0 << 13, [&](unsigned b) {
                each(left & suit0 << 26, [&](unsigned c) {
                    if (!(left & bit(a)) || !(left & bit(b)) || !(left & bit(c))) return;
                    auto to = [&](unsigned x, unsigned y) { return link[x] >> y & 1 ? ~Set{0} : Set{0}; };
                    const Set d = (to(a, b) & to(b, c) & link[c] & back[a]) |
                                  (to(a, b) & to(c, a) & link[b] & back[c]) |
                                  (to(a, c) & to(c, b) & link[b] & back[a]) |
                                  (to(a, c) & to(b, a) & link[c] & back[b]) |
                                  (to(b, c) & to(c, a) & link[a] & back[b]) |
                                  (to(c, b) & to(b, a) & link[a] & back[c]);
                    const Set fourth = lowest(d & left & suit0 << 39);
                    if (fourth) take(bit(a) | bit(b) | bit(c) | fourth);
                });
            });
        });
        return found;
    }
    template <class F>
    static void each(Set set, F&& f) {
        for (; set != 0; set &= set - 1) f(static_cast<unsigned>(__builtin_ctzll(set)));
    }

    bool safe_ = false, one_suit_ = false, cycles_ = false;
    Node start_;
    std::array<Card, kCards> under_{};  // what a card lies on at the start
};

}  // namespace checker
