"""The lower bounds of FreeCell by name: ``home``, ``one-suit``, ``components``, ``cycles``, ``relaxed``.

Each is a function of a game and a position, valid for both metrics and all building rules, and never smaller
than the one before it.  ``h0`` to ``h4`` are aliases.
"""

from collections.abc import Callable
from functools import partial

from yomikiri.core.errors import InputError, shown
from yomikiri.games.freecell.cycles import cycles
from yomikiri.games.freecell.deadlock import components, home, one_suit
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.relaxed import relaxed
from yomikiri.games.freecell.rules import FreeCell

Heuristic = Callable[[FreeCell, Position], int]

HEURISTICS: dict[str, Heuristic] = {
    "home": home,
    "one-suit": one_suit,
    "components": components,
    "cycles": cycles,
    "relaxed": relaxed,
}
"""From the weakest and cheapest to the strongest and most expensive."""

ALIASES = {f"h{number}": name for number, name in enumerate(HEURISTICS)}


def heuristic_name(text: str) -> str:
    """The full name of a heuristic given by its name or as ``h0`` to ``h4``."""
    name = ALIASES.get(text.lower(), text.lower())
    if name not in HEURISTICS:
        known = ", ".join(HEURISTICS)
        raise InputError(
            f"unknown heuristic '{shown(text)}' of freecell: expected one of {known}, or h0 to h4"
        )
    return name


def bounds(game: FreeCell) -> dict[str, Callable[[Position], int]]:
    """The bounds of one game as functions of a position: the best first, then the aliases."""
    own: dict[str, Callable[[Position], int]] = {
        name: partial(bound, game) for name, bound in reversed(HEURISTICS.items())
    }
    return own | {alias: own[name] for alias, name in ALIASES.items()}
