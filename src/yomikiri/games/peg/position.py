"""Positions of peg solitaire: sets of holes that know which board they are on.

A plain number is a position, too, and equal to the one that a game makes from it; this class prints as a
board, has a repr that rebuilds it, and draws itself in a notebook.  Each board has its own class, so a
position takes no more memory than its number.
"""

from functools import cache
from typing import Any, ClassVar

from yomikiri.core.board import Json, pegs_board
from yomikiri.core.moving_svg import still_svg
from yomikiri.games.peg.holes import WIDTH, Board, Holes, board_of
from yomikiri.games.peg.notation import board_in, board_lines, read_position


class Position(int):
    """The holes with pegs, as bits; :meth:`read` makes one from text."""

    __slots__ = ()
    board: ClassVar[Board]

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read a board, with rows on lines or separated by ``/``."""
        board = board_in(text)
        return position_on(board, read_position(board, text))

    def __str__(self) -> str:
        return "\n".join(board_lines(self.board, self))

    def __repr__(self) -> str:
        return f"Position.read('{' / '.join(map(str.strip, board_lines(self.board, self)))}')"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.board.name, int(self))

    def _repr_svg_(self) -> str:
        return still_svg(board_of_pegs(self.board, self), str(self))


def position_on(board: Board, holes: Holes) -> Position:
    """The position on a board."""
    return _positions_on(board)(holes)


@cache
def _positions_on(board: Board) -> type[Position]:
    names = {"__slots__": (), "__module__": __name__, "__doc__": Position.__doc__, "board": board}
    return type("Position", (Position,), names)


def board_of_pegs(board: Board, holes: Holes) -> Json:
    """The pegs on a board, to be drawn."""
    rows = [range(WIDTH * row, WIDTH * row + board.columns) for row in range(board.rows)]
    marks = [[bool(holes >> hole & 1) if board.has(hole) else None for hole in row] for row in rows]
    return pegs_board(board.columns, marks)


def _rebuilt(size: str, holes: int) -> Position:
    return position_on(board_of(size), holes)
