"""How hard a position is for a person: what can go wrong on the way to a win, and how far ahead to look.

We walk along a solution from start to goal and decide, at each position, whether each legal move still wins.
A player who moves at random, and is put back on the path after each mistake, avoids the losing moves of a
position with probability *winning / legal*.  The *luck* of the whole path is the sum of the base-2 logarithms
of the inverse: the bits of advice that such a player needs.  It is 0 where every move can be undone, so the
*effort* is added: the logarithm of the number of positions that the game's quickest search expands.  Both are
in bits, and so is their sum, the *difficulty* (docs/difficulty.md says what it was compared with).

Nothing here knows a game.  All limits count positions, not time, so a rating is the same everywhere.
"""

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from yomikiri.core.deal import Deal
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.search.control import Cancel
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.solution import at_a_glance, some_solution

NODES = 1_000_000
"""Positions that the search for the solution may expand by default."""
MOVE_NODES = 5_000
"""Positions that may be expanded to decide one move; an undecided move counts as half a loss."""
MEDIUM, HARD = 12.0, 20.0
"""Where the levels begin, in bits."""


class Level(StrEnum):
    """A difficulty in a word."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @classmethod
    def of(cls, bits: float) -> "Level":
        """The level for this many bits."""
        return cls.EASY if bits < MEDIUM else cls.MEDIUM if bits < HARD else cls.HARD


@dataclass(frozen=True)
class Difficulty:
    """The result of walking along a solution; counts are totals over the positions on the path."""

    outcome: Outcome
    """Solved, or why there is nothing to rate."""
    length: int | None = None
    """Length of the solution walked, which need not be a shortest one."""
    expanded: int = 0
    """Positions that the search for it expanded."""
    legal: int = 0
    """Moves to choose from along the path; a position that came up twice counts twice."""
    winning: int = 0
    losing: int = 0
    """Moves after which the game cannot be won."""
    undecided: int = 0
    traps: int = 0
    """Positions that have a losing move."""
    mistakes: float = 0.0
    """Losing moves that a random player is expected to choose on the way."""
    luck: float = 0.0
    """Bits of advice that such a player needs."""
    arrangement: str = ""
    """Which of the deal's positions it is; empty if there is only one."""

    @property
    def effort(self) -> float:
        """Bits of search."""
        return math.log2(1 + self.expanded)

    @property
    def bits(self) -> float | None:
        """The difficulty; None if no solution is known."""
        return None if self.length is None else self.luck + self.effort

    @property
    def level(self) -> Level | None:
        """The difficulty in a word; None if no solution is known."""
        return None if self.bits is None else Level.of(self.bits)

    @property
    def winning_share(self) -> float | None:
        """The share of winning moves among the decided ones on the path; None if there are none."""
        decided = self.winning + self.losing
        return self.winning / decided if decided else None


def rate(
    game: Game[Any, Any],
    position: Any,
    *,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
    portable: bool = False,
) -> Difficulty:
    """Rate a position; ``limits`` are for the search for the solution.

    With ``portable`` that search is one that counts alike in every build of the kernel.
    """
    limits = limits or Limits(nodes=NODES)
    own = entry_of(game).part("portable") if portable else None
    if own is None:
        own = _some_solution
    found = at_a_glance(game, position) or own(game, position, limits, cancel)
    if found.moves is None:
        return Difficulty(found.outcome, expanded=found.expanded)
    walk = Walk(game, cancel)
    walk.remember(position, found.moves)
    rating = Difficulty(Outcome.SOLVED, length=len(found.moves), expanded=found.expanded)
    for move in found.moves:
        if cancel is not None and cancel.is_set():
            return Difficulty(Outcome.CANCELLED, expanded=found.expanded)
        rating = walk.step(rating, position)
        position = game.play(position, move)
    return rating


def _some_solution(game: Game[Any, Any], position: Any, limits: Limits, cancel: Cancel | None) -> Result[Any]:
    return some_solution(game, position, limits=limits, cancel=cancel)


def rate_deal(
    deal: Deal, *, limits: Limits | None = None, cancel: Cancel | None = None, portable: bool = False
) -> Difficulty:
    """Rate a deal: if it has several positions, the first that can be won."""
    worst: Difficulty | None = None
    for name, position in deal.positions.items():
        found = rate(deal.game, position, limits=limits, cancel=cancel, portable=portable)
        rating = replace(found, arrangement=name)
        if rating.length is not None or rating.outcome is Outcome.CANCELLED:
            return rating
        # One undecided position leaves the deal undecided.
        if worst is None or worst.outcome is Outcome.UNSOLVABLE:
            worst = rating
    return replace(worst, arrangement="") if worst is not None else Difficulty(Outcome.UNSOLVABLE)


class Walk:
    """What is known about the positions off the path."""

    def __init__(self, game: Game[Any, Any], cancel: Cancel | None) -> None:
        self._game, self._cancel = game, cancel
        self._known: dict[Hashable, Outcome] = {}

    def remember(self, position: Any, moves: tuple[Any, ...]) -> None:
        """Remember that all positions of a solution can be won."""
        self._known[position] = Outcome.SOLVED
        for move in moves:
            position = self._game.play(position, move)
            self._known[position] = Outcome.SOLVED

    def step(self, rating: Difficulty, position: Any) -> Difficulty:
        """The rating with one more position of the path."""
        moves = self._game.moves(position)
        outcomes = [self.decided(self._game.play(position, move)) for move in moves]
        losing = outcomes.count(Outcome.UNSOLVABLE)
        winning = outcomes.count(Outcome.SOLVED)
        undecided = len(moves) - losing - winning
        # The solution's next move wins, so this is never the logarithm of 0.
        wrong = (losing + undecided / 2) / len(moves)
        return replace(
            rating,
            legal=rating.legal + len(moves),
            winning=rating.winning + winning,
            losing=rating.losing + losing,
            undecided=rating.undecided + undecided,
            traps=rating.traps + (losing > 0),
            mistakes=rating.mistakes + wrong,
            luck=rating.luck - math.log2(1 - wrong),
        )

    def decided(self, position: Any) -> Outcome:
        """Whether a position can be won, or the limit reached."""
        if position in self._known:
            return self._known[position]
        if self._game.knows_unsolvable:
            lost = self._game.why_unsolvable(position) is not None
            self._known[position] = Outcome.UNSOLVABLE if lost else Outcome.SOLVED
            return self._known[position]
        found = at_a_glance(self._game, position) or some_solution(
            self._game, position, limits=Limits(nodes=MOVE_NODES), cancel=self._cancel
        )
        if found.moves is not None:
            self.remember(position, found.moves)
        self._known[position] = Outcome.SOLVED if found.moves is not None else found.outcome
        return self._known[position]
