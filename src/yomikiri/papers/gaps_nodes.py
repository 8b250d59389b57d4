"""Gaps against Superpuzz, second half: lengths and sizes; Tables 5 to 9 and the exponential fits."""

from collections.abc import Mapping

from yomikiri.papers.cells import MEAN_COLUMNS, mean_cells, mean_series, most_series, printed_series
from yomikiri.papers.facts import Sample
from yomikiri.papers.fits import Exponential
from yomikiri.papers.intervals import Mean, mean_of, number
from yomikiri.papers.page import NOT_RUN, Figure, Panel, Series, Table
from yomikiri.papers.published import gaps as paper

Means = Mapping[int, Mean | None]

NODE_COLUMNS = (*MEAN_COLUMNS[:-1], "ours, most", "paper, most", "verdict on the mean")


def moves_means(samples: Mapping[int, Sample]) -> Means:
    """Moves of the first solutions, without deals that depth-first search gave up."""
    return {
        size: mean_of([f.length for f in sample if f.solved and f.length is not None], sample.undecided)
        for size, sample in samples.items()
    }


def first_means(samples: Mapping[int, Sample]) -> Means:
    """Positions to the first solution."""
    return {
        size: mean_of([fact.stored for fact in sample if fact.solved], sample.undecided)
        for size, sample in samples.items()
    }


def unsolvable_means(samples: Mapping[int, Sample]) -> Means:
    """Positions of whole graphs without a solution."""
    return {
        size: mean_of([fact.stored for fact in sample if fact.lost], sample.undecided)
        for size, sample in samples.items()
    }


def moves_table(gaps: Means, superpuzz: Means) -> Table:
    rows = []
    for name, means, printed, solvable in (
        ("Gaps", gaps, paper.GAPS_MOVES, paper.GAPS_SOLVABLE),
        ("Superpuzz", superpuzz, paper.SUPERPUZZ_MOVES, paper.SUPERPUZZ_SOLVABLE),
    ):
        for size, value in printed.items():
            rows.append((name, str(size), *mean_cells(means.get(size), value, solvable[size])))
    ratios = []
    for size in paper.SUPERPUZZ_MOVES:
        mine, theirs = superpuzz.get(size), gaps.get(size + 1)
        if mine is not None and theirs is not None:
            ratios.append(f"{mine.value / theirs.value:.1f} at {size}")
    note = (
        "Depth-first search takes the first solution it meets, so the length depends on the order of "
        "moves, which the paper does not give. The paper finds Superpuzz 2.6 times longer than Gaps with "
        f"as many cards; ours: {', '.join(ratios) or NOT_RUN} columns of Superpuzz."
    )
    return Table("Table 5: moves of the first solution", ("game", *MEAN_COLUMNS), tuple(rows), note)


def nodes_table(
    title: str, means: Means, printed: Mapping[int, paper.Nodes], deals: Mapping[int, int], note: str
) -> Table:
    rows = []
    for size, (value, most) in printed.items():
        mean = means.get(size)
        cells = mean_cells(mean, value, deals[size])
        ours_most = "" if mean is None else number(mean.most)
        rows.append((str(size), *cells[:-1], ours_most, number(most), cells[-1]))
    columns = tuple("verdict" if name.startswith("verdict") else name for name in NODE_COLUMNS)
    note += " The verdict is on the mean; largest values are not comparable: they grow with the sample."
    return Table(title, columns, tuple(rows), note)


def growth_table(unsolvable: Means, first: Means) -> Table:
    """The exponential fits of Superpuzz: printed, fitted again to the paper's table in two ways, and ours."""
    sources = {
        "unsolvable, mean": (paper.SUPERPUZZ_UNSOLVABLE, 0, unsolvable),
        "unsolvable, most": (paper.SUPERPUZZ_UNSOLVABLE, 1, unsolvable),
        "first solution, mean": (paper.SUPERPUZZ_FIRST, 0, first),
        "first solution, most": (paper.SUPERPUZZ_FIRST, 1, first),
    }
    rows = []
    for name, (table, index, means) in sources.items():
        printed = paper.GROWTH[name]
        points = {size: float(row[index]) for size, row in table.items()}
        through, free = Exponential.of(points, through_one=True), Exponential.of(points)
        found = {
            size: mean.value if index == 0 else mean.most for size, mean in means.items() if mean is not None
        }
        ours = Exponential.of(found) if len(found) > 2 else None
        rows.append(
            (
                name,
                f"{printed.base}^x",
                number(printed.base**13),
                number(printed.at_13),
                _fitted(through),
                _fitted(free),
                NOT_RUN if ours is None else f"{_fitted(ours)} ({min(found)} to {max(found)})",
            )
        )
    columns = (
        "quantity",
        "printed fit",
        "that at 13",
        "printed for 13",
        "fit base^x to its table, and at 13",
        "fit c base^x to its table, and at 13",
        "fit c base^x to ours, and at 13",
    )
    note = (
        "The printed fits have no factor: they are forced through 1 at no columns. With a factor the paper's "
        "own tables foretell four to nine times less for refutations and for the largest values, and half as "
        "much again to the first solution. The printed value of the first row is not that of its formula "
        "(6.0^13 is 1.3e10), and 7.3 is not the base that least squares find for the second. A fit "
        "to few sizes says little of 13 columns; in brackets are those that ours has."
    )
    return Table("The exponential fits, extrapolated", columns, tuple(rows), note)


