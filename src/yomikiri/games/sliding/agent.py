"""Sliding puzzles as an agent plays them: an action is the way that the blank goes."""

from yomikiri.core.agent_view import Field, NumberedView
from yomikiri.games.sliding.rules import Sliding, Tiles

WAYS = "DRLU"
"""Which way the tile slides when the blank goes up, left, right or down."""


class SlidingView(NumberedView[Tiles, int]):
    """Four actions, the blank up, left, right, down; an observation is the tiles."""

    game: Sliding

    @property
    def actions(self) -> int:
        return len(WAYS)

    def action(self, position: Tiles, move: int) -> int:
        return WAYS.index(self.game.format_direction(position, move))

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("tiles", (self.game.rows, self.game.columns), self.game.cells - 1),)

    def observe(self, position: Tiles) -> bytes:
        return bytes(position)
