"""Reads what a person asks of Superpuzz as text: a size, a variant and positions."""

from typing import Any

from yomikiri.core.entry import Options, Title
from yomikiri.games.rows.deals import columns
from yomikiri.games.rows.rules import split_rows
from yomikiri.games.superpuzz.rules import MAX_COLUMNS, MIN_COLUMNS, Superpuzz


def make(size: str | None, variant: Any, options: Options) -> Superpuzz:
    """The game of a size and a variant."""
    return Superpuzz(columns("superpuzz", size, MIN_COLUMNS, MAX_COLUMNS), variant or "superpuzz")


def read(text: str, size: str | None, variant: Any, options: Options) -> tuple[Superpuzz, Any]:
    """The game whose size fits a position, and the position."""
    width = min(len(split_rows(text)[0]), MAX_COLUMNS)
    game = Superpuzz(max(width, MIN_COLUMNS), variant or "superpuzz")
    return game, game.parse_position(text)


LINES = {
    "superpuzz": Title(
        "A hole takes the next card in suit after its left neighbour; a hole in column 1 takes any ace.",
        "穴には左隣の札と同じマークの次の数字が入ります。1列目の穴にはどのAも入ります。",
    ),
    "montana": Title(
        "A hole takes the next card in suit after its left neighbour; a hole in column 1 takes any two.",
        "穴には左隣の札と同じマークの次の数字が入ります。1列目の穴にはどの2も入ります。",
    ),
}


def rules_line(game: Superpuzz) -> Title:
    """The rules in one line."""
    return LINES[game.variant]
