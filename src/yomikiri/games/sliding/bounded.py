"""Bounded solutions of sliding puzzles: proved to be at most so much longer than a shortest one.

The general bounded search (:mod:`yomikiri.search.focal`) keeps every position that its proof has met: too
many on large boards.  Here the proof is made of rounds of IDA*, which keep nothing: each raises the lower
bound by two.  Between two rounds a weighted A* dives for a solution that is short enough for what is proved,
in proportion to the work of the rounds, so that it may look further each time.
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

DIVE = 20_000
"""Expansions of the first dives: some hundredths of a second."""
MOST = 4_000_000
"""Of the last: dives keep what they meet, 60 bytes a position, and seldom need as many."""
WORTH = 4
"""A dive expands one position for so many that the rounds have.  That takes about four times as long as all
rounds so far, and less than half as long as the next one, which looks at ten times as many."""
WEIGHT = 1.3
"""Of the bound in a dive.  Of the seven 24-puzzles of ``docs/sliding-search.md`` whose length is known, it
finds a solution that is at most four slides too long for five within 400,000 expansions; with 1.2 for three,
1.5 for two, 2 for none."""

POSITION = ("rows", "columns", "goal_blank", "labels", "bound", "patterns")
"""The arguments that say what is asked, for bounds and dives."""


def bounded_slides(game: Sliding) -> Algorithm:
    """Bounded search as an algorithm of sliding puzzles."""
    algorithm = bounded_algorithm(LinearConflict(game), bounded, kernel_heuristics(game))
    return replace(algorithm, parallel=True)


def bounded(game: Sliding, position: Tiles, request: Request) -> Result:
    """A solution within what is asked, or the best that the limits allow."""
    return answered(BoundedSlides(game, position, request, pruned=True, started=time.monotonic()))


@dataclass
class BoundedSlides(SlideSearch):
    """One search: rounds of IDA* and dives by turns."""

    best: tuple[int, ...] | None = None

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
            outcome = self._dive(position)
            if outcome is None:
                outcome = self._round(prepared)
            if outcome is not None:
                return self.answer(outcome, self.best)

    def result(self, outcome: Outcome) -> Result:
        found = super().result(outcome)
        return replace(found, algorithm=BOUNDED, within=str(self.within), proved_shortest=False)

    def _enough(self) -> bool:
        return self.best is not None and len(self.best) <= self.within.allowed(self.lower_bound)

    def _dive(self, position: dict[str, Any]) -> Outcome | None:
        """Look for a solution that is short enough: the outcome of the whole, if it has come to an end."""
        nodes, left = min(MOST, max(DIVE, self.generated // WORTH)), self._nodes_left()
        limits = Limits(
            nodes if left is None else min(nodes, left),
            self._seconds_left(),
            max(0, self.memory - self._table_bytes()),
        )
        answer = _kernel.sliding_dive(
            **position,
            weight=WEIGHT,
            upper=self.within.allowed(self.lower_bound) + 1,
            watch=self._watch,
            **kernel_limits(limits),
        )
        self._check_tables()
        self.levels.append(Level("dive", nodes, answer.expanded, answer.generated, answer.seconds))
        self.expanded += answer.expanded
        self.generated += answer.generated
        self.stored = max(self.stored, answer.stored)
        self.peak_bytes = max(self.peak_bytes, self._table_bytes() + answer.peak_bytes)
        if answer.outcome == "solved":
            self.best = tuple(self._moves_along(position["labels"], answer.path, position["goal_blank"]))
            return Outcome.SOLVED
        if answer.outcome in ("time_limit", "cancelled"):
            return Outcome(answer.outcome)
        # Its own limit is no end, nor is memory that only the dive needs.
        return Outcome.NODE_LIMIT if self._nodes_left() == 0 else None

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
        # A dive knows a bound that is lower than what the rounds have proved.
        *others, lower = counts
        return super()._watch(*others, max(lower, self.lower_bound))
