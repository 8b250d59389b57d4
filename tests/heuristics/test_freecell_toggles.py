"""Toggles: positions that differ in them count as one, and no verdict changes."""

from itertools import combinations
from random import Random

import pytest

from freecell_graphs import Graph, small_graphs, walk
from yomikiri import Limits, Outcome, solve
from yomikiri.core.cards import read_card
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace
from yomikiri.games.freecell.toggles import settled, steps, toggles

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]
SMALL = [(3, 3, 0, 50, 200), (4, 3, 1, 20, 800), (5, 4, 0, 60, 700), (6, 5, 0, 60, 500)]
MANY = [
    (3, 3, 0, 1000, 1000),
    (4, 4, 0, 60, 3000),
    (5, 4, 0, 200, 2000),
    (5, 3, 1, 150, 3000),
    (3, 3, 1, 9, 9000),
    (6, 5, 0, 200, 2000),
    (3, 3, 2, 30, 6000),
]
"""Ranks, columns and cells, the last deal, and how many positions a graph may have."""


def classes(game: FreeCell, start: Position) -> set[Position]:
    """What a search by steps meets, up to the order of columns and cells."""
    space = FreeCellSpace(game)
    root = space.canonical(settled(game, start))
    found, waiting = {root}, [root]
    while waiting:
        for reached in steps(game, waiting.pop()):
            key = space.canonical(reached)
            if key not in found:
                found.add(key)
                waiting.append(key)
    return found


def check(game: FreeCell, graph: Graph) -> int:
    """The verdict by steps is that of the whole graph, and the kernel meets as many; returns how many toggles
    were met."""
    start = next(iter(graph.followers))
    met = classes(game, start)
    won = any(game.is_goal(position) for position in met)
    assert won is (start in graph.distances()), start
    result = solve(game, start, algorithm="depth-first")
    assert result.outcome is (Outcome.SOLVED if won else Outcome.UNSOLVABLE), start
    if not won:
        assert result.stored == len(met), start
    return sum(len(toggles(game, position)) for position in met)


@pytest.mark.parametrize(("building", "empty"), RULES)
def test_no_verdict_changes(building: str, empty: str) -> None:
    met = 0
    for ranks, columns, cells, last, most in SMALL:
        game = FreeCell(columns, cells, building, empty, ranks)
        met += sum(check(game, graph) for graph in small_graphs(game, 1, last, most))
    assert met > 100 if building == "alternate" else met == 0


@pytest.mark.slow
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_no_verdict_changes_in_thousands_of_deals(building: str, empty: str) -> None:
    met = 0
    for ranks, columns, cells, last, most in MANY:
        game = FreeCell(columns, cells, building, empty, ranks)
        met += sum(check(game, graph) for graph in small_graphs(game, 1, last, most))
    assert met > 1000 if building == "alternate" else met == 0


def check_verdicts(building: str, empty: str, cells: int, deals: range) -> None:
    """That the quick searches find what a search of every move finds, where that ends soon."""
    seen = {Outcome.SOLVED: 0, Outcome.UNSOLVABLE: 0}
    for ranks, columns in [(2, 3), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5)]:
        game = FreeCell(columns, cells, building, empty, ranks)
        for number in deals:
            every = solve(game, game.deal(number), algorithm="breadth-first", limits=Limits(nodes=30_000))
            if every.outcome.decided:
                for algorithm in ("quick", "fast", "depth-first"):
                    result = solve(game, game.deal(number), algorithm=algorithm)
                    assert result.outcome is every.outcome
                seen[every.outcome] += 1
    assert sum(seen.values()) >= 3


@pytest.mark.parametrize("cells", range(5))
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_verdicts_are_those_of_every_move_whatever_the_cells(building: str, empty: str, cells: int) -> None:
    check_verdicts(building, empty, cells, range(1, 4))


@pytest.mark.slow
@pytest.mark.parametrize("cells", range(5))
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_verdicts_of_many_deals_are_those_of_every_move(building: str, empty: str, cells: int) -> None:
    check_verdicts(building, empty, cells, range(4, 31))


def test_switching_leads_to_the_same_settled_position() -> None:
    compared, game, rng = 0, FreeCell(), Random(1)
    space = FreeCellSpace(game)
    for number in range(1, 201):
        position = walk(game, game.deal(number), 30, rng)
        moves = toggles(game, position)
        expected = space.canonical(settled(game, position))
        for count in range(1, len(moves) + 1):
            for chosen in combinations(moves, count):
                other = position
                for move in chosen:
                    other = game.play(other, move)
                assert space.canonical(settled(game, other)) == expected
                compared += 1
    assert compared > 30


def board(text: str) -> Position:
    """Part of a board, which is enough here: its columns."""
    columns = tuple(tuple(map(read_card, part.split())) for part in text.split("/"))
    return Position((0, 0, 0, 0), (None,), columns)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("9S 8H / 9C", 1, id="both places are open"),
        pytest.param("9S 8H / 9C KD", 0, id="the other is covered"),
        pytest.param("9S 8H 2C / 9C", 0, id="the card is covered"),
        pytest.param("KS 8H / 9C", 0, id="it is not built on what it lies on"),
        pytest.param("9S 8H / TH 9C / TD", 1, id="the other place switches itself"),
        pytest.param("TH 9S 8H / 9C / TD", 0, id="its own place could switch"),
        pytest.param("9S 8H / 9C / 5D 4C / 5H", 2, id="two of them"),
    ],
)
def test_what_is_a_toggle(text: str, count: int) -> None:
    position = board(text)
    assert len(toggles(FreeCell(), position)) == count
