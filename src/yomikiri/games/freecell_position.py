"""Positions of FreeCell and its family, and the board text that players exchange.

A position is what lies where: how far each suit has come home, what the cells hold, and the columns, the
card dealt first (the *bottom*) to the card that can move (the *top*).  Cells and columns keep their places,
so that moves can name them; that their order means nothing to the rules is for the search to use.

The text is the one that PySolFC writes and Freecell Solver reads and writes, ranks first::

    Foundations: H-0 C-2 D-0 S-A
    Freecells: TH - - 3D
    : KC QD JS
    : 7H

Reading is tolerant: ``10`` or ``T``, either case, ``Founds:`` and ``FC:``, the colon before a column left
out, the two first lines left out, blank lines anywhere, ``/`` for a line end.  A line that is only ``:`` is
an empty column.  What is read must be a whole deck, each card once.
"""

import re
from dataclasses import dataclass

from yomikiri.errors import NotationError, shown
from yomikiri.games.cards import SUITS, Card

RANK_LETTERS = "A23456789TJQK"
FOUNDATION_SUITS = "HCDS"
"""The order of suits in the line of foundations, as the other programs write it."""

EMPTY_CELL = "-"

_CARD = re.compile(r"(10|[A2-9TJQK])([HDSC])", re.IGNORECASE | re.ASCII)
_FOUNDATION = re.compile(r"([HDSC])-(10|[0A2-9TJQK])", re.IGNORECASE | re.ASCII)
_HEADING = re.compile(r"(foundations|founds|freecells|fc)\s*:", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Where every card is.  Those that are home lie in order and stay, so that a rank a suit says all."""

    home: tuple[int, int, int, int]
    """The highest rank that is home, for each suit in the order H, D, S, C; 0 for none."""
    cells: tuple[Card | None, ...]
    columns: tuple[tuple[Card, ...], ...]
    """Each column from the bottom to the top."""

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read a board as it stands: the cells and columns that the text has, be it a whole deck or not."""
        return read_board(text).position

    @property
    def empty_cells(self) -> int:
        return self.cells.count(None)

    @property
    def empty_columns(self) -> int:
        return self.columns.count(())

    def __str__(self) -> str:
        return "\n".join(board_lines(self))

    def __repr__(self) -> str:
        return f"Position.read('{' / '.join(board_lines(self))}')"


def write_card(card: Card) -> str:
    """The card as FreeCell players write it, rank first: ``TH``."""
    return RANK_LETTERS[card.rank - 1] + card.suit


def read_card(text: str) -> Card:
    """Read a card, rank first; ten is ``T`` or ``10``, letters in either case."""
    match = _CARD.fullmatch(text)
    if match is None:
        raise NotationError(
            f"'{shown(text)}' is not a card: expected a rank {RANK_LETTERS} or 10 and a suit H, C, D or S"
        )
    return Card(match.group(2).upper(), _rank(match.group(1)))


def board_lines(position: Position) -> list[str]:
    """The lines of the board text."""
    ranks = dict(zip(SUITS, position.home, strict=True))
    home = [f"{suit}-{RANK_LETTERS[ranks[suit] - 1] if ranks[suit] else 0}" for suit in FOUNDATION_SUITS]
    cells = [EMPTY_CELL if card is None else write_card(card) for card in position.cells]
    return [
        " ".join(["Foundations:", *home]),
        " ".join(["Freecells:", *cells]),
        *(" ".join([":", *map(write_card, column)]) for column in position.columns),
    ]


@dataclass(frozen=True)
class Board:
    """A board as it was read, with the line of each card, so that errors can say where."""

    position: Position
    lines: dict[Card, int]
    cells_line: int
    """The line of the cells, or 0 if there was none."""


def read_board(text: str) -> Board:
    """Read a board; cards may be missing, but none may be there twice."""
    home: dict[str, int] | None = None
    cells: list[Card | None] | None = None
    cells_line = 0
    columns: list[tuple[Card, ...]] = []
    lines: dict[Card, int] = {}
    for number, line in enumerate(re.split(r"\r\n|[\n/]", text), start=1):
        heading = _HEADING.match(line.strip())
        words = line.strip()[heading.end() if heading else 0 :].split()
        if heading is None and not words:
            continue
        if heading is None:
            columns.append(tuple(_cards(_without_colon(words), number, lines)))
        elif heading.group(1)[:2].lower() == "fo":
            if home is not None:
                raise NotationError(f"line {number}: a second line of foundations, expected one")
            home = _foundations(words, number)
        else:
            if cells is not None:
                raise NotationError(f"line {number}: a second line of cells, expected one")
            cells_line = number
            cells = [
                None if word == EMPTY_CELL else next(iter(_cards([word], number, lines, EMPTY_CELL)))
                for word in words
            ]
    ranks = home or {}
    for card, number in lines.items():
        if card.rank <= ranks.get(card.suit, 0):
            raise NotationError(
                f"line {number}: {write_card(card)} is on the board, but the foundation "
                f"{card.suit}-{RANK_LETTERS[ranks[card.suit] - 1]} says that it is home"
            )
    h, d, s, c = (ranks.get(suit, 0) for suit in SUITS)
    return Board(Position((h, d, s, c), tuple(cells or ()), tuple(columns)), lines, cells_line)


def _without_colon(words: list[str]) -> list[str]:
    """The cards of a column's line, whose colon may stand apart, stick to the first card, or be left out."""
    if words[0].startswith(":"):
        return [words[0][1:], *words[1:]] if words[0] != ":" else words[1:]
    return words


def _cards(words: list[str], number: int, lines: dict[Card, int], other: str = "") -> list[Card]:
    """The cards of the words of one line; ``lines`` remembers where each card was seen."""
    found = []
    for word in words:
        try:
            card = read_card(word)
        except NotationError as error:
            hint = f", or {other} for an empty cell" if other else ""
            raise NotationError(f"line {number}: {error}{hint}") from None
        if card in lines:
            where = "" if lines[card] == number else f", also in line {lines[card]}"
            raise NotationError(f"line {number}: {write_card(card)} occurs twice{where}")
        lines[card] = number
        found.append(card)
    return found


def _foundations(words: list[str], number: int) -> dict[str, int]:
    home: dict[str, int] = {}
    for word in words:
        match = _FOUNDATION.fullmatch(word)
        if match is None:
            raise NotationError(
                f"line {number}: '{shown(word)}' is not a foundation: expected a form like H-0, C-A or D-T"
            )
        suit = match.group(1).upper()
        if suit in home:
            raise NotationError(f"line {number}: a second foundation of {suit}, expected one of each suit")
        home[suit] = 0 if match.group(2) == "0" else _rank(match.group(2))
    return home


def _rank(text: str) -> int:
    return 10 if text == "10" else RANK_LETTERS.index(text.upper()) + 1


# -- codes -----------------------------------------------------------------------------------------


def encode(position: Position) -> bytes:
    """Four bytes of ranks that are home, a byte a cell, and for each column its length and its cards."""
    code = bytearray(position.home)
    code.extend(map(card_code, position.cells))
    for column in position.columns:
        code.append(len(column))
        code.extend(map(card_code, column))
    return bytes(code)


def decode(code: bytes, cells: int) -> Position:
    """The position that :func:`encode` made ``code`` from, in a game with so many cells."""
    if len(code) < 4 + cells:
        raise NotationError(f"a code has at least {4 + cells} bytes, found {len(code)}")
    h, d, s, c = code[:4]
    held = tuple(card_of(byte) for byte in code[4 : 4 + cells])
    columns = []
    start = 4 + cells
    while start < len(code):
        end = start + 1 + code[start]
        cards = [card for byte in code[start + 1 : end] if (card := card_of(byte)) is not None]
        if len(cards) != code[start]:
            raise NotationError(f"the code has {len(cards)} cards in a column, expected {code[start]}")
        columns.append(tuple(cards))
        start = end
    return Position((h, d, s, c), held, tuple(columns))


def card_code(card: Card | None) -> int:
    """A card as one byte, suit (H, D, S, C) in the upper four bits and rank in the lower; 0 for no card."""
    return 0 if card is None else SUITS.index(card.suit) * 16 + card.rank


def card_of(code: int) -> Card | None:
    """The card that :func:`card_code` made ``code`` from."""
    if code == 0:
        return None
    suit, rank = divmod(code, 16)
    if suit >= len(SUITS) or not 1 <= rank <= len(RANK_LETTERS):
        raise NotationError(f"the code has a byte {code} where a card was expected")
    return Card(SUITS[suit], rank)
