// Boards of peg solitaire: holes, jumps, symmetries, pagoda functions, regions.
//
// A set of holes is a number: bit 8r + c is the hole in row r and column c, both from 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "header.hpp"

namespace checker {

inline int holes_in(std::uint64_t set) {
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
}

class PegBoard {
  public:
    struct Jump {
        int source, target;
        std::uint64_t pegs, change;  // the two that must be there, and all three
        int over;
    };
    struct Pagoda {
        std::vector<int> weight;  // by hole
        int finish;
    };

    explicit PegBoard(const std::string& size) {
        std::vector<std::string> shape;
        if (size == "english")
            shape = {"  ooo", "  ooo", "ooooooo", "ooooooo", "ooooooo", "  ooo", "  ooo"};
        else if (size == "european")
            shape = {"  ooo", " ooooo", "ooooooo", "ooooooo", "ooooooo", " ooooo", "  ooo"};
        else if (size.size() == 3 && size[1] == 'x' && size[0] >= '3' && size[0] <= '6' && size[2] >= '3' &&
                 size[2] <= '6')
            shape.assign(static_cast<std::size_t>(size[0] - '0'),
                         std::string(static_cast<std::size_t>(size[2] - '0'), 'o'));
        else
            throw NotACertificate{"there is no board '" + size + "'"};
        rows = static_cast<int>(shape.size());
        for (int row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < shape[static_cast<std::size_t>(row)].size(); ++column) {
                columns = std::max(columns, static_cast<int>(column) + 1);
                if (shape[static_cast<std::size_t>(row)][column] == 'o')
                    holes |= std::uint64_t{1} << (8 * row + static_cast<int>(column));
            }
        for (int hole = 0; hole < 64; ++hole)
            for (int way : {-8, -1, 1, 8})
                if (has(hole) && has(hole + way) && has(hole + 2 * way)) {
                    const std::uint64_t pegs = bit(hole) | bit(hole + way);
                    jumps.push_back({hole, hole + 2 * way, pegs, pegs | bit(hole + 2 * way), hole + way});
                }
        find_symmetries();
    }

    int rows = 0, columns = 0;
    std::uint64_t holes = 0;
    std::vector<Jump> jumps;
    std::vector<std::vector<int>> symmetries;  // where each hole goes

    static std::uint64_t bit(int hole) { return std::uint64_t{1} << hole; }
    bool has(int hole) const { return hole >= 0 && hole < 64 && (holes >> hole & 1); }
    int centre() const { return rows / 2 * 8 + columns / 2; }
    static std::string name(int hole) {
        return std::string(1, static_cast<char>('a' + hole % 8)) + static_cast<char>('1' + hole / 8);
    }
    // The hole of a name; -1 if there is none.
    int hole(const std::string& text) const {
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'g' || text[1] < '1' || text[1] > '7') return -1;
        const int found = 8 * (text[1] - '1') + text[0] - 'a';
        return has(found) ? found : -1;
    }
    static std::uint64_t image(std::uint64_t set, const std::vector<int>& symmetry) {
        std::uint64_t moved = 0;
        for (int hole = 0; hole < 64; ++hole)
            if (set >> hole & 1) moved |= bit(symmetry[static_cast<std::size_t>(hole)]);
        return moved;
    }

    // The parities of the pegs on two of the three numbers of diagonals, in both directions.
    static int parities(std::uint64_t set) {
        int found[4] = {0, 0, 0, 0};
        for (int hole = 0; hole < 64; ++hole) {
            if (!(set >> hole & 1)) continue;
            const int falling = (hole / 8 + hole % 8) % 3, rising = (hole / 8 - hole % 8 + 9) % 3;
            found[0] ^= falling != 2;
            found[1] ^= falling != 0;
            found[2] ^= rising != 2;
            found[3] ^= rising != 0;
        }
        return found[0] | found[1] << 1 | found[2] << 2 | found[3] << 3;
    }

