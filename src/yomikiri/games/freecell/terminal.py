"""FreeCell's board as players see it: cells and homes above, the columns hanging down below."""

from yomikiri.core.board import RED_SUITS, SYMBOLS, Word
from yomikiri.core.cards import SUITS
from yomikiri.games.freecell.notation import FIRST_CELL, write_place
from yomikiri.games.freecell.position import FOUNDATION_SUITS, RANK_LETTERS, Position, write_card
from yomikiri.games.freecell.rules import FreeCell

BLANK = "  "
NOTHING = "--"


def rows(position: Position) -> list[list[str]]:
    """The words of the picture, two characters each, row by row."""
    ranks = dict(zip(SUITS, position.home, strict=True))
    names = [write_place(FIRST_CELL + cell).ljust(2) for cell in range(len(position.cells))]
    held = [NOTHING if card is None else write_card(card) for card in position.cells]
    home = [RANK_LETTERS[ranks[suit] - 1] + suit if ranks[suit] else NOTHING for suit in FOUNDATION_SUITS]
    height = max(map(len, position.columns), default=0)
    return [
        [*names, BLANK, *(suit.ljust(2) for suit in FOUNDATION_SUITS)],
        [*held, BLANK, *home],
        [],
        [f"{number:<2}" for number in range(1, len(position.columns) + 1)],
        *(
            [write_card(column[row]) if row < len(column) else BLANK for column in position.columns]
            for row in range(height)
        ),
    ]


def lines(game: FreeCell, position: Position, before: Position | None, symbols: bool) -> list[list[Word]]:
    """The words of the picture as drawn; cards that were not there ``before`` are highlighted."""
    old_rows = [] if before is None else rows(before)
    found = []
    for number, words in enumerate(rows(position)):
        old_words = old_rows[number] if number < len(old_rows) else []
        line = []
        for place, word in enumerate(words):
            old = old_words[place] if place < len(old_words) else BLANK
            changed = before is not None and word not in (old, BLANK)
            text, style = _word(word, symbols=symbols)
            line.append(Word(" " if place else "", text, f"{style} reverse" if changed else style))
        found.append(line)
    return found


def _word(word: str, *, symbols: bool) -> tuple[str, str]:
    """A word as drawn, and its style: cards end with a suit, nothing else does."""
    suit = word[1]
    if suit not in SUITS:
        return word, "dim"
    return word[0] + (SYMBOLS[suit] if symbols else suit), "bold red" if suit in RED_SUITS else "bold"
