"""Superpuzz, and Montana, the same with other ranks."""

from typing import Any


def __getattr__(name: str) -> Any:
    from yomikiri.moved import of_rules

    return of_rules(__name__, name)
