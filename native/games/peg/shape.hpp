// Boards of peg solitaire and the arguments about them that the kernel takes: the twin of games/peg/holes.py,
// bounds.py (regions), pagodas.py and classes.py.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

#include "games/peg/peg.hpp"
#include "words/text.hpp"

namespace yomikiri {

struct PegJump {
    int source, over, target;
};

class PegShape {
  public:
    explicit PegShape(const std::string& size) : name(lower(size)) {
        std::string shape;
        if (name == "english") shape = "  ooo  /  ooo  /ooooooo/ooooooo/ooooooo/  ooo  /  ooo  ";
        if (name == "european") shape = "  ooo  / ooooo /ooooooo/ooooooo/ooooooo/ ooooo /  ooo  ";
        if (shape.empty()) {
            const std::vector<int> sides = sides_of(size);
            if (sides.size() != 2 || std::min(sides[0], sides[1]) < 3 || std::max(sides[0], sides[1]) > 6)
                refuse(
                    "size '", shown(size),
                    "' is not a size of peg: expected english, european, or rows x columns from 3x3 to 6x6");
            for (int row = 0; row < sides[0]; ++row)
                shape += (row > 0 ? "/" : "") + std::string(static_cast<std::size_t>(sides[1]), 'o');
            name = std::to_string(sides[0]) + "x" + std::to_string(sides[1]);
        }
        for (const std::string& line : split_at(shape, '/')) {
            columns = static_cast<int>(line.size());
            for (int column = 0; column < columns; ++column)
                if (line[static_cast<std::size_t>(column)] == 'o') {
                    holes |= Holes{1} << (8 * rows + column);
                    in_order.push_back(8 * rows + column);
                }
            ++rows;
        }
        for (const int hole : in_order)
            for (const int way : {-8, -1, 1, 8})
                if (has(hole + way) && has(hole + 2 * way))
                    jumps.push_back({hole, hole + way, hole + 2 * way});
    }

    std::string name;
    int rows = 0, columns = 0;
    Holes holes = 0;
    std::vector<int> in_order;
    std::vector<PegJump> jumps;  // by source in reading order, then up, left, right, down

