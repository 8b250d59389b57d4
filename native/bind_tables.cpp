// What tables on disk need from the kernel: checksums, large pages, a guard over mapped files.
#include <nanobind/stl/unique_ptr.h>

#include <memory>

#include "bindings.hpp"
#include "buffer.hpp"
#include "stores/checksum.hpp"
#include "stores/large_pages.hpp"
#include "stores/map_guard.hpp"

namespace yomikiri {

namespace {

int buffer_of_pages(PyObject* self, Py_buffer* view, int flags) {
    if (!nb::inst_ready(self)) {
        view->obj = nullptr;
        PyErr_SetString(PyExc_BufferError, "pages that were never made: expected those of large_memory()");
        return -1;
    }
    const LargePages* pages = nb::inst_ptr<LargePages>(self);
    return PyBuffer_FillInfo(view, self, pages->data(), static_cast<Py_ssize_t>(pages->size()), 0, flags);
}

PyType_Slot slots_of_pages[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(buffer_of_pages)}, {0, nullptr}};

}  // namespace

void bind_tables(nb::module_& m) {
    m.def(
        "checksum",
        [](const nb::object& entries) {
            Buffer buffer(entries);
            const Unlocked unlocked;
            return checksum(buffer.data(), buffer.size());
        },
        nb::arg("entries"));
    nb::class_<LargePages>(m, "LargePages", nb::type_slots(slots_of_pages));
    m.def(
        "large_memory",
        [](std::size_t size) {
            nb::object pages = nb::cast(std::make_unique<LargePages>(size));
            PyObject* view = PyMemoryView_FromObject(pages.ptr());
            if (view == nullptr) throw nb::python_error();
            return nb::steal(view);
        },
        nb::arg("size"));
    nb::class_<MapGuard>(m, "MapGuard")
        .def(
            "__init__",
            [](MapGuard* place, const nb::object& mapping) {
                const Buffer buffer(mapping);
                new (place) MapGuard(buffer.data(), buffer.size());
            },
            nb::arg("mapping"))
        .def_prop_ro("hit", &MapGuard::hit);
}

}  // namespace yomikiri
