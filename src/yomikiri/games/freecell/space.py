"""FreeCell with its columns and its cells interchangeable, and the code of 17 bytes.

Rules and goal never mention which column or cell is which, so positions that differ only in their order are
one.  The canonical member has its columns in deck order of their bottom cards, empty ones last, and its cells
in deck order, empty ones last.

The code follows the paper on shortest solutions of FreeCell: three bits per card, relative to a start, which
may be any position.  It says what each card lies on:

0. it is in a cell;
1. it is the bottom of a column;
2. it is home;
3. it lies on a heart or spade that it may be built on, or
4. on such a diamond or club;
5. it lies on the card on which it lay at the start.

From the start, a card can only move onto an empty column or a card that it may be built on, so these are all
the cases, and knowing what lies on what gives the position except for the order of columns and cells.  If 5
and another case both apply, 5 is used: otherwise two cards that part and meet again would get a different
code than if they had stayed together, and most deals have such cards.  When building by alternate colour, a
card can be built on two cards, which 3 and 4 tell apart; when building in suit there is only one, which falls
under one of the two.

There are six values, so eight cards fit into 21 bits.  The code is two words of 64 bits, lowest byte first,
and a byte: the first word has the ranks 1 to 12 of hearts, then of diamonds, the second those of spades and
clubs, as three groups of eight cards in base 6, the first card the least digit, the first group in the lowest
bits.  Kings are built on nothing and have two bits each in the last byte, hearts lowest, 3 for the value 5.
Together that makes 2 * 63 + 8 = 134 bits; small decks leave the digits of their missing ranks 0.
"""

from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.position import Position, write_card
from yomikiri.games.freecell.rules import FreeCell

IN_CELL, BOTTOM, HOME, BUILT, AS_DEALT = 0, 1, 2, 3, 5
VALUES = 6
KING = 13
CODE_BYTES = 17


class FreeCellSpace:
    """Positions up to the order of columns and cells."""

    def __init__(self, game: FreeCell) -> None:
        self.game = game

    def canonical(self, position: Position) -> Position:
        """The representative of the position's class."""
        held = sorted((card for card in position.cells if card is not None), key=deck_order)
        columns = sorted((column for column in position.columns if column), key=lambda c: deck_order(c[0]))
        no_cards: list[tuple[Card, ...]] = [()] * position.empty_columns
        return Position(position.home, (*held, *[None] * position.empty_cells), (*columns, *no_cards))

    def key(self, position: Position) -> bytes:
        return self.game.encode(self.canonical(position))


class FreeCellCode:
    """Codes of the positions reachable from ``start``."""

    def __init__(self, game: FreeCell, start: Position) -> None:
        game.check(start)
        self.game = game
        self.start = start
        self._under_at_start = cards_under(start)

    def values(self, position: Position) -> dict[Card, int]:
        """What each card lies on, as a number from 0 to 5."""
        under = cards_under(position)
        held = set(position.cells)
        values: dict[Card, int] = {}
        for card in deck(self.game.ranks):
            below = under.get(card)
            if below is not None:
                values[card] = self._value_on(card, below)
            elif position.home[SUITS.index(card.suit)] >= card.rank:
                values[card] = HOME
            else:
                values[card] = IN_CELL if card in held else BOTTOM
        return values

    def _value_on(self, card: Card, below: Card) -> int:
        if self._under_at_start.get(card) == below:
            return AS_DEALT
        if not self.game.fits(card, below):
            found = f"{write_card(card)} lies on {write_card(below)}"
            raise InputError(f"the position cannot be reached from the start: {found}")
        return BUILT + SUITS.index(below.suit) % 2

    def encode(self, position: Position) -> bytes:
        """The code of a position; those that differ only in the order of columns or cells share it."""
        values = self.values(position)
        words, kings = [0, 0], 0
        for card, value in values.items():
            suit = SUITS.index(card.suit)
            if card.rank == KING:
                kings |= min(value, 3) << 2 * suit
            else:
                words[suit // 2] += value * digit_weight(card)
        return words[0].to_bytes(8, "little") + words[1].to_bytes(8, "little") + bytes([kings])

    def decode(self, code: bytes) -> Position:
        """The canonical position among those with this code."""
        if len(code) != CODE_BYTES:
            raise InputError(f"a code of freecell has {CODE_BYTES} bytes, not {len(code)}")
        words = [int.from_bytes(code[:8], "little"), int.from_bytes(code[8:16], "little")]
        home = [0] * len(SUITS)
        held: list[Card | None] = []
        columns: list[list[Card]] = []
        above: dict[Card, Card] = {}
        for card in deck(self.game.ranks):
            suit = SUITS.index(card.suit)
            if card.rank == KING:
                value = code[16] >> 2 * suit & 3
                value = AS_DEALT if value == 3 else value
            else:
                group = words[suit // 2] >> digit_group(card) * 21 & (1 << 21) - 1
                value = group // VALUES ** digit_place(card) % VALUES
            if value == HOME:
                home[suit] = max(home[suit], card.rank)
            elif value == IN_CELL:
                held.append(card)
            elif value == BOTTOM:
                columns.append([card])
            else:
                above[self._below(card, value)] = card
        for column in columns:
            while column[-1] in above:
                column.append(above.pop(column[-1]))
        held += [None] * (self.game.cells - len(held))
        columns += [[] for _ in range(self.game.columns - len(columns))]
        h, d, s, c = home
        position = Position((h, d, s, c), tuple(held), tuple(tuple(column) for column in columns))
        self.game.check(position)
        return position

    def _below(self, card: Card, value: int) -> Card:
        """The card that a card of value 3, 4 or 5 lies on."""
        if value == AS_DEALT and card in self._under_at_start:
            return self._under_at_start[card]
        for suit in SUITS[value - BUILT :: 2]:
            if value != AS_DEALT and self.game.fits(card, Card(suit, card.rank + 1)):
                return Card(suit, card.rank + 1)
        raise InputError(f"the code has the value {value} for {write_card(card)}, which it cannot have")


def cards_under(position: Position) -> dict[Card, Card]:
    """For each card that lies on another in a column, that other card."""
    under: dict[Card, Card] = {}
    for column in position.columns:
        under.update(zip(column[1:], column, strict=False))
    return under


def deck_order(card: Card) -> tuple[int, int]:
    return SUITS.index(card.suit), card.rank


def digit_group(card: Card) -> int:
    """Which of the three groups of its word a card is in."""
    return (SUITS.index(card.suit) % 2 * 12 + card.rank - 1) // 8


def digit_place(card: Card) -> int:
    """Which digit of its group belongs to a card."""
    return (SUITS.index(card.suit) % 2 * 12 + card.rank - 1) % 8


def digit_weight(card: Card) -> int:
    """What one unit of a card's value adds to its word."""
    return int(VALUES ** digit_place(card)) << 21 * digit_group(card)


def space(game: FreeCell, symmetry: str) -> FreeCellSpace:
    """The space of keys: moves are listed up to the order of columns and cells, so positions are counted the
    same way."""
    return FreeCellSpace(game)
