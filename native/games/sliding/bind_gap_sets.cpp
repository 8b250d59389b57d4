// Gap sets for Python: building them, and opening those that are kept.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <ctime>

#include "bind_diagrams.hpp"
#include "diagrams/build.hpp"
#include "games/sliding/gap_backends.hpp"
#include "games/sliding/gap_projection.hpp"

namespace yomikiri {

namespace {

// The layers generated: gap, Manhattan distance, positions.
using LayerSizes = std::vector<std::tuple<int, int, std::uint64_t>>;

struct Parameters {
    int rows, columns, gap, cells;

    GapBoard board() const {
        within("rows", rows, 2, 8);
        within("columns", columns, 2, 8);
        within("rows times columns", rows * columns, 4, 16);
        if (within("gap", gap, 0, 254) % 2 != 0) refuse("gap ", gap, ": expected an even number");
        within("cells", cells, 1, rows * columns);
        return GapBoard(rows, columns);
    }
    GapSetHeader header(GapForm form, std::uint64_t count) const {
        GapSetHeader header{};
        std::memcpy(header.magic, GapSetHeader::kMagic, sizeof header.magic);
        header.rows = static_cast<std::uint8_t>(rows);
        header.columns = static_cast<std::uint8_t>(columns);
        header.gap = static_cast<std::uint8_t>(gap);
        header.kept = static_cast<std::uint8_t>(cells);
        header.form = static_cast<std::uint8_t>(form);
        header.count = count;
        return header;
    }
};

const char* name_of(std::uint8_t form) {
    constexpr const char* names[] = {"bitmap", "hash", "bdd", "zdd"};
    return names[form];
}

// Builds a set, watched from the first layer to the last pattern.
class Building {
  public:
    Building(const Parameters& what, MemoryBudget& budget, const Watch& call)
        : what_(what), budget_(&budget), control_(Limits{}, call) {}

    // Runs through the layers and gives each to `add`.
    template <class Add>
    LayerSizes run_layers(Add&& add) {
        LayerSizes sizes;
        GapLayers layers(what_.board(), what_.gap, *budget_, control_);
        check_stopped(layers.run([&](int gap, int manhattan, const GapLayer& layer) {
            std::uint64_t size = 0;
            for (const CodeArray& list : layer) size += list.size();
            sizes.emplace_back(gap, manhattan, size);
            counts_ = layers.counts();
            add(layer);
        }));
        return sizes;
    }

    // Between two slices of other work.
    void operator()() {
        counts_.bytes = budget_->used();
        check_stopped(control_.glance(counts_));
    }

