"""Peg solitaire up to turns and reflections of the board that keep the finish.

A symmetry of the board maps jumps to jumps, and one that keeps the finish in place maps goals to goals.  So
it maps solutions to solutions of the same length, in both metrics.  The English and European boards have
eight, all of which keep the centre; a finish elsewhere is kept by two or only by the identity.  The canonical
member of a class is the smallest number.
"""

from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.peg.holes import Holes
from yomikiri.games.peg.rules import Peg


class PegSpace:
    """Positions up to the symmetries that keep the board and the finish."""

    def __init__(self, game: Peg) -> None:
        self.game = game
        self._symmetries = game.board.keeping(game.finish)

    def canonical(self, position: Holes) -> Holes:
        """The representative of the position's class."""
        return min(self.game.board.image(position, one) for one in self._symmetries)

    def key(self, position: Holes) -> bytes:
        return self.game.encode(self.canonical(position))


def space(game: Peg, symmetry: str) -> Space:
    """The space in which positions have keys."""
    return PegSpace(game) if symmetry == "board" else PlainSpace(game)
