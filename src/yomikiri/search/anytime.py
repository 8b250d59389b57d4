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

from collections.abc import Callable

from yomikiri import _kernel
from yomikiri.games.rows import Position, RowGame
from yomikiri.search.bracket import Bracket, Watch
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


def _add(bracket: Bracket[RowGame], answer: _kernel.Answer) -> None:
    """Takes in the cost of a step, and its solution if that is shorter."""
    bracket.pay(answer)
    if answer.path and (bracket.upper is None or len(answer.path) < bracket.upper):
        bracket.found(moves_along(PlainSpace(bracket.game), bracket.position, answer.path))


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
    bracket = Bracket(game, position, request, "a-star")

    outcome = _a_star(bracket, bracket.left(most=MOMENT))
    if outcome is not Outcome.NODE_LIMIT or bracket.expanded == request.limits.nodes:
        return bracket.result(outcome)

    for find in first:
        answer = find(game, position, bracket.left(SHARE), bracket.watch(bounds=False))
        _add(bracket, answer)
        if answer.outcome in ("unsolvable", "cancelled"):
            return bracket.result(Outcome(answer.outcome))

    if bracket.moves is not None:
        share = bracket.left(SHARE, DEFAULT_LIMITS.nodes)
        answer = shorten_in_kernel(game, position, bracket.moves, share, bracket.watch(bounds=False))
        _add(bracket, answer)
        bracket.lower = max(bracket.lower, answer.lower_bound)
        if bracket.closed or answer.outcome == "cancelled":
            return bracket.result(Outcome(answer.outcome))

    return bracket.result(_a_star(bracket, bracket.left()))


def _a_star(bracket: Bracket[RowGame], limits: Limits) -> Outcome:
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
        bracket.moves = ()
    _add(bracket, answer)
    bracket.lower = max(bracket.lower, answer.lower_bound)
    # Nothing shorter than what is known: the lower bound is now the upper one.
    return Outcome.SOLVED if answer.outcome == "exhausted" else Outcome(answer.outcome)
