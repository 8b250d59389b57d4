"""A search that counts alike everywhere: without the pattern databases, which browsers do not have."""

from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.search.control import Cancel
from yomikiri.search.outcome import Limits, Result
from yomikiri.search.solve import solve

SHORTEST_CELLS = 16
"""Up to so many cells a shortest solution is found soon enough; on larger boards any will do."""


def portable(game: Sliding, position: Tiles, limits: Limits, cancel: Cancel | None) -> Result[int]:
    """Some solution, as the kernel in a browser finds it."""
    if game.rows * game.columns > SHORTEST_CELLS:
        return solve(game, position, algorithm="greedy", limits=limits, cancel=cancel)
    return solve(
        game,
        position,
        algorithm="ida-star-pruned",
        heuristic="walking-distance" if max(game.rows, game.columns) <= 4 else "linear-conflict",
        limits=limits,
        cancel=cancel,
    )
