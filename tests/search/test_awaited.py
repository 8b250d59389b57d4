"""Searches that are awaited: the same answers, and a task that is cancelled stops its search."""

import asyncio
import time

import pytest

from yomikiri import Cancel, FreeCell, InputError, Outcome, Superpuzz, asolve, solve

HARD = {"algorithm": "breadth-first"}
"""With which a full deal takes hours."""


def test_an_awaited_search_has_the_same_answer() -> None:
    game = FreeCell()
    awaited = asyncio.run(asolve(game, game.deal(7)))
    assert awaited.moves == solve(game, game.deal(7)).moves


def test_searches_run_beside_each_other_and_beside_the_loop() -> None:
    game = FreeCell()

    async def both() -> tuple[int, list[Outcome]]:
        ticks = 0
        searches = asyncio.gather(*(asolve(game, game.deal(number)) for number in range(1, 6)))
        while not searches.done():
            ticks += 1
            await asyncio.sleep(0.001)
        return ticks, [result.outcome for result in await searches]

    ticks, outcomes = asyncio.run(both())
    assert outcomes == [Outcome.SOLVED] * 5
    assert ticks > 1


def test_cancelling_the_task_stops_the_search_within_a_second() -> None:
    game = Superpuzz()
    seen: list[float] = []

    async def give_up() -> float:
        task = asyncio.create_task(
            asolve(game, game.deal(2), progress=lambda _: seen.append(time.monotonic()), **HARD)
        )
        while not seen:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic()

    ended = asyncio.run(give_up())
    glances = len(seen)
    time.sleep(0.4)
    assert len(seen) == glances, "the search goes on"
    assert ended - seen[-1] < 5  # It would take hours; how fast the machine is does not matter.


def test_the_flag_of_the_caller_stops_it_too() -> None:
    game, cancel = Superpuzz(), Cancel()
    cancel.set()
    assert asyncio.run(asolve(game, game.deal(2), cancel=cancel, **HARD)).outcome is Outcome.CANCELLED


def test_a_timeout_of_asyncio_is_a_cancellation() -> None:
    game = Superpuzz()
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(asolve(game, game.deal(2), **HARD), 0.2))


def test_what_is_wrong_is_raised_where_it_is_awaited() -> None:
    game = FreeCell()
    with pytest.raises(InputError, match="unknown algorithm"):
        asyncio.run(asolve(game, game.deal(1), algorithm="none"))
