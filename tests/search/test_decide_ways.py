"""The ways of ``decide`` through components: none is longer than it must be."""

from collections.abc import Iterator
from itertools import groupby

import pytest

from yomikiri import Outcome, Superpuzz, solve
from yomikiri.games.rows.components import Component
from yomikiri.games.rows.rules import Position


def positions_of_a_win(game: Superpuzz, start: Position) -> list[Position]:
    """Every position that the solution of ``decide`` comes through; none without a solution."""
    result = solve(game, start, algorithm="decide")
    if result.outcome is not Outcome.SOLVED:
        return []
    path = [start]
    for move in result.moves or ():
        path.append(game.play(path[-1], move))
    return path


def passages(game: Superpuzz, path: list[Position]) -> Iterator[list[Position]]:
    """The stretches of a path that are inside one component; a component that was left is never met again."""
    for _, stretch in groupby(path, key=lambda position: Component.of(game, position).canonical()):
        yield list(stretch)


def steps_between(game: Superpuzz, start: Position, end: Position) -> int:
    """How many moves it takes from one member of a component to another, breadth first."""
    component = Component.of(game, start)
    steps, waiting = {start: 0}, [start]
    while end not in steps:
        ahead = []
        for position in waiting:
            for move in game.moves(position):
                after = game.play(position, move)
                if component.keeps(move) and after not in steps:
                    steps[after] = steps[position] + 1
                    ahead.append(after)
        waiting = ahead
    return steps[end]


@pytest.mark.parametrize(("columns", "deals"), [(5, 100), (6, 40)])
def test_solutions_pass_through_components_by_shortest_ways(columns: int, deals: int) -> None:
    game, longest, several = Superpuzz(columns), 0, 0
    for number in range(1, deals + 1):
        path = positions_of_a_win(game, game.deal(number))
        seen = set()
        for inside in passages(game, path):
            component = Component.of(game, inside[0])
            assert component.canonical() not in seen
            seen.add(component.canonical())
            assert len(inside) - 1 == steps_between(game, inside[0], inside[-1]), number
            longest = max(longest, len(inside) - 1)
            several += len(inside) > 2
    assert longest > 4
    assert several > 20
