"""Sliding puzzles as a general kernel game; Korf's IDA* with tables is in :mod:`.shortest`."""

from typing import Any

from yomikiri import _kernel
from yomikiri.core.space import PlainSpace, Space
from yomikiri.search.kernel_search import InKernel

HEURISTICS = ("linear-conflict", "manhattan")
"""The heuristics that the kernel has for any goal, without tables."""


def kernel_of(space: Space, heuristic: str | None = None) -> Any:
    """The kernel's game."""
    game: Any = space.game
    return _kernel.sliding(
        rows=game.rows,
        columns=game.columns,
        goal=game.encode(game.goal),
        heuristic=heuristic or HEURISTICS[0],
    )


KERNEL = InKernel(make=kernel_of, space=PlainSpace, stores=("exact", "fingerprint"))
