"""Exhaustive reference search: one loop; the order of the open list determines the algorithm.

Every generated position is looked up among all positions seen and dropped if known, so the loop ends
with a solution or a proof that there is none.  Goals are recognised when they are generated.

* :func:`breadth_first`: first in, first out; the first solution is a shortest one.
* :func:`depth_first`: last in, first out; ``push_order`` orders the moves before they are pushed, so the
  move it puts last is explored first.
* :func:`priority_first`: T. Shintani, "Priority-first Search in Superpuzz": highest priority first, last
  in first out within a priority.

The kernel's ``native/search/explore.hpp`` is the fast twin: same orders, same counts.
"""

from collections import deque
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

from yomikiri.core.space import Space
from yomikiri.search.control import Meter

PushOrder = Callable[[Any, Sequence[Any]], Sequence[Any]]
Priority = Callable[[Any], int]

ENTRY_BYTES = 300
"""What one stored position costs in Python objects besides its key, measured on CPython 3.11."""


class OpenList(Protocol):
    """Positions waiting to be expanded, each with its depth."""

    def push(self, position: Any, depth: int) -> None: ...
    def pop(self) -> tuple[Any, int]: ...
    def __len__(self) -> int: ...


class Queue:
    """First in, first out."""

    def __init__(self) -> None:
        self._items: deque[tuple[Any, int]] = deque()

    def push(self, position: Any, depth: int) -> None:
        self._items.append((position, depth))

    def pop(self) -> tuple[Any, int]:
        return self._items.popleft()

    def __len__(self) -> int:
        return len(self._items)


class Stack(Queue):
    """Last in, first out."""

    def pop(self) -> tuple[Any, int]:
        return self._items.pop()


class PriorityStacks:
    """The highest priority first; last in, first out within one priority."""

    def __init__(self, priority: Priority) -> None:
        self._priority = priority
        self._stacks: dict[int, list[tuple[Any, int]]] = {}
        self._order: list[int] = []  # a heap of the negated priorities that have a stack
        self._count = 0

    def push(self, position: Any, depth: int) -> None:
        priority = self._priority(position)
        if priority not in self._stacks:
            self._stacks[priority] = []
            heappush(self._order, -priority)
        self._stacks[priority].append((position, depth))
        self._count += 1

    def pop(self) -> tuple[Any, int]:
        best = -self._order[0]
        entry = self._stacks[best].pop()
        if not self._stacks[best]:
            del self._stacks[best]
            heappop(self._order)
        self._count -= 1
        return entry

    def __len__(self) -> int:
        return self._count


def breadth_first(space: Space, start: Any, meter: Meter) -> list[bytes] | None:
    """Keys along a shortest solution, or None if there is none."""
    return _explore(space, start, meter, Queue(), _as_listed, layered=True)


def depth_first(
    space: Space, start: Any, meter: Meter, push_order: PushOrder | None = None
) -> list[bytes] | None:
    """Keys along some solution, or None if there is none."""
    return _explore(space, start, meter, Stack(), push_order or _as_listed)


def priority_first(space: Space, start: Any, meter: Meter, priority: Priority) -> list[bytes] | None:
    """Keys along some solution, or None if there is none."""
    return _explore(space, start, meter, PriorityStacks(priority), _as_listed)


def _as_listed(position: Any, moves: Sequence[Any]) -> Sequence[Any]:
    return moves


def _explore(
    space: Space,
    start: Any,
    meter: Meter,
    waiting: OpenList,
    push_order: PushOrder,
    *,
    layered: bool = False,
) -> list[bytes] | None:
    game = space.game
    start = space.canonical(start)
    root = space.key(start)
    parents: dict[bytes, bytes | None] = {root: None}
    meter.stored = 1
    if game.is_goal(start):
        return []
    waiting.push(start, 0)
    while waiting:
        meter.open = len(waiting)
        meter.bytes = meter.stored * (ENTRY_BYTES + len(root))
        position, depth = waiting.pop()
        if layered:
            # Everything up to this depth was generated without meeting a goal, even if a limit stops us now.
            meter.lower_bound = depth + 1
            meter.begin_level("depth", depth)
        meter.expand()
        here = space.key(position)
        for move in push_order(position, game.moves(position)):
            meter.generated += 1
            child = space.canonical(game.play(position, move))
            key = space.key(child)
            if key in parents:
                continue
            parents[key] = here
            meter.stored += 1
            if game.is_goal(child):
                return trace(parents, key)
            waiting.push(child, depth + 1)
    return None


def trace(parents: dict[bytes, bytes | None], key: bytes) -> list[bytes]:
    """The keys after the root on the path to ``key``."""
    path = []
    step: bytes | None = key
    while step is not None:
        path.append(step)
        step = parents[step]
    path.reverse()
    return path[1:]
