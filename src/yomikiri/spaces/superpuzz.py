"""Superpuzz with its rows interchangeable.

Rules and goal never mention which row is which, so permuting the rows is an automorphism of the state
graph that keeps goals and distances.  The canonical member has its rows in the order of the first card,
in deck order (H A.., D A.., ...), that each row holds; rows without any card are alike and come last.
The kernel finds it by scanning a few cards, without sorting.
"""

from yomikiri.games.superpuzz import ROWS, Position, Superpuzz


class RowSpace:
    """Positions up to the order of their rows."""

    def __init__(self, game: Superpuzz) -> None:
        self.game = game
        self._order = {card: index for index, card in enumerate(game.cards)}

    def canonical(self, position: Position) -> Position:
        """The representative of the position's class."""
        n, order = self.game.columns, self._order
        rows = [position.cells[row * n : row * n + n] for row in range(ROWS)]
        rows.sort(key=lambda row: min((order[card] for card in row if card), default=len(order)))
        return Position(tuple(cell for row in rows for cell in row))

    def key(self, position: Position) -> bytes:
        return self.game.encode(self.canonical(position))
