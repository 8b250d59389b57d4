"""Shortest solutions of FreeCell in the kernel, closing in from both sides.

Three steps, until the two bounds meet or a limit is reached; the result then carries both bounds:

1. the search itself for a moment: easy positions end here, and often unsolvable ones;
2. a beam search for a first solution, which is a few moves too long; if its share of the limits is too small,
   or the beam dies out, the quick search, which finds a longer one with a tenth of the work;
3. the search for something shorter: it raises the lower bound, and when it ends, the proof is complete.

``a-star`` keeps every position it meets, in less than 40 bytes; ``ida-star`` deepens with a fixed-size table
and takes more time and less memory.  See ``docs/freecell-search.md``.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from yomikiri import _kernel
from yomikiri.games.freecell.bounds import ALIASES, HEURISTICS, heuristic_name
from yomikiri.games.freecell.notation import Move
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.quick import rules_of
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.certify import certify
from yomikiri.search.driver import kernel_limits, watching
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request

MOMENT = 3_000
"""Expansions of the first step: a few milliseconds."""

BEAM_WIDTHS = (50, 300)
"""The second only if the first finds nothing.  They take 5 and 30 ms; the wider one saves half a move, which
saves the search no time."""

SHARE = 6
"""The beam may use one part in this many of what is left of the limits."""

QUICK_WIDTH = 48
"""The width of its sweeps: wider than usual, because a solution to be improved should be short."""

QUICK = 20_000
"""Expansions of the quick search if the beam found nothing; 99 deals in a hundred need fewer."""

NAMES = (*reversed(HEURISTICS), *ALIASES)
"""The names of the heuristics, the best first."""


def shortest_algorithms(general: list[Algorithm]) -> list[Algorithm]:
    """The kernel's A* and IDA*; they keep the references of ``general``, the algorithms of every game."""
    plain = {entry.name: entry for entry in general}
    return [
        replace(
            plain["a-star"],
            summary="best f first, by the relaxed game; shortest",
            search=partial(shortest, algorithm="a-star"),
            heuristics=NAMES,
            aliases=ALIASES,
            parallel=True,
        ),
        replace(
            plain["ida-star"],
            summary="deepening by f with a table, by the relaxed game; shortest",
            search=partial(shortest, algorithm="ida-star"),
            heuristics=NAMES,
            aliases=ALIASES,
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


def step(known: BoundedSearch[FreeCell], algorithm: str, heuristic: str, limits: Limits, **asked: Any) -> str:
    """Run a kernel step, record its cost and what it found, and return its outcome."""
    answer = kernel_of(known.game).search(
        known.game.encode(known.position),
        algorithm=algorithm,
        heuristic=heuristic,
        upper=known.upper,
        watch=known.watch(bounds=True),
        **asked,
        **kernel_limits(limits),
    )
    known.pay(answer, ("width", asked["width"]) if algorithm == "beam" else None)
    known.lower = max(known.lower, answer.lower_bound)
    # A bounded search without a path has proved what was known.
    if answer.path or (answer.outcome == "solved" and known.moves is None):
        known.found([Move(*step) for step in answer.path])
    return answer.outcome


def quick_step(known: BoundedSearch[FreeCell]) -> str:
    """Find some solution with the quick search; returns the outcome."""
    game = known.game
    answer = _kernel.freecell_quick(
        *rules_of(game),
        game.metric == "supermove",
        game.encode(known.position),
        order="sweeps",
        width=QUICK_WIDTH,
        watch=known.watch(bounds=False),
        **kernel_limits(known.left(most=QUICK)),
    )
    known.pay(answer)
    if answer.outcome == "solved":
        known.found([Move(*step) for step in answer.path])
    return answer.outcome


def shortest(game: FreeCell, position: Position, request: Request, *, algorithm: str = "a-star") -> Result:
    """A proved shortest solution, a proof that there is none, or the best that the limits allow.

    At a limit the result has that outcome, the best certified solution found, if any, and both bounds.
    """
    heuristic = heuristic_name(request.heuristic or NAMES[0])
    known = BoundedSearch(game, position, request, algorithm, heuristic)

    outcome = step(known, "a-star", heuristic, known.left(2, MOMENT))
    if outcome != "node_limit" or known.expanded == request.limits.nodes:
        return known.result(Outcome(outcome))
    for width in BEAM_WIDTHS:
        if known.moves is None:
            outcome = step(known, "beam", heuristic, known.left(SHARE), width=width)
            if outcome == "cancelled":
                return known.result(Outcome.CANCELLED)
    if known.moves is None:
        outcome = quick_step(known)
        if outcome in ("unsolvable", "cancelled"):
            return known.result(Outcome(outcome))
    # With nothing left of a limit this step says so, whatever the steps before it have come to.
    threads = request.threads if algorithm == "a-star" else 1
    outcome = step(known, algorithm, heuristic, known.left(), threads=threads)
    # Nothing is shorter than the known solution: the lower bound now equals the upper one.
    return known.result(Outcome.SOLVED if outcome == "exhausted" else Outcome(outcome))


def within(game: FreeCell, position: Position, most: int, limits: Limits) -> tuple[bool | None, int]:
    """Whether some solution has at most ``most`` moves, None at a limit; and how many positions it took."""
    if most < 0:
        return False, 0
    answer = kernel_of(game).search(
        game.encode(position),
        algorithm="a-star",
        upper=most + 1,
        watch=watching(None, None),
        **kernel_limits(limits),
    )
    if answer.outcome == "solved":
        certify(game, position, [Move(*step) for step in answer.path])
        return len(answer.path) <= most, answer.expanded
    return (False if answer.outcome in ("exhausted", "unsolvable") else None), answer.expanded
