"""Whole state graphs of small sliding puzzles: the judge of their heuristics and lengths."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from yomikiri.games.sliding.rules import Sliding, Tiles


@dataclass(frozen=True)
class SlidingGraph:
    """Every position from which the goal can be reached, nearest first, with numbers instead of positions."""

    positions: list[Tiles]
    distances: list[int]
    followers: list[list[int]]

    @property
    def layers(self) -> list[int]:
        """How many positions are 0, 1, 2, … moves from the goal."""
        counts = Counter(self.distances)
        return [counts[distance] for distance in range(max(counts) + 1)]

    def check(self, bound: Callable[[Tiles], int], *, consistent: bool = True) -> list[int]:
        """The values of an admissible bound; with ``consistent`` no slide changes one by more than 1."""
        values = [bound(position) for position in self.positions]
        assert values[0] == 0
        assert min(values[1:]) > 0
        assert all(0 <= value <= distance for value, distance in zip(values, self.distances, strict=True))
        if consistent:
            for value, others in zip(values, self.followers, strict=True):
                for other in others:
                    assert -1 <= value - values[other] <= 1
        return values


@cache
def sliding_graph(game: Sliding) -> SlidingGraph:
    """The graph of a game, by breadth-first search from its goal: every slide can be undone."""
    numbers = {game.goal: 0}
    positions, distances = [game.goal], [0]
    followers: list[list[int]] = []
    for position in positions:
        here = len(followers)
        beside = []
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in numbers:
                numbers[child] = len(positions)
                positions.append(child)
                distances.append(distances[here] + 1)
            beside.append(numbers[child])
        followers.append(beside)
    return SlidingGraph(positions, distances, followers)


def ways(game: Sliding) -> dict[Tiles, tuple[int, int]]:
    """For every position its distance to the goal and the number of shortest solutions, layer by layer."""
    found = {game.goal: (0, 1)}
    layer = [game.goal]
    while layer:
        counts: Counter[Tiles] = Counter()
        for position in layer:
            for move in game.moves(position):
                child = game.play(position, move)
                if child not in found:
                    counts[child] += found[position][1]
        found |= {child: (found[layer[0]][0] + 1, count) for child, count in counts.items()}
        layer = list(counts)
    return found
