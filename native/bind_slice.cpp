// Slices for Python: the class, and one function for each of our games.
#include "bind_slices.hpp"

namespace yomikiri {

void bind_slice(nb::module_& m) {
    auto bound = bind_slice_class(m);
    bind_freecell_slice(bound);
    bind_rows_slice(bound);
    bind_sliding_slice(bound);
}

}  // namespace yomikiri
