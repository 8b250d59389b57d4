"""The algorithms of peg solitaire: ``decide`` and A* in the kernel, images of each other as one position."""

from yomikiri.core.space import PlainSpace
from yomikiri.games.peg.kernel import kernel_of
from yomikiri.games.peg.rules import METRICS, Peg
from yomikiri.games.peg.space import PegSpace
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.kernel_search import InKernel

KERNEL = InKernel(
    make=lambda space, heuristic: kernel_of(space.game, alike=not isinstance(space, PlainSpace)),
    space=PegSpace,
)


def algorithms(game: Peg, general: list[Algorithm]) -> list[Algorithm]:
    """``decide`` first; in the metric ``jumps`` its solutions are shortest, as all are."""
    summary = "best f first, images as one position; shortest"
    others = [KERNEL.a_star(KERNEL.exhaustive(entry), summary) for entry in general]
    # Of those that find shortest solutions A* is the one for whole boards.
    others.sort(key=lambda entry: entry.name != "a-star")
    return [KERNEL.decide(shortest=game.metric == METRICS[0]), *others]
