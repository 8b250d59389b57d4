// Sets of codes and diagrams as Python holds them, each with its memory budget.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "bindings.hpp"
#include "buffer.hpp"
#include "diagrams/diagram.hpp"

namespace yomikiri {

// Ascending codes, without repetition.
struct PyCodes {
    std::unique_ptr<MemoryBudget> budget;
    CodeArray codes;

    explicit PyCodes(std::size_t memory) : budget(std::make_unique<MemoryBudget>(memory)), codes(*budget) {}
    PyCodes(std::unique_ptr<MemoryBudget> b, CodeArray c) : budget(std::move(b)), codes(std::move(c)) {}
};

// A diagram of our own, or one in a Python buffer.
struct PyDiagram {
    std::unique_ptr<MemoryBudget> budget;
    std::unique_ptr<Diagram> own;
    std::unique_ptr<Buffer> buffer;
    DiagramView view;
};

// A search stopped by its watch.
inline void check_stopped(const std::optional<Outcome>& outcome) {
    if (outcome) throw std::runtime_error("the work was stopped");
}

}  // namespace yomikiri
