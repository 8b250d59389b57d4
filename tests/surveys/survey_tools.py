"""What the tests of surveys share: an executor that notes its tasks, and a driver to be killed."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from yomikiri import Cancel
from yomikiri.store import Attempt, Store
from yomikiri.surveys import InProcess, LocalPool, plan, run
from yomikiri.surveys.executor import Memory
from yomikiri.surveys.task import Task


class Noting(InProcess):
    """Solves in this process, and notes what it was given."""

    def __init__(self) -> None:
        self.given: list[Task] = []

    @property
    def deals(self) -> list[str]:
        return [task.deal for task in self.given]

    def run(self, tasks: Iterator[Task], cancel: Cancel, *, alone: bool = False) -> Iterator[Attempt]:
        return super().run(self._noted(tasks), cancel, alone=alone)

    def _noted(self, tasks: Iterator[Task]) -> Iterator[Task]:
        for task in tasks:
            self.given.append(task)
            yield task


class Pretending(Noting):
    """As if several workers shared the memory."""

    workers = 4

    def memory(self, limit: int | None) -> Memory:
        assert limit is not None
        return Memory(limit // 4, limit)


class Answering(Noting):
    """Gives back what it is told instead of solving."""

    def __init__(self, answer: Callable[[Task], Attempt]) -> None:
        super().__init__()
        self.answer = answer

    def run(self, tasks: Iterator[Task], cancel: Cancel, *, alone: bool = False) -> Iterator[Attempt]:
        for task in self._noted(tasks):
            yield self.answer(task)


def workers_of(driver: int) -> list[int]:
    """The processes that a driver has started as workers."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if (
                not folder.name.isdigit()
                or b"yomikiri.surveys.worker" not in (folder / "cmdline").read_bytes()
            ):
                continue
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # It has just ended.
        if parent == driver:
            found.append(int(folder.name))
    return found


def is_alive(process: int) -> bool:
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    # A driver that says how many deals are done.
    place, size, deals = sys.argv[1:]
    with Store(place) as store:
        run(
            plan("superpuzz", deals, size=size, algorithm="priority-1"),
            store,
            LocalPool(2),
            report=lambda tally: print(tally.done, flush=True),
        )
