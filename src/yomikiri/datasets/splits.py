"""Splits: which deals are for training, which for choosing a model, which for the final figures.

A split goes by deal, never by position: positions of one deal are so alike that a model would be tested on
what it has learned by heart.  The ranges are fixed for ever, like deal numbers, and are said by the game's
entry; a deal outside of all of them is in the split ``none``.
"""

import re
from collections.abc import Mapping
from itertools import pairwise

from yomikiri.core.dealing import MAX_DEAL
from yomikiri.core.entry import GameEntry
from yomikiri.core.errors import InputError, shown

NONE = "none"
"""The split of deals that belong to none."""

_RANGE = re.compile(r"(\d+)-(\d*)", re.ASCII)


def ranges(splits: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """The first and the last deal of each split; splits that share a deal are refused."""
    found: dict[str, tuple[int, int]] = {}
    for name, text in splits.items():
        match = _RANGE.fullmatch(text)
        if match is None:
            raise InputError(f"split '{shown(text)}' is not a range: expected a form like 1-1000 or 2001-")
        found[name] = int(match.group(1)), int(match.group(2) or MAX_DEAL)
    ordered = sorted(found.items(), key=lambda item: item[1])
    for (one, (_, last)), (other, (first, _)) in pairwise(ordered):
        if first <= last:
            raise InputError(f"the splits {one} and {other} share deals from {first} on: expected none")
    return found


def split_of(entry: GameEntry, deal: str) -> str:
    """The split of a deal; one with a name, such as ``word:7``, goes by its number."""
    number = int(deal.rpartition(":")[2])
    for name, (first, last) in ranges(entry.splits).items():
        if first <= number <= last:
            return name
    return NONE
