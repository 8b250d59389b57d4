"""Reads what a person asks of sliding puzzles as text: sizes, goals, positions and names of deals."""

import re
from math import prod

from yomikiri.core.entry import Options
from yomikiri.core.errors import InputError, shown
from yomikiri.games.sliding import korf, korf24
from yomikiri.games.sliding.rules import (
    BLANK_FIRST,
    BLANK_LAST,
    Sliding,
    Tiles,
    is_position,
    parse_size,
    size_of,
    split_tiles,
)


def make(size: str | None, variant: str | None, options: Options) -> Sliding:
    """The game; a goal given as a position determines the size, if nothing else does."""
    goal = options.get("goal", BLANK_LAST)
    if size is None and is_position(goal):
        return Sliding(*size_of(goal), goal)
    return Sliding(*parse_size("4x4" if size is None else size), goal)


def read(text: str, size: str | None, variant: str | None, options: Options) -> tuple[Sliding, Tiles]:
    """The game and the position; rows give the size, one line fits any board with as many cells."""
    rows, sides = split_tiles(text), size_of(text)
    if size is not None and len(rows) == 1 and prod(parse_size(size)) == len(rows[0]):
        sides = parse_size(size)
    game = Sliding(*sides, options.get("goal", BLANK_LAST))
    return game, game.parse_position(text)


SETS = {"korf": ("4x4", korf.INSTANCES), "korf24": ("5x5", korf24.INSTANCES)}
"""Published instances by name: their size, and the positions."""


def named(game: Sliding, source: str) -> tuple[Sliding, Tiles]:
    """Published instances: ``korf:1`` to ``korf:100``, ``korf24:1`` to ``korf24:50``."""
    word, _, number = source.partition(":")
    size, instances = SETS.get(word, ("", ()))
    if not re.fullmatch("[0-9]{1,3}", number) or not 1 <= int(number) <= len(instances):
        expected = "korf:1 to korf:100, or korf24:1 to korf24:50"
        raise InputError(f"unknown deal '{shown(source)}' of sliding: expected {expected}")
    if game.size != size:
        raise InputError(f"'{source}' is a deal of size {size}, not of {game.size}")
    return game, instances[int(number) - 1].tiles


def implied(source: str) -> Options:
    """The boards of the instances, and their goal, which has the blank first."""
    word, colon, _ = source.partition(":")
    return {"size": SETS[word][0], "goal": BLANK_FIRST} if colon and word in SETS else {}
