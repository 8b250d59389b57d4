"""yomikiri: solve one-player, perfect-information puzzles completely, with answers that can be checked."""

from typing import TYPE_CHECKING

from yomikiri.errors import (
    CertificationError,
    IllegalMove,
    InputError,
    NotationError,
    YomikiriError,
)
from yomikiri.games import Card, Deal, FreeCell, Game, Gaps, Layout, Sliding, Superpuzz, game, open_deal
from yomikiri.processor import KERNEL  # Chooses the kernel, so before all that imports it.
from yomikiri.search import (
    ArrangementsResult,
    Cancel,
    Limits,
    Outcome,
    Progress,
    Proof,
    Result,
    algorithms,
    certify,
    shorten,
    solve,
    solve_arrangements,
)

if TYPE_CHECKING:
    __version__: str


def __getattr__(name: str) -> str:
    """The version, looked up when it is asked for: reading package metadata is half the import time."""
    if name == "__version__":
        from importlib.metadata import version

        return version("yomikiri")
    raise AttributeError(f"module 'yomikiri' has no attribute '{name}'")


__all__ = [
    "KERNEL",
    "ArrangementsResult",
    "Cancel",
    "Card",
    "CertificationError",
    "Deal",
    "FreeCell",
    "Game",
    "Gaps",
    "IllegalMove",
    "InputError",
    "Layout",
    "Limits",
    "NotationError",
    "Outcome",
    "Progress",
    "Proof",
    "Result",
    "Sliding",
    "Superpuzz",
    "YomikiriError",
    "__version__",
    "algorithms",
    "certify",
    "game",
    "open_deal",
    "shorten",
    "solve",
    "solve_arrangements",
]
