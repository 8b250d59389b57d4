// The tables of certificates of FreeCell for Python.
#include "bind_certify.hpp"

#include "games/freecell/bind.hpp"
#include "games/freecell/certify.hpp"

using namespace yomikiri;

namespace {

nb::tuple certify_freecell(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                           bool supermove, const nb::bytes& start, int wanted, bool safe, bool joins,
                           const std::string& bound, std::uint64_t most, std::optional<double> seconds,
                           std::uint64_t memory, const nb::object& watch) {
    constexpr std::array<const char*, 3> kBounds{"home", "one-suit", "cycles"};
    const auto chosen = static_cast<FreeCellBound>(choice("bound", bound, kBounds));
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, supermove);
    FreeCellCertify game(rules, board_of(rules, start), safe, chosen);
    return closed(game, wanted, {joins, most, seconds, memory, watch});
}

}  // namespace

void yomikiri::bind_freecell_certify(nb::module_& m) {
    m.def("certify_freecell", &certify_freecell, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("supermove"), nb::arg("start"), nb::arg("wanted"),
          nb::kw_only(), nb::arg("safe"), nb::arg("joins"), nb::arg("bound"), nb::arg("most"),
          nb::arg("seconds").none(), nb::arg("memory"), nb::arg("watch"));
}
