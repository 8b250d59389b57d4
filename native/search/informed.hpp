// What a game is to the informed searches (A*, beam, shortening): classes of positions with estimates.
#pragma once

#include <optional>
#include <vector>

#include "search/control.hpp"

namespace yomikiri {

// Codes are canonical: one for each class of positions that count as the same.  Estimates are admissible,
// below 255, and 255 (kDead) only for positions that can not be won.
template <class D>
concept InformedDomain = requires(const D d, typename D::State state, const Code& code, int known,
                                  void (*visit)(const Code&), void (*visit_with)(const Code&, int)) {
    { d.code_bytes() } -> std::same_as<std::size_t>;
    { d.canonical(code) } -> std::same_as<Code>;
    d.open(code, state);                         // canonical code -> State
    { d.is_goal(state) } -> std::same_as<bool>;  // goals have the estimate 0
    { d.estimate(state) } -> std::same_as<int>;
    {
        d.raise(state, known)
    } -> std::same_as<int>;                          // `known` if the estimate is not greater, otherwise
                                                     // something greater, but not than the estimate
    { d.score(state, known) } -> std::same_as<int>;  // the smaller, the rather kept by a beam
    d.for_each_follower(state, visit);               // every move
    d.for_each_child(state, visit_with);             // enough moves for a shortest solution, each with a
                                          // cheap estimate, better once estimate() or raise() was called
    d.for_each_predecessor(state, visit);  // at least the positions that a move leads here from
};

// The answer of a search that may leave positions out.
struct InformedAnswer : Answer {
    // Positions were left out (they lead to nothing shorter than was asked for, or a beam was full).  Then
    // kUnsolvable means only: no solution in the rest.
    bool left_out = false;
};

}  // namespace yomikiri
