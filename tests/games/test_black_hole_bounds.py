"""Walks around the ranks, and what they say of positions of Black Hole."""

from functools import cache
from itertools import product

import pytest

from yomikiri.games.blackhole.bounds import DEAD_END, estimate
from yomikiri.games.blackhole.rules import BlackHole, Position
from yomikiri.games.blackhole.space import FanSpace
from yomikiri.games.blackhole.walks import walk_exists


@cache
def walk_is_found(counts: tuple[int, ...], start: int) -> bool:
    """The same by trying every step."""
    if not any(counts):
        return True
    n = len(counts)
    return any(
        counts[step] and walk_is_found((*counts[:step], counts[step] - 1, *counts[step + 1 :]), step)
        for step in {(start + 1) % n, (start - 1) % n}
    )


@pytest.mark.parametrize(("ranks", "most"), [(3, 4), (5, 3), (7, 1)])
def test_a_walk_exists_exactly_if_one_is_found_by_trying(ranks: int, most: int) -> None:
    answers = set()
    for counts in product(range(most + 1), repeat=ranks):
        for start in range(ranks):
            found = walk_is_found(counts, start)
            assert walk_exists(counts, start) == found
            answers.add(found)
    assert answers == {True, False}


@pytest.mark.parametrize("ranks", [9, 13])
def test_walks_around_the_whole_circle_are_judged_rightly(ranks: int) -> None:
    """Counts along a stretch of the circle, and all the others 0 or 1: few enough to try all."""
    for few in product(range(3), repeat=4):
        for other in (0, 1):
            counts = (*few, *[other] * (ranks - 4))
            for start in (0, 2, ranks - 1):
                assert walk_exists(counts, start) == walk_is_found(counts, start)


def winnable(game: BlackHole, start: Position) -> dict[bytes, tuple[Position, bool]]:
    """Every position that can be reached, up to what is alike, and whether it can be won."""
    space = FanSpace(game)
    known: dict[bytes, tuple[Position, bool]] = {}

    def judge(position: Position) -> bool:
        key = space.key(position)
        if key not in known:
            children = [judge(game.play(position, move)) for move in game.moves(position)]
            known[key] = position, game.is_goal(position) or any(children)
        return known[key][1]

    judge(start)
    return known


@pytest.mark.parametrize(
    ("ranks", "deals"),
    [(3, range(1, 40)), (5, range(1, 4)), pytest.param(7, range(3, 4), marks=pytest.mark.slow)],
)
def test_no_position_that_can_be_won_is_called_lost(ranks: int, deals: range) -> None:
    game = BlackHole(ranks)
    seen = set()
    for number in deals:
        for position, won in winnable(game, game.deal(number)).values():
            bound = estimate(game, position)
            assert bound == position.left if won else bound in (position.left, DEAD_END)
            assert (game.why_unsolvable(position) is None) == (bound != DEAD_END)
            seen.add((won, bound == DEAD_END))
    assert seen == {(True, False), (False, True), (False, False)}
