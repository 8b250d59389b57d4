"""Positions of sliding puzzles: tuples of tiles that know how wide their board is.

A plain tuple of tiles is a position, too, and equal to the one that a game makes from it; this class prints
as a board, has a repr that rebuilds it, and draws itself in a notebook.  Each width has its own class,
because tuples have no room for more: so a position takes no more memory than its tuple.
"""

from functools import cache
from typing import Any, ClassVar

from yomikiri.core.board import Json
from yomikiri.core.moving_svg import still_svg


class Position(tuple[int, ...]):
    """The tiles in the cells in reading order, 0 for the blank; :meth:`read` makes one from text."""

    __slots__ = ()
    columns: ClassVar[int]

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read a board, with rows on lines or separated by ``/``."""
        from yomikiri.games.sliding.rules import Sliding, size_of  # That module imports this one.

        return Sliding(*size_of(text)).parse_position(text)

    def lines(self, width: int = 0) -> list[str]:
        """The rows as text, each number padded to ``width``."""
        words = [f"{tile:>{width}}" for tile in self]
        return [" ".join(words[at : at + self.columns]) for at in range(0, len(words), self.columns)]

    def __str__(self) -> str:
        return "\n".join(self.lines(len(str(len(self) - 1))))

    def __repr__(self) -> str:
        return f"Position.read('{' / '.join(self.lines())}')"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.columns, tuple(self))

    def _repr_svg_(self) -> str:
        return still_svg(tiles_board(self.columns, self), str(self))


@cache
def positions_of(columns: int) -> type[Position]:
    """The class for positions on boards with that many columns."""
    names = {"__slots__": (), "__module__": __name__, "__doc__": Position.__doc__, "columns": columns}
    return type("Position", (Position,), names)


def _rebuilt(columns: int, tiles: tuple[int, ...]) -> Position:
    return positions_of(columns)(tiles)


def tiles_board(columns: int, tiles: tuple[int, ...]) -> Json:
    """Tiles as the page and notebooks draw them."""
    return {"kind": "tiles", "rows": len(tiles) // columns, "columns": columns, "tiles": list(tiles)}
