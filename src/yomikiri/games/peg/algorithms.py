"""The algorithms of peg solitaire: ``decide`` and A* in the kernel, symmetric positions counted as one."""

from typing import Any

from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.peg.kernel import kernel_of
from yomikiri.games.peg.rules import METRICS, Peg
from yomikiri.games.peg.space import PegSpace
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.kernel_search import InKernel


def in_kernel(space: Space, heuristic: str | None = None) -> Any:
    """The kernel's game for a space; it has one heuristic."""
    return kernel_of(space.game, alike=not isinstance(space, PlainSpace))


KERNEL = InKernel(
    make=in_kernel,
    space=PegSpace,
)


def algorithms(game: Peg, general: list[Algorithm]) -> list[Algorithm]:
    """``decide`` first; in the metric ``jumps`` its solutions are shortest, as all are."""
    summary = "best f first, images as one position; shortest"
    others = [KERNEL.a_star(KERNEL.exhaustive(entry), summary) for entry in general]
    # Of the algorithms that find shortest solutions, A* is the one for full boards.
    others.sort(key=lambda entry: entry.name != "a-star")
    return [KERNEL.decide(shortest=game.metric == METRICS[0]), *others]
