"""Shortest solutions of Superpuzz and Gaps, closing in from both sides.

A lower bound is proved and raised, a solution is found and shortened, until the two meet or a limit
is reached; then the result carries both.  Four steps:

1. A* for a moment: small questions end here.
2. First solutions: from the decision search, which also proves that there is none, and from a beam
   search, which finds shorter ones but may lose them all.
3. The solution is made shorter, which may already prove it shortest.
4. A* for the rest of the time, now only looking for something shorter than what is known: it raises the
   lower bound, and its end is the proof.

Shares are counted in expanded positions (or, under a time limit, in seconds too), so the same question with
the same node limit does the same work everywhere.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from yomikiri import _kernel
from yomikiri.games.rows import Move, Position, RowGame
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.shorten import DEFAULT_LIMITS, kernel_limits, shorten_in_kernel
from yomikiri.spaces import PlainSpace
from yomikiri.spaces.space import moves_along

MOMENT = 20_000
"""Expansions of the first step: a fifth of a second."""

BEAM_WIDTHS = (100, 1600)
"""The narrowest and the widest beam; each is four times as wide as the one before, which found nothing."""

SHARE = 6
"""A first solution, and shortening it, may each take this part of what the limits leave."""

Watch = Callable[..., bool]

FirstSolution = Callable[[RowGame, Position, Limits, Watch], _kernel.Answer]
"""Finds some solution within limits: outcome ``solved`` with a path of codes, ``unsolvable`` for a proof that
there is none, anything else for neither.  Shows its counts to the watch and stops when that says so."""


def beam(game: RowGame, position: Position, limits: Limits, watch: Watch) -> _kernel.Answer:
    """Some solution, or none, from beams of growing width."""
    width, widest = BEAM_WIDTHS
    code, asked = game.encode(position), kernel_limits(limits)
    return _kernel.row_beam(game.columns, code, width=width, widest=widest, watch=watch, **asked)


def decide(game: RowGame, position: Position, limits: Limits, watch: Watch) -> _kernel.Answer:
    """Some solution, or the proof on whole positions that there is none."""
    code, asked = game.encode(position), kernel_limits(limits)
    return _kernel.row_decide(game.columns, code, store="exact", watch=watch, **asked)


@dataclass
class _Bracket:
    """What is known so far, and what it cost."""

    game: RowGame
    position: Position
    limits: Limits
    progress: ProgressCallback | None
    cancel: Cancel | None
    started: float
    lower: int = 0
    moves: list[Move] | None = None
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    peak_bytes: int = 0

    @property
    def upper(self) -> int | None:
        return None if self.moves is None else len(self.moves)

    @property
    def closed(self) -> bool:
        return self.upper is not None and self.lower >= self.upper

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

    def watch(self, *, bounds: bool) -> Watch:
        """Reports a step on top of what went before; with ``bounds`` its lower bound is the whole's."""

        def look(
            expanded: int, generated: int, stored: int, waiting: int, used: int, _: float, lower: int
        ) -> bool:
            if self.progress is not None:
                self.progress(
                    Progress(
                        self.expanded + expanded,
                        self.generated + generated,
                        max(self.stored, stored),
                        waiting,
                        used,
                        time.monotonic() - self.started,
                        max(self.lower, lower) if bounds else self.lower,
                        self.upper,
                    )
                )
            return self.cancel is not None and self.cancel.is_set()

        return look

    def add(self, answer: _kernel.Answer) -> None:
        """Takes in the cost of a step, and its solution if that is shorter."""
        self.expanded += answer.expanded
        self.generated += answer.generated
        self.stored = max(self.stored, answer.stored)
        self.peak_bytes = max(self.peak_bytes, answer.peak_bytes)
        if answer.path and (self.moves is None or len(answer.path) < len(self.moves)):
            moves = moves_along(PlainSpace(self.game), self.position, answer.path)
            certify(self.game, self.position, moves)
            self.moves = moves

    def result(self, outcome: Outcome) -> Result:
        if self.closed:
            outcome = Outcome.SOLVED
        found = Result(
            outcome,
            "a-star",
            lower_bound=self.lower,
            expanded=self.expanded,
            generated=self.generated,
            stored=self.stored,
            peak_bytes=self.peak_bytes,
            seconds=time.monotonic() - self.started,
        )
        return found if self.moves is None else found.with_moves(tuple(self.moves))


def shortest(
    game: RowGame,
    position: Position,
    request: Request,
    *,
    first: tuple[FirstSolution, ...] = (decide, beam),
) -> Result:
    """A proved shortest solution, or the proof that there is none, or the best that the limits allow.

    At a limit the result has that outcome, the best certified solution found, if any, and both bounds.
    """
    # One memory limit for all steps, or each would measure anew what is free.
    limits = replace(request.limits, memory=request.limits.memory_bytes())
    bracket = _Bracket(game, position, limits, request.progress, request.cancel, time.monotonic())

    outcome = _a_star(bracket, bracket.left(most=MOMENT))
    if outcome is not Outcome.NODE_LIMIT or bracket.expanded == limits.nodes:
        return bracket.result(outcome)

    for find in first:
        answer = find(game, position, bracket.left(SHARE), bracket.watch(bounds=False))
        bracket.add(answer)
        if answer.outcome in ("unsolvable", "cancelled"):
            return bracket.result(Outcome(answer.outcome))

    if bracket.moves is not None:
        share = bracket.left(SHARE, DEFAULT_LIMITS.nodes)
        answer = shorten_in_kernel(game, position, bracket.moves, share, bracket.watch(bounds=False))
        bracket.add(answer)
        bracket.lower = max(bracket.lower, answer.lower_bound)
        if bracket.closed or answer.outcome == "cancelled":
            return bracket.result(Outcome(answer.outcome))

    return bracket.result(_a_star(bracket, bracket.left()))


def _a_star(bracket: _Bracket, limits: Limits) -> Outcome:
    """A step of A*: raises the lower bound, and may find the shortest solution or prove that it is known."""
    game = bracket.game
    answer = _kernel.row_shortest(
        game.columns,
        game.encode(bracket.position),
        upper=bracket.upper,
        watch=bracket.watch(bounds=True),
        **kernel_limits(limits),
    )
    if answer.outcome == "solved" and not answer.path:
        bracket.moves = []
    bracket.add(answer)
    bracket.lower = max(bracket.lower, answer.lower_bound)
    # Nothing shorter than what is known: the lower bound is now the upper one.
    return Outcome.SOLVED if answer.outcome == "exhausted" else Outcome(answer.outcome)
