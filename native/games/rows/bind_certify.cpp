// The tables of certificates of Superpuzz and Gaps for Python.
#include "bind_certify.hpp"

#include "games/rows/bind.hpp"
#include "games/rows/certify.hpp"

using namespace yomikiri;

namespace {

nb::tuple certify_rows(int columns, const nb::bytes& start, int wanted, bool dead, bool persistent,
                       bool contraction, bool delay, bool joins, const std::string& bound, std::uint64_t most,
                       std::optional<double> seconds, std::uint64_t memory, const nb::object& watch) {
    constexpr std::array<const char*, 3> kBounds{"none", "misplaced", "waiting"};
    const auto chosen = static_cast<RowBound>(choice("bound", bound, kBounds));
    const Code code = code_of(Superpuzz(columns, false), start);
    if (contraction) {
        if (chosen != RowBound::kNone) refuse("bound ", bound, ": expected none with contraction");
        RowNodeCertify game(columns, code, dead, persistent, delay);
        return closed(game, wanted, {joins, most, seconds, memory, watch});
    }
    RowPositionCertify game(columns, code, dead, persistent, chosen);
    return closed(game, wanted, {joins, most, seconds, memory, watch});
}

}  // namespace

void yomikiri::bind_rows_certify(nb::module_& m) {
    m.def("certify_rows", &certify_rows, nb::arg("columns"), nb::arg("start"), nb::arg("wanted"),
          nb::kw_only(), nb::arg("dead"), nb::arg("persistent"), nb::arg("contraction"), nb::arg("delay"),
          nb::arg("joins"), nb::arg("bound"), nb::arg("most"), nb::arg("seconds").none(), nb::arg("memory"),
          nb::arg("watch"));
}
