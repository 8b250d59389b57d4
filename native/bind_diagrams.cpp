// Sets of codes and their decision diagrams for Python.
#include "bind_diagrams.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "diagrams/apply.hpp"
#include "diagrams/build.hpp"
#include "diagrams/image.hpp"

namespace yomikiri {

namespace {

DiagramKind kind_of(const std::string& name) {
    constexpr std::array<const char*, 2> kNames{"bdd", "zdd"};
    return choice("kind of diagram", name, kNames) == 0 ? DiagramKind::kBdd : DiagramKind::kZdd;
}

BitOrder order_of(const std::vector<int>& levels) {
    BitOrder order;
    order.bits = static_cast<int>(levels.size());
    within("levels of an order", levels.size(), 1, 64);
    for (std::size_t i = 0; i < levels.size(); ++i)
        order.order[i] = static_cast<std::uint8_t>(within("bit", levels[i], 0, 63));
    if (!order.is_permutation()) refuse("not an order: expected every bit once");
    return order;
}

void sort_once(CodeArray& codes) {
    radix_sort(codes);
    codes.truncate(
        static_cast<std::size_t>(std::unique(codes.data(), codes.data() + codes.size()) - codes.data()));
    codes.shrink();
}

std::unique_ptr<PyCodes> codes_from(const nb::object& bytes, std::uint64_t memory) {
    Buffer buffer(bytes);
    if (buffer.size() % 8 != 0) refuse(buffer.size(), " bytes of codes: expected eight bytes each");
    const Unlocked unlocked;
    auto made = std::make_unique<PyCodes>(memory);
    if (buffer.size() > 0) std::memcpy(made->codes.extend(buffer.size() / 8), buffer.data(), buffer.size());
    sort_once(made->codes);
    return made;
}

nb::bytes bytes_of_words(std::span<const std::uint64_t> words, std::uint64_t start, std::uint64_t count) {
    start = std::min<std::uint64_t>(start, words.size());
    count = std::min<std::uint64_t>(count, words.size() - start);
    return nb::bytes(reinterpret_cast<const char*>(words.data() + start), count * 8);
}

void check_codes(const CodeArray& codes, const BitOrder& order) {
    if (!codes.empty() && (codes[codes.size() - 1] & ~order.mask()) != 0)
        refuse("a code with more bits than the order has: expected ", order.bits);
}

std::unique_ptr<PyDiagram> empty_diagram(DiagramKind kind, const BitOrder& order, std::uint64_t memory) {
    auto made = std::make_unique<PyDiagram>();
    made->budget = std::make_unique<MemoryBudget>(memory);
    made->own = std::make_unique<Diagram>(kind, order, *made->budget);
    return made;
}

// With `consume` the codes are taken instead of copied, and what is made beside them counts with them.
std::unique_ptr<PyDiagram> build(PyCodes& codes, const std::vector<int>& levels, const std::string& kind,
                                 std::uint64_t memory, const nb::object& watch, bool consume) {
    const BitOrder order = order_of(levels);
    check_codes(codes.codes, order);
    auto made = empty_diagram(kind_of(kind), order, memory);
    Watch call = watch_of(watch);
    CodeArray taken(consume ? *codes.budget : *made->budget);
    if (consume) taken.swap(codes.codes);  // Before another thread of Python may look.
    const Unlocked unlocked;
    Control control(Limits{std::nullopt, std::nullopt, memory}, call);
    if (!consume) {
        taken.reserve(codes.codes.size());
        in_slices(
            codes.codes.span(), [&](Codes slice) { taken.append(slice); },
            [&] { check_stopped(control.glance(Counts{})); });
    }
    check_stopped(build_diagram(*made->own, taken, control));
    made->view = made->own->view();
    return made;
}

std::unique_ptr<PyDiagram> combine(const PyDiagram& a, const PyDiagram& b, const std::string& name,
                                   std::uint64_t memory, const nb::object& watch) {
    constexpr std::array<const char*, 3> kNames{"union", "intersection", "difference"};
    constexpr std::array<SetOperation, 3> kOperations{SetOperation::kUnion, SetOperation::kIntersection,
                                                      SetOperation::kDifference};
    const SetOperation operation = kOperations[choice("operation", name, kNames)];
    if (a.view.kind != b.view.kind || a.view.order != b.view.order)
        refuse("two diagrams of different kinds or orders: expected the same");
    auto made = empty_diagram(a.view.kind, a.view.order, memory);
    Watch call = watch_of(watch);
    const Unlocked unlocked;
    Control control(Limits{std::nullopt, std::nullopt, memory}, call);
    check_stopped(DiagramAlgebra(*made->own, control).run(operation, a.view, b.view));
    made->view = made->own->view();
    return made;
}

std::unique_ptr<PyDiagram> open_image(const nb::object& bytes) {
    auto made = std::make_unique<PyDiagram>();
    made->buffer = std::make_unique<Buffer>(bytes, false, alignof(std::uint64_t));
    const Unlocked unlocked;
    made->view = read_image(made->buffer->data(), made->buffer->size());
    return made;
}

std::unique_ptr<PyCodes> codes_of(const PyDiagram& diagram, std::uint64_t memory) {
    const Unlocked unlocked;
    auto made = std::make_unique<PyCodes>(memory);
    DiagramWalk walk(diagram.view);
    std::uint64_t code;
    while (walk.next(code)) made->codes.push(code);
    sort_once(made->codes);
    return made;
}

// The next codes of a walk, in level order.
struct PyWalk {
    nb::object owner;
    DiagramWalk walk;