  private:
    Parameters what_;
    MemoryBudget* budget_;
    Control control_;
    Counts counts_;
};

std::pair<LayerSizes, std::uint64_t> gap_layers(int rows, int columns, int gap, std::uint64_t memory,
                                                const nb::object& watch) {
    const Parameters what{rows, columns, gap, 1};
    what.board();
    Watch call = watch_of(watch);
    const Unlocked unlocked;
    MemoryBudget budget(memory);
    LayerSizes sizes = Building(what, budget, call).run_layers([](const GapLayer&) {});
    return {sizes, budget.peak()};
}

// The patterns as sorted codes.
std::pair<std::unique_ptr<PyCodes>, LayerSizes> gap_codes(int rows, int columns, int gap, int cells,
                                                          std::uint64_t memory, const nb::object& watch) {
    const Parameters what{rows, columns, gap, cells};
    const GapBoard board = what.board();
    Watch call = watch_of(watch);
    const Unlocked unlocked;
    auto budget = std::make_unique<MemoryBudget>(memory);
    ListProjection projection(board, cells, *budget);
    Building building(what, *budget, call);
    LayerSizes sizes = building.run_layers([&](const GapLayer& layer) { projection.add(layer, building); });
    projection.finish(building);
    CodeArray codes = projection.take_codes(building);
    return {std::make_unique<PyCodes>(std::move(budget), std::move(codes)), std::move(sizes)};
}

// The number of patterns, without making a set of codes: half of the memory.
std::tuple<std::uint64_t, LayerSizes, std::uint64_t> gap_count(int rows, int columns, int gap, int cells,
                                                               std::uint64_t memory,
                                                               const nb::object& watch) {
    const Parameters what{rows, columns, gap, cells};
    const GapBoard board = what.board();
    Watch call = watch_of(watch);
    const Unlocked unlocked;
    MemoryBudget budget(memory);
    ListProjection projection(board, cells, budget);
    Building building(what, budget, call);
    LayerSizes sizes = building.run_layers([&](const GapLayer& layer) { projection.add(layer, building); });
    std::uint64_t count = projection.finish(building);
    return {count, std::move(sizes), budget.peak()};
}

std::size_t bitmap_bytes(int rows, int columns, int cells) {
    const GapBoard board = Parameters{rows, columns, 0, cells}.board();
    return sizeof(GapSetHeader) + BitmapGapSet::body_bytes(board.cells(), cells);
}

// Fills a buffer of bitmap_bytes() while the layers are generated.
std::pair<std::uint64_t, LayerSizes> gap_bitmap(int rows, int columns, int gap, int cells,
                                                const nb::object& place, std::uint64_t memory,
                                                const nb::object& watch) {
    const Parameters what{rows, columns, gap, cells};
    const GapBoard board = what.board();
    Buffer buffer(place, true);
    check_place(buffer, bitmap_bytes(rows, columns, cells));
    Watch call = watch_of(watch);
    const Unlocked unlocked;
    MemoryBudget budget(memory);
    std::memset(buffer.data(), 0, buffer.size());
    BitmapProjection projection(board, cells, buffer.data() + sizeof(GapSetHeader));
    Building building(what, budget, call);
    LayerSizes sizes = building.run_layers([&](const GapLayer& layer) { projection.add(layer, building); });
    const GapSetHeader header = what.header(GapForm::kBitmap, projection.count());
    std::memcpy(buffer.data(), &header, sizeof header);
    return {projection.count(), std::move(sizes)};
}

std::size_t hash_bytes(const PyCodes& codes, int cells) {
    within("cells", cells, 1, 16);
    std::uint64_t slots = HashGapSet<std::uint64_t>::slots_for(codes.codes.size());
    return sizeof(GapSetHeader) + slots * (cells <= 8 ? 4 : 8);
}

void gap_hash(const PyCodes& codes, int rows, int columns, int gap, int cells, const nb::object& place) {
    const Parameters what{rows, columns, gap, cells};
    what.board();
    Buffer buffer(place, true, alignof(std::uint64_t));
    check_place(buffer, hash_bytes(codes, cells));
    const Unlocked unlocked;
    for (std::uint64_t code : codes.codes.span())
        if ((code & ~kept_bits(cells)) != 0 || !is_pattern(code, rows * columns, cells))
            refuse("the code ", code, " in a set of patterns: expected ", cells,
                   " different tiles of a board of ", rows * columns, " cells");
    GapSetHeader header = what.header(GapForm::kHash, codes.codes.size());
    header.slots = HashGapSet<std::uint64_t>::slots_for(codes.codes.size());
    std::memcpy(buffer.data(), &header, sizeof header);
    if (cells <= 8)
        HashGapSet<std::uint32_t>::fill(codes.codes.span(), buffer.data() + sizeof header, header.slots);
    else
        HashGapSet<std::uint64_t>::fill(codes.codes.span(), buffer.data() + sizeof header, header.slots);
}

void gap_diagram(const PyDiagram& diagram, int rows, int columns, int gap, int cells,
                 const nb::object& place) {
    const Parameters what{rows, columns, gap, cells};
    what.board();
    if (diagram.view.order.bits != 4 * cells)
        refuse("a diagram of ", diagram.view.order.bits, " bits: expected ", 4 * cells);
    Buffer buffer(place, true);
    check_place(buffer, sizeof(GapSetHeader) + image_bytes(diagram.view));
    const Unlocked unlocked;
    const GapForm form = diagram.view.kind == DiagramKind::kBdd ? GapForm::kBdd : GapForm::kZdd;
    const GapSetHeader header = what.header(form, static_cast<std::uint64_t>(diagram.view.count()));
    std::memcpy(buffer.data(), &header, sizeof header);
    write_image(diagram.view, buffer.data() + sizeof header);
}

struct PyGapSet {
    Buffer buffer;
    KeptGapSet kept;

