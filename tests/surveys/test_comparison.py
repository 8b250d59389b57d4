"""Comparisons in Python, and the statistics behind them against brute force."""

import math
import random
from itertools import product
from pathlib import Path

import pytest

from yomikiri import Cancel, InputError, Limits, Sliding, compare, solve
from yomikiri.store import Store
from yomikiri.surveys.paired import MOST_EXACT, Median, Pair, interval_rank, sign_test

SOLVERS = ["a-star:manhattan", "ida-star:manhattan", "breadth-first,states=fingerprint"]


def test_a_comparison_has_what_solve_finds() -> None:
    game = Sliding(2, 3)
    found = compare(game, range(1, 9), SOLVERS)
    assert found.finished
    assert found.common == [str(number) for number in range(1, 9)]
    for number in range(1, 9):
        alone = solve(game, game.deal(number), algorithm="ida-star", heuristic="manhattan")
        attempt = found.attempts[1][str(number)]
        assert (attempt.expanded, attempt.length) == (alone.expanded, alone.length)
    assert found.median(0, "length") == found.median(1, "length") == found.median(2, "length")
    pair = next(pair for pair in found.pairs if pair.measure == "expanded")
    assert (pair.solver, pair.against, pair.deals) == (SOLVERS[1], SOLVERS[0], 8)
    assert pair.fewer + pair.more + pair.same == 8
    assert found.frame().height == len(found.rows()) == 24


def test_deals_that_some_did_not_decide_are_counted_beside() -> None:
    found = compare("sliding", "1-10", SOLVERS[:2], size="3x3", limits=Limits(nodes=500))
    assert 0 < len(found.common) < 10
    undecided = [found.outcomes(solver)["undecided"] for solver in (0, 1)]
    assert max(undecided) > 0
    assert len(found.values(0, "expanded")) == len(found.common)
    assert all(value <= 500 for value in found.values(0, "expanded"))


def test_a_stopped_comparison_goes_on(tmp_path: Path) -> None:
    cancel = Cancel()
    done = 0

    def stop(tally: object) -> None:
        nonlocal done
        done += 1
        if done == 4:
            cancel.set()

    with Store(str(tmp_path / "results.db")) as store:
        first = compare("sliding", "1-6", SOLVERS[:2], size="2x3", store=store, report=stop, cancel=cancel)
        assert not first.finished
        second = compare("sliding", "1-6", SOLVERS[:2], size="2x3", store=store)
    assert second.finished
    assert first.attempts[0].items() <= second.attempts[0].items()


def test_what_are_no_solvers_is_refused() -> None:
    with pytest.raises(InputError, match="expected several"):
        compare("sliding", "1", "a-star")
    with pytest.raises(InputError, match="expected two or more"):
        compare("sliding", "1", ["a-star"])


def test_the_interval_of_a_median_holds_in_all_cases() -> None:
    for n in range(1, 13):
        rank = interval_rank(n)
        if rank is None:
            assert n < 6
            assert 2 / 2**n > 0.05
            continue
        # Of all ways to lie below or above the median, how many leave it outside the interval?
        outside = sum(1 for sides in product((0, 1), repeat=n) if not rank <= sum(sides) <= n - rank)
        assert outside / 2**n <= 0.05
        wider = sum(1 for sides in product((0, 1), repeat=n) if not rank + 1 <= sum(sides) <= n - rank - 1)
        assert wider / 2**n > 0.05  # A narrower one would not hold.


def test_medians_and_signs() -> None:
    assert Median.of([]) == Median(None)
    assert Median.of([3, 1, 2]) == Median(2)
    assert Median.of([4, 1, 2, 3]) == Median(2.5)
    assert Median.of(range(1, 7)) == Median(3.5, 1, 6)
    assert sign_test(0, 0) == 1
    assert sign_test(5, 5) == 1
    assert sign_test(0, 6) == sign_test(6, 0) == 2 / 64
    assert sign_test(1, 9) == 2 * (1 + 10) / 2**10
    pair = Pair.of("a", "b", "expanded", [(1, 2), (2, 2), (6, 3), (0, 0)])
    assert (pair.fewer, pair.more, pair.same, pair.ratio.value) == (1, 1, 2, 1.0)


def test_many_values_are_treated_as_few() -> None:
    n = MOST_EXACT
    exact, close = interval_rank(n), interval_rank(n + 1)
    assert exact is not None
    assert close is not None
    assert abs(exact - close) <= 1
    least = math.floor(0.46 * n)
    assert sign_test(least, n - least) == pytest.approx(sign_test(least, n + 1 - least), rel=0.15)


def test_the_interval_covers_the_median_as_often_as_it_says() -> None:
    draw = random.Random(1)
    held = 0
    for _ in range(400):
        found = Median.of([draw.expovariate(1) for _ in range(25)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= math.log(2) <= found.high
    assert held / 400 > 0.93
