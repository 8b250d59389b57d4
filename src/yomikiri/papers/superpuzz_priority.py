"""Priority-first search in Superpuzz: Table 1 and Fig. 6 of Shintani's paper."""

from yomikiri.papers.cells import (
    MEAN_COLUMNS,
    SHARE_COLUMNS,
    mean_cells,
    mean_series,
    printed_series,
    share_row,
)
from yomikiri.papers.facts import Reading, Sample
from yomikiri.papers.fits import Exponential
from yomikiri.papers.intervals import Mean, mean_of, number
from yomikiri.papers.page import Figure, Panel, Report, Series, Table
from yomikiri.papers.published import superpuzz as paper
from yomikiri.papers.steps import ORDERS, decide_superpuzz, ordered

NAME = "superpuzz-priority"
TITLE = "Priority-first search in Superpuzz"
SHORT = dict(
    zip(
        ORDERS,
        ("priority 1", "priority 2", "dfs 1 (aces pushed last)", "dfs 2 (aces pushed first)"),
        strict=True,
    )
)
"""The searches as the paper calls them."""


def report(reading: Reading) -> Report:
    sizes = list(paper.TABLE_1)
    verdicts = {size: reading.sample(decide_superpuzz(size)) for size in sizes}
    samples = {(size, order): reading.sample(ordered(size, order)) for size in sizes for order in ORDERS}
    means = {key: _mean(sample, verdicts[key[0]]) for key, sample in samples.items()}
    tables = (_solvable(samples), _nodes(means), _full_size(means))
    text = (
        f"{paper.SOURCE}, Table 1 and Fig. 6, beside our own searches in the same four orders.\n\n"
        "*Nodes* are different positions met until the first solution. The paper's means are over the "
        "solvable ones of its 100 random deals of each size; ours are over the solvable ones of the "
        "numbered deals 1 to 100 (for dfs 1 up to 1000, where it was run for so many). The paper leaves "
        "open in which order moves other than those of aces are tried, and does not print the numbers of "
        "its priorities: the orders are the same in kind, not in every detail. Counts of this kind have "
        "heavy tails: a few deals make up most of a mean."
    )
    return Report(NAME, TITLE, text, tables, (_figure(means),))


def _mean(sample: Sample, verdicts: Sample) -> Mean | None:
    kept = sample.resolved(verdicts)
    return mean_of([fact.stored for fact in kept if fact.solved], kept.undecided)


def _solvable(samples: dict[tuple[int, str], Sample]) -> Table:
    rows = [
        share_row(size, samples[size, ORDERS[0]], row.solvable, paper.DEALS)
        for size, row in paper.TABLE_1.items()
    ]
    return Table("Table 1: solvable deals", SHARE_COLUMNS, tuple(rows), "Ours are those of priority 1.")


def _nodes(means: dict[tuple[int, str], Mean | None]) -> Table:
    rows = []
    for size, row in paper.TABLE_1.items():
        for order, printed in zip(ORDERS, row, strict=False):
            cells = mean_cells(means[size, order], printed, row.solvable)
            rows.append((str(size), SHORT[order], *cells))
    columns = (MEAN_COLUMNS[0], "search", *MEAN_COLUMNS[1:])
    note = (
        "Means with a 95 % bootstrap-t interval; an interval is open above where deals that can be "
        "won were given up at the limit of 30 million positions."
    )
    return Table("Table 1: nodes to the first solution", columns, tuple(rows), note)


def _full_size(means: dict[tuple[int, str], Mean | None]) -> Table:
    rows = []
    printed = []
    for order, name in SHORT.items():
        index = ORDERS.index(order)
        theirs = Exponential.of({size: row[index] for size, row in paper.TABLE_1.items()})
        printed.append(theirs)
        found = {s: m.value for (s, o), m in means.items() if o == order and m is not None}
        ours = Exponential.of(found) if len(found) > 2 else None
        rows.append(
            (
                name,
                str(theirs),
                number(theirs(13)),
                "not run" if ours is None else str(ours),
                "not run" if ours is None else number(ours(13)),
            )
        )
    growth = sorted(fit.base for fit in printed)
    more = sorted(fit(13) / paper.FULL_SIZE_NODES for fit in printed)
    note = (
        f"The paper expects about {number(paper.FULL_SIZE_NODES)} nodes at 13 columns. Exponentials fitted "
        f"to its own table, which grow {growth[0]:.1f} to {growth[-1]:.1f} times a column, say "
        f"{more[0]:.0f} to {more[-1]:.0f} times as many."
    )
    columns = ("search", "fit to the paper", "at 13 columns", "fit to ours", "at 13 columns")
    return Table("What that means for the full game", columns, tuple(rows), note)


def _figure(means: dict[tuple[int, str], Mean | None]) -> Figure:
    panels = []
    for pair, title in ((ORDERS[:2], "a  priority-first"), (ORDERS[2:], "b  depth-first")):
        series: list[Series] = []
        for colour, order in enumerate(pair):
            name = SHORT[order].split(" (")[0]
            ours = {size: mean for (size, o), mean in means.items() if o == order}
            index = ORDERS.index(order)
            series.append(mean_series(f"{name}, ours", ours, colour))
            printed = {size: row[index] for size, row in paper.TABLE_1.items()}
            series.append(printed_series(f"{name}, paper", printed, colour))
        panels.append(Panel("columns", "positions to the first solution", tuple(series), title, log_y=True))
    caption = (
        "Mean positions to the first solution of solvable deals, after Fig. 6 of the paper. Filled: ours, "
        "with 95 % intervals; hollow: the paper's 100 deals a size."
    )
    return Figure("nodes", "Positions to the first solution", caption, tuple(panels))
