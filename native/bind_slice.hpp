// Slices of a partitioned search for Python: one class for all games.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <string>

#include "bindings.hpp"
#include "buffer.hpp"
#include "search/slice.hpp"
#include "stores/hash_store.hpp"

namespace yomikiri {

// A slice as Python sees it.  One call at a time.
class PySlice {
  public:
    explicit PySlice(std::unique_ptr<AnySlice> slice) : slice_(std::move(slice)) {}

    bool seed(const nb::bytes& bytes) {
        const AnySlice::Bytes code = code_of_bytes(bytes);
        bool here = false;
        alone([&] { here = slice_->seed(code); });
        return here;
    }

    // Receives, expands, turns if nothing is left to do here; one batch for each slice, empty for this one.
    nb::list step(const nb::list& batches, std::size_t expand, bool turn) {
        std::vector<std::unique_ptr<Buffer>> buffers;
        for (nb::handle batch : batches) buffers.push_back(std::make_unique<Buffer>(batch));
        std::vector<AnySlice::Bytes> out;
        alone([&] {
            for (const auto& buffer : buffers) slice_->receive({buffer->data(), buffer->size()});
            slice_->expand(expand);
            for (std::size_t target = 0; target < slice_->parts(); ++target)
                out.push_back(slice_->take(target));
            if (turn && !slice_->counts().full) slice_->turn();
        });
        nb::list found;
        for (AnySlice::Bytes batch : out)
            found.append(nb::bytes(reinterpret_cast<const char*>(batch.data()), batch.size()));
        return found;
    }
    void restore(const nb::object& batch) {
        Buffer buffer(batch);
        alone([&] { slice_->restore({buffer.data(), buffer.size()}); });
    }
    void turn() {
        alone([&] {
            slice_->skip();
            slice_->turn();
        });
    }
    nb::bytes level(std::size_t start, std::size_t count) {
        std::vector<std::uint8_t> batch;
        alone([&] { batch = slice_->level(start, count); });
        return nb::bytes(reinterpret_cast<const char*>(batch.data()), batch.size());
    }

    nb::tuple counts() {
        SliceCounts c;
        alone([&] { c = slice_->counts(); });
        return nb::make_tuple(c.expanded, c.generated, c.stored, c.left, c.next, c.bytes, c.peak, c.full);
    }
    nb::object goal() {
        std::optional<AnySlice::Key> code;
        alone([&] { code = slice_->goal(); });
        return code ? nb::object(bytes_of(*code)) : nb::none();
    }
    nb::object parent(const nb::bytes& bytes) {
        const AnySlice::Bytes code = code_of_bytes(bytes);
        std::optional<AnySlice::Key> found;
        alone([&] { found = slice_->parent(code); });
        return found ? nb::object(bytes_of(*found)) : nb::none();
    }
    std::size_t owner(const nb::bytes& bytes) const { return slice_->owner(code_of_bytes(bytes)); }
    double error_bound(double stored) const {
        if (!(stored >= 0)) refuse(stored, " stored positions: expected 0 or more");
        return slice_->error_bound(stored);
    }

  private:
    template <class F>
    void alone(F&& work) {
        const Unlocked unlocked;
        std::lock_guard<std::mutex> lock(*mutex_);
        work();
    }
    AnySlice::Bytes code_of_bytes(const nb::bytes& bytes) const {
        if (bytes.size() != slice_->key_bytes())
            refuse("a code of ", bytes.size(), " bytes: expected ", slice_->key_bytes());
        const AnySlice::Bytes code(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
        if (!slice_->is_start(code)) refuse("not the code of a position of this search");
        return code;
    }
    nb::bytes bytes_of(const AnySlice::Key& code) const {
        return nb::bytes(reinterpret_cast<const char*>(code.data()), code.size());
    }

    std::unique_ptr<AnySlice> slice_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

// Which slice of how many, and how it remembers positions.
struct Share {
    const std::string& store;
    std::size_t index, parts;
    std::uint64_t memory;
};

template <class D>
PySlice slice_of(const D& domain, const Share& share) {
    constexpr std::array<const char*, 2> kNames{"exact", "fingerprint"};
    if (choice("store", share.store, kNames) == 0)
        return PySlice(
            std::make_unique<Slice<D, ExactStore>>(domain, share.index, share.parts, share.memory));
    return PySlice(
        std::make_unique<Slice<D, FingerprintStore>>(domain, share.index, share.parts, share.memory));
}

inline nb::class_<PySlice> bind_slice_class(nb::module_& m) {
    return nb::class_<PySlice>(m, "Slice")
        .def("seed", &PySlice::seed)
        .def("step", &PySlice::step, nb::arg("batches"), nb::arg("expand"), nb::arg("turn"))
        .def("restore", &PySlice::restore)
        .def("turn", &PySlice::turn)
        .def("level", &PySlice::level, nb::arg("start"), nb::arg("count"))
        .def("counts", &PySlice::counts)
        .def("goal", &PySlice::goal)
        .def("parent", &PySlice::parent)
        .def("owner", &PySlice::owner)
        .def("error_bound", &PySlice::error_bound);
}

}  // namespace yomikiri
