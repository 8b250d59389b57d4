"""Bounded search: a solution that is proved to be at most so much longer than a shortest one.

One tree and two queues of its open positions, by turns.  The *proof* takes the least f first, and no solution
is shorter than that f.  The *dive* takes the least g + w h, but only among positions with an f that a
solution may have if nothing better is ever proved: so the first solution that it meets will do.  That is
``native/search/bounded.hpp`` in plain words; the two agree in what they promise, not step for step.

:func:`follow` is the reference, for every game; :func:`search_in_kernel` runs the kernel's.
"""

from collections.abc import Callable, Mapping
from functools import partial
from heapq import heappop, heappush
from typing import Any

from yomikiri.core.protocol import Game
from yomikiri.core.space import Space, moves_along
from yomikiri.search.algorithm import A_BOUND, EVERY_POSITION, Algorithm, KernelSearch
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.control import Meter, Stopped
from yomikiri.search.driver import kernel_limits
from yomikiri.search.exhaustive import ENTRY_BYTES
from yomikiri.search.guided import kernel_of
from yomikiri.search.hasty import names_of, widest_space
from yomikiri.search.heuristic import DEAD_END, Heuristic, OneByOne
from yomikiri.search.informed import zero
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.within import USUAL, Within

BOUNDED = "bounded"
WEIGHT = 1.3
"""Of the estimate in the dive; see the kernel's."""

Function = Callable[[Any], int]


class BoundedTree:
    """The tree of one search; ``path`` has the keys of the best solution, also after a limit."""

    def __init__(self, space: Space, meter: Meter, heuristic: Function, within: Within) -> None:
        self._space, self._meter, self._within = space, meter, within
        self._estimates = OneByOne(Heuristic(heuristic, "of the game", admissible=True), space.game)
        self._nodes: dict[bytes, tuple[int, int, Any]] = {}
        """By key: moves made, the estimate, the position."""
        self._parents: dict[bytes, bytes] = {}
        self._closed: set[bytes] = set()
        self._proof: list[tuple[int, int, int, bytes]] = []
        self._dive: list[tuple[float, int, int, bytes]] = []
        self._later: dict[int, list[bytes]] = {}
        """By f, what the dive may not look at yet."""
        self._deepest = -1
        self._pushed = 0
        self.path: list[bytes] | None = None

    def run(self, start: Any) -> list[bytes] | None:
        """Keys along a solution that will do, or None if there is none at all."""
        start = self._space.canonical(start)
        self._reach(start, self._space.key(start), 0, None)
        prove = True
        while not self._is_enough():
            key = None if prove else self._next(self._dive)
            prove = not prove
            if key is None:
                key = self._next(self._proof)
                if key is None:
                    break
                self._rise(sum(self._nodes[key][:2]))
                if self._is_enough():
                    break
            self._expand(key)
        if self.path is not None and not self._is_enough():
            self._meter.lower_bound = len(self.path)  # Nothing is left that could be shorter.
        return self.path

    def _is_enough(self) -> bool:
        return self.path is not None and len(self.path) <= self._within.allowed(self._meter.lower_bound)

    def _next(self, queue: list[Any]) -> bytes | None:
        """The first open position of a queue that may still lead to something shorter."""
        while queue:
            *_, f, _, key = heappop(queue)
            depth, estimate, _ = self._nodes[key]
            useless = self.path is not None and f >= len(self.path)
            if key not in self._closed and f == depth + estimate and not useless:
                found: bytes = key
                return found
        return None

    def _rise(self, f: int) -> None:
        """No solution is shorter than f: the dive may go deeper."""
        meter = self._meter
        if f > meter.lower_bound or self._deepest < 0:
            meter.lower_bound = max(meter.lower_bound, f)
            meter.begin_level("f", f)
            deepest = self._within.allowed(meter.lower_bound)
            for ready in range(self._deepest + 1, deepest + 1):
                for key in self._later.pop(ready, ()):
                    self._push_dive(key)
            self._deepest = deepest

    def _expand(self, key: bytes) -> None:
        game, meter = self._space.game, self._meter
        meter.open = len(self._proof)
        meter.bytes = len(self._nodes) * (4 * ENTRY_BYTES + 2 * len(key))
        meter.expand()
        self._closed.add(key)
        depth, _, position = self._nodes[key]
        for move in game.moves(position):
            meter.generated += 1
            child = self._space.canonical(game.play(position, move))
            self._reach(child, self._space.key(child), depth + 1, key)

    def _reach(self, position: Any, key: bytes, depth: int, parent: bytes | None) -> None:
        """A position, new or by a shorter way; reached before by a longer one, it is opened again."""
        known = self._nodes.get(key)
        if known is not None and known[0] <= depth:
            return
        goal = self._space.game.is_goal(position)
        estimate = 0 if goal else self._estimates.of([position])[0] if known is None else known[1]
        self._nodes[key] = depth, estimate, position
        self._meter.stored = len(self._nodes)
        if parent is not None:
            self._parents[key] = parent
        if estimate == DEAD_END:
            self._closed.add(key)
            return
        self._closed.discard(key)
        if goal:
            if self.path is None or depth < len(self.path):
                self.path = self._way(key)
            return
        self._pushed += 1
        f = depth + estimate
        heappush(self._proof, (f, f, -self._pushed, key))
        if f <= self._deepest:
            self._push_dive(key)
        else:
            self._later.setdefault(f, []).append(key)

    def _push_dive(self, key: bytes) -> None:
        depth, estimate, _ = self._nodes[key]
        self._pushed += 1
        heappush(self._dive, (depth + WEIGHT * estimate, depth + estimate, -self._pushed, key))

    def _way(self, key: bytes) -> list[bytes]:
        way = []
        while key in self._parents:
            way.append(key)
            key = self._parents[key]
        return way[::-1]


