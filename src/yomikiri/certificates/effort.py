"""Effort: what writing a certificate may cost, and who watches it.

A proof can be a thousand times larger than the search whose answer it proves, since the search may have used
better lemmas than a checker knows.  So a writer has its own limits, and can be stopped.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from yomikiri.core.errors import InputError

T = TypeVar("T")
Watch = Callable[..., bool]
"""Called about ten times a second with positions examined, generated, kept and waiting, bytes, seconds, and
0; returning True asks to stop."""
WATCH_SECONDS = 0.1
ENTRY_BYTES = 150
"""Bytes that Python takes for an entry besides its key: a place in a set, a count, a bytes object."""


class Unfinished(InputError):
    """A certificate was not written because a limit was reached; ``outcome`` names the limit."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


def nobody(*counts: Any) -> bool:
    """A watch that never asks to stop."""
    return False


@dataclass
class Effort:
    """Limits: positions kept, seconds, and bytes; None is no limit.  The clock starts now."""

    most: int | None = None
    seconds: float | None = None
    memory: int | None = None
    watch: Watch = nobody
    started: float = field(default_factory=time.monotonic)
    _looked: float = 0.0

    @property
    def seconds_left(self) -> float | None:
        """What is left of the seconds."""
        return None if self.seconds is None else max(0.0, self.started + self.seconds - time.monotonic())

    def look(self, expanded: int = 0, kept: int = 0, waiting: int = 0, width: int = 0) -> None:
        """Raise :class:`Unfinished` if a limit is reached, or the watch asks to stop."""
        size = kept * (width + ENTRY_BYTES)
        if self.most is not None and kept > self.most:
            raise self.stopped("node_limit")
        if self.memory is not None and size > self.memory:
            raise self.stopped("memory_limit")
        now = time.monotonic()
        if self.seconds is not None and now - self.started >= self.seconds:
            raise self.stopped("time_limit")
        if now - self._looked >= WATCH_SECONDS:
            self._looked = now
            if self.watch(expanded, expanded, kept, waiting, size, now - self.started, 0):
                raise self.stopped("cancelled")

    def looking(self, things: Iterable[T]) -> Iterator[T]:
        """The same things, with a check before each."""
        for thing in things:
            self.look()
            yield thing

    def stopped(self, outcome: str) -> Unfinished:
        """The error for a limit."""
        reasons = {
            "node_limit": f"the certificate would have more than {self.most} entries",
            "time_limit": f"the certificate takes more than {self.seconds} s to write",
            "memory_limit": "the certificate needs more memory than there is",
            "cancelled": "the writing of the certificate was stopped",
        }
        return Unfinished(outcome, reasons[outcome])
