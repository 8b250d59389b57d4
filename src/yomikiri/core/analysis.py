"""Analyses: what a game can say of a position without searching, ready for text and for JSON."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Analysis:
    """What is known of a position at a look."""

    record: Mapping[str, Any]
    """The keys of the JSON object that are the game's own."""
    figures: Sequence[tuple[str, str]]
    """Lines for people: what it is, and the words."""
    marked: Collection[tuple[int, int]] = ()
    """Rows and columns of the board's words that stand out, counted from 0."""
