"""Lower bounds for FreeCell: their values at the start, and what a search with each of them costs."""

import math

from yomikiri.papers.facts import Reading, Sample
from yomikiri.papers.intervals import mean_of, number
from yomikiri.papers.page import NOT_RUN, Figure, Panel, Report, Series, Table
from yomikiri.papers.published import freecell as other
from yomikiri.papers.steps import BOUNDS, bounds_at_root, bounds_in_search, shortest_freecell

NAME = "freecell-heuristics"
TITLE = "Lower bounds for FreeCell"


def report(reading: Reading) -> Report:
    roots = {bound: _roots(bound, reading) for bound in BOUNDS}
    searches = {bound: reading.sample(bounds_in_search(bound), exactly=True) for bound in BOUNDS}
    lengths = _lengths(reading)
    text = (
        f"{other.SOURCE} defines the bounds h0 to h3; our copy of it has no table of measured values, so "
        "that nothing here can be compared with the paper itself. Beside ours stand the values of an "
        "independent, simpler program. Microsoft's deals; every card that moves counts one."
    )
    tables = (_values(roots, lengths), _root_table(roots), _search_table(searches))
    return Report(NAME, TITLE, text, tables, (_figure(roots, lengths, searches),))


def _roots(bound: str, reading: Reading) -> dict[int, int]:
    """The bound at the start of each deal, from a search that may expand nothing."""
    sample = reading.sample(bounds_at_root(bound), exactly=True)
    return {int(deal): fact.lower for deal, fact in sample.facts.items() if fact.lower is not None}


def _lengths(reading: Reading) -> dict[int, int]:
    """The lengths of shortest solutions, where they are known."""
    sample = reading.sample(shortest_freecell())
    return {int(deal): f.length for deal, f in sample.facts.items() if f.solved and f.length is not None}


def _values(roots: dict[str, dict[int, int]], lengths: dict[int, int]) -> Table:
    rows = []
    for bound in BOUNDS:
        name = f"{other.LETTERS[bound]}, `{bound}`"
        mean = mean_of(list(roots[bound].values()))
        if mean is None:
            rows.append((name, NOT_RUN, "", ""))
            continue
        gaps = [lengths[deal] - value for deal, value in roots[bound].items() if deal in lengths]
        left = mean_of(gaps)
        rows.append(
            (name, str(mean.count), str(mean), "" if left is None else f"{left} ({left.count} deals)")
        )
    columns = ("bound", "deals", "mean value at the start (95 %)", "short of the shortest solution by (95 %)")
    return Table("Values at the start", columns, tuple(rows))


def _root_table(roots: dict[str, dict[int, int]]) -> Table:
    rows = []
    for bound, independent in other.ROOTS.items():
        values = [roots[bound][deal] for deal in other.ROOT_DEALS if deal in roots[bound]]
        name = f"{other.LETTERS[bound]}, `{bound}`"
        if len(values) < len(other.ROOT_DEALS):
            rows.append((name, NOT_RUN, f"{independent}", NOT_RUN))
            continue
        value = sum(values) / len(values)
        if bound == "cycles":
            verdict = "not comparable: ours looks for more kinds of cycles"
        else:
            verdict = "agrees" if f"{value:.1f}" == f"{independent:.1f}" else "differs"
        rows.append((name, f"{value:.1f}", f"{independent}", verdict))
    note = "Deals 1 to 30: the same deals and definitions, so the means must be equal to the digit given."
    return Table(
        "The same deals in both programs", ("bound", "ours", "independent", "verdict"), tuple(rows), note
    )


def _search_table(searches: dict[str, Sample]) -> Table:
    deals = sorted({int(deal) for sample in searches.values() for deal in sample.facts})
    rows = []
    for bound in BOUNDS:
        facts = searches[bound].facts
        cells = []
        for deal in deals:
            fact = facts.get(str(deal))
            if fact is None:
                cells.append(NOT_RUN)
            elif fact.solved:
                cells.append(f"{fact.expanded:,}")
            else:
                cells.append(f"over {fact.expanded:,} (at least {fact.lower})")
        independent = other.EXPANDED_DEAL_6.get(bound)
        beside = "" if independent is None else number(independent)
        rows.append((f"{other.LETTERS[bound]}, `{bound}`", *cells, beside))
    note = (
        "Positions expanded until the shortest solution is proved, by `a-star`; *over*: given up at 5 "
        "million, with the lower bound reached. The independent program searches otherwise (no beam for a "
        "first solution), so its counts are not comparable but in kind: each bound saves what the one "
        "before does not."
    )
    columns = ("bound", *(f"deal {deal}" for deal in deals), "independent, deal 6")
    return Table("What a proof costs", columns, tuple(rows), note)


def _figure(roots: dict[str, dict[int, int]], lengths: dict[int, int], searches: dict[str, Sample]) -> Figure:
    names = tuple(other.LETTERS[bound] for bound in BOUNDS)
    panels = []
    means = [mean_of(list(roots[bound].values())) for bound in BOUNDS]
    present = [(place, mean) for place, mean in enumerate(means) if mean is not None]
    series = [
        Series(
            "bound at the start",
            [place for place, _ in present],
            [mean.value for _, mean in present],
            [mean.low if mean.low == mean.low else mean.value for _, mean in present],
            [mean.high if mean.low == mean.low else mean.value for _, mean in present],
        )
    ]
    known = [length for deal, length in lengths.items() if deal in roots["relaxed"]]
    best = mean_of(known)
    if best is not None:
        series.append(Series("shortest solution", [0, 4], [best.value] * 2, look="fit", colour=1))
    panels.append(Panel("bound", "moves, mean", tuple(series), "a  values at the start", names=names))
    lines = []
    for colour, deal in enumerate(("3", "6", "7", "13")):
        tried = {
            place: searches[bound].facts[deal]
            for place, bound in enumerate(BOUNDS)
            if deal in searches[bound].facts
        }
        if tried:
            counts = [fact.expanded for fact in tried.values()]
            ends = [fact.expanded if fact.solved else math.inf for fact in tried.values()]
            lines.append(Series(f"deal {deal}", list(tried), counts, counts, ends, "ours", colour))
    if lines:
        title = "b  cost of the proof"
        panels.append(Panel("bound", "positions expanded", tuple(lines), title, log_y=True, names=names))
    caption = (
        "a: mean values at the start with 95 % intervals, and the mean shortest length of the same deals. "
        "b: positions expanded to a proof; an arrow: no proof within so many."
    )
    return Figure("bounds", "Lower bounds for FreeCell", caption, tuple(panels))
