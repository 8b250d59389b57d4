"""Teams: all parts of a divided search, and how to reach them.  The interface, and the team of threads.

A team hands out steps and returns *handles* for their results: one for the status and one for each batch.  A
handle can be the input of a later step before its result exists, so the driver never waits for a batch and
never sees one.  Steps of one part run in the order in which they were issued.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple, Protocol

from yomikiri.search.partitioning import Partitioning
from yomikiri.surveys.part import Part, Status


class Team(Protocol):
    """What the driver needs from a team."""

    @property
    def parts(self) -> int:
        """The number of parts."""

    def step(self, index: int, incoming: Sequence[Any], expand: int, turn: bool) -> Sequence[Any]:
        """Have a part do a step; returns handles for its status and, by recipient, its batches."""

    def wait(self, handles: Sequence[Any], seconds: float) -> list[Status] | None:
        """The statuses behind handles, or None if they are not all ready after that many seconds."""

    def call(self, index: int, name: str, *arguments: Any) -> Any:
        """Call a part and wait for the answer; errors of the part are raised here."""

    def call_all(self, name: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call all parts at once, each with its arguments."""

    def close(self) -> None:
        """End all parts; their data is lost."""


class _Handle(NamedTuple):
    answer: "Future[tuple[Any, ...]]"
    place: int


class ThreadTeam:
    """Parts in this process, one thread each: the kernel releases Python's lock while it works."""

    def __init__(self, partitioning: Partitioning, parts: int, memory: int) -> None:
        self.parts = parts
        self._parts = [
            Part(partitioning, i, parts, memory // parts, clock="thread_time") for i in range(parts)
        ]
        self._threads = [ThreadPoolExecutor(1, f"slice-{i}") for i in range(parts)]

    def step(self, index: int, incoming: Sequence[_Handle], expand: int, turn: bool) -> list[_Handle]:
        def work() -> tuple[Any, ...]:
            # Issued earlier, so it runs in another thread or is done: waiting cannot deadlock.
            batches = [answer.result()[place] for answer, place in incoming]
            return self._parts[index].step(expand, turn, *batches)

        answer = self._threads[index].submit(work)
        return [_Handle(answer, place) for place in range(self.parts + 1)]

    def wait(self, handles: Sequence[_Handle], seconds: float) -> list[Status] | None:
        answers = [handle.answer for handle in handles]
        if wait(answers, timeout=seconds).not_done:
            return None
        return [answer.result()[0] for answer in answers]

    def call(self, index: int, name: str, *arguments: Any) -> Any:
        return self._threads[index].submit(getattr(self._parts[index], name), *arguments).result()

    def call_all(self, name: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        answers = [
            thread.submit(getattr(part, name), *given)
            for thread, part, given in zip(self._threads, self._parts, arguments, strict=True)
        ]
        return [answer.result() for answer in answers]

    def close(self) -> None:
        for thread in self._threads:
            thread.shutdown(wait=False, cancel_futures=True)
        for thread in self._threads:
            thread.shutdown(wait=True)
