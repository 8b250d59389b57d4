"""Heuristics that are made of others, and the check of what a heuristic promises."""

import random
from typing import Any

import numpy
import pytest

from yomikiri import (
    DEAD_END,
    Heuristic,
    InputError,
    Sliding,
    Superpuzz,
    check_heuristic,
    maximum,
    solve,
    sum_of,
    weighted,
)
from yomikiri.games.rows.bounds import misplaced
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan

GAME = Sliding(3, 3)
MANHATTAN = Manhattan(GAME)


def of_tiles(tiles: set[int]) -> Heuristic:
    """The Manhattan distance of some of the tiles."""

    def distance(position: tuple[int, ...]) -> int:
        total = 0
        for cell, tile in enumerate(position):
            home = GAME.goal.index(tile)
            total += (abs(cell // 3 - home // 3) + abs(cell % 3 - home % 3)) * (tile in tiles)
        return total

    return Heuristic(distance, f"tiles {min(tiles)}", consistent=True)


ODD, EVEN = of_tiles({1, 3, 5, 7}), of_tiles({2, 4, 6, 8})


def wrong_tiles(rows: Any) -> Any:
    goal = numpy.array(GAME.goal)
    return ((rows != goal) & (rows != 0)).sum(axis=1)


WRONG = Heuristic(wrong_tiles, "wrong tiles", consistent=True, batch=50)


def positions(count: int) -> list[Any]:
    rng, found, position = random.Random(7), [], GAME.goal
    for _ in range(count):
        position = GAME.play(position, rng.choice(GAME.moves(position)))
        found.append(position)
    return found


def test_values_are_those_of_the_parts_together() -> None:
    for position in positions(60):
        odd, even = ODD.value(GAME, position), EVEN.value(GAME, position)
        wrong = WRONG.value(GAME, position)
        assert maximum(ODD, EVEN).value(GAME, position) == max(odd, even)
        assert sum_of(ODD, EVEN).value(GAME, position) == odd + even == MANHATTAN(position)
        assert weighted(ODD, 1.5).value(GAME, position) == odd * 3 // 2
        assert maximum(WRONG, ODD, "manhattan").value(GAME, position) == max(wrong, odd, odd + even)
        assert weighted(maximum(WRONG, "linear-conflict"), 2).value(GAME, position) == 2 * max(
            wrong, LinearConflict(GAME)(position)
        )


def test_promises_follow_from_those_of_the_parts() -> None:
    plain = Heuristic(MANHATTAN)
    assert maximum(ODD, WRONG).consistent
    assert maximum(ODD, "manhattan").admissible
    assert not maximum(ODD, "manhattan").consistent
    assert not maximum(ODD, plain).admissible
    assert not sum_of(ODD, EVEN).admissible
    assert sum_of(ODD, EVEN, additive=True).consistent
    assert not sum_of(ODD, plain, additive=True).admissible
    assert (weighted(ODD, 1.5).admissible, weighted(ODD, 1.5).factor) == (False, 1.5)
    assert weighted(ODD, 1).consistent
    assert weighted(plain, 2).factor == 0
    assert weighted(weighted(ODD, 2), 1.5).factor == 3
    assert (maximum(WRONG, ODD).batch, maximum(ODD, EVEN).batch) == (50, None)
    assert maximum(ODD, "manhattan").name == "maximum(tiles 1, manhattan)"


@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_searches_take_combined_heuristics(engine: str) -> None:
    for number in (1, 2):
        position = GAME.deal(number)
        shortest = solve(GAME, position, shortest=True).length
        assert shortest is not None
        for whole in (maximum(ODD, EVEN), sum_of(ODD, EVEN, additive=True), maximum(WRONG, "manhattan")):
            result = solve(GAME, position, heuristic=whole, engine=engine)
            assert (result.length, result.proved_shortest) == (shortest, True)
        result = solve(GAME, position, heuristic=weighted("manhattan", 1.5), engine=engine)
        assert result.length is not None
        assert result.proved_factor is not None
        assert shortest <= result.length <= 1.5 * shortest
        assert result.proved_factor <= 1.5


def test_dead_ends_stay_dead_ends() -> None:
    dead = Heuristic(lambda position: DEAD_END, admissible=True)
    many = Heuristic(lambda rows: numpy.full(len(rows), numpy.inf), admissible=True, batch=9)
    for one in (dead, many):
        for whole in (maximum(one, ODD), sum_of(ODD, one), weighted(one, 3)):
            assert whole.value(GAME, GAME.goal) == DEAD_END


def test_what_cannot_be_combined_is_refused() -> None:
    with pytest.raises(InputError, match="no heuristics to combine"):
        maximum()
    with pytest.raises(InputError, match=r"weight 0\.5: expected a number from 1 to 1000"):
        weighted(ODD, 0.5)
    with pytest.raises(InputError, match="unknown heuristic 'magic' of sliding: expected one of"):
        solve(GAME, GAME.deal(1), heuristic=maximum("magic"))


def test_a_good_heuristic_passes_the_check() -> None:
    small = Sliding(2, 3)
    check = check_heuristic(small, Heuristic(Manhattan(small), "manhattan"))
    assert (check.positions, check.admissible, check.consistent) == (360, True, True)
    assert str(check) == "manhattan, on 360 positions:\n  admissible: yes\n  consistent: yes"
    game = Superpuzz(3)
    assert check_heuristic(game, misplaced, [game.deal(number) for number in (1, 2, 3)]).consistent


def test_an_overestimate_is_found_with_its_position() -> None:
    small = Sliding(2, 3)
    exact = Manhattan(small)
    check = check_heuristic(small, lambda position: exact(position) + (position[0] == 5))
    assert not check.admissible
    assert not check.consistent
    found = check.overestimate
    assert found is not None
    distance = solve(small, found.position, shortest=True).length
    assert distance is not None
    assert (found.distance, found.value > distance) == (distance, True)
    assert repr(found.position) in str(check)


def test_a_drop_is_found_with_both_positions() -> None:
    small = Sliding(2, 3)
    exact = Manhattan(small)
    check = check_heuristic(small, lambda position: exact(position) * (position[0] % 2))
    assert check.admissible
    assert not check.consistent
    found = check.drop
    assert found is not None
    assert found.following in [small.play(found.position, move) for move in small.moves(found.position)]
    assert found.following_value is not None
    assert found.value > found.following_value + 1
    assert "a move away" in str(check)


def test_a_batched_one_is_checked_too_and_dead_ends_count() -> None:
    small = Sliding(2, 2)
    rows = Heuristic(lambda rows: numpy.where(rows[:, 0] == 3, numpy.inf, 0), "dead", batch=5)
    check = check_heuristic(small, rows)
    assert check.overestimate is not None
    assert check.overestimate.value == DEAD_END
    assert "a dead end where" in str(check)


def test_half_of_a_board_is_refused() -> None:
    with pytest.raises(InputError, match="more than 100 positions can be reached"):
        check_heuristic(Sliding(2, 3), Manhattan(Sliding(2, 3)), most=100)
