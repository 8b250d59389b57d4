"""Numbered deals of FreeCell: the Microsoft numbers that all programs share, and our own generator.

A deal is an order of the cards and a way to lay them out.  The order is Microsoft's
(:mod:`yomikiri.core.microsoft`).  The layout is row by row over the columns; Eight Off and Seahaven Towers
keep the last cards for the cells, where PySolFC and Freecell Solver put them.

Decks of fewer ranks have no Microsoft numbers: their deals, and ``own:N``, come from
:mod:`yomikiri.core.dealing` with the text ``freecell/ranks/number``.  That text does not mention columns,
cells or rules, so a number gives the same order of cards under all rules, as with Microsoft's.
"""

from collections.abc import Sequence

from yomikiri.core.cards import Card, deck
from yomikiri.core.dealing import shuffled
from yomikiri.core.microsoft import microsoft_order
from yomikiri.games.freecell.position import Position

__all__ = ["lay_out", "microsoft_order", "own_order"]


def own_order(ranks: int, number: int) -> list[Card]:
    """The cards of deal ``number`` from our own generator, in dealing order."""
    return shuffled(deck(ranks), "freecell", ranks, number)


def lay_out(order: Sequence[Card], columns: int, cells: int, dealt_cells: Sequence[int] = ()) -> Position:
    """Deal the cards row by row over the columns, and the last ones to the cells ``dealt_cells``."""
    places = [cell for cell in dealt_cells if cell < cells]
    rest = len(order) - len(places)
    held: list[Card | None] = [None] * cells
    for cell, card in zip(places, order[rest:], strict=True):
        held[cell] = card
    return Position(
        (0, 0, 0, 0), tuple(held), tuple(tuple(order[column:rest:columns]) for column in range(columns))
    )
