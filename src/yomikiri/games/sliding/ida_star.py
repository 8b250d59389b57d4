"""IDA* for sliding puzzles: R. Korf, "Depth-first iterative-deepening" (Artificial Intelligence 27, 1985).

The specification of the kernel's search (``native/games/sliding/ida_star.hpp``), which agrees with it in
every count.  It differs from the general IDA* in what Korf does and others do not:

* a move is never undone by the next one; apart from that, positions on the path are not compared;
* **generated** counts the positions that moves lead to, whether or not the bound cuts them off, without the
  start.  Korf includes it: his 276,361,933 for his first instance is 276,361,932 here;
* with the goal's blank in a corner, moves are tried in the order of the normal form (blank first), so a
  puzzle and the same puzzle turned over have the same counts.
"""

from collections.abc import Callable
from typing import Any

from yomikiri.core.space import Space
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.symmetry import Normal, is_corner
from yomikiri.search.control import Meter
from yomikiri.search.informed import Heuristic


def in_order(game: Sliding) -> Callable[[int], list[int]]:
    """The neighbours of a cell in the order in which a search tries them.

    The cells above, left of, right of and below the blank have ascending numbers; in the normal form too.
    """
    if not is_corner(game, game.goal.index(0)):
        return lambda cell: sorted(game.neighbours(cell))
    flip = Normal(game).symmetry
    return lambda cell: sorted(game.neighbours(cell), key=lambda other: flip[other])


def sliding_ida_star(space: Space, start: Any, meter: Meter, heuristic: Heuristic) -> list[bytes] | None:
    """Keys along a shortest solution; None if parity says that there is none."""
    game = space.game
    assert isinstance(game, Sliding)
    if game.why_unsolvable(start) is not None:
        return None
    if game.is_goal(start):
        return []
    neighbours = in_order(game)
    bound = heuristic(start)
    while True:
        meter.lower_bound = bound
        meter.begin_level("bound", bound)
        path: list[Tiles] = [start]
        meter.expand()
        blank = start.index(0)
        # One entry per level: the blank's cell, and the cells of the moves not yet tried.
        levels = [(blank, iter(neighbours(blank)))]
        while levels:
            blank, cells = levels[-1]
            cell = next(cells, None)
            if cell is None:
                levels.pop()
                path.pop()
                continue
            if len(levels) > 1 and cell == levels[-2][0]:
                continue  # It would undo the last move.
            meter.generated += 1
            child = game.play(path[-1], path[-1][cell])
            if len(path) + heuristic(child) > bound:
                continue
            path.append(child)
            if game.is_goal(child):
                return [space.key(position) for position in path[1:]]
            meter.stored = max(meter.stored, len(path))
            meter.expand()
            levels.append((cell, iter(neighbours(cell))))
        # A slide changes the bound of a position by one, so f by 0 or 2.
        bound += 2
