"""Quantities and choices in words that a person can read at a glance."""

from collections.abc import Iterable

NEAR = 0.6
"""The similarity, from 0 to 1, from which we take an unknown word for a misspelled known one."""


def expected(word: str, known: Iterable[str]) -> str:
    """What was expected instead of an unknown word: all known ones, and the most similar one."""
    names = list(known)
    near = nearest(word, names)
    return f"expected one of {', '.join(names)}" + ("" if near is None else f"; did you mean {near}?")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, if there is one."""
    from difflib import get_close_matches

    spelt = {name.lower(): name for name in known}
    # A very long word is no misspelling, and comparing it would be slow.
    near = get_close_matches(word.lower(), spelt, n=1, cutoff=NEAR) if len(word) <= 40 else []
    return spelt[near[0]] if near else None


def count(number: float) -> str:
    """A whole number with thousands separators."""
    return f"{number:,.0f}"


def short_count(number: float) -> str:
    """About three digits: ``950``, ``12.3 k``, ``4.56 M``."""
    for unit in ("", " k", " M", " G"):
        if number < 999.5:
            return f"{number:.0f}" if not unit else f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:.3g} T"


def plural(number: int, noun: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")


def size(number: float) -> str:
    """Bytes in binary units: ``512 MiB``."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if number < 1023.5:
            return f"{_three_digits(number)} {unit}"
        number /= 1024
    return f"{_three_digits(number)} TiB"


def _three_digits(number: float) -> str:
    return f"{number:.0f}" if number >= 99.95 else f"{number:.3g}"


def time(seconds: float) -> str:
    """Seconds, in a suitable unit."""
    if seconds < 0.9995:
        return f"{seconds * 1000:.3g} ms"
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min {seconds} s" if hours else f"{minutes} min {seconds} s"
