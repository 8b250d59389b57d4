"""Reads what a person asks of FreeCell as text: sizes, rule options and names of deals.

The options ``columns`` and ``cells`` override the size.
"""

import re
from collections.abc import Mapping
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.core.microsoft import named_deal
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import MAX_RANKS, FreeCell

_SIZE = re.compile(r"([0-9]{1,3})[xX]([0-9]{1,3})(?:[xX]([0-9]{1,3}))?", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


def make(size: str | None, variant: Any, options: Mapping[str, Any]) -> FreeCell:
    """The game of a size such as ``8x4`` or ``4x2x5`` (columns, cells, ranks), a variant and options."""
    columns = cells = ranks = None
    if size is not None:
        match = _SIZE.fullmatch(size)
        if match is None:
            raise InputError(
                f"size '{shown(size)}' is not a size of freecell: "
                "expected columns x cells, such as 8x4, or columns x cells x ranks, such as 4x2x5"
            )
        columns, cells, ranks = (None if part is None else int(part) for part in match.groups())
    if "columns" in options:
        columns = _number("columns", options["columns"])
    if "cells" in options:
        cells = _number("cells", options["cells"])
    return FreeCell(
        columns,
        cells,
        options.get("building"),
        options.get("empty-columns"),
        MAX_RANKS if ranks is None else ranks,
        options.get("metric", "single"),
        variant or "freecell",
    )


def read(
    text: str, size: str | None, variant: str | None, options: Mapping[str, str]
) -> tuple[FreeCell, Position]:
    """The game of a size, a variant and options, which a position does not determine, and the position."""
    game = make(size, variant, options)
    return game, game.parse_position(text)


def named(game: FreeCell, source: str) -> tuple[FreeCell, Position]:
    """The deal called ``ms:617``, by Microsoft's number, or ``own:5``, by our generator."""
    return game, named_deal(game, source, "ms:617")


def _number(option: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InputError(f"--{option} '{shown(text)}' is not a number of {option}")
    return int(text)


def note(game: FreeCell, text: str) -> str | None:
    """What a person should know about how a board was read, if there was another way to read it."""
    return game.read_board(text)[1]
