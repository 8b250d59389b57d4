"""The algorithms of Gaps, which shares the kernel of Superpuzz."""

from dataclasses import replace
from functools import partial

from yomikiri.games.gaps.rules import Gaps
from yomikiri.games.rows.algorithms import row_algorithms
from yomikiri.games.rows.kernel import explore
from yomikiri.search.algorithm import Algorithm


def algorithms(game: Gaps, general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms, the default first; ``general`` are those of every game."""
    found = [_with_kernel(entry) for entry in general]
    # There are no ace moves to order, and no holes in column 1 that would make classes differ.
    found.sort(key=lambda entry: entry.name != "depth-first")
    return row_algorithms(found)


def _with_kernel(entry: Algorithm) -> Algorithm:
    """The algorithm with its kernel: aces do not move, so either order of ace moves is the plain one."""
    orders = {"breadth-first": "breadth-first", "depth-first": "depth-first-aces-last"}
    order = orders.get(entry.name)
    return entry if order is None else replace(entry, kernel=partial(explore, order=order))
