// Sliding puzzles through the general bindings, and their slices, which are the same templates.
#include "bind_game.hpp"

#include "bind_slices.hpp"
#include "games/sliding/sliding.hpp"

namespace yomikiri {

namespace {

PySlice sliding_slice(int rows, int columns, const nb::bytes& goal, const std::string& store,
                      std::size_t index, std::size_t parts, std::uint64_t memory, std::uint64_t hash_seed) {
    const AnyGrid grid(rows, columns);
    if (static_cast<int>(goal.size()) != grid.cells())
        refuse("a code of ", goal.size(), " bytes: expected ", grid.cells());
    const auto code =
        SlidingGame::Key::read(reinterpret_cast<const std::uint8_t*>(goal.c_str()), goal.size());
    return slice_of(SlidingGame(rows, columns, code, hash_seed), {store, index, parts, memory});
}

}  // namespace

void bind_sliding_slice(nb::class_<PySlice>& bound) {
    bound.def_static("sliding", &sliding_slice, nb::arg("rows"), nb::arg("columns"), nb::arg("goal"),
                     nb::kw_only(), nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"),
                     nb::arg("hash_seed") = 0);
}

void bind_sliding_game(nb::module_& m) { bind_game<SlidingGame>(m, "sliding"); }

}  // namespace yomikiri
