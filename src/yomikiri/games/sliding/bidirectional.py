"""NBS, a search from both ends at once: J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, "Front-to-End
Bidirectional Heuristic Search with Near-Optimal Node Expansions" (IJCAI 2017).

Slides can undo slides, and there is one goal, so the puzzle can also be searched from the goal, with
estimates towards the start.  The loop follows ``native/search/bidirectional.hpp`` step by step; the comment
at the top of that file says why the answer is shortest.
"""

from heapq import heappop, heappush
from typing import Any

from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.games.sliding.kernel import HEURISTICS, kernel_of
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.search.algorithm import EVERY_POSITION, Algorithm
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.control import Meter
from yomikiri.search.driver import kernel_limits
from yomikiri.search.exhaustive import ENTRY_BYTES
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request

NONE = 1 << 30
"""Larger than any bound."""


class Side:
    """One of the two searches: the positions it has reached, and two queues of them."""

    def __init__(self, game: Sliding, heuristic: Any, start: Tiles) -> None:
        self.game, self.heuristic = game, heuristic
        self.depths = {start: 0}
        self.parents: dict[Tiles, Tiles] = {}
        self.estimates = {start: heuristic(start)}
        self.closed: set[Tiles] = set()
        self.waiting: list[tuple[int, int, int, Tiles]] = []
        self.ready: list[tuple[int, int, Tiles]] = []
        self._pushed = 0
        self.wait(start)

    def wait(self, position: Tiles) -> None:
        self._pushed += 1
        h = self.estimates[position]
        heappush(self.waiting, (self.depths[position] + h, h, -self._pushed, position))

    def least_waiting(self) -> int:
        """The least f among waiting positions."""
        while self.waiting:
            f, h, _, position = self.waiting[0]
            if position not in self.closed and self.depths[position] + h == f:
                return f
            heappop(self.waiting)
        return NONE

    def least_ready(self) -> int:
        """The least g among ready positions."""
        while self.ready:
            g, _, position = self.ready[0]
            if position not in self.closed and self.depths[position] == g:
                return g
            heappop(self.ready)
        return NONE

    def move_one(self) -> None:
        self._pushed += 1
        position = heappop(self.waiting)[3]
        heappush(self.ready, (self.depths[position], -self._pushed, position))

    def path(self, position: Tiles) -> list[Tiles]:
        """The positions from this side's start on."""
        found = [position]
        while found[-1] in self.parents:
            found.append(self.parents[found[-1]])
        return found[::-1]


class Bidirectional:
    """One search from both ends."""

    def __init__(self, game: Sliding, start: Tiles, meter: Meter, kind: Any) -> None:
        back = Sliding(game.rows, game.columns, start)
        self.sides = (Side(game, kind(game), start), Side(back, kind(back), game.goal))
        self.meter = meter
        self.bound, self.upper = 0, NONE
        self.meeting = start
        if start == game.goal:
            self.upper = 0

    def run(self) -> list[bytes] | None:
        """Keys along a shortest solution, or None if there is none."""
        meter = self.meter
        while self._prepare() and self.bound < self.upper:
            for side, other in (self.sides, self.sides[::-1]):
                meter.stored = sum(len(each.depths) for each in self.sides)
                meter.bytes = meter.stored * 3 * ENTRY_BYTES
                meter.lower_bound = self.bound
                meter.expand()
                self._expand(side, other)
        meter.stored = sum(len(each.depths) for each in self.sides)
        if self.upper == NONE:
            return None
        meter.lower_bound = self.upper
        there, back = (side.path(self.meeting) for side in self.sides)
        game = self.sides[0].game
        return [game.encode(position) for position in (*there[1:], *back[-2::-1])]

    def _prepare(self) -> bool:
        """Raise the bound until a pair is within it; returns whether there is one."""
        for side in self.sides:
            while side.least_waiting() < self.bound:
                side.move_one()
        while True:
            f = [side.least_waiting() for side in self.sides]
            g = [side.least_ready() for side in self.sides]
            if any(pair == (NONE, NONE) for pair in zip(f, g, strict=True)):
                return False
            both = NONE if NONE in g else sum(g) + 1
            if both <= self.bound:
                return True
            fitting = [side for side, least in zip(self.sides, f, strict=True) if least <= self.bound]
            for side in fitting:
                side.move_one()
            if not fitting:
                self.bound = min(*f, both)
            if self.bound >= self.upper:
                return True

    def _expand(self, side: Side, other: Side) -> None:
        if side.least_ready() == NONE:
            self.meter.expanded -= 1  # There was nothing to expand.
            return
        g, _, position = heappop(side.ready)
        side.closed.add(position)
        for move in side.game.moves(position):
            self.meter.generated += 1
            child = side.game.play(position, move)
            if child not in side.depths:
                side.estimates[child] = side.heuristic(child)
            elif g + 1 >= side.depths[child]:
                continue
            side.parents[child], side.depths[child] = position, g + 1
            side.closed.discard(child)
            if child in other.depths and g + 1 + other.depths[child] < self.upper:
                self.upper, self.meeting = g + 1 + other.depths[child], child
            if g + 1 + side.estimates[child] < self.upper:
                side.wait(child)


def bidirectional(space: Space, start: Any, meter: Meter, heuristic: Any = None) -> list[bytes] | None:
    """The search in Python; ``heuristic`` is one of the game's, and its class serves both directions."""
    game: Any = space.game
    kind = LinearConflict if heuristic is None else type(heuristic)
    return Bidirectional(game, start, meter, kind).run()


def search(game: Sliding, position: Tiles, request: Request) -> Result:
    """The search in the kernel."""
    name, space = request.heuristic or HEURISTICS[0], PlainSpace(game)
    known = BoundedSearch(game, position, request, ALGORITHM.name, name)
    answer = kernel_of(space, name).bidirectional(
        game.encode(position), watch=known.watch(bounds=True), **kernel_limits(known.left())
    )
    known.pay(answer)
    known.lower = answer.lower_bound
    if answer.path or answer.outcome == Outcome.SOLVED.value:
        known.found(moves_along(space, position, answer.path))
    return known.result(Outcome(answer.outcome))


ALGORITHM = Algorithm(
    "bidirectional",
    "from both ends, by NBS; shortest",
    bidirectional,
    shortest=True,
    search=search,
    heuristics=HEURISTICS,
    needs=EVERY_POSITION,
)
