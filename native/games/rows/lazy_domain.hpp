// What LazyAStar, LayeredBeam and Shortener need: classes of positions with estimates that are raised step by
// step.
//
// A specialisation of search/informed.hpp for Superpuzz and Gaps.  Their estimate is expensive and comes in
// steps, of which most positions need only the first; the size of codes depends on the board, so a stored
// position takes 40 bytes with 13 columns where the records of the general searches would take 47; and a
// search that reached a limit can be resumed.
#pragma once

#include <optional>
#include <vector>

#include "search/control.hpp"

namespace yomikiri {

// Codes are canonical: one for each class of positions that count as the same.  Estimates are admissible,
// below 255, and 255 (kDead) only for positions that cannot be won.
template <class D>
concept LazyDomain =
    requires(const D d, typename D::State state, const typename D::Key& key, int known,
             void (*visit)(const typename D::Key&), void (*visit_with)(const typename D::Key&, int)) {
        { d.key_bytes() } -> std::same_as<std::size_t>;
        { d.canonical(key) } -> std::same_as<typename D::Key>;
        d.open(key, state);                          // canonical key -> State
        { d.is_goal(state) } -> std::same_as<bool>;  // goals have the estimate 0
        { d.estimate(state) } -> std::same_as<int>;
        {
            d.raise(state, known)
        } -> std::same_as<int>;                          // `known` if the estimate is not greater, otherwise
                                                         // something greater, but not than the estimate
        { d.score(state, known) } -> std::same_as<int>;  // a beam keeps lower scores first
        d.for_each_follower(state, visit);               // every move
        d.for_each_child(state, visit_with);             // enough moves for a shortest solution, each with a
                                              // cheap estimate, better once estimate() or raise() was called
        d.for_each_predecessor(state, visit);  // at least the positions that a move leads here from
    };

}  // namespace yomikiri
