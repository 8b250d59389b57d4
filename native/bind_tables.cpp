// What tables on disk need of the kernel.
#include "bindings.hpp"
#include "buffer.hpp"
#include "stores/checksum.hpp"

namespace yomikiri {

void bind_tables(nb::module_& m) {
    m.def(
        "checksum",
        [](const nb::object& entries) {
            Buffer buffer(entries);
            nb::gil_scoped_release release;
            return checksum(buffer.data(), buffer.size());
        },
        nb::arg("entries"));
}

}  // namespace yomikiri
