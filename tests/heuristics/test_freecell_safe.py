"""Safe home moves: forcing them makes no shortest solution longer."""

import random

import pytest

from freecell_graphs import Graph, small_graphs
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.notation import HOME, cards_of
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import is_safe, safe_move
from yomikiri.games.freecell.space import FreeCellSpace

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]


def forced(graph: Graph) -> dict[Position, tuple[Position, ...]]:
    """The graph's edges, with a safe home move the only one where there is one."""
    game, space = graph.game, FreeCellSpace(graph.game)
    edges = {}
    for position, followers in graph.followers.items():
        move = safe_move(game, position)
        edges[position] = followers if move is None else (space.canonical(game.play(position, move)),)
    return edges


def check_forced(game: FreeCell, last: int, most: int) -> int:
    """Distances with and without forced moves are equal; returns how many positions had a forced move."""
    count = 0
    for graph in small_graphs(game, 1, last, most):
        edges = forced(graph)
        assert graph.distances(edges) == graph.distances()
        count += sum(edges[position] != others for position, others in graph.followers.items())
    return count


@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_forcing_safe_moves_keeps_every_distance(building: str, empty: str, metric: str) -> None:
    count = 0
    for ranks, columns, cells, last, most in [(3, 3, 0, 100, 200), (4, 3, 1, 6, 800), (5, 3, 1, 20, 500)]:
        count += check_forced(FreeCell(columns, cells, building, empty, ranks, metric), last, most)
    assert count > 100


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_forcing_safe_moves_keeps_every_distance_in_thousands_of_deals(
    building: str, empty: str, metric: str
) -> None:
    count = 0
    for ranks, columns, cells, last, most in [
        (3, 3, 0, 1000, 1000),
        (4, 4, 0, 60, 2000),
        (5, 4, 0, 200, 2000),
        (4, 3, 1, 60, 2000),
        (5, 3, 1, 150, 2000),
        (3, 3, 1, 6, 3000),
    ]:
        count += check_forced(FreeCell(columns, cells, building, empty, ranks, metric), last, most)
        small_graphs.cache_clear()
    assert count > 1000


def test_sending_home_every_card_that_can_go_is_not_safe_with_alternate_colours() -> None:
    game = FreeCell(3, 1, ranks=4)
    space = FreeCellSpace(game)
    longer = 0
    for graph in small_graphs(game, 1, 20, 800):
        edges = dict(graph.followers)
        for position in edges:
            home = [move for move in game.moves(position) if move.target == HOME]
            if home:
                edges[position] = (space.canonical(game.play(position, home[0])),)
        longer += graph.distances(edges) != graph.distances()
    assert longer


def test_the_rule_is_the_one_that_is_spelled_out() -> None:
    game = FreeCell()
    rng = random.Random(1)
    verdicts = set()
    for _ in range(3000):
        ranks = [rng.randrange(5) for _ in SUITS]
        position = Position((ranks[0], ranks[1], ranks[2], ranks[3]), (), ())
        for suit, rank in zip(SUITS, ranks, strict=True):
            card = Card(suit, rank + 1)
            others = ranks[2:] if suit in "HD" else ranks[:2]
            partner = ranks[SUITS.index({"H": "D", "D": "H", "S": "C", "C": "S"}[suit])]
            classic = min(others) >= card.rank - 1
            extended = min(others) >= card.rank - 2 and partner >= card.rank - 3
            assert is_safe(game, position, card) == (classic or extended)
            verdicts.add((classic, extended))
    assert len(verdicts) == 4


def test_every_home_move_is_safe_when_building_in_suit() -> None:
    game = FreeCell(3, 1, "suit", ranks=4)
    found = 0
    for graph in small_graphs(game, 1, 6, 800):
        for position in graph.followers:
            for move in game.moves(position):
                if move.target == HOME:
                    assert is_safe(game, position, cards_of(position, move)[0])
                    found += 1
    assert found
