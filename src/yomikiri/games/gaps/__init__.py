"""Gaps: the aces fixed at the left, in any of 24 arrangements."""

from typing import Any


def __getattr__(name: str) -> Any:
    from yomikiri.moved import of_rules

    return of_rules(__name__, name)
