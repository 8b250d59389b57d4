// The tables of certificates of sliding puzzles for Python.
#include "bind_certify.hpp"

#include "games/sliding/certify.hpp"

using namespace yomikiri;

namespace {

nb::tuple certify_sliding(unsigned rows, unsigned columns, const nb::bytes& goal, const nb::bytes& start,
                          int wanted, bool parity, bool joins, const std::string& bound, std::uint64_t most,
                          std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    SlidingCertify game(within("rows", rows, 2, 5), within("columns", columns, 2, 5),
                        std::string(goal.c_str(), goal.size()), std::string(start.c_str(), start.size()),
                        parity, bound);
    return closed(game, wanted, {joins, most, seconds, memory, watch});
}

}  // namespace

void yomikiri::bind_sliding_certify(nb::module_& m) {
    m.def("certify_sliding", &certify_sliding, nb::arg("rows"), nb::arg("columns"), nb::arg("goal"),
          nb::arg("start"), nb::arg("wanted"), nb::kw_only(), nb::arg("parity"), nb::arg("joins"),
          nb::arg("bound"), nb::arg("most"), nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
}
