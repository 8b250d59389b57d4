"""Bounds that close in on the shortest solution over several search steps, and what the steps cost.

A bounded search knows the question, the overall limits, and what has been proved and found so far.  Each step
gets what is left of the limits, reports its progress on top of the earlier steps, and hands in its answer.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from yomikiri.core.protocol import Game
from yomikiri.search.certify import certify
from yomikiri.search.control import Progress
from yomikiri.search.driver import Watch
from yomikiri.search.level import Level, Levelled, joined, levels_of
from yomikiri.search.outcome import Cost, Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.within import EXACT, Within

G = TypeVar("G", bound=Game[Any, Any])


@dataclass
class BoundedSearch(Generic[G]):
    """What is known so far, and what it cost."""

    game: G
    position: Any
    request: Request
    algorithm: str
    heuristic: str | None = None
    """Its name, where there is a choice."""
    limits: Limits = field(init=False)
    started: float = field(default_factory=time.monotonic)
    lower: int = 0
    moves: tuple[Any, ...] | None = None
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    peak_bytes: int = 0
    held: int = 0
    """Bytes held, while other steps run, by a search that will be resumed."""
    levels: list[Level] = field(default_factory=list)
    within: Within = EXACT
    """How much longer than the lower bound a solution may be in the end."""

    def __post_init__(self) -> None:
        # One memory limit for all steps; otherwise each would measure free memory again.
        self.limits = replace(self.request.limits, memory=self.request.limits.memory_bytes())

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    @property
    def upper(self) -> int | None:
        return None if self.moves is None else len(self.moves)

    @property
    def closed(self) -> bool:
        return self.upper is not None and self.upper <= self.within.allowed(self.lower)

    @property
    def ceiling(self) -> int | None:
        """Once no solution is shorter than this, the one that is known will do; None while none is."""
        return None if self.upper is None else self.within.needed(self.upper)

    def left(self, share: int = 1, most: int | None = None) -> Limits:
        """The limits of the next step: a share of what is left, but at most ``most`` expansions.

        It may use all memory that is not held.
        """
        nodes, seconds = self.limits.nodes, self.limits.seconds
        if nodes is not None:
            nodes = max(0, nodes - self.expanded) // share
        if most is not None:
            nodes = most if nodes is None else min(nodes, most)
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - self.started)) / share
        memory = max(0, self.limits.memory_bytes() - self.held)
        return replace(self.limits, nodes=nodes, seconds=seconds, memory=memory)

    def met(self) -> Outcome | None:
        """The node or time limit that is used up, if any."""
        left = self.left()
        if left.nodes == 0:
            return Outcome.NODE_LIMIT
        return Outcome.TIME_LIMIT if left.seconds == 0 else None

    def watch(self, *, bounds: bool) -> Watch:
        """Reports a step on top of earlier ones; with ``bounds``, its lower bound holds for the whole."""

        def look(
            expanded: int,
            generated: int,
            stored: int,
            waiting: int,
            used: int,
            _: float,
            lower: int,
            upper: int | None = None,
        ) -> bool:
            if self.request.progress is not None:
                self.request.progress(
                    Progress(
                        self.expanded + expanded,
                        self.generated + generated,
                        max(self.stored, stored),
                        waiting,
                        used if bounds else self.held + used,
                        time.monotonic() - self.started,
                        max(self.lower, lower) if bounds else self.lower,
                        self.upper if upper is None else upper,
                    )
                )
            return self.request.cancel is not None and self.request.cancel.is_set()

        return look

    def pay(self, cost: Cost, step: tuple[str, int] | None = None) -> None:
        """Adds the cost of a step, level by level; as one level if ``step`` names it."""
        if step is None:
            self.levels += levels_of(cost) if isinstance(cost, Levelled) else ()
        elif cost.expanded:
            self.levels.append(Level(*step, cost.expanded, cost.generated, cost.seconds))
        self.expanded += cost.expanded
        self.generated += cost.generated
        self.stored = max(self.stored, cost.stored)
        self.peak_bytes = max(self.peak_bytes, self.held + cost.peak_bytes)

    def found(self, moves: Sequence[Any]) -> None:
        """Records a solution after replaying it by the rules."""
        certify(self.game, self.position, moves)
        self.moves = tuple(moves)

    def result(self, outcome: Outcome) -> Result:
        """The result so far: the outcome of the last step, or solved if the bounds have met."""
        known = Result.of(
            Outcome.SOLVED if self.closed else outcome,
            self.algorithm,
            self,
            lower_bound=self.lower,
            heuristic=self.heuristic,
            levels=joined(self.levels),
            within=None if self.within == EXACT and self.request.within is None else str(self.within),
        )
        return known if self.moves is None else known.with_moves(self.moves)
