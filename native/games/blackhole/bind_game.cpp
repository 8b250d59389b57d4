// Black Hole through the general bindings.
#include "bind_game.hpp"

#include "games/blackhole/blackhole.hpp"

namespace yomikiri {

void bind_black_hole_game(nb::module_& m) { bind_game<BlackHole>(m, "black_hole"); }

}  // namespace yomikiri
