"""Whole state graphs of small FreeCell decks: the judge of bounds, safe moves and codes."""

from collections import deque
from dataclasses import dataclass
from functools import cache
from random import Random

from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace


@dataclass(frozen=True)
class Graph:
    """Every position reachable from a start, up to the order of columns and cells; the start comes first."""

    game: FreeCell
    followers: dict[Position, tuple[Position, ...]]

    def distances(self, followers: dict[Position, tuple[Position, ...]] | None = None) -> dict[Position, int]:
        """Moves to the goal, by these edges, for every position from which it can be reached."""
        edges = self.followers if followers is None else followers
        before: dict[Position, list[Position]] = {position: [] for position in edges}
        for position, others in edges.items():
            for other in others:
                before[other].append(position)
        found = {position: 0 for position in edges if self.game.is_goal(position)}
        queue = deque(found)
        while queue:
            position = queue.popleft()
            for other in before[position]:
                if other not in found:
                    found[other] = found[position] + 1
                    queue.append(other)
        return found

    def reached(self, start: Position) -> set[Position]:
        """The positions that can be reached from one of them."""
        found, waiting = {start}, [start]
        while waiting:
            new = set(self.followers[waiting.pop()]) - found
            found |= new
            waiting += new
        return found


def graph_of(game: FreeCell, start: Position, most: int) -> Graph | None:
    """The graph, or None if it has more than ``most`` positions."""
    space = FreeCellSpace(game)
    root = space.canonical(start)
    followers: dict[Position, tuple[Position, ...]] = {}
    waiting = deque([root])
    seen = {root}
    while waiting:
        here = waiting.popleft()
        if len(seen) > most:
            return None
        children = [space.canonical(game.play(here, move)) for move in game.moves(here)]
        followers[here] = tuple(dict.fromkeys(children))
        for child in followers[here]:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return Graph(game, followers)


@cache
def small_graphs(game: FreeCell, first: int, last: int, most: int) -> tuple[Graph, ...]:
    """The graphs of the deals from ``first`` to ``last`` that have at most ``most`` positions."""
    graphs = (graph_of(game, game.deal(number), most) for number in range(first, last + 1))
    return tuple(graph for graph in graphs if graph is not None)


def walk(game: FreeCell, position: Position, steps: int, rng: Random) -> Position:
    """Where random moves lead; fewer than ``steps`` if there is none to make."""
    for _ in range(steps):
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    return position
