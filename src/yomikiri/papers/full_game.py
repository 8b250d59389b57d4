"""The full game: what share of the deals of Superpuzz and Gaps can be won, up to full size, and what it
costs.
"""

import math

from yomikiri.papers.cells import share, share_series, tried
from yomikiri.papers.facts import Reading, Sample
from yomikiri.papers.intervals import Mean, mean_of, number
from yomikiri.papers.page import NOT_RUN, Figure, Panel, Report, Series, Table
from yomikiri.papers.steps import GAPS, SUPERPUZZ, decide_gaps, decide_superpuzz
from yomikiri.surveys.estimate import Z95

NAME = "full-game"
TITLE = "The share of deals that can be won, up to full size"
ARRANGED = 24
MONTANA = (0.858, 0.037)
"""What others report for Montana without redeals, which is Superpuzz of 13 columns: share and half
interval.
"""
FIXED = 0.25
"""What others report, without an interval, for Gaps of 14 columns with the aces fixed."""


def report(reading: Reading) -> Report:
    superpuzz = {size: reading.sample(decide_superpuzz(size)) for size in SUPERPUZZ}
    gaps = {size: reading.sample(decide_gaps(size)) for size in GAPS}
    single = {size: single_share(sample) for size, sample in gaps.items()}
    tables = (
        _superpuzz(superpuzz),
        _gaps(gaps, single),
        _effort("Superpuzz: what it costs to know", superpuzz),
        _effort("Gaps: what it costs to know, all 24 arrangements of a deal", gaps),
    )
    text = (
        "New results: the solvable share of Superpuzz from 4 to 13 columns and of Gaps from 5 to 14, by "
        "the algorithm `decide`, on the numbered deals. Every solution was replayed by the rules; a deal "
        "counts as lost only if its whole graph was searched, with positions remembered by fingerprints "
        "whose chance of any error is below one in a billion. Intervals are Wilson's at 95 %; undecided "
        "deals are never dropped: the lower end counts them as lost, the upper end as won."
    )
    return Report(NAME, TITLE, text, tables, (_shares(superpuzz, gaps, single), _efforts(superpuzz, gaps)))


def single_share(sample: Sample) -> Mean | None:
    """The share of arrangements that can be won; each deal counts once, because its arrangements are related.

    Deals with an undecided arrangement count as in the middle, and widen both ends.
    """
    if not sample:
        return None
    least = [(fact.winnable or 0) / ARRANGED for fact in sample]
    most = [((fact.winnable or 0) + fact.open) / ARRANGED for fact in sample]
    low, high = mean_of(least), mean_of(most)
    assert low is not None
    assert high is not None
    return Mean(low.count, (low.value + high.value) / 2, low.low, high.high, high.most)


def _superpuzz(samples: dict[int, Sample]) -> Table:
    rows = []
    for size, sample in samples.items():
        others = f"{100 * MONTANA[0]:.1f} % ± {100 * MONTANA[1]:.1f}" if size == max(SUPERPUZZ) else ""
        if not sample:
            rows.append((str(size), NOT_RUN, "", "", "", "", others))
            continue
        counts = (str(sample.solved), str(sample.lost), str(sample.undecided))
        rows.append((str(size), tried(sample), *counts, share(sample.estimate), others))
    columns = ("columns", "deals", "solvable", "unsolvable", "undecided", "share (95 %)", "others report")
    note = "At 13 columns Superpuzz is Montana without redeals, with the ranks shifted by one."
    return Table("Superpuzz", columns, tuple(rows), note)


def _gaps(samples: dict[int, Sample], single: dict[int, Mean | None]) -> Table:
    rows = []
    for size, sample in samples.items():
        mean = single[size]
        if mean is None:
            rows.append((str(size), NOT_RUN, "", "", "", "", ""))
            continue
        one = f"{100 * mean.value:.1f} %"
        if mean.low == mean.low:
            one += f" ({100 * mean.low:.1f} to {100 * mean.high:.1f})"
        counts = (str(sample.solved), str(sample.lost), str(sample.undecided))
        rows.append((str(size), tried(sample), *counts, share(sample.estimate), one))
    columns = (
        "columns",
        "deals",
        "solvable",
        "unsolvable",
        "undecided",
        "any of 24 arrangements (95 %)",
        "one arrangement (95 %)",
    )
    note = (
        "*Any*: the player may choose which ace goes to which row. *One*: the aces are put down as they "
        "come; the interval is that of a bootstrap over deals. Others report about 25 % for the fixed "
        "game of 14 columns."
    )
    return Table("Gaps", columns, tuple(rows), note)


