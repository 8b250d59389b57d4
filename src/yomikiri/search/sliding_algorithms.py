"""The algorithms and heuristics of sliding puzzles."""

from dataclasses import replace
from functools import cache, partial

from yomikiri.games.sliding import Sliding
from yomikiri.heuristics.linear_conflict import LinearConflict
from yomikiri.heuristics.manhattan import Manhattan
from yomikiri.heuristics.walking_distance import WalkingDistance, is_small
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.informed import Heuristic
from yomikiri.search.sliding_ida import sliding_ida_star
from yomikiri.search.sliding_kernel import kernel_heuristics, shortest_slides

ORDER = ("ida-star-pruned", "ida-star", "a-star", "breadth-first", "priority-first", "depth-first")
"""The default first: all that finds shortest solutions, in the order of how large a board it is good for."""


@cache
def sliding_heuristics(game: Sliding) -> dict[str, Heuristic]:
    """The heuristics in Python that need no table, or one that is built in a moment; the default first."""
    found: dict[str, Heuristic] = {"linear-conflict": LinearConflict(game), "manhattan": Manhattan(game)}
    if is_small(game):
        found["walking-distance"] = WalkingDistance(game)
    return found


def sliding_algorithms(game: Sliding, general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms for a sliding puzzle, the default first; ``general`` are those of every game."""
    [plain] = [entry for entry in general if entry.name == "ida-star"]
    estimate = next(iter(sliding_heuristics(game).values()))
    korf = replace(
        plain,
        summary="deepening by f, with the counts of the literature; shortest",
        reference=partial(sliding_ida_star, heuristic=estimate),
        search=partial(shortest_slides, pruned=False),
        heuristics=kernel_heuristics(game),
        parallel=True,
        counts=True,
        resumable=True,
    )
    pruned = replace(
        korf,
        name="ida-star-pruned",
        summary="deepening by f, without spare paths; shortest",
        search=partial(shortest_slides, pruned=True),
        twin=False,
    )
    others = [entry for entry in general if entry is not plain]
    return sorted([pruned, korf, *others], key=lambda entry: ORDER.index(entry.name))
