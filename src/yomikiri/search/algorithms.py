"""The algorithms there are, by name, for each game.

Every game, also one that a user writes, has the five reference algorithms; the games that we know have more,
each in a file of its own.  Interfaces and tests walk :func:`algorithms`.
"""

from functools import partial
from typing import Any

from yomikiri.errors import InputError, shown
from yomikiri.games.freecell import FreeCell
from yomikiri.games.protocol import Game
from yomikiri.games.rows import RowGame
from yomikiri.games.sliding import Sliding
from yomikiri.heuristics import misplaced
from yomikiri.heuristics.freecell import bounds as freecell_bounds
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first
from yomikiri.search.freecell_algorithms import freecell_algorithms
from yomikiri.search.informed import Heuristic, a_star, ida_star, zero
from yomikiri.search.row_algorithms import row_algorithms
from yomikiri.search.sliding_algorithms import sliding_algorithms, sliding_heuristics


def heuristics(game: Game[Any, Any]) -> dict[str, Heuristic]:
    """The admissible heuristics of a game by name, the default first."""
    if isinstance(game, Sliding):
        return sliding_heuristics(game)
    if isinstance(game, FreeCell):
        return freecell_bounds(game)
    return {"misplaced": misplaced} if isinstance(game, RowGame) else {"zero": zero}


def heuristic_of(game: Game[Any, Any]) -> Heuristic:
    """The default admissible heuristic of a game."""
    return next(iter(heuristics(game).values()))


def algorithms(game: Game[Any, Any]) -> dict[str, Algorithm]:
    """The algorithms for a game by name, the default for "any solution" first."""
    found = _general(game)
    if isinstance(game, RowGame):
        found = row_algorithms(game, found)
    elif isinstance(game, FreeCell):
        found = freecell_algorithms(found)
    elif isinstance(game, Sliding):
        found = sliding_algorithms(game, found)
    return {entry.name: entry for entry in found}


def choose(game: Game[Any, Any], name: str | None, *, shortest: bool, explores: bool = False) -> Algorithm:
    """The algorithm of that name, or the game's default for what is asked.

    With ``explores`` the default is one whose way to remember positions can be chosen, if there is one.
    """
    known = algorithms(game)
    if name is None:
        able = [entry for entry in known.values() if entry.shortest or not shortest]
        return next((entry for entry in able if entry.kernel is not None or not explores), able[0])
    if name not in known:
        raise InputError(
            f"unknown algorithm '{shown(name)}' for {game.name}: expected one of {', '.join(known)}"
        )
    if shortest and not known[name].shortest:
        names = ", ".join(entry.name for entry in known.values() if entry.shortest)
        raise InputError(f"algorithm '{name}' does not find shortest solutions: expected one of {names}")
    return known[name]


def _general(game: Game[Any, Any]) -> list[Algorithm]:
    estimate, names = heuristic_of(game), tuple(heuristics(game))
    return [
        Algorithm("breadth-first", "layer by layer; shortest", breadth_first, shortest=True),
        Algorithm("depth-first", "the last listed move first", depth_first),
        Algorithm(
            "priority-first",
            "nearest to the goal by the heuristic first",
            lambda space, start, meter: priority_first(space, start, meter, lambda p: -estimate(p)),
        ),
        Algorithm(
            "a-star",
            "best f first, in Python; shortest",
            partial(a_star, heuristic=estimate),
            shortest=True,
            heuristics=names,
        ),
        Algorithm(
            "ida-star",
            "deepening by f, in Python; shortest",
            partial(ida_star, heuristic=estimate),
            shortest=True,
            heuristics=names,
        ),
    ]
