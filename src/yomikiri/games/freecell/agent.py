"""FreeCell and its family as an agent plays them: an action is a place, another, and how many cards go."""

from functools import cached_property

from yomikiri.core.agent_view import Field, NumberedView
from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move, is_column
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import METRICS, FreeCell


class FreeCellView(NumberedView[Position, Move]):
    """Places are the columns from the left, then the cells, then home.

    One card: ``source * (places + 1) + target``, where ``places`` does not count home.  In the metric
    ``supermove`` actions follow for two cards from column to column, ``source * columns + target``, then for
    three, and so on.

    An observation is the ranks that are home (H, D, S, C), the cells, and the columns from the bottom: cards
    numbered from 1 in deck order, 0 for none.
    """

    game: FreeCell

    @property
    def places(self) -> int:
        """The places that a card can come from."""
        return self.game.columns + self.game.cells

    @property
    def actions(self) -> int:
        runs = 0 if self.game.metric == METRICS[0] else self.game.ranks - 1
        return self.places * (self.places + 1) + runs * self.game.columns**2

    def action(self, position: Position, move: Move) -> int:
        source, target = self._number(move.source), self._number(move.target)
        if move.count == 1:
            return source * (self.places + 1) + target
        columns = self.game.columns
        return self.places * (self.places + 1) + ((move.count - 2) * columns + source) * columns + target

    def _number(self, place: int) -> int:
        if place == HOME:
            return self.places
        return place if is_column(place) else self.game.columns + place - FIRST_CELL

    @cached_property
    def deepest(self) -> int:  # type: ignore[override]
        """What was dealt to a column, and a run of all lower ranks on its last card."""
        return -(-len(SUITS) * self.game.ranks // self.game.columns) + self.game.ranks - 1

    @property
    def fields(self) -> tuple[Field, ...]:
        cards = len(SUITS) * self.game.ranks
        found = [Field("home", (len(SUITS),), self.game.ranks)]
        if self.game.cells:
            found.append(Field("cells", (self.game.cells,), cards))
        return (*found, Field("columns", (self.game.columns, self.deepest), cards))

    @cached_property
    def _numbers(self) -> dict[Card | None, int]:
        numbered = enumerate(deck(self.game.ranks), start=1)
        return {None: 0, **{card: number for number, card in numbered}}

    def observe(self, position: Position) -> bytes:
        self._check_depth(position)
        seen = bytearray(position.home)
        seen += bytes(self._numbers[card] for card in position.cells)
        for column in position.columns:
            seen += bytes(self._numbers[card] for card in column).ljust(self.deepest, b"\0")
        return bytes(seen)

    def _check_depth(self, position: Position) -> None:
        """All that a column will ever hold is what lies below some card of it, and a run from there."""
        for number, column in enumerate(position.columns, start=1):
            for height, card in enumerate(column, start=1):
                if height + card.rank - 1 > self.deepest:
                    raise InputError(
                        f"column {number} can grow to {height + card.rank - 1} cards: "
                        f"expected {self.deepest} at most, as from any deal"
                    )
