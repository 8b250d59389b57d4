"""Judges: who labels the positions of a deal, with as little search as it takes.

A label follows from others where it can.  Every position of a shortest solution has its moves to go proved
with it, so one proof labels eighty positions.  A move is optimal if the position that it leads to has a
solution of one move less than the label says: a question with a bound, which a lower bound of the game or
what is known already answers for most moves, and a short search for the others.  What one search has found
is remembered for the rest of the deal.

All searches obey limits: the solution of the deal has the whole of them, every other label and every set of
moves a share, because they are many and most are easy.  A label that they leave open keeps its bounds and is
not proved; a set of moves that they leave open has the moves that were proved, and says that it is not
complete.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from yomikiri.core.errors import CertificationError
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.datasets.bounds import Bounds
from yomikiri.search import Limits, Outcome, Result, solve
from yomikiri.search.heuristic import DEAD_END
from yomikiri.search.solution import at_a_glance, some_solution

SHARE = 20
"""The share of the node limit that a label has, or a set of moves: one part in so many."""


@dataclass(frozen=True)
class Label:
    """What is known of a position."""

    winnable: bool | None = None
    lower: int = 0
    """No solution has fewer moves."""
    upper: int | None = None
    """Some solution has at most so many; None while none is known, or if there is none."""
    error_bound: float = 0.0
    """How likely, at most, what rests on fingerprints is wrong."""

    @property
    def exact(self) -> int | None:
        """The moves to go, if they are proved."""
        return self.upper if self.upper is not None and self.lower >= self.upper else None

    def joined(self, other: "Label") -> "Label":
        """What both say together."""
        if None not in (self.winnable, other.winnable) and self.winnable != other.winnable:
            raise CertificationError("two searches disagree on whether a position can be won")
        uppers = [upper for upper in (self.upper, other.upper) if upper is not None]
        lower, upper = max(self.lower, other.lower), min(uppers, default=None)
        if upper is not None and lower > upper:
            raise CertificationError(f"{upper} moves where {lower} was proved the least")
        winnable = other.winnable if self.winnable is None else self.winnable
        return Label(winnable, lower, upper, max(self.error_bound, other.error_bound))


LOST = Label(winnable=False)


@dataclass(frozen=True)
class Choice:
    """The moves of a position that keep what can be had."""

    moves: tuple[Any, ...]
    complete: bool
    """Whether all other moves are proved not to."""
    error_bound: float = 0.0
    """How likely, at most, one of those does after all."""


class Judge(ABC):
    """Labels positions; what it has learned of a deal makes the next label cheaper."""

    def __init__(self, game: Game[Any, Any], limits: Limits, bounds: Bounds | None = None) -> None:
        self.game, self.limits = game, limits
        nodes = None if limits.nodes is None else max(1, limits.nodes // SHARE)
        self.small = replace(limits, nodes=nodes)
        """What a label has that does not begin a deal, and what a set of moves has."""
        self.bounds = bounds or Bounds(game)
        self.expanded = 0
        """Positions that its searches have expanded."""
        self._known: dict[bytes, Label] = {}

    @abstractmethod
    def proved(self, label: Label) -> bool:
        """Whether the label says all that was asked."""

    @abstractmethod
    def _search(self, position: Any, limits: Limits) -> Result:
        """The search behind a label."""

    @abstractmethod
    def _keeps(self, label: Label, child: Any, limits: Limits) -> bool | None:
        """Whether a move from a position with that label to ``child`` keeps what can be had; None: open."""

    def label(self, position: Any) -> Label:
        """The label of a position."""
        known = self.known(position)
        if self.proved(known):
            return known
        result = self._search(position, self.small)
        self._learn(position, result)
        return self.known(position)

    def at_least(self, position: Any, lower: int) -> None:
        """Takes in a lower bound that somebody else has proved, unless the position is lost."""
        if self.known(position).winnable is not False:
            self._note(position, Label(lower=lower))

    def solution(self, position: Any) -> tuple[Any, ...]:
        """The moves of a solution, a shortest one if that is what is asked for; empty if none is found."""
        result = self._search(position, self.limits)
        self._learn(position, result)
        return result.moves or ()

    def choice(self, position: Any, label: Label) -> Choice:
        """All optimal moves, or all winning ones; the node limit is for all of them together."""
        if label.winnable is False or self.game.is_goal(position):
            return Choice((), complete=True)
        if not self.proved(label):
            return Choice((), complete=False)
        left, kept, complete, error_bound = self.small, [], True, 0.0
        for move in self.game.moves(position):
            before = self.expanded
            child = self.game.play(position, move)
            answer = self._keeps(label, child, left)
            if left.nodes is not None:
                left = replace(left, nodes=max(0, left.nodes - (self.expanded - before)))
            complete &= answer is not None
            if answer:
                kept.append(move)
            elif answer is False:
                error_bound += self.known(child).error_bound
        if complete and not kept:
            raise CertificationError(
                f"no move keeps what {self.game.format_position(position)!r} was proved to have"
            )
        return Choice(tuple(kept), complete, error_bound)

    def known(self, position: Any) -> Label:
        """What is known without a search."""
        code = self.game.encode(position)
        if code not in self._known:
            seen = at_a_glance(self.game, position)
            if seen is None:
                best = self.bounds.strongest(position)
                self._known[code] = LOST if best >= DEAD_END else Label(lower=best)
            else:
                self._known[code] = Label(True, 0, 0) if seen.outcome is Outcome.SOLVED else LOST
        return self._known[code]

    def _note(self, position: Any, label: Label) -> None:
        self._known[self.game.encode(position)] = self.known(position).joined(label)

    def _prove(self, position: Any, left: int) -> None:
        """Notes the moves to go; there are many, and no bound is needed beside them."""
        code, label = self.game.encode(position), Label(True, left, left)
        before = self._known.get(code)
        self._known[code] = label if before is None else before.joined(label)

    def _learn(self, position: Any, result: Result) -> None:
        """Takes in what a search found, for every position of its solution."""
        self.expanded += result.expanded
        if result.outcome is Outcome.UNSOLVABLE:
            self._note(position, replace(LOST, error_bound=result.error_bound))
            return
        self._note(position, Label(lower=result.lower_bound or 0))
        self._follow(position, result.moves, proved=result.proved_shortest)

    def _follow(self, position: Any, moves: Sequence[Any] | None, *, proved: bool) -> None:
        if moves is None:
            return
        for left in range(len(moves), -1, -1):
            if proved:
                self._prove(position, left)
            else:
                self._note(position, Label(True, 0, left))
            if left:
                position = self.game.play(position, moves[len(moves) - left])


class ShortestJudge(Judge):
    """Moves to go, and all optimal moves."""

    def proved(self, label: Label) -> bool:
        return label.winnable is False or label.exact is not None

    def _search(self, position: Any, limits: Limits) -> Result:
        return solve(self.game, position, shortest=True, limits=limits)

    def _keeps(self, label: Label, child: Any, limits: Limits) -> bool | None:
        assert label.exact is not None
        most = label.exact - 1
        known = self.known(child)
        if known.winnable is False or known.lower > most:
            return False
        if known.upper is not None and known.upper <= most:
            return True
        answer = self._within(child, most, limits)
        if answer is not None:
            # It cannot be less than one below the label, which is proved.
            if answer:
                self._prove(child, most)
            else:
                self._note(child, Label(lower=most + 1))
        return answer

    def _within(self, position: Any, most: int, limits: Limits) -> bool | None:
        """Whether some solution has at most ``most`` moves."""
        own = entry_of(self.game).part("within")
        if own is not None:
            answer, expanded = own(self.game, position, most, limits)
            self.expanded += expanded
            found: bool | None = answer
            return found
        self._learn(position, self._search(position, limits))
        known = self.known(position)
        if known.winnable is False or known.lower > most:
            return False
        return True if known.upper is not None and known.upper <= most else None


class WinnableJudge(Judge):
    """Whether a position can still be won, and all winning moves."""

    def proved(self, label: Label) -> bool:
        return label.winnable is not None

    def _search(self, position: Any, limits: Limits) -> Result:
        return some_solution(self.game, position, limits=limits)

    def _keeps(self, label: Label, child: Any, limits: Limits) -> bool | None:
        known = self.known(child)
        if known.winnable is None:
            self._learn(child, self._search(child, limits))
            known = self.known(child)
        return known.winnable


LABELS: dict[str, type[Judge]] = {"shortest": ShortestJudge, "winnable": WinnableJudge}
"""What positions can be labelled with."""
