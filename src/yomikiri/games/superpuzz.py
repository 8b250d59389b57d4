"""Superpuzz: the rules, the notation and the deals (H. Berliner's solitaire, a GPCC problem of 1991).

Follows T. Shintani, "Priority-first Search in Superpuzz".  Four rows of n columns hold the cards of
ranks ace to n-1 and four holes.  A hole in column 1 takes any ace; any other hole takes the successor,
in suit, of the card on its left.  Won when each row is one suit from its ace upwards.

Cells are numbered in reading order from 0.  **Move order**: holes in reading order; for a hole of
column 1 the aces in the order H, D, S, C.  Holes are alike: positions that differ only in the names of
their holes are equal; the names are carried along for the papers' swap notation and nothing else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from yomikiri.errors import IllegalMove, InputError, NotationError
from yomikiri.games.cards import SUITS, Card, deck, parse_card, shown
from yomikiri.games.dealing import shuffled
from yomikiri.games.protocol import Game

ROWS = 4
MIN_COLUMNS, MAX_COLUMNS = 2, 13
HOLE_TEXTS = ("..", "--", "__")

_MOVE = re.compile(r"([^@]+)@(.+)")
_SWAP = re.compile(r"\(([^,()]*),([^,()]*)\)")


class Move(NamedTuple):
    """A card goes from cell ``source`` to the hole at cell ``target``."""

    card: Card
    source: int
    target: int


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Where every card lies: ``cells`` in reading order, ``None`` for a hole.

    ``hole_names`` are the suits of the removed cards of rank n that name the holes, in reading order
    of the holes; they do not count in comparisons.
    """

    cells: tuple[Card | None, ...]
    hole_names: tuple[str, ...] = field(default=tuple(SUITS), compare=False)

    @property
    def columns(self) -> int:
        return len(self.cells) // ROWS

    @property
    def holes(self) -> list[int]:
        """The cells of the holes, in reading order."""
        return [cell for cell, card in enumerate(self.cells) if card is None]

    def find(self, card: Card) -> int:
        """The cell of ``card``."""
        return self.cells.index(card)

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read the text notation, with rows on lines or separated by ``/``."""
        return read_position(text)

    def __str__(self) -> str:
        return self._text("\n", ["..", "..", "..", ".."])

    def __repr__(self) -> str:
        # Rank n names a hole only if it has a letter, and not at all when the names are the default.
        names = [str(Card(suit, self.columns)) for suit in self.hole_names]
        if self.hole_names == tuple(SUITS):
            names = [".."] * ROWS
        return f"Position.read('{self._text(' / ', names)}')"

    def _text(self, between: str, hole_texts: Sequence[str]) -> str:
        texts = iter(hole_texts)
        words = [next(texts) if card is None else str(card) for card in self.cells]
        n = self.columns
        return between.join(" ".join(words[row * n : row * n + n]) for row in range(ROWS))


def read_position(text: str) -> Position:
    """Read four rows of cards and holes; cards of rank n (the number of columns) are named holes."""
    rows = [row.split() for row in re.split(r"[\n/]", text) if row.strip()]
    if len(rows) != ROWS:
        raise NotationError(f"found {len(rows)} rows, expected {ROWS}")
    columns = len(rows[0])
    if not MIN_COLUMNS <= columns <= MAX_COLUMNS:
        raise NotationError(f"row 1 has {columns} cells, expected {MIN_COLUMNS} to {MAX_COLUMNS}")
    cells: list[Card | None] = []
    names: list[str | None] = []
    seen: set[Card] = set()
    for number, row in enumerate(rows, start=1):
        if len(row) != columns:
            raise NotationError(f"row {number} has {len(row)} cells, expected {columns} as in row 1")
        for column, word in enumerate(row, start=1):
            where = f"row {number}, column {column}"
            if word in HOLE_TEXTS:
                cells.append(None)
                names.append(None)
                continue
            try:
                card = parse_card(word)
            except NotationError as error:
                raise NotationError(f"{where}: {error}; a hole is '..'") from None
            if card.rank > columns:
                highest = Card(card.suit, columns - 1)
                raise NotationError(
                    f"{where}: {card} is too high: with {columns} columns cards go up to {highest}"
                )
            if card in seen:
                raise NotationError(f"{where}: {card} occurs twice")
            seen.add(card)
            if card.rank == columns:
                cells.append(None)
                names.append(card.suit)
            else:
                cells.append(card)
    for card in deck(columns - 1):
        if card not in seen:
            raise NotationError(f"{card} is missing")
    # Every card is there once, so exactly four cells are left for the holes.
    unused = iter([suit for suit in SUITS if suit not in names])
    return Position(tuple(cells), tuple(name or next(unused) for name in names))


@dataclass(frozen=True)
class Superpuzz(Game[Position, Move]):
    """The rules at one width: ``Superpuzz(columns=13)`` is the full game."""

    columns: int = MAX_COLUMNS
    name = "superpuzz"

    def __post_init__(self) -> None:
        if not MIN_COLUMNS <= self.columns <= MAX_COLUMNS:
            raise InputError(f"superpuzz has {MIN_COLUMNS} to {MAX_COLUMNS} columns, not {self.columns}")

    @property
    def size(self) -> int:
        return self.columns

    @cached_property
    def cards(self) -> list[Card]:
        """The cards in play, in the order in which codes list them."""
        return deck(self.columns - 1)

    # -- deals ---------------------------------------------------------------------------------

    def deal(self, number: int) -> Position:
        layout = shuffled(deck(self.columns), self.name, self.columns, number)
        names = tuple(card.suit for card in layout if card.rank == self.columns)
        return Position(tuple(None if card.rank == self.columns else card for card in layout), names)

    # -- rules ---------------------------------------------------------------------------------

    def moves(self, position: Position) -> list[Move]:
        found = []
        for hole in position.holes:
            if hole % self.columns == 0:
                for suit in SUITS:
                    ace = Card(suit, 1)
                    found.append(Move(ace, position.find(ace), hole))
            else:
                left = position.cells[hole - 1]
                if left is not None and left.rank < self.columns - 1:
                    found.append(Move(left.next, position.find(left.next), hole))
        return found

    def play(self, position: Position, move: Move) -> Position:
        problem = self._problem(position, move)
        if problem:
            raise IllegalMove(f"{move.card} can not go to {self._place(move.target)}: {problem}")
        cells = list(position.cells)
        cells[move.source], cells[move.target] = None, move.card
        names = dict(zip(position.holes, position.hole_names, strict=True))
        names[move.source] = names.pop(move.target)
        return Position(tuple(cells), tuple(names[hole] for hole in sorted(names)))

    def is_goal(self, position: Position) -> bool:
        return all(self.is_ordered(position, cell) for cell, card in enumerate(position.cells) if card)

    def is_ordered(self, position: Position, cell: int) -> bool:
        """Whether the card at ``cell`` is an ace in column 1 or stands right of its predecessor."""
        card = position.cells[cell]
        if card is None:
            return False
        if card.rank == 1 or cell % self.columns == 0:
            return card.rank == 1 and cell % self.columns == 0
        return position.cells[cell - 1] == Card(card.suit, card.rank - 1)

    def class_of(self, position: Position) -> tuple[int, int]:
        """Shintani's class (i, j): aces in column 1, holes in column 1."""
        first = position.cells[:: self.columns]
        return sum(card is not None and card.rank == 1 for card in first), first.count(None)

    def _problem(self, position: Position, move: Move) -> str | None:
        """Why the move is not legal, or None if it is."""
        cells = position.cells
        if len(cells) != ROWS * self.columns:
            return f"the position has {position.columns} columns, the game {self.columns}"
        if not 0 <= move.target < len(cells) or cells[move.target] is not None:
            return "that cell is not a hole"
        if not 0 <= move.source < len(cells) or cells[move.source] != move.card:
            return "the card is not where the move takes it from"
        if move.target % self.columns == 0:
            return None if move.card.rank == 1 else "a hole in column 1 takes only an ace"
        left = cells[move.target - 1]
        if left is None:
            return "a hole right of a hole takes nothing"
        if left.rank == self.columns - 1:
            return f"a hole right of {left} takes nothing"
        if move.card != left.next:
            return f"a hole right of {left} takes only {left.next}"
        return None

    def _place(self, cell: int) -> str:
        if not 0 <= cell < ROWS * self.columns:
            return f"cell {cell}"
        return f"row {cell // self.columns + 1}, column {cell % self.columns + 1}"

    # -- codes ---------------------------------------------------------------------------------

    def encode(self, position: Position) -> bytes:
        """For each card in deck order the number of its cell, in 6 bits, least significant first."""
        if position.columns != self.columns:
            raise InputError(f"the position has {position.columns} columns, the game {self.columns}")
        where = {card: cell for cell, card in enumerate(position.cells)}
        number = sum(where[card] << (6 * index) for index, card in enumerate(self.cards))
        return number.to_bytes(3 * (self.columns - 1), "little")

    def decode(self, code: bytes) -> Position:
        if len(code) != 3 * (self.columns - 1):
            raise NotationError(f"a code has {3 * (self.columns - 1)} bytes, found {len(code)}")
        number = int.from_bytes(code, "little")
        cells: list[Card | None] = [None] * (ROWS * self.columns)
        for index, card in enumerate(self.cards):
            cell = number >> (6 * index) & 63
            if cell >= len(cells) or cells[cell] is not None:
                raise NotationError(f"the code puts {card} in cell {cell}, which is taken or does not exist")
            cells[cell] = card
        return Position(tuple(cells))

    # -- notation ------------------------------------------------------------------------------

    def format_position(self, position: Position) -> str:
        return str(position)

    def parse_position(self, text: str) -> Position:
        position = read_position(text)
        if position.columns != self.columns:
            raise NotationError(f"the position has {position.columns} columns, expected {self.columns}")
        return position

    def format_move(self, position: Position, move: Move) -> str:
        if move.card.rank == 1:
            return f"{move.card}@{move.target // self.columns + 1}"
        return str(move.card)

    def format_swap(self, position: Position, move: Move) -> str:
        """The papers' notation: the hole's name and the card, e.g. ``(H6,HA)``."""
        name = dict(zip(position.holes, position.hole_names, strict=True))[move.target]
        return f"({Card(name, self.columns)},{move.card})"

    def parse_move(self, position: Position, text: str) -> Move:
        """Read ``H7``, ``SA@2``, or a swap ``(H6,HA)`` with card and hole in either order."""
        text = text.strip()
        if text.startswith("("):
            return self._parse_swap(position, text)
        match = _MOVE.fullmatch(text)
        card = self._parse_own_card(match.group(1) if match else text)
        source = position.find(card)
        if match:
            row = match.group(2)
            if row not in ("1", "2", "3", "4"):
                raise NotationError(f"'{shown(text)}': '{shown(row)}' is not a row, expected 1 to {ROWS}")
            if card.rank != 1:
                raise NotationError(f"'{shown(text)}': only an ace names a row, expected just {card}")
            return Move(card, source, (int(row) - 1) * self.columns)
        if card.rank == 1:
            rows = [hole // self.columns + 1 for hole in position.holes if hole % self.columns == 0]
            if len(rows) == 1:
                return Move(card, source, (rows[0] - 1) * self.columns)
            if not rows:
                raise IllegalMove(f"{card} can not move: column 1 has no hole")
            choices = " or ".join(f"{card}@{row}" for row in rows)
            raise NotationError(f"'{shown(text)}' must say its row: expected {choices}")
        target = position.find(Card(card.suit, card.rank - 1)) + 1
        if target % self.columns == 0:
            raise IllegalMove(f"{card} can not move: its predecessor stands in the last column")
        return Move(card, source, target)

    def _parse_swap(self, position: Position, text: str) -> Move:
        match = _SWAP.fullmatch(text)
        if match is None:
            form = f"({Card('H', self.columns)},HA)"
            raise NotationError(f"'{shown(text)}' is not a swap: expected a form like {form}")
        pair = [parse_card(match.group(1).strip()), parse_card(match.group(2).strip())]
        holes = [card for card in pair if card.rank == self.columns]
        if len(holes) != 1:
            raise NotationError(
                f"'{shown(text)}' must name one hole and one card: holes have rank {self.columns} here"
            )
        pair.remove(holes[0])
        card = self._parse_own_card(str(pair[0]))
        target = position.holes[position.hole_names.index(holes[0].suit)]
        return Move(card, position.find(card), target)

    def _parse_own_card(self, text: str) -> Card:
        card = parse_card(text)
        if card.rank >= self.columns:
            raise NotationError(
                f"{card} is not in play: with {self.columns} columns cards go up to rank {self.columns - 1}"
            )
        return card
