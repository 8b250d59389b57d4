"""Misplaced cards as a lower bound, against exact distances on whole state graphs."""

import random
from collections import deque
from itertools import permutations

import pytest

from yomikiri import Superpuzz
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.rows.bounds import misplaced
from yomikiri.games.superpuzz.rules import Position

SMALL_GRAPHS = [
    *[(3, number) for number in (9, 26, 34, 52, 55, 56, 58, 63, 64, 71, 75, 78, 89, 93)],
    *[(4, number) for number in (5, 117, 158, 179, 192, 196, 199, 229)],
]
"""Deals that can be won and have at most 3000 positions in all."""


def graph_of(game: Superpuzz, start: Position) -> dict[Position, list[Position]]:
    """Every position that can be reached, with its followers."""
    graph: dict[Position, list[Position]] = {}
    waiting = [start]
    seen = {start}
    while waiting:
        here = waiting.pop()
        graph[here] = [game.play(here, move) for move in game.moves(here)]
        new = set(graph[here]) - seen
        seen |= new
        waiting += new
    return graph


def distances_to_goal(game: Superpuzz, graph: dict[Position, list[Position]]) -> dict[Position, int]:
    """The exact distance of every position that can be won, backwards from the goals."""
    before: dict[Position, list[Position]] = {position: [] for position in graph}
    for position, followers in graph.items():
        for following in followers:
            before[following].append(position)
    distances = {position: 0 for position in graph if game.is_goal(position)}
    queue = deque(distances)
    while queue:
        here = queue.popleft()
        for previous in before[here]:
            if previous not in distances:
                distances[previous] = distances[here] + 1
                queue.append(previous)
    return distances


@pytest.mark.parametrize(("columns", "number"), SMALL_GRAPHS)
def test_it_is_admissible_and_consistent_and_zero_exactly_at_goals(columns: int, number: int) -> None:
    game = Superpuzz(columns)
    graph = graph_of(game, game.deal(number))
    distances = distances_to_goal(game, graph)
    assert distances
    estimates = {position: misplaced(position) for position in graph}
    for position, followers in graph.items():
        assert (estimates[position] == 0) == game.is_goal(position)
        assert all(estimates[position] <= 1 + estimates[following] for following in followers)
    assert all(estimates[position] <= distance for position, distance in distances.items())
    assert any(0 < estimates[position] == distance for position, distance in distances.items())


@pytest.mark.parametrize("columns", range(2, 14))
def test_it_is_the_least_count_over_all_assignments_and_does_not_see_the_order_of_rows(columns: int) -> None:
    game = Superpuzz(columns)
    rng = random.Random(columns)
    for number in range(1, 6):
        position = game.deal(number)
        for _ in range(3):
            counts = []
            for suits in permutations(SUITS):
                home = {
                    Card(suit, rank): row * columns + rank - 1
                    for row, suit in enumerate(suits)
                    for rank in range(1, columns)
                }
                counts.append(sum(position.cells[cell] != card for card, cell in home.items()))
            assert misplaced(position) == min(counts)
            rows = [position.cells[row * columns : row * columns + columns] for row in range(4)]
            rng.shuffle(rows)
            assert misplaced(Position(tuple(cell for row in rows for cell in row))) == min(counts)
            if not game.moves(position):
                break
            position = game.play(position, rng.choice(game.moves(position)))


def test_one_move_changes_it_by_at_most_one_at_every_size() -> None:
    for columns in range(2, 14):
        game = Superpuzz(columns)
        for number in range(1, 15):
            position = game.deal(number)
            for move in game.moves(position):
                assert abs(misplaced(game.play(position, move)) - misplaced(position)) <= 1
