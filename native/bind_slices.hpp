// What makes slices of each game, all of one class (bind_slice.hpp).  Each is compiled in the game's folder,
// so that a change of one game does not compile the others' again.
#pragma once

#include "bind_slice.hpp"

namespace yomikiri {

void bind_freecell_slice(nb::class_<PySlice>& bound);
void bind_rows_slice(nb::class_<PySlice>& bound);
void bind_sliding_slice(nb::class_<PySlice>& bound);

}  // namespace yomikiri
