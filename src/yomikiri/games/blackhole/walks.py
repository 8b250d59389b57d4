"""Walks around the ranks: positions of Black Hole that are lost no matter how the cards lie.

The cards that go into the hole, one after another, form a walk on the circle of ranks: each step goes to a
neighbouring rank, and rank r is visited as often as it has cards left, c(r).  Ignore that cards can be
covered by others; then the position can be won exactly if such a walk exists, which takes no search to tell.

A walk from rank h to rank e is a trail through a graph on the circle in which the edge from r to r + 1
occurs x(r) times, as often as the walk steps along it in either direction.  By Euler, a trail from h to e
through all edges exists exactly if the edges are connected and include h, and the degrees

    x(r - 1) + x(r) = d(r) = 2 c(r) + [r = h] - [r = e]

match: one end of an edge for each arrival and each departure, where the walk neither arrives at its start nor
departs from its end.  The circle has an odd number n of ranks, so these equations have one solution:

    2 x(r) = d(r + 1) - d(r + 2) + d(r + 3) - … + d(r + n).

So a walk exists exactly if for some e with cards left all x(r) are whole numbers >= 0 and the edges with
x(r) > 0 are connected and reach h and every rank with cards.  They are always whole: the sum of all d is
even.
"""

from collections.abc import Sequence

from yomikiri.core.cards import Card


def rank_counts(ranks: int, fans: Sequence[Sequence[Card]]) -> list[int]:
    """How many cards are left of each rank, from 0 for the ace."""
    counts = [0] * ranks
    for fan in fans:
        for card in fan:
            counts[card.rank - 1] += 1
    return counts


def walk_exists(counts: Sequence[int], start: int) -> bool:
    """Whether a walk from rank ``start`` visits each rank as often as ``counts`` says."""
    return not any(counts) or any(
        count and walk_ends_in(counts, start, end) for end, count in enumerate(counts)
    )


def walk_ends_in(counts: Sequence[int], start: int, end: int) -> bool:
    """Whether such a walk ends in rank ``end``, which has cards."""
    n = len(counts)
    degrees = [2 * count + (rank == start) - (rank == end) for rank, count in enumerate(counts)]
    steps = []
    for rank in range(n):
        around = degrees[rank + 1 :] + degrees[: rank + 1]
        steps.append((sum(around[::2]) - sum(around[1::2])) // 2)
    if min(steps) < 0:
        return False
    # The edges are connected if, going round the circle, they break off at most once.
    breaks = sum(steps[rank - 1] > 0 and steps[rank] == 0 for rank in range(n))
    # The start and every rank with cards have a degree of at least 1, so they are on an edge.
    return breaks <= 1
