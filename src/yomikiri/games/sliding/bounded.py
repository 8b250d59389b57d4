"""Bounded solutions of sliding puzzles: proved to be at most so much longer than a shortest one.

The general bounded search (:mod:`yomikiri.search.focal`) keeps every position that its proof has met: too
many on large boards.  Here the proof is made of rounds of IDA*, which keep nothing: each raises the lower
bound by two.  Between two rounds a beam looks for a solution that is shorter than the best so far; its width
grows with their work.  A weighted A* that cuts off what is too long finds equally short ones in the same
time, but has none to show when a limit ends the search.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

from yomikiri import _kernel
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.shortest import SlideSearch, answered, kernel_heuristics
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.driver import kernel_limits
from yomikiri.search.focal import BOUNDED, bounded_algorithm
from yomikiri.search.level import Level
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.within import USUAL, Within

LEAST_WIDTH = 100
"""Of the first beam: some thousandths of a second."""
MOST_WIDTH = 10_000_000
"""Of the last: a beam takes up to 900 bytes for one of its width, three fifths of them for the way back."""
WORTH = 1000
"""Positions that the search has looked at for one of the width, and for each thread of the rounds.  A beam
has some hundred layers, and takes fifteen times as long for a position as a round: one and a half times as
long as all rounds so far, a fifth of the next one."""

POSITION = ("rows", "columns", "goal_blank", "labels", "bound", "patterns")
"""The arguments that say what is asked, for bounds and beams."""


def bounded_slides(game: Sliding) -> Algorithm:
    """Bounded search as an algorithm of sliding puzzles."""
    algorithm = bounded_algorithm(LinearConflict(game), bounded, kernel_heuristics(game))
    return replace(algorithm, parallel=True)


def bounded(game: Sliding, position: Tiles, request: Request) -> Result:
    """A solution within what is asked, or the best that the limits allow."""
    return answered(BoundedSlides(game, position, request, pruned=True, started=time.monotonic()))


@dataclass
class BoundedSlides(SlideSearch):
    """One search: rounds of IDA* and beams by turns."""

    best: tuple[int, ...] | None = None
    """The shortest solution so far, whether it is short enough or not."""
    width: int = 0
    """Of the last beam."""

    @property
    def within(self) -> Within:
        return self.request.within or USUAL

    def run(self) -> Result:
        self.memory = min(self.request.limits.memory_bytes(), pattern_tables.BUILD_BYTES)
        self.heuristic = self._chosen()
        prepared = self._prepare()
        position = {name: prepared[name] for name in POSITION}
        self.lower_bound = _kernel.sliding_bound(**position)
        self._check_tables()
        while True:
            outcome = self._beam(position) or (Outcome.SOLVED if self._enough() else self._round(prepared))
            if outcome is not None:
                return self.answer(outcome, self.best)

    def result(self, outcome: Outcome) -> Result:
        found = super().result(outcome)
        return replace(found, algorithm=BOUNDED, within=str(self.within), proved_shortest=False)

    def _enough(self) -> bool:
        return self.best is not None and len(self.best) <= self.within.allowed(self.lower_bound)

    def _beam(self, position: dict[str, Any]) -> Outcome | None:
        """Look for a shorter solution, if a wider beam is worth it; the outcome if a limit ends all."""
        width = min(MOST_WIDTH, max(LEAST_WIDTH, self.generated // (WORTH * self.request.threads)))
        if self._enough() or width < 2 * self.width:
            return None
        self.width = width
        answer = _kernel.sliding_beam(
            **position,
            width=width,
            upper=None if self.best is None else len(self.best),
            watch=self._watch,
            **kernel_limits(self._limits()),
        )
        self._check_tables()
        self.levels.append(Level("beam", width, answer.expanded, answer.generated, answer.seconds))
        self.expanded += answer.expanded
        self.generated += answer.generated
        self.stored = max(self.stored, answer.stored)
        self.peak_bytes = max(self.peak_bytes, self._table_bytes() + answer.peak_bytes)
        if answer.outcome == "solved":
            self.best = tuple(self._moves_along(position["labels"], answer.path, position["goal_blank"]))
        # None is shorter, as far as this beam can tell; or memory, which only the beam needs, was too small.
        if answer.outcome in ("solved", "exhausted", "memory_limit"):
            return None
        return Outcome(answer.outcome)

    def _limits(self) -> Limits:
        """What is left for a beam."""
        return Limits(self._nodes_left(), self._seconds_left(), max(0, self.memory - self._table_bytes()))

    def _round(self, prepared: dict[str, Any]) -> Outcome | None:
        """One round of IDA*: no solution is shorter than two more, or here is a shortest one."""
        bound = self.lower_bound
        asked = {**prepared, "from_bound": bound, "until": bound + 1}
        found = self._call(asked, self._seconds_left())
        if found.outcome == "exhausted":
            return None
        if found.outcome == "solved":
            self.best = tuple(self._tiles(found.moves))
        return Outcome(found.outcome)

    def _nodes_left(self) -> int | None:
        nodes = self.request.limits.nodes
        return None if nodes is None else max(0, nodes - self.expanded)

    def _moves_along(self, labels: bytes, path: list[bytes], blank: int) -> list[int]:
        """The tiles that slide from each of the positions to the next: what stands where the blank was."""
        before = [labels, *path][:-1]
        return self._tiles(bytes(after[at.index(blank)] for at, after in zip(before, path, strict=True)))

    def _watch(self, *counts: Any) -> bool:
        # A beam knows a bound that is lower than what the rounds have proved.
        *others, lower = counts
        return super()._watch(*others, max(lower, self.lower_bound))
