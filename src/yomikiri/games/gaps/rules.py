"""Gaps as the papers play it: the aces stand fixed at the left (T. Shintani & K. Hosoya, "Comparison
between Gaps and Superpuzz").

The cards A..n-1 are laid out in four rows of n-1.  The aces are taken out, leaving four holes, and put
one at the head of each row, in a new first column; the player chooses which ace heads which row.  So a
*deal* is a :class:`Layout`, each of its 24 *arrangements* is a position, and the deal is solvable if any
arrangement can be won.  From there the rules are those of :mod:`games.rows.rules`: a position of Gaps is a
position of Superpuzz with four aces in column 1.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from yomikiri.core.board import rows_board
from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.core.dealing import shuffled
from yomikiri.core.errors import InputError, NotationError, shown
from yomikiri.core.moving_svg import still_svg
from yomikiri.games.rows.rules import ROWS, Position, RowGame, read_cards, split_rows

MIN_COLUMNS, MAX_COLUMNS = 3, 14

ARRANGEMENTS = tuple("".join(order) for order in permutations(SUITS))
"""The 24 orders of the aces over the rows, ``HDSC`` first; ``DHSC`` puts the ace of diamonds in row 1."""


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """A deal without its aces: four rows of n-1 cells in reading order, ``None`` for a hole."""

    cells: tuple[Card | None, ...]

    @property
    def columns(self) -> int:
        """The number of columns in the game, one more than in the layout."""
        return len(self.cells) // ROWS + 1

    @classmethod
    def read(cls, text: str) -> "Layout":
        """Read four rows of n-1 cells; the places of the aces are written as holes or as the aces."""
        return read_layout(text)

    def arrange(self, arrangement: str) -> Position:
        """The position with an ace at the head of each row; ``arrangement`` names their suits."""
        suits = parse_arrangement(arrangement)
        width = self.columns - 1
        cells: list[Card | None] = []
        for row, suit in enumerate(suits):
            cells += [Card(suit, 1), *self.cells[row * width : row * width + width]]
        return Position(tuple(cells))

    def __str__(self) -> str:
        return self._text("\n")

    def __repr__(self) -> str:
        return f"Layout.read('{self._text(' / ')}')"

    def _text(self, between: str) -> str:
        words = [".." if card is None else str(card) for card in self.cells]
        width = self.columns - 1
        return between.join(" ".join(words[row * width : row * width + width]) for row in range(ROWS))

    def _repr_svg_(self) -> str:
        cards = [None if card is None else str(card) for card in self.cells]
        return still_svg(rows_board(self.columns - 1, cards), str(self))


def parse_arrangement(text: str) -> str:
    """The four suits of an arrangement, from the top row down."""
    # ASCII only: otherwise the long s would pass for spades.
    suits = text.upper() if text.isascii() else ""
    if sorted(suits) != sorted(SUITS):
        raise InputError(
            f"'{shown(text)}' is not an arrangement: expected the letters H, D, S, C in some order"
        )
    return suits


def read_layout(text: str) -> Layout:
    """Read a layout; see :meth:`Layout.read`."""
    rows = split_rows(text)
    columns = len(rows[0]) + 1
    if not MIN_COLUMNS <= columns <= MAX_COLUMNS:
        raise NotationError(f"row 1 has {columns - 1} cells, expected {MIN_COLUMNS - 1} to {MAX_COLUMNS - 1}")
    cells: list[Card | None] = []
    seen: set[Card] = set()
    for where, card in read_cards(rows):
        if card is None:
            cells.append(None)
            continue
        if card.rank >= columns:
            top = Card(card.suit, columns - 1)
            raise NotationError(f"{where}: {card} is too high: a layout {columns - 1} wide goes up to {top}")
        if card in seen:
            raise NotationError(f"{where}: {card} occurs twice")
        seen.add(card)
        cells.append(None if card.rank == 1 else card)
    for card in deck(columns - 1):
        if card.rank > 1 and card not in seen:
            raise NotationError(f"{card} is missing")
    return Layout(tuple(cells))


@dataclass(frozen=True)
class Gaps(RowGame):
    """The rules at one width: ``Gaps(columns=14)`` is the full game."""

    columns: int = MAX_COLUMNS

    name = "gaps"
    min_columns: ClassVar[int] = MIN_COLUMNS
    max_columns: ClassVar[int] = MAX_COLUMNS

    def layout(self, number: int) -> Layout:
        """The numbered deal: the shuffled cards with the aces taken out."""
        cards = shuffled(deck(self.columns - 1), self.name, self.columns, number)
        return Layout(tuple(None if card.rank == 1 else card for card in cards))

    def deal(self, number: int, arrangement: str = ARRANGEMENTS[0]) -> Position:
        """One arrangement of the numbered deal."""
        return self.layout(number).arrange(arrangement)

    def check(self, position: Position) -> None:
        if isinstance(position, Layout):
            raise InputError(
                "a layout is not a position: expected an arrangement of it, or solve_arrangements()"
            )
        super().check(position)

    def format_position(self, position: Position | Layout) -> str:
        """A position, or a layout without its aces, as text."""
        return str(position) if isinstance(position, Layout) else super().format_position(position)

    def parse_position(self, text: str) -> Position:
        position = super().parse_position(text)
        for row, card in enumerate(position.cells[:: self.columns], start=1):
            if card is None or card.rank != 1:
                found = "a hole" if card is None else str(card)
                raise NotationError(
                    f"row {row} begins with {found}, expected an ace: in Gaps the aces stand at the left"
                )
        return position
