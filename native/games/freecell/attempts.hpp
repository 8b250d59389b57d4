// The best-first searches that `fast` tries one after the other before it searches everything.
//
// Whether a deal is easy depends on where a search looks: a deal that takes one score thousands of positions
// often takes another a hundred.  So each attempt gives up early, and the next has another score.
#pragma once

#include <span>

#include "games/freecell/quick_score.hpp"

namespace yomikiri {

// A best-first search of `fast`: its score, what a move counts, how many children of a position are kept, and
// how many positions are expanded.
struct FreeCellAttempt {
    QuickWeights weights;
    int move;
    std::size_t kept;
    std::uint64_t most;
    bool toggles;
};

// The weights were found like those of the quick score, but for few positions instead of few moves; most
// deals need no others.
inline const FreeCellAttempt kFirstAttempt{{.above_lower = 24,
                                            .unbuilt = 17,
                                            .above = {0, 16, 6},
                                            .room = {{{{143, 62, 86, 27}},
                                                      {{89, 17, 15, 9}},
                                                      {{54, 38, -26, 17}},
                                                      {{-1, 27, -23, -9}},
                                                      {{-25, 18, 22, 8}},
                                                      {{-25, 18, 22, 8}}}}},
                                           10,
                                           5,
                                           400,
                                           false};

// The second looks elsewhere, and more closely.
inline const std::array<FreeCellAttempt, 2> kAttempts{{kFirstAttempt, {{}, 12, 8, 3000, true}}};

// For FreeCell's own rules.  The second has weights that were found on 8,481 deals that the first leaves open
// after 300 positions: there it solves three in four.  The third is like the second above, but narrower.
// Together they expand no more positions than those above.
inline const std::array<FreeCellAttempt, 3> kOwnAttempts{{kFirstAttempt,
                                                          {{.above_lower = 42,
                                                            .unbuilt = 36,
                                                            .above = {0, 12, -2},
                                                            .room = {{{{214, 86, 53, 0}},
                                                                      {{132, 21, 39, -44}},
                                                                      {{81, 71, 4, 60}},
                                                                      {{29, -4, -7, 87}},
                                                                      {{-24, -59, -42, 31}},
                                                                      {{-24, -59, -42, 31}}}}},
                                                           19,
                                                           13,
                                                           950,
                                                           false},
                                                          {{}, 8, 4, 2050, true}}};

inline std::span<const FreeCellAttempt> fast_attempts(const FreeCellRules& rules) {
    const bool own = rules.columns == 8 && rules.cells == 4 && rules.ranks == FreeCellRules::kMaxRanks &&
                     rules.building == Building::kAlternate && !rules.kings_only;
    if (own) return kOwnAttempts;
    return kAttempts;
}

}  // namespace yomikiri
