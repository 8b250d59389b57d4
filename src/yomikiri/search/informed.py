"""Reference A* and IDA*: a shortest solution with the help of an admissible heuristic."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from yomikiri.core.space import Space
from yomikiri.search.control import Meter
from yomikiri.search.exhaustive import ENTRY_BYTES, trace

Heuristic = Callable[[Any], int]


def zero(position: Any) -> int:
    """The heuristic that knows nothing; admissible for every game."""
    return 0


def a_star(space: Space, start: Any, meter: Meter, heuristic: Heuristic = zero) -> list[bytes] | None:
    """Keys along a shortest solution, or None if there is none.

    Lowest f = depth + heuristic first; among equals the deepest, then the last one generated.  A position
    reached again by a shorter path is reopened, so the heuristic need only be admissible, not consistent.
    The goal is recognised when it is expanded: only then is nothing cheaper left.
    """
    game = space.game
    start = space.canonical(start)
    root = space.key(start)
    depths: dict[bytes, int] = {root: 0}
    parents: dict[bytes, bytes | None] = {root: None}
    # A heap by (f, -depth, -count): the count is unique, so positions are never compared.
    waiting: list[tuple[int, int, int, Any, bytes]] = [(heuristic(start), 0, 0, start, root)]
    meter.stored = 1
    while waiting:
        f, negated_depth, _, position, here = heappop(waiting)
        depth = -negated_depth
        meter.open = len(waiting)
        if depths[here] < depth:
            continue  # A shorter path was found after this entry was made.
        if f > meter.lower_bound or meter.expanded == 0:
            # With an inconsistent heuristic f may drop again: such positions belong to the greatest f so far.
            meter.lower_bound = f
            meter.begin_level("f", f)
        if game.is_goal(position):
            return trace(parents, here)
        meter.bytes = meter.stored * (2 * ENTRY_BYTES + len(root))
        meter.expand()
        for move in game.moves(position):
            meter.generated += 1
            child = space.canonical(game.play(position, move))
            key = space.key(child)
            if key not in depths:
                meter.stored += 1
            elif depths[key] <= depth + 1:
                continue
            depths[key], parents[key] = depth + 1, here
            estimate = depth + 1 + heuristic(child)
            heappush(waiting, (estimate, -depth - 1, -meter.generated, child, key))
    return None


def ida_star(space: Space, start: Any, meter: Meter, heuristic: Heuristic = zero) -> list[bytes] | None:
    """Keys along a shortest solution, or None if there is none; memory only for the current path.

    Each round explores, depth first, every path without repetition whose f stays within the bound; the
    next bound is the smallest f that was cut off.  A round that cuts nothing off has seen every path.
    """
    game = space.game
    start = space.canonical(start)
    bound = heuristic(start)
    while True:
        meter.lower_bound = bound
        meter.begin_level("bound", bound)
        cut_off: int | None = None
        path = [space.key(start)]
        if game.is_goal(start):
            return []
        meter.expand()
        # One entry per level of the path: the position and the moves not yet tried.
        levels = [(start, iter(game.moves(start)))]
        on_path = {path[0]}
        while levels:
            position, moves = levels[-1]
            move = next(moves, None)
            if move is None:
                levels.pop()
                on_path.discard(path.pop())
                continue
            meter.generated += 1
            child = space.canonical(game.play(position, move))
            key = space.key(child)
            if key in on_path:
                continue
            f = len(path) + heuristic(child)
            if f > bound:
                cut_off = f if cut_off is None else min(cut_off, f)
                continue
            path.append(key)
            if game.is_goal(child):
                return path[1:]
            meter.stored = max(meter.stored, len(path))
            meter.bytes = len(path) * (2 * ENTRY_BYTES + len(key))
            meter.expand()
            on_path.add(key)
            levels.append((child, iter(game.moves(child))))
        if cut_off is None:
            return None
        bound = cut_off