def _fitted(fit: Exponential) -> str:
    return f"{fit}; {number(fit(13))}"


def decided_means(decided: Mapping[int, Sample], *, won: bool) -> Means:
    """Positions that `decide` takes up for deals that can be won, or for the others.

    An undecided deal belongs to one of the two, but it is unknown which.
    """
    return {
        size: mean_of([f.expanded for f in sample if (f.solved if won else f.lost)], sample.undecided)
        for size, sample in decided.items()
    }


def full_size_table(decided: Mapping[int, Sample]) -> Table:
    """What it took to decide 11, 12 and 13 columns, beside what the fits predict."""
    rows = []
    for key, name, won in (("first solution", "solvable", True), ("unsolvable", "unsolvable", False)):
        means = decided_means(decided, won=won)
        for size in (11, 12, 13):
            mean, open_ = means[size], decided[size].undecided
            foretold = [paper.GROWTH[f"{key}, {which}"].base ** size for which in ("mean", "most")]
            cells = (NOT_RUN, "", number(foretold[0]), "", number(foretold[1]), NOT_RUN)
            if mean is None and decided[size]:
                none = f"0 and {open_} undecided"
                cells = (none, *cells[1:-1], "not comparable: 0 deals")
            if mean is not None:
                deals = f"{mean.count}" + (f" and {open_} undecided" if open_ else "")
                most = ("over " if open_ else "") + number(mean.most)
                other = "not comparable: another search"
                cells = (deals, str(mean), number(foretold[0]), most, number(foretold[1]), other)
            rows.append((name, str(size), *cells))
    columns = (
        "deals that are",
        "columns",
        "deals",
        "ours by `decide`, mean (95 %)",
        "paper's fit to means",
        "ours, most",
        "paper's fit to the most",
        "verdict",
    )
    note = (
        "The paper's fits foretell what its own search would take. `decide` takes up components instead of "
        "positions and prunes: it answers the same question, but its counts are not of the same kind. An "
        "undecided deal, given up at its limit, belongs to one of the two means and leaves both open above."
    )
    return Table("What it took at 11, 12 and 13 columns", columns, tuple(rows), note)


def moves_figure(gaps: Means, superpuzz: Means) -> Figure:
    series = (
        mean_series("Superpuzz, ours", superpuzz, 0),
        printed_series("Superpuzz, paper", dict(paper.SUPERPUZZ_MOVES), 0),
        mean_series("Gaps, ours", gaps, 1),
        printed_series("Gaps, paper", dict(paper.GAPS_MOVES), 1),
    )
    panel = Panel("columns", "moves of the first solution", series)
    caption = (
        "Mean moves of the first solution by depth-first search, with 95 % intervals; hollow: the paper's."
    )
    return Figure("moves", "Moves of the first solution", caption, (panel,))


def nodes_figure(
    name: str,
    title: str,
    label: str,
    gaps: Means,
    superpuzz: Means,
    printed: tuple[Mapping[int, paper.Nodes], Mapping[int, paper.Nodes]],
    decided: Means,
) -> Figure:
    """Both games on logarithmic axes, the fits of Superpuzz extrapolated to 13 columns, and `decide`."""
    bases = [paper.GROWTH[f"{label}, {part}"].base for part in ("mean", "most")]
    caption = (
        f"{title}, on logarithmic axes. a: means with 95 % intervals (an arrow: open above). b: largest "
        "values, which grow with the sample. Filled: ours; hollow: the paper's. Lines without points are "
        f"exponential fits to Superpuzz, the paper's {bases[0]}^x (a) and {bases[1]}^x (b), extrapolated to "
        "13 columns; triangles are what `decide` took instead."
    )
    panels = []
    for index, heading in enumerate(("a  mean", "b  largest")):
        found = {size: mean.value if index == 0 else mean.most for size, mean in superpuzz.items() if mean}
        xs = [4 + step / 4 for step in range(37)]
        theirs = [{size: row[index] for size, row in table.items()} for table in printed]
        draw = mean_series if index == 0 else most_series
        series = [
            draw("Superpuzz, ours", superpuzz, 0),
            printed_series("Superpuzz, paper", theirs[1], 0),
            draw("Gaps, ours", gaps, 1),
            printed_series("Gaps, paper", theirs[0], 1),
            draw("Superpuzz, decide", decided, 2),
            Series("the paper's fit", xs, [bases[index] ** x for x in xs], look="fit", colour=6),
        ]
        if len(found) > 2:
            fit = Exponential.of(found)
            series.append(Series("the same fit to ours", xs, [fit(x) for x in xs], look="fit", colour=0))
        panels.append(Panel("columns", f"positions, {heading[3:]}", tuple(series), heading, log_y=True))
    return Figure(name, title, caption, tuple(panels))
