"""Black Hole as an agent plays it: an action is a fan."""

from functools import cached_property

from yomikiri.core.agent_view import Field, NumberedView
from yomikiri.core.cards import Card, deck
from yomikiri.games.blackhole.rules import HEIGHT, BlackHole, Position


class BlackHoleView(NumberedView[Position, int]):
    """As many actions as fans, from the left.

    An observation is the card in the hole, then the fans from the lowest card on: cards numbered from 1 in
    deck order, 0 for none.
    """

    game: BlackHole

    @property
    def actions(self) -> int:
        return self.game.fans

    def action(self, position: Position, move: int) -> int:
        return move

    @property
    def fields(self) -> tuple[Field, ...]:
        cards = len(self._numbers)
        return Field("hole", (1,), cards), Field("fans", (self.game.fans, HEIGHT), cards)

    @cached_property
    def _numbers(self) -> dict[Card, int]:
        return {card: number for number, card in enumerate(deck(self.game.ranks), start=1)}

    def observe(self, position: Position) -> bytes:
        fans = (bytes(self._numbers[card] for card in fan).ljust(HEIGHT, b"\0") for fan in position.fans)
        return bytes([self._numbers[position.hole]]) + b"".join(fans)
