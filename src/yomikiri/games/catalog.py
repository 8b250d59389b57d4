"""The games there are, by name, and deals by what a person types: a number, ``random``, a file, ``-``.

A new game adds one :class:`Kind` here; interfaces and tests walk this catalogue.
"""

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError, NotationError
from yomikiri.games.cards import shown
from yomikiri.games.dealing import MAX_DEAL, random_number
from yomikiri.games.protocol import Game
from yomikiri.games.superpuzz import MAX_COLUMNS, MIN_COLUMNS, Superpuzz, read_position

MAX_FILE_BYTES = 64 * 1024
"""No position of any game comes near this; a larger file is a mistake and is not read."""


@dataclass(frozen=True)
class Kind:
    """One entry of the catalogue."""

    name: str
    summary: str
    default_size: int | str
    sizes: str
    make: Callable[[str], Game[Any, Any]]
    """The game at a size given as text."""
    of_text: Callable[[str], Game[Any, Any]]
    """The game whose size fits a position given as text."""


@dataclass(frozen=True)
class Deal:
    """A position to solve, the game it belongs to, and what to call it."""

    game: Game[Any, Any]
    position: Any
    label: int | str
    """The deal number, or ``position`` for one that was given explicitly."""


def _superpuzz(size: str) -> Superpuzz:
    if not (size.isascii() and size.isdigit() and MIN_COLUMNS <= int(size[:4]) <= MAX_COLUMNS):
        raise InputError(
            f"size '{shown(size)}' is not a size of superpuzz: expected {MIN_COLUMNS} to {MAX_COLUMNS}"
        )
    return Superpuzz(int(size))


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in [
        Kind(
            name="superpuzz",
            summary="four rows, four holes; a hole takes the successor of the card on its left",
            default_size=MAX_COLUMNS,
            sizes=f"columns, {MIN_COLUMNS} to {MAX_COLUMNS}",
            make=_superpuzz,
            of_text=lambda text: Superpuzz(read_position(text).columns),
        ),
    ]
}


def kind(name: str) -> Kind:
    """The catalogue entry of that name."""
    try:
        return KINDS[name]
    except KeyError:
        raise InputError(
            f"unknown game '{shown(name)}': expected one of {', '.join(sorted(KINDS))}"
        ) from None


def game(name: str, size: int | str | None = None) -> Game[Any, Any]:
    """The game of that name at that size, or at its full size."""
    entry = kind(name)
    return entry.make(str(entry.default_size if size is None else size))


def open_deal(name: str, source: str | None = None, size: int | str | None = None) -> Deal:
    """The deal that ``source`` means: a number, ``random`` (or None), a file name, or ``-``.

    A position from a file or from standard input may be text or JSON and decides the size itself; a
    ``size`` that is given must then agree with it.
    """
    if source is None or source == "random":
        number = random_number()
        chosen = game(name, size)
        return Deal(chosen, chosen.deal(number), number)
    if re.fullmatch("[+-]?[0-9]+", source):
        chosen = game(name, size)
        if len(source) > 20 or not 1 <= int(source) <= MAX_DEAL:
            raise InputError(f"deal '{shown(source)}' is out of range: expected 1 to {MAX_DEAL}")
        return Deal(chosen, chosen.deal(int(source)), int(source))
    return _explicit(name, _read_text(source), size)


def _explicit(name: str, text: str, size: int | str | None) -> Deal:
    entry = kind(name)
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except ValueError as error:
            raise NotationError(f"not valid JSON: {error}") from None
        except RecursionError:
            raise NotationError("not valid JSON: nested too deeply") from None
        if not isinstance(data, dict) or not isinstance(data.get("size"), int | str):
            raise NotationError('a position in JSON needs "game", "size" and "position"')
        chosen = game(name, size if size is not None else data["size"])
        return Deal(chosen, chosen.position_from_json(data), "position")
    chosen = entry.of_text(text) if size is None else game(name, size)
    return Deal(chosen, chosen.parse_position(text), "position")


def _read_text(source: str) -> str:
    if source == "-" and sys.stdin is None:
        raise InputError("deal '-' can not be read: standard input is closed")
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise InputError(
            f"deal '{shown(source)}' is neither a number nor a readable file: {reason}"
        ) from None
    if len(data) > MAX_FILE_BYTES:
        raise InputError(f"deal '{shown(source)}' is larger than {MAX_FILE_BYTES} bytes: no position is")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"byte {error.start + 1} of '{shown(source)}' is not UTF-8 text") from None
