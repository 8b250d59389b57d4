"""Many deals: the same results as one by one, in order or not, within limits for each and for all."""

import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from yomikiri import (
    Cancel,
    Deal,
    DealResult,
    FreeCell,
    Gaps,
    InputError,
    Limits,
    ManyProgress,
    Outcome,
    Result,
    Sliding,
    Superpuzz,
    open_deal,
    solve,
    solve_deal,
    solve_many,
)
from yomikiri.games.superpuzz.rules import Superpuzz as Rules
from yomikiri.search import many


def counts(result: Result) -> tuple[Any, ...]:
    return result.outcome, result.moves, result.expanded, result.generated, result.lower_bound


@pytest.mark.parametrize(("workers", "pool"), [(1, "processes"), (2, "processes"), (2, "threads")])
def test_results_are_those_of_solve_in_order(workers: int, pool: str) -> None:
    game = FreeCell()
    found = list(solve_many(game, range(1, 31), workers=workers, pool=pool))
    assert [result.label for result in found] == list(range(1, 31))
    assert [counts(result) for result in found] == [
        counts(solve(game, game.deal(number))) for number in range(1, 31)
    ]
    assert all(result.certified for result in found)


@pytest.mark.parametrize(
    "options", [{"algorithm": "breadth-first"}, {"shortest": True}, {"engine": "python"}]
)
def test_options_are_those_of_solve(options: dict[str, Any]) -> None:
    game = Sliding(2, 3)
    numbers = range(1, 8)
    found = list(solve_many(game, numbers, **options))
    assert [counts(result) for result in found] == [
        counts(solve(game, game.deal(number), **options)) for number in numbers
    ]


def test_positions_names_and_deals_are_deals_too() -> None:
    game = FreeCell()
    items = [game.deal(5), "ms:5", "5", open_deal("freecell", "5"), Deal.of(game, game.deal(5), "five"), 5]
    found = list(solve_many(game, items))
    assert [result.label for result in found] == [0, "ms:5", 5, 5, "five", 5]
    assert len({counts(result) for result in found}) == 1


def test_deals_with_arrangements_have_results_of_deals() -> None:
    game = Gaps(columns=4)
    (found,) = solve_many(game, [3], first=True)
    expected = solve_deal(open_deal("gaps", "3", 4), first=True)
    assert isinstance(found, DealResult)
    assert found.label == 3
    assert (found.outcome, found.expanded) == (expected.outcome, expected.expanded)


def test_unordered_results_are_all_there() -> None:
    game = Superpuzz(columns=5)
    found = list(solve_many(game, range(1, 41), workers=2, ordered=False, pool="threads"))
    assert sorted(result.label for result in found) == list(range(1, 41))


def test_an_unsolvable_position_is_known_without_a_search() -> None:
    game = Sliding(3, 3)
    lost = (2, 1, *range(3, 9), 0) if game.goal[-1] == 0 else (0, 2, 1, *range(3, 9))
    found = list(solve_many(game, [game.deal(1), lost, game.deal(2)]))
    assert [result.outcome for result in found] == [Outcome.SOLVED, Outcome.UNSOLVABLE, Outcome.SOLVED]


def test_deals_may_be_without_an_end() -> None:
    for workers in (1, 2):
        found = solve_many(FreeCell(), itertools.count(1), workers=workers, pool="threads")
        assert [result.label for result in itertools.islice(found, 5)] == [1, 2, 3, 4, 5]
        found.close()  # type: ignore[attr-defined]


def test_limits_are_for_each_deal() -> None:
    found = list(solve_many(FreeCell(), range(1, 6), limits=Limits(nodes=50)))
    assert [result.outcome for result in found] == [Outcome.NODE_LIMIT] * 5
    assert [result.expanded for result in found] == [50] * 5


@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_for_all_ends_the_iteration(workers: int) -> None:
    found = list(
        solve_many(
            FreeCell(), itertools.count(1), workers=workers, pool="threads", total=Limits(nodes=20_000)
        )
    )
    assert found[-1].outcome in (Outcome.NODE_LIMIT, Outcome.SOLVED)
    # Those that were under way may each have had what was left.
    assert 20_000 <= sum(result.expanded for result in found) <= 20_000 * workers
    if workers == 1:
        assert sum(result.expanded for result in found) == 20_000


