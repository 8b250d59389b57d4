"""Executors: who solves the deals of a survey.  The interface, and the simplest of them.

An executor takes tasks from an iterator, as many at a time as it has workers, and gives back attempts in the
order in which they end, exactly one a task.  It never gives up because of a deal: a worker that dies
becomes an attempt that crashed.  When the flag is set it stops giving out tasks, ends the searches that
run, and is done; closing the iterator does the same.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from yomikiri.search import Cancel, Limits, Outcome
from yomikiri.store import Attempt
from yomikiri.surveys.task import Task, perform


class Memory(NamedTuple):
    """Bytes that a search may take while others run, and when it runs alone."""

    share: int
    alone: int


class Executor(Protocol):
    """What a survey needs of whoever solves its deals."""

    @property
    def workers(self) -> int:
        """How many deals are solved at a time."""

    def memory(self, limit: int | None) -> Memory:
        """How one limit for all, or what there is, is divided."""

    def run(self, tasks: Iterator[Task], cancel: Cancel, *, alone: bool = False) -> Iterator[Attempt]:
        """The attempts at the tasks as they end; ``alone`` solves one deal at a time."""


def round_memory(amount: int) -> int:
    """An amount of free memory, rounded down to three binary digits.

    What is free differs a little from run to run; the limits that are written down should not.
    """
    step = 1 << max(0, amount.bit_length() - 3)
    return amount // step * step


def divide(limit: int | None, workers: int) -> Memory:
    """The memory of this machine among workers: a limit, or 80 % of what is free."""
    total = round_memory(Limits().memory_bytes()) if limit is None else limit
    return Memory(total // workers, total)


class InProcess:
    """Solves one deal after another, here.  For small surveys, tests and debuggers."""

    workers = 1

    def memory(self, limit: int | None) -> Memory:
        return divide(limit, 1)

    def run(self, tasks: Iterator[Task], cancel: Cancel, *, alone: bool = False) -> Iterator[Attempt]:
        for task in tasks:
            if cancel.is_set():
                return
            attempt = perform(task, cancel)
            if attempt.outcome == Outcome.CANCELLED.value:
                return
            yield attempt
