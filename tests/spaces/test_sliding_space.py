"""The symmetries of boards: they keep slides, and so distances."""

import pytest

from sliding_graphs import sliding_graph
from yomikiri import InputError, Sliding
from yomikiri.games.sliding.rules import BLANK_FIRST, BLANK_LAST
from yomikiri.games.sliding.symmetry import Normal, alike, carried, normalise, symmetries, transposed

CORNERS = [
    Sliding(2, 3, BLANK_LAST),
    Sliding(2, 3, BLANK_FIRST),
    Sliding(2, 3, "3 1 0 / 5 2 4"),
    Sliding(3, 2, "1 2 / 3 4 / 0 5"),
    Sliding(2, 4),
]


@pytest.mark.parametrize(("size", "count"), [((2, 2), 8), ((4, 4), 8), ((3, 4), 4), ((5, 2), 4)])
def test_a_square_has_eight_symmetries_and_another_board_four(size: tuple[int, int], count: int) -> None:
    found = symmetries(*size)
    game = Sliding(*size)
    assert len(set(found)) == count
    assert found[0] == tuple(range(game.cells))
    for symmetry in found:
        assert sorted(symmetry) == list(range(game.cells))
        for cell in range(game.cells):
            # Neighbours stay neighbours.
            beside = {symmetry[other] for other in game.neighbours(cell)}
            assert beside == set(game.neighbours(symmetry[cell]))


@pytest.mark.parametrize("game", CORNERS, ids=repr)
def test_a_goal_with_its_blank_in_a_corner_becomes_the_one_with_the_blank_first(game: Sliding) -> None:
    normal = Normal(game)
    target = normal.normal_game
    assert target == Sliding(game.rows, game.columns, BLANK_FIRST)
    assert normalise(game, game.goal) == target.goal
    graph, other = sliding_graph(game), sliding_graph(target)
    distances = dict(zip(other.positions, other.distances, strict=True))
    for position, distance in zip(graph.positions, graph.distances, strict=True):
        seen = normal.position(position)
        assert distances[seen] == distance
        assert normal.own_position(seen) == position
        for move in game.moves(position):
            after = normal.position(game.play(position, move))
            assert target.play(seen, normal.tile(move)) == after
            assert normal.own_tile(normal.tile(move)) == move


def test_the_normal_form_of_the_15_puzzle_turns_the_board_around() -> None:
    game = Sliding()
    position = game.parse_position("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15")
    assert normalise(game, position) == (1, 0, *range(2, 16))
    assert Normal(game).symmetry == tuple(range(15, -1, -1))


def test_a_goal_with_its_blank_elsewhere_has_no_normal_form() -> None:
    with pytest.raises(InputError, match=r"the blank of its goal is in no corner$"):
        Normal(Sliding(3, 3, "1 2 3 / 8 0 4 / 7 6 5"))


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (Sliding(2, 2), 1),
        (Sliding(2, 2, "3 1 / 0 2"), 1),
        (Sliding(2, 3), 0),
        (Sliding(2, 3, "1 0 2 / 3 4 5"), 1),
        (Sliding(3, 3), 1),
        (Sliding(3, 3, "1 2 3 / 8 0 4 / 7 6 5"), 7),
    ],
    ids=repr,
)
def test_positions_that_are_alike_are_as_far_from_the_goal(game: Sliding, count: int) -> None:
    images = alike(game)
    assert len(images) == count
    graph = sliding_graph(game)
    distances = dict(zip(graph.positions, graph.distances, strict=True))
    for position in graph.positions[:5000]:
        for image in images:
            assert distances[image(position)] == distances[position]
    for image in images:
        assert len({image(position) for position in graph.positions[:5000]}) == len(graph.positions[:5000])


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (2, 4)])
def test_the_transposed_position_is_as_far_from_the_goal(size: tuple[int, int]) -> None:
    game, turned = Sliding(*size, BLANK_FIRST), Sliding(size[1], size[0], BLANK_FIRST)
    graph, other = sliding_graph(game), sliding_graph(turned)
    distances = dict(zip(other.positions, other.distances, strict=True))
    for position, distance in zip(graph.positions[:5000], graph.distances, strict=False):
        assert distances[transposed(game, position)] == distance
        assert transposed(turned, transposed(game, position)) == position
    if game == turned:
        [reflection] = alike(game)
        assert all(reflection(each) == transposed(game, each) for each in graph.positions[:5000])


def test_a_board_is_carried_cell_by_cell() -> None:
    assert carried((1, 2, 3, 4, 5, 0), (2, 1, 0, 5, 4, 3)) == (3, 2, 1, 0, 5, 4)
