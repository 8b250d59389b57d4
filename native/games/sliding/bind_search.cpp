// Sliding puzzles in Python's terms: tables of patterns, bounds, spare paths and the search.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>

#include "bindings.hpp"
#include "buffer.hpp"
#include "games/sliding/informed.hpp"
#include "games/sliding/pattern_builder.hpp"
#include "games/sliding/run.hpp"

namespace yomikiri {

namespace {

std::span<const std::uint8_t> span_of(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

std::vector<int> numbers_of(const nb::bytes& bytes) {
    auto span = span_of(bytes);
    return {span.begin(), span.end()};
}

std::size_t pattern_bytes(int rows, int columns, int count) {
    return PatternLayout(AnyGrid(rows, columns), count).bytes();
}

void pattern_build(int rows, int columns, const nb::bytes& goals, int goal_blank, const nb::object& place,
                   std::size_t memory, const nb::object& report) {
    check_function("report", report);
    Buffer buffer(place, true);
    PatternBuilder builder(AnyGrid(rows, columns), numbers_of(goals), goal_blank, memory);
    check_place(buffer, builder.layout().bytes());
    const Unlocked unlocked;
    builder.build(buffer.data(), [&](std::size_t done, std::size_t total) {
        with_lock([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            report(done, total);
        });
    });
}

// A table and the Python object whose bytes it reads.
struct PyPattern {
    Buffer buffer;
    PatternTable table;
    PyPattern(int rows, int columns, int count, const nb::object& bytes)
        : buffer(bytes), table(AnyGrid(rows, columns), count, buffer.data(), buffer.size()) {}

    int excess(const nb::bytes& cells, int blank) const {
        const PatternLayout& layout = table.layout();
        Places places = 0;
        std::uint32_t mask = 0;
        int shift = 0;
        for (std::uint8_t cell : span_of(cells)) {
            if (cell >= layout.grid().cells() || (mask >> cell & 1) != 0 || shift == 64)
                refuse("the cell ", int{cell}, ": expected ", layout.count(), " different ones below ",
                       layout.grid().cells());
            places |= Places{cell} << shift;
            mask |= 1u << cell;
            shift += 8;
        }
        if (shift != 8 * layout.count())
            refuse("a placing of ", shift / 8, " tiles: expected ", layout.count());
        within("blank", blank, 0, layout.grid().cells() - 1);
        if ((mask >> blank & 1) != 0) refuse("blank ", blank, ": expected a cell without a tile");
        return table.excess(layout.index(places, mask, blank));
    }
};

// A table, where each cell of the board maps to in it, and the tiles that its places stand for.
using PyView = std::tuple<const PyPattern*, nb::bytes, nb::bytes>;

// What a search looks up.  Slides are followed in the tables step by step, so a symmetry must map neighbours
// to neighbours.
PatternView view_of(const PyView& given, const AnyGrid& grid) {
    const auto& [pattern, cells, numbers] = given;
    if (pattern == nullptr) refuse("no table for a pattern");
    PatternView view;
    view.table = &pattern->table;
    view.tiles = numbers_of(numbers);
    const PatternLayout& layout = pattern->table.layout();
    if (static_cast<int>(cells.size()) != grid.cells() || layout.grid().cells() != grid.cells())
        refuse("a table of a board of ", layout.grid().cells(), " cells and a symmetry of ", cells.size(),
               ": expected ", grid.cells());
    if (static_cast<int>(view.tiles.size()) != layout.count())
        refuse("a pattern of ", view.tiles.size(), " tiles: expected ", layout.count());
    std::uint32_t seen = 0;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        view.cell[cell] = span_of(cells)[cell];
        seen |= 1u << within("the cell of a symmetry", int{view.cell[cell]}, 0, grid.cells() - 1);
    }
    bool fits = seen == (1u << grid.cells()) - 1;
    for (int cell = 0; fits && cell < grid.cells(); ++cell)
        for (int direction = 0; direction < AnyGrid::kSteps; ++direction) {
            const int other = grid.beside(cell, direction);
            if (other >= 0) fits &= layout.grid().distance(view.cell[cell], view.cell[other]) == 1;
        }
    if (!fits) refuse("cells that are no symmetry of the board: expected neighbours beside each other");
    return view;
}

std::vector<std::vector<PatternView>> views_of(const std::vector<std::vector<PyView>>& sets,
                                               const SlidingPosition& position) {
    const AnyGrid& grid = position.grid;
    std::vector<std::vector<PatternView>> found;
    within("sets of patterns", sets.size(), 1, 4);
    if (sets.size() == 3) refuse("3 sets of patterns: expected 1, 2 or 4");
    for (const auto& set : sets) {
        within("patterns of a set", set.size(), 1, 4);
        found.emplace_back();
        std::uint32_t tiles = 0;
        for (const PyView& one : set) {
            found.back().push_back(view_of(one, grid));
            for (int tile : found.back().back().tiles) {
                within("tile", tile, 0, grid.cells() - 1);
                if (tile == position.goal_blank || (tiles >> tile & 1) != 0)
                    refuse("the tile ", tile, " in a pattern: expected each tile but the blank once");
                tiles |= 1u << tile;
            }
        }
        if (std::popcount(tiles) != grid.cells() - 1)
            refuse("patterns of ", std::popcount(tiles), " tiles: expected ", grid.cells() - 1);
    }
    return found;
}

using Patterns = std::optional<std::vector<std::vector<PyView>>>;

int sliding_bound(int rows, int columns, int goal_blank, const nb::bytes& labels, const std::string& bound,
                  const Patterns& patterns) {
    SlidingCall call{SlidingPosition(rows, columns, goal_blank, span_of(labels)),
                     {},
                     {},
                     {},
                     nullptr,
                     {},
                     nullptr,
                     nullptr};
    if (patterns) call.patterns = views_of(*patterns, call.start);
    auto value = [&](const auto& h) { return h.value(h.start(call.start)); };
    return with_bound(call, bound, value, [&] { return with_patterns(call, value); });
}

// A gap set for a search to consult: the bytes of a table, and perhaps a set of fewer cells to ask first.
class PyGapProbe {
  public:
    PyGapProbe(const nb::object& bytes, const PyGapProbe* sieve)
        : buffer_(bytes, false, alignof(std::uint64_t)),
          kept_(std::make_unique<KeptGapSet>(buffer_.data(), buffer_.size())) {
        if (sieve == nullptr) return;
        const GapSetHeader &fine = kept_->header, &coarse = sieve->kept_->header;
        if (coarse.rows != fine.rows || coarse.columns != fine.columns || coarse.gap != fine.gap ||
            coarse.kept > fine.kept)
            refuse("a sieve of ", int{coarse.kept}, " cells of ", int{coarse.rows}, "x", int{coarse.columns},
                   " and gap ", int{coarse.gap}, ": expected one of the same positions and at most ",
                   int{fine.kept}, " cells");
        sieved_ = std::make_unique<SievedGapSet>(*sieve->kept_->set, *kept_->set);
    }
    const GapSet* set_for(const SlidingPosition& position, int gap) const {
        const GapSetHeader& header = kept_->header;
        if (header.rows != position.grid.rows() || header.columns != position.grid.columns() ||
            header.gap != gap || position.goal_blank != 0)
            refuse("a gap set of ", int{header.rows}, "x", int{header.columns}, " and gap ", int{header.gap},
                   ": expected one of this board, its goal's blank first, and gap ", gap);
        if (sieved_) return sieved_.get();
        return kept_->set.get();
    }

