"""The lower bounds that a game has names for: in the kernel where it has them, else in Python."""

from collections.abc import Callable
from functools import partial
from typing import Any

from yomikiri.core.protocol import Game
from yomikiri.core.space import PlainSpace
from yomikiri.search.algorithms import algorithms, heuristics
from yomikiri.search.guided import kernel_of
from yomikiri.search.hasty import names_of
from yomikiri.search.heuristic import DEAD_END

Bound = Callable[[bytes, Any], int]


class Bounds:
    """The bounds of a game by name, the best first; aliases are left out."""

    def __init__(self, game: Game[Any, Any], *, kernel: bool = True) -> None:
        self.game = game
        aliases = {alias for entry in algorithms(game).values() for alias in entry.aliases}
        space = PlainSpace(game)
        plain = kernel_of(space) if kernel else None
        offered = names_of(plain)
        found: dict[str, Bound] = {}
        for name, function in heuristics(game).items():
            if name not in aliases:
                found[name] = partial(_in_python, function)
        for name in offered:
            found[name] = partial(_in_kernel, kernel_of(space, name) if len(offered) > 1 else plain)
        self._functions = found
        self._strong = {name: found[name] for name in (*list(heuristics(game))[:1], *offered[:1])}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._functions)

    def values(self, position: Any) -> dict[str, int]:
        """Each bound; 65,535 where it knows that no goal can be reached."""
        code = self.game.encode(position)
        return {name: function(code, position) for name, function in self._functions.items()}

    def strongest(self, position: Any) -> int:
        """The game's best in Python or in the kernel, whichever says more."""
        code = self.game.encode(position)
        return max(function(code, position) for function in self._strong.values())


def _in_kernel(kernel: Any, code: bytes, position: Any) -> int:
    found: int | None = kernel.estimate(code)
    return DEAD_END if found is None else found


def _in_python(function: Callable[[Any], float], code: bytes, position: Any) -> int:
    return int(min(function(position), DEAD_END))
