"""Pagoda functions: weights of holes that show positions to be lost.

Give each hole a weight such that for every jump source + over >= target (J. Conway; E. Berlekamp, J. Conway &
R. Guy, "Winning Ways", chapter 23).  Then no jump raises the sum of the weights of the pegs.  If that sum is
less than the weight of the finish, no sequence of jumps leads to a last peg there.

There are infinitely many such functions.  We use those with small whole numbers and equal weights in holes
that a symmetry of the board exchanges, and of those only the ones that no other makes redundant: seven for
the English board and its centre.  They are enumerated once for each board and finish.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from yomikiri.games.peg.holes import Board, Holes, hole_name

LEAST, MOST = -1, 2
"""The range of the weights.  On the English board a wider range excludes hardly any more positions."""


class Pagoda(NamedTuple):
    """A pagoda function: the set of holes for each nonzero weight, and the weight of the finish."""

    weights: tuple[tuple[int, Holes], ...]
    finish: int

    def sum(self, position: Holes) -> int:
        """The sum of the weights of the pegs."""
        return sum(weight * (position & holes).bit_count() for weight, holes in self.weights)

    def excludes(self, position: Holes) -> bool:
        """Whether it shows that the position cannot be won."""
        return self.sum(position) < self.finish


@cache
def pagodas(board: Board, finish: int | None) -> tuple[Pagoda, ...]:
    """The pagoda functions for a finish; empty if any finish is allowed: the least weight would count."""
    if finish is None:
        return ()
    orbit_of: dict[int, int] = {}
    orbits: list[Holes] = []
    for hole in board.in_order:
        if hole not in orbit_of:
            images = {board.image(1 << hole, one) for one in board.symmetries}
            orbit_of.update(dict.fromkeys((image.bit_length() - 1 for image in images), len(orbits)))
            orbits.append(sum(images))
    triples = sorted({(orbit_of[j.source], orbit_of[j.over], orbit_of[j.target]) for j in board.jumps})
    fixed = orbit_of[finish]
    functions = list(_functions(len(orbits), triples, fixed))
    found = []
    for weights in functions:
        if any(_better(other, weights, fixed) for other in functions):
            continue
        sets = tuple(
            (weight, sum(orbits[orbit] for orbit, given in enumerate(weights) if given == weight))
            for weight in range(LEAST, MOST + 1)
            if weight and weight in weights
        )
        found.append(Pagoda(sets, weights[fixed]))
    return tuple(found)


def _functions(count: int, triples: list[tuple[int, int, int]], fixed: int) -> Iterator[tuple[int, ...]]:
    """Weights of orbits, by backtracking, such that lowering any one of them breaks the pagoda property."""
    # A jump is checked as soon as the last of its orbits has a weight.
    ready: list[list[tuple[int, int, int]]] = [[] for _ in range(count)]
    for triple in triples:
        ready[max(triple)].append(triple)

    def holds(weights: list[int], checked: list[tuple[int, int, int]]) -> bool:
        return all(weights[source] + weights[over] >= weights[target] for source, over, target in checked)

    def lowered(weights: list[int]) -> bool:
        for orbit in range(count):
            if orbit != fixed and weights[orbit] > LEAST:
                weights[orbit] -= 1
                still = holds(weights, triples)
                weights[orbit] += 1
                if still:
                    return True
        return False

    def extend(weights: list[int]) -> Iterator[tuple[int, ...]]:
        here = len(weights)
        if here == count:
            if not lowered(weights):
                yield tuple(weights)
            return
        for weight in range(1 if here == fixed else LEAST, MOST + 1):
            weights.append(weight)
            if holds(weights, ready[here]):
                yield from extend(weights)
            weights.pop()

    return extend([])


def _better(one: tuple[int, ...], other: tuple[int, ...], fixed: int) -> bool:
    """Whether one function excludes all that another does: scaled to the same finish, no weight is larger.

    If two are the same when scaled, the one with smaller numbers is better.
    """
    scaled = [
        (weight * other[fixed], against * one[fixed]) for weight, against in zip(one, other, strict=True)
    ]
    if any(weight > against for weight, against in scaled):
        return False
    return any(weight < against for weight, against in scaled) or one[fixed] < other[fixed]


def why_unsolvable(board: Board, position: Holes, finish: int | None) -> str | None:
    """Why the position cannot be won, by a pagoda function, if one shows it."""
    for pagoda in pagodas(board, finish):
        if finish is not None and pagoda.excludes(position):
            return (
                "pagoda function: holes have weights by which no jump raises the sum over the pegs; it is "
                f"{pagoda.sum(position)} here, and {pagoda.finish} with a last peg in {hole_name(finish)}"
            )
    return None
