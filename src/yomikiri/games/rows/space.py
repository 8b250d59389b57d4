"""Superpuzz and Gaps with their rows interchangeable.

Rules and goal never mention which row is which, so permuting the rows is an automorphism of the state
graph that keeps goals and distances.  The canonical member has its rows in the order of the first card,
in deck order (H A.., D A.., ...), that each row holds; rows without any card are alike and come last.
In Gaps an ace heads every row and moves with it, so the symmetry applies to single positions; the 24
arrangements of a deal remain different positions.
The kernel finds the canonical member by scanning a few cards, without sorting.
"""

from yomikiri.core.errors import InputError
from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.rows.rules import ROWS, Position, RowGame


class RowSpace:
    """Positions up to the order of their rows."""

    def __init__(self, game: RowGame) -> None:
        self.game = game
        self._order = {card: index for index, card in enumerate(game.cards)}

    def canonical(self, position: Position) -> Position:
        """The representative of the position's class."""
        n, order = self.game.columns, self._order
        if position.columns != n:
            raise InputError(f"the position has {position.columns} columns, the game {n}")
        rows = [position.cells[row * n : row * n + n] for row in range(ROWS)]
        rows.sort(key=lambda row: min((order[card] for card in row if card), default=len(order)))
        return Position(tuple(cell for row in rows for cell in row))

    def key(self, position: Position) -> bytes:
        return self.game.encode(self.canonical(position))


def space(game: RowGame, symmetry: str) -> Space:
    """The space in which positions have keys."""
    return RowSpace(game) if symmetry == "rows" else PlainSpace(game)
