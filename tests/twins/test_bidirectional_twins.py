"""NBS in the kernel beside its reference, and both beside breadth-first search."""

import random

import pytest

from yomikiri import Limits, Outcome, Sliding, solve

BOARDS = [
    Sliding(2, 2),
    Sliding(2, 3),
    Sliding(3, 3),
    Sliding(3, 3, "blank-first"),
    Sliding(3, 3, (1, 2, 3, 4, 0, 5, 6, 7, 8)),
]


@pytest.mark.parametrize("game", BOARDS, ids=repr)
@pytest.mark.parametrize("heuristic", ["linear-conflict", "manhattan"])
def test_kernel_and_reference_agree_and_are_shortest(game: Sliding, heuristic: str) -> None:
    for number in range(1, 4):
        position = game.deal(number)
        kernel, python = (
            solve(game, position, algorithm="bidirectional", heuristic=heuristic, engine=engine)
            for engine in ("kernel", "python")
        )
        assert kernel.outcome is Outcome.SOLVED
        assert kernel.proved_shortest
        assert kernel.length == solve(game, position, algorithm="breadth-first").length
        for name in ("moves", "expanded", "generated", "stored", "lower_bound", "heuristic"):
            assert getattr(kernel, name) == getattr(python, name), name


def test_counts_agree_at_a_node_limit() -> None:
    game = Sliding(4, 4)
    rng = random.Random(3)
    for number in range(1, 6):
        limits = Limits(nodes=rng.randrange(2, 400))
        kernel, python = (
            solve(game, game.deal(number), algorithm="bidirectional", limits=limits, engine=engine)
            for engine in ("kernel", "python")
        )
        assert kernel.outcome is python.outcome is Outcome.NODE_LIMIT
        assert kernel.expanded == python.expanded == limits.nodes
        assert (kernel.generated, kernel.stored) == (python.generated, python.stored)


def test_the_goal_itself_takes_no_moves() -> None:
    game = Sliding(3, 3)
    for engine in ("kernel", "python"):
        result = solve(game, game.goal, algorithm="bidirectional", engine=engine)
        assert (result.length, result.proved_shortest) == (0, True)


def test_limits_hold() -> None:
    game = Sliding(4, 4)

    def stopped(limits: Limits) -> Outcome:
        return solve(game, game.deal(1), algorithm="bidirectional", limits=limits).outcome

    assert stopped(Limits(nodes=0)) is Outcome.NODE_LIMIT
    assert stopped(Limits(seconds=0)) is Outcome.TIME_LIMIT
    assert stopped(Limits(memory=1000)) is Outcome.MEMORY_LIMIT
