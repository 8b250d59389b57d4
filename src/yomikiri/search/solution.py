"""Some solution, for people who wait: as soon as possible, however long it is."""

from typing import Any

from yomikiri.core.protocol import Game, M, P
from yomikiri.core.registry import entry_of
from yomikiri.search.algorithms import choose
from yomikiri.search.control import Cancel, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.solve import solve


def quickest(game: Game[Any, Any]) -> str | None:
    """The algorithm that finds some solution soonest; None is the game's default."""
    own = entry_of(game).part("quickest")
    return None if own is None else own(game)


def some_solution(
    game: Game[P, M],
    position: P,
    *,
    limits: Limits | None = None,
    progress: ProgressCallback | bool | None = None,
    cancel: Cancel | None = None,
) -> Result[M]:
    """A certified solution, or the proof that there is none, or a limit; see :func:`yomikiri.solve`."""
    name = quickest(game)
    algorithm = None if name is None else choose(game, name, shortest=False)
    return solve(game, position, algorithm=algorithm, limits=limits, progress=progress, cancel=cancel)


def at_a_glance(game: Game[P, M], position: P) -> Result[M] | None:
    """The answer if it takes no search: the game is won, or known to be lost; otherwise None."""
    if game.why_unsolvable(position) is not None:
        return Result.of(Outcome.UNSOLVABLE, "look", lower_bound=None)
    if game.is_goal(position):
        return Result.of(Outcome.SOLVED, "look", proved_shortest=True).with_moves(())
    return None