  private:
    Buffer buffer_;
    std::unique_ptr<KeptGapSet> kept_;
    std::unique_ptr<SievedGapSet> sieved_;
};

struct PyIda {
    IdaAnswer answer;
    nb::list iterations;
};

PyIda sliding_ida(int rows, int columns, int goal_blank, const nb::bytes& labels, const std::string& bound,
                  const Patterns& patterns, const PyGapProbe* gap0, const PyGapProbe* gap2,
                  const MoveAutomaton* automaton, int threads, bool count, int from_bound, int from_branch,
                  int branches, std::optional<int> until, std::optional<std::uint64_t> nodes,
                  std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    SlidingCall call{SlidingPosition(rows, columns, goal_blank, span_of(labels)),
                     {within("threads", threads, 1, int{kMaxThreads}), count,
                      within("from_bound", from_bound, 0, kMostSlides),
                      within("from_branch", from_branch, 0, kMostBranches),
                      within("branches", branches, 0, kMostBranches), upper_of(until)},
                     limits_of(nodes, seconds, memory),
                     watch_of(watch),
                     automaton,
                     {},
                     nullptr,
                     nullptr};
    if (automaton != nullptr && !automaton->is_for(call.start.grid))
        refuse("an automaton of another board: expected one of ", rows, "x", columns);
    if (gap0 != nullptr) call.gap0 = gap0->set_for(call.start, 0);
    if (gap2 != nullptr) call.gap2 = gap2->set_for(call.start, 2);
    if (patterns) call.patterns = views_of(*patterns, call.start);
    PyIda result;
    {
        const Unlocked unlocked;
        result.answer = run_bound(call, bound);
    }
    for (const Iteration& one : result.answer.iterations)
        result.iterations.append(nb::make_tuple(one.bound, one.expanded, one.generated));
    return result;
}

// Some solution of fewer than `upper` slides, soon: its path has what stands in the cells.
PyAnswer sliding_beam(int rows, int columns, int goal_blank, const nb::bytes& labels,
                      const std::string& bound, const Patterns& patterns, std::size_t width,
                      std::optional<int> upper, std::optional<std::uint64_t> nodes,
                      std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    SlidingCall call{SlidingPosition(rows, columns, goal_blank, span_of(labels)),
                     {},
                     limits_of(nodes, seconds, memory),
                     watch_of(watch),
                     nullptr,
                     {},
                     nullptr,
                     nullptr};
    const int below = upper_of(upper);
    if (patterns) call.patterns = views_of(*patterns, call.start);
    InformedAnswer<ByteKey<kMaxCells>> answer;
    {
        const Unlocked unlocked;
        answer = run_beam(call, bound, width, below);
    }
    PyAnswer result{answer, {}};
    for (const auto& key : answer.path) result.path.append(nb::bytes(key.data(), labels.size()));
    if (answer.outcome == Outcome::kUnsolvable) result.outcome = "exhausted";
    return result;
}

}  // namespace

void bind_sliding(nb::module_& m) {
    m.def("pattern_bytes", &pattern_bytes, nb::arg("rows"), nb::arg("columns"), nb::arg("count"));
    m.def("pattern_build", &pattern_build, nb::arg("rows"), nb::arg("columns"), nb::arg("goals"),
          nb::arg("goal_blank"), nb::arg("place"), nb::kw_only(), nb::arg("memory"), nb::arg("report"));
    nb::class_<PyPattern>(m, "PatternTable")
        .def(nb::init<int, int, int, const nb::object&>(), nb::arg("rows"), nb::arg("columns"),
             nb::arg("count"), nb::arg("bytes"))
        .def("excess", &PyPattern::excess, nb::arg("cells"), nb::arg("blank"));
    nb::class_<MoveAutomaton>(m, "MoveAutomaton")
        .def(
            "__init__",
            [](MoveAutomaton* place, int rows, int columns, int longest) {
                within("longest", longest, 2, MoveAutomaton::kLongest);
                AnyGrid grid(rows, columns);
                const Unlocked unlocked;
                new (place) MoveAutomaton(grid, longest);
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("longest"))
        .def("__len__", &MoveAutomaton::states)
        .def_prop_ro("bytes", &MoveAutomaton::bytes)
        .def("allows", [](const MoveAutomaton& a, int blank, const std::vector<int>& directions) {
            MoveAutomaton::State state = a.start(within("blank", blank, 0, a.cells() - 1));
            for (int direction : directions) within("direction", direction, 0, AnyGrid::kSteps - 1);
            for (int direction : directions)
                if ((state = a.next(state, direction)) == MoveAutomaton::kSpare) return false;
            return true;
        });
    nb::class_<PyGapProbe>(m, "GapProbe")
        .def(nb::init<const nb::object&, const PyGapProbe*>(), nb::keep_alive<1, 3>(), nb::arg("bytes"),
             nb::arg("sieve").none() = nb::none());
    m.def("sliding_bound", &sliding_bound, nb::arg("rows"), nb::arg("columns"), nb::arg("goal_blank"),
          nb::arg("labels"), nb::arg("bound"), nb::arg("patterns") = nb::none());
    m.def("sliding_beam", &sliding_beam, nb::arg("rows"), nb::arg("columns"), nb::arg("goal_blank"),
          nb::arg("labels"), nb::kw_only(), nb::arg("bound"), nb::arg("patterns") = nb::none(),
          nb::arg("width"), nb::arg("upper") = nb::none(), nb::arg("nodes").none(), nb::arg("seconds").none(),
          nb::arg("memory"), nb::arg("watch"));
    nb::class_<PyIda>(m, "IdaAnswer")
        .def_prop_ro("outcome",
                     [](const PyIda& a) {
                         // Sliding puzzles that cannot be solved are refused: nothing was left but `until`.
                         return a.answer.outcome == Outcome::kUnsolvable ? "exhausted"
                                                                         : name(a.answer.outcome);
                     })
        .def_prop_ro("moves",
                     [](const PyIda& a) {
                         return nb::bytes(reinterpret_cast<const char*>(a.answer.moves.data()),
                                          a.answer.moves.size());
                     })
        .def_prop_ro("expanded", [](const PyIda& a) { return a.answer.counts.expanded; })
        .def_prop_ro("generated", [](const PyIda& a) { return a.answer.counts.generated; })
        .def_prop_ro("lower_bound", [](const PyIda& a) { return a.answer.counts.lower_bound; })
        .def_prop_ro("peak_bytes", [](const PyIda& a) { return a.answer.peak_bytes; })
        .def_prop_ro("seconds", [](const PyIda& a) { return a.answer.seconds; })
        .def_prop_ro("iterations", [](const PyIda& a) { return a.iterations; })
        .def_prop_ro(
            "levels",
            [](const PyIda& a) { return levels_of(a.answer.levels, a.answer.counts, a.answer.seconds); })
        .def_prop_ro("bound", [](const PyIda& a) { return a.answer.bound; })
        .def_prop_ro("branch", [](const PyIda& a) { return a.answer.branch; })
        .def_prop_ro("solutions", [](const PyIda& a) { return a.answer.solutions; });
    m.def("sliding_ida", &sliding_ida, nb::arg("rows"), nb::arg("columns"), nb::arg("goal_blank"),
          nb::arg("labels"), nb::kw_only(), nb::arg("bound"), nb::arg("patterns") = nb::none(),
          nb::arg("gap0").none() = nb::none(), nb::arg("gap2").none() = nb::none(),
          nb::arg("automaton").none() = nb::none(), nb::arg("threads") = 1, nb::arg("count") = false,
          nb::arg("from_bound") = 0, nb::arg("from_branch") = 0, nb::arg("branches") = 0,
          nb::arg("until") = nb::none(), nb::arg("nodes").none(), nb::arg("seconds").none(),
          nb::arg("memory"), nb::arg("watch"));
}

}  // namespace yomikiri
