"""Black Hole in the kernel."""

from functools import lru_cache
from typing import Any

from yomikiri import _kernel
from yomikiri.games.blackhole.rules import BlackHole


@lru_cache(maxsize=16)
def kernel_of(game: BlackHole, *, alike: bool = True) -> Any:
    """The kernel's game; ``alike``: whether to ignore suits and the order of fans."""
    return _kernel.black_hole(ranks=game.ranks, alike=alike)
