// Slices of a divided search for Python: one class, made for each game by a function of its own.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "bindings.hpp"
#include "buffer.hpp"
#include "games/freecell_plain.hpp"
#include "games/sliding_plain.hpp"
#include "games/superpuzz_alive.hpp"
#include "search/slice.hpp"
#include "stores/hash_store.hpp"

namespace yomikiri {

namespace {

// A slice, and whether the bytes from Python are one of its positions.  One call at a time.
class PySlice {
  public:
    using IsCode = std::function<bool(const Code&)>;

    PySlice(std::unique_ptr<AnySlice> slice, IsCode is_code)
        : slice_(std::move(slice)), is_code_(std::move(is_code)) {}

    bool seed(const nb::bytes& bytes) {
        const Code code = code_of_bytes(bytes);
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
        std::optional<Code> code;
        alone([&] { code = slice_->goal(); });
        return code ? nb::object(bytes_of(*code)) : nb::none();
    }
    nb::object parent(const nb::bytes& bytes) {
        const Code code = code_of_bytes(bytes);
        std::optional<Code> found;
        alone([&] { found = slice_->parent(code); });
        return found ? nb::object(bytes_of(*found)) : nb::none();
    }
    std::size_t owner(const nb::bytes& bytes) const { return slice_->owner(code_of_bytes(bytes)); }
    double error_bound(double stored) const { return slice_->error_bound(stored); }

  private:
    template <class F>
    void alone(F&& work) {
        nb::gil_scoped_release release;
        std::lock_guard<std::mutex> lock(*mutex_);
        work();
    }
    Code code_of_bytes(const nb::bytes& bytes) const {
        Code code{};
        if (bytes.size() != slice_->code_bytes()) throw nb::value_error("a code of the wrong length");
        std::memcpy(code.data(), bytes.c_str(), bytes.size());
        if (!is_code_(code)) throw nb::value_error("not the code of a position");
        return code;
    }
    nb::bytes bytes_of(const Code& code) const {
        return nb::bytes(reinterpret_cast<const char*>(code.data()), slice_->code_bytes());
    }

    std::unique_ptr<AnySlice> slice_;
    IsCode is_code_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

// Which of how many, and how it remembers positions.
struct Share {
    const std::string& store;
    std::size_t index, parts;
    std::uint64_t memory;
};

template <class D>
std::unique_ptr<AnySlice> slice_of(const D& domain, const Share& share) {
    if (share.store == "exact")
        return std::make_unique<Slice<D, ExactStore>>(domain, share.index, share.parts, share.memory);
    if (share.store == "fingerprint")
        return std::make_unique<Slice<D, FingerprintStore>>(domain, share.index, share.parts, share.memory);
    throw std::invalid_argument("unknown store");
}

PySlice row_slice(int columns, bool rows_alike, bool alive, const std::string& store, std::size_t index,
                  std::size_t parts, std::uint64_t memory) {
    const Share share{store, index, parts, memory};
    const SuperpuzzAlive domain(columns, rows_alike);
    auto is_code = [domain, rows_alike](const Code& code) {
        return domain.is_code(code) && (!rows_alike || domain.canonical(code) == code);
    };
    if (alive) return {slice_of(domain, share), is_code};
    return {slice_of(Superpuzz(columns, rows_alike), share), is_code};
}

PySlice sliding_slice(int rows, int columns, const nb::bytes& goal, const std::string& store,
                      std::size_t index, std::size_t parts, std::uint64_t memory) {
    Code code{};
    if (static_cast<int>(goal.size()) != AnyGrid(rows, columns).cells())
        throw nb::value_error("a code of the wrong length");
    std::memcpy(code.data(), goal.c_str(), goal.size());
    const SlidingPlain domain(rows, columns, code);
    return {slice_of(domain, {store, index, parts, memory}),
            [domain](const Code& c) { return domain.is_code(c); }};
}

// `start` is a board as FreeCell.encode() gives it; codes are relative to it.
PySlice freecell_slice(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                       bool supermove, const nb::bytes& start, const std::string& store, std::size_t index,
                       std::size_t parts, std::uint64_t memory) {
    const FreeCellRules rules{columns, cells,    ranks, suit ? Building::kSuit : Building::kAlternate,
                              kings,   supermove};
    if (!rules.valid()) throw nb::value_error("rules out of range");
    const std::optional<FreeCellBoard> board =
        FreeCellBoard::read(rules, reinterpret_cast<const std::uint8_t*>(start.c_str()), start.size());
    if (!board) throw nb::value_error("not the code of a position");
    const FreeCellPlain domain(rules, *board);
    return {slice_of(domain, {store, index, parts, memory}),
            [domain](const Code& code) { return domain.is_code(code); }};
}

}  // namespace

void bind_slice(nb::module_& m) {
    nb::class_<PySlice>(m, "Slice")
        .def_static("rows", &row_slice, nb::arg("columns"), nb::arg("rows_alike"), nb::arg("alive"),
                    nb::kw_only(), nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"))
        .def_static("sliding", &sliding_slice, nb::arg("rows"), nb::arg("columns"), nb::arg("goal"),
                    nb::kw_only(), nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"))
        .def_static("freecell", &freecell_slice, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
                    nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("start"), nb::kw_only(),
                    nb::arg("store"), nb::arg("index"), nb::arg("parts"), nb::arg("memory"))
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
