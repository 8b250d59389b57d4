// Superpuzz and Gaps without lost positions: a position that the relaxation proves dead has no moves.
//
// Whether a position is dead depends on it alone, and from a dead one no goal can be reached, so leaving out
// its moves removes no goal and no shortest path to one.
#pragma once

#include "games/rows/relaxation.hpp"
#include "games/rows/superpuzz.hpp"

namespace yomikiri {

class SuperpuzzAlive : public Superpuzz {
  public:
    SuperpuzzAlive(int columns, bool rows_alike, std::uint64_t hash_seed = 0)
        : Superpuzz(columns, rows_alike, hash_seed), geometry_(columns) {}

    void moves(const State& s, Moves& found) const {
        const RowBoard board = RowBoard::read(geometry_, s.code);
        relaxed_.run(geometry_, board);
        if (has_assignment(possible_rows(geometry_, board, relaxed_)))
            Superpuzz::moves(s, found);
        else
            found.clear();
    }

  private:
    RowGeometry geometry_;
    mutable Relaxation relaxed_;  // scratch: a domain belongs to one search
};

static_assert(Undoable<SuperpuzzAlive>);

}  // namespace yomikiri
