// FreeCell through the general bindings.
#include "bind_game.hpp"

#include "games/freecell/freecell.hpp"

namespace yomikiri {

void bind_freecell_game(nb::module_& m) { bind_game<FreeCellGame>(m, "freecell"); }

}  // namespace yomikiri
