"""Watching and stopping a running search: cancellation, progress, and the meter that enforces limits."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from yomikiri.search.level import Level, LevelLog
from yomikiri.search.outcome import Limits, Outcome


@dataclass(frozen=True)
class Progress:
    """A snapshot of a running search."""

    expanded: int
    generated: int
    stored: int
    open: int
    bytes: int
    seconds: float
    lower_bound: int = 0
    upper_bound: int | None = None
    note: str | None = None
    """The current activity, if it is not the search itself, such as building a table."""
    earlier: int = 0
    """How many of the expanded positions are from earlier runs; the seconds count this run only."""

    @property
    def rate(self) -> float:
        """Positions expanded per second in this run."""
        return (self.expanded - self.earlier) / self.seconds if self.seconds > 0 else 0.0


ProgressCallback = Callable[[Progress], None]


class Cancel:
    """A flag that any thread, or a signal handler, may set to stop a search."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Ask every search that holds this flag to stop."""
        self._event.set()

    def is_set(self) -> bool:
        return self._event.is_set()


class Stopped(Exception):
    """Raised inside a reference algorithm when a limit is reached; never leaves this package."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.value)
        self.outcome = outcome
        self.path: list[bytes] | None = None
        """The keys along a solution that is known already."""


class Meter:
    """Counts the work of a reference algorithm and stops it at its limits.

    ``bytes`` is an estimate made by the algorithm (keys and bookkeeping), good enough to stop in time.
    """

    REPORT_SECONDS = 0.1

    def __init__(
        self, limits: Limits, cancel: Cancel | None = None, progress: ProgressCallback | None = None
    ) -> None:
        self.limits = limits
        self.memory = limits.memory_bytes()
        self.cancel = cancel
        self.progress = progress
        self.expanded = self.generated = self.stored = self.open = self.bytes = self.peak_bytes = 0
        self.lower_bound = 0
        self.started = self.reported = time.monotonic()
        self._levels = LevelLog()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def begin_level(self, by: str, value: int) -> None:
        """Note that a level begins, unless it is the current one."""
        self._levels.begin(by, value, self.expanded, self.generated, self.seconds)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels so far; the last one extends to the current counts."""
        return self._levels.until(self.expanded, self.generated, self.seconds)

    def expand(self) -> None:
        """Count one expansion, or raise :class:`Stopped` if it is not allowed."""
        if self.limits.nodes is not None and self.expanded >= self.limits.nodes:
            raise Stopped(Outcome.NODE_LIMIT)
        self.peak_bytes = max(self.peak_bytes, self.bytes)
        if self.bytes > self.memory:
            raise Stopped(Outcome.MEMORY_LIMIT)
        self.look()
        self.expanded += 1

    def look(self) -> None:
        """Report progress if due; raise :class:`Stopped` on cancellation or at the time limit."""
        if self.cancel is not None and self.cancel.is_set():
            raise Stopped(Outcome.CANCELLED)
        now = time.monotonic()
        if self.limits.seconds is not None and now - self.started >= self.limits.seconds:
            raise Stopped(Outcome.TIME_LIMIT)
        if self.progress is not None and now - self.reported >= self.REPORT_SECONDS:
            self.reported = now
            self.progress(self.snapshot())

    def snapshot(self) -> Progress:
        return Progress(
            self.expanded, self.generated, self.stored, self.open, self.bytes, self.seconds, self.lower_bound
        )
