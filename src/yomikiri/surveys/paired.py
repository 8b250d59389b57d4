"""Medians and paired ratios with intervals that assume nothing about the distribution of values.

Counts of positions have heavy tails, so we compare medians.  The ends of a median's interval are two members
of the sample, chosen by the probability that so few values lie below the median (W. J. Conover, *Practical
Nonparametric Statistics*, section 3.2); with fewer than six values there is none.  Two solvers are compared
deal by deal: the median of the ratios with its interval, and the sign test.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from yomikiri.surveys.estimate import Z95

LEAST_COUNT = 6
"""With fewer values not even the least and the greatest enclose the median with 95 %."""
MOST_EXACT = 500
"""Up to this many values the binomial distribution is summed; above, it is close to the normal one."""


@dataclass(frozen=True)
class Median:
    """A median and its 95 % interval, if there are enough values for one."""

    value: float | None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, values: Sequence[float]) -> "Median":
        if not values:
            return cls(None)
        ordered = sorted(values)
        n = len(ordered)
        middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
        rank = interval_rank(n)
        return cls(middle) if rank is None else cls(middle, ordered[rank - 1], ordered[n - rank])

    def to_dict(self) -> dict[str, Any]:
        """The median as a JSON object."""
        return {"value": self.value, "low": self.low, "high": self.high}


def interval_rank(n: int) -> int | None:
    """The k for which the k-th least and the k-th greatest of n values enclose the median with 95 %."""
    if n < LEAST_COUNT:
        return None
    if n > MOST_EXACT:
        return max(1, math.floor((n + 1) / 2 - Z95 * math.sqrt(n) / 2))
    below, rank = 0, 0
    while (below := below + math.comb(n, rank)) <= 0.025 * 2**n:
        rank += 1
    return rank


def sign_test(fewer: int, more: int) -> float:
    """The probability, with equal chances for both, of a split at least this uneven; two-sided."""
    n, least = fewer + more, min(fewer, more)
    if n == 0:
        return 1.0
    if n > MOST_EXACT:
        return min(1.0, math.erfc((n / 2 - least - 0.5) / math.sqrt(n / 2)))
    return min(1.0, 2 * sum(math.comb(n, each) for each in range(least + 1)) / float(2**n))


@dataclass(frozen=True)
class Pair:
    """One solver against another in one measure, over the deals that both decided."""

    solver: str
    against: str
    measure: str
    deals: int
    ratio: Median
    """The median of its value divided by the other's."""
    fewer: int
    more: int
    same: int

    @property
    def p(self) -> float:
        """The p-value of the sign test."""
        return sign_test(self.fewer, self.more)

    @classmethod
    def of(cls, solver: str, against: str, measure: str, values: Sequence[tuple[float, float]]) -> "Pair":
        """``values`` are those of the solver and of the other, deal by deal."""
        ratios = [mine / theirs for mine, theirs in values if theirs > 0]
        fewer = sum(mine < theirs for mine, theirs in values)
        more = sum(mine > theirs for mine, theirs in values)
        same = len(values) - fewer - more
        return cls(solver, against, measure, len(values), Median.of(ratios), fewer, more, same)

    def to_dict(self) -> dict[str, Any]:
        """The pair as a JSON object."""
        return {
            "solver": self.solver,
            "against": self.against,
            "measure": self.measure,
            "deals": self.deals,
            "ratio": self.ratio.to_dict(),
            "fewer": self.fewer,
            "more": self.more,
            "same": self.same,
            "p": self.p,
        }
