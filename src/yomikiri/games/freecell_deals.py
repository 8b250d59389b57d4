"""Numbered deals of FreeCell: the Microsoft numbers that all programs share, and our own generator.

A deal is an order of the cards and a way to lay them out.  The order is that of Jim Horne's FreeCell for
Windows, which players know by number (1 to 32,000 there, to 1,000,000 in later versions): the cards lie in
a row, A C, A D, A H, A S, 2 C and so on; the generator of Microsoft's C library picks one, the last of the
row takes its place, and the row is one shorter.  The layout is row by row over the columns; Eight Off and
Seahaven Towers keep the last cards for the cells, where PySolFC and Freecell Solver put them.

Decks of fewer ranks have no Microsoft numbers: their deals, and ``own:N``, come from
:mod:`yomikiri.games.dealing` with the text ``freecell/ranks/number``.  Columns, cells and rules have no part
in that text, so the same number is the same order of cards under all rules, as it is with Microsoft's.
"""

from collections.abc import Sequence

from yomikiri.errors import InputError
from yomikiri.games.cards import Card, deck
from yomikiri.games.dealing import shuffled
from yomikiri.games.freecell_position import Position

LARGEST_MICROSOFT = 1_000_000
MICROSOFT_SUITS = "CDHS"


def microsoft_order(number: int) -> list[Card]:
    """The 52 cards of a Microsoft deal, in the order in which they are dealt."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputError(f"deal number {number!r} is not a whole number: expected 1 to {LARGEST_MICROSOFT}")
    if not 1 <= number <= LARGEST_MICROSOFT:
        raise InputError(f"deal number {number} is out of range: expected 1 to {LARGEST_MICROSOFT}")
    row = [Card(suit, rank) for rank in range(1, 14) for suit in MICROSOFT_SUITS]
    state = number
    order = []
    while row:
        state = (state * 214013 + 2531011) % 2**31
        picked = (state >> 16) % len(row)
        row[picked], row[-1] = row[-1], row[picked]
        order.append(row.pop())
    return order


def own_order(ranks: int, number: int) -> list[Card]:
    """The cards of deal ``number`` of our own generator, in the order in which they are dealt."""
    return shuffled(deck(ranks), "freecell", ranks, number)


def lay_out(order: Sequence[Card], columns: int, cells: int, dealt_cells: Sequence[int] = ()) -> Position:
    """Deal the cards row by row over the columns, and the last of them to the cells ``dealt_cells``."""
    places = [cell for cell in dealt_cells if cell < cells]
    rest = len(order) - len(places)
    held: list[Card | None] = [None] * cells
    for cell, card in zip(places, order[rest:], strict=True):
        held[cell] = card
    return Position(
        (0, 0, 0, 0), tuple(held), tuple(tuple(order[column:rest:columns]) for column in range(columns))
    )
