"""Reports: what a survey has found, as figures and as lines of text.

Means and quantiles are over the deals that they concern, and say how many those are; undecided deals are
listed separately and not hidden in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from yomikiri.core.html_table import html_table
from yomikiri.search import Outcome
from yomikiri.store import Attempt, Store
from yomikiri.surveys.plan import Survey
from yomikiri.surveys.tally import Tally


@dataclass(frozen=True)
class Spread:
    """A summary of some numbers; quantiles are members of the sample."""

    count: int
    mean: float
    median: float
    high: float
    """The 90 % quantile: nine in ten are no larger."""
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread | None":
        if not values:
            return None
        ordered = sorted(values)
        n = len(ordered)
        return cls(
            n, sum(ordered) / n, ordered[(n - 1) // 2], ordered[min(n - 1, -(-9 * n // 10) - 1)], ordered[-1]
        )

    def __str__(self) -> str:
        numbers = (self.mean, self.median, self.high, self.most)
        return "mean {}, median {}, nine of ten at most {}, most {}".format(*map(_short, numbers))


@dataclass(frozen=True)
class Report:
    """The figures of a survey."""

    survey: Survey
    tally: Tally
    expanded: dict[str, Spread]
    """Positions expanded, by outcome."""
    lengths: Spread | None
    """Moves of the solutions."""
    shortest: int
    """How many of the solutions are proved shortest."""
    winnable: Spread | None
    """Arrangements won of a deal that has several, over the deals whose arrangements are all decided."""
    memory: Spread | None
    """The most bytes that the tables and lists of a search took, without its worker's Python."""
    seconds: float
    versions: tuple[str, ...]

    @classmethod
    def of(cls, survey: Survey, store: Store) -> "Report":
        return cls.about(survey, list(survey.standing(store).values()))

    @classmethod
    def about(cls, survey: Survey, attempts: Sequence[Attempt]) -> "Report":
        """The figures from attempts that have already been read."""
        solved = [attempt for attempt in attempts if attempt.outcome == Outcome.SOLVED.value]
        by_outcome: dict[str, list[Attempt]] = {}
        for attempt in attempts:
            by_outcome.setdefault(attempt.outcome, []).append(attempt)
        spreads = {
            outcome: Spread.of([attempt.expanded for attempt in found])
            for outcome, found in sorted(by_outcome.items())
        }
        return cls(
            survey,
            Tally.of(survey.deals.count, attempts),
            {outcome: spread for outcome, spread in spreads.items() if spread is not None},
            Spread.of([attempt.length for attempt in solved if attempt.length is not None]),
            sum(attempt.proved_shortest for attempt in solved),
            Spread.of([a.winnable for a in attempts if a.winnable is not None and a.complete]),
            Spread.of([attempt.peak_bytes for attempt in attempts]),
            sum(attempt.seconds for attempt in attempts),
            tuple(sorted({attempt.configuration.version for attempt in attempts})),
        )

    def lines(self) -> list[str]:
        """The report as text."""
        return [str(self.survey), *(f"  {name}: {found}" for name, found in self.figures())]

    def _repr_html_(self) -> str:
        return html_table(str(self.survey), self.figures())

    def figures(self) -> list[tuple[str, str]]:
        """The findings, each with its name."""
        tally = self.tally
        found = [
            (
                "deals",
                f"{tally.done} of {tally.total} tried; {tally.solved} solved, "
                f"{tally.unsolvable} unsolvable, {tally.undecided} undecided",
            )
        ]
        if tally.done == 0:
            return found
        found.append(("estimate", str(tally.estimate)))
        for outcome, spread in self.expanded.items():
            found.append((f"expanded, {outcome} ({spread.count})", str(spread)))
        if self.lengths is not None:
            proved = f"{self.shortest} of {self.lengths.count} proved shortest"
            found.append((f"length ({proved})", str(self.lengths)))
        if self.winnable is not None:
            found.append((f"arrangements won ({self.winnable.count} deals)", str(self.winnable)))
        if tally.worst is not None:
            found.append(("worst", f"deal {tally.worst.deal.deal}, {tally.worst.expanded} expanded"))
        if self.memory is not None:
            sizes = (f"{size / 2**20:.1f} MiB" for size in (self.memory.median, self.memory.most))
            found.append(("memory of a search", "median {}, most {}".format(*sizes)))
        versions = ", ".join(self.versions)
        found.append(("time of all searches", f"{_short(self.seconds)} s; version {versions}"))
        return found


def _short(number: float) -> str:
    """A number, unchanged if it is whole, otherwise with four digits."""
    return f"{number:.0f}" if number == int(number) else f"{number:.4g}" if number < 1e4 else f"{number:.0f}"
