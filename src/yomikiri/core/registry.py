"""The available games: entries found through the entry point group ``yomikiri.games``, ours included.

A package adds a game with three lines in its ``pyproject.toml``, without editing any of our files::

    [project.entry-points."yomikiri.games"]
    lights = "lights_out:ENTRY"

A game that cannot be loaded is left out with a one-line warning: a broken package must not break the others.
"""

import re
import sys
import warnings
from functools import cache
from typing import Any

from yomikiri.core.entry import GameEntry
from yomikiri.core.errors import GameWarning, InputError, shown
from yomikiri.core.installed import EntryPoint, entry_points
from yomikiri.core.protocol import Game
from yomikiri.core.words import expected

GROUP = "yomikiri.games"
RESERVED = frozenset(
    [
        "after",
        "algorithm",
        "arrangement",
        "as-json",
        "certificate",
        "certificates",
        "chunk",
        "cluster",
        "count-shortest",
        "data",
        "deals",
        "difficulty",
        "duplicates",
        "engine",
        "epochs",
        "first",
        "game-name",
        "hash-seed",
        "help",
        "heuristic",
        "hints",
        "json",
        "json-lines",
        "label",
        "levels",
        "levels-plot",
        "memory",
        "model",
        "moves",
        "no-hints",
        "nodes",
        "notation",
        "onnx",
        "out",
        "parts",
        "place",
        "plot",
        "positions",
        "quiet",
        "resume",
        "rules",
        "samples",
        "seconds",
        "seed",
        "share",
        "shortest",
        "size",
        "skip-lost",
        "solvers",
        "source",
        "states",
        "steps",
        "store",
        "symmetry",
        "threads",
        "total-nodes",
        "total-seconds",
        "unordered",
        "validation",
        "variant",
        "version",
        "weight",
        "width",
        "winnable",
        "with",
        "with-levels",
        "within",
        "workers",
    ]
)
"""Names that an option of a game cannot have: the command line uses them."""
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


@cache
def entries() -> dict[str, GameEntry]:
    """The games by name, in listing order."""
    found: dict[str, GameEntry] = {}
    # Ours come first, so nobody else can take their names.
    for point in sorted(set(entry_points(group=GROUP)), key=lambda point: (not _is_ours(point), point.name)):
        entry = _loaded(point, found)
        if entry is not None:
            found[entry.name] = entry
    return _in_order(found)


def _in_order(found: dict[str, GameEntry]) -> dict[str, GameEntry]:
    ordered = sorted(found.values(), key=lambda entry: (entry.place, entry.name))
    return {entry.name: entry for entry in ordered}


_registered: set[str] = set()
"""The names of games registered only in this process."""


def register(entry: GameEntry) -> None:
    """Register a game in this process only, as a script or a notebook does; packages use an entry point.

    A game registered this way before is replaced: a notebook cell may be run again.
    """
    known = entries()
    again = getattr(entry, "name", None)
    others = {name: each for name, each in known.items() if name not in _registered or name != again}
    if wrong := _wrong_with(entry, repr(entry), others):
        raise InputError(f"a game cannot be registered: {wrong}")
    _registered.add(entry.name)
    found = _in_order({**others, entry.name: entry})
    # Update in place: others may hold this mapping.
    known.clear()
    known.update(found)
    _entry_of_class.cache_clear()


def _is_ours(point: EntryPoint) -> bool:
    return point.value.startswith("yomikiri.")


def _loaded(point: EntryPoint, found: dict[str, GameEntry]) -> GameEntry | None:
    """The entry of an entry point, or None after a warning that says what is wrong with it."""
    try:
        entry = point.load()
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    else:
        wrong = _wrong_with(entry, point.value, found)
        if not wrong:
            return entry  # type: ignore[no-any-return]
    if _is_worker():
        return None  # The parent process has already warned.
    package = f" of {point.package}" if point.package else ""
    reason = " ".join(wrong.split())
    warnings.warn(f"the game '{point.name}'{package} is left out: {reason}", GameWarning, stacklevel=3)
    return None


def _is_worker() -> bool:
    """Whether another of our processes started this one."""
    known = sys.modules.get("multiprocessing.process")
    return known is not None and known.parent_process() is not None


def _wrong_with(entry: Any, value: str, found: dict[str, GameEntry]) -> str:
    """Why something cannot be a game entry; empty if it can."""
    if not isinstance(entry, GameEntry):
        return f"{shown(value, 60)} is {type(entry).__name__}, expected GameEntry"
    if not _NAME.fullmatch(entry.name):
        return f"its name '{shown(entry.name)}' is not in lower case, digits and hyphens"
    taken = {name for each in found.values() for name in (each.name, *each.variants)}
    if clash := taken & {entry.name, *entry.variants}:
        return f"there is a game '{min(clash)}' already"
    for option in entry.options:
        if option.name in RESERVED or not _NAME.fullmatch(option.name):
            return f"its option '{shown(option.name)}' cannot have that name"
    return ""


def entry(name: str) -> GameEntry:
    """The entry of that name."""
    try:
        return entries()[name]
    except KeyError:
        known = dict.fromkeys(each for entry in entries().values() for each in (entry.name, *entry.variants))
        raise InputError(f"unknown game '{shown(name)}': {expected(name, known)}") from None


def entry_of(game: Game[Any, Any]) -> GameEntry:
    """The entry that a game belongs to; for an unregistered game, a bare entry."""
    found = _entry_of_class(type(game))
    return found or GameEntry(game.name, "", type(game), game.size)


@cache
def _entry_of_class(kind: type) -> GameEntry | None:
    """Compares the names of the class and its bases, so nothing needs to be loaded."""
    parents = {f"{each.__module__}:{each.__qualname__}" for each in kind.__mro__}
    return next(
        (each for each in entries().values() if each.game in parents or each.game in kind.__mro__), None
    )