    // Weights from -1 to 2, the same in holes that a symmetry of the board exchanges, at least 1 in the
    // finish, such that no jump raises the sum.  Those that stay so when a weight is lowered are left out.
    std::vector<Pagoda> pagodas(int finish) const {
        std::vector<int> orbit(64, -1);
        int orbits = 0;
        for (int hole = 0; hole < 64; ++hole) {
            if (!has(hole) || orbit[static_cast<std::size_t>(hole)] >= 0) continue;
            for (const std::vector<int>& symmetry : symmetries)
                orbit[static_cast<std::size_t>(symmetry[static_cast<std::size_t>(hole)])] = orbits;
            ++orbits;
        }
        std::vector<Pagoda> found;
        std::vector<int> weight;
        extend(orbit, orbits, orbit[static_cast<std::size_t>(finish)], weight, found);
        return found;
    }

    // The minimal sets of holes such that each jump over one of them begins or ends in the set.
    std::vector<std::uint64_t> regions() const {
        std::vector<std::uint64_t> closed, seen, waiting;
        for (int hole = 0; hole < 64; ++hole)
            if (has(hole)) waiting.push_back(bit(hole));
        while (!waiting.empty()) {
            const std::uint64_t set = waiting.back();
            waiting.pop_back();
            if (std::find(seen.begin(), seen.end(), set) != seen.end()) continue;
            seen.push_back(set);
            auto broken = [&](const Jump& jump) {
                return (set >> jump.over & 1) && !(set & (bit(jump.source) | bit(jump.target)));
            };
            const auto jump = std::find_if(jumps.begin(), jumps.end(), broken);
            if (jump == jumps.end()) {
                closed.push_back(set);
            } else {
                waiting.push_back(set | bit(jump->source));
                waiting.push_back(set | bit(jump->target));
            }
        }
        std::vector<std::uint64_t> minimal;
        for (std::uint64_t set : closed) {
            auto smaller = [&](std::uint64_t other) { return other != set && (set & other) == other; };
            if (std::none_of(closed.begin(), closed.end(), smaller)) minimal.push_back(set);
        }
        return minimal;
    }

  private:
    void find_symmetries() {
        for (int way = 0; way < 8; ++way) {
            std::vector<int> symmetry(64, 0);
            bool keeps = true;
            for (int hole = 0; hole < 64; ++hole) {
                if (!has(hole)) continue;
                int row = hole / 8, column = hole % 8;
                if (way & 1) std::swap(row, column);
                if (way & 2) row = rows - 1 - row;
                if (way & 4) column = columns - 1 - column;
                const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
                keeps = keeps && inside && has(8 * row + column);
                symmetry[static_cast<std::size_t>(hole)] = inside ? 8 * row + column : 0;
            }
            if (keeps) symmetries.push_back(symmetry);
        }
    }
    // Whether no jump between orbits that have weights raises the sum.
    bool holds(const std::vector<int>& orbit, const std::vector<int>& weight) const {
        auto of = [&](int hole) { return static_cast<std::size_t>(orbit[static_cast<std::size_t>(hole)]); };
        for (const Jump& jump : jumps) {
            const std::size_t a = of(jump.source), b = of(jump.over), c = of(jump.target);
            if (std::max(a, std::max(b, c)) < weight.size() && weight[a] + weight[b] < weight[c])
                return false;
        }
        return true;
    }
    void extend(const std::vector<int>& orbit, int orbits, int fixed, std::vector<int>& weight,
                std::vector<Pagoda>& found) const {
        if (!holds(orbit, weight)) return;
        if (static_cast<int>(weight.size()) == orbits) {
            for (int i = 0; i < orbits; ++i) {
                int& each = weight[static_cast<std::size_t>(i)];
                if (i == fixed || each == -1) continue;
                --each;
                const bool still = holds(orbit, weight);
                ++each;
                if (still) return;
            }
            std::vector<int> by_hole(64, 0);
            for (int hole = 0; hole < 64; ++hole)
                if (has(hole))
                    by_hole[static_cast<std::size_t>(hole)] =
                        weight[static_cast<std::size_t>(orbit[static_cast<std::size_t>(hole)])];
            found.push_back({by_hole, weight[static_cast<std::size_t>(fixed)]});
            return;
        }
        for (int value = static_cast<int>(weight.size()) == fixed ? 1 : -1; value <= 2; ++value) {
            weight.push_back(value);
            extend(orbit, orbits, fixed, weight, found);
            weight.pop_back();
        }
    }
};

}  // namespace checker
