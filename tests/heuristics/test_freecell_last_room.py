"""The last room: moves that waste it are left out, others joined with what depends on them."""

import pytest

from freecell_graphs import Graph, small_graphs
from yomikiri.core.cards import read_card
from yomikiri.games.freecell.last_room import dependent_moves, takes_last_room, wastes_last_room
from yomikiri.games.freecell.notation import Move
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import safe_move
from yomikiri.games.freecell.space import FreeCellSpace

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]
METRICS = ["single", "supermove"]
SMALL = [(3, 3, 0, 50, 200), (4, 3, 1, 3, 800), (5, 3, 1, 10, 500), (3, 3, 2, 1, 1500)]
MANY = [
    (3, 3, 0, 1000, 1000),
    (4, 4, 0, 60, 3000),
    (5, 4, 0, 200, 2000),
    (5, 3, 1, 150, 3000),
    (3, 3, 1, 9, 9000),
]
"""Ranks, columns and cells, the last deal, and how many positions a graph may have."""


def left_out(graph: Graph, *, safe: bool) -> tuple[dict[Position, tuple[Position, ...]], int]:
    """The edges without wasted rooms, perhaps with safe home moves forced; and how many are left out."""
    game, space = graph.game, FreeCellSpace(graph.game)
    edges, count = {}, 0
    for position in graph.followers:
        forced = safe_move(game, position) if safe else None
        moves = [forced] if forced is not None else game.moves(position)
        kept = [move for move in moves if not wastes_last_room(game, position, move)]
        count += len(moves) - len(kept)
        edges[position] = tuple(dict.fromkeys(space.canonical(game.play(position, move)) for move in kept))
    return edges, count


def joined(graph: Graph, *, safe: bool) -> tuple[dict[Position, dict[Position, int]], int]:
    """The steps of a search with their costs: where a move takes the last room, what depends on it is part of
    the step, unless a safe home move follows anyway; and how many such steps there are."""
    game, space = graph.game, FreeCellSpace(graph.game)
    edges: dict[Position, dict[Position, int]] = {}
    pairs = 0
    for position in graph.followers:
        costs: dict[Position, int] = {}
        forced = safe_move(game, position) if safe else None
        for move in [forced] if forced is not None else game.moves(position):
            after = game.play(position, move)
            ends = [(after, 1)]
            if takes_last_room(position, move) and not (safe and safe_move(game, after)):
                ends = [(game.play(after, other), 2) for other in dependent_moves(game, position, move)]
                pairs += len(ends)
            for end, cost in ends:
                reached = space.canonical(end)
                costs[reached] = min(costs.get(reached, cost), cost)
        edges[position] = costs
    return edges, pairs


def lengths(graph: Graph, edges: dict[Position, dict[Position, int]]) -> dict[Position, int]:
    """Moves to the goal, by steps that cost one or two, for every position from which it can be reached."""
    before: dict[Position, list[tuple[Position, int]]] = {position: [] for position in edges}
    for position, costs in edges.items():
        for other, cost in costs.items():
            before[other].append((position, cost))
    found: dict[Position, int] = {}
    layers = [[position for position in edges if graph.game.is_goal(position)], [], []]
    depth = 0
    while any(layers):
        for position in layers[0]:
            if position in found:
                continue
            found[position] = depth
            for other, cost in before[position]:
                layers[cost].append(other)
        layers, depth = [*layers[1:], []], depth + 1
    return found


def check(building: str, empty: str, metric: str, cases: list[tuple[int, int, int, int, int]]) -> int:
    """Distances with and without the rule are equal; returns how many moves it left out
    or joined."""
    total = 0
    for ranks, columns, cells, last, most in cases:
        game = FreeCell(columns, cells, building, empty, ranks, metric)
        for graph in small_graphs(game, 1, last, most):
            distances = graph.distances()
            for safe in (False, True):
                edges, count = left_out(graph, safe=safe)
                assert graph.distances(edges) == distances, (game, safe)
                total += count
                steps, pairs = joined(graph, safe=safe)
                assert lengths(graph, steps) == distances, (game, safe)
                total += pairs
    return total


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_no_distance_grows(building: str, empty: str, metric: str) -> None:
    assert check(building, empty, metric, SMALL) > 500


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_no_distance_grows_in_thousands_of_deals(building: str, empty: str, metric: str) -> None:
    assert check(building, empty, metric, MANY) > 10_000


def board(text: str) -> Position:
    """Part of a board, which is enough here: the cells first, then the columns."""
    cells, *columns = (
        tuple(None if word == "-" else read_card(word) for word in part.split()) for part in text.split("/")
    )
    return Position((0, 0, 0, 0), cells, tuple(tuple(card for card in one if card) for one in columns))


@pytest.mark.parametrize(
    ("text", "move", "wasted"),
    [
        pytest.param("9S - / 9H 5C / 9C KD", Move(0, 17), True, id="nothing follows"),
        pytest.param("9S - / 9H 5C / TC KD", Move(0, 17), True, id="the place that fits is covered"),
        pytest.param("9S - / 9H 5C / TC", Move(0, 17), False, id="the card below goes onto a top"),
        pytest.param("8S - / 9H 5C / 9C KD", Move(0, 17), False, id="a card from a cell goes onto it"),
        pytest.param("9S - / 9H 5C / 9C 8C", Move(0, 17), False, id="a top goes onto it"),
        pytest.param("9S - / AH 5C / 9C KD", Move(0, 17), False, id="it goes home"),
        pytest.param("9S - / 5C / 9C KD", Move(0, 17), False, id="a column becomes empty"),
        pytest.param("- - / 9H 5C / 9C KD", Move(0, 16), False, id="there is another room"),
        pytest.param("9S 4D / 9H 5C / 9C KD /", Move(0, 2), False, id="a card goes onto what moved"),
        pytest.param("9S 2D / 9H TC / 9C KD /", Move(0, 2), False, id="the card below goes onto what moved"),
        pytest.param("9S 2D / 9H 5C / 9C KD /", Move(0, 2), True, id="nothing follows in a column"),
        pytest.param("9S - / 9H 5C / 6D", Move(0, 1), False, id="it takes no room"),
        pytest.param("9S 5C / 9H / 9C KD /", Move(17, 2), False, id="it leaves a room"),
    ],
)
def test_what_is_a_waste(text: str, move: Move, wasted: bool) -> None:
    assert wastes_last_room(FreeCell(), board(text), move) is wasted
