"""Superpuzz and Gaps as an agent plays them: an action is a hole and the suit of the card that goes there."""

from functools import cached_property

from yomikiri.core.agent_view import Field, NumberedView
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.rows.rules import ROWS, Move, Position, RowGame


class RowView(NumberedView[Position, Move]):
    """Action ``4 * hole + suit``: holes in reading order, suits H, D, S, C.

    An observation is the cells: cards numbered from 1 in deck order, 0 for a hole.
    """

    game: RowGame

    @property
    def actions(self) -> int:
        return ROWS * len(SUITS)

    def action(self, position: Position, move: Move) -> int:
        return position.holes.index(move.target) * len(SUITS) + SUITS.index(move.card.suit)

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("cells", (ROWS, self.game.columns), len(self.game.cards)),)

    @cached_property
    def _numbers(self) -> dict[Card | None, int]:
        return {None: 0, **{card: number for number, card in enumerate(self.game.cards, start=1)}}

    def observe(self, position: Position) -> bytes:
        return bytes(self._numbers[card] for card in position.cells)