def test_a_time_for_all_ends_the_iteration() -> None:
    found = list(solve_many(FreeCell(), itertools.count(1), total=Limits(seconds=0.3)))
    assert found
    assert sum(result.seconds for result in found[:-1]) <= 0.3


@pytest.mark.parametrize(("workers", "pool"), [(1, "threads"), (2, "threads"), (2, "processes")])
def test_cancelling_ends_the_iteration_soon(workers: int, pool: str) -> None:
    cancel = Cancel()
    hard = itertools.repeat(2)  # Hours of work.
    threading.Timer(0.4, cancel.set).start()
    started = time.monotonic()
    found = solve_many(
        Superpuzz(), hard, workers=workers, pool=pool, algorithm="breadth-first", cancel=cancel
    )
    assert list(found) == []
    assert time.monotonic() - started < 20  # It would never end.


def test_progress_is_told_after_every_result() -> None:
    seen: list[ManyProgress] = []
    found = list(solve_many(FreeCell(), range(1, 6), progress=seen.append))
    assert [glance.done for glance in seen] == [1, 2, 3, 4, 5]
    last = seen[-1]
    assert (last.total, last.solved, last.undecided, last.over) == (5, 5, 0, True)
    assert last.expanded == sum(result.expanded for result in found)
    assert "5 of 5 deals; 5 solved" in last.line()
    unknown = list(solve_many(FreeCell(), iter([1]), progress=seen.append))
    assert unknown
    assert seen[-1].total is None


def test_no_more_is_solved_ahead_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "AHEAD", 8)
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in itertools.count(1):
            taken.append(number)
            yield number

    found = solve_many(FreeCell(), numbers(), workers=2, pool="threads")
    next(found)
    time.sleep(0.3)
    assert len(taken) <= 8 + 2 * many.MOST_IN_CHUNK
    found.close()  # type: ignore[attr-defined]


class Unsendable(Rules):
    """A game that no other process knows."""

    def __reduce__(self) -> Any:
        raise TypeError("not to be sent")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": "1-100"}, "deals '1-100': expected several"),
        ({"deals": 5}, "expected several"),
        ({"workers": 0}, "workers 0 is not a number of workers"),
        ({"pool": "ponies"}, "unknown pool 'ponies': expected one of processes, threads"),
        ({"ordered": 1}, "ordered 1: expected True or False"),
        ({"total": 5}, "limits 5: expected a yomikiri.Limits"),
        ({"resume": "file"}, "resume is for one search"),
    ],
)
def test_what_is_wrong_is_said_at_once(arguments: dict[str, Any], message: str) -> None:
    given = {"deals": [1]} | arguments
    with pytest.raises(InputError, match=message):
        solve_many(FreeCell(), **given)


@pytest.mark.parametrize(
    ("deals", "options", "message"),
    [
        ([0], {}, "deal '0' is out of range"),
        (["nonsense"], {}, "deal 'nonsense' is not known"),
        ([1], {"algorithm": "none"}, "unknown algorithm 'none'"),
        ([1], {"heuristic": "none"}, "unknown heuristic"),
        ([1], {"first": True}, "first is for the arrangements"),
        ([open_deal("peg", "1")], {}, "a deal of peg was found"),
    ],
)
def test_what_is_wrong_with_a_deal_is_said_when_it_comes(
    deals: list[Any], options: dict[str, Any], message: str
) -> None:
    for workers in (1, 2):
        with pytest.raises(InputError, match=message):
            list(solve_many(FreeCell(), deals, workers=workers, pool="threads", **options))


def test_errors_come_back_from_processes() -> None:
    with pytest.raises(InputError, match="unknown algorithm 'none'"):
        list(solve_many(FreeCell(), [1, 2], workers=2, algorithm="none"))
    with pytest.raises(InputError, match="cannot be sent to another process"):
        list(solve_many(Unsendable(4), [1, 2], workers=2))
    assert len(list(solve_many(Unsendable(4), [1, 2], workers=2, pool="threads"))) == 2
