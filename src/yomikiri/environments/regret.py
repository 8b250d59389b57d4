"""Regret: how much longer a move makes the shortest way to a goal, by exact search.

The regret of a move is 1 + (moves to go after it) - (moves to go before it): 0 for a move of a shortest
solution.  Every position that is asked about is searched to the end once; those on the way to the goal are
then known, too.
"""

from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.search.outcome import Limits, Outcome
from yomikiri.search.solve import solve

KEPT = 100_000
"""Positions whose distance is remembered."""


class Regret:
    """Moves to go, as far as they were asked for; None where no goal can be reached."""

    def __init__(self, game: Game[Any, Any], limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self._known: dict[bytes, int | None] = {}

    def moves_to_go(self, position: Any) -> int | None:
        """The length of a shortest solution; None if there is none."""
        code = self.game.encode(position)
        if code not in self._known:
            if len(self._known) > KEPT:
                self._known.clear()
            self._search(position, code)
        return self._known[code]

    def _search(self, position: Any, code: bytes) -> None:
        if self.game.is_goal(position):
            self._known[code] = 0
            return
        result = solve(self.game, position, shortest=True, limits=self.limits)
        if result.outcome is Outcome.UNSOLVABLE:
            self._known[code] = None
            return
        if result.moves is None or not result.proved_shortest:
            raise InputError(
                f"regret is exact, and the search for a shortest solution ended with {result.outcome.value}: "
                "expected larger limits, or reward 'moves'"
            )
        for left in range(len(result.moves), 0, -1):
            self._known[self.game.encode(position)] = left
            position = self.game.play(position, result.moves[-left])
        self._known[self.game.encode(position)] = 0

    def reward(self, before: Any, after: Any, lost: float) -> float:
        """Minus the regret of a move; ``lost`` if it gives the game away, and 0 when it is lost already."""
        there = self.moves_to_go(before)
        if there is None:
            return 0.0
        here = self.moves_to_go(after)
        return lost if here is None else float(there - here - 1)
