"""Boards: what a game provides to draw its own positions on the terminal and in the browser.

A game that provides none is shown as text, with its legal moves beside it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

SYMBOLS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
RED_SUITS = "HD"

Json = dict[str, Any]


class Word(NamedTuple):
    """A word of a board on the terminal: the blanks before it, its text, and its style."""

    blanks: str
    text: str
    style: str


Lines = Sequence[Sequence[Word]]


class WebBoard(Protocol):
    """How the page draws a game.  A board has a *kind* that the page knows: rows, cards, tiles, pegs or text.

    Places have names: ``r1c5`` for a row and a column counted from 1, ``t3`` for a column of cards, ``a`` to
    ``h`` for cells, and ``home``.
    """

    def board(self, game: Any, position: Any) -> Json:
        """A position, with its ``kind``."""
        ...

    def move(self, game: Any, position: Any, move: Any) -> Json:
        """A legal move: its ``cards``, and the places ``from`` and ``to``.

        ``by_itself`` may say that the page may play it without being asked: ``safe`` if that can never do
        harm, ``home`` if a player may want it all the same.
        """
        ...

    def double_clicks(self, game: Any, position: Any, legal: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        """The move that a double click on each card makes; ``legal`` are the moves as sent to the page."""
        ...


@runtime_checkable
class TellingBoard(WebBoard, Protocol):
    """A board that says why a card cannot be picked up."""

    def held_back(self, game: Any, position: Any, legal: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """For each card that begins none of the ``legal`` moves the reason, in the languages of the page."""
        ...


def cell_place(cell: int, columns: int) -> str:
    """The name of a cell in rows and columns."""
    return f"r{cell // columns + 1}c{cell % columns + 1}"


def rows_board(columns: int, cards: Sequence[str | None]) -> Json:
    """A board of kind ``rows``: cards in reading order, None for an empty cell, "" for no cell at all."""
    rows = [list(cards[at : at + columns]) for at in range(0, len(cards), columns)]
    return {"kind": "rows", "columns": columns, "rows": rows}


def pegs_board(columns: int, rows: Sequence[Sequence[bool | None]]) -> Json:
    """A board of kind ``pegs``: whether there is one in each hole, None where there is no hole."""
    return {"kind": "pegs", "columns": columns, "rows": [list(row) for row in rows]}


def text_board(text: str) -> Json:
    """A board of kind ``text``: the position as written to files."""
    return {"kind": "text", "lines": text.splitlines()}