    explicit PyGapSet(const nb::object& bytes)
        : buffer(bytes, false, alignof(std::uint64_t)), kept(buffer.data(), buffer.size()) {}

    bool is_pattern(std::uint64_t code) const {
        return yomikiri::is_pattern(code, kept.header.rows * kept.header.columns, kept.header.kept);
    }
    // Anything that is not a pattern of the board is in no set.
    bool contains(std::uint64_t code) const { return is_pattern(code) && kept.set->contains(code); }
};

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// How many of the codes are in the set, and the processor seconds that the queries took.
std::pair<std::uint64_t, double> probe(const PyGapSet& set, const nb::object& codes) {
    Buffer buffer(codes);
    if (buffer.size() % 8 != 0) refuse(buffer.size(), " bytes of codes: expected eight bytes each");
    auto for_each_code = [&](auto&& visit) {
        for (std::size_t at = 0; at < buffer.size(); at += 8) {
            std::uint64_t code;
            std::memcpy(&code, buffer.data() + at, 8);
            visit(code);
        }
    };
    const Unlocked unlocked;
    for_each_code([&](std::uint64_t code) {
        if (!set.is_pattern(code))
            refuse("the code ", code, " to be looked up: expected different tiles in the first ",
                   int{set.kept.header.kept}, " cells");
    });
    const double began = thread_seconds();
    std::uint64_t hits = 0;
    for_each_code([&](std::uint64_t code) { hits += set.kept.set->contains(code); });
    return {hits, thread_seconds() - began};
}

}  // namespace

void bind_gap_sets(nb::module_& m) {
    auto build = nb::arg("watch");
    m.def("gap_layers", &gap_layers, nb::arg("rows"), nb::arg("columns"), nb::arg("gap"), nb::kw_only(),
          nb::arg("memory"), build);
    m.def("gap_codes", &gap_codes, nb::arg("rows"), nb::arg("columns"), nb::arg("gap"), nb::arg("cells"),
          nb::kw_only(), nb::arg("memory"), build);
    m.def("gap_count", &gap_count, nb::arg("rows"), nb::arg("columns"), nb::arg("gap"), nb::arg("cells"),
          nb::kw_only(), nb::arg("memory"), build);
    m.def("gap_bitmap_bytes", &bitmap_bytes, nb::arg("rows"), nb::arg("columns"), nb::arg("cells"));
    m.def("gap_bitmap", &gap_bitmap, nb::arg("rows"), nb::arg("columns"), nb::arg("gap"), nb::arg("cells"),
          nb::arg("place"), nb::kw_only(), nb::arg("memory"), build);
    m.def("gap_hash_bytes", &hash_bytes, nb::arg("codes"), nb::arg("cells"));
    m.def("gap_hash", &gap_hash, nb::arg("codes"), nb::arg("rows"), nb::arg("columns"), nb::arg("gap"),
          nb::arg("cells"), nb::arg("place"));
    m.attr("GAP_HEADER_BYTES") = sizeof(GapSetHeader);
    m.def("gap_diagram", &gap_diagram, nb::arg("diagram"), nb::arg("rows"), nb::arg("columns"),
          nb::arg("gap"), nb::arg("cells"), nb::arg("place"));
    nb::class_<PyGapSet>(m, "GapSet")
        .def(nb::init<const nb::object&>(), nb::arg("bytes"))
        .def_prop_ro("rows", [](const PyGapSet& s) { return s.kept.header.rows; })
        .def_prop_ro("columns", [](const PyGapSet& s) { return s.kept.header.columns; })
        .def_prop_ro("gap", [](const PyGapSet& s) { return s.kept.header.gap; })
        .def_prop_ro("cells", [](const PyGapSet& s) { return s.kept.header.kept; })
        .def_prop_ro("form", [](const PyGapSet& s) { return name_of(s.kept.header.form); })
        .def_prop_ro("bytes", [](const PyGapSet& s) { return s.buffer.size(); })
        .def("__len__", [](const PyGapSet& s) { return s.kept.header.count; })
        .def("__contains__", &PyGapSet::contains)
        .def("probe", &probe, nb::arg("codes"));
}

}  // namespace yomikiri
