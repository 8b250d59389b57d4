"""A running search is watched, cancelled and interrupted promptly, and leaves other threads alone."""

import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from pace import check
from yomikiri import Cancel, Limits, Outcome, Progress, Result, Superpuzz, algorithms, solve

LARGE = Superpuzz(13)
DEAL = LARGE.deal(25)
REGISTRY = algorithms(LARGE)
KERNEL = [name for name, entry in REGISTRY.items() if entry.kernel]
RUNS = [*((name, "auto") for name in REGISTRY), ("breadth-first", "python")]
ROOM = Limits(seconds=30, memory=2**31)


@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_cancelling_from_another_thread_stops_the_search_within_a_second(algorithm: str, engine: str) -> None:
    cancel = Cancel()
    asked: list[float] = []

    def ask() -> None:
        asked.append(time.monotonic())
        cancel.set()

    timer = threading.Timer(0.15, ask)
    timer.start()
    result = solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=ROOM, cancel=cancel)
    stopped = time.monotonic()
    timer.join()
    assert result.outcome is Outcome.CANCELLED
    check(stopped - asked[0], 1)
    assert result.expanded > 0


def test_a_flag_stops_every_search_that_holds_it() -> None:
    cancel = Cancel()
    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(solve, LARGE, LARGE.deal(n), limits=ROOM, cancel=cancel) for n in (25, 29)]
        time.sleep(0.1)
        cancel.set()
        assert [future.result(timeout=20).outcome for future in running] == [Outcome.CANCELLED] * 2


@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_ctrl_c_raises_keyboard_interrupt_within_a_second(engine: str) -> None:
    script = f"""
        import os, signal, threading, time
        # Where the tests run in the background of a shell, it would be ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from yomikiri import Limits, Superpuzz, solve
        asked = []
        def interrupt():
            asked.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
        def started(progress):
            # From the first report on the search is surely running.
            if not timer.is_alive() and not asked:
                timer.start()
        timer = threading.Timer(0.2, interrupt)
        game = Superpuzz(13)
        limits = Limits(seconds=30, memory=2**31)
        try:
            solve(game, game.deal(88), engine={engine!r}, limits=limits, progress=started)
        except KeyboardInterrupt:
            print(time.monotonic() - asked[0])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    check(float(done.stdout), 1)


@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_a_flag_set_beforehand_stops_even_a_short_search(algorithm: str, engine: str) -> None:
    game, cancel = Superpuzz(4), Cancel()
    cancel.set()
    result = solve(game, game.deal(1), algorithm=algorithm, engine=engine, cancel=cancel)
    assert result.outcome is Outcome.CANCELLED
    assert result.expanded == 0


@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_an_exception_of_the_progress_callback_reaches_the_caller(algorithm: str, engine: str) -> None:
    class Enough(Exception):
        pass

    def complain(progress: Progress) -> None:
        if progress.expanded > 0:
            raise Enough(progress.expanded)

    with pytest.raises(Enough) as caught:
        solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=ROOM, progress=complain)
    assert caught.value.args[0] > 0
    # The next search is none the worse for it.
    assert solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=Limits(nodes=9)).expanded == 9


@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_progress_comes_about_ten_times_a_second_with_growing_counts(algorithm: str, engine: str) -> None:
    seen: list[Progress] = []
    limits = Limits(seconds=0.65, memory=2**31)
    result = solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=limits, progress=seen.append)
    assert result.outcome is Outcome.TIME_LIMIT
    # Ten a second, and one more at the start of each step of a search that has several.
    assert 2 <= len(seen) <= 7 + 5
    for before, after in pairwise(seen):
        assert before.expanded < after.expanded
        assert before.generated < after.generated
        assert before.stored <= after.stored
        assert before.seconds < after.seconds
        assert before.lower_bound <= after.lower_bound
    last = seen[-1]
    assert last.expanded <= result.expanded
    assert last.stored <= result.stored
    assert last.bytes <= result.peak_bytes
    assert last.rate == pytest.approx(last.expanded / last.seconds)


def test_without_time_there_is_no_rate() -> None:
    assert Progress(5, 5, 5, 5, 5, seconds=0.0).rate == 0


@pytest.mark.parametrize("algorithm", KERNEL)
def test_other_threads_run_while_the_kernel_searches(algorithm: str) -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.002):
            ticks += 1

    ticker = threading.Thread(target=tick)
    reports: list[Progress] = []
    ticker.start()
    limits = Limits(seconds=0.45, memory=2**31)
    try:
        solve(LARGE, DEAL, algorithm=algorithm, limits=limits, progress=reports.append)
    finally:
        stop.set()
        ticker.join()
    # A search that kept the interpreter to itself would let the ticker run once a report at most.
    assert ticks > 4 * (len(reports) + 1)


def essence(result: Result) -> tuple[object, ...]:
    return (
        result.outcome,
        result.moves,
        result.expanded,
        result.generated,
        result.stored,
        result.lower_bound,
    )


def test_searches_in_two_threads_answer_as_in_sequence() -> None:
    def job(size: int, number: int, name: str, options: dict[str, str]) -> Callable[[], Result]:
        game = Superpuzz(size)
        limits = Limits(nodes=60_000 if REGISTRY[name].kernel else 30, memory=2**28)
        return lambda: solve(game, game.deal(number), algorithm=name, limits=limits, **options)

    jobs = [
        job(size, number, name, options)
        for size, number in [(6, 1), (7, 5)]
        for name in REGISTRY
        for options in ({}, {"states": "fingerprint", "symmetry": "rows"}, {"duplicates": "patricia"})
        if REGISTRY[name].kernel or not options
    ]
    expected = [essence(run()) for run in jobs]
    with ThreadPoolExecutor(2) as pool:
        assert [essence(result) for result in pool.map(lambda run: run(), jobs)] == expected