    PyWalk(nb::object of, const DiagramWalk& from) : owner(std::move(of)), walk(from) {}

    // A diagram can have more codes than memory has bytes.
    static constexpr std::size_t kMost = std::size_t{1} << 24;

    nb::bytes next(std::size_t count) {
        within("count", count, 0, kMost);
        std::vector<std::uint64_t> codes;
        std::uint64_t code;
        while (codes.size() < count && walk.next(code)) codes.push_back(code);
        return bytes_of_words(codes, 0, codes.size());
    }
};

}  // namespace

void bind_diagrams(nb::module_& m) {
    nb::class_<PyCodes>(m, "Codes")
        .def_static("read", &codes_from, nb::arg("codes"), nb::arg("memory"))
        .def("__len__", [](const PyCodes& c) { return c.codes.size(); })
        .def("__contains__",
             [](const PyCodes& c, std::uint64_t code) {
                 return std::binary_search(c.codes.begin(), c.codes.end(), code);
             })
        .def(
            "part",
            [](const PyCodes& c, std::uint64_t start, std::uint64_t count) {
                return bytes_of_words(c.codes.span(), start, count);
            },
            nb::arg("start"), nb::arg("count"));

    nb::class_<PyWalk>(m, "DiagramWalk").def("next", &PyWalk::next, nb::arg("count"));

    nb::class_<PyDiagram>(m, "Diagram")
        .def_static("build", &build, nb::arg("codes"), nb::arg("order"), nb::arg("kind"), nb::kw_only(),
                    nb::arg("memory"), nb::arg("watch"), nb::arg("consume") = false)
        .def_static("open", &open_image, nb::arg("image"))
        .def_prop_ro("kind",
                     [](const PyDiagram& d) { return d.view.kind == DiagramKind::kBdd ? "bdd" : "zdd"; })
        .def_prop_ro("order",
                     [](const PyDiagram& d) {
                         auto levels = d.view.order.order.begin();
                         return std::vector<int>(levels, levels + d.view.order.bits);
                     })
        .def_prop_ro("root", [](const PyDiagram& d) { return d.view.root; })
        .def_prop_ro("nodes", [](const PyDiagram& d) { return d.view.nodes(); })
        .def_prop_ro("image_bytes", [](const PyDiagram& d) { return image_bytes(d.view); })
        .def("contains", [](const PyDiagram& d, std::uint64_t code) { return d.view.contains(code); })
        .def("count",
             [](const PyDiagram& d) {
                 SetCount count = d.view.count();
                 return std::pair(static_cast<std::uint64_t>(count >> 64), static_cast<std::uint64_t>(count));
             })
        .def("same",
             [](const PyDiagram& a, const PyDiagram& b) {
                 return a.view.kind == b.view.kind && a.view.order == b.view.order &&
                        a.view.root == b.view.root && std::ranges::equal(a.view.words, b.view.words);
             })
        .def(
            "words",
            [](const PyDiagram& d, std::uint64_t start, std::uint64_t count) {
                return bytes_of_words(d.view.words, start, count);
            },
            nb::arg("start"), nb::arg("count"))
        .def(
            "write",
            [](const PyDiagram& d, const nb::object& place) {
                Buffer buffer(place, true);
                check_place(buffer, image_bytes(d.view));
                const Unlocked unlocked;
                write_image(d.view, buffer.data());
            },
            nb::arg("place"))
        .def("codes", &codes_of, nb::arg("memory"))
        .def("walk",
             [](nb::object self) {
                 return std::make_unique<PyWalk>(self, DiagramWalk(nb::cast<PyDiagram&>(self).view));
             })
        .def("combine", &combine, nb::arg("other"), nb::arg("operation"), nb::kw_only(), nb::arg("memory"),
             nb::arg("watch"));
}

}  // namespace yomikiri
