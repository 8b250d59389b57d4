"""Cells: measured values as the text of table cells, formatted the same everywhere."""

import math
from collections.abc import Mapping

from yomikiri.papers.facts import Sample
from yomikiri.papers.intervals import Mean, compare_means, compare_shares, number
from yomikiri.papers.page import NOT_RUN, Series
from yomikiri.surveys.estimate import Estimate, wilson


def share(estimate: Estimate) -> str:
    """``82.3 % (79.8 to 84.5)``; two shares if some deals are undecided."""
    least, most = f"{100 * estimate.least:.1f}", f"{100 * estimate.most:.1f}"
    middle = least if least == most else f"{least} to {most}"
    return f"{middle} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def printed_share(successes: int, trials: int) -> str:
    low, high = wilson(successes, trials)
    return f"{100 * successes / trials:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def tried(sample: Sample) -> str:
    """How many deals have answers, out of how many."""
    if not sample:
        return NOT_RUN
    return number(sample.tried) if sample.tried == sample.asked else f"{sample.tried} of {sample.asked}"


SHARE_COLUMNS = ("columns", "deals", "solvable / not / undecided", "ours (95 %)", "paper (95 %)", "verdict")


def share_row(columns: int, sample: Sample, paper: int | None, paper_deals: int) -> tuple[str, ...]:
    """A line of a table of solvable deals."""
    printed = "" if paper is None else printed_share(paper, paper_deals)
    if not sample:
        return str(columns), NOT_RUN, "", "", printed, NOT_RUN if printed else ""
    verdict = "" if paper is None else compare_shares(sample.estimate, paper, paper_deals)
    counts = f"{sample.solved} / {sample.lost} / {sample.undecided}"
    return str(columns), tried(sample), counts, share(sample.estimate), printed, verdict


MEAN_COLUMNS = ("columns", "deals", "ours, mean (95 %)", "paper, mean", "ours to paper", "verdict")


def mean_cells(mean: Mean | None, paper: float | None, paper_deals: int) -> tuple[str, ...]:
    """Deals, ours, paper's, ratio and verdict."""
    printed = "" if paper is None else number(paper)
    if mean is None:
        return NOT_RUN, "", printed, "", NOT_RUN
    deals = f"{mean.count}" + (f" and {mean.missing} undecided" if mean.missing else "")
    if paper is None:
        return deals, str(mean), "", "", ""
    return deals, str(mean), printed, f"{mean.value / paper:.2f}", compare_means(mean, paper, paper_deals)


def mean_series(label: str, means: Mapping[int, Mean | None], colour: int) -> Series:
    """Our means as points with their intervals."""
    found = {x: mean for x, mean in means.items() if mean is not None}
    # Too few deals for an interval: the point stands alone.
    low = [mean.low if mean.low == mean.low else mean.value for mean in found.values()]
    high = [mean.value if math.isnan(mean.high) else mean.high for mean in found.values()]
    return Series(label, list(found), [m.value for m in found.values()], low, high, "ours", colour)


def most_series(label: str, means: Mapping[int, Mean | None], colour: int) -> Series:
    """Our largest values; if deals were given up, what was seen of them is a lower end."""
    found = {x: mean for x, mean in means.items() if mean is not None}
    values = [mean.most for mean in found.values()]
    high = [math.inf if mean.missing else mean.most for mean in found.values()]
    return Series(label, list(found), values, values, high, "ours", colour)


def printed_series(label: str, points: Mapping[int, float], colour: int) -> Series:
    """A paper's numbers as hollow points."""
    return Series(label, list(points), list(points.values()), look="paper", colour=colour)


def share_series(label: str, samples: Mapping[int, Sample], colour: int) -> Series:
    """Our shares; if deals are undecided, the point is in the middle of what is possible."""
    found = {x: sample.estimate for x, sample in samples.items() if sample}
    values = [(estimate.least + estimate.most) / 2 for estimate in found.values()]
    return Series(
        label,
        list(found),
        values,
        [estimate.low for estimate in found.values()],
        [estimate.high for estimate in found.values()],
        "ours",
        colour,
    )


def printed_shares(label: str, solvable: Mapping[int, int], deals: int, colour: int) -> Series:
    """A paper's shares with their intervals."""
    ends = [wilson(count, deals) for count in solvable.values()]
    values = [count / deals for count in solvable.values()]
    return Series(
        label, list(solvable), values, [low for low, _ in ends], [high for _, high in ends], "paper", colour
    )