def follow(
    space: Space, start: Any, meter: Meter, *, within: Within | None = None, heuristic: Function = zero
) -> list[bytes] | None:
    """Bounded search in Python."""
    tree = BoundedTree(space, meter, heuristic, within or USUAL)
    try:
        return tree.run(start)
    except Stopped as stop:
        stop.path = tree.path
        raise


def bounded_algorithm(
    heuristic: Function,
    search: KernelSearch | None,
    heuristics: tuple[str, ...] = (),
    aliases: Mapping[str, str] | None = None,
) -> Algorithm:
    """Bounded search of a game; ``heuristic`` is Python's best, ``search`` the kernel's, if it has one."""
    return Algorithm(
        BOUNDED,
        "one queue proves, one dives; at most so much longer than shortest",
        partial(follow, heuristic=heuristic),
        search=search,
        twin=False,
        needs=f"{A_BOUND}, {EVERY_POSITION}",
        heuristics=heuristics,
        aliases=aliases or {},
        bounded=True,
    )


def search_in_kernel(game: Game[Any, Any], position: Any, request: Request, *, named: bool) -> Result:
    """Bounded search in the kernel; ``named``: whether there is a choice of heuristics."""
    space, within = widest_space(game), request.within or USUAL
    kernel = kernel_of(space)
    name = request.heuristic or next(iter(names_of(kernel)), None)
    if name is not None:
        kernel = kernel_of(space, name)
    code = game.encode(position)
    known = BoundedSearch(game, position, request, BOUNDED, name if named else None)
    known.within = within
    known.lower = kernel.estimate(code) or 0
    answer = kernel.bounded(
        code,
        share=within.share,
        moves_more=within.moves,
        watch=known.watch(bounds=True),
        **kernel_limits(known.left()),
    )
    known.pay(answer)
    known.lower = max(known.lower, answer.lower_bound)
    if answer.path or answer.outcome == Outcome.SOLVED.value:
        known.found(moves_along(space, position, answer.path))
    return known.result(Outcome(answer.outcome))