def _effort(title: str, samples: dict[int, Sample]) -> Table:
    rows = []
    for size, sample in samples.items():
        if not sample:
            rows.append((str(size), NOT_RUN, *[""] * 6))
            continue
        counts = sorted(fact.expanded for fact in sample)
        mean = mean_of(counts)
        assert mean is not None
        last = len(counts) - 1
        seconds = sum(fact.seconds for fact in sample) / sample.tried
        rows.append(
            (
                str(size),
                tried(sample),
                str(mean),
                number(counts[last // 2]),
                number(counts[9 * last // 10]),
                number(counts[-1]),
                f"{seconds:.3g}",
                f"{max(fact.peak_bytes for fact in sample) / 2**20:,.0f} MiB",
            )
        )
    columns = (
        "columns",
        "deals",
        "positions, mean (95 %)",
        "median",
        "90 %",
        "most",
        "s a deal",
        "most memory",
    )
    note = (
        "Positions taken up by `decide`; at undecided deals those until the limit. Seconds: a busy machine."
    )
    return Table(title, columns, tuple(rows), note)


def _shares(superpuzz: dict[int, Sample], gaps: dict[int, Sample], single: dict[int, Mean | None]) -> Figure:
    found = {size: mean for size, mean in single.items() if mean is not None and mean.low == mean.low}
    one = Series(
        "Gaps, one arrangement",
        list(found),
        [mean.value for mean in found.values()],
        [mean.low for mean in found.values()],
        [mean.high for mean in found.values()],
        "ours",
        2,
    )
    share_, half = MONTANA
    montana = Series("Montana, others", [13], [share_], [share_ - half], [share_ + half], "other", 6)
    series = (share_series("Superpuzz", superpuzz, 0), share_series("Gaps, any of 24", gaps, 1), one, montana)
    panel = Panel("columns", "deals that can be won (%)", series, per_cent=True, y_range=(0, 100))
    caption = "The share of deals that can be won, with 95 % intervals; undecided deals widen them."
    return Figure("shares", "Deals that can be won", caption, (panel,))


def effort_quantile(sample: Sample, part: float) -> tuple[float, float, float]:
    """A quantile of the positions taken up, and the ends of its 95 % interval, which are sample values.

    The number of deals below the true quantile is binomial, which gives the ranks of the ends.
    """
    least = sorted(float(fact.expanded) for fact in sample)
    most = sorted(
        math.inf if fact.open or not (fact.solved or fact.lost) else fact.expanded for fact in sample
    )
    count = len(least)
    spread = Z95 * (count * part * (1 - part)) ** 0.5
    low, high = math.floor(count * part - spread), math.ceil(count * part + spread)
    return (
        least[int(part * (count - 1))],
        least[max(0, low - 1)],
        most[high - 1] if high <= count else math.inf,
    )


def _efforts(superpuzz: dict[int, Sample], gaps: dict[int, Sample]) -> Figure:
    panels = []
    for title, samples in (("a  Superpuzz", superpuzz), ("b  Gaps, 24 arrangements", gaps)):
        series = []
        for colour, (name, part) in enumerate((("median", 0.5), ("90 %", 0.9), ("99 %", 0.99))):
            points = {size: effort_quantile(sample, part) for size, sample in samples.items() if sample}
            values, low, high = zip(*points.values(), strict=True) if points else ((), (), ())
            series.append(Series(name, list(points), values, low, high, "ours", colour))
        panels.append(Panel("columns", "positions taken up", tuple(series), title, log_y=True))
    caption = (
        "Quantiles of the positions that `decide` takes up for a deal, with 95 % intervals. Undecided deals "
        "count as many as they took until the limit, and as more for the upper end (an arrow: open above)."
    )
    return Figure("effort", "Positions taken up", caption, tuple(panels))
