// Peg solitaire through the general bindings.
#include "bind_game.hpp"

#include "games/peg/peg.hpp"

namespace yomikiri {

void bind_peg_game(nb::module_& m) {
    bind_game<PegJumps>(m, "peg_jumps");
    bind_game<PegMoves>(m, "peg_moves");
}

}  // namespace yomikiri
