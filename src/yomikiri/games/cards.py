"""Playing cards as the papers write them: suit first, then rank, two characters, ten is ``0``."""

import re
from typing import NamedTuple

from yomikiri.errors import NotationError, shown

SUITS = "HDSC"
"""Hearts, diamonds, spades, clubs: the order of suits wherever an order is needed."""

RANKS = "A234567890JQK"
"""The letter of rank r is ``RANKS[r - 1]``."""

# ASCII, or the Kelvin sign would pass for a king and the long s for spades.
_CARD = re.compile(r"([HDSC])(10|[A234567890TJQK])", re.IGNORECASE | re.ASCII)


class Card(NamedTuple):
    """One card.  ``str(card)`` is its two-character name."""

    suit: str
    rank: int

    def __str__(self) -> str:
        return self.suit + RANKS[self.rank - 1]

    @property
    def next(self) -> "Card":
        """The card one rank higher in the same suit."""
        return Card(self.suit, self.rank + 1)


def parse_card(text: str) -> Card:
    """Read a card; ten may be written ``0``, ``T`` or ``10``, letters in either case."""
    match = _CARD.fullmatch(text)
    if match is None:
        raise NotationError(f"'{shown(text)}' is not a card: expected a suit H, D, S or C and a rank {RANKS}")
    suit, rank = match.group(1).upper(), match.group(2).upper()
    return Card(suit, 10 if rank in ("10", "T") else RANKS.index(rank) + 1)


def deck(ranks: int) -> list[Card]:
    """All cards of the ranks ace to ``ranks``, suit by suit: the order in which codes list them."""
    return [Card(suit, rank) for suit in SUITS for rank in range(1, ranks + 1)]
