"""Gaps against Superpuzz, second half: lengths and sizes; Tables 5 to 9 and the exponential fits."""

from collections.abc import Mapping

from yomikiri.surveys import paper_gaps as paper
from yomikiri.surveys.reproduce.cells import MEAN_COLUMNS, mean_cells, mean_series, printed_series
from yomikiri.surveys.reproduce.facts import Sample
from yomikiri.surveys.reproduce.fits import Exponential
from yomikiri.surveys.reproduce.intervals import Mean, mean_of, number
from yomikiri.surveys.reproduce.page import NOT_RUN, Figure, Panel, Series, Table

Means = Mapping[int, Mean | None]

NODE_COLUMNS = (*MEAN_COLUMNS[:-1], "ours, most", "paper, most", "verdict on the mean")


def moves_means(samples: Mapping[int, Sample]) -> Means:
    """Moves of the first solutions; deals given up by depth-first search are missing."""
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


def full_size_table(decided: Mapping[int, Sample]) -> Table:
    """What it took to decide 11, 12 and 13 columns, beside what was foretold for 13."""
    rows = []
    for size in (11, 12, 13):
        sample = decided[size]
        if not sample:
            rows.append((str(size), NOT_RUN, "", "", ""))
            continue
        won = mean_of([fact.expanded for fact in sample if fact.solved])
        lost = mean_of([fact.expanded for fact in sample if fact.lost], sample.undecided)
        rows.append(
            (
                str(size),
                str(sample.tried),
                "" if won is None else str(won),
                "" if lost is None else str(lost),
                str(sample.undecided),
            )
        )
    columns = ("columns", "deals", "solvable, positions (95 %)", "unsolvable, positions (95 %)", "undecided")
    growth = paper.GROWTH
    note = (
        f"The paper foretells {number(growth['first solution, mean'].at_13)} positions to the first solution "
        f"and {number(growth['unsolvable, mean'].at_13)} for a refutation at 13 columns, by its own search. "
        "`decide` takes up components instead of positions and prunes: not comparable in kind, but it "
        "answers the same question. Undecided deals would add to either mean."
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
) -> Figure:
    """Means of both games on a logarithmic axis, and the fits of Superpuzz extrapolated to 13 columns."""
    for_gaps, for_superpuzz = printed
    key = f"{label}, mean"
    found = {size: mean.value for size, mean in superpuzz.items() if mean is not None}
    xs = [4 + step / 4 for step in range(37)]
    series = [
        mean_series("Superpuzz, ours", superpuzz, 0),
        printed_series("Superpuzz, paper", {size: row.mean for size, row in for_superpuzz.items()}, 0),
        mean_series("Gaps, ours", gaps, 1),
        printed_series("Gaps, paper", {size: row.mean for size, row in for_gaps.items()}, 1),
        Series(
            f"{paper.GROWTH[key].base}^x, paper's fit",
            xs,
            [paper.GROWTH[key].base ** x for x in xs],
            look="fit",
            colour=6,
        ),
    ]
    if len(found) > 2:
        fit = Exponential.of(found)
        series.append(Series("exponential fit, ours", xs, [fit(x) for x in xs], look="fit", colour=0))
    panel = Panel("columns", "positions", tuple(series), log_y=True)
    caption = (
        f"{title}: means with 95 % intervals (an arrow: open above), on a logarithmic axis. Filled: ours; "
        "hollow: the paper's. The dashed lines are exponential fits to Superpuzz, extrapolated to 13 "
        "columns."
    )
    return Figure(name, title, caption, (panel,))
