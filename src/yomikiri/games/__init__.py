"""Rules, notation and deals.  The leftmost room: it knows no other."""

from yomikiri.games.cards import Card
from yomikiri.games.catalog import KINDS, Deal, game, listed_deal, open_deal, read_deal, variant_of
from yomikiri.games.freecell import FreeCell
from yomikiri.games.gaps import Gaps, Layout
from yomikiri.games.protocol import Game
from yomikiri.games.sliding import Sliding
from yomikiri.games.superpuzz import Superpuzz

__all__ = [
    "KINDS",
    "Card",
    "Deal",
    "FreeCell",
    "Game",
    "Gaps",
    "Layout",
    "Sliding",
    "Superpuzz",
    "game",
    "listed_deal",
    "open_deal",
    "read_deal",
    "variant_of",
]
