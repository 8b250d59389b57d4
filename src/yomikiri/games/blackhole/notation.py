"""How positions and moves of Black Hole are written.

A board is what other programs for this game read and print: a line ``Foundations: AS`` for the hole, then one
line per fan, its top card last, ranks before suits and ten as ``T``.  ``-`` is an empty fan.
"""

import re
from collections.abc import Sequence

from yomikiri.core.board_text import numbered_lines, refuse_nothing
from yomikiri.core.cards import RANKS, Card, read_card
from yomikiri.core.errors import IllegalMove, NotationError, shown

Fans = tuple[tuple[Card, ...], ...]
EMPTY = "-"
HOLE = "Foundations:"
EXPECTED = "a line for each fan, its top card last"
_HOLE = re.compile(r"\s*(?:foundations?|hole)\s*:(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


def write_card(card: Card) -> str:
    """Rank and suit: ``TH``."""
    return RANKS[card.rank - 1].replace("0", "T") + card.suit


def board_lines(hole: Card, fans: Fans) -> list[str]:
    """The lines of a board."""
    return [f"{HOLE} {write_card(hole)}", *(" ".join(map(write_card, fan)) or EMPTY for fan in fans)]


def _card(word: str, line: int, ranks: int) -> Card:
    card = read_card(word)
    if card is None or card.rank > ranks:
        most = RANKS[ranks - 1].replace("0", "T")
        raise NotationError(
            f"line {line}: '{shown(word)}' is not a card: expected a rank A to {most} and a suit"
        )
    return card


def read_board(text: str, fans: int, height: int, ranks: int) -> tuple[Card, Fans]:
    """The hole and the fans; without a line for the hole, it holds the ace of spades."""
    refuse_nothing(text, EXPECTED)
    hole = Card("S", 1)
    found: list[tuple[Card, ...]] = []
    for number, line in numbered_lines(text):
        if match := _HOLE.fullmatch(line):
            words = match[1].split()
            if len(words) != 1:
                raise NotationError(f"line {number}: the hole shows {len(words)} cards, expected 1")
            hole = _card(words[0], number, ranks)
        elif words := line.split():
            cards = () if words == [EMPTY] else tuple(_card(word, number, ranks) for word in words)
            if len(cards) > height:
                raise NotationError(f"line {number}: a fan of {len(cards)} cards, expected at most {height}")
            found.append(cards)
    if len(found) != fans:
        raise NotationError(f"found {len(found)} fans, expected {fans} ('{EMPTY}' for an empty one)")
    return hole, tuple(found)


def read_move(fans: Sequence[Sequence[Card]], text: str) -> int:
    """The fan given by its top card or by its number from 1."""
    card = read_card(text)
    if card is not None:
        for index, fan in enumerate(fans):
            if fan and fan[-1] == card:
                return index
        raise IllegalMove(f"{write_card(card)} is not the top card of a fan")
    if _NUMBER.fullmatch(text) and 1 <= int(text) <= len(fans):
        return int(text) - 1
    raise NotationError(
        f"'{shown(text)}' is not a move: expected a card such as TH, or a fan from 1 to {len(fans)}"
    )
