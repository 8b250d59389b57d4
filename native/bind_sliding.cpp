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
#include "heuristics/pattern_builder.hpp"
#include "search/sliding_run.hpp"
#include "stores/large_pages.hpp"

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
    Buffer buffer(place, true);
    PatternBuilder builder(AnyGrid(rows, columns), numbers_of(goals), memory);
    if (buffer.size() != builder.layout().bytes()) throw nb::value_error("a place of the wrong size");
    nb::gil_scoped_release release;
    builder.build(buffer.data(), goal_blank, [&](std::size_t done, std::size_t total) {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        report(done, total);
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
                throw nb::value_error("not cells of this board");
            places |= Places{cell} << shift;
            mask |= 1u << cell;
            shift += 8;
        }
        if (shift != 8 * layout.count() || blank < 0 || blank >= layout.grid().cells() ||
            (mask >> blank & 1) != 0)
            throw nb::value_error("not a placing of this pattern");
        return table.excess(layout.index(places, mask, blank));
    }
};

// A table, where each cell of the board is in it, and the tiles that its places stand for.
using PyView = std::tuple<const PyPattern*, nb::bytes, nb::bytes>;

std::vector<std::vector<PatternView>> views_of(const std::vector<std::vector<PyView>>& sets,
                                               const AnyGrid& grid) {
    std::vector<std::vector<PatternView>> found;
    for (const auto& set : sets) {
        found.emplace_back();
        std::uint32_t tiles = 0;
        for (const auto& [pattern, cells, numbers] : set) {
            PatternView view;
            view.table = &pattern->table;
            view.tiles = numbers_of(numbers);
            const AnyGrid& own = pattern->table.layout().grid();
            if (static_cast<int>(cells.size()) != grid.cells() || own.cells() != grid.cells())
                throw nb::value_error("a table of another board");
            for (std::size_t cell = 0; cell < cells.size(); ++cell) {
                view.cell[cell] = span_of(cells)[cell];
                if (view.cell[cell] >= grid.cells()) throw nb::value_error("a cell outside the board");
            }
            for (int tile : view.tiles) {
                if (tile >= grid.cells() || (tiles >> tile & 1) != 0)
                    throw nb::value_error("a tile that is not there, or twice");
                tiles |= 1u << tile;
            }
            found.back().push_back(view);
        }
        if (std::popcount(tiles) != grid.cells() - 1) throw nb::value_error("patterns that leave out a tile");
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
    if (patterns) call.patterns = views_of(*patterns, call.start.grid);
    return with_bound(call, bound, [&](const auto& h) { return h.value(h.start(call.start)); });
}

// A gap set to ask in a search: the bytes of a table, in large pages if they are not too many.
class PyGapProbe {
  public:
    explicit PyGapProbe(const nb::object& bytes) : buffer_(bytes), copy_(buffer_.data(), buffer_.size()) {
        kept_ = std::make_unique<KeptGapSet>(copy_.data(), buffer_.size());
    }
    const GapSet* set_for(const SlidingPosition& position, int gap) const {
        const GapSetHeader& header = kept_->header;
        if (header.rows != position.grid.rows() || header.columns != position.grid.columns() ||
            header.gap != gap || position.goal_blank != 0)
            throw nb::value_error("a gap set of another board or gap");
        return kept_->set.get();
    }

  private:
    Buffer buffer_;
    LargePages copy_;
    std::unique_ptr<KeptGapSet> kept_;
};

struct PyIda {
    IdaAnswer answer;
    nb::list iterations;
};

PyIda sliding_ida(int rows, int columns, int goal_blank, const nb::bytes& labels, const std::string& bound,
                  const Patterns& patterns, const PyGapProbe* gap0, const PyGapProbe* gap2,
                  const MoveAutomaton* automaton, int threads, bool count, int from_bound, int from_branch,
                  int branches, std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                  std::uint64_t memory, const nb::object& watch) {
    SlidingCall call{SlidingPosition(rows, columns, goal_blank, span_of(labels)),
                     {threads, count, from_bound, from_branch, branches},
                     {nodes, seconds, memory},
                     watch_of(watch),
                     automaton,
                     {},
                     nullptr,
                     nullptr};
    if (gap0 != nullptr) call.gap0 = gap0->set_for(call.start, 0);
    if (gap2 != nullptr) call.gap2 = gap2->set_for(call.start, 2);
    if (patterns) call.patterns = views_of(*patterns, call.start.grid);
    PyIda result;
    {
        nb::gil_scoped_release release;
        if (bound == "manhattan" && rows == 4 && columns == 4)
            result.answer = run_manhattan_4x4(call);
        else
            result.answer = with_bound(call, bound, [&](const auto& h) { return run_any(call, h); });
    }
    for (const Iteration& one : result.answer.iterations)
        result.iterations.append(nb::make_tuple(one.bound, one.expanded, one.generated));
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
                if (longest < 2 || longest > 30) throw nb::value_error("expected paths of 2 to 30 moves");
                AnyGrid grid(rows, columns);
                nb::gil_scoped_release release;
                new (place) MoveAutomaton(grid, longest);
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("longest"))
        .def("__len__", &MoveAutomaton::states)
        .def_prop_ro("bytes", &MoveAutomaton::bytes)
        .def("allows", [](const MoveAutomaton& a, int blank, const std::vector<int>& directions) {
            MoveAutomaton::State state = a.start(blank);
            for (int direction : directions)
                if ((state = a.next(state, direction)) == MoveAutomaton::kSpare) return false;
            return true;
        });
    nb::class_<PyGapProbe>(m, "GapProbe").def(nb::init<const nb::object&>(), nb::arg("bytes"));
    m.def("sliding_bound", &sliding_bound, nb::arg("rows"), nb::arg("columns"), nb::arg("goal_blank"),
          nb::arg("labels"), nb::arg("bound"), nb::arg("patterns") = nb::none());
    nb::class_<PyIda>(m, "IdaAnswer")
        .def_prop_ro("outcome", [](const PyIda& a) { return name(a.answer.outcome); })
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
        .def_prop_ro("bound", [](const PyIda& a) { return a.answer.bound; })
        .def_prop_ro("branch", [](const PyIda& a) { return a.answer.branch; })
        .def_prop_ro("solutions", [](const PyIda& a) { return a.answer.solutions; });
    m.def("sliding_ida", &sliding_ida, nb::arg("rows"), nb::arg("columns"), nb::arg("goal_blank"),
          nb::arg("labels"), nb::kw_only(), nb::arg("bound"), nb::arg("patterns") = nb::none(),
          nb::arg("gap0").none() = nb::none(), nb::arg("gap2").none() = nb::none(),
          nb::arg("automaton").none() = nb::none(), nb::arg("threads") = 1, nb::arg("count") = false,
          nb::arg("from_bound") = 0, nb::arg("from_branch") = 0, nb::arg("branches") = 0,
          nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
}

}  // namespace yomikiri
