"""Measures: they say how far they are, stop when they are asked to, and go on without loss."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pace import check, within
from yomikiri import Cancel
from yomikiri.papers import measures
from yomikiri.papers.measures import gap_set, goals, take
from yomikiri.papers.running import run_all
from yomikiri.store import Store
from yomikiri.surveys.tally import Gauge, Standing, Tally

LONG_DEAL = "42"
"""Of five columns: all its positions take many seconds."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "results.db")) as opened:
        yield opened


def test_counting_says_how_many_deals_are_done_and_left(store: Store) -> None:
    lines: list[str] = []
    take(replace(goals(4), deals="1-3"), store, report=lambda standing: lines.append(standing.line()))
    assert [line.partition(";")[0] for line in lines] == [f"{done} of 3 deals" for done in range(4)]
    assert "left" in lines[1]
    assert "left" not in lines[-1]


def test_a_measure_that_was_stopped_goes_on_where_it_was(store: Store) -> None:
    measure, cancel = replace(goals(4), deals="1-5"), Cancel()
    done: list[int] = []

    def watch(standing: Standing) -> None:
        assert isinstance(standing, Tally)
        done.append(standing.done)
        if standing.done == 2:
            cancel.set()

    take(measure, store, cancel=cancel, report=watch)
    assert len(list(store.attempts())) == 2
    take(measure, store, report=watch)
    assert done == [0, 1, 2, 2, 3, 4, 5]
    assert len(list(store.attempts())) == 5


def test_counting_stops_within_a_second_in_the_middle_of_a_deal(store: Store) -> None:
    cancel = Cancel()
    threading.Timer(0.3, cancel.set).start()
    with within(1.3):
        take(replace(goals(5), deals=LONG_DEAL), store, cancel=cancel)
    assert cancel.is_set()
    assert list(store.attempts()) == []


def test_building_a_set_shows_its_rate_and_stops_within_a_second(store: Store) -> None:
    cancel = Cancel()
    lines: list[str] = []
    stopped: list[float] = []

    def watch(standing: Standing) -> None:
        lines.append(standing.line())
        if len(lines) == 3:
            cancel.set()
            stopped.append(time.monotonic())

    take(gap_set(0, 16), store, cancel=cancel, report=watch)
    check(time.monotonic() - stopped[0], 1)
    assert len(lines) == 3
    assert " of 88,728,780 (" in lines[-1]
    assert lines[-1].endswith(" left")
    assert list(store.attempts()) == []


@pytest.mark.slow
def test_building_a_set_never_goes_on_for_a_second_without_looking_up(store: Store) -> None:
    looks: list[tuple[float, str]] = []
    # The processor's time: another process on the same core is no silence of ours.
    take(gap_set(0, 16), store, report=lambda standing: looks.append((time.process_time(), standing.line())))
    assert max(after[0] - before[0] for before, after in pairwise(looks)) < 1
    for phase in (" positions: ", "now their patterns", "level 0 of 64", "level 64 of 64"):
        assert any(phase in line for _, line in looks)


def test_deals_that_were_given_up_are_not_counted_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "GOAL_NODES", 10)
    measure = replace(goals(4), deals="1-3")
    seen: list[int] = []

    def watch(standing: Standing) -> None:
        assert isinstance(standing, Tally)
        seen.append(standing.undecided)

    take(measure, store, report=watch)
    take(measure, store, report=watch)
    assert seen == [0, 1, 2, 3, 3]
    monkeypatch.setattr(measures, "GOAL_NODES", 5_000_000)
    take(measure, store)
    assert len(list(store.attempts())) == 6


def test_a_reproduction_shows_its_measures_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yomikiri.papers.running.order", list)
    lines: list[str] = []
    run_all("gaps-superpuzz", store, quick=True, deals=1, report=lambda s: lines.append(s.line()))
    assert [line.partition(";")[0] for line in lines] == ["0 of 1 deals", "1 of 1 deals"] * 2


def test_a_gauge_says_rate_and_time_left_if_the_whole_is_known() -> None:
    started = time.monotonic() - 10
    gauge = Gauge("positions", 250, 1000, started)
    assert gauge.line() == "positions: 250 of 1,000 (25%); 25/s; 0:00:30 left"
    assert Gauge("positions", 0, 1000, started).line() == "positions: 0 of 1,000 (0%)"
    assert Gauge("level 3", started=started).line() == "level 3; 0:00:10 so far"
