"""The statistics of the reproductions: intervals against known values, and the rule for verdicts."""

import math
import random

import pytest

from yomikiri.papers.fits import Exponential, Power
from yomikiri.papers.gaps_shares import power_of_paper
from yomikiri.papers.intervals import (
    CRITICAL,
    Mean,
    bootstrap,
    compare_counts,
    compare_means,
    compare_share_with,
    compare_shares,
    mean_of,
    number,
    ratio_of_means,
)
from yomikiri.papers.published import gaps as paper_gaps
from yomikiri.surveys import Estimate


def test_bootstrap_of_a_bell_curve_is_nearly_the_textbook_interval() -> None:
    draw = random.Random(7)
    values = tuple(100 + 10 * draw.gauss(0, 1) for _ in range(400))
    mean = sum(values) / 400
    half = 1.96 * (sum((v - mean) ** 2 for v in values) / 399 / 400) ** 0.5
    low, high = bootstrap(values)
    assert low == pytest.approx(mean - half, abs=0.25)
    assert high == pytest.approx(mean + half, abs=0.25)


def test_interval_of_a_heavy_tail_reaches_further_up_than_down() -> None:
    draw = random.Random(3)
    values = tuple(math.exp(2 * draw.gauss(0, 1)) for _ in range(100))
    mean = sum(values) / 100
    low, high = bootstrap(values)
    assert 0 < low < mean < high
    assert high - mean > 1.5 * (mean - low)


def test_intervals_are_the_same_every_time() -> None:
    values = tuple(float(number**2) for number in range(50))
    first = bootstrap(values)
    bootstrap.cache_clear()
    assert bootstrap(values) == first


def test_mean_of_equal_values_is_certain_and_of_few_has_no_interval() -> None:
    same = mean_of([7.0] * 30)
    assert same is not None
    assert (same.low, same.value, same.high) == (7, 7, 7)
    few = mean_of([1.0, 2.0, 3.0])
    assert few is not None
    assert few.value == 2
    assert math.isnan(few.low)
    assert mean_of([]) is None


def test_undecided_deals_open_the_interval_of_a_mean() -> None:
    closed, opened = mean_of(range(1, 101)), mean_of(range(1, 101), missing=2)
    assert closed is not None
    assert opened is not None
    assert closed.high < math.inf
    assert opened.high == math.inf
    assert opened.low == closed.low
    assert "open" in str(opened)


def test_shares_are_compared_by_newcombes_interval() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 873: 56/70 and 48/80 have the interval 0.0524 to 0.3339.
    ours = Estimate.of(56, 14, 0)
    assert compare_shares(ours, 48, 80) == "differs"
    least = ours.least - 48 / 80 - math.hypot(ours.least - ours.low, Estimate.of(48, 32, 0).high - 48 / 80)
    assert least == pytest.approx(0.0524, abs=0.0001)


def test_undecided_deals_can_only_make_shares_agree() -> None:
    assert compare_shares(Estimate.of(800, 200, 0), 870, 1000) == "differs"
    assert compare_shares(Estimate.of(800, 100, 100), 870, 1000) == "agrees"
    assert compare_share_with(Estimate.of(830, 170, 0), 0.756) == "differs"
    assert compare_share_with(Estimate.of(380, 120, 0), 0.756) == "agrees"


def test_means_agree_within_the_scatter_of_both_samples() -> None:
    ours = Mean(100, 1000.0, 800.0, 1250.0, 9000.0)
    assert compare_means(ours, 1000, 100) == "agrees"
    assert compare_means(ours, 750, 100) == "agrees"
    assert compare_means(ours, 750, 1_000_000) == "differs"
    assert compare_means(ours, 300, 100) == "differs"
    assert compare_means(ours, 4000, 100) == "differs"


def test_a_mean_with_undecided_deals_differs_only_from_smaller_ones() -> None:
    ours = Mean(100, 1000.0, 800.0, math.inf, 9000.0, missing=3)
    assert compare_means(ours, 100, 100) == "differs"
    assert compare_means(ours, 50_000, 100) == "not comparable: 3 undecided"


def test_few_deals_and_none_are_not_compared() -> None:
    assert compare_means(mean_of([5.0] * 5), 5, 100) == "not comparable: 5 deals"
    assert compare_means(None, 5, 100) == "not run"


def test_distributions_are_compared_by_the_chi_squared_test() -> None:
    # A fourfold table has the statistic N (ad - bc)^2 / (row and column sums).
    word, statistic, freedom = compare_counts([30, 70], [50, 50])
    assert statistic == pytest.approx(200 * (30 * 50 - 70 * 50) ** 2 / (100 * 100 * 80 * 120))
    assert (word, freedom) == ("differs", 1)
    assert compare_counts([30, 70], [32, 68])[0] == "agrees"
    assert compare_counts([3, 4], [50, 50])[0].startswith("not comparable")


def test_small_classes_are_joined_before_the_test() -> None:
    _, _, freedom = compare_counts([40, 1, 0, 1, 58], [45, 0, 1, 1, 53])
    assert freedom == 1


def test_critical_values_are_those_of_the_tables() -> None:
    # One degree of freedom is the square of the normal quantile, two are -2 ln 0.05.
    assert CRITICAL[1] == pytest.approx(1.959964**2, abs=0.001)
    assert CRITICAL[2] == pytest.approx(-2 * math.log(0.05), abs=0.001)


def test_ratio_of_paired_means_knows_how_pairs_go_together() -> None:
    lower = [float(number) for number in range(1, 101)]
    found = ratio_of_means([value / 4 for value in lower], lower)
    assert found == pytest.approx((0.25, 0.25, 0.25))
    assert ratio_of_means([1.0], [2.0]) is None


def test_fits_find_the_law_that_made_the_points() -> None:
    power = Power.of({x: 1.5 * x**-0.2 for x in range(4, 11)})
    assert (power.factor, power.exponent) == pytest.approx((1.5, -0.2))
    growth = Exponential.of({x: 0.3 * 5.0**x for x in range(4, 11)})
    assert (growth.factor, growth.base) == pytest.approx((0.3, 5.0))
    through = Exponential.of({x: 5.0**x for x in range(4, 11)}, through_one=True)
    assert through.base == pytest.approx(5)
    assert through(3) == pytest.approx(125)


def test_the_papers_extrapolation_is_its_fit_with_the_factor_rounded_to_one() -> None:
    fit = power_of_paper()
    assert f"{fit.factor:.3f}" == "1.016"
    rounded = Power(1.0, round(fit.exponent, 3))
    for size, printed in paper_gaps.EXTRAPOLATED.items():
        assert f"{rounded(size):.3f}" == f"{printed:.3f}"
        assert fit(size) - printed == pytest.approx(0.012, abs=0.0005)
        assert f"{Power(*paper_gaps.POWER)(size):.3f}" != f"{printed:.3f}"


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (12.34, "12.3"), (0.12345, "0.123"), (1234.5, "1,234"), (123456789.0, "1.23e8")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text
