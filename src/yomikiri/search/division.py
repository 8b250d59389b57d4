"""How a game is divided among owners of slices: the kernel's slice of it, its codes, the way back to moves.

A :class:`Division` is a plain value that travels to any process; each owner makes its own slice from it.  The
games differ here and nowhere else: the search over slices knows codes only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from yomikiri import _kernel
from yomikiri.errors import InputError
from yomikiri.games.freecell import FreeCell
from yomikiri.games.protocol import Game
from yomikiri.games.rows import RowGame
from yomikiri.games.sliding import Sliding
from yomikiri.spaces import PlainSpace, RowSpace, Space
from yomikiri.spaces.freecell import FreeCellCode, FreeCellSpace
from yomikiri.spaces.space import moves_along


@dataclass(frozen=True)
class Division:
    """What the owner of a slice has to know."""

    kind: str
    """The maker of the kernel's slices."""
    rules: tuple[Any, ...]
    start: bytes
    """The code of the start."""
    store: str
    """How positions are remembered: ``exact`` or ``fingerprint``."""

    def slice(self, index: int, parts: int, memory: int) -> _kernel.Slice:
        """The slice with that index of so many, with so many bytes for its tables and lists."""
        make: Callable[..., _kernel.Slice] = getattr(_kernel.Slice, self.kind)
        return make(*self.rules, store=self.store, index=index, parts=parts, memory=memory)


def divide(
    game: Game[Any, Any], position: Any, *, states: str, symmetry: str, skip_lost: bool
) -> tuple[Division, Callable[[list[bytes]], list[Any]]]:
    """The division of a search from ``position``, and how codes along a solution become moves."""
    if skip_lost and not isinstance(game, RowGame):
        raise InputError(f"{game.name} has no test for lost positions: it is for superpuzz and gaps")
    if isinstance(game, RowGame):
        space: Space = RowSpace(game) if symmetry == "rows" else PlainSpace(game)
        rules: tuple[Any, ...] = (game.columns, symmetry == "rows", skip_lost)
        division = Division("rows", rules, space.key(position), states)
        return division, lambda codes: moves_along(space, position, codes)
    if isinstance(game, Sliding):
        plain = PlainSpace(game)
        rules = (game.rows, game.columns, game.encode(game.goal))
        division = Division("sliding", rules, game.encode(position), states)
        return division, lambda codes: moves_along(plain, position, codes)
    if isinstance(game, FreeCell):
        coder, columns = FreeCellCode(game, position), FreeCellSpace(game)
        building = (game.building == "suit", game.empty == "kings", game.metric == "supermove")
        rules = (game.columns, game.cells, game.ranks, *building, game.encode(position))
        division = Division("freecell", rules, coder.encode(position), states)
        return division, lambda codes: moves_along(
            columns, position, [columns.key(coder.decode(code)) for code in codes]
        )
    raise InputError(
        f"{game.name} has no slices in the kernel: expected superpuzz, gaps, sliding or freecell"
    )
