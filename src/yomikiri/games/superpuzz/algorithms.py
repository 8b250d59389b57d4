"""The algorithms of Superpuzz: those of its papers, with kernel twins, and those of all games of rows."""

from functools import partial

from yomikiri.games.rows.algorithms import row_algorithms
from yomikiri.games.rows.kernel import explore
from yomikiri.games.superpuzz.orders import arrange_aces, priority_1, priority_2
from yomikiri.games.superpuzz.rules import Superpuzz
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first


def algorithms(game: Superpuzz, general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms, the default first; ``general`` are those of every game."""
    return row_algorithms(_own() + [entry for entry in general if entry.name in ("a-star", "ida-star")])


def _own() -> list[Algorithm]:
    aces_last = partial(depth_first, push_order=partial(arrange_aces, aces_last=True))
    aces_first = partial(depth_first, push_order=partial(arrange_aces, aces_last=False))
    return [
        Algorithm(
            "priority-1",
            "positions by class (i, j), most aces and holes in column 1 first",
            partial(priority_first, priority=priority_1),
            kernel=partial(explore, order="priority-1"),
        ),
        Algorithm(
            "priority-2",
            "positions by class (i, j), most aces in column 1 first",
            partial(priority_first, priority=priority_2),
            kernel=partial(explore, order="priority-2"),
        ),
        Algorithm(
            "breadth-first",
            "layer by layer; shortest",
            breadth_first,
            shortest=True,
            kernel=partial(explore, order="breadth-first"),
        ),
        Algorithm(
            "depth-first-aces-last",
            "depth first, ace moves pushed last and so tried first",
            aces_last,
            kernel=partial(explore, order="depth-first-aces-last"),
        ),
        Algorithm(
            "depth-first-aces-first",
            "depth first, ace moves pushed first and so tried last",
            aces_first,
            kernel=partial(explore, order="depth-first-aces-first"),
        ),
    ]
