"""Weighted A* and greedy search: every game with an estimate has them, and what they prove is true."""

from typing import Any

import pytest

from yomikiri import Gaps, InputError, Limits, Outcome, Sliding, Superpuzz, algorithms, solve
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.peg.rules import Peg

GAMES: list[Game[Any, Any]] = [
    Sliding(3, 3),
    Superpuzz(4),
    Gaps(4),
    FreeCell(columns=4, cells=2, ranks=4),
    BlackHole(5),
    Peg("4x4", finish="any", metric="moves"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_factors_are_kept(game: Game[Any, Any], engine: str) -> None:
    solved = 0
    for number in range(1, 4):
        position = game.deal(number)
        best = solve(game, position, shortest=True)
        for name, weight in (("greedy", None), ("weighted-a-star", 1.0), ("weighted-a-star", 1.5)):
            result = solve(
                game, position, algorithm=name, weight=weight, engine=engine, limits=Limits(nodes=3000)
            )
            if result.outcome is Outcome.NODE_LIMIT:
                continue
            assert result.outcome is best.outcome
            if best.length is None:
                continue
            solved += 1
            assert result.length is not None
            assert result.lower_bound is not None
            assert result.lower_bound <= best.length <= result.length
            if weight is not None:
                assert result.proved_factor is not None
                assert result.proved_factor <= weight
                assert result.length <= weight * best.length
    assert solved


def test_every_game_with_heuristics_has_both() -> None:
    for entry in entries().values():
        game = entry.made(None, None, {})
        assert {"weighted-a-star", "greedy"} <= set(algorithms(game))


def test_a_larger_weight_expands_less_on_the_fifteen_puzzle() -> None:
    game = Sliding(4, 4)
    position = game.deal(2)
    counts = [
        solve(game, position, algorithm="weighted-a-star", weight=weight).expanded
        for weight in (1.2, 2.0, 5.0)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 2 * counts[2]


def test_a_heuristic_can_be_named_also_one_of_python_alone() -> None:
    game = Sliding(3, 3)
    for name in ("manhattan", "linear-conflict", "walking-distance"):
        for engine in ("auto", "python"):
            result = solve(
                game, game.deal(1), algorithm="weighted-a-star", heuristic=name, weight=1.2, engine=engine
            )
            assert (result.outcome, result.heuristic) == (Outcome.SOLVED, name)


def test_a_weight_is_for_weighted_search_alone() -> None:
    game = Sliding(3, 3)
    with pytest.raises(InputError, match=r"weight 1\.5 is for weighted-a-star, not for breadth-first"):
        solve(game, game.deal(1), algorithm="breadth-first", weight=1.5)
    for weight in (0.5, float("nan"), float("inf"), True, "2"):
        with pytest.raises(InputError, match="expected a number from 1 to 1000"):
            solve(game, game.deal(1), algorithm="weighted-a-star", weight=weight)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["weighted-a-star", "greedy"])
@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_limits_hold(name: str, engine: str) -> None:
    game = Sliding(4, 4)

    def stopped(limits: Limits) -> Outcome:
        return solve(game, game.deal(1), algorithm=name, engine=engine, limits=limits).outcome

    assert stopped(Limits(nodes=5)) is Outcome.NODE_LIMIT
    assert stopped(Limits(seconds=0)) is Outcome.TIME_LIMIT
    assert stopped(Limits(memory=1000)) is Outcome.MEMORY_LIMIT
