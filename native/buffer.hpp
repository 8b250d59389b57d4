// The bytes of a Python object, held for as long as this lives: a mapped table, or memory to build one in.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "arguments.hpp"

namespace yomikiri {

// Make and destroy it with the interpreter's lock held; read and write it without.
class Buffer {
  public:
    // `alignment` is for bytes that are read as words.
    explicit Buffer(nanobind::handle object, bool writable = false, std::size_t alignment = 1) {
        if (PyObject_GetBuffer(object.ptr(), &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0)
            throw nanobind::python_error();
        if (reinterpret_cast<std::uintptr_t>(view_.buf) % alignment == 0) return;
        PyBuffer_Release(&view_);
        refuse("bytes that begin at an odd address: expected a multiple of ", alignment);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { PyBuffer_Release(&view_); }

    std::uint8_t* data() const { return static_cast<std::uint8_t*>(view_.buf); }
    std::size_t size() const { return static_cast<std::size_t>(view_.len); }

  private:
    Py_buffer view_{};
};

// A writable buffer.
inline void check_place(const Buffer& place, std::size_t bytes) {
    if (place.size() != bytes) refuse("a place of ", place.size(), " bytes: expected ", bytes);
}

}  // namespace yomikiri
