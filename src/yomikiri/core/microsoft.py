"""The order of cards in Microsoft's numbered deals, shared by all programs and used by several patiences.

The order is that of Jim Horne's Windows program, whose deals players know by number (1 to 32,000 there, to
1,000,000 in later versions): the cards lie in a row, A C, A D, A H, A S, 2 C and so on; the generator of
Microsoft's C library picks one, the last card of the row takes its place, and the row gets one shorter.

Later programs extended the numbers to 2^33 - 1 = 8,589,934,591.  A draw uses 15 bits of the generator's 31,
so deals would repeat from 2^31 on; there a draw gets a sixteenth bit, always set, and from 2^32 on (where the
generator is seeded with the number less 2^32) it uses sixteen bits of the state, plus one.
"""

import re
from typing import Protocol, TypeVar

from yomikiri.core.cards import RANKS, Card
from yomikiri.core.dealing import MAX_DEAL
from yomikiri.core.errors import InputError, shown

P_co = TypeVar("P_co", covariant=True)

LARGEST_MICROSOFT = 2**33 - 1
LARGEST_WINDOWS = 1_000_000
"""Up to this number every program deals the same cards."""

MICROSOFT_SUITS = "CDHS"
_ROW = tuple(Card(suit, rank) for rank in range(1, 14) for suit in MICROSOFT_SUITS)


def microsoft_order(number: int) -> list[Card]:
    """The 52 cards of a Microsoft deal, in the order in which they are dealt."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputError(f"deal number {number!r} is not a whole number: expected 1 to {LARGEST_MICROSOFT}")
    if not 1 <= number <= LARGEST_MICROSOFT:
        raise InputError(f"deal number {number} is out of range: expected 1 to {LARGEST_MICROSOFT}")
    row = list(_ROW)
    state = number % 2**32
    # How a draw uses the sixteen bits above the lowest sixteen: masked, with a bit set, or plus one.
    mask, bit, more = (
        (0x7FFF, 0, 0) if number < 2**31 else (0xFFFF, 2**15, 0) if number < 2**32 else (0xFFFF, 0, 1)
    )
    for last in range(51, -1, -1):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        picked = ((state >> 16 & mask | bit) + more) % (last + 1)
        row[picked], row[last] = row[last], row[picked]
    row.reverse()  # The card picked first is last.
    return row


class MicrosoftDeals(Protocol[P_co]):
    """A game of cards with Microsoft's deals, for the full deck, and deals from our own generator."""

    @property
    def ranks(self) -> int:
        """The number of ranks in the deck."""

    def deal(self, number: int) -> P_co:
        """The Microsoft deal of that number."""

    def deal_own(self, number: int) -> P_co:
        """The deal from our own generator."""


def named_deal(game: MicrosoftDeals[P_co], source: str, example: str) -> P_co:
    """The deal called ``ms:24``, by Microsoft's number, or ``own:5``, by our generator.

    ``example`` is the Microsoft deal to show in the message for an unknown name.
    """
    word, _, number = source.partition(":")
    if word not in ("ms", "own"):
        raise InputError(f"deal '{shown(source)}' is not known: expected a form like {example} or own:5")
    most = LARGEST_MICROSOFT if word == "ms" else MAX_DEAL
    if not re.fullmatch("[0-9]{1,20}", number, re.ASCII) or not 1 <= int(number) <= most:
        raise InputError(f"deal '{shown(source)}' is out of range: expected {word}:1 to {word}:{most}")
    if word == "own":
        return game.deal_own(int(number))
    if game.ranks != len(RANKS):
        raise InputError(
            f"deal '{shown(source)}' has {len(RANKS)} ranks, the game {game.ranks}: expected own:{number}"
        )
    return game.deal(int(number))
