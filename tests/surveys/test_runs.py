"""Surveys that run: in this process and in a pool, killed, cancelled, crashed; nothing is lost."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import survey_tools
from survey_tools import Answering, Noting, is_alive, workers_of

from yomikiri import Cancel, Gaps, InputError, Limits, open_deal, solve, solve_arrangements
from yomikiri.store import Attempt, Store
from yomikiri.surveys import InProcess, LocalPool, Tally, plan, run
from yomikiri.surveys.task import crashed, perform

LONG = {"size": 13, "algorithm": "breadth-first"}
"""A search that ends by its time limit only."""


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "results.db")


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it did not happen within a minute"
        time.sleep(0.02)


def known(store: Store) -> dict[str, Attempt]:
    """The attempts by deal; none may have two."""
    found = list(store.attempts())
    assert len({attempt.deal.deal for attempt in found}) == len(found)
    return {attempt.deal.deal: attempt for attempt in found}


# -- answers -----------------------------------------------------------------------------------------


def test_a_survey_stores_what_solve_answers(place: str) -> None:
    with Store(place) as store:
        run(plan("superpuzz", "1-6", size=4, shortest=True), store, InProcess())
        for name, found in known(store).items():
            deal = open_deal("superpuzz", name, 4)
            result = solve(deal.game, deal.position, shortest=True, limits=Limits(memory=2**30))
            moves = None if result.moves is None else deal.game.write_moves(deal.position, result.moves)
            assert found.moves == (None if moves is None else " ".join(moves))
            for column in ("length", "proved_shortest", "certified", "lower_bound", "upper_bound"):
                assert getattr(found, column) == getattr(result, column)
            for column in ("expanded", "generated", "stored", "error_bound"):
                assert getattr(found, column) == getattr(result, column)
            assert (found.outcome, found.proof) == (result.outcome.value, result.proof.value)
            assert found.host
            assert found.started.endswith("Z")


def test_a_deal_of_gaps_is_stored_with_its_arrangements(place: str) -> None:
    game = Gaps(6)
    with Store(place) as store:
        run(plan("gaps", "3-5", size=6), store, InProcess())
        for name, found in known(store).items():
            answer = solve_arrangements(game, game.layout(int(name)))
            entries = json.loads(found.arrangements or "")
            assert {key: entry["outcome"] for key, entry in entries.items()} == {
                key: result.outcome.value for key, result in answer.results.items()
            }
            assert (found.outcome, found.winnable) == (answer.outcome.value, answer.winnable)
            assert found.expanded == answer.expanded
        assert list(store.check()) == []


@pytest.mark.parametrize("game", ["superpuzz", "gaps", "sliding", "freecell"])
def test_every_game_can_be_surveyed(place: str, game: str) -> None:
    size = {"superpuzz": "4", "gaps": "5", "sliding": "2x3", "freecell": "4x4x2"}[game]
    deals = "own:1-3" if game == "freecell" else "1-3"
    with Store(place) as store:
        tally = run(plan(game, deals, size=size, limits=Limits(nodes=1000)), store, InProcess())
        assert tally.done == 3
        assert list(store.check()) == []


def test_a_pool_answers_what_one_process_does(tmp_path: Path) -> None:
    found = []
    for name, executor in (("a", InProcess()), ("b", LocalPool(2))):
        with Store(str(tmp_path / f"{name}.db")) as store:
            run(plan("superpuzz", "1-12", size=5, limits=Limits(memory=2**30)), store, executor)
            found.append({n: (a.outcome, a.moves, a.expanded) for n, a in known(store).items()})
    assert found[0] == found[1]
    assert len(found[0]) == 12


def test_the_workers_share_the_memory() -> None:
    assert LocalPool(4).memory(4000) == (1000, 4000)
    share, alone = LocalPool(4).memory(None)
    assert share == alone // 4 > 0
    with pytest.raises(InputError, match="workers 0"):
        LocalPool(0)


# -- trouble -----------------------------------------------------------------------------------------


def test_a_killed_worker_costs_its_deal_only_and_that_is_tried_again(place: str) -> None:
    survey = plan("superpuzz", "1-5", **LONG, limits=Limits(seconds=1.0, memory=2**30))  # type: ignore[arg-type]
    killed: list[int] = []

    def kill_one(tally: Tally) -> None:
        if tally.solved_now == 1:
            time.sleep(0.3)  # The others are in the middle of a search.
            killed.append(workers_of(os.getpid())[0])
            os.kill(killed[0], signal.SIGKILL)

    with Store(place) as store:
        tally = run(survey, store, LocalPool(2), report=kill_one)
        assert killed
        assert (tally.done, tally.undecided, tally.finished) == (5, 5, True)
        outcomes = [attempt.outcome for attempt in known(store).values()]
        assert sorted(outcomes) == ["crashed", *["time_limit"] * 4]
        (lost,) = [attempt for attempt in known(store).values() if attempt.outcome == "crashed"]
        assert lost.message == "the worker was killed by signal 9 (SIGKILL)"
        executor = Noting()
        again = run(survey, store, executor)
        assert executor.deals == [lost.deal.deal]
        assert [attempt.outcome for attempt in survey.standing(store).values()] == ["time_limit"] * 5
        assert again.done == 5
    assert workers_of(os.getpid()) == []


def test_a_failure_is_marked_and_the_survey_goes_on(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: object, **more: object) -> None:
        raise RuntimeError("it broke")

    survey = plan("superpuzz", "1-3", size=4)
    with Store(place) as store:
        monkeypatch.setattr("yomikiri.surveys.task.solve", broken)
        tally = run(survey, store, InProcess())
        assert tally.undecided == 3
        assert {attempt.message for attempt in store.attempts()} == {"RuntimeError: it broke"}
        monkeypatch.undo()
        assert run(survey, store, InProcess()).undecided == 0
        assert list(store.check()) == []


def test_memory_that_runs_out_in_python_is_a_limit(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    def hungry(*words: object, **more: object) -> None:
        raise MemoryError

    monkeypatch.setattr("yomikiri.surveys.task.solve", hungry)
    with Store(place) as store:
        run(plan("superpuzz", "1", size=4), store, InProcess())
        assert known(store)["1"].outcome == "memory_limit"


def test_a_worse_second_attempt_does_not_spoil_the_tally(place: str) -> None:
    survey = plan("superpuzz", "1-2", size=5, algorithm="breadth-first", limits=Limits(nodes=5))
    with Store(place) as store:
        run(survey, store, InProcess())
        larger = replace(survey, limits=Limits(nodes=6))
        tally = run(larger, store, Answering(lambda task: crashed(task, "died")))
        assert tally.outcomes == {"node_limit": 2}


@pytest.mark.parametrize("make", [InProcess, lambda: LocalPool(2)])
def test_cancelling_stops_at_once_and_stores_nothing_half_done(
    place: str, make: Callable[[], InProcess | LocalPool]
) -> None:
    cancel = Cancel()
    timer = threading.Timer(1.0, cancel.set)
    timer.start()
    started = time.monotonic()
    with Store(place) as store:
        survey = plan("superpuzz", "1-5", **LONG, limits=Limits(seconds=120, memory=2**32))  # type: ignore[arg-type]
        tally = run(survey, store, make(), cancel=cancel)
        assert time.monotonic() - started < 30
        assert (tally.done, tally.finished) == (0, False)
        assert known(store) == {}
    assert workers_of(os.getpid()) == []


def test_a_killed_driver_loses_at_most_the_deals_in_flight(place: str) -> None:
    command = [sys.executable, survey_tools.__file__, place, "5", "1-60"]
    said = 0
    for enough in (15, 30):
        driver = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert driver.stdout is not None
        for line in driver.stdout:
            said = int(line)
            if said >= enough:
                break
        workers = workers_of(driver.pid)
        os.kill(driver.pid, signal.SIGKILL)
        driver.wait()
        driver.stdout.close()
        wait_until(lambda: not any(map(is_alive, workers)))  # noqa: B023
    with Store(place) as store:
        before = known(store)
        assert len(before) >= said >= 30
        executor = Noting()
        tally = run(plan("superpuzz", "1-60", size=5, algorithm="priority-1"), store, executor)
        assert sorted(executor.deals, key=int) == [str(n) for n in range(1, 61) if str(n) not in before]
        assert (tally.done, len(known(store))) == (60, 60)
        assert {name: known(store)[name] for name in before} == before
        assert list(store.check()) == []


# -- the tally ---------------------------------------------------------------------------------------


def test_the_tally_says_where_a_survey_stands(place: str) -> None:
    lines: list[str] = []
    with Store(place) as store:
        survey = plan("superpuzz", "1-10", size=4)
        tally = run(survey, store, InProcess(), report=lambda tally: lines.append(tally.line()))
        worst = max(store.attempts(), key=lambda attempt: attempt.expanded)
    assert lines[0] == "0 of 10 deals; 0 solved, 0 unsolvable, 0 undecided; 0/s"
    assert lines[-1].startswith(
        f"10 of 10 deals; {tally.solved} solved, {tally.unsolvable} unsolvable, 0 und"
    )
    assert lines[-1].endswith(f"worst: deal {worst.deal.deal} with {worst.expanded} expanded")
    assert f"; {tally.estimate}; " in lines[-1]
    assert "left" in lines[5]
    assert "left" not in lines[-1]


def test_a_task_is_answered_once_by_perform(place: str) -> None:
    task = Noting()
    with Store(place) as store:
        run(plan("superpuzz", "4", size=4), store, task)
        (stored,) = store.attempts()
    again = perform(task.given[0])
    assert replace(again, seconds=0, started="", peak_bytes=0) == replace(
        stored, seconds=0, started="", peak_bytes=0
    )
