// Slices of Superpuzz and Gaps for Python.
#include "bind_slices.hpp"
#include "games/rows/superpuzz_alive.hpp"

namespace yomikiri {

namespace {

PySlice row_slice(int columns, bool rows_alike, bool alive, const std::string& store, std::size_t index,
                  std::size_t parts, std::uint64_t memory, std::uint64_t hash_seed) {
    const Share share{store, index, parts, memory};
    const SuperpuzzAlive domain(columns, rows_alike, hash_seed);
    if (alive) return slice_of(domain, share);
    return slice_of(Superpuzz(columns, rows_alike, hash_seed), share);
}

}  // namespace

void bind_rows_slice(nb::class_<PySlice>& bound) {
    bound.def_static("rows", &row_slice, nb::arg("columns"), nb::arg("rows_alike"), nb::arg("alive"),
                     nb::kw_only(), nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"),
                     nb::arg("hash_seed") = 0);
}

}  // namespace yomikiri
