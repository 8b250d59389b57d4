"""Gaps against Superpuzz, first half: how many deals, arrangements and goals; Tables 1 to 4 and the power
law.
"""

from collections.abc import Mapping, Sequence

from yomikiri.papers.cells import SHARE_COLUMNS, printed_shares, share, share_row, share_series, tried
from yomikiri.papers.facts import Sample
from yomikiri.papers.fits import Power
from yomikiri.papers.intervals import compare_counts, compare_share_with
from yomikiri.papers.page import NOT_RUN, Figure, Panel, Series, Table
from yomikiri.papers.published import gaps as paper
from yomikiri.papers.steps import SUPERPUZZ
from yomikiri.surveys.estimate import wilson

ARRANGED = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 9), (10, 14), (15, 24))
GOALS = ((1, 6), (7, 12), (13, 18), (19, 20), (21, 22), (23, 23), (24, 24))
"""Classes of Tables 3 and 4, which have a column for every number from 1 to 24."""


def solvable_tables(superpuzz: Mapping[int, Sample], gaps: Mapping[int, Sample]) -> tuple[Table, Table]:
    gaps_rows = [share_row(n, gaps[n], paper.GAPS_SOLVABLE[n], paper.DEALS) for n in paper.GAPS_SOLVABLE]
    rows = [share_row(n, superpuzz[n], paper.SUPERPUZZ_SOLVABLE.get(n), paper.DEALS) for n in SUPERPUZZ]
    return (
        Table(
            "Table 1: solvable deals of Gaps",
            SHARE_COLUMNS,
            tuple(gaps_rows),
            "A deal is solvable if at least one of its 24 arrangements of the aces can be won. An "
            "independent, simpler program finds 85.8, 82.0, 75.9 and 74.0 % of 1000 deals at 5 to 8 "
            "columns, as we do. Why the paper's are so much lower is not known: "
            "benchmarks/paper_readings.py tries other layouts, rules and slips, and none gives the paper's "
            "shares.",
        ),
        Table(
            "Table 2: solvable deals of Superpuzz",
            SHARE_COLUMNS,
            tuple(rows),
            "The paper stops at 10 columns.",
        ),
    )


def distribution_table(
    title: str,
    classes: Sequence[tuple[int, int]],
    samples: Mapping[int, Sample],
    printed: Mapping[int, Sequence[int]],
    note: str,
) -> Table:
    """How many of 24 can be won, as percentages of the solvable deals, by classes; ours above the paper's."""
    heads = [f"{a}" if a == b else f"{a} to {b}" for a, b in classes]
    rows: list[tuple[str, ...]] = []
    for size, sample in samples.items():
        theirs = _classes(printed[size], classes) if size in printed else None
        counts = winnable_counts(sample)
        ours = _classes(counts, classes)
        if not sample:
            rows.append((str(size), "ours", NOT_RUN, *[""] * (len(classes) + 2)))
        else:
            missing = sum(fact.open > 0 if fact.solved else not fact.lost for fact in sample)
            lost = "not comparable: a cell of the paper's row is lost"
            verdict = compare_counts(ours, theirs) if theirs is not None else (lost, 0.0, 0)
            word = verdict[0] if not missing else f"not comparable: {missing} not counted to the end"
            statistic = f"{verdict[1]:.1f} ({verdict[2]})" if verdict[2] else ""
            rows.append((str(size), "ours", tried(sample), *_per_cent(ours), statistic, word))
        if theirs is not None:
            rows.append((str(size), "paper", f"{paper.DEALS:,}", *_per_cent(theirs), "", ""))
    columns = ("columns", "", "deals", *heads, "χ² (d.f.)", "verdict")
    return Table(title, columns, tuple(rows), note)


def winnable_counts(sample: Sample) -> list[int]:
    """Deals with exactly 1, 2, ... 24; incompletely counted ones go by their count so far."""
    counts = [0] * 24
    for fact in sample:
        if fact.winnable:
            counts[fact.winnable - 1] += 1
    return counts


def _classes(counts: Sequence[int], classes: Sequence[tuple[int, int]]) -> list[int]:
    return [sum(counts[first - 1 : last]) for first, last in classes]


def _per_cent(counts: Sequence[int]) -> list[str]:
    total = sum(counts) or 1
    return [f"{100 * count / total:.1f}" for count in counts]


