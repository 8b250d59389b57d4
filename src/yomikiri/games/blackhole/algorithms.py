"""The algorithms of Black Hole: ``decide`` and A* in the kernel, whatever the order of fans and suits."""

from typing import Any

from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.blackhole.kernel import kernel_of
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.blackhole.space import FanSpace
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.kernel_search import InKernel


def in_kernel(space: Space, heuristic: str | None = None) -> Any:
    """The kernel's game for a space; it has one heuristic."""
    return kernel_of(space.game, alike=not isinstance(space, PlainSpace))


KERNEL = InKernel(
    make=in_kernel,
    space=FanSpace,
)


def algorithms(game: BlackHole, general: list[Algorithm]) -> list[Algorithm]:
    """``decide`` first: all solutions are shortest ones."""
    summary = "best f first, fans in any order as one position; shortest"
    others = [KERNEL.a_star(KERNEL.exhaustive(entry), summary) for entry in general]
    return [KERNEL.decide(shortest=True), *others]
