"""Sizes of the games of rows, given as text."""

from yomikiri.core.errors import InputError, shown


def columns(name: str, size: str | None, least: int, most: int) -> int:
    """The number of columns that a size gives; the maximum by default."""
    if size is None:
        return most
    if not (size.isascii() and size.isdigit() and least <= int(size[:4]) <= most):
        raise InputError(f"size '{shown(size)}' is not a size of {name}: expected {least} to {most}")
    return int(size)
