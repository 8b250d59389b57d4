"""Intervals for measured values, and the rule by which they agree with a paper or differ from it.

**Shares** have Wilson's interval; undecided deals widen it (:mod:`yomikiri.surveys.estimate`).

**Means** have the bootstrap-t interval of their logarithm (B. Efron, 1981), with a fixed seed.  Counts of
positions have heavy tails: a sample without the rare large ones has a mean that is too small *and* an
interval that is too narrow.  The textbook interval and the percentiles of a plain bootstrap then miss the
true mean far too often; dividing each resampled mean by its own standard error makes the interval reach
further where the tail is.  If some of the deals that belong in the mean were not decided, their counts are
larger than any limit and the interval is open above.

**The rule.**  The papers also print samples, of known size.  Ours and theirs *agree* if the 95 % interval for
the difference of two shares, or for the ratio of two means, contains "none"; otherwise they *differ*.  Both
intervals are made from those of the two parts by the method of variance estimates recovery (R. G. Newcombe,
1998; G. Y. Zou and A. Donner, 2008).  A paper's mean comes without a spread: we assume that of ours, scaled
to its number of deals.  Largest values depend on the number of deals and on luck, and fewer than twenty deals
have no meaningful interval: both are *not comparable*.  By chance one in twenty comparisons differs.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from yomikiri.surveys.estimate import Estimate, wilson

SEED = 1
RESAMPLES = 1000
LEAST_COUNT = 20
"""Means of fewer values than this are not compared."""


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval; ``high`` is infinite if some of its values are not known."""

    count: int
    value: float
    low: float
    high: float
    most: float
    missing: int = 0

    def __str__(self) -> str:
        if math.isnan(self.low):
            return number(self.value)
        end = "open" if math.isinf(self.high) else number(self.high)
        return f"{number(self.value)} ({number(self.low)} to {end})"


def number(value: float) -> str:
    """A number for people: whole from 1000 on, with up to four digits below, and very large ones with a power
    of ten.
    """
    if abs(value) >= 1e8:
        digits, power = f"{value:.2e}".split("e")
        return f"{digits}e{int(power)}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if value == int(value):
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"


def mean_of(values: Sequence[float], missing: int = 0) -> Mean | None:
    """The mean of values, with ``missing`` more that are too large to be known; None if there are none."""
    if not values:
        return None
    value = sum(values) / len(values)
    low, high = bootstrap(tuple(values)) if len(values) >= LEAST_COUNT else (math.nan, math.nan)
    return Mean(len(values), value, low, math.inf if missing else high, max(values), missing)


@lru_cache(maxsize=512)
def bootstrap(values: tuple[float, ...]) -> tuple[float, float]:
    """The 95 % bootstrap-t interval of the mean of values that are not negative."""
    count = len(values)
    mean, error = _mean_and_error(values)
    if mean == 0 or error == 0:
        return mean, mean
    draw = random.Random(SEED)
    ratios = []
    for _ in range(RESAMPLES):
        again, spread = _mean_and_error(draw.choices(values, k=count))
        if spread > 0:  # Otherwise all values are equal, which says nothing.
            ratios.append(math.log(again / mean) * again / spread)
    low, high = _ends(sorted(ratios))
    relative = error / mean
    return mean * math.exp(-high * relative), mean * math.exp(-low * relative)


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    variance = max(0.0, (sum(map(mul, values, values)) - count * mean * mean) / (count - 1))
    return mean, math.sqrt(variance / count)


def ratio_of_means(upper: Sequence[float], lower: Sequence[float]) -> tuple[float, float, float] | None:
    """The ratio of the means of two paired samples, and the 95 % percentile interval of a bootstrap of
    pairs.
    """
    pairs = list(zip(upper, lower, strict=True))
    if len(pairs) < LEAST_COUNT:
        return None
    draw = random.Random(SEED)
    ratios = []
    for _ in range(RESAMPLES):
        chosen = draw.choices(pairs, k=len(pairs))
        ratios.append(sum(pair[0] for pair in chosen) / sum(pair[1] for pair in chosen))
    return sum(upper) / sum(lower), *_ends(sorted(ratios))


def _ends(ordered: Sequence[float]) -> tuple[float, float]:
    count = len(ordered)
    return ordered[int(0.025 * count)], ordered[min(count - 1, int(0.975 * count))]


# -- the rule --------------------------------------------------------------------------------------


def compare_shares(ours: Estimate, successes: int, trials: int) -> str:
    """The verdict on a paper's share."""
    theirs = successes / trials
    low, high = wilson(successes, trials)
    least = ours.least - theirs - math.hypot(ours.least - ours.low, high - theirs)
    most = ours.most - theirs + math.hypot(ours.high - ours.most, theirs - low)
    return _verdict(least, most)


def compare_share_with(ours: Estimate, value: float) -> str:
    """The verdict on a single number, such as an extrapolation: is it in our interval?"""
    return _verdict(ours.low - value, ours.high - value)


def compare_means(ours: Mean | None, theirs: float, count: int) -> str:
    """The verdict on a paper's mean of ``count`` values."""
    if ours is None:
        return NOT_RUN
    if ours.count < LEAST_COUNT:
        return f"not comparable: {ours.count} deals"
    down, up = _logarithm(ours.value / ours.low), _logarithm(ours.high / ours.value)
    scale = math.sqrt(ours.count / count)
    # An open end says nothing about the spread; use the other one for both.
    spread = down if math.isinf(up) else up
    apart = _logarithm(ours.value / theirs)
    verdict = _verdict(apart - math.hypot(down, spread * scale), apart + math.hypot(up, down * scale))
    if verdict == AGREES and ours.missing:
        return f"not comparable: {ours.missing} undecided"
    return verdict


def _logarithm(ratio: float) -> float:
    return math.inf if math.isinf(ratio) else math.log(ratio) if ratio > 0 else -math.inf


AGREES, DIFFERS, NOT_RUN = "agrees", "differs", "not run"


def _verdict(least: float, most: float) -> str:
    return AGREES if least <= 0 <= most else DIFFERS


CRITICAL = {1: 3.841, 2: 5.991, 3: 7.815, 4: 9.488, 5: 11.070, 6: 12.592, 7: 14.067}
"""The 95 % points of the chi-squared distribution by degrees of freedom."""


def compare_counts(ours: Sequence[int], theirs: Sequence[int]) -> tuple[str, float, int]:
    """The verdict on a distribution, by the chi-squared test that both samples come from the same one.

    Classes of fewer than five expected deals are merged with the next.  Also returns the statistic and its
    degrees of freedom.
    """
    total, other = sum(ours), sum(theirs)
    if total < LEAST_COUNT or other < LEAST_COUNT:
        return "not comparable: too few deals", 0.0, 0
    least = 5 * (total + other) / min(total, other)
    classes: list[tuple[int, int]] = []
    a = b = 0
    for mine, yours in zip(ours, theirs, strict=True):
        a, b = a + mine, b + yours
        if a + b >= least:
            classes.append((a, b))
            a = b = 0
    if classes and a + b:
        last = classes.pop()
        classes.append((last[0] + a, last[1] + b))
    freedom = min(len(classes) - 1, max(CRITICAL))
    if freedom < 1:
        return "not comparable: too few deals", 0.0, 0
    share = total / (total + other)
    statistic = sum(
        (mine - share * (mine + yours)) ** 2 / (share * (1 - share) * (mine + yours))
        for mine, yours in classes
    )
    return AGREES if statistic <= CRITICAL[freedom] else DIFFERS, statistic, freedom
