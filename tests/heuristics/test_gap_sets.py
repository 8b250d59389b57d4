"""Gap sets against exhaustive distances: every class of every position of small boards."""

import pytest

from sliding_graphs import sliding_graph
from yomikiri import Sliding
from yomikiri.games.sliding.gap_sets import GapSets, gap_sets, projection
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import BLANK_FIRST
from yomikiri.games.sliding.symmetry import normalise

EIGHT = Sliding(3, 3, BLANK_FIRST)


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        (EIGHT, [2351, 6571, 19036, 37505, 48790, 40029, 20326, 5891, 869, 72]),
        (Sliding(2, 2), [12]),
        (Sliding(2, 3), None),
        (Sliding(2, 4, "7 6 5 4 / 3 0 1 2"), None),
    ],
    ids=repr,
)
def test_a_gap_is_the_distance_minus_manhattan(game: Sliding, sizes: list[int] | None) -> None:
    graph, manhattan, layers = sliding_graph(game), Manhattan(game), gap_sets(game)
    gaps = {position: 2 * number for number, layer in enumerate(layers) for position in layer}
    assert len(gaps) == len(graph.positions)
    for position, distance in zip(graph.positions, graph.distances, strict=True):
        assert gaps[position] == distance - manhattan(position)
    assert sizes is None or [len(layer) for layer in layers] == sizes


def test_the_sets_up_to_a_gap_are_the_first_ones() -> None:
    assert [len(layer) for layer in gap_sets(EIGHT, 2)] == [2351, 6571]
    assert [len(layer) for layer in gap_sets(EIGHT, 0)] == [2351]


def test_g0_is_what_manhattan_transitions_reach() -> None:
    manhattan = Manhattan(EIGHT)
    [g0] = gap_sets(EIGHT, 0)
    for position in g0 - {EIGHT.goal}:
        after = [EIGHT.play(position, move) for move in EIGHT.moves(position)]
        assert any(each in g0 and manhattan(each) == manhattan(position) - 1 for each in after)


def test_a_projection_holds_the_first_cells_of_its_set() -> None:
    g0 = gap_sets(EIGHT, 0)[0]
    sizes = [len(projection(g0, cells)) for cells in range(10)]
    assert (sizes[0], sizes[9]) == (1, len(g0))
    assert sizes == sorted(sizes)
    assert projection({(1, 2, 0, 3), (1, 2, 3, 0)}, 2) == {(1, 2)}


@pytest.mark.parametrize("largest", [0, 2, 6])
def test_whole_sets_give_the_gap_up_to_the_largest(largest: int) -> None:
    bound, graph, manhattan = GapSets(EIGHT, largest), sliding_graph(EIGHT), Manhattan(EIGHT)
    for position, distance in list(zip(graph.positions, graph.distances, strict=True))[::11]:
        assert bound.gap(position) == min(distance - manhattan(position), largest + 2)


@pytest.mark.parametrize(("cells", "mean"), [(4, 16.793), (6, 17.735)])
def test_projections_hold_on_the_whole_3x3_board(cells: int, mean: float) -> None:
    values = sliding_graph(EIGHT).check(GapSets(EIGHT, 2, cells), consistent=False)
    assert round(sum(values) / len(values), 4) == mean


def test_more_cells_and_more_gaps_never_make_a_bound_worse() -> None:
    bounds = [GapSets(EIGHT, 0, 4), GapSets(EIGHT, 0, 6), GapSets(EIGHT, 2, 6), GapSets(EIGHT, 2)]
    bounds.append(GapSets(EIGHT, 2, base=LinearConflict(EIGHT)))
    for position in sliding_graph(EIGHT).positions[::23]:
        values = [bound(position) for bound in bounds]
        assert values == sorted(values)


def test_cells_are_counted_from_the_corner_of_the_goals_blank() -> None:
    last, first = Sliding(3, 3), EIGHT
    one, other = GapSets(last, 2, 4), GapSets(first, 2, 4)
    for number in range(1, 300):
        position = last.deal(number)
        assert one(position) == other(normalise(last, position))
