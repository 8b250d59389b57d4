"""One deal, one verdict: whatever the algorithm, whatever the store."""

from typing import Any

import pytest

from effort import a_part
from yomikiri import Gaps, Limits, Outcome, Superpuzz, algorithms, solve
from yomikiri.games.rows.rules import Position, RowGame

ROOM = Limits(nodes=40_000, memory=2**30)
"""Enough for most deals here; an order that does not decide one in it has no say."""

STORES: list[dict[str, Any]] = [{"states": "exact"}, {"states": "fingerprint"}, {"duplicates": "patricia"}]


PYTHON = Limits(nodes=2_000, memory=2**30)
"""For what is in Python alone: IDA* wins most deals of 4 columns in it, but can prove few lost."""

WHOLE = Limits(nodes=50_000_000, memory=2**33)
"""Enough for any order to go through the whole graph of a deal of up to 7 columns."""


def verdicts(game: RowGame, position: Position, room: Limits = ROOM) -> tuple[set[Outcome], set[int], int]:
    """What the kernel's algorithms answer, the lengths proved shortest, and how many answered."""
    outcomes, shortest, answers = set(), set(), 0
    for entry in algorithms(game).values():
        if not entry.in_kernel:
            continue
        for store in STORES if entry.kernel else [{}]:
            result = solve(game, position, algorithm=entry.name, limits=room, **store)
            if not result.outcome.decided:
                continue
            outcomes.add(result.outcome)
            answers += 1
            if entry.shortest and result.length is not None:
                shortest.add(result.length)
    return outcomes, shortest, answers


@pytest.mark.parametrize(("columns", "deals"), [(4, 80), (5, 40), (6, 15), (7, 8)])
def test_all_algorithms_and_stores_agree_on_superpuzz(columns: int, deals: int) -> None:
    game, seen, answers = Superpuzz(columns), set(), 0
    for number in range(1, deals + 1):
        outcomes, shortest, count = verdicts(game, game.deal(number))
        assert len(outcomes) == 1, number
        assert len(shortest) <= 1, number
        seen |= outcomes
        answers += count
    assert seen == {Outcome.SOLVED, Outcome.UNSOLVABLE}
    assert answers > 9 * deals  # of 19: decide and five orders with three stores, and A*


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "deals"), [(4, 300), (5, 300), (6, 300), (7, 100)])
def test_all_algorithms_and_stores_answer_and_agree(columns: int, deals: int) -> None:
    game = Superpuzz(columns)
    for number in range(1, deals + 1):
        outcomes, shortest, answers = verdicts(game, game.deal(number), WHOLE)
        assert len(outcomes) == 1, number
        assert len(shortest) <= 1, number
        assert answers == 19, number


@a_part(4)
@pytest.mark.parametrize(("columns", "deals"), [(5, 300), (6, 200), (7, 100), (8, 60)])
def test_all_algorithms_and_stores_agree_on_gaps(columns: int, deals: int, part: int) -> None:
    game, seen = Gaps(columns), set()
    for number in range(1, deals // part + 1):
        outcomes, shortest, count = verdicts(game, game.deal(number))
        assert len(outcomes) == 1, number
        assert len(shortest) <= 1, number
        assert count > 6
        seen |= outcomes
    assert seen == {Outcome.SOLVED, Outcome.UNSOLVABLE}


@pytest.mark.parametrize(
    ("game", "algorithm", "deals", "least"),
    [
        (Superpuzz(4), "ida-star", range(211, 241), 20),
        (Superpuzz(5), "ida-star", range(1, 8), 2),
        (Gaps(5), "ida-star", range(1, 21), 11),
        (Gaps(5), "priority-first", range(1, 101), 97),
        (Gaps(6), "priority-first", range(1, 76), 70),
    ],
    ids=str,
)
def test_what_is_in_python_alone_agrees_with_the_kernel(
    game: RowGame, algorithm: str, deals: range, least: int
) -> None:
    assert not algorithms(game)[algorithm].in_kernel
    seen: list[Outcome] = []
    for number in deals:
        result = solve(game, game.deal(number), algorithm=algorithm, limits=PYTHON)
        if not result.outcome.decided:
            continue
        reference = solve(game, game.deal(number), shortest=True)
        assert result.outcome is reference.outcome, number
        assert result.length == reference.length or algorithm != "ida-star", number
        seen.append(result.outcome)
    assert len(seen) >= least
    assert set(seen) == {Outcome.SOLVED, Outcome.UNSOLVABLE}
