"""The games there are, by name, and deals by what a person types: a number, ``random``, a file, ``-``.

A new game adds one :class:`Kind` here; interfaces and tests walk this catalogue.
"""

import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError, NotationError, shown
from yomikiri.games import gaps, korf, sliding, superpuzz
from yomikiri.games.dealing import MAX_DEAL, random_number
from yomikiri.games.freecell import PRESETS
from yomikiri.games.freecell_deals import LARGEST_MICROSOFT
from yomikiri.games.freecell_options import OPTIONS, make_freecell, named_freecell, read_freecell
from yomikiri.games.gaps import Gaps
from yomikiri.games.protocol import Game
from yomikiri.games.rows import split_rows
from yomikiri.games.sliding import Sliding
from yomikiri.games.superpuzz import Superpuzz

MAX_FILE_BYTES = 64 * 1024
"""No position of any game comes near this; a larger file is a mistake and is not read."""


Options = Mapping[str, str]
"""Options of the rules by name, such as the metric of FreeCell; see :attr:`Kind.options`."""


@dataclass(frozen=True)
class Kind:
    """One entry of the catalogue."""

    name: str
    summary: str
    default_size: int | str
    sizes: str
    make: Callable[[str | None, str | None, Options], Game[Any, Any]]
    """The game at a size given as text or its usual one, in a variant or its usual one, with options."""
    read: Callable[[str, str | None, str | None, Options], tuple[Game[Any, Any], Any]]
    """The game whose size fits a position given as text, and the position; a size that is asked for only
    decides where the text does not."""
    deal: Callable[[Any, int], Any] = lambda game, number: game.deal(number)
    """The numbered deal as a person asks for it: for Gaps the layout, of which 24 positions can be made."""
    variants: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """What else of the rules can be chosen, by name; values are text."""
    most: int = MAX_DEAL
    """The largest deal number."""
    named: Callable[[Any, str], tuple[Game[Any, Any], Any]] | None = None
    """Deals with a name of the form ``word:rest``; the game may be another one than was asked."""
    implied: Callable[[str], Options] = lambda source: {}
    """The options that a deal brings along by its name, unless others are given."""


@dataclass(frozen=True)
class Deal:
    """A position to solve, the game it belongs to, and what to call it."""

    game: Game[Any, Any]
    position: Any
    """A position of the game, or for Gaps a :class:`yomikiri.games.gaps.Layout`."""
    label: int | str
    """The deal number, or ``position`` for one that was given explicitly."""


def _columns(kind_name: str, size: str | None, least: int, most: int) -> int:
    if size is None:
        return most
    if not (size.isascii() and size.isdigit() and least <= int(size[:4]) <= most):
        raise InputError(f"size '{shown(size)}' is not a size of {kind_name}: expected {least} to {most}")
    return int(size)


def _superpuzz(size: str | None, variant: str | None, options: Options) -> Superpuzz:
    columns = _columns("superpuzz", size, superpuzz.MIN_COLUMNS, superpuzz.MAX_COLUMNS)
    return Superpuzz(columns, variant or "superpuzz")


def _read_superpuzz(
    text: str, size: str | None, variant: str | None, options: Options
) -> tuple[Superpuzz, Any]:
    columns = min(len(split_rows(text)[0]), superpuzz.MAX_COLUMNS)
    chosen = Superpuzz(max(columns, superpuzz.MIN_COLUMNS), variant or "superpuzz")
    return chosen, chosen.parse_position(text)


def _gaps(size: str | None, variant: str | None, options: Options) -> Gaps:
    return Gaps(_columns("gaps", size, gaps.MIN_COLUMNS, gaps.MAX_COLUMNS))


def _read_gaps(text: str, size: str | None, variant: str | None, options: Options) -> tuple[Gaps, Any]:
    """A position if an ace heads every row, otherwise a layout without its aces."""
    rows = split_rows(text)
    if all(row[0][1:].upper() == "A" for row in rows):
        columns = max(gaps.MIN_COLUMNS, min(len(rows[0]), gaps.MAX_COLUMNS))
        chosen = Gaps(columns)
        return chosen, chosen.parse_position(text)
    layout = gaps.read_layout(text)
    return Gaps(layout.columns), layout


def _sliding(size: str | None, variant: str | None, options: Options) -> Sliding:
    """A goal that is given as a position decides the size, if nothing else does."""
    goal = options.get("goal", sliding.BLANK_LAST)
    if size is None and sliding.is_position(goal):
        return Sliding(*sliding.size_of(goal), goal)
    return Sliding(*sliding.parse_size("4x4" if size is None else size), goal)


def _read_sliding(text: str, size: str | None, variant: str | None, options: Options) -> tuple[Sliding, Any]:
    """Rows decide the size; numbers on one line may be of any board with so many cells."""
    rows, sides = sliding.split_tiles(text), sliding.size_of(text)
    if size is not None and len(rows) == 1 and prod(sliding.parse_size(size)) == len(rows[0]):
        sides = sliding.parse_size(size)
    chosen = Sliding(*sides, options.get("goal", sliding.BLANK_LAST))
    return chosen, chosen.parse_position(text)


