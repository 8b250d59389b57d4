"""The algorithms of Superpuzz and Gaps.

Superpuzz has those of its papers, each with a kernel twin; Gaps shares its kernel.  Both have ``decide``,
which answers at full size, and an A* in the kernel that knows more of the game.
"""

from dataclasses import replace
from functools import partial

from yomikiri.games.rows import RowGame
from yomikiri.games.superpuzz import Superpuzz
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.anytime import shortest
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first
from yomikiri.search.superpuzz_orders import arrange_aces, priority_1, priority_2


def row_algorithms(game: RowGame, general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms for a game of rows, the default first; ``general`` are those of every game."""
    if isinstance(game, Superpuzz):
        found = _superpuzz() + [entry for entry in general if entry.name in ("a-star", "ida-star")]
    else:
        found = [_with_kernel(entry) for entry in general]
        # Without ace moves no order of them, and without holes in column 1 no class, tells positions apart.
        found.sort(key=lambda entry: entry.name != "depth-first")
    return [_decide(), *_with_kernel_a_star(found)]


def _with_kernel(entry: Algorithm) -> Algorithm:
    """The algorithm of Gaps with its kernel: aces do not move, so either order of ace moves is plain."""
    kernels = {"breadth-first": "breadth-first", "depth-first": "depth-first-aces-last"}
    return replace(entry, kernel=kernels.get(entry.name))


def _with_kernel_a_star(entries: list[Algorithm]) -> list[Algorithm]:
    """The entries with A* in the kernel, before all others whose solutions are shortest."""
    [plain] = [entry for entry in entries if entry.name == "a-star"]
    others = [entry for entry in entries if entry is not plain]
    place = next(index for index, entry in enumerate(others) if entry.shortest)
    informed = replace(
        plain, summary="best f first, by waiting cycles; shortest", search=shortest, heuristics=()
    )
    return [*others[:place], informed, *others[place:]]


def _decide() -> Algorithm:
    """Pooled depth-first search over contracted positions; see the docs page "The full game".

    Its reference is plain depth-first search: the same verdict, found in another order and without pruning,
    so its counts and its solution are its own.
    """
    return Algorithm(
        "decide",
        "any solution or none, at full size: pruned depth-first search from many points",
        depth_first,
        kernel="decide",
        # At 13 columns whole positions have 39 bytes instead of 16, and take nearly twice the time.
        states="fingerprint",
        twin=False,
        parallel=True,
    )


def _superpuzz() -> list[Algorithm]:
    aces_last = partial(depth_first, push_order=partial(arrange_aces, aces_last=True))
    aces_first = partial(depth_first, push_order=partial(arrange_aces, aces_last=False))
    return [
        Algorithm(
            "priority-1",
            "positions by class (i, j), most aces and holes in column 1 first",
            partial(priority_first, priority=priority_1),
            kernel="priority-1",
        ),
        Algorithm(
            "priority-2",
            "positions by class (i, j), most aces in column 1 first",
            partial(priority_first, priority=priority_2),
            kernel="priority-2",
        ),
        Algorithm(
            "breadth-first", "layer by layer; shortest", breadth_first, shortest=True, kernel="breadth-first"
        ),
        Algorithm(
            "depth-first-aces-last",
            "depth first, ace moves pushed last and so tried first",
            aces_last,
            kernel="depth-first-aces-last",
        ),
        Algorithm(
            "depth-first-aces-first",
            "depth first, ace moves pushed first and so tried last",
            aces_first,
            kernel="depth-first-aces-first",
        ),
    ]
