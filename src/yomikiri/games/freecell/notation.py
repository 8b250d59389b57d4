"""Moves of FreeCell in standard notation: two characters, source and target.

Columns are ``1`` to ``9`` and ``0`` for a tenth, cells are ``a`` to ``g`` and ``k`` for an eighth (``h`` is
taken), ``h`` is home: ``1a``, ``a7``, ``6h``, ``23``.  The number of cards follows as in Freecell Solver,
``v`` and the number in hexadecimal: ``26v3``.
"""

import re
from dataclasses import dataclass

from yomikiri.core.cards import Card
from yomikiri.core.errors import NotationError, shown
from yomikiri.games.freecell.position import Position, write_card

MAX_COLUMNS, MAX_CELLS = 10, 8
FIRST_CELL = 16
HOME = 32
"""Places are numbered: columns from 0, cells from 16, and 32 is home."""

COLUMN_LETTERS = "1234567890"
CELL_LETTERS = "abcdefgk"
HOME_LETTER = "h"

# Column ten may also be written 10; that makes nothing ambiguous, since no column is 11 or 01.
_PLACE = r"(10(?=.)|[0-9a-gkh])"
_MOVE = re.compile(_PLACE + r"(10|[0-9a-gkh])(?:v([1-9a-d]))?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Move:
    """``count`` cards, a run if there are several, go from place ``source`` to place ``target``."""

    source: int
    target: int
    count: int = 1


def cell_place(cell: int) -> int:
    """The place of a cell, counted from 0."""
    return FIRST_CELL + cell


def is_column(place: int) -> bool:
    return 0 <= place < MAX_COLUMNS


def is_cell(place: int) -> bool:
    return FIRST_CELL <= place < FIRST_CELL + MAX_CELLS


def write_place(place: int) -> str:
    """The character of a place."""
    if place == HOME:
        return HOME_LETTER
    return CELL_LETTERS[place - FIRST_CELL] if is_cell(place) else COLUMN_LETTERS[place]


def place_words(place: int) -> str:
    """A place in messages: ``column 3``, ``cell b``, ``home``."""
    if place == HOME:
        return "home"
    if is_column(place):
        return f"column {place + 1}"
    return f"cell {write_place(place)}" if is_cell(place) else f"place {place}"


def read_places(text: str, columns: int, cells: int) -> tuple[int, int, int | None]:
    """The source, the target and, if given, the number of cards of a move's text."""
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"'{shown(text)}' is not a move: expected a form like 1a, a7, 6h, 23 or 26v3")
    source, target = (_place(text, word.lower(), columns, cells) for word in match.group(1, 2))
    if source == HOME:
        raise NotationError(f"'{shown(text)}': cards that are home stay there, expected a column or a cell")
    return source, target, int(match.group(3), 16) if match.group(3) else None


def _place(text: str, word: str, columns: int, cells: int) -> int:
    if word == HOME_LETTER:
        return HOME
    if word in CELL_LETTERS:
        cell = CELL_LETTERS.index(word)
        if cell >= cells:
            known = f"a to {CELL_LETTERS[cells - 1]}" if cells else "none, the game has no cells"
            raise NotationError(f"'{shown(text)}': there is no cell {word}, expected {known}")
        return cell_place(cell)
    column = 9 if word == "10" else COLUMN_LETTERS.index(word)
    if column >= columns:
        raise NotationError(f"'{shown(text)}': there is no column {column + 1}, expected 1 to {columns}")
    return column


def cards_of(position: Position, move: Move) -> tuple[Card, ...]:
    """The cards that a legal move takes, the bottom one first."""
    if is_column(move.source):
        return position.columns[move.source][-move.count :]
    card = position.cells[move.source - FIRST_CELL]
    return () if card is None else (card,)


def describe(position: Position, move: Move) -> str:
    """A legal move in cards: ``TC onto JD``, ``9H 8S to column 3``, ``KD to cell a``, ``AS home``."""
    cards = " ".join(map(write_card, cards_of(position, move)))
    if is_column(move.target) and position.columns[move.target]:
        return f"{cards} onto {write_card(position.columns[move.target][-1])}"
    return f"{cards} home" if move.target == HOME else f"{cards} to {place_words(move.target)}"
