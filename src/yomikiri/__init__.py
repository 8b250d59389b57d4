"""yomikiri: solve one-player, perfect-information puzzles completely, with answers that can be checked."""

from importlib.metadata import version

from yomikiri.errors import (
    CertificationError,
    IllegalMove,
    InputError,
    NotationError,
    YomikiriError,
)
from yomikiri.games import Card, Deal, Game, Superpuzz, game, open_deal
from yomikiri.search import Cancel, Limits, Outcome, Progress, Proof, Result, algorithms, certify, solve

__version__ = version("yomikiri")

__all__ = [
    "Cancel",
    "Card",
    "CertificationError",
    "Deal",
    "Game",
    "IllegalMove",
    "InputError",
    "Limits",
    "NotationError",
    "Outcome",
    "Progress",
    "Proof",
    "Result",
    "Superpuzz",
    "YomikiriError",
    "__version__",
    "algorithms",
    "certify",
    "game",
    "open_deal",
    "solve",
]
