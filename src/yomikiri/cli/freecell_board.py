"""FreeCell's board as players see it: cells and homes above, the columns hanging down below."""

from typing import TYPE_CHECKING

from yomikiri.cli.board import RED_SUITS, SYMBOLS
from yomikiri.games.cards import SUITS
from yomikiri.games.freecell_notation import FIRST_CELL, write_place
from yomikiri.games.freecell_position import FOUNDATION_SUITS, RANK_LETTERS, Position, write_card

if TYPE_CHECKING:
    from rich.text import Text

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


def draw(position: Position, before: Position | None, *, symbols: bool) -> "Text":
    """The picture in colour; cards that were not there ``before`` stand out."""
    from rich.text import Text

    old_rows = [] if before is None else rows(before)
    drawn = Text(no_wrap=True)
    for number, words in enumerate(rows(position)):
        old_words = old_rows[number] if number < len(old_rows) else []
        if number:
            drawn.append("\n")
        for place, word in enumerate(words):
            old = old_words[place] if place < len(old_words) else BLANK
            changed = before is not None and word not in (old, BLANK)
            text, style = _word(word, symbols=symbols)
            drawn.append(" " if place else "")
            drawn.append(text, f"{style} reverse" if changed else style)
    return drawn


def _word(word: str, *, symbols: bool) -> tuple[str, str]:
    """A word as it is drawn, and its style: cards end with a suit, nothing else does."""
    suit = word[1]
    if suit not in SUITS:
        return word, "dim"
    return word[0] + (SYMBOLS[suit] if symbols else suit), "bold red" if suit in RED_SUITS else "bold"
