"""Shortest solutions of FreeCell in the kernel, closing in from both sides.

Three steps, until the two bounds meet or a limit is reached; then the result carries both:

1. the search itself for a moment: small questions end here, impossible ones often too;
2. a beam search for a first solution, which is a few moves too long;
3. the search for something shorter than that: it raises the lower bound, and its end is the proof.

``a-star`` keeps every position that it meets, in less than 40 bytes; ``ida-star`` deepens with a table of
fixed size, and needs more time and less memory.  See ``docs/freecell-search.md``.
"""

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from yomikiri import _kernel
from yomikiri.games.freecell import FreeCell
from yomikiri.games.freecell_notation import Move
from yomikiri.games.freecell_position import Position
from yomikiri.heuristics.freecell import ALIASES, HEURISTICS, heuristic_name
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.certify import certify
from yomikiri.search.control import Progress
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.shorten import kernel_limits

MOMENT = 3_000
"""Expansions of the first step: a few milliseconds."""

BEAM_WIDTH = 300
"""A tenth of a second.  Ten times as wide takes ten times as long and saves half a move."""

SHARE = 6
"""The part of what the limits leave that the beam may take."""

NAMES = (*reversed(HEURISTICS), *ALIASES)
"""The names of the heuristics, the best first."""


def shortest_algorithms(general: list[Algorithm]) -> list[Algorithm]:
    """A* and IDA* of the kernel; ``general`` are those of every game, whose references they keep."""
    plain = {entry.name: entry for entry in general}
    return [
        replace(
            plain["a-star"],
            summary="best f first, by the relaxed game; shortest",
            search=partial(shortest, algorithm="a-star"),
            heuristics=NAMES,
            parallel=True,
        ),
        replace(
            plain["ida-star"],
            summary="deepening by f with a table, by the relaxed game; shortest",
            search=partial(shortest, algorithm="ida-star"),
            heuristics=NAMES,
        ),
    ]


def kernel_of(game: FreeCell) -> _kernel.FreeCell:
    """The kernel's rules of a game."""
    return _kernel.FreeCell(
        game.columns,
        game.cells,
        game.ranks,
        suit=game.building == "suit",
        kings=game.empty == "kings",
        supermove=game.metric == "supermove",
    )


@dataclass
class _Bracket:
    """What is known so far, and what it cost."""

    game: FreeCell
    position: Position
    request: Request
    algorithm: str
    heuristic: str
    limits: Limits
    started: float
    lower: int = 0
    moves: tuple[Move, ...] | None = None
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    peak_bytes: int = 0

    @property
    def upper(self) -> int | None:
        return None if self.moves is None else len(self.moves)

    def left(self, share: int = 1, most: int | None = None) -> Limits:
        """The limits of the next step: a share of what is left, but at most ``most`` expansions."""
        nodes, seconds = self.limits.nodes, self.limits.seconds
        if nodes is not None:
            nodes = (nodes - self.expanded) // share
        if most is not None:
            nodes = most if nodes is None else min(nodes, most)
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - self.started)) / share
        return replace(self.limits, nodes=nodes, seconds=seconds)

    def watch(
        self, expanded: int, generated: int, stored: int, waiting: int, used: int, _: float, lower: int
    ) -> bool:
        """Reports a step on top of what went before."""
        if self.request.progress is not None:
            self.request.progress(
                Progress(
                    self.expanded + expanded,
                    self.generated + generated,
                    max(self.stored, stored),
                    waiting,
                    used,
                    time.monotonic() - self.started,
                    max(self.lower, lower),
                    self.upper,
                )
            )
        return self.request.cancel is not None and self.request.cancel.is_set()

    def search(self, algorithm: str, limits: Limits, **asked: Any) -> str:
        """A step of the kernel: its outcome; what it cost and what it found is taken in."""
        answer = kernel_of(self.game).search(
            self.game.encode(self.position),
            algorithm=algorithm,
            heuristic=self.heuristic,
            upper=self.upper,
            watch=self.watch,
            **asked,
            **kernel_limits(limits),
        )
        self.expanded += answer.expanded
        self.generated += answer.generated
        self.stored = max(self.stored, answer.stored)
        self.peak_bytes = max(self.peak_bytes, answer.peak_bytes)
        self.lower = max(self.lower, answer.lower_bound)
        if answer.path or answer.outcome == "solved":
            moves = tuple(Move(*step) for step in answer.path)
            certify(self.game, self.position, moves)
            self.moves = moves
        return answer.outcome

    def result(self, outcome: Outcome) -> Result:
        if self.upper is not None and self.lower >= self.upper:
            outcome = Outcome.SOLVED
        found = Result(
            outcome,
            self.algorithm,
            lower_bound=self.lower,
            expanded=self.expanded,
            generated=self.generated,
            stored=self.stored,
            peak_bytes=self.peak_bytes,
            seconds=time.monotonic() - self.started,
        )
        return found if self.moves is None else found.with_moves(self.moves)


def shortest(game: FreeCell, position: Position, request: Request, *, algorithm: str = "a-star") -> Result:
    """A proved shortest solution, or the proof that there is none, or the best that the limits allow.

    At a limit the result has that outcome, the best certified solution found, if any, and both bounds.
    """
    # One memory limit for all steps, or each would measure anew what is free.
    limits = replace(request.limits, memory=request.limits.memory_bytes())
    heuristic = heuristic_name(request.heuristic or NAMES[0])
    bracket = _Bracket(game, position, request, algorithm, heuristic, limits, time.monotonic())

    outcome = bracket.search("a-star", bracket.left(most=MOMENT))
    if outcome != "node_limit" or bracket.expanded == limits.nodes:
        return bracket.result(Outcome(outcome))
    outcome = bracket.search("beam", bracket.left(SHARE), width=BEAM_WIDTH)
    if outcome == "cancelled" or bracket.expanded == limits.nodes:
        return bracket.result(Outcome(outcome))
    threads = request.threads if algorithm == "a-star" else 1
    outcome = bracket.search(algorithm, bracket.left(), threads=threads)
    # Nothing shorter than what is known: the lower bound is now the upper one.
    return bracket.result(Outcome.SOLVED if outcome == "exhausted" else Outcome(outcome))
