"""The progress of long work: the tally of a survey, the gauge of anything else."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from yomikiri.search import Outcome
from yomikiri.store import Attempt
from yomikiri.surveys.estimate import Estimate


class Standing(Protocol):
    """The progress of something."""

    @property
    def over(self) -> bool:
        """Whether it is final."""

    def line(self) -> str:
        """One line for people."""


@dataclass
class Tally:
    """Counts of a survey: what was known before, and what this run adds."""

    total: int
    outcomes: Counter[str] = field(default_factory=Counter)
    worst: Attempt | None = None
    """The attempt that expanded most."""
    solved_now: int = 0
    """Attempts that ended in this run."""
    started: float = field(default_factory=time.monotonic)
    finished: bool = False
    """Whether the run finished, rather than being cancelled."""

    @classmethod
    def of(cls, total: int, known: Iterable[Attempt]) -> "Tally":
        tally = cls(total)
        for attempt in known:
            tally.count(attempt)
        return tally

    def count(self, attempt: Attempt) -> None:
        self.outcomes[attempt.outcome] += 1
        if self.worst is None or attempt.expanded > self.worst.expanded:
            self.worst = attempt

    def add(self, attempt: Attempt) -> None:
        """Count an attempt of this run."""
        self.solved_now += 1
        self.count(attempt)

    @property
    def done(self) -> int:
        return sum(self.outcomes.values())

    @property
    def over(self) -> bool:
        return self.finished or self.done >= self.total

    @property
    def solved(self) -> int:
        return self.outcomes[Outcome.SOLVED.value]

    @property
    def unsolvable(self) -> int:
        return self.outcomes[Outcome.UNSOLVABLE.value]

    @property
    def undecided(self) -> int:
        """Tried without an answer: a limit, a crash or a failure."""
        return self.done - self.solved - self.unsolvable

    @property
    def estimate(self) -> Estimate:
        return Estimate.of(self.solved, self.unsolvable, self.undecided)

    @property
    def rate(self) -> float:
        """Deals per second in this run."""
        elapsed = time.monotonic() - self.started
        return self.solved_now / elapsed if elapsed > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take at this rate; None while the rate is unknown."""
        rate = self.rate
        return (self.total - self.done) / rate if rate > 0 else None

    def line(self) -> str:
        """One line for people."""
        parts = [
            f"{self.done} of {self.total} deals",
            f"{self.solved} solved, {self.unsolvable} unsolvable, {self.undecided} undecided",
            f"{self.rate:.3g}/s",
        ]
        left = self.seconds_left
        if left is not None and self.done < self.total:
            parts.append(f"{clock(left)} left")
        if self.done:
            parts.append(str(self.estimate))
        if self.worst is not None:
            parts.append(f"worst: deal {self.worst.deal.deal} with {self.worst.expanded} expanded")
        return "; ".join(parts)


@dataclass
class Gauge:
    """How much of one long piece of work is done; without a total, only how long it has taken."""

    what: str
    done: int = 0
    total: int | None = None
    started: float = field(default_factory=time.monotonic)
    over: bool = False

    def line(self) -> str:
        """One line for people."""
        elapsed = time.monotonic() - self.started
        if self.total is None:
            return f"{self.what}; {clock(elapsed)} so far"
        share = self.done / max(self.total, 1)
        parts = [f"{self.what}: {self.done:,} of {self.total:,} ({share:.0%})"]
        if self.done > 0 and elapsed > 0:
            rate = self.done / elapsed
            parts += [f"{rate:,.0f}/s", f"{clock((self.total - self.done) / rate)} left"]
        return "; ".join(parts)


def clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02d}:{second:02d}"
