// Sliding puzzles through the general bindings.
#include "bind_game.hpp"

#include "games/sliding/sliding.hpp"

namespace yomikiri {

void bind_sliding_game(nb::module_& m) { bind_game<SlidingGame>(m, "sliding"); }

}  // namespace yomikiri
