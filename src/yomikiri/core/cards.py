"""Playing cards as the papers write them: suit first, then rank, two characters, ten is ``0``."""

import re
from typing import NamedTuple

from yomikiri.core.errors import NotationError, shown

SUITS = "HDSC"
"""Hearts, diamonds, spades, clubs: the order of suits wherever an order is needed."""

RANKS = "A234567890JQK"
"""The letter of rank r is ``RANKS[r - 1]``."""

SYMBOLS = {"♥": "H", "♦": "D", "♠": "S", "♣": "C", "♡": "H", "♢": "D", "♤": "S", "♧": "C"}
"""Suits as screens show them; some systems append a variation selector (emoji or plain text)."""
PICTURE_MARKS = "\ufe0e\ufe0f"

_SUIT, _RANK = rf"[HDSC{''.join(SYMBOLS)}]", "10|[A1-9TJQK0]"
# ASCII only: otherwise the Kelvin sign would pass for a king and the long s for spades.
_CARD = re.compile(
    rf"(?P<suit>{_SUIT})[{PICTURE_MARKS}]?(?P<rank>{_RANK})|(?P<rank2>{_RANK})(?P<suit2>{_SUIT})[{PICTURE_MARKS}]?",
    re.IGNORECASE | re.ASCII,
)


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


def read_card(text: str) -> Card | None:
    """The card that a text names in any of the ways people write cards, or None.

    Suit first or rank first, suits as letters in either case or as symbols, ten as ``0``, ``T`` or ``10``, an
    ace also as ``1``.  No two cards share a name: no suit has the letter of a rank.
    """
    match = _CARD.fullmatch(text)
    if match is None:
        return None
    suit, rank = match["suit"] or match["suit2"], match["rank"] or match["rank2"]
    return Card(read_suit(suit), read_rank(rank))


def read_suit(text: str) -> str:
    """The letter of a suit given as a letter or as a symbol."""
    return SYMBOLS.get(text, text.upper())


def read_rank(text: str) -> int:
    """The rank that a letter or number stands for."""
    if text in ("1", "10"):
        return int(text)
    return 10 if text in "tT" else RANKS.index(text.upper()) + 1


def parse_card(text: str) -> Card:
    """Read a card in any of the ways that :func:`read_card` knows."""
    card = read_card(text)
    if card is None:
        raise NotationError(f"'{shown(text)}' is not a card: expected a suit H, D, S or C and a rank {RANKS}")
    return card


def deck(ranks: int) -> list[Card]:
    """All cards of the ranks ace to ``ranks``, suit by suit: the order in which codes list them."""
    return [Card(suit, rank) for suit in SUITS for rank in range(1, ranks + 1)]