def extrapolation_table(superpuzz: Mapping[int, Sample]) -> Table:
    """The power law: as printed, refitted, and fitted to ours; beside the measured values."""
    again, ours = power_of_paper(), power_of_ours(superpuzz)
    printed = Power(*paper.POWER)
    rows = []
    for size, foretold in paper.EXTRAPOLATED.items():
        sample = superpuzz[size]
        measured, verdict, own = NOT_RUN, NOT_RUN, NOT_RUN
        if sample:
            measured = share(sample.estimate)
            verdict = compare_share_with(sample.estimate, foretold)
            own = compare_share_with(sample.estimate, ours(size)) if ours is not None else NOT_RUN
        rows.append(
            (
                str(size),
                f"{100 * foretold:.1f} %",
                f"{100 * printed(size):.1f} %",
                f"{100 * again(size):.1f} %",
                NOT_RUN if ours is None else f"{100 * ours(size):.1f} %",
                measured,
                verdict,
                own,
            )
        )
    columns = (
        "columns",
        "printed",
        f"formula {printed.factor:.1f} x^{printed.exponent:.2f}",
        f"fit to Table 2: {again}",
        "fit to ours, 4 to 10" + ("" if ours is None else f": {ours}"),
        "measured (95 %)",
        "verdict",
        "verdict on the fit to ours",
    )
    note = (
        "The verdict says whether the printed value lies in our interval. Neither the printed formula nor "
        "the fit to Table 2 gives the printed values; x^-0.109 does to the digit: the exponent of the "
        "fit, with its factor of 1.016 rounded to 1.0, which makes them 1.2 points too low."
    )
    return Table("The power law, extrapolated", columns, tuple(rows), note)


def power_of_paper() -> Power:
    return Power.of({size: count / paper.DEALS for size, count in paper.SUPERPUZZ_SOLVABLE.items()})


def power_of_ours(superpuzz: Mapping[int, Sample]) -> Power | None:
    """The same fit to our shares at the paper's sizes."""
    points = {
        size: (superpuzz[size].estimate.least + superpuzz[size].estimate.most) / 2
        for size in paper.SUPERPUZZ_SOLVABLE
        if superpuzz[size]
    }
    return Power.of(points) if len(points) > 2 else None


def share_figure(superpuzz: Mapping[int, Sample], gaps: Mapping[int, Sample]) -> Figure:
    again, ours = power_of_paper(), power_of_ours(superpuzz)
    xs = [4 + step / 4 for step in range(37)]
    series = [
        share_series("Superpuzz, ours", superpuzz, 0),
        printed_shares("Superpuzz, paper", paper.SUPERPUZZ_SOLVABLE, paper.DEALS, 0),
        share_series("Gaps, ours", gaps, 1),
        printed_shares("Gaps, paper", paper.GAPS_SOLVABLE, paper.DEALS, 1),
        Series(
            "paper's extrapolation",
            list(paper.EXTRAPOLATED),
            list(paper.EXTRAPOLATED.values()),
            look="other",
            colour=6,
        ),
        Series("power law, paper's data", xs, [again(x) for x in xs], look="fit", colour=6),
    ]
    if ours is not None:
        series.append(Series("power law, our 4 to 10", xs, [ours(x) for x in xs], look="fit", colour=0))
    panel = Panel("columns", "solvable deals (%)", tuple(series), per_cent=True, y_range=(20, 100))
    caption = (
        "Solvable deals with 95 % intervals. Filled: ours; hollow: the paper's 1000 deals a size. The dashed "
        "lines are power laws fitted to 4 to 10 columns of Superpuzz, extrapolated to 13; crosses are what "
        "the paper prints for those."
    )
    return Figure("solvable", "Solvable deals", caption, (panel,))


def arrangement_figure(gaps: Mapping[int, Sample], goals: Mapping[int, Sample]) -> Figure:
    panels = []
    for size, title in ((5, "a  Gaps, 5 columns"), (14, "b  Gaps, 14 columns")):
        panels.append(_distribution(title, gaps[size], paper.GAPS_ARRANGEMENTS[size], "arrangements won"))
    panels.append(
        _distribution("c  Superpuzz, 4 columns", goals[4], paper.SUPERPUZZ_GOALS[4], "goals reached")
    )
    caption = (
        "Of the solvable deals, how many have exactly k winnable arrangements (a, b) or reachable goals "
        "(c, on a logarithmic scale), with 95 % intervals. Filled: ours; hollow: the paper's."
    )
    return Figure("winnable", "Winnable arrangements and goals", caption, tuple(panels))


def _distribution(title: str, sample: Sample, printed: Sequence[int], x_label: str) -> Panel:
    series = []
    ks = list(range(1, 25))
    goals = "goal" in x_label
    if sample and sample.solved:
        counts = winnable_counts(sample)
        series.append(_shares("ours", ks, counts, "ours", 0))
    series.append(_shares("paper", ks, printed, "paper", 1))
    label = "solvable deals (%)"
    return Panel(x_label, label, tuple(series), title, log_y=goals, per_cent=True)


def _shares(label: str, ks: Sequence[int], counts: Sequence[int], look: str, colour: int) -> Series:
    total = sum(counts)
    low, high = zip(*(wilson(count, total) for count in counts), strict=True)
    return Series(label, ks, [count / total for count in counts], low, high, look, colour)
