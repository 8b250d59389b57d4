"""``decide`` on several threads: the verdicts and the positions of one thread, the same in every run."""

import random
import threading

import pytest

from deciding import GIB, assert_wins, decide, unsolvable_and_middling, verdict, wandered
from effort import a_part
from pace import check
from yomikiri import Cancel, Limits, Outcome, Superpuzz, solve, solve_arrangements
from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps


def assert_as_one_thread(columns: int, code: bytes, threads: int, **options: int) -> str:
    """The judge's verdict, a real win, and for a lost deal exactly the positions of one thread."""
    expected = verdict(columns, code)
    answer = decide(columns, code, threads=threads, **options)
    assert answer.outcome == expected, (columns, code.hex(), threads, options)
    if expected == "solved":
        assert_wins(columns, code, answer.path)
    else:
        one = decide(columns, code, **options)
        assert (answer.expanded, answer.generated, answer.stored) == (
            one.expanded,
            one.generated,
            one.stored,
        )
    return expected


@a_part(3)
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(("columns", "count"), [(2, 30), (3, 150), (4, 150), (5, 40), (6, 24)])
def test_deals_have_the_verdict_of_exhaustive_search(
    columns: int, count: int, threads: int, part: int
) -> None:
    game, found = Superpuzz(columns), set()
    for number in range(1, count // part + 1):
        found.add(assert_as_one_thread(columns, game.encode(game.deal(number)), threads))
        found.add(assert_as_one_thread(columns, wandered(columns, number), threads))
    assert found == {"solved", "unsolvable"} or columns == 2


@pytest.mark.parametrize("rule", ["dead", "persistent", "delay", "contract"])
def test_deals_have_it_without_each_of_the_rules(rule: str) -> None:
    for number in range(1, 101):
        assert_as_one_thread(4, wandered(4, number), 2, **{rule: False})


def test_gaps_has_it_in_random_arrangements() -> None:
    game, rng, found = Gaps(6), random.Random(6), set()
    for number in range(1, 151):
        position = game.layout(number).arrange(rng.choice(ARRANGEMENTS))
        found.add(assert_as_one_thread(6, game.encode(position), 2))
    assert found == {"solved", "unsolvable"}


def test_a_large_lost_deal_takes_the_same_positions_on_any_number_of_threads() -> None:
    game = Superpuzz(13)
    code = game.encode(game.deal(56))
    counts = {
        (answer.outcome, answer.expanded, answer.generated, answer.stored)
        for answer in (decide(13, code, threads=threads, store="fingerprint") for threads in (1, 2, 3, 8))
    }
    assert counts == {("unsolvable", 25_007, 39_718, 25_007)}


@pytest.mark.parametrize("threads", [2, 3])
def test_every_run_is_the_same_whatever_the_store(threads: int) -> None:
    game = Superpuzz(13)
    code = game.encode(game.deal(26))
    answers = [
        decide(13, code, threads=threads, store=store)
        for store in ("fingerprint", "fingerprint", "exact", "patricia")
    ]
    assert answers[0].outcome == "solved"
    assert len({(a.expanded, a.generated, a.stored, tuple(a.path)) for a in answers}) == 1
    assert_wins(13, code, answers[0].path)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_crowded_pool_has_the_same_verdicts(threads: int) -> None:
    for number in range(1, 41):
        for columns in (4, 5):
            assert_as_one_thread(columns, wandered(columns, number), threads, crowd=2)
    game = Superpuzz(13)
    answer = decide(13, game.encode(game.deal(56)), threads=threads, crowd=50, store="fingerprint")
    assert (answer.outcome, answer.expanded) == ("unsolvable", 25_007)


def test_every_node_limit_is_met_exactly() -> None:
    game = Superpuzz(5)
    code = game.encode(game.deal(next(n for n in range(1, 200) if unsolvable_and_middling(game, n))))
    whole = decide(5, code, threads=2)
    for nodes in range(whole.expanded + 3):
        answer = decide(5, code, nodes=nodes, threads=2)
        assert answer.expanded == min(nodes, whole.expanded)
        assert answer.outcome == ("node_limit" if nodes < whole.expanded else "unsolvable")


def test_a_node_limit_beyond_many_rounds_is_met_exactly() -> None:
    game = Superpuzz(13)
    answer = decide(13, game.encode(game.deal(77)), nodes=400_000, threads=2, store="fingerprint")
    assert (answer.outcome, answer.expanded) == ("node_limit", 400_000)


@pytest.mark.parametrize("store", ["exact", "fingerprint", "patricia"])
def test_no_memory_limit_is_overstepped_fatal_or_misleading(store: str) -> None:
    rng, outcomes = random.Random(store), set()
    for game, number in ((Superpuzz(6), 1), (Superpuzz(6), 4), (Superpuzz(13), 26)):
        code = game.encode(game.deal(number))
        whole = decide(game.columns, code, store=store, threads=2)
        for memory in [0, 1, 100, *(int(2 ** rng.uniform(7, 23)) for _ in range(30))]:
            answer = decide(game.columns, code, store=store, memory=memory, threads=2)
            assert answer.peak_bytes <= memory
            assert answer.outcome in ("memory_limit", whole.outcome)
            if answer.outcome == "solved":
                assert_wins(game.columns, code, answer.path)
            outcomes.add(answer.outcome)
    assert "memory_limit" in outcomes
    assert "solved" in outcomes


def test_time_and_cancellation_stop_a_long_search() -> None:
    game = Superpuzz(13)
    result = solve(game, game.deal(25), threads=2, limits=Limits(seconds=0.3, memory=4 * GIB))
    assert result.outcome is Outcome.TIME_LIMIT
    assert result.seconds >= 0.3
    check(result.seconds, 1.3)
    cancel, seen = Cancel(), []
    threading.Timer(0.3, cancel.set).start()
    limits = Limits(memory=4 * GIB)
    result = solve(game, game.deal(25), threads=2, cancel=cancel, progress=seen.append, limits=limits)
    assert result.outcome is Outcome.CANCELLED
    assert seen
    assert [glance.expanded for glance in seen] == sorted(glance.expanded for glance in seen)


def test_an_exception_of_the_callback_reaches_the_caller() -> None:
    game, calls = Superpuzz(13), []

    def watch(*counts: object) -> bool:
        calls.append(counts)
        if len(calls) == 3:
            raise RuntimeError("seen enough")
        return False

    with pytest.raises(RuntimeError, match="seen enough"):
        decide(13, game.encode(game.deal(25)), watch=watch, threads=2, memory=4 * GIB)


def test_what_is_no_number_of_threads_is_refused() -> None:
    code = Superpuzz(4).encode(Superpuzz(4).deal(1))
    for threads in (0, 1025):
        with pytest.raises(ValueError, match="threads"):
            decide(4, code, threads=threads)


def test_solve_and_solve_arrangements_take_threads() -> None:
    game = Superpuzz(13)
    result = solve(game, game.deal(9), threads=2)
    assert (result.outcome, result.certified) == (Outcome.SOLVED, True)
    gaps = Gaps(7)
    layout = gaps.layout(3)
    one, two = (solve_arrangements(gaps, layout, threads=threads) for threads in (1, 2))
    assert {name: r.outcome for name, r in one.results.items()} == {
        name: r.outcome for name, r in two.results.items()
    }
