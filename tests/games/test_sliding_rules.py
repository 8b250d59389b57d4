"""The rules of sliding puzzles, on boards small enough to see them whole."""

from collections import Counter
from itertools import islice, permutations

import pytest

from sliding_antipodes import EIGHT, FIFTEEN
from sliding_graphs import sliding_graph
from yomikiri import IllegalMove, InputError, Sliding
from yomikiri.games.sliding.korf import INSTANCES
from yomikiri.games.sliding.rules import BLANK_FIRST, BLANK_LAST, Tiles, is_odd
from yomikiri.games.sliding.symmetry import alike

SIZES = [(rows, columns) for rows in range(2, 6) for columns in range(2, 6)]
CENTRE = "1 2 3 / 8 0 4 / 7 6 5"


def test_the_usual_game_is_the_15_puzzle_with_the_blank_last() -> None:
    assert Sliding() == Sliding(4, 4, BLANK_LAST)
    assert Sliding().goal == (*range(1, 16), 0)
    assert Sliding(4, 4, BLANK_FIRST).goal == tuple(range(16))


@pytest.mark.parametrize(
    ("blank", "moves", "letters"),
    [(0, [1, 3], "LU"), (4, [1, 3, 5, 7], "DRLU"), (5, [2, 4, 8], "DRU"), (8, [5, 7], "DR")],
)
def test_the_tiles_above_left_right_and_below_slide_in_that_order(
    blank: int, moves: list[int], letters: str
) -> None:
    game = Sliding(3, 3)
    # Every cell but the blank's holds the tile of its own number, and cell 0 tile 8.
    tiles = [cell or 8 for cell in range(9)]
    tiles[8], tiles[blank] = blank or 8, 0
    tiles[0] = 8 if blank else 0
    named = [tiles[cell] for cell in moves]
    position = tuple(tiles)
    game.check(position)
    assert game.moves(position) == named
    assert [game.format_direction(position, move) for move in named] == list(letters)


@pytest.mark.parametrize("size", SIZES)
def test_a_slide_exchanges_a_tile_with_the_blank_beside_it(size: tuple[int, int]) -> None:
    game = Sliding(*size)
    for number in range(1, 20):
        position = game.deal(number)
        blank = position.index(0)
        for move in game.moves(position):
            after = game.play(position, move)
            cell = position.index(move)
            assert abs(blank // size[1] - cell // size[1]) + abs(blank % size[1] - cell % size[1]) == 1
            assert (after[blank], after[cell]) == (move, 0)
            assert sum(a != b for a, b in zip(position, after, strict=True)) == 2
            assert game.play(after, move) == position
        assert len(set(game.moves(position))) == len(game.moves(position))


@pytest.mark.parametrize("move", [0, 16, -1, 1, 9, "U"])
def test_a_tile_that_is_not_beside_the_blank_does_not_slide(move: int) -> None:
    with pytest.raises(IllegalMove, match=r"(is not beside the blank: expected one of 12, 15|is not a tile)"):
        Sliding().play(Sliding().goal, move)


# -- whole boards ----------------------------------------------------------------------------------


def test_the_distances_of_the_3x3_board_are_the_published_ones() -> None:
    for goal in (BLANK_LAST, BLANK_FIRST):
        assert sliding_graph(Sliding(3, 3, goal)).layers == [
            *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529),
            *(10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
        ]


def test_two_positions_of_the_3x3_board_are_31_moves_away() -> None:
    graph = sliding_graph(Sliding(3, 3))
    assert set(graph.positions[-2:]) == set(EIGHT)
    assert graph.distances[-3:] == [30, 31, 31]
    assert sum(graph.distances) / len(graph.distances) == pytest.approx(21.9724, abs=1e-4)


def test_small_boards_have_their_published_distances() -> None:
    assert sliding_graph(Sliding(2, 2)).layers == [1, 2, 2, 2, 2, 2, 1]
    six = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
    assert sliding_graph(Sliding(2, 3)).layers == sliding_graph(Sliding(3, 2)).layers == six
    layers = sliding_graph(Sliding(2, 4)).layers
    assert (sum(layers), len(layers) - 1) == (20160, 36)


# -- parity ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        Sliding(2, 2),
        Sliding(2, 3),
        Sliding(3, 2, BLANK_FIRST),
        Sliding(2, 3, "5 1 0 / 2 4 3"),
        Sliding(3, 3, CENTRE),
    ],
    ids=repr,
)
def test_parity_excludes_exactly_what_can_not_be_reached(game: Sliding) -> None:
    reached = set(sliding_graph(game).positions)
    # All permutations of up to 6 cells; of 9 cells every eleventh, which is odd and even ones alike.
    for position in islice(permutations(range(game.cells)), 0, None, 1 if game.cells <= 6 else 11):
        assert (game.why_unsolvable(position) is None) == (position in reached)


