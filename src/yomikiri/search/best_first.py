"""Best-first search with estimates computed in batches: the reference.

The loop follows ``native/search/batched_best_first.hpp`` step by step; the comment at the top of that file
justifies what it proves.  Games without a class in the kernel are searched here.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from yomikiri.core.space import Space
from yomikiri.search.control import Meter
from yomikiri.search.exhaustive import ENTRY_BYTES
from yomikiri.search.heuristic import DEAD_END, MOST_ESTIMATE

MOST_APART = 255
"""Among positions of equal rank, estimates above this are treated as equal."""


@dataclass(frozen=True)
class Order:
    """The order in which positions are expanded, and what that proves."""

    weight: float = 1.0
    """The weight of estimates relative to moves made; infinite: greedy."""
    within: float = 0.0
    """Ranks are at most this many times the length of a solution; 0: no such guarantee."""
    batch: int = 1
    """Estimates per call."""

    @property
    def greedy(self) -> bool:
        return math.isinf(self.weight)

    def rank(self, depth: int, estimate: int) -> int:
        """The lowest rank is expanded first; dead ends by an inadmissible heuristic come late."""
        h = MOST_ESTIMATE + 1 if estimate == DEAD_END else estimate
        return h if self.greedy else math.floor(depth + self.weight * h)

    def bound(self, least: int) -> int:
        """No solution is shorter than this while no rank is below ``least``."""
        if self.within == 0 or math.isinf(self.within):
            return 0
        # Subtract a hair, so that a quotient that should be whole is not rounded up.
        return math.ceil(least / self.within - 1e-9)


@dataclass
class _Node:
    """A generated position."""

    position: Any
    key: bytes
    depth: int
    parent: "_Node | None"
    estimate: int | None = None
    """None while it waits for its estimate."""
    goal: bool = False
    closed: bool = False


class BestFirst:
    """One search; ``path`` holds the keys of the best solution so far, even after a limit."""

    def __init__(
        self,
        space: Space,
        meter: Meter,
        estimates: Callable[[Sequence[Any]], Sequence[int]],
        order: Order,
    ) -> None:
        self._space, self._meter, self._estimates, self._order = space, meter, estimates, order
        self._nodes: dict[bytes, _Node] = {}
        self._queue: list[tuple[int, int, int, _Node]] = []
        self._pushed = 0
        self._waiting: list[_Node] = []
        self.path: list[bytes] | None = None
        self._upper = math.inf

    def run(self, start: Any) -> list[bytes] | None:
        """Keys along the solution, or None if there is none."""
        start = self._space.canonical(start)
        root = self._met(start, self._space.key(start), 0, None)
        if self._space.game.is_goal(start):
            self.path = []
            return []
        self._waiting.append(root)
        self._evaluate()
        while self._promising():
            self._note_bound(self._queue[0][0])
            self._collect()
            if self._order.greedy and self.path is not None:
                break
            self._evaluate()
        if self.path is not None:
            self._note_bound(len(self.path))
        return self.path

    def _met(self, position: Any, key: bytes, depth: int, parent: _Node | None) -> _Node:
        node = self._nodes[key] = _Node(position, key, depth, parent)
        self._meter.stored = len(self._nodes)
        return node

    def _promising(self) -> bool:
        if self._order.greedy and self.path is not None:
            return False
        return bool(self._queue) and self._queue[0][0] < self._upper

    def _note_bound(self, least: int) -> None:
        self._meter.lower_bound = max(self._meter.lower_bound, self._order.bound(least))

    def _collect(self) -> None:
        """Expand until there is a batch of new positions, or nothing promising is left."""
        meter = self._meter
        while len(self._waiting) < self._order.batch and self._promising():
            rank, _, _, node = heappop(self._queue)
            assert node.estimate is not None
            if node.closed or self._order.rank(node.depth, node.estimate) != rank:
                continue
            meter.open = len(self._queue)
            meter.bytes = len(self._nodes) * (3 * ENTRY_BYTES + len(node.key))
            meter.expand()
            node.closed = True
            self._expand(node, node.depth + 1)

    def _expand(self, node: _Node, depth: int) -> None:
        game = self._space.game
        for move in game.moves(node.position):
            self._meter.generated += 1
            if depth >= self._upper:
                continue
            child = self._space.canonical(game.play(node.position, move))
            key = self._space.key(child)
            known = self._nodes.get(key)
            if known is not None:
                self._reach_again(known, depth, node)
                continue
            new = self._met(child, key, depth, node)
            if game.is_goal(child):
                new.goal = True
                self._solve(new)
            else:
                self._waiting.append(new)

    def _reach_again(self, node: _Node, depth: int, parent: _Node) -> None:
        """Handle a known position reached again, perhaps by a shorter path."""
        if depth >= node.depth or (self._order.within > 0 and node.estimate == DEAD_END):
            return
        if self._order.greedy and node.closed:
            return
        node.depth, node.parent, node.closed = depth, parent, False
        if node.goal:
            self._solve(node)
        elif node.estimate is not None:
            self._push(node)

    def _push(self, node: _Node) -> None:
        assert node.estimate is not None
        if self._order.within > 0 and node.estimate == DEAD_END:
            return
        rank = self._order.rank(node.depth, node.estimate)
        if not self._order.greedy and rank >= self._upper:
            return
        self._pushed += 1
        heappush(self._queue, (rank, min(node.estimate, MOST_APART), -self._pushed, node))

    def _solve(self, node: _Node) -> None:
        self.path = []
        step = node
        while step.parent is not None:
            self.path.append(step.key)
            step = step.parent
        self.path.reverse()
        # Less than the goal's depth if a shorter path to a position on the way was found meanwhile.
        self._upper = len(self.path)

    def _evaluate(self) -> None:
        """Compute the estimates of all waiting positions, a batch at a time."""
        for first in range(0, len(self._waiting), self._order.batch):
            nodes = self._waiting[first : first + self._order.batch]
            values = self._estimates([node.position for node in nodes])
            for node, value in zip(nodes, values, strict=True):
                node.estimate = value
                self._push(node)
            self._meter.look()
        self._waiting.clear()
