"""Lower bounds of Black Hole: every solution takes each card once, so only finding lost positions matters."""

from collections.abc import Callable

from yomikiri.games.blackhole import walks
from yomikiri.games.blackhole.rules import BlackHole, Position

DEAD_END = 255
"""The estimate of a position that cannot be won."""


def estimate(game: BlackHole, position: Position) -> int:
    """The number of cards left, exact if the position can be won; :data:`DEAD_END` if no walk exists.

    :mod:`yomikiri.games.blackhole.walks` has the proof.
    """
    counts = walks.rank_counts(game.ranks, position.fans)
    return position.left if walks.walk_exists(counts, position.hole.rank - 1) else DEAD_END


def bounds(game: BlackHole) -> dict[str, Callable[[Position], int]]:
    """The heuristics by name, the default first."""
    return {"walks": lambda position: estimate(game, position)}
