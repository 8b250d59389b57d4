"""Analyses: what a game can tell about a position without searching, as text and as JSON."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Analysis:
    """What is known about a position without a search."""

    record: Mapping[str, Any]
    """The game-specific keys of the JSON object."""
    figures: Sequence[tuple[str, str]]
    """Lines for people: a label and its text."""
    marked: Collection[tuple[int, int]] = ()
    """Rows and columns, from 0, of the words to highlight on the board."""