def test_the_reason_names_both_parities() -> None:
    assert Sliding().why_unsolvable((2, 1, *range(3, 16), 0)) == (
        "parity: the position is an odd permutation of the goal, but the blank is an even number of steps "
        "(0) from its goal cell; every slide changes both, and in the goal both are even; "
        "the goal blank-first can be reached"
    )
    other = Sliding().why_unsolvable((2, 1, *range(3, 15), 0, 15))
    assert other is not None
    assert "an even permutation of the goal, but the blank is an odd number of steps (1)" in other


def test_blank_first_and_blank_last_are_out_of_reach_of_each_other_on_4x4() -> None:
    assert Sliding().why_unsolvable(Sliding(4, 4, BLANK_FIRST).goal) is not None
    assert all(Sliding().why_unsolvable(instance.tiles) is not None for instance in INSTANCES)


@pytest.mark.parametrize("rows", range(2, 6))
@pytest.mark.parametrize("columns", range(2, 6))
def test_the_other_usual_goal_is_named_exactly_where_it_can_be_reached(rows: int, columns: int) -> None:
    last, first = (Sliding(rows, columns, goal) for goal in (BLANK_LAST, BLANK_FIRST))
    for game, other in ((last, first), (first, last)):
        for solvable in map(game.deal, range(1, 4)):
            assert game.instead(solvable) == {}
            i, j = [cell for cell, tile in enumerate(solvable) if tile][-2:]
            tiles = list(solvable)
            tiles[i], tiles[j] = tiles[j], tiles[i]
            lost = tuple(tiles)
            reason = game.why_unsolvable(lost)
            assert reason is not None
            within_reach = other.why_unsolvable(lost) is None
            assert game.instead(lost) == ({"goal": other.goal_text} if within_reach else {})
            assert reason.endswith(f"; the goal {other.goal_text} can be reached") == within_reach


def test_no_usual_goal_is_named_for_a_goal_of_ones_own() -> None:
    for goal in (CENTRE, "2 1 3 / 8 0 4 / 7 6 5"):
        assert Sliding(3, 3, goal).instead((*range(1, 9), 0)) == {}


def test_a_permutation_is_odd_if_its_inversions_are() -> None:
    for permutation in permutations(range(6)):
        inversions = sum(permutation[i] > permutation[j] for j in range(6) for i in range(j))
        assert is_odd(permutation) == bool(inversions % 2)


# -- deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", [BLANK_LAST, BLANK_FIRST])
@pytest.mark.parametrize("size", SIZES)
def test_numbered_deals_can_be_solved(size: tuple[int, int], goal: str) -> None:
    game = Sliding(*size, goal)
    for number in range(1, 60):
        position = game.deal(number)
        game.check(position)
        assert game.why_unsolvable(position) is None
    assert len({game.deal(number) for number in range(1, 60)}) > 5


def test_deals_of_two_goals_differ_at_most_in_the_first_two_tiles() -> None:
    last, first = Sliding(), Sliding(4, 4, BLANK_FIRST)
    for number in range(1, 60):
        one, other = last.deal(number), first.deal(number)
        assert [tile for tile in one if tile][2:] == [tile for tile in other if tile][2:]
        assert one.index(0) == other.index(0)
        assert one != other


def test_deals_are_spread_evenly_over_the_solvable_positions() -> None:
    game = Sliding(2, 2)
    counts = Counter(game.deal(number) for number in range(1, 12001))
    assert set(counts) == set(sliding_graph(game).positions)
    # 1000 expected of each; the standard deviation is 30.
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize("number", [0, -1, 2**63, True, 1.0, "1"])
def test_a_deal_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="deal number"):
        Sliding().deal(number)


# -- known positions -------------------------------------------------------------------------------


def test_korfs_instances_are_a_hundred_different_solvable_positions() -> None:
    game = Sliding(4, 4, BLANK_FIRST)
    assert len({instance.tiles for instance in INSTANCES}) == 100
    assert sum(instance.length for instance in INSTANCES) == 5305
    assert INSTANCES[0].tiles == (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
    for instance in INSTANCES:
        game.check(instance.tiles)
        assert game.why_unsolvable(instance.tiles) is None
        blank = game.distance(instance.tiles.index(0), 0)
        assert instance.length % 2 == blank % 2


def test_the_17_antipodes_are_closed_under_reflection() -> None:
    game = Sliding()
    [reflection] = alike(game)
    assert len(set(FIFTEEN)) == 17
    assert {reflection(position) for position in FIFTEEN} == set(FIFTEEN)
    assert all(game.why_unsolvable(position) is None for position in FIFTEEN)


# -- what is no game or position -------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (6, 4), (4, 6), (0, 0), (True, 4), (4.0, 4)])
def test_a_board_of_another_size_is_refused(rows: int, columns: int) -> None:
    with pytest.raises(InputError, match=r"expected 2 to 5$"):
        Sliding(rows, columns)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ([1, 2, 3, 0], "found list"),
        ((1, 2, 3), "has 3 cells, a 2x2 board 4"),
        ((1, 2, 3, 4), "the blank, 0, is there 0 times"),
        ((1, 1, 2, 0), "tile 1 is there 2 times"),
        ((1, 2, "3", 0), "tile 3 is there 0 times"),
    ],
)
def test_what_is_no_position_is_refused(position: Tiles, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Sliding(2, 2).check(position)
