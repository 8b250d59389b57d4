"""The algorithms and heuristics of sliding puzzles."""

from dataclasses import replace
from functools import cache, partial

from yomikiri.games.sliding.bidirectional import ALGORITHM as BIDIRECTIONAL
from yomikiri.games.sliding.bounded import bounded_slides
from yomikiri.games.sliding.ida_star import sliding_ida_star
from yomikiri.games.sliding.kernel import HEURISTICS, KERNEL
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.shortest import kernel_heuristics, shortest_slides
from yomikiri.games.sliding.walking_distance import WalkingDistance, is_small
from yomikiri.search.algorithm import Algorithm, KernelSearch
from yomikiri.search.informed import Heuristic
from yomikiri.search.outcome import Result
from yomikiri.search.request import Request
from yomikiri.search.solve import solve

ORDER = (
    "ida-star-pruned",
    "ida-star",
    "a-star",
    "bidirectional",
    "bounded",
    "breadth-first",
    "priority-first",
    "depth-first",
)
"""The default first: the algorithms that find shortest solutions, those for the largest boards first."""


SHORTEST_CELLS = 16
"""Boards of up to this many cells are solved optimally in seconds; larger ones take days."""


@cache
def heuristics(game: Sliding) -> dict[str, Heuristic]:
    """Python's heuristics that need no table, or one that is built in a moment; the default first."""
    found: dict[str, Heuristic] = {"linear-conflict": LinearConflict(game), "manhattan": Manhattan(game)}
    if is_small(game):
        found["walking-distance"] = WalkingDistance(game)
    return found


def algorithms(game: Sliding, general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms for a sliding puzzle, the default first; ``general`` are those of every game."""
    [plain] = [entry for entry in general if entry.name == "ida-star"]
    estimate = next(iter(heuristics(game).values()))
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
    others = [_in_kernel(entry) for entry in general if entry is not plain]
    return sorted(
        [pruned, korf, BIDIRECTIONAL, bounded_slides(game), *others],
        key=lambda entry: ORDER.index(entry.name),
    )


def _in_kernel(algorithm: Algorithm) -> Algorithm:
    """A general algorithm, in the kernel if available there."""
    algorithm = KERNEL.a_star(KERNEL.exhaustive(algorithm), "best f first; shortest")
    if algorithm.search is None:
        return algorithm
    return replace(algorithm, search=partial(_a_star, kernel=algorithm.search))


def _a_star(game: Sliding, position: Tiles, request: Request, *, kernel: KernelSearch) -> Result:
    """A* in the kernel, or in the reference if only Python has the heuristic."""
    if request.heuristic in (None, *HEURISTICS):
        return kernel(game, position, request)
    return solve(
        game,
        position,
        algorithm="a-star",
        heuristic=request.heuristic,
        engine="python",
        limits=request.limits,
        progress=request.progress,
        cancel=request.cancel,
    )


def quickest(game: Sliding) -> str | None:
    """The algorithm that finds some solution soonest; None is the default."""
    return "priority-first" if game.cells > SHORTEST_CELLS else None
