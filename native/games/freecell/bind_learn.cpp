// Learned scores of FreeCell for Python: what they look at, and positions to learn from.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "games/freecell/bind.hpp"
#include "games/freecell/features.hpp"
#include "games/freecell/harvest.hpp"
#include "games/freecell/quick.hpp"
#include "games/freecell/relaxed.hpp"

namespace yomikiri {

namespace {

void append_counts(const FreeCellRules& rules, const FreeCellLayout& layout, std::string& counts) {
    const std::size_t first = counts.size();
    counts.resize(first + FreeCellFeatures::kCount);
    FreeCellFeatures::for_each(rules, layout, [&](unsigned number) { ++counts[first + number]; });
}

// The counts of positions, a row of bytes for each.
nb::bytes freecell_features(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                            const nb::list& codes) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, false);
    std::string counts;
    for (const nb::handle code : codes) {
        if (!nb::isinstance<nb::bytes>(code)) throw nb::type_error("a position that is not a code");
        const FreeCellQuick domain(rules, board_of(rules, nb::borrow<nb::bytes>(code)));
        FreeCellQuick::State state;
        domain.open(domain.start(), state);
        append_counts(rules, state, counts);
    }
    return nb::bytes(counts.data(), counts.size());
}

// Positions of a deal to learn from: rows of counts, and for each the number of its group, among which it is
// to be ranked, its moves to go (-1: no goal was found from it), and its best lower bound.
nb::tuple freecell_harvest(unsigned columns, unsigned cells, unsigned ranks, bool suit, bool kings,
                           const nb::bytes& code, std::size_t wide, std::size_t beyond, std::size_t samples,
                           std::size_t narrow, std::size_t fronts, std::size_t best, std::size_t others,
                           std::size_t judge, std::uint64_t seed, std::uint64_t memory) {
    const FreeCellRules rules = rules_of(columns, cells, ranks, suit, kings, false);
    const FreeCellBoard board = board_of(rules, code);
    constexpr std::size_t kMostFronts = 100, kMostWidth = 10'000;  // a second or two
    if (fronts > kMostFronts) refuse("fronts ", fronts, ": expected at most ", kMostFronts);
    for (const std::size_t width : {wide, narrow, judge})
        if (width > kMostWidth) refuse("a beam of width ", width, ": expected at most ", kMostWidth);
    std::string counts;
    std::vector<int> groups, to_go, bounds;
    {
        const Unlocked unlocked;
        using Beam = Harvest<FreeCellQuick>;
        const FreeCellQuick domain(rules, board);
        SplitMix64 random(seed);
        FreeCellQuick::State state;
        FreeCellField field;
        FreeCellRelaxed relaxed(domain.coder());
        auto add = [&](const FreeCellKey& key, int group, int label) {
            domain.open(key, state);
            field.open(domain.coder(), key);
            relaxed.open(field);
            bounds.push_back(relaxed.exact());
            append_counts(rules, state, counts);
            groups.push_back(group);
            to_go.push_back(label == Beam::kUnreached ? -1 : label);
        };
        int group = 0;
        {
            MemoryBudget budget(memory);
            Beam beam(domain, wide, beyond, budget);
            std::vector<Beam::Sample> found;
            if (beam.run({domain.start()}))
                for (std::size_t layer = 0; layer < beam.layers(); ++layer)
                    beam.sample(layer, samples, random, found);
            for (const Beam::Sample& sample : found) {
                add(sample.key, sample.layer, sample.to_go);
                group = std::max(group, sample.layer + 1);
            }
        }
        MemoryBudget budget(memory);
        Beam beam(domain, narrow, 0, budget);
        if (fronts > 0 && beam.run({domain.start()}) && beam.layers() > 1) {
            for (std::size_t i = 0; i < fronts; ++i, ++group) {
                const std::vector<FreeCellKey> keys =
                    beam.frontier(1 + random.next() % (beam.layers() - 1), best, others, random);
                MemoryBudget own(memory);
                Beam jury(domain, judge, beyond, own);
                if (!jury.run(keys)) continue;
                for (const FreeCellKey& key : keys) add(key, group, jury.to_go(key));
            }
        }
    }
    return nb::make_tuple(nb::bytes(counts.data(), counts.size()), groups, to_go, bounds);
}

}  // namespace

void bind_freecell_learn(nb::module_& m) {
    m.def("freecell_features", &freecell_features, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("codes"));
    m.def("freecell_harvest", &freecell_harvest, nb::arg("columns"), nb::arg("cells"), nb::arg("ranks"),
          nb::arg("suit"), nb::arg("kings"), nb::arg("code"), nb::kw_only(), nb::arg("wide"),
          nb::arg("beyond"), nb::arg("samples"), nb::arg("narrow"), nb::arg("fronts"), nb::arg("best"),
          nb::arg("others"), nb::arg("judge"), nb::arg("seed"), nb::arg("memory"));
}

}  // namespace yomikiri
