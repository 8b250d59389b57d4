"""Positions of FreeCell and its family, and the board text that players exchange.

A position says where everything is: how far each suit has come home, what the cells hold, and the columns,
from the card dealt first (the *bottom*) to the card that can move (the *top*).  Cells and columns keep their
places, so that moves can name them; it is up to the search to exploit that their order does not matter.

The text is the one that PySolFC writes and Freecell Solver reads and writes, ranks first::

    Foundations: H-0 C-2 D-0 S-A
    Freecells: TH - - 3D
    : KC QD JS
    : 7H

:mod:`yomikiri.games.freecell.text` reads it, and also what people type instead.
"""

from dataclasses import dataclass
from functools import lru_cache

from yomikiri.core.board import Json
from yomikiri.core.cards import SUITS, Card
from yomikiri.core.errors import NotationError
from yomikiri.core.moving_svg import still_svg

RANK_LETTERS = "A23456789TJQK"
FOUNDATION_SUITS = "HCDS"
"""The order of suits in the foundations line, as other programs write it."""

EMPTY_CELL = "-"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Where every card is.  Cards that are home lie in order and stay, so one rank per suit says it all."""

    home: tuple[int, int, int, int]
    """The highest rank that is home, for each suit in the order H, D, S, C; 0 for none."""
    cells: tuple[Card | None, ...]
    columns: tuple[tuple[Card, ...], ...]
    """Each column from the bottom to the top."""

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read a board as it stands: its lines are columns, and the deck need not be complete."""
        from yomikiri.games.freecell.text import read_board  # That module imports this one.

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

    def _repr_svg_(self) -> str:
        return still_svg(cards_board(self), str(self))


def write_card(card: Card) -> str:
    """The card as FreeCell players write it, rank first: ``TH``."""
    return RANK_LETTERS[card.rank - 1] + card.suit


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


def cards_board(position: Position) -> Json:
    """Homes, cells and columns as the page and notebooks draw them."""
    return {
        "kind": "cards",
        "home": dict(zip(SUITS, position.home, strict=True)),
        "cells": [None if card is None else str(card) for card in position.cells],
        "columns": [list(map(str, column)) for column in position.columns],
    }


# -- codes -----------------------------------------------------------------------------------------


def encode(position: Position) -> bytes:
    """Four bytes for the ranks that are home, one per cell, and for each column its length and cards."""
    code = bytearray(position.home)
    code.extend(map(card_code, position.cells))
    for column in position.columns:
        code.append(len(column))
        code.extend(map(card_code, column))
    return bytes(code)


def decode(code: bytes, cells: int) -> Position:
    """The position that :func:`encode` made ``code`` from, in a game with that many cells."""
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


@lru_cache(maxsize=256)
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
