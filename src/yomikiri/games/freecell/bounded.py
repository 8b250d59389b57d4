"""Bounded solutions of FreeCell in the kernel: proved to be at most so much longer than a shortest one.

The search is the general one (``native/search/bounded.hpp``) over the positions and bounds of the search for
shortest solutions.  Where a limit may stop it, the quick search comes first, for a limit to leave something.
"""

from yomikiri.games.freecell.bounds import ALIASES, bounds, heuristic_name
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.shortest import NAMES, quick_step, step
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.focal import BOUNDED, bounded_algorithm
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.within import USUAL


def bounded_search(game: FreeCell) -> Algorithm:
    """Bounded search as an algorithm of the family."""
    return bounded_algorithm(bounds(game)[NAMES[0]], bounded, NAMES, ALIASES)


def bounded(game: FreeCell, position: Position, request: Request) -> Result:
    """A solution within what is asked, or the proof that there is none, or the best that the limits allow."""
    heuristic = heuristic_name(request.heuristic or NAMES[0])
    known = BoundedSearch(game, position, request, BOUNDED, heuristic, within=request.within or USUAL)
    limits = request.limits
    if limits.nodes is not None or limits.seconds is not None:
        outcome = quick_step(known)
        if outcome in ("unsolvable", "cancelled"):
            return known.result(Outcome(outcome))
    room = {"share": known.within.share, "moves_more": known.within.moves}
    return known.result(Outcome(step(known, BOUNDED, heuristic, known.left(), **room)))
