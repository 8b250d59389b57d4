"""Steps: the surveys that the reports of :mod:`yomikiri.papers` read, and the order of a full run.

A step is one survey, in a full and a quick size; both use the same solver, and the quick deals are the first
of the full ones, so a quick run is the beginning of a full one.  Limits are in positions, not in seconds:
what a step finds does not depend on the machine.  The memory limit, 4 GiB, or 12 for the larger gap sets, is
more than any of the node limits needs.

The full run takes some four hours on one core, so its order matters: :func:`order` begins with cheap steps
and takes the large sizes in several portions, so that a stopped run has some of everything.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from yomikiri.games.sliding.shortest import gap_tables
from yomikiri.search import Limits
from yomikiri.store import Rules, Solver, canonical
from yomikiri.surveys.deals import Deals
from yomikiri.surveys.plan import Survey

MEMORY = 4 * 2**30
SUPERPUZZ = range(4, 14)
GAPS = range(5, 15)
ORDERS = ("priority-1", "priority-2", "depth-first-aces-last", "depth-first-aces-first")
"""The columns of Table 1 of the paper on priority-first search, in its order."""
PLAIN = "depth-first-aces-last"
"""Which of the two we take for the "depth-first search" of the paper on Gaps, which does not say."""
BOUNDS = ("home", "one-suit", "components", "cycles", "relaxed")
"""The lower bounds of FreeCell, from the weakest to the strongest."""
SLIDING = (
    "manhattan",
    "manhattan+gap0",
    "manhattan+gap0-10",
    "manhattan+gap0-12",
    "manhattan+gap0-16",
    "manhattan+gaps",
    "manhattan+gaps-10",
)
"""The rows of Table 2 of the paper on gap sets, in its order."""
HARD_DEALS = "2-3,6-8,13"
"""Deals of FreeCell with short solutions, so that weak bounds also prove some of them."""

STUBBORN = 120_000_000
"""The node limit for deals left open at the usual limit, tried again at the end."""


@dataclass(frozen=True)
class Step:
    """A survey for some reports; ``names`` says which."""

    names: tuple[str, ...]
    survey: Survey
    quick: str
    """The deals of the quick size; empty if it has none."""

    def to(self, last: int) -> "Step":
        """The same for deals 1 to ``last`` only."""
        return replace(self, survey=replace(self.survey, deals=Deals.parse(f"1-{last}")))

    @property
    def quickly(self) -> Survey:
        """The survey of the quick size."""
        return replace(self.survey, deals=Deals.parse(self.quick))


def _step(
    names: str,
    rules: Rules,
    algorithm: str,
    deals: int | str,
    quick: int | str,
    nodes: int,
    options: Mapping[str, object] | None = None,
) -> Step:
    ranges = deals if isinstance(deals, str) else f"1-{deals}"
    few = quick if isinstance(quick, str) else f"1-{quick}" if quick else ""
    survey = Survey(
        rules, Deals.parse(ranges), Solver(algorithm, canonical(options or {})), Limits(nodes, None, MEMORY)
    )
    return Step(tuple(names.split()), survey, few)


def superpuzz(size: int) -> Rules:
    return Rules("superpuzz", str(size))


def gaps(size: int) -> Rules:
    return Rules("gaps", str(size))


FREECELL = Rules("freecell", "8x4")
FIFTEEN = Rules("sliding", "4x4", "", canonical({"goal": "blank-first"}))


def decide_superpuzz(size: int) -> Step:
    """Can it be won?  The share of every size up to the full one."""
    deals, quick = (1000, 100) if size < 10 else (500, 10)
    return _step("gaps-superpuzz full-game", superpuzz(size), "decide", deals, quick, 20_000_000)


def decide_gaps(size: int) -> Step:
    """Can it be won in one of its 24 arrangements, and in how many?"""
    return _step(
        "gaps-superpuzz full-game", gaps(size), "decide", 1000, 100 if size < 11 else 10, 100_000_000
    )


def ordered(size: int, algorithm: str) -> Step:
    """The searches of Table 1, and of Tables 5, 7 and 9 for plain depth-first search."""
    deals, quick = 100, 50 if size < 7 else 20 if size == 7 else 0
    names = "superpuzz-priority"
    if algorithm == PLAIN:
        names += " gaps-superpuzz"
        deals = 1000 if size < 8 else 200 if size == 8 else 100
    # The paper's largest graph at 10 columns has 153 million positions: nearly all that fit into 4 GiB.
    return _step(names, superpuzz(size), algorithm, deals, quick, 30_000_000 if size < 10 else 160_000_000)


def plain_gaps(size: int) -> Step:
    """Depth-first search, arrangement by arrangement to the first win: Tables 5, 6 and 8."""
    deals = 1000 if size < 10 else 300 if size == 10 else 100
    quick = 100 if size < 9 else 10 if size < 11 else 0
    return _step("gaps-superpuzz", gaps(size), "depth-first", deals, quick, 100_000_000, {"first": True})


def shortest_superpuzz(size: int) -> Step:
    deals = 1000
    return _step("shortest-lengths", superpuzz(size), "a-star", deals, 100 if size < 8 else 20, 3_000_000)


def shortest_freecell() -> Step:
    return _step("shortest-lengths", FREECELL, "a-star", 1000, 10, 20_000_000)


def bounds_at_root(bound: str) -> Step:
    """A search that may expand nothing: its lower bound is the value at the start."""
    return _step("freecell-heuristics", FREECELL, "a-star", 100, 100, 0, {"heuristic": bound})


def bounds_in_search(bound: str) -> Step:
    """Positions until the shortest solution is proved, by each bound, on a few deals."""
    return _step(
        "freecell-heuristics", FREECELL, "a-star", HARD_DEALS, "3,6", 5_000_000, {"heuristic": bound}
    )


def sliding(heuristic: str) -> Step:
    """IDA* with the node counts of the literature on random instances: Table 2 of the paper on gap sets."""
    # The set of gap 2 takes a minute and 1.6 GB to build, on ten cells some minutes and 7 GB.
    deals, memory = 300, 3 * MEMORY if any(asked.cells > 8 for asked in gap_tables(heuristic)) else MEMORY
    quick = 10 if heuristic in ("manhattan", "manhattan+gap0") else 0
    step = _step("gap-sets", FIFTEEN, "ida-star", deals, quick, 100_000_000_000, {"heuristic": heuristic})
    return replace(step, survey=replace(step.survey, limits=replace(step.survey.limits, memory=memory)))


def stubborn(size: int) -> Step:
    """The deals that :func:`decide_superpuzz` left open, with a larger limit."""
    step = decide_superpuzz(size)
    limits = replace(step.survey.limits, nodes=STUBBORN)
    return replace(step, survey=replace(step.survey, limits=limits), quick="")


def order() -> list[Step]:
    """All steps in the order of a full run."""
    helpings: list[Iterable[Step]] = [
        map(decide_superpuzz, range(4, 10)),
        map(decide_gaps, range(5, 11)),
        map(shortest_superpuzz, range(4, 8)),
        (ordered(size, algorithm) for size in range(4, 7) for algorithm in ORDERS),
        map(bounds_at_root, BOUNDS),
        map(plain_gaps, range(5, 9)),
        [decide_superpuzz(10), decide_superpuzz(11), decide_gaps(11), decide_gaps(12)],
        [decide_superpuzz(12).to(200), decide_superpuzz(13).to(100)],
        [decide_gaps(13).to(500), decide_gaps(14).to(500)],
        [shortest_superpuzz(8), shortest_superpuzz(9).to(300), shortest_freecell().to(200)],
        (ordered(7, algorithm) for algorithm in ORDERS),
        [plain_gaps(9), plain_gaps(10), decide_superpuzz(12), decide_superpuzz(13).to(300)],
        [decide_gaps(13), decide_gaps(14), shortest_freecell().to(400)],
        [sliding("manhattan+gaps"), sliding("manhattan+gap0"), *map(bounds_in_search, BOUNDS)],
        [decide_superpuzz(13), plain_gaps(11), plain_gaps(12)],
        (ordered(8, algorithm) for algorithm in ORDERS),
        [plain_gaps(13), plain_gaps(14), shortest_freecell().to(700), sliding("manhattan")],
        [sliding("manhattan+gaps-10"), *(sliding(f"manhattan+gap0-{cells}") for cells in (10, 12, 16))],
        [stubborn(10), stubborn(11), stubborn(12), stubborn(13), shortest_freecell()],
        [*(ordered(9, algorithm) for algorithm in ORDERS), ordered(10, PLAIN)],
        [shortest_superpuzz(9)],
    ]
    return [step for helping in helpings for step in helping]
