"""Gap sets: how much farther positions of a sliding puzzle are from the goal than their tiles suggest.

M is the Manhattan distance.  The *gap* of a position is the length of its shortest solutions minus M, an even
number.  The set G0 has the positions of gap 0, those with a solution in which every slide lowers M (a
*Manhattan transition*); G2 those of gap 2, and so on.  With the sets up to gap 2N known,

    h(c) = M(c) + the gap of c if it is at most 2N, otherwise M(c) + 2N + 2

is a lower bound, and can improve any other bound.

The sets are huge, so the paper keeps only the first k cells of each position: a *projection*.  A position
whose first cells are not in the projection of a set is not in the set.  We project the *closures*, the
positions of gap at most 0, at most 2, and so on: only those are nested.

This is the specification: whole sets in Python, for small boards.  The kernel has those of the 4x4 board.
"""

from collections.abc import Callable, Sequence, Set

from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.symmetry import Normal, is_corner

Bound = Callable[[Tiles], int]


def gap_sets(game: Sliding, largest: int | None = None) -> list[set[Tiles]]:
    """G0, G2, …, up to the gap ``largest`` or until every position is in a set.

    A slide from p to c has the *excess* 1 + M(c) - M(p), which is 0 for a Manhattan transition and 2
    otherwise.  Along a solution the excesses add up to its length minus M(start), so the gap is the
    distance to the goal when a slide costs its excess.  It is found from the goal outwards, layer by layer:
    a set is closed under slides of excess 0, seen backwards, and those of excess 2 begin the next.
    """
    manhattan = Manhattan(game)
    seen: set[Tiles] = set()
    sets: list[set[Tiles]] = []
    waiting, following = [game.goal], list[Tiles]()
    while waiting and (largest is None or 2 * len(sets) <= largest):
        layer: set[Tiles] = set()
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            layer.add(position)
            here = manhattan(position)
            for move in game.moves(position):
                before = game.play(position, move)
                if before not in seen:
                    (waiting if manhattan(before) == here + 1 else following).append(before)
        sets.append(layer)
        # Positions that the end of this layer has reached meanwhile are dropped when their turn comes.
        waiting, following = following, []
        waiting = [position for position in waiting if position not in seen]
    return sets


def projection(positions: Set[Tiles], cells: int) -> set[Tiles]:
    """The contents of the first ``cells`` cells of the positions."""
    return {position[:cells] for position in positions}


class GapSets:
    """The Manhattan distance, or any other bound, improved by gap sets or their projections.

    Admissible with whole sets: the gap is what it says, and a position in none of them has a gap of at
    least 2N + 2.  Admissible with projections: if the gap of a position is at most 2N, its own cells are in
    the projection of its closure and of all larger ones, so the smallest gap whose closure holds them is at
    most the position's; if its gap is larger, no answer is more than 2N + 2.  Consistent with whole sets:
    then it is the smaller of two consistent functions, the distance and M + 2N + 2.  With projections it
    need not be.
    """

    def __init__(
        self, game: Sliding, largest: int = 2, cells: int | None = None, base: Bound | None = None
    ) -> None:
        """Sets up to the gap ``largest``, of the first ``cells`` cells (all, if None).

        If the goal's blank is in a corner, cells are counted from that corner: those of the normal form, in
        which the kernel keeps its sets.
        """
        self.game, self.largest, self.cells, self.base = game, largest, cells, base
        self.manhattan = Manhattan(game)
        self._normal = Normal(game) if is_corner(game, game.goal.index(0)) else None
        kept = self._normal.normal_game if self._normal else game
        self.closures: list[Set[Tiles]] = _closures(gap_sets(kept, largest), cells or game.cells)
        """For the gaps 0, 2, …: the projection of the positions with at most that gap."""

    def gap(self, position: Tiles) -> int:
        """The smallest gap that the sets do not exclude."""
        kept = self._normal.position(position) if self._normal else position
        code = kept[: self.cells or self.game.cells]
        for number, closure in enumerate(self.closures):
            if code in closure:
                return 2 * number
        return 2 * len(self.closures)

    def __call__(self, position: Tiles) -> int:
        bound = self.manhattan(position) + self.gap(position)
        return bound if self.base is None else max(bound, self.base(position))

    def __repr__(self) -> str:
        base = "" if self.base is None else f", {self.base!r}"
        return f"GapSets({self.game!r}, {self.largest}, {self.cells}{base})"


def _closures(sets: Sequence[Set[Tiles]], cells: int) -> list[Set[Tiles]]:
    closures: list[Set[Tiles]] = []
    closure: set[Tiles] = set()
    for positions in sets:
        closure |= projection(positions, cells)
        closures.append(frozenset(closure))
    return closures
