"""Boards: a position's own text, with the cards and tiles in it coloured.

A game may draw its own picture; nothing here knows about other games.  A word of the text that names a card
is drawn as one, whatever the game, and a number as a tile; 0 is the blank.  Words keep their places, so
columns in the text stay columns.

On a narrow terminal nothing is cut off: first the frame goes, then lines are broken and continued with an
indent.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from yomikiri.core.board import RED_SUITS, SYMBOLS, Lines, Word
from yomikiri.core.cards import SUITS, read_card
from yomikiri.core.catalog import variant_of
from yomikiri.core.deal import Deal
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

FRAME = 4
"""Columns that the frame takes."""
GOES_ON = "  "
"""The indent before the rest of a broken line."""


def panel(deal: Deal, console: "Console", marked: Collection[tuple[int, int]] = ()) -> "RenderableType":
    """The dealt position with its title: in a frame if there is room for one."""
    from rich.console import Group
    from rich.panel import Panel
    from rich.text import Text

    lines, name = _deal_lines(deal, console, marked), title(deal)
    # On either side the title has two characters of the frame and a blank.
    if max(_width(lines) + FRAME, len(name) + FRAME + 2) <= console.width:
        return Panel.fit(drawn(lines, console.width - FRAME), title=Text(name), border_style="dim")
    parts: list[RenderableType] = [Text(name, "dim"), drawn(lines, console.width)]
    if _width(lines) > console.width:
        told = f"(the board is {_width(lines)} columns wide: lines that go on are indented)"
        parts.append(Text(told, "dim"))
    return Group(*parts)


def _deal_lines(deal: Deal, console: "Console", marked: Collection[tuple[int, int]]) -> Lines:
    """The position of a deal, or the text that describes several."""
    if not deal.has_arrangements:
        return _lines(deal.game, deal.position, console, marked=marked)
    symbols = _shows_symbols(console)
    return [list(_words(line, (), (), symbols=symbols)) for line in deal.text.splitlines()]


def _shows_symbols(console: "Console") -> bool:
    """Use suit symbols only on a terminal that can show them: elsewhere the text must be readable again."""
    return console.is_terminal and console.encoding.startswith("utf")


def title(deal: Deal) -> str:
    """What to call the deal: game or variant, size and number."""
    name = "position" if deal.label == "position" else f"deal {deal.label}"
    return f"{variant_of(deal.game) or deal.game.name} {deal.game.size}, {name}"


def board(game: Game[Any, Any], position: Any, console: "Console", before: Any = None) -> "Text":
    """The position; words that differ from the position ``before`` are highlighted."""
    return drawn(_lines(game, position, console, before), console.width)


def _lines(
    game: Game[Any, Any],
    position: Any,
    console: "Console",
    before: Any = None,
    marked: Collection[tuple[int, int]] = (),
) -> Lines:
    """The words of the position, line by line.

    Words that differ from ``before`` are highlighted, and those at the ``marked`` rows and columns, from 0.
    """
    symbols = _shows_symbols(console)
    own = entry_of(game).part("terminal_board")
    if own is not None:
        found: Lines = own(game, position, before, symbols)
        return found
    old = [] if before is None else game.format_position(before).splitlines()
    new = game.format_position(position).splitlines()
    return [
        list(
            _words(line, (was or "").split(), {column for at, column in marked if at == row}, symbols=symbols)
        )
        for row, (line, was) in enumerate(zip_longest(new, old[: len(new)], fillvalue=""))
    ]


def _words(line: str, old: Sequence[str], marked: Collection[int], *, symbols: bool) -> Iterator[Word]:
    end = 0
    for column, match in enumerate(re.finditer(r"\S+", line)):
        word = match.group()
        changed = (column < len(old) and old[column] != word) or column in marked
        text, style = _word(word, symbols=symbols)
        yield Word(line[end : match.start()], text, f"{style} reverse" if changed else style)
        end = match.end()


def _word(word: str, *, symbols: bool) -> tuple[str, str]:
    """A word of a position's text as drawn, and its style."""
    if word.isdecimal():
        return (word, "bold") if word != "0" else ("·" if symbols else word, "dim")
    card = read_card(word)
    if card is None:
        return word, "dim"
    style = "bold red" if card.suit in RED_SUITS else "bold"
    if not symbols:
        return word, style
    # The suit stays where the game's own text has it, before or after the rank.
    return "".join(SYMBOLS[card.suit] if letter.upper() in SUITS else letter for letter in word), style


def _width(lines: Lines) -> int:
    return max((sum(len(word.blanks) + len(word.text) for word in line) for line in lines), default=0)


def drawn(lines: Lines, width: int) -> "Text":
    """The lines in colour, broken between words where they are wider than ``width``."""
    from rich.text import Text

    whole = Text(overflow="fold")
    for number, line in enumerate(lines):
        whole.append("\n" if number else "")
        used = 0
        for blanks, text, style in line:
            if used and used + len(blanks) + len(text) > width:
                whole.append("\n")
                blanks, used = GOES_ON, 0
            whole.append(blanks)
            whole.append(text, style)
            used += len(blanks) + len(text)
    return whole
