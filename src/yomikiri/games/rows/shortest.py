"""Shortest solutions of Superpuzz and Gaps, closing in from both sides.

A lower bound is proved and raised, a solution is found and shortened, until the two meet or a limit
is reached; then the result carries both.  Three steps, the last of them again and again:

1. A* for a moment: small questions end here.
2. A first solution from the decision search, which also proves that there is none.
3. Rounds, each twice as long as the one before: as long as there is no solution, the decision search anew
   with other draws; a beam search for a shorter solution (or for a first one), wider each time; the solution
   is made shorter, in a larger neighbourhood each time, which may already prove it shortest; and A* goes on
   from where it was, now only looking for something shorter than what is known: it raises the lower bound,
   and its end is the proof.

Rounds are counted in expanded positions and do not depend on the limits, which only cut them off: the same
question with the same node limit does the same work everywhere.  Only the first decision search, which can
not go on later, gets a share of the limits; if it needs all of that, the rounds begin later with a larger
limit.  How long it takes is a matter of luck: of three seeds one took four times as long as another in half
of 65 deals of 13 columns, and up to 46 times.  So later ones draw otherwise instead of going on.
"""

from collections.abc import Callable

from yomikiri import _kernel
from yomikiri.core.space import PlainSpace, moves_along
from yomikiri.games.rows.kernel import shorten_in_kernel
from yomikiri.games.rows.rules import Position, RowGame
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.driver import MAX_COUNT, Watch, kernel_limits
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request

MOMENT = 20_000
"""Expansions of the first step: a fifth of a second."""

SHARE = 6
"""A first solution may take this part of what the limits leave."""

ROUND = 40_000
"""Expansions of A* in the first round; making the solution shorter gets about half as many."""

BEAM_WIDTHS = (100, 1600)
"""Of beams that look for any solution, the narrowest and the widest; each is four times as wide as the one
before, which found nothing."""

BEAM_WIDTH = 100
"""Of the beam of the first round.  Solutions have a hundred moves or so: it takes a quarter of ``ROUND``."""

NEIGHBOURS = 1_000
"""How many positions around the solution the first round looks at, twice, and again after each success."""

FirstSolution = Callable[[RowGame, Position, Limits, Watch], _kernel.Answer]
"""Finds some solution within limits: outcome ``solved`` with a path of codes, ``unsolvable`` for a proof that
there is none, anything else for neither.  Shows its counts to the watch and stops when that says so."""


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
    """Some solution, or the proof on whole positions that there is none."""
    code, asked = game.encode(position), kernel_limits(limits)
    return _kernel.row_decide(game.columns, code, store="exact", watch=watch, seed=seed, **asked)


def shortest(
    game: RowGame,
    position: Position,
    request: Request,
    *,
    first: tuple[FirstSolution, ...] = (decide,),
) -> Result:
    """A proved shortest solution, or the proof that there is none, or the best that the limits allow.

    At a limit the result has that outcome, the best certified solution found, if any, and both bounds.
    """
    search = _Search(game, position, request)
    outcome = search.a_star(MOMENT)
    for find in first:
        outcome = outcome or search.first(find)
    scale = 1
    while outcome is None:
        outcome = search.draw_again(scale) or search.beam(scale)
        outcome = outcome or search.shorten(scale) or search.a_star(ROUND * scale)
        scale *= 2
    return search.known.result(outcome)


class _Search:
    """The steps, around one A* that goes on when asked; each gives the outcome of the whole, or None."""

    def __init__(self, game: RowGame, position: Position, request: Request) -> None:
        self.known = BoundedSearch(game, position, request, "a-star")
        self._game, self._position = game, position
        memory = min(self.known.limits.memory_bytes(), MAX_COUNT)
        self._a_star = _kernel.RowAStar(game.columns, game.encode(position), memory=memory)

    def first(self, find: FirstSolution) -> Outcome | None:
        """Some solution, or the proof that there is none."""
        limits, watch = self.known.left(SHARE), self.known.watch(bounds=False)
        return self._take(find(self._game, self._position, limits, watch), ("first", 1))

    def draw_again(self, scale: int) -> Outcome | None:
        """Some solution from a decision search with other draws, as long as there is none: short, for its
        positions count as much as A*'s, which take ten times as long."""
        if self.known.moves is not None:
            return None
        limits, watch = self.known.left(most=ROUND * scale // 4), self.known.watch(bounds=False)
        return self._take(
            decide(self._game, self._position, limits, watch, seed=1 + scale), ("draw", 1 + scale)
        )

    def beam(self, scale: int) -> Outcome | None:
        """One beam for a shorter solution."""
        width, upper = BEAM_WIDTH * scale, self.known.upper
        limits, watch = self.known.left(most=ROUND * scale // 2), self.known.watch(bounds=False)
        answer = beam(self._game, self._position, limits, watch, widths=(width, width), upper=upper)
        return self._take(answer, ("width", width))

    def shorten(self, scale: int) -> Outcome | None:
        """The solution made shorter."""
        moves = self.known.moves
        if moves is None:
            return None
        limits, watch = self.known.left(most=ROUND * scale // 4), self.known.watch(bounds=False)
        neighbours = NEIGHBOURS * scale
        answer = shorten_in_kernel(self._game, self._position, moves, limits, watch, neighbours)
        self.known.lower = max(self.known.lower, answer.lower_bound)
        return self._take(answer, ("neighbours", neighbours))

    def a_star(self, nodes: int) -> Outcome | None:
        """So many expansions of A*: raises the lower bound, and may find the shortest solution or prove that
        it is known."""
        known = self.known
        limits = kernel_limits(known.left(most=nodes))
        del limits["memory"]
        answer = self._a_star.run(upper=known.upper, watch=known.watch(bounds=True), **limits)
        known.held = 0
        known.lower = max(known.lower, answer.lower_bound)
        if answer.outcome == "solved" and not answer.path:
            known.moves = ()
        outcome = self._take(answer)
        known.held = self._a_star.held
        if answer.outcome == "exhausted":
            # Nothing is shorter than what is known: the lower bound is now the upper one.
            return Outcome.SOLVED
        return outcome if answer.outcome == "node_limit" else Outcome(answer.outcome)

    def _take(self, answer: _kernel.Answer, step: tuple[str, int] | None = None) -> Outcome | None:
        """Takes in the cost of a step, and its solution if that is shorter."""
        known = self.known
        known.pay(answer, step)
        if answer.path and (known.upper is None or len(answer.path) < known.upper):
            known.found(moves_along(PlainSpace(self._game), self._position, answer.path))
        if answer.outcome in ("unsolvable", "cancelled"):
            return Outcome(answer.outcome)
        return Outcome.SOLVED if known.closed else known.met()
