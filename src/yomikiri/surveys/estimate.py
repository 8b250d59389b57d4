"""Estimates: the share of deals that can be won, with an interval that hides nothing.

The interval is Wilson's (1927): unlike the textbook one it stays within 0 and 1 and holds for shares near
either end.  Undecided deals are never dropped: hard deals are not like the others, so leaving them out would
bias the share.  The lower end counts them as lost, the upper end as won.
"""

from dataclasses import dataclass

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval for a share; 0 to 1 if there were no trials."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    centre, scale = share + z * z / (2 * trials), 1 + z * z / trials
    # At the ends the exact value is 0 or 1, which rounding would miss.
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == trials else (centre + spread) / scale
    return low, high


@dataclass(frozen=True)
class Estimate:
    """The share of solvable deals: ``least`` to ``most`` in the sample, ``low`` to ``high`` with 95 %."""

    least: float
    most: float
    low: float
    high: float

    @classmethod
    def of(cls, solved: int, unsolvable: int, undecided: int) -> "Estimate":
        trials = solved + unsolvable + undecided
        least, most = (solved / trials, (solved + undecided) / trials) if trials else (0.0, 1.0)
        return cls(least, most, wilson(solved, trials)[0], wilson(solved + undecided, trials)[1])

    def __str__(self) -> str:
        share = f"{self.least:.1%}" if self.least == self.most else f"{self.least:.1%} to {self.most:.1%}"
        return f"{share} solvable (95 %: {self.low:.1%} to {self.high:.1%})"
