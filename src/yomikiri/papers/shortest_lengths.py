"""Shortest lengths: how long the shortest solutions of Superpuzz (4 to 9 columns) and FreeCell (deals 1..)
are.
"""

import math
from collections import Counter

from yomikiri.papers.cells import tried
from yomikiri.papers.facts import Reading, Sample
from yomikiri.papers.intervals import Mean, compare_means, mean_of
from yomikiri.papers.page import NOT_RUN, Figure, Panel, Report, Series, Table
from yomikiri.papers.published import freecell as other
from yomikiri.papers.steps import decide_superpuzz, shortest_freecell, shortest_superpuzz
from yomikiri.surveys.estimate import wilson

NAME = "shortest-lengths"
TITLE = "How long shortest solutions are"
SIZES = range(4, 10)
COLUMNS = (
    "",
    "deals",
    "proved shortest",
    "unsolvable",
    "open",
    "mean (95 %)",
    "least",
    "5 %",
    "median",
    "95 %",
    "most",
)


def report(reading: Reading) -> Report:
    samples = {}
    for size in SIZES:
        verdicts = reading.sample(decide_superpuzz(size))
        samples[size] = reading.sample(shortest_superpuzz(size)), verdicts
    superpuzz = {size: sample.resolved(verdicts) for size, (sample, verdicts) in samples.items()}
    freecell = reading.sample(shortest_freecell())
    lost = {size: sample.tried - superpuzz[size].tried + sample.lost for size, (sample, _) in samples.items()}
    rows = [_row(f"{size} columns", superpuzz[size], lost[size]) for size in SIZES]
    note = (
        "*Open* are deals that can be won, or may be, whose shortest length was not proved within the "
        "limit; their bounds widen the interval of the mean. Quantiles are over those proved."
    )
    tables = (
        Table("Superpuzz", COLUMNS, tuple(rows), note),
        Table(
            "FreeCell, Microsoft's deals, single moves", COLUMNS, (_row("8 columns, 4 cells", freecell, 0),)
        ),
        _beside(superpuzz, freecell),
    )
    text = (
        "New results: the distribution of the lengths of shortest solutions, each proved by A* and "
        "replayed by the rules. Superpuzz: numbered deals of 4 to 9 columns; FreeCell: Microsoft's "
        "numbered deals, every card that moves counts one."
    )
    return Report(NAME, TITLE, text, tables, _figures(superpuzz, freecell))


def lengths(sample: Sample) -> list[int]:
    """The proved lengths."""
    return sorted(fact.length for fact in sample if fact.solved and fact.length is not None)


def mean_length(sample: Sample) -> Mean | None:
    """The mean; open deals count with their lower bounds at the lower end and their upper at the upper."""
    known = lengths(sample)
    still_open = [fact for fact in sample if not fact.solved and not fact.lost]
    middle = mean_of(known)
    if middle is None or not still_open:
        return middle
    low = mean_of([*known, *(fact.lower or 0 for fact in still_open)])
    assert low is not None
    uppers = [fact.upper for fact in still_open if fact.upper is not None]
    high = mean_of([*known, *uppers])
    assert high is not None
    top = high.high if len(uppers) == len(still_open) else math.inf
    return Mean(middle.count, middle.value, min(low.low, middle.low), top, middle.most, len(still_open))


def _row(name: str, sample: Sample, lost: int) -> tuple[str, ...]:
    found, mean = lengths(sample), mean_length(sample)
    if mean is None:
        return (name, NOT_RUN, *[""] * (len(COLUMNS) - 2))
    last = len(found) - 1
    quantiles = [found[0], *(found[round(part * last)] for part in (0.05, 0.5, 0.95)), found[-1]]
    count = tried(sample)
    whole = sample.tried + lost - sample.lost
    deals = (
        count
        if whole == sample.tried
        else f"{whole}" + ("" if whole == sample.asked else f" of {sample.asked}")
    )
    shown = f"{mean.value:.2f}"
    if mean.low == mean.low:
        shown += f" ({mean.low:.2f} to " + ("open)" if math.isinf(mean.high) else f"{mean.high:.2f})")
    return (name, deals, str(len(found)), str(lost), str(sample.undecided), shown, *map(str, quantiles))


def _beside(superpuzz: dict[int, Sample], freecell: Sample) -> Table:
    rows = []
    for size, value in other.SUPERPUZZ_SHORTEST.items():
        mean = mean_length(superpuzz[size])
        ours = NOT_RUN if mean is None else f"{mean.value:.2f}"
        rows.append((f"Superpuzz, {size} columns", ours, f"{value}", compare_means(mean, value, 82)))
    mean = mean_length(freecell)
    ours = NOT_RUN if mean is None else f"{mean.value:.2f}"
    theirs = f"{other.RANDOM_MEAN} (100 random deals, {other.RANDOM_LEAST} to {other.RANDOM_MOST})"
    rows.append(("FreeCell", ours, theirs, compare_means(mean, other.RANDOM_MEAN, other.RANDOM_DEALS)))
    note = (
        "The papers have no shortest lengths. These are of an independent, simpler program: FreeCell on "
        "100 random deals, Superpuzz on a sample whose size is not recorded, taken as 100 deals."
    )
    return Table("Beside an independent program", ("", "ours", "independent", "verdict"), tuple(rows), note)


def _histogram(label: str, sample: Sample, colour: int) -> Series:
    found = lengths(sample)
    counts = Counter(found)
    xs = list(range(found[0] - 1, found[-1] + 2))
    return Series(label, xs, [counts[x] / len(found) for x in xs], look="steps", colour=colour)


def _figures(superpuzz: dict[int, Sample], freecell: Sample) -> tuple[Figure, ...]:
    series = tuple(
        _histogram(f"{size} columns ({len(lengths(sample))})", sample, size - 4)
        for size, sample in superpuzz.items()
        if lengths(sample)
    )
    panels = [Panel("moves", "solvable deals (%)", series, "a  Superpuzz", per_cent=True)]
    found = lengths(freecell)
    if found:
        counts = Counter(found)
        xs = list(range(found[0], found[-1] + 1))
        low, high = zip(*(wilson(counts[x], len(found)) for x in xs), strict=True)
        bars = Series("", xs, [counts[x] / len(found) for x in xs], low, high, "bars", 5)
        panels.append(Panel("moves", "deals (%)", (bars,), "b  FreeCell", per_cent=True))
    means = {size: mean_length(sample) for size, sample in superpuzz.items()}
    seen = {size: mean for size, mean in means.items() if mean is not None}
    line = Series(
        "mean, ours",
        list(seen),
        [mean.value for mean in seen.values()],
        [mean.low if mean.low == mean.low else mean.value for mean in seen.values()],
        [mean.high if mean.low == mean.low else mean.value for mean in seen.values()],
    )
    independent = Series(
        "independent program",
        list(other.SUPERPUZZ_SHORTEST),
        list(other.SUPERPUZZ_SHORTEST.values()),
        look="other",
        colour=6,
    )
    growth = Panel("columns", "moves of a shortest solution", (line, independent))
    return (
        Figure(
            "distribution",
            "Distribution of shortest lengths",
            "Lengths of shortest solutions: Superpuzz by columns, with the number of deals, and FreeCell in "
            f"{len(found)} of Microsoft's deals, with 95 % intervals.",
            tuple(panels),
        ),
        Figure("growth", "Mean shortest length of Superpuzz", "With 95 % intervals.", (growth,)),
    )
