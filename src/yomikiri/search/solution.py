"""Some solution, for people who wait: as soon as possible, however long it is."""

from typing import Any

from yomikiri.games.protocol import Game
from yomikiri.games.sliding import Sliding
from yomikiri.search.control import Cancel, ProgressCallback
from yomikiri.search.outcome import Limits, Result
from yomikiri.search.solve import solve

SHORTEST_CELLS = 16
"""Sliding puzzles of up to so many cells are solved shortest in seconds; larger ones take days."""


def quickest(game: Game[Any, Any]) -> str | None:
    """The algorithm that finds some solution soonest; None is the game's default."""
    return "priority-first" if isinstance(game, Sliding) and game.cells > SHORTEST_CELLS else None


def some_solution(
    game: Game[Any, Any],
    position: Any,
    *,
    limits: Limits | None = None,
    progress: ProgressCallback | None = None,
    cancel: Cancel | None = None,
) -> Result:
    """A certified solution, or the proof that there is none, or a limit; see :func:`yomikiri.solve`."""
    return solve(game, position, algorithm=quickest(game), limits=limits, progress=progress, cancel=cancel)
