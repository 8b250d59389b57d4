"""Bounded solutions of Superpuzz and Gaps: proved to be at most so much longer than a shortest one.

The steps are those of the search for shortest solutions (:mod:`yomikiri.games.rows.shortest`), until the
bounds are near enough; but instead of A* the general bounded search proves, which dives for a solution
meanwhile.  It begins anew in every round, with twice the positions.
"""

from yomikiri.games.rows.rules import Position, RowGame
from yomikiri.games.rows.shortest import RowSearch, closed_in, decide
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.driver import kernel_limits
from yomikiri.search.focal import BOUNDED
from yomikiri.search.guided import kernel_of
from yomikiri.search.hasty import widest_space
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.within import USUAL

TIMES = 5
"""The first search gets so many times what A* gets, since later ones begin anew."""


def bounded(game: RowGame, position: Position, request: Request) -> Result:
    """A solution within what is asked, or the proof that there is none, or the best that the limits allow."""
    known = BoundedSearch(game, position, request, BOUNDED, within=request.within or USUAL)
    return closed_in(BoundedRows(known), (decide,))


class BoundedRows(RowSearch):
    """The steps, with the general bounded search for the proof."""

    def prove(self, nodes: int) -> Outcome | None:
        """So many times ``nodes`` expansions: raises the lower bound, or finds a solution that will do."""
        known, space = self.known, widest_space(self.known.game)
        answer = kernel_of(space).bounded(
            known.game.encode(known.position),
            share=known.within.share,
            moves_more=known.within.moves,
            upper=known.upper,
            watch=known.watch(bounds=True),
            **kernel_limits(known.left(most=TIMES * nodes)),
        )
        known.lower = max(known.lower, answer.lower_bound)
        if answer.outcome == "solved" and not answer.path and known.moves is None:
            known.moves = ()
        outcome = self.take(answer, space=space)
        return outcome if answer.outcome == "node_limit" else Outcome(answer.outcome)
