"""Finds games and deals from what a person types: a name, a size, a number, ``random``, a file, ``-``.

The games are those of :mod:`yomikiri.core.registry`; interfaces and tests iterate over it.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from yomikiri.core.board_text import deal_number
from yomikiri.core.deal import Deal
from yomikiri.core.dealing import random_number
from yomikiri.core.entry import GameEntry, Options
from yomikiri.core.errors import InputError, NotationError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries
from yomikiri.core.registry import entry as entry_named
from yomikiri.core.words import expected

MAX_FILE_BYTES = 64 * 1024
"""No position of any game comes near this; a larger file is a mistake, and we do not read it."""


def variant_of(game: Game[Any, Any]) -> str | None:
    """The variant of a game, or None for the usual one, which has the game's own name."""
    variant: str | None = getattr(game, "variant", None)
    return None if variant == game.name else variant


def game(
    name: str,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Game[Any, Any]:
    """The game of that name at that size, or at full size; ``options`` choose further rules."""
    entry, variant = _entry(name, variant)
    names = [option.name for option in entry.options]
    for option in options or {}:
        if option not in names:
            known = expected(option, names) if names else "it has no options"
            raise InputError(f"unknown option '{shown(option)}' of {entry.name}: {known}")
    if variant is not None and variant not in entry.variants:
        known = expected(variant, entry.variants) if entry.variants else "it has no variants"
        raise InputError(f"unknown variant '{shown(variant)}' of {name}: {known}")
    return entry.made(None if size is None else str(size), variant, options or {})


def _entry(name: str, variant: str | None) -> tuple[GameEntry, str | None]:
    """The entry and the variant for a name, which may itself name a variant."""
    if name not in entries() and variant is None:
        for entry in entries().values():
            if name in entry.variants:
                return entry, name
    return entry_named(name), variant


def open_deal(
    name: str,
    source: int | str | None = None,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Deal:
    """The deal that ``source`` refers to: a number, ``random`` (or None), a name, a file name, or ``-``.

    A position from a file or standard input may be text or JSON, and it determines the size; if ``size``
    is given too, the two must agree.
    """
    if isinstance(source, int) and not isinstance(source, bool):
        source = str(source)
    elif source is not None and not isinstance(source, str):
        raise InputError(
            f"deal {shown(repr(source))} is neither a number nor text: expected 1, 'random' or a file"
        )
    found = listed_deal(name, source, size, variant, options)
    if found is not None:
        return found
    text = _read_text(source or "")
    number = deal_number(text)
    if number is None:
        return read_deal(name, text, size, variant, options)
    return open_deal(name, number, size, variant, options)


def listed_deal(
    name: str,
    source: str | None = None,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Deal | None:
    """The deal with a number or a name, or a random one; None if ``source`` is none of these.

    It never opens a file.
    """
    entry, _ = _entry(name, variant)
    implied = entry.part("implied")
    brought = dict(implied(source or "")) if implied else {}
    usual = brought.pop("size", None)
    chosen = game(name, usual if size is None else size, variant, {**brought, **(options or {})})
    if source is None or source == "random":
        number = random_number(min(entry.most, entry.drawn))
        return Deal.of(chosen, entry.dealt(chosen, number), number)
    if match := re.fullmatch("#?([+-]?[0-9]+)", source):
        digits = match.group(1)
        if len(digits) > 20 or not 1 <= int(digits) <= entry.most:
            raise InputError(f"deal '{shown(source)}' is out of range: expected 1 to {entry.most}")
        return Deal.of(chosen, entry.dealt(chosen, int(digits)), int(digits))
    if entry.named is not None and re.fullmatch("[a-z][a-z0-9]*:[^/]*", source):
        chosen, found = entry.part("named")(chosen, source)
        return Deal.of(chosen, found, source)
    return None


def read_deal(
    name: str,
    text: str,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Deal:
    """The deal given as a position, in text or JSON; ``size``, if given, must agree with it."""
    entry, variant = _entry(name, variant)
    name, options = entry.name, options or {}
    game(name, size, variant, options)  # Refuse unknown names before reading the text.
    if text.lstrip().startswith("{"):
        text, size, variant, options = _text_of_json(name, text, size, variant, options)
    chosen, found = entry.position(text, None if size is None else str(size), variant, options)
    if size is not None and chosen.size != game(name, size, variant, options).size:
        unit = " columns" if isinstance(chosen.size, int) else ""
        raise NotationError(f"the position has {chosen.size}{unit}, expected {size}")
    note = entry.part("note")
    return Deal.of(chosen, found, "position", None if note is None else note(chosen, text))


def _text_of_json(
    name: str, text: str, size: int | str | None, variant: str | None, options: Options
) -> tuple[str, int | str, str | None, Options]:
    """The rows of a position in JSON as text, its size, its variant and its options."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise NotationError(f"not valid JSON: {error}") from None
    except RecursionError:
        raise NotationError("not valid JSON: nested too deeply") from None
    if not isinstance(data, dict) or not isinstance(data.get("size"), int | str):
        raise NotationError('a position in JSON needs "game", "size" and "position"')
    expected = size if size is not None else data["size"]
    stated = data.get("variant")
    if variant is None and isinstance(stated, str):
        variant = stated
    found = data.get("options", {})
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise NotationError('"options" must be an object whose values are text')
    options = {**found, **options}
    return game(name, expected, variant, options).json_text(data), expected, variant, options


def _read_text(source: str) -> str:
    if source == "-" and sys.stdin is None:
        raise InputError("deal '-' cannot be read: standard input is closed")
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise InputError(
            f"deal '{shown(source, 100)}' is neither a number nor a readable file: {reason}"
        ) from None
    if len(data) > MAX_FILE_BYTES:
        raise InputError(f"deal '{shown(source, 100)}' is larger than {MAX_FILE_BYTES} bytes: no position is")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"byte {error.start + 1} of '{shown(source, 100)}' is not UTF-8 text") from None
    if not text.strip():
        where = "standard input" if source == "-" else f"the file '{shown(source, 100)}'"
        raise NotationError(f"{where} is empty: expected a position")
    return text
