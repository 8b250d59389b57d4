"""Numbered deals of Black Hole.

The order of the cards is that of Microsoft's FreeCell deal of the same number.  The ace of spades is taken
out, and the others are dealt one by one over the 17 fans, three times round; the last card of a fan lies on
top.  PySolFC and related programs deal numbers that begin with ``ms`` this way.

Decks of fewer ranks have no Microsoft numbers: their deals, and ``own:N``, come from
:mod:`yomikiri.core.dealing` with the text ``black-hole/ranks/number``.
"""

from collections.abc import Sequence

from yomikiri.core.cards import Card, deck
from yomikiri.core.dealing import shuffled
from yomikiri.core.microsoft import microsoft_order

__all__ = ["HOLE", "lay_out", "microsoft_order", "own_order"]

HOLE = Card("S", 1)
"""The card that the others gather on."""


def own_order(ranks: int, number: int) -> list[Card]:
    """The cards of deal ``number`` from our own generator, in dealing order."""
    return shuffled(deck(ranks), "black-hole", ranks, number)


def lay_out(order: Sequence[Card], fans: int) -> tuple[tuple[Card, ...], ...]:
    """Deal all cards but the ace of spades over the fans, round by round."""
    rest = [card for card in order if card != HOLE]
    return tuple(tuple(rest[fan::fans]) for fan in range(fans))
