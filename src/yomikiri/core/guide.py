"""A guide for whoever sees a game for the first time: the goal as a position, and the rules in ten lines."""

from dataclasses import dataclass
from typing import Any

from yomikiri.core.entry import Title


@dataclass(frozen=True)
class Guide:
    """What a game tells a newcomer."""

    goal: Any
    """A position that is won; where there are several, one of them."""
    lines: tuple[Title, ...]
    """The rules, ten lines at most."""
