// Slices of our games for Python, with one function for each game.
#include "bind_slice.hpp"

#include "games/freecell/bind.hpp"
#include "games/freecell/plain.hpp"
#include "games/rows/superpuzz_alive.hpp"
#include "games/sliding/sliding.hpp"

namespace yomikiri {

namespace {

PySlice row_slice(int columns, bool rows_alike, bool alive, const std::string& store, std::size_t index,
                  std::size_t parts, std::uint64_t memory, std::uint64_t hash_seed) {
    const Share share{store, index, parts, memory};
    const SuperpuzzAlive domain(columns, rows_alike, hash_seed);
    if (alive) return slice_of(domain, share);
    return slice_of(Superpuzz(columns, rows_alike, hash_seed), share);
}

PySlice sliding_slice(int rows, int columns, const nb::bytes& goal, const std::string& store,
                      std::size_t index, std::size_t parts, std::uint64_t memory, std::uint64_t hash_seed) {
    const AnyGrid grid(rows, columns);
    if (static_cast<int>(goal.size()) != grid.cells())
        refuse("a code of ", goal.size(), " bytes: expected ", grid.cells());
    const auto code =
        SlidingGame::Key::read(reinterpret_cast<const std::uint8_t*>(goal.c_str()), goal.size());
    return slice_of(SlidingGame(rows, columns, code, hash_seed), {store, index, parts, memory});
}

// `start` is a board as FreeCell.encode() gives it; codes are relative to it.
PySlice freecell_slice(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                       bool supermove, const nb::bytes& start, const std::string& store, std::size_t index,
                       std::size_t parts, std::uint64_t memory, std::uint64_t hash_seed) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, supermove);
    return slice_of(FreeCellPlain(rules, board_of(rules, start), hash_seed), {store, index, parts, memory});
}

}  // namespace

void bind_slice(nb::module_& m) {
    bind_slice_class(m)
        .def_static("rows", &row_slice, nb::arg("columns"), nb::arg("rows_alike"), nb::arg("alive"),
                    nb::kw_only(), nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"),
                    nb::arg("hash_seed") = 0)
        .def_static("sliding", &sliding_slice, nb::arg("rows"), nb::arg("columns"), nb::arg("goal"),
                    nb::kw_only(), nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"),
                    nb::arg("hash_seed") = 0)
        .def_static("freecell", &freecell_slice, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
                    nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("start"), nb::kw_only(),
                    nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"),
                    nb::arg("hash_seed") = 0);
}

}  // namespace yomikiri
