"""The largest tables along random walks from the goal, whose steps are an upper bound on the distance.

Walks are short and many, for only near the goal is a bound that is too large found out.
"""

from collections.abc import Callable
from itertools import pairwise

import pytest

from sliding_walks import walks
from yomikiri import Sliding
from yomikiri.games.sliding.gap_tables import GapTables
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.pattern_tables import PatternTables
from yomikiri.games.sliding.rules import BLANK_FIRST, Tiles

Bound = Callable[[Tiles], int]
WALKS, STEPS = 300, 80


def check(game: Sliding, bound: Bound, *, consistent: bool) -> None:
    """No value is more than the steps, all have their parity, and none is less than Manhattan's."""
    manhattan = Manhattan(game)
    better = 0
    for walk in walks(game, WALKS, STEPS):
        values = [bound(position) for position in walk]
        for steps, (position, value) in enumerate(zip(walk, values, strict=True)):
            assert manhattan(position) <= value <= steps
            assert value % 2 == steps % 2
            better += value > manhattan(position)
        if consistent:
            assert all(abs(one - other) == 1 for one, other in pairwise(values))
    assert better > WALKS


@pytest.mark.parametrize("goal", ["blank-last", BLANK_FIRST])
@pytest.mark.parametrize(
    ("size", "name"),
    [
        ((4, 5), "pdb-6661"),  # Built in six seconds.
        ((5, 4), "pdb-6661"),
        pytest.param((5, 5), "pdb-6666", marks=pytest.mark.slow),
        pytest.param((5, 5), "pdb-6666x2", marks=pytest.mark.slow),
        pytest.param((4, 4), "pdb-78", marks=pytest.mark.slow),
    ],
)
def test_large_databases_never_say_more_than_the_steps_of_a_walk(
    size: tuple[int, int], name: str, goal: str
) -> None:
    game = Sliding(*size, goal)
    check(game, PatternTables(game, name), consistent=True)


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["blank-last", BLANK_FIRST])
@pytest.mark.parametrize("base", [None, "pdb-78"])
def test_gap_sets_up_to_2_never_say_more_than_the_steps_of_a_walk(goal: str, base: str | None) -> None:
    game = Sliding(4, 4, goal)
    check(game, GapTables(game, 2, base=PatternTables(game, base) if base else None), consistent=False)
