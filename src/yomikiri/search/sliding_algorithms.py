"""The algorithms and heuristics of sliding puzzles."""

from functools import cache

from yomikiri.games.sliding import Sliding
from yomikiri.heuristics.linear_conflict import LinearConflict
from yomikiri.heuristics.manhattan import Manhattan
from yomikiri.heuristics.walking_distance import WalkingDistance, is_small
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.informed import Heuristic

ORDER = ("ida-star", "a-star", "breadth-first", "priority-first", "depth-first")
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
    return sorted(general, key=lambda entry: ORDER.index(entry.name))
