"""Shortest solutions of Superpuzz and Gaps, closing in from both sides.

A lower bound is raised and a solution is shortened until the two meet or a limit is reached; the result then
carries both bounds.  Three steps, the last of them repeated:

1. A* for a moment: easy positions end here.
2. A first solution from the decision search, which may also prove that there is none.
3. Rounds, each twice as long as the one before: as long as there is no solution, the decision search again
   with another seed; a beam search for a shorter solution (or for a first one), wider each time; shortening
   the solution, in a larger neighbourhood each time, which may already prove it shortest; and A* resumes
   where it stopped, now looking only for something shorter than the known solution: it raises the lower
   bound, and when it ends, the proof is complete.

Rounds are measured in expanded positions and do not depend on the limits, which only cut them off: the same
position with the same node limit takes the same work everywhere.  Only the first decision search, which
cannot be resumed, gets a share of the limits; if it needs all of that, a larger limit makes the rounds begin
later.  How long it takes is a matter of luck: among three seeds, one took four times as long as another in
half of 65 deals with 13 columns, and up to 46 times as long.  So later attempts use another seed instead of
resuming.
"""

from collections.abc import Callable
from functools import cached_property

from yomikiri import _kernel
from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.games.rows.kernel import shorten_in_kernel
from yomikiri.games.rows.rules import Position, RowGame
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.driver import MAX_COUNT, Watch, kernel_limits
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request

MOMENT = 20_000
"""Expansions of the first step: a fifth of a second."""

SHARE = 6
"""A first solution may take one part in this many of what is left of the limits."""

ROUND = 40_000
"""Expansions of A* in the first round; shortening the solution gets about half as many."""

BEAM_WIDTHS = (100, 1600)
"""The narrowest and widest beams that look for any solution; each is four times as wide as the one before,
which found nothing."""

BEAM_WIDTH = 100
"""The first round's beam width.  Solutions have about a hundred moves: it takes a quarter of ``ROUND``."""

NEIGHBOURS = 1_000
"""How many positions around the solution the first round examines, twice, and again after each success."""

FirstSolution = Callable[[RowGame, Position, Limits, Watch], _kernel.Answer]
"""Finds some solution within limits: outcome ``solved`` with a path of codes, ``unsolvable`` for a proof that
there is none, anything else for neither.  Reports its counts to the watch and stops when told to."""


def beam(
    game: RowGame,
    position: Position,
    limits: Limits,
    watch: Watch,
    *,
    widths: tuple[int, int] = BEAM_WIDTHS,
    upper: int | None = None,
) -> _kernel.Answer:
    """Some solution, shorter than ``upper``, or none, from beams of growing width."""
    width, widest = widths
    code, asked = game.encode(position), kernel_limits(limits)
    return _kernel.row_beam(game.columns, code, width=width, widest=widest, upper=upper, watch=watch, **asked)


def decide(
    game: RowGame, position: Position, limits: Limits, watch: Watch, *, seed: int = 1
) -> _kernel.Answer:
    """Some solution, or a proof, with whole positions, that there is none."""
    code, asked = game.encode(position), kernel_limits(limits)
    return _kernel.row_decide(game.columns, code, store="exact", watch=watch, seed=seed, **asked)


def shortest(
    game: RowGame,
    position: Position,
    request: Request,
    *,
    first: tuple[FirstSolution, ...] = (decide,),
) -> Result:
    """A proved shortest solution, a proof that there is none, or the best that the limits allow.

    At a limit the result has that outcome, the best certified solution found, if any, and both bounds.
    """
    return closed_in(RowSearch(BoundedSearch(game, position, request, "a-star")), first)


def closed_in(search: "RowSearch", first: tuple[FirstSolution, ...]) -> Result:
    """The steps, one after another, until the bounds are near enough."""
    outcome = search.prove(MOMENT)
    for find in first:
        outcome = outcome or search.first(find)
    scale = 1
    while outcome is None:
        outcome = search.draw_again(scale) or search.beam(scale)
        outcome = outcome or search.shorten(scale) or search.prove(ROUND * scale)
        scale *= 2
    return search.known.result(outcome)


class RowSearch:
    """The steps, around one A* that can be resumed; each returns the final outcome, or None to go on."""

    def __init__(self, known: BoundedSearch[RowGame]) -> None:
        self.known = known
        self._game, self._position = known.game, known.position

    @cached_property
    def _a_star(self) -> _kernel.RowAStar:
        memory = min(self.known.limits.memory_bytes(), MAX_COUNT)
        return _kernel.RowAStar(self._game.columns, self._game.encode(self._position), memory=memory)

    def first(self, find: FirstSolution) -> Outcome | None:
        """Some solution, or a proof that there is none."""
        limits, watch = self.known.left(SHARE), self.known.watch(bounds=False)
        return self.take(find(self._game, self._position, limits, watch), ("first", 1))

    def draw_again(self, scale: int) -> Outcome | None:
        """While there is no solution, look for one with another seed of the decision search: a short search,
        because its positions count as much as those of A*, which take ten times as long."""
        if self.known.moves is not None:
            return None
        limits, watch = self.known.left(most=ROUND * scale // 4), self.known.watch(bounds=False)
        return self.take(
            decide(self._game, self._position, limits, watch, seed=1 + scale), ("draw", 1 + scale)
        )

    def beam(self, scale: int) -> Outcome | None:
        """Look for a shorter solution with one beam."""
        width, upper = BEAM_WIDTH * scale, self.known.upper
        limits, watch = self.known.left(most=ROUND * scale // 2), self.known.watch(bounds=False)
        answer = beam(self._game, self._position, limits, watch, widths=(width, width), upper=upper)
        return self.take(answer, ("width", width))

    def shorten(self, scale: int) -> Outcome | None:
        """Shorten the solution."""
        moves = self.known.moves
        if moves is None:
            return None
        limits, watch = self.known.left(most=ROUND * scale // 4), self.known.watch(bounds=False)
        neighbours = NEIGHBOURS * scale
        answer = shorten_in_kernel(self._game, self._position, moves, limits, watch, neighbours)
        self.known.lower = max(self.known.lower, answer.lower_bound)
        return self.take(answer, ("neighbours", neighbours))

    def prove(self, nodes: int) -> Outcome | None:
        """Run ``nodes`` expansions of A*: raises the lower bound, and may find a shortest solution or prove
        that it is already known."""
        known = self.known
        limits = kernel_limits(known.left(most=nodes))
        del limits["memory"]
        answer = self._a_star.run(upper=known.upper, watch=known.watch(bounds=True), **limits)
        known.held = 0
        known.lower = max(known.lower, answer.lower_bound)
        if answer.outcome == "solved" and not answer.path:
            known.moves = ()
        outcome = self.take(answer)
        known.held = self._a_star.held
        if answer.outcome == "exhausted":
            # Nothing is shorter than the known solution: the lower bound now equals the upper one.
            return Outcome.SOLVED
        return outcome if answer.outcome == "node_limit" else Outcome(answer.outcome)

    def take(
        self, answer: _kernel.Answer, step: tuple[str, int] | None = None, space: Space | None = None
    ) -> Outcome | None:
        """Record the cost of a step, and its solution, a path of the space's keys, if that is shorter."""
        known = self.known
        known.pay(answer, step)
        if answer.path and (known.upper is None or len(answer.path) < known.upper):
            known.found(moves_along(space or PlainSpace(self._game), self._position, answer.path))
        if answer.outcome in ("unsolvable", "cancelled"):
            return Outcome(answer.outcome)
        return Outcome.SOLVED if known.closed else known.met()
