"""What a learned score of FreeCell looks at: counts with a number each.

Weights are shared by cards of one rank: of two cards it matters which ranks they have and how their suits are
related, so a position and its image under a symmetry of the suits have the same counts.  All of them change
in a few places when a card moves, which is what makes the kernel's score cheap
(``native/games/freecell/learned_score.hpp``).  *Away* is by how many ranks a card is from going home.
"""

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.position import Position

NAME = "freecell-counts-1"
"""Changes whenever a count does."""

RANKS, RELATIONS, NEAR, ROOMS, FLOORS = 13, 3, 8, 6, 4
PAIRS = RELATIONS * RANKS * RANKS

OUT = 0
"""Cards not home, by rank."""
CELL = OUT + RANKS
"""Cards in cells, by rank."""
CELL_AWAY = CELL + RANKS
"""The same, by away."""
FLOOR = CELL_AWAY + RANKS
"""The lowest cards of columns, by rank."""
LOWER = FLOOR + RANKS
"""Cards above a lower one, by rank."""
SAME = LOWER + RANKS
"""The same, above a lower one of their suit."""
BURIED = SAME + RANKS
"""Cards above one, by away of that one, up to NEAR."""
ROOM = BURIED + NEAR
"""One, by empty cells and empty columns."""
ON = ROOM + ROOMS * FLOORS
"""Pairs of cards, the first on the second, by relation and ranks."""
ABOVE = ON + PAIRS
"""Pairs of cards, the first anywhere above the second."""
COUNT = ABOVE + PAIRS


def relation(one: Card, other: Card) -> int:
    """0 of the same suit, 1 of the same colour, 2 of the other colour."""
    if one.suit == other.suit:
        return 0
    return 1 if SUITS.index(one.suit) // 2 == SUITS.index(other.suit) // 2 else 2


def pair(upper: Card, lower: Card) -> int:
    """The number of a pair."""
    return (relation(upper, lower) * RANKS + upper.rank - 1) * RANKS + lower.rank - 1


def room(empty_cells: int, empty_columns: int) -> int:
    """The number of the room."""
    return min(empty_cells, ROOMS - 1) * FLOORS + min(empty_columns, FLOORS - 1)


def counts(position: Position, ranks: int = RANKS) -> list[int]:
    """The counts of a position of a deck with that many ranks."""
    found = [0] * COUNT
    home = dict(zip(SUITS, position.home, strict=True))
    for height in position.home:
        for rank in range(height, ranks):
            found[OUT + rank] += 1
    for card in position.cells:
        if card is not None:
            found[CELL + card.rank - 1] += 1
            found[CELL_AWAY + card.rank - home[card.suit] - 1] += 1
    for column in position.columns:
        for height, card in enumerate(column):
            below = column[:height]
            if below:
                found[ON + pair(card, below[-1])] += 1
            else:
                found[FLOOR + card.rank - 1] += 1
            for other in below:
                found[ABOVE + pair(card, other)] += 1
                away = other.rank - home[other.suit]
                if away <= NEAR:
                    found[BURIED + away - 1] += 1
            lower = [other for other in below if other.rank < card.rank]
            found[LOWER + card.rank - 1] += bool(lower)
            found[SAME + card.rank - 1] += any(other.suit == card.suit for other in lower)
    found[ROOM + room(position.empty_cells, position.empty_columns)] += 1
    return found
