"""Lower bounds for Superpuzz and Gaps."""

from collections.abc import Callable
from itertools import permutations

from yomikiri.core.cards import SUITS
from yomikiri.games.rows.rules import ROWS, Position, RowGame


def misplaced(position: Position) -> int:
    """Cards not in their goal cell, minimised over the 24 assignments of suits to rows.

    Admissible: a goal fixes one assignment of suits to rows and with it one cell for every card; each
    card outside its cell must move at least once, and a move moves one card.  Consistent: for every
    assignment one move changes the count by at most one, so the minimum changes by at most one.
    """
    n = position.columns
    # in_place[suit][row]: cards of the suit that would be in place if the row belonged to the suit.
    in_place = {suit: [0] * ROWS for suit in SUITS}
    for cell, card in enumerate(position.cells):
        if card is not None and cell % n == card.rank - 1:
            in_place[card.suit][cell // n] += 1
    best = max(
        sum(in_place[suit][row] for suit, row in zip(SUITS, rows, strict=True))
        for rows in permutations(range(ROWS))
    )
    return ROWS * (n - 1) - best


def heuristics(game: RowGame) -> dict[str, Callable[[Position], int]]:
    """The admissible heuristics by name, the default first."""
    return {"misplaced": misplaced}
