"""Plays many moves at once, on lists that change in place: most of what a quick solution costs outside the
kernel is to play it by the rules.

The rules are those of :class:`yomikiri.games.freecell.rules.FreeCell`, asked card by card.  Whatever is not
plainly legal here is left to :meth:`FreeCell.play`, which says what is wrong with it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move
from yomikiri.games.freecell.position import Position

if TYPE_CHECKING:
    from yomikiri.games.freecell.rules import FreeCell


def replayed(game: "FreeCell", position: Position, moves: Sequence[Move]) -> Position | None:
    """The position after moves of single cards; None if one of them is not, or not legal."""
    home = dict(zip(SUITS, position.home, strict=True))
    cells: list[Card | None] = list(position.cells)
    columns = [list(column) for column in position.columns]
    if (len(columns), len(cells)) != (game.columns, game.cells):
        return None
    last_column, last_cell = len(columns) - 1, FIRST_CELL + len(cells) - 1
    fits, opens = game.fits, game.opens
    for move in moves:
        source, target = move.source, move.target
        if move.count != 1 or source == target:
            return None
        if 0 <= source <= last_column:
            if not columns[source]:
                return None
            card = columns[source].pop()
        elif FIRST_CELL <= source <= last_cell:
            held = cells[source - FIRST_CELL]
            if held is None:
                return None
            card, cells[source - FIRST_CELL] = held, None
        else:
            return None
        if target == HOME:
            if home[card.suit] != card.rank - 1:
                return None
            home[card.suit] += 1
        elif 0 <= target <= last_column:
            pile = columns[target]
            if not (fits(card, pile[-1]) if pile else opens(card)):
                return None
            pile.append(card)
        elif FIRST_CELL <= target <= last_cell and cells[target - FIRST_CELL] is None:
            cells[target - FIRST_CELL] = card
        else:
            return None
    h, d, s, c = home.values()
    return Position((h, d, s, c), tuple(cells), tuple(map(tuple, columns)))
