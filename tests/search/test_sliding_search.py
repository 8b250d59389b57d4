"""Searching sliding puzzles in Python: shortest lengths, parity, and the choice of heuristics."""

import pytest

from sliding_antipodes import EIGHT
from sliding_graphs import sliding_graph
from yomikiri import InputError, Limits, Outcome, Proof, Sliding, algorithms, certify, solve
from yomikiri.games.sliding.rules import BLANK_FIRST, Tiles
from yomikiri.search.algorithms import heuristics

SMALL = [Sliding(2, 2), Sliding(2, 3), Sliding(3, 2, BLANK_FIRST), Sliding(2, 3, "4 0 2 / 1 5 3")]


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_algorithm_solves_and_shortest_means_shortest(game: Sliding) -> None:
    graph = sliding_graph(game)
    for position, distance in list(zip(graph.positions, graph.distances, strict=True))[::17]:
        for name, entry in algorithms(game).items():
            result = solve(game, position, algorithm=name, engine="python")
            assert result.outcome is Outcome.SOLVED
            assert result.moves is not None
            certify(game, position, result.moves)
            assert len(result.moves) >= distance
            if entry.shortest:
                assert (len(result.moves), result.proved_shortest) == (distance, True)


@pytest.mark.parametrize("algorithm", ["a-star", "ida-star"])
def test_every_heuristic_leads_to_a_shortest_solution(algorithm: str) -> None:
    game = Sliding(2, 4)
    graph = sliding_graph(game)
    assert list(heuristics(game)) == ["linear-conflict", "manhattan", "walking-distance"]
    expanded = dict.fromkeys(heuristics(game), 0)
    for position, distance in list(zip(graph.positions, graph.distances, strict=True))[2000:18000:1600]:
        for name in expanded:
            result = solve(game, position, algorithm=algorithm, heuristic=name, engine="python")
            assert (result.length, result.proved_shortest) == (distance, True)
            expanded[name] += result.expanded
    assert expanded["manhattan"] > expanded["linear-conflict"]
    assert expanded["manhattan"] > expanded["walking-distance"]


@pytest.mark.parametrize("position", EIGHT)
def test_the_antipodes_of_the_3x3_board_take_31_moves(position: Tiles) -> None:
    result = solve(Sliding(3, 3), position, algorithm="a-star", engine="python", shortest=True)
    assert (result.length, result.proved_shortest) == (31, True)


def test_what_parity_excludes_is_answered_without_a_search() -> None:
    for game in (*SMALL, Sliding(), Sliding(5, 5)):
        tiles = list(game.deal(1))
        first, second = [cell for cell in range(3) if tiles[cell]][:2]
        tiles[first], tiles[second] = tiles[second], tiles[first]
        for name in algorithms(game):
            result = solve(game, tuple(tiles), algorithm=name, limits=Limits(nodes=0))
            assert (result.outcome, result.algorithm) == (Outcome.UNSOLVABLE, name)
            assert (result.expanded, result.generated, result.stored) == (0, 0, 0)
            assert (result.lower_bound, result.moves) == (None, None)
            assert (result.proof, result.error_bound) == (Proof.EXACT, 0)


def test_walking_distance_is_offered_only_where_its_table_is_small() -> None:
    assert "walking-distance" in heuristics(Sliding())
    assert "walking-distance" not in heuristics(Sliding(4, 5))
    with pytest.raises(
        InputError, match=r"^unknown heuristic 'walking-distance' for a-star: expected one of "
    ):
        solve(Sliding(5, 5), Sliding(5, 5).goal, algorithm="a-star", heuristic="walking-distance")


def test_a_limit_is_kept_and_the_bound_is_told() -> None:
    game = Sliding(5, 5)
    result = solve(game, game.deal(1), engine="python", algorithm="ida-star", limits=Limits(nodes=50))
    assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, 50)
    assert result.lower_bound is not None
    assert result.lower_bound >= heuristics(game)["manhattan"](game.deal(1))
