"""Black Hole: a patience by D. Parlett ("The Penguin Book of Patience", 1979).

The ace of spades is the hole.  The other 51 cards lie around it face up, in 17 fans of three.  A move takes
the top card of a fan into the hole if its rank is one above or one below that of the card there; suits do
not matter, and ace and king are neighbours.  Cards in the hole stay there.  Won when all cards are in the
hole.

A position is the top card of the hole and the fans, each from the bottom to the top.  A move is the number
of a fan, from 0.  **Move order**: the fans from the left.  Every solution has as many moves as there are
cards in the fans, so the only question is whether there is one.

Smaller decks, for tests and teaching, have ``ranks`` ranks, an odd number, with the highest next to the ace,
and as many fans of three as their cards need; the last fans are shorter.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from yomikiri.core.board import Json, rows_board
from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.moving_svg import still_svg
from yomikiri.core.protocol import Game
from yomikiri.games.blackhole import deals, notation, walks

MIN_RANKS, MAX_RANKS = 3, 13
HEIGHT = 3
"""The most cards in a fan."""


class Position(NamedTuple):
    """The top card of the hole, and the fans from the bottom to the top."""

    hole: Card
    fans: tuple[tuple[Card, ...], ...]

    @property
    def left(self) -> int:
        """How many cards are not yet in the hole."""
        return sum(map(len, self.fans))

    def __str__(self) -> str:
        return "\n".join(notation.board_lines(self.hole, self.fans))

    def _repr_svg_(self) -> str:
        return still_svg(fans_board(self), str(self))


def hole_column(fans: int) -> int:
    """The column in which the hole is drawn: the middle of its own row."""
    return fans // 2


def fans_board(position: Position) -> Json:
    """The hole in the first row and one fan per column, as the page and notebooks draw them.

    Nothing is ever put where no card lies: there is no cell.
    """
    fans = position.fans
    first = [""] * len(fans)
    first[hole_column(len(fans))] = str(position.hole)
    rows = [[str(fan[height]) if height < len(fan) else "" for fan in fans] for height in range(HEIGHT)]
    return rows_board(len(fans), [*first, *(card for row in rows for card in row)])


@dataclass(frozen=True)
class BlackHole(Game[Position, int]):
    """The rules: ``BlackHole()`` is the whole deck."""

    ranks: int = MAX_RANKS

    name = "black-hole"

    def __post_init__(self) -> None:
        ranks = self.ranks
        whole = isinstance(ranks, int) and not isinstance(ranks, bool)
        if not whole or not MIN_RANKS <= ranks <= MAX_RANKS or ranks % 2 == 0:
            raise InputError(
                f"black-hole has an odd number of ranks from {MIN_RANKS} to {MAX_RANKS}, not {ranks!r}"
            )

    @property
    def size(self) -> int:
        return self.ranks

    @property
    def fans(self) -> int:
        """How many fans there are."""
        return -(-(len(SUITS) * self.ranks - 1) // HEIGHT)

    # -- deals ---------------------------------------------------------------------------------

    def deal(self, number: int) -> Position:
        """The Microsoft deal of that number; small decks have none, so :meth:`deal_own` deals them."""
        if self.ranks != MAX_RANKS:
            return self.deal_own(number)
        return self._lay_out(deals.microsoft_order(number))

    def deal_own(self, number: int) -> Position:
        """The deal from our own generator."""
        return self._lay_out(deals.own_order(self.ranks, number))

    def _lay_out(self, order: list[Card]) -> Position:
        return Position(deals.HOLE, deals.lay_out(order, self.fans))

    # -- rules ---------------------------------------------------------------------------------

    def fits(self, rank: int, onto: int) -> bool:
        """Whether a card of one rank may be put on a card of another."""
        return (rank - onto) % self.ranks in (1, self.ranks - 1)

    def moves(self, position: Position) -> list[int]:
        rank = position.hole.rank
        return [fan for fan, cards in enumerate(position.fans) if cards and self.fits(cards[-1].rank, rank)]

    def play(self, position: Position, move: int) -> Position:
        hole, fans = position
        if not 0 <= move < len(fans):
            raise IllegalMove(f"there is no fan {move + 1}: expected 1 to {len(fans)}")
        if not fans[move]:
            raise IllegalMove(f"fan {move + 1} is empty")
        card = fans[move][-1]
        if not self.fits(card.rank, hole.rank):
            raise IllegalMove(
                f"{notation.write_card(card)} cannot go onto {notation.write_card(hole)}: "
                "expected a card one rank higher or lower"
            )
        return Position(card, (*fans[:move], fans[move][:-1], *fans[move + 1 :]))

    def is_goal(self, position: Position) -> bool:
        return not any(position.fans)

    def why_unsolvable(self, position: Position) -> str | None:
        """The argument of :mod:`yomikiri.games.blackhole.walks`, if it applies."""
        counts = walks.rank_counts(self.ranks, position.fans)
        if walks.walk_exists(counts, position.hole.rank - 1):
            return None
        return (
            f"ranks: no walk up and down from {notation.write_card(position.hole)} by single steps meets "
            "each rank as often as it has cards left, even if every card could be taken at any time"
        )

    def check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise InputError(f"a position of black-hole was expected, found {type(position).__name__}")
        if len(position.fans) != self.fans:
            raise InputError(f"the position has {len(position.fans)} fans, the game {self.fans}")
        seen: set[Card] = set()
        for card in (position.hole, *(card for fan in position.fans for card in fan)):
            if card.suit not in SUITS or not 1 <= card.rank <= self.ranks:
                raise InputError(f"{card!r} is not a card of {self.ranks} ranks")
            if card in seen:
                raise InputError(f"{notation.write_card(card)} is there twice")
            seen.add(card)
        for number, fan in enumerate(position.fans, start=1):
            if len(fan) > HEIGHT:
                raise InputError(f"fan {number} has {len(fan)} cards, expected at most {HEIGHT}")

    # -- codes ---------------------------------------------------------------------------------

    @property
    def code_bytes(self) -> int:
        """The longest code has one card in the hole and all others in fans."""
        return 4 * self.ranks + self.fans

    def encode(self, position: Position) -> bytes:
        """The card in the hole, then fan after fan, one byte per card and 0 at the end of each fan."""
        number = {card: index for index, card in enumerate(deck(self.ranks), start=1)}
        self.check(position)
        fans = (byte for fan in position.fans for byte in (*(number[card] for card in fan), 0))
        return bytes([number[position.hole], *fans])

    def decode(self, code: bytes) -> Position:
        cards = deck(self.ranks)
        if not code or any(byte > len(cards) for byte in code) or code[0] == 0 or code[-1] != 0:
            raise NotationError(f"{len(code)} bytes that are no code of a position")
        fans = tuple(tuple(cards[byte - 1] for byte in fan) for fan in code[1:-1].split(b"\0"))
        position = Position(cards[code[0] - 1], fans)
        try:
            self.check(position)
        except InputError as error:
            raise NotationError(f"a code that is not a position: {error}") from None
        return position

    # -- notation ------------------------------------------------------------------------------

    def format_position(self, position: Position) -> str:
        return "\n".join(notation.board_lines(position.hole, position.fans))

    def parse_position(self, text: str) -> Position:
        position = Position(*notation.read_board(text, self.fans, HEIGHT, self.ranks))
        try:
            self.check(position)
        except InputError as error:
            raise NotationError(str(error)) from None
        problem = self._in_the_hole(position)
        if problem is not None:
            raise NotationError(problem)
        return position

    def _in_the_hole(self, position: Position) -> str | None:
        """Why the cards outside the fans cannot all be in the hole, if so: usually a card is missing."""
        there = {card for fan in position.fans for card in fan}
        gone = [card for card in deck(self.ranks) if card not in there and card != deals.HOLE]
        first = notation.write_card(deals.HOLE)
        if position.hole == deals.HOLE:
            return f"{notation.write_card(gone[0])} is missing: the hole has only {first}" if gone else None
        if deals.HOLE in there:
            return f"{first} is in a fan: it is the lowest card of the hole"
        counts = walks.rank_counts(self.ranks, [gone])
        if walks.walk_ends_in(counts, deals.HOLE.rank - 1, position.hole.rank - 1):
            return None
        names = " ".join(map(notation.write_card, gone))
        return f"the cards that are missing cannot have come into the hole: {shown(names, 60)}"

    def format_move(self, position: Position, move: int) -> str:
        """The card that goes into the hole."""
        return notation.write_card(position.fans[move][-1])

    def parse_move(self, position: Position, text: str) -> int:
        """Read the card that goes into the hole, or the number of its fan, from 1."""
        return notation.read_move(position.fans, text)

    @property
    def notations(self) -> Mapping[str, Callable[[Position, int], str]]:
        return {"cards": self.format_move, "fans": lambda position, move: str(move + 1)}
