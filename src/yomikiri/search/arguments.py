"""Arguments: what a search is called with, checked before anything starts.

Type annotations help people who run a type checker; everyone else gets an error here that says what was found
and what was expected.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

from yomikiri import _kernel
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.heuristic import Heuristic
from yomikiri.search.outcome import Limits

_KINDS: tuple[tuple[str, Callable[[Any], bool], Iterable[str]], ...] = (
    # One of algorithms(game), or its name.
    ("a name", lambda value: isinstance(value, str | Algorithm), ("algorithm",)),
    (
        "a name",
        lambda value: isinstance(value, str),
        ("states", "duplicates", "symmetry", "engine"),
    ),
    (
        "a name, a function or a yomikiri.Heuristic",
        lambda value: isinstance(value, str | Heuristic) or callable(value),
        ("heuristic",),
    ),
    ("True or False", lambda value: isinstance(value, bool), ("shortest", "count_shortest", "first")),
    ("a yomikiri.Limits", lambda value: isinstance(value, Limits), ("limits",)),
    ("a path", lambda value: isinstance(value, str | os.PathLike), ("resume", "certificate")),
    ("a function", lambda value: callable(value) or isinstance(value, bool), ("progress",)),
    # Anything with is_set(): a threading.Event will do.
    ("a yomikiri.Cancel", lambda value: callable(getattr(value, "is_set", None)), ("cancel",)),
)
_EXPECTED = {name: (expected, fits) for expected, fits, names in _KINDS for name in names}
_MAY_BE_NONE = frozenset(
    {"algorithm", "heuristic", "states", "limits", "resume", "certificate", "progress", "cancel"}
)


def check_arguments(game: Any, **given: Any) -> None:
    """Raise :class:`InputError` for the first argument of the wrong type; ``given`` holds them by name."""
    if not isinstance(game, Game):
        raise InputError(f"game {_found(game)}: expected a yomikiri.Game")
    for name, value in given.items():
        if value is None and name in _MAY_BE_NONE:
            continue
        expected, fits = _EXPECTED[name]
        if not fits(value):
            raise InputError(f"{name} {_found(value)}: expected {expected}")


def check_threads(threads: Any) -> None:
    """Refuse anything but a number of threads that the kernel can start."""
    most = _kernel.MAX_THREADS
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= most:
        raise InputError(f"threads {_found(threads)} is not a number of threads: expected 1 to {most}")


def _found(value: Any) -> str:
    try:
        return shown(repr(value))
    except Exception:  # The caller's object may have a broken repr; report the error anyway.
        return f"of type {type(value).__name__}"
