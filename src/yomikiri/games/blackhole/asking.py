"""Reads what a person asks of Black Hole as text: sizes, positions and names of deals."""

import re

from yomikiri.core.entry import Options
from yomikiri.core.errors import InputError, shown
from yomikiri.core.microsoft import named_deal
from yomikiri.games.blackhole.rules import MAX_RANKS, MIN_RANKS, BlackHole, Position


def make(size: str | None, variant: str | None, options: Options) -> BlackHole:
    """The game with that many ranks."""
    if size is None:
        return BlackHole()
    if not re.fullmatch("[0-9]{1,3}", size, re.ASCII) or int(size) not in range(MIN_RANKS, MAX_RANKS + 1, 2):
        raise InputError(
            f"size '{shown(size)}' is not a size of black-hole: expected an odd number of ranks "
            f"from {MIN_RANKS} to {MAX_RANKS}"
        )
    return BlackHole(int(size))


def read(text: str, size: str | None, variant: str | None, options: Options) -> tuple[BlackHole, Position]:
    """The game of a size, which a position does not determine, and the position."""
    game = make(size, variant, options)
    return game, game.parse_position(text)


def named(game: BlackHole, source: str) -> tuple[BlackHole, Position]:
    """The deal called ``ms:24``, by Microsoft's number, or ``own:5``, by our generator."""
    return game, named_deal(game, source, "ms:24")
