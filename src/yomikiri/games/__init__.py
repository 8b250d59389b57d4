"""The games, one folder each, and the names that programs import.

Names are loaded on first use: finding the entry of a game must not load the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yomikiri.core.cards import Card
    from yomikiri.core.catalog import game, listed_deal, open_deal, read_deal, variant_of
    from yomikiri.core.deal import Deal
    from yomikiri.core.picture import picture
    from yomikiri.core.protocol import Game
    from yomikiri.core.registry import entries
    from yomikiri.games.freecell.rules import FreeCell
    from yomikiri.games.gaps.rules import Gaps, Layout
    from yomikiri.games.sliding.rules import Sliding
    from yomikiri.games.superpuzz.rules import Superpuzz

__all__ = [
    "Card",
    "Deal",
    "FreeCell",
    "Game",
    "Gaps",
    "Layout",
    "Sliding",
    "Superpuzz",
    "entries",
    "game",
    "listed_deal",
    "open_deal",
    "picture",
    "read_deal",
    "variant_of",
]

_HOMES = {
    "core.cards": ("Card",),
    "core.catalog": ("game", "listed_deal", "open_deal", "read_deal", "variant_of"),
    "core.deal": ("Deal",),
    "core.picture": ("picture",),
    "core.protocol": ("Game",),
    "core.registry": ("entries",),
    "games.freecell.rules": ("FreeCell",),
    "games.gaps.rules": ("Gaps", "Layout"),
    "games.sliding.rules": ("Sliding",),
    "games.superpuzz.rules": ("Superpuzz",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"yomikiri.{home}"), name)
            return found
    raise AttributeError(f"module 'yomikiri.games' has no attribute '{name}'")
