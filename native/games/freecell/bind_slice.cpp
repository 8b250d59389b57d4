// Slices of FreeCell for Python.
#include "bind_slices.hpp"
#include "games/freecell/bind.hpp"
#include "games/freecell/plain.hpp"

namespace yomikiri {

namespace {

// `start` is a board as FreeCell.encode() gives it; codes are relative to it.
PySlice freecell_slice(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                       bool supermove, const nb::bytes& start, const std::string& store, std::size_t index,
                       std::size_t parts, std::uint64_t memory, std::uint64_t hash_seed) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, supermove);
    return slice_of(FreeCellPlain(rules, board_of(rules, start), hash_seed), {store, index, parts, memory});
}

}  // namespace

void bind_freecell_slice(nb::class_<PySlice>& bound) {
    bound.def_static("freecell", &freecell_slice, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
                     nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("start"), nb::kw_only(),
                     nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"),
                     nb::arg("hash_seed") = 0);
}

}  // namespace yomikiri
