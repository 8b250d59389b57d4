"""Some solution, as soon as possible."""

import pytest

from yomikiri import FreeCell, Gaps, Limits, Outcome, Sliding, Superpuzz, certify
from yomikiri.games.sliding.shortest import plain_bounds
from yomikiri.search.solution import quickest, some_solution


@pytest.mark.parametrize("game", [Superpuzz(5), Gaps(6), FreeCell(), Sliding(3, 3), Sliding(5, 5)], ids=repr)
def test_some_solution_is_certified(game) -> None:  # type: ignore[no-untyped-def]
    for number in range(1, 20):
        position = game.deal(number)
        result = some_solution(game, position, limits=Limits(seconds=60))
        if result.outcome is Outcome.SOLVED:
            certify(game, position, result.moves)
            return
    raise AssertionError("none of the deals was solved")


def test_boards_too_large_for_shortest_solutions_are_solved_by_the_nearest_first() -> None:
    assert quickest(Sliding(5, 5)) == quickest(Sliding(4, 5)) == "priority-first"
    assert quickest(Sliding(4, 4)) is quickest(FreeCell()) is quickest(Superpuzz(13)) is None


def test_limits_hold() -> None:
    result = some_solution(Superpuzz(13), Superpuzz(13).deal(1), limits=Limits(nodes=10))
    assert result.outcome is Outcome.NODE_LIMIT


def test_plain_bounds_do_not_exceed_the_distance() -> None:
    game = Sliding(3, 3)
    for number in range(1, 8):
        position = game.deal(number)
        bounds = plain_bounds(game, position)
        length = some_solution(game, position).length
        assert length is not None
        assert set(bounds) == {"manhattan", "linear-conflict", "walking-distance"}
        assert max(bounds.values()) <= length
    assert set(plain_bounds(Sliding(5, 5), Sliding(5, 5).deal(1))) == {"manhattan", "linear-conflict"}
