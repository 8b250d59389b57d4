"""Executors solve the deals of a survey.  This is the interface, and the simplest implementation.

An executor takes tasks from an iterator, as many at a time as it has workers, and yields attempts in the
order in which they end, exactly one per task.  It never gives up because of a deal: if a worker dies, that is
an attempt that crashed.  An executor does not care what a task is or what it returns: any :class:`Work` will
do that can be pickled.  When the flag is set, it hands out no more tasks, ends the running searches, and is
done; closing the iterator does the same.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeVar

from yomikiri.search import Cancel, Limits, Outcome


class Done(Protocol):
    """What became of some work."""

    @property
    def outcome(self) -> str:
        """``cancelled`` if it was not ended; anything else is an answer."""

    @property
    def seconds(self) -> float:
        """How long it took."""


D = TypeVar("D", bound=Done)
D_co = TypeVar("D_co", bound=Done, covariant=True)


class Work(Protocol[D_co]):
    """Something to do, wherever: a value that travels to a worker."""

    def perform(self, cancel: Cancel | None = None) -> D_co:
        """Do it.  Whatever goes wrong is part of the answer."""

    def crashed(self, reason: str) -> D_co:
        """The answer for a worker that died."""


class Memory(NamedTuple):
    """Bytes that a search may take while others run, and when it runs alone."""

    share: int
    alone: int


class Executor(Protocol):
    """What a survey needs from the solver of its deals."""

    @property
    def workers(self) -> int:
        """How many deals are solved at a time."""

    def memory(self, limit: int | None) -> Memory:
        """How one limit for all, or all free memory, is divided."""

    def run(self, tasks: Iterator[Work[D]], cancel: Cancel, *, alone: bool = False) -> Iterator[D]:
        """The attempts at the tasks as they end; ``alone`` solves one deal at a time."""


def round_memory(amount: int) -> int:
    """An amount of free memory, rounded down to three binary digits.

    Free memory differs a little from run to run; the recorded limits should not.
    """
    step = 1 << max(0, amount.bit_length() - 3)
    return amount // step * step


def divide(limit: int | None, workers: int) -> Memory:
    """Divide the memory of this machine among workers: a limit, or 80 % of what is free."""
    total = round_memory(Limits().memory_bytes()) if limit is None else limit
    return Memory(total // workers, total)


class InProcess:
    """Solves one deal after another in this process.  For small surveys, tests and debuggers."""

    workers = 1

    def memory(self, limit: int | None) -> Memory:
        return divide(limit, 1)

    def run(self, tasks: Iterator[Work[D]], cancel: Cancel, *, alone: bool = False) -> Iterator[D]:
        for task in tasks:
            if cancel.is_set():
                return
            attempt = task.perform(cancel)
            if attempt.outcome == Outcome.CANCELLED.value:
                return
            yield attempt
