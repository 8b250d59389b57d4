"""Walks around the ranks: which positions of Black Hole are lost whatever lies on what.

The cards that go into the hole, one after another, are a walk on the circle of the ranks: each step goes to
a neighbouring rank, and rank r is met as often as it has cards left, c(r).  Forget that a card can be
covered by others; then the position can be won exactly if such a walk exists, and that can be told without
search.

A walk from rank h to rank e is a trail through a graph on the circle in which the edge from r to r + 1 is
there x(r) times, as often as the walk steps along it in either direction.  By Euler, a trail from h to e
through all edges exists exactly if the edges hang together and h is on them, and the degrees

    x(r - 1) + x(r) = d(r) = 2 c(r) + [r = h] - [r = e]

fit: one end of an edge for each arrival and each departure, where the walk does not arrive at its start nor
depart from its end.  The circle has an odd number n of ranks, so these equations have one solution:

    2 x(r) = d(r + 1) - d(r + 2) + d(r + 3) - … + d(r + n).

So a walk exists exactly if for some e with cards left all x(r) are whole numbers >= 0 and the edges with
x(r) > 0 hang together and reach h and every rank with cards.  Whole they always are: the sum of all d is
even.
"""

from collections.abc import Sequence

from yomikiri.core.cards import Card


def rank_counts(ranks: int, fans: Sequence[Sequence[Card]]) -> list[int]:
    """How many cards of each rank, from 0 for the ace, are left."""
    counts = [0] * ranks
    for fan in fans:
        for card in fan:
            counts[card.rank - 1] += 1
    return counts


def walk_exists(counts: Sequence[int], start: int) -> bool:
    """Whether a walk from rank ``start`` meets each rank as often as ``counts`` says."""
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
    # The edges hang together if going round the circle they break off at most once.
    breaks = sum(steps[rank - 1] > 0 and steps[rank] == 0 for rank in range(n))
    # The start and every rank with cards have a degree of at least 1, so they are on an edge.
    return breaks <= 1
