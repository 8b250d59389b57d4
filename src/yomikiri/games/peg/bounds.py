"""Lower bounds and dead positions of peg solitaire.

*Jumps.*  Each removes one peg, so a winnable position with n pegs is n - 1 jumps from the end.

*Moves*, R.  Merson's regions (1962; J.  Beasley, "The Ins and Outs of Peg Solitaire", chapter 9).  A
*region* is a set of holes such that every jump over one of its holes starts or ends in it.  While all its
holes have pegs, no jump can end in it, so its pegs can only be jumped over from inside.  The first jump that
changes a full region therefore starts in it; and it is the first jump of its move, because the peg could not
have jumped into the full region before.  So each full region costs a move that starts in it, and a move
starts in one hole: disjoint full regions cost one move each.  In the end one peg is left, so a region stays
full only if it consists of the finish alone.  A corner is a region of one hole, as nothing can jump over it.

Only minimal regions matter, and there are few: 28 on the English board, 24 on the European.  A corner is in
no minimal region but its own.  A move lowers the maximum number of disjoint full regions by at most one, so
the bound is consistent.

*Dead ends*: the positions that :mod:`yomikiri.games.peg.pagodas` excludes.
"""

from collections.abc import Callable
from functools import cache

from yomikiri.games.peg.holes import Board, Holes, members
from yomikiri.games.peg.pagodas import pagodas
from yomikiri.games.peg.rules import METRICS, Peg

DEAD_END = 255
"""The estimate of a position that cannot be won."""


# -- Merson's regions ------------------------------------------------------------------------------


@cache
def regions(board: Board) -> tuple[Holes, ...]:
    """The minimal regions of a board, smaller ones first."""
    found: list[Holes] = []
    for region in sorted(_closed(board), key=lambda holes: (holes.bit_count(), holes)):
        if not any(region & smaller == smaller for smaller in found):
            found.append(region)
    return tuple(found)


def _closed(board: Board) -> set[Holes]:
    """Sets that are regions, including every minimal one.

    Starting from each hole, the first jump that violates the definition is repaired in both ways: one of its
    ends joins the set.  A minimal region that contains the hole contains one of the two ends, so one of the
    ways leads to it.
    """
    ends: dict[int, set[Holes]] = {hole: set() for hole in board.in_order}
    for jump in board.jumps:
        ends[jump.over].add(1 << jump.source | 1 << jump.target)
    found: set[Holes] = set()
    seen: set[Holes] = set()
    waiting = [1 << hole for hole in board.in_order]
    while waiting:
        holes = waiting.pop()
        if holes in seen:
            continue
        seen.add(holes)
        missing = (pair for hole in members(holes) for pair in ends[hole] if not pair & holes)
        pair = next(missing, None)
        if pair is None:
            found.add(holes)
        else:
            waiting += [holes | 1 << end for end in members(pair)]
    return found


def full_regions(game: Peg, position: Holes) -> int:
    """The maximum number of disjoint full regions that cannot be full in the end."""
    full = [region for region in regions(game.board) if position & region == region]
    corners = [region for region in full if region.bit_count() == 1]
    count = len(corners)
    if game.finish is None:
        count -= count > 0  # One of the corners may be the finish.
    elif 1 << game.finish in corners:
        count -= 1
    return count + _most_disjoint(full[len(corners) :])


def _most_disjoint(full: list[Holes]) -> int:
    """The maximum number of these regions that have no hole in common."""
    if not full:
        return 0
    first, others = full[0], full[1:]
    beside = [region for region in others if not region & first]
    chosen = 1 + _most_disjoint(beside)
    # If no other region shares a hole with the first, taking it costs nothing.
    return chosen if len(beside) == len(others) else max(chosen, _most_disjoint(others))


# -- estimates -------------------------------------------------------------------------------------


def estimate(game: Peg, position: Holes) -> int:
    """A lower bound on the moves of a solution, 0 only for goals; :data:`DEAD_END` if there is none.

    A position with more than one peg is at least one move from the end; a single peg in the wrong hole is
    dead.
    """
    if position.bit_count() == 1:
        return 0 if game.is_goal(position) else DEAD_END
    if any(pagoda.excludes(position) for pagoda in pagodas(game.board, game.finish)):
        return DEAD_END
    if game.metric == METRICS[0]:
        return position.bit_count() - 1
    return max(1, full_regions(game, position))


def bounds(game: Peg) -> dict[str, Callable[[Holes], int]]:
    """The heuristics by name, the default first."""
    name = "pegs" if game.metric == METRICS[0] else "regions"
    return {name: lambda position: estimate(game, position)}
