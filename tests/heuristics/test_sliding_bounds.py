"""Every lower bound of sliding puzzles against exhaustive distances, and along walks on larger boards."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from sliding_antipodes import EIGHT, FIFTEEN
from sliding_graphs import sliding_graph
from sliding_walks import walks
from yomikiri import InputError, Sliding
from yomikiri.games.sliding.gap_sets import GapSets
from yomikiri.games.sliding.korf import INSTANCES
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.pattern_database import (
    PARTITIONS,
    AdditivePatternDatabases,
    PatternDatabase,
    partition,
    region,
)
from yomikiri.games.sliding.rules import BLANK_FIRST, Tiles
from yomikiri.games.sliding.symmetry import Normal, alike
from yomikiri.games.sliding.walking_distance import WalkingDistance

Bound = Callable[[Tiles], int]
EIGHT_PUZZLE = Sliding(3, 3, BLANK_FIRST)
SMALL = [
    Sliding(2, 2),
    Sliding(2, 3),
    Sliding(3, 2),
    Sliding(3, 2, BLANK_FIRST),
    Sliding(2, 3, "4 0 2 / 1 5 3"),
    Sliding(2, 4, "7 6 5 4 / 3 2 1 0"),
]


def halves(game: Sliding) -> list[tuple[int, ...]]:
    tiles = tuple(range(1, game.cells))
    return [tiles[: len(tiles) // 2], tiles[len(tiles) // 2 :]]


def average(values: list[int]) -> float:
    return round(sum(values) / len(values), 4)


# -- admissible and consistent ---------------------------------------------------------------------


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_bounds_hold_on_whole_small_boards_for_any_goal(game: Sliding) -> None:
    graph = sliding_graph(game)
    manhattan = graph.check(Manhattan(game))
    walking = graph.check(WalkingDistance(game))
    conflicts = graph.check(LinearConflict(game))
    assert all(low <= high for low, high in zip(manhattan, walking, strict=True))
    assert all(low <= high for low, high in zip(manhattan, conflicts, strict=True))
    graph.check(AdditivePatternDatabases(game, halves(game)))
    graph.check(AdditivePatternDatabases(game, halves(game), regions=False), consistent=False)
    graph.check(GapSets(game, 2))
    graph.check(GapSets(game, 4, cells=3), consistent=False)
    graph.check(GapSets(game, 0, cells=4, base=WalkingDistance(game)), consistent=False)


@pytest.mark.parametrize(
    ("make", "mean"),
    [
        (Manhattan, 14.0),
        (LinearConflict, 15.119),
        (WalkingDistance, 15.6833),
        (lambda game: AdditivePatternDatabases(game, halves(game), reflected=False), 19.1348),
    ],
    ids=["manhattan", "linear conflict", "walking distance", "pattern databases"],
)
def test_bounds_hold_on_the_whole_3x3_board(make: Callable[[Sliding], Bound], mean: float) -> None:
    assert average(sliding_graph(EIGHT_PUZZLE).check(make(EIGHT_PUZZLE))) == mean


def test_a_blank_in_the_middle_is_a_goal_like_any_other() -> None:
    game = Sliding(3, 3, "1 2 3 / 8 0 4 / 7 6 5")
    graph = sliding_graph(game)
    sample = list(zip(graph.positions, graph.distances, strict=True))[::20]
    for bound in (LinearConflict(game), WalkingDistance(game), AdditivePatternDatabases(game, halves(game))):
        assert all(bound(position) <= distance for position, distance in sample)


@pytest.mark.parametrize("goal", [BLANK_FIRST, "4 3 2 1 / 5 6 7 8 / 9 0 11 10 / 12 13 14 15"])
def test_bounds_hold_along_random_walks_on_the_4x4_board(goal: str) -> None:
    game = Sliding(4, 4, goal)
    groups = [(1, 2, 3), (4, 5, 8), (10, 11, 15)]
    databases = AdditivePatternDatabases(game, groups)
    manhattan, walking = Manhattan(game), WalkingDistance(game)
    for bound in (manhattan, walking, LinearConflict(game), databases):
        for walk in walks(game, 15, 120):
            values = [bound(position) for position in walk]
            assert all(value <= steps for steps, value in enumerate(values))
            assert all(abs(one - other) <= 1 for one, other in pairwise(values))
    for walk in walks(game, 15, 120):
        assert all(manhattan(position) <= walking(position) for position in walk)


@pytest.mark.parametrize("make", [Manhattan, LinearConflict, WalkingDistance])
def test_bounds_hold_for_positions_of_known_length(make: Callable[[Sliding], Bound]) -> None:
    eight, fifteen, korf = (make(game) for game in (Sliding(3, 3), Sliding(), Sliding(4, 4, BLANK_FIRST)))
    assert all(21 <= eight(position) <= 31 for position in EIGHT)
    assert all(54 <= fifteen(position) <= 80 for position in FIFTEEN)
    for instance in INSTANCES:
        value = korf(instance.tiles)
        assert value <= instance.length
        assert value % 2 == instance.length % 2


# -- one by one ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "manhattan", "conflicts"),
    [
        ("0 1 2 / 3 4 5 / 6 7 8", 0, 0),
        ("0 2 1 / 3 4 5 / 6 7 8", 2, 1),
        ("0 1 2 / 5 4 3 / 6 7 8", 4, 2),
        ("0 7 2 / 3 4 5 / 6 1 8", 4, 2),
        ("0 2 1 / 5 4 3 / 8 7 6", 10, 5),
        ("1 2 0 / 3 4 5 / 6 7 8", 2, 0),
    ],
)
def test_conflicts_are_the_tiles_that_have_to_step_aside(text: str, manhattan: int, conflicts: int) -> None:
    bound = LinearConflict(EIGHT_PUZZLE)
    position = EIGHT_PUZZLE.parse_position(text)
    assert bound.manhattan(position) == manhattan
    assert bound.conflicts(position) == conflicts
    assert bound(position) == manhattan + 2 * conflicts


def test_walking_tables_have_the_published_sizes() -> None:
    bound = WalkingDistance(Sliding())
    assert (len(bound.vertical), max(bound.vertical.values())) == (24964, 35)
    assert bound.vertical.keys() == bound.horizontal.keys()
    assert len(WalkingDistance(Sliding(3, 3)).vertical) == 105


@pytest.mark.parametrize("size", [(4, 5), (5, 4), (5, 5)])
def test_walking_tables_that_are_too_large_for_python_are_refused(size: tuple[int, int]) -> None:
    game = Sliding(*size)
    with pytest.raises(InputError, match=r"too large for Python: expected a board of at most 4x4 or 3x5$"):
        WalkingDistance(game)(game.goal)


def test_a_database_of_all_tiles_is_the_distance() -> None:
    for game in (Sliding(2, 3), Sliding(2, 2, BLANK_FIRST)):
        graph = sliding_graph(game)
        assert graph.check(PatternDatabase(game, range(1, game.cells))) == graph.distances


def test_regions_and_reflection_never_make_a_database_worse() -> None:
    graph = sliding_graph(EIGHT_PUZZLE)
    positions = graph.positions[::19]
    groups = halves(EIGHT_PUZZLE)
    made = {
        (regions, reflected): AdditivePatternDatabases(
            EIGHT_PUZZLE, groups, regions=regions, reflected=reflected
        )
        for regions in (False, True)
        for reflected in (False, True)
    }
    values = {key: [bound(position) for position in positions] for key, bound in made.items()}
    for better, worse in (((True, True), (True, False)), ((True, True), (False, True))):
        pairs = list(zip(values[better], values[worse], strict=True))
        assert all(high >= low for high, low in pairs)
        assert any(high > low for high, low in pairs)
    distances = graph.distances[::19]
    assert all(value <= far for value, far in zip(values[True, True], distances, strict=True))
    assert all(value <= far for value, far in zip(values[False, True], distances, strict=True))
    [reflection] = alike(EIGHT_PUZZLE)
    bound = made[True, True]
    assert all(bound(position) == bound(reflection(position)) for position in positions[:2000])


def test_a_region_is_where_the_blank_can_walk() -> None:
    game = Sliding(3, 3)
    assert region(game, [1, 4, 7], 0) == {0, 3, 6}
    assert region(game, [1, 3], 0) == {0}
    assert region(game, [0], 8) == set(range(1, 9))


@pytest.mark.parametrize("name", PARTITIONS)
def test_a_partition_has_every_tile_once_and_is_not_its_own_reflection(name: str) -> None:
    groups = PARTITIONS[name]
    assert "-".join(str(len(group)) for group in groups) == name
    assert sorted(tile for group in groups for tile in group) == list(range(1, 16))
    reflected = {frozenset(tile % 4 * 4 + tile // 4 for tile in group) for group in groups}
    assert reflected != {frozenset(group) for group in groups}
    assert partition(Sliding(4, 4, BLANK_FIRST), name) == groups
    normal = Normal(Sliding())
    own = partition(Sliding(), name)
    assert tuple(tuple(normal.tile(tile) for tile in group) for group in own) == groups


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: PatternDatabase(Sliding(2, 2), ()), "a group of different tiles"),
        (lambda: PatternDatabase(Sliding(2, 2), (1, 1)), "a group of different tiles"),
        (lambda: PatternDatabase(Sliding(2, 2), (0, 1)), "a group of different tiles"),
        (lambda: PatternDatabase(Sliding(2, 2), (4,)), "a group of different tiles"),
        (lambda: AdditivePatternDatabases(Sliding(2, 2), [(1, 2), (2, 3)]), "a tile is in two groups"),
        (lambda: partition(Sliding(), "8-7"), "unknown partition '8-7': expected one of 5-5-5, 6-6-3, 7-8"),
        (lambda: partition(Sliding(3, 3), "7-8"), "is for 4x4 boards, not for 3x3"),
    ],
)
def test_groups_that_do_not_add_up_are_refused(call: Callable[[], Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        call()


def test_a_bound_is_rebuilt_from_its_text() -> None:
    game = Sliding(2, 3)
    for bound in (
        *(Manhattan(game), LinearConflict(game), WalkingDistance(game), PatternDatabase(game, (1, 2))),
        *(AdditivePatternDatabases(game, halves(game), regions=False), GapSets(game, 2, 4, Manhattan(game))),
    ):
        again = eval(repr(bound))
        positions = sliding_graph(game).positions
        assert [again(position) for position in positions] == [bound(position) for position in positions]