def _korf(game: Sliding, source: str) -> tuple[Sliding, Any]:
    """Korf's instances: ``korf:1`` to ``korf:100``."""
    word, _, number = source.partition(":")
    if (
        word != "korf"
        or not re.fullmatch("[0-9]{1,3}", number)
        or not 1 <= int(number) <= len(korf.INSTANCES)
    ):
        raise InputError(f"unknown deal '{shown(source)}' of sliding: expected korf:1 to korf:100")
    if game.size != "4x4":
        raise InputError(f"'{source}' is a deal of size 4x4, not of {game.size}")
    return game, korf.INSTANCES[int(number) - 1].tiles


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in [
        Kind(
            name="superpuzz",
            summary="four rows, four holes; a hole takes the successor of its left neighbour; also montana",
            default_size=superpuzz.MAX_COLUMNS,
            sizes=f"columns, {superpuzz.MIN_COLUMNS} to {superpuzz.MAX_COLUMNS}",
            make=_superpuzz,
            read=_read_superpuzz,
            variants=superpuzz.VARIANTS,
        ),
        Kind(
            name="gaps",
            summary="the same with the aces fixed at the left, in any of 24 arrangements",
            default_size=gaps.MAX_COLUMNS,
            sizes=f"columns, {gaps.MIN_COLUMNS} to {gaps.MAX_COLUMNS}",
            make=_gaps,
            read=_read_gaps,
            deal=lambda game, number: game.layout(number),
        ),
        Kind(
            name="freecell",
            summary="four suits to bring home, by way of cells; also bakers-game, eight-off, seahaven-towers",
            default_size="8x4",
            sizes="columns x cells, 3x0 to 10x8",
            make=make_freecell,
            read=read_freecell,
            variants=tuple(PRESETS),
            options=OPTIONS,
            most=LARGEST_MICROSOFT,
            named=named_freecell,
        ),
        Kind(
            name="sliding",
            summary="the 15-puzzle and its kin: a tile beside the blank slides into it",
            default_size="4x4",
            sizes=f"rows x columns, {sliding.LEAST} to {sliding.MOST}",
            make=_sliding,
            read=_read_sliding,
            options=("goal",),
            named=_korf,
            implied=lambda source: {"goal": sliding.BLANK_FIRST} if source.startswith("korf:") else {},
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


def variant_of(game: Game[Any, Any]) -> str | None:
    """The variant that a game is played in, or None for the usual one, which has the game's own name."""
    variant: str | None = getattr(game, "variant", None)
    return None if variant == game.name else variant


def game(
    name: str,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Game[Any, Any]:
    """The game of that name at that size, or at its full size; ``options`` choose more of its rules."""
    entry, variant = _entry(name, variant)
    for option in options or {}:
        if option not in entry.options:
            known = f"expected one of {', '.join(entry.options)}" if entry.options else "it has no options"
            raise InputError(f"unknown option '{shown(option)}' of {entry.name}: {known}")
    if variant is not None and variant not in entry.variants:
        known = f"expected one of {', '.join(entry.variants)}" if entry.variants else "it has no variants"
        raise InputError(f"unknown variant '{shown(variant)}' of {name}: {known}")
    return entry.make(None if size is None else str(size), variant, options or {})


def _entry(name: str, variant: str | None) -> tuple[Kind, str | None]:
    """The kind and the variant of a name, which may be that of a variant."""
    if name not in KINDS and variant is None:
        for entry in KINDS.values():
            if name in entry.variants:
                return entry, name
    return kind(name), variant


def open_deal(
    name: str,
    source: str | None = None,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Deal:
    """The deal that ``source`` means: a number, ``random`` (or None), a name, a file name, or ``-``.

    A position from a file or from standard input may be text or JSON and decides the size itself; a
    ``size`` that is given must then agree with it.
    """
    found = listed_deal(name, source, size, variant, options)
    return read_deal(name, _read_text(source or ""), size, variant, options) if found is None else found


def listed_deal(
    name: str,
    source: str | None = None,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Deal | None:
    """The deal of a number, of a name, or a random one; None if ``source`` is none of these.

    No file is opened, whatever ``source`` is.
    """
    options = {**_entry(name, variant)[0].implied(source or ""), **(options or {})}
    chosen = game(name, size, variant, options)
    entry, variant = _entry(name, variant)
    if source is None or source == "random":
        number = random_number(entry.most)
        return Deal(chosen, entry.deal(chosen, number), number)
    if re.fullmatch("[+-]?[0-9]+", source):
        if len(source) > 20 or not 1 <= int(source) <= entry.most:
            raise InputError(f"deal '{shown(source)}' is out of range: expected 1 to {entry.most}")
        return Deal(chosen, entry.deal(chosen, int(source)), int(source))
    if entry.named is not None and re.fullmatch("[a-z]+:[^/]*", source):
        return Deal(*entry.named(chosen, source), source)
    return None


def read_deal(
    name: str,
    text: str,
    size: int | str | None = None,
    variant: str | None = None,
    options: Options | None = None,
) -> Deal:
    """The deal that is given as a position, in text or JSON; a ``size`` must agree with it."""
    entry, variant = _entry(name, variant)
    name, options = entry.name, options or {}
    game(name, size, variant, options)  # What does not exist is refused before the text is read.
    if text.lstrip().startswith("{"):
        text, size, variant, options = _text_of_json(name, text, size, variant, options)
    chosen, position = entry.read(text, None if size is None else str(size), variant, options)
    if size is not None and chosen.size != game(name, size, variant, options).size:
        unit = " columns" if isinstance(chosen.size, int) else ""
        raise NotationError(f"the position has {chosen.size}{unit}, expected {size}")
    return Deal(chosen, position, "position")


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
