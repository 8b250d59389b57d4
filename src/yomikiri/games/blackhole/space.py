"""Black Hole up to what does not matter: the order of the fans, and suits.

The rules look at ranks only and never ask which fan is which.  So two positions whose holes show the same
rank, and whose fans have the same sequences of ranks in any order, are won by the same sequences of ranks.
This merges more than fans dealt equal: fans that started differently may have become alike.  The canonical
member has its fans sorted by ranks, empty ones last, and assigns suits to the cards of each rank in the order
in which they occur.
"""

from yomikiri.core.cards import SUITS, Card
from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.blackhole.rules import BlackHole, Position


class FanSpace:
    """Positions up to the order of the fans and the suits of cards."""

    def __init__(self, game: BlackHole) -> None:
        self.game = game

    def canonical(self, position: Position) -> Position:
        """The representative of the position's class."""
        fans = sorted(
            (tuple(card.rank for card in fan) for fan in position.fans), key=lambda fan: (not fan, fan)
        )
        suits = {rank: iter(SUITS) for rank in range(1, self.game.ranks + 1)}

        def card(rank: int) -> Card:
            return Card(next(suits[rank]), rank)

        return Position(card(position.hole.rank), tuple(tuple(map(card, fan)) for fan in fans))

    def key(self, position: Position) -> bytes:
        return self.game.encode(self.canonical(position))


def space(game: BlackHole, symmetry: str) -> Space:
    """The space in which positions have keys."""
    return FanSpace(game) if symmetry == "fans" else PlainSpace(game)
