"""Boards: a position's own text, with the cards and tiles in it coloured.

FreeCell has a picture of its own; of other games nothing is known here.  A word of the text that names a
card is drawn as one, whatever the game, and a number as a tile; 0 is the blank.  Words keep their places, so
that what the text has in columns stays in columns.
"""

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from yomikiri.errors import NotationError
from yomikiri.games import Deal, FreeCell, Game, variant_of
from yomikiri.games.cards import parse_card

if TYPE_CHECKING:
    from rich.console import Console
    from rich.panel import Panel
    from rich.text import Text

SYMBOLS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
RED_SUITS = "HD"


def panel(deal: Deal, console: "Console", marked: Collection[tuple[int, int]] = ()) -> "Panel":
    """The dealt position in a frame that says which deal it is."""
    from rich.panel import Panel
    from rich.text import Text

    drawn = board(deal.game, deal.position, console, marked=marked)
    return Panel.fit(drawn, title=Text(title(deal)), border_style="dim")


def title(deal: Deal) -> str:
    """What to call the deal: game or variant, size and number."""
    name = "position" if deal.label == "position" else f"deal {deal.label}"
    return f"{variant_of(deal.game) or deal.game.name} {deal.game.size}, {name}"


def board(
    game: Game[Any, Any],
    position: Any,
    console: "Console",
    before: Any = None,
    marked: Collection[tuple[int, int]] = (),
) -> "Text":
    """The position; words that differ from the position ``before`` stand out, and those at the ``marked``
    rows and columns, counted from 0.

    Suit symbols only on a terminal that can show them: elsewhere the text can be read back.
    """
    from rich.text import Text

    from yomikiri.cli import freecell_board

    symbols = console.is_terminal and console.encoding.startswith("utf")
    if isinstance(game, FreeCell):
        return freecell_board.draw(position, before, symbols=symbols)
    old = "" if before is None else game.format_position(before)
    drawn = Text(no_wrap=True)
    old_lines = old.splitlines()
    for row, line in enumerate(game.format_position(position).splitlines()):
        old_words = old_lines[row].split() if row < len(old_lines) else []
        if row:
            drawn.append("\n")
        end = 0
        for column, match in enumerate(re.finditer(r"\S+", line)):
            word = match.group()
            changed = (column < len(old_words) and old_words[column] != word) or (row, column) in marked
            drawn.append(line[end : match.start()])
            end = match.end()
            text, style = _word(word, symbols=symbols)
            drawn.append(text, f"{style} reverse" if changed else style)
    return drawn


def _word(word: str, *, symbols: bool) -> tuple[str, str]:
    """A word of a position's text, as it is drawn, and its style."""
    if word.isdecimal():
        return (word, "bold") if word != "0" else ("·" if symbols else word, "dim")
    try:
        card = parse_card(word)
    except NotationError:
        return word, "dim"
    style = "bold red" if card.suit in RED_SUITS else "bold"
    return (SYMBOLS[card.suit] + word[1:] if symbols else word), style
