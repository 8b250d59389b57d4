"""Games of four rows and four holes: what Superpuzz, Montana and Gaps have in common.

Four rows of n columns hold four suits of n-1 cards and four holes.  A hole in column 1 takes any *leader*
(the lowest card of a suit); any other hole takes the successor, in suit, of the card on its left.  Won when
each row is one suit from its leader upwards.  In Gaps the leaders already stand in column 1, so no hole
ever appears there and the first half of the rule never applies: one set of rules serves all.

Inside, leaders are aces and the other cards have the ranks 2 to n-1.  Montana writes every rank one
higher; only its notation knows that (``lead``).

Cells are numbered in reading order from 0.  **Move order**: holes in reading order; for a hole in
column 1 the leaders in the order H, D, S, C.  Holes are alike: positions that differ only in the names of
their holes are equal; the names are kept only for the papers' swap notation.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from yomikiri.core.board import rows_board
from yomikiri.core.board_text import refuse_nothing, word_lines
from yomikiri.core.cards import RANKS, SUITS, Card, deck, parse_card
from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.moving_svg import still_svg
from yomikiri.core.protocol import Game

ROWS = 4
MIN_COLUMNS, MAX_COLUMNS = 2, 14
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
        # Rank n names a hole only if it has a letter; default names need not be written.
        names = [suit + RANKS[self.columns - 1 : self.columns] for suit in self.hole_names]
        if self.hole_names == tuple(SUITS) or self.columns > len(RANKS):
            names = [".."] * ROWS
        return f"Position.read('{self._text(' / ', names)}')"

    def _text(self, between: str, hole_texts: Sequence[str]) -> str:
        texts = iter(hole_texts)
        words = [next(texts) if card is None else str(card) for card in self.cells]
        n = self.columns
        return between.join(" ".join(words[row * n : row * n + n]) for row in range(ROWS))

    def _repr_svg_(self) -> str:
        cards = [None if card is None else str(card) for card in self.cells]
        return still_svg(rows_board(self.columns, cards), str(self))


def split_rows(text: str) -> list[list[str]]:
    """The words of a layout, row by row; rows are on separate lines or separated by ``/``."""
    refuse_nothing(text, f"{ROWS} rows of cards and holes")
    rows = word_lines(text)
    if len(rows) != ROWS:
        raise NotationError(f"found {len(rows)} rows, expected {ROWS}")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise NotationError(f"row {number} has {len(row)} cells, expected {len(rows[0])} as in row 1")
    return rows


def read_cards(rows: list[list[str]]) -> Iterator[tuple[str, Card | None]]:
    """Each cell of a layout in reading order: where it is, and its card, or None for a hole."""
    for number, row in enumerate(rows, start=1):
        for column, word in enumerate(row, start=1):
            where = f"row {number}, column {column}"
            try:
                yield where, None if word in HOLE_TEXTS else parse_card(word)
            except NotationError as error:
                raise NotationError(f"{where}: {error}; a hole is '..'") from None


def read_position(text: str, lead: int = 1, least: int = MIN_COLUMNS, most: int = MAX_COLUMNS) -> Position:
    """Read four rows of cards and holes.

    ``lead`` is the rank that leads a row: 1 for Superpuzz and Gaps, where cards of rank n (the number of
    columns) are named holes; 2 for Montana, where the aces are.  ``least`` and ``most`` bound the columns.
    """
    rows = split_rows(text)
    columns = len(rows[0])
    if not least <= columns <= most:
        raise NotationError(f"row 1 has {columns} cells, expected {least} to {most}")
    hole_rank = columns if lead == 1 else 1
    highest = columns + lead - 2
    cells: list[Card | None] = []
    names: list[str | None] = []
    seen: set[Card] = set()
    for where, card in read_cards(rows):
        if card is None:
            cells.append(None)
            names.append(None)
            continue
        if card.rank > max(highest, hole_rank):
            top = Card(card.suit, highest)
            raise NotationError(f"{where}: {card} is too high: with {columns} columns cards go up to {top}")
        if card in seen:
            raise NotationError(f"{where}: {card} occurs twice")
        seen.add(card)
        if card.rank == hole_rank:
            cells.append(None)
            names.append(card.suit)
        else:
            cells.append(Card(card.suit, card.rank - lead + 1))
    for suit in SUITS:
        for rank in range(lead, highest + 1):
            if Card(suit, rank) not in seen:
                raise NotationError(f"{Card(suit, rank)} is missing")
    # Every card occurs once, so exactly four cells are left for the holes.
    unused = iter([suit for suit in SUITS if suit not in names])
    return Position(tuple(cells), tuple(name or next(unused) for name in names))


@dataclass(frozen=True)
class RowGame(Game[Position, Move]):
    """The rules at one width; the games derive from it and add their deals and names."""

    columns: int

    min_columns: ClassVar[int] = MIN_COLUMNS
    max_columns: ClassVar[int] = MAX_COLUMNS

    def __post_init__(self) -> None:
        if isinstance(self.columns, bool) or not isinstance(self.columns, int):
            raise InputError(f"the number of columns is {self.columns!r}, expected a whole number")
        if not self.min_columns <= self.columns <= self.max_columns:
            raise InputError(
                f"{self.name} has {self.min_columns} to {self.max_columns} columns, not {self.columns}"
            )

    @property
    def size(self) -> int:
        return self.columns

    @property
    def lead(self) -> int:
        """The rank, in this game's notation, of the cards that lead the rows."""
        return 1

    @cached_property
    def cards(self) -> list[Card]:
        """The cards in play, in the order in which codes list them."""
        return deck(self.columns - 1)

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
            raise IllegalMove(
                f"{self.write_card(move.card)} cannot go to {self._place(move.target)}: {problem}"
            )
        cells = list(position.cells)
        cells[move.source], cells[move.target] = None, move.card
        names = dict(zip(position.holes, position.hole_names, strict=True))
        names[move.source] = names.pop(move.target)
        return Position(tuple(cells), tuple(names[hole] for hole in sorted(names)))

    def move_between(self, position: Position, following: Position) -> Move | None:
        if following.columns != self.columns or len(following.cells) != len(position.cells):
            return None
        # A move changes two cells, so there is no need to search all legal moves.
        pairs = enumerate(zip(position.cells, following.cells, strict=True))
        changed = [cell for cell, (before, after) in pairs if before != after]
        if len(changed) != 2:
            return None
        source, target = changed if position.cells[changed[1]] is None else reversed(changed)
        card = position.cells[source]
        if card is None or following.cells[target] != card or following.cells[source] is not None:
            return None
        move = Move(card, source, target)
        return None if self._problem(position, move) else move

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
            return None if move.card.rank == 1 else f"a hole in column 1 takes only {self.leader_word}"
        left = cells[move.target - 1]
        if left is None:
            return "a hole right of a hole takes nothing"
        if left.rank == self.columns - 1:
            return f"a hole right of {self.write_card(left)} takes nothing"
        if move.card != left.next:
            return f"a hole right of {self.write_card(left)} takes only {self.write_card(left.next)}"
        return None

    def _place(self, cell: int) -> str:
        if not 0 <= cell < ROWS * self.columns:
            return f"cell {cell}"
        return f"row {cell // self.columns + 1}, column {cell % self.columns + 1}"

    def check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise InputError(f"a position of {self.name} was expected, found {type(position).__name__}")
        if position.columns != self.columns:
            raise InputError(f"the position has {position.columns} columns, the game {self.columns}")
        if len(position.cells) != ROWS * self.columns:
            raise InputError(f"the position has {len(position.cells)} cells, expected {ROWS * self.columns}")
        present = [card for card in position.cells if card is not None]
        for card in self.cards:
            if present.count(card) != 1:
                raise InputError(
                    f"{self.write_card(card)} is there {present.count(card)} times, expected once"
                )
        if len(present) != len(self.cards):
            strange = next(card for card in present if card not in self.cards)
            raise InputError(f"{strange!r} is not a card of {self.name} with {self.columns} columns")
        if sorted(position.hole_names) != sorted(SUITS):
            raise InputError(f"the holes are named {position.hole_names}, expected each of {SUITS} once")

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
        for card in self.cards:
            number, cell = number >> 6, number & 63
            if cell >= len(cells) or cells[cell] is not None:
                raise NotationError(f"the code puts {card} in cell {cell}, which is taken or does not exist")
            cells[cell] = card
        return Position(tuple(cells))

    # -- notation ------------------------------------------------------------------------------

    @property
    def leader_word(self) -> str:
        """What messages call the cards that lead the rows."""
        return "an ace" if self.lead == 1 else "a two"

    def write_card(self, card: Card) -> str:
        """The card in this game's notation."""
        return str(Card(card.suit, card.rank + self.lead - 1))

    @property
    def names_holes(self) -> bool:
        """Whether holes have names, so that moves can use the papers' notation: rank n must have a letter."""
        return self.columns <= len(RANKS)

    def write_hole(self, name: str) -> str:
        """The name of a hole: the card that was removed for it."""
        return str(Card(name, self.columns if self.lead == 1 else 1))

    def format_position(self, position: Position) -> str:
        words = [".." if card is None else self.write_card(card) for card in position.cells]
        n = self.columns
        return "\n".join(" ".join(words[row * n : row * n + n]) for row in range(ROWS))

    def parse_position(self, text: str) -> Position:
        position = read_position(text, self.lead, self.min_columns, self.max_columns)
        if position.columns != self.columns:
            raise NotationError(f"the position has {position.columns} columns, expected {self.columns}")
        return position

    def format_move(self, position: Position, move: Move) -> str:
        if move.card.rank == 1:
            return f"{self.write_card(move.card)}@{move.target // self.columns + 1}"
        return self.write_card(move.card)

    @property
    def notations(self) -> Mapping[str, Callable[[Position, Move], str]]:
        cards = {"cards": self.format_move}
        return cards | {"swaps": self.format_swap} if self.names_holes else cards

    def format_swap(self, position: Position, move: Move) -> str:
        """The papers' notation: the hole's name and the card, e.g. ``(H6,HA)``."""
        if not self.names_holes:
            raise NotationError(f"holes have no names with {self.columns} columns: no rank is left for them")
        name = dict(zip(position.holes, position.hole_names, strict=True))[move.target]
        return f"({self.write_hole(name)},{self.write_card(move.card)})"

    def parse_move(self, position: Position, text: str) -> Move:
        """Read ``H7``, ``SA@2``, or a swap ``(H6,HA)`` with card and hole in either order."""
        text = text.strip()
        if text.startswith("("):
            return self._parse_swap(position, text)
        match = _MOVE.fullmatch(text)
        card = self._own_card(parse_card(match.group(1) if match else text))
        word = self.write_card(card)
        source = position.find(card)
        if match:
            row = match.group(2)
            if row not in ("1", "2", "3", "4"):
                raise NotationError(f"'{shown(text)}': '{shown(row)}' is not a row, expected 1 to {ROWS}")
            if card.rank != 1:
                raise NotationError(
                    f"'{shown(text)}': only {self.leader_word} names a row, expected just {word}"
                )
            return Move(card, source, (int(row) - 1) * self.columns)
        if card.rank == 1:
            rows = [hole // self.columns + 1 for hole in position.holes if hole % self.columns == 0]
            if len(rows) == 1:
                return Move(card, source, (rows[0] - 1) * self.columns)
            if not rows:
                raise IllegalMove(f"{word} cannot move: column 1 has no hole")
            choices = " or ".join(f"{word}@{row}" for row in rows)
            raise NotationError(f"'{shown(text)}' must say its row: expected {choices}")
        target = position.find(Card(card.suit, card.rank - 1)) + 1
        if target % self.columns == 0:
            raise IllegalMove(f"{word} cannot move: its predecessor stands in the last column")
        return Move(card, source, target)

    def _parse_swap(self, position: Position, text: str) -> Move:
        if not self.names_holes:
            raise NotationError(f"'{shown(text)}': holes have no names with {self.columns} columns")
        match = _SWAP.fullmatch(text)
        if match is None:
            form = f"({self.write_hole('H')},{self.write_card(Card('H', 1))})"
            raise NotationError(f"'{shown(text)}' is not a swap: expected a form like {form}")
        pair = [parse_card(match.group(1).strip()), parse_card(match.group(2).strip())]
        hole_rank = self.columns if self.lead == 1 else 1
        holes = [card for card in pair if card.rank == hole_rank]
        if len(holes) != 1:
            raise NotationError(
                f"'{shown(text)}' must name one hole and one card: holes have rank {hole_rank} here"
            )
        pair.remove(holes[0])
        card = self._own_card(pair[0])
        target = position.holes[position.hole_names.index(holes[0].suit)]
        return Move(card, position.find(card), target)

    def _own_card(self, named: Card) -> Card:
        """The card that this game's notation calls ``named``."""
        highest = self.columns + self.lead - 2
        if named.rank > highest:
            raise NotationError(
                f"{named} is not in play: with {self.columns} columns cards go up to rank {highest}"
            )
        if named.rank < self.lead:
            raise NotationError(f"{named} is not in play: cards begin with {self.leader_word}")
        return Card(named.suit, named.rank - self.lead + 1)