    bool has(int hole) const { return hole >= 0 && hole < 64 && (holes >> hole & 1) != 0; }
    int centre() const { return rows / 2 * 8 + columns / 2; }
    static std::string hole_name(int hole) {
        return std::string(1, static_cast<char>('a' + hole % 8)) + std::to_string(hole / 8 + 1);
    }
    int hole(const std::string& text) const {
        const int row = text.size() > 1 ? small_number(text.substr(1), 2) - 1 : -1;
        const int column = text.empty() ? -1 : lower(text)[0] - 'a';
        if (row >= 0 && row < rows && column >= 0 && column < columns && has(8 * row + column))
            return 8 * row + column;
        refuse("'", shown(text), "' is not a hole of the ", name, " board: expected one such as ",
               hole_name(centre()));
    }
};

// The minimal regions of a board, smaller ones first.
inline std::vector<Holes> peg_regions(const PegShape& board) {
    std::vector<std::set<Holes>> ends(64);
    for (const PegJump& jump : board.jumps)
        ends[static_cast<std::size_t>(jump.over)].insert(Holes{1} << jump.source | Holes{1} << jump.target);
    std::set<Holes> closed, seen;
    std::vector<Holes> waiting;
    for (const int hole : board.in_order) waiting.push_back(Holes{1} << hole);
    while (!waiting.empty()) {
        const Holes holes = waiting.back();
        waiting.pop_back();
        if (!seen.insert(holes).second) continue;
        Holes pair = 0;
        for (Holes rest = holes; rest != 0 && pair == 0; rest &= rest - 1)
            for (const Holes one : ends[static_cast<std::size_t>(std::countr_zero(rest))])
                if (pair == 0 && (one & holes) == 0) pair = one;
        if (pair == 0) closed.insert(holes);
        for (; pair != 0; pair &= pair - 1) waiting.push_back(holes | (pair & (0 - pair)));
    }
    std::vector<Holes> sorted(closed.begin(), closed.end()), found;
    std::sort(sorted.begin(), sorted.end(), [](Holes one, Holes other) {
        return std::tuple(std::popcount(one), one) < std::tuple(std::popcount(other), other);
    });
    for (const Holes region : sorted)
        if (std::none_of(found.begin(), found.end(), [&](Holes one) { return (region & one) == one; }))
            found.push_back(region);
    return found;
}

// The pagoda functions of small weights for a finish, none superfluous.
inline std::vector<Pagoda> peg_pagodas(const PegShape& shape, const PegBoard& board, int finish) {
    constexpr int kLeast = -1, kMost = 2;
    unsigned kept = 0;
    board.for_each_image(shape.holes, [&](Holes image, unsigned symmetry) {
        kept |= static_cast<unsigned>(image == shape.holes) << symmetry;
    });
    std::vector<std::size_t> orbit_of(64, 64);
    std::vector<Holes> orbits;
    for (const int hole : shape.in_order) {
        if (orbit_of[static_cast<std::size_t>(hole)] < 64) continue;
        Holes orbit = 0;
        board.for_each_image(Holes{1} << hole, [&](Holes image, unsigned symmetry) {
            if (kept >> symmetry & 1) orbit |= image;
        });
        for (Holes rest = orbit; rest != 0; rest &= rest - 1)
            orbit_of[static_cast<std::size_t>(std::countr_zero(rest))] = orbits.size();
        orbits.push_back(orbit);
    }
    using Triple = std::array<std::size_t, 3>;
    std::set<Triple> triples;
    for (const PegJump& jump : shape.jumps) {
        auto orbit = [&](int hole) { return orbit_of[static_cast<std::size_t>(hole)]; };
        triples.insert({orbit(jump.source), orbit(jump.over), orbit(jump.target)});
    }
    const std::size_t count = orbits.size(), fixed = orbit_of[static_cast<std::size_t>(finish)];
    std::vector<int> weights;
    std::vector<std::vector<int>> functions;
    // Of the jumps whose last orbit is `last`, or of all.
    auto holds = [&](std::size_t last) {
        return std::all_of(triples.begin(), triples.end(), [&](const Triple& one) {
            if (last < count && *std::max_element(one.begin(), one.end()) != last) return true;
            return weights[one[0]] + weights[one[1]] >= weights[one[2]];
        });
    };
    auto lowered = [&] {
        for (std::size_t orbit = 0; orbit < count; ++orbit) {
            if (orbit == fixed || weights[orbit] <= kLeast) continue;
            --weights[orbit];
            const bool still = holds(count);
            ++weights[orbit];
            if (still) return true;
        }
        return false;
    };
    const std::function<void()> extend = [&] {
        const std::size_t here = weights.size();
        if (here == count) {
            if (!lowered()) functions.push_back(weights);
            return;
        }
        for (int weight = here == fixed ? 1 : kLeast; weight <= kMost; ++weight) {
            weights.push_back(weight);
            if (holds(here)) extend();
            weights.pop_back();
        }
    };
    extend();
    auto better = [&](const std::vector<int>& one, const std::vector<int>& other) {
        bool less = one[fixed] < other[fixed];
        for (std::size_t i = 0; i < count; ++i) {
            const int weight = one[i] * other[fixed], against = other[i] * one[fixed];
            if (weight > against) return false;
            less |= weight < against;
        }
        return less;
    };
    std::vector<Pagoda> found;
    for (const std::vector<int>& one : functions) {
        if (std::any_of(functions.begin(), functions.end(),
                        [&](const std::vector<int>& other) { return better(other, one); }))
            continue;
        Pagoda pagoda{one[fixed], {}};
        for (int weight = kLeast; weight <= kMost; ++weight) {
            Holes holes = 0;
            for (std::size_t orbit = 0; orbit < count; ++orbit)
                if (one[orbit] == weight) holes |= orbits[orbit];
            if (weight != 0 && holes != 0) pagoda.weights.emplace_back(weight, holes);
        }
        found.push_back(pagoda);
    }
    return found;
}

// The parities of the pegs in four sets of diagonals, which no jump changes.
inline std::string peg_class(Holes pegs) {
    std::string parities;
    for (const int sign : {1, -1})
        for (const int least : {0, 1}) {
            int count = 0;
            for (int hole = 0; hole < 64; ++hole) {
                const int number = ((hole / 8 + sign * (hole % 8)) % 3 + 3) % 3;
                count += static_cast<int>(pegs >> hole & 1) * (number == least || number == least + 1);
            }
            parities += static_cast<char>('0' + count % 2);
        }
    return parities;
}

}  // namespace yomikiri
