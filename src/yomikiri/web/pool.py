"""The pool: worker processes, one task each, and the queue in front of them.

Everything here except listening happens in the event loop, so nothing needs a lock.  Each worker has a thread
that starts its process, listens, and reports when it has died; a dead worker is replaced, and only its own
task ends in an error.  A cancelled task gets a moment to stop by itself; then its process is killed.
"""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from yomikiri.web.turns import Owner, Turns
from yomikiri.web.worker import ASK, CANCEL, ERROR, PROGRESS, READY, Task, work

Hear = Callable[[str, Any], None]
"""Receives ``queued`` with a place, and ``progress``; then, once, how it ended: ``answer``, ``refused``,
``error``, ``defect`` or ``cancelled``, each with its content."""

QUEUED, CANCELLED = "queued", "cancelled"
BREATH = 1.0
"""Seconds before a worker that could not be started, or died before it was ready, is replaced."""
LOG = logging.getLogger("yomikiri.web")

_numbers = itertools.count(1)


@dataclass(eq=False)
class Job:
    """A submitted task."""

    task: Task
    owner: Owner
    hear: Hear
    number: int = field(default_factory=lambda: next(_numbers))
    seconds: float | None = None
    """Seconds after which its worker is killed; a search stops by itself and has no such limit."""
    cancelled: bool = False
    overdue: bool = False
    place: int | None = None
    """The place in the queue, as last reported: 1 is next, 0 is running."""

    def tell(self, word: str, said: Any) -> None:
        """Pass a message on; an error in the listener must not break the pool."""
        try:
            self.hear(word, said)
        except Exception:
            LOG.exception("a bug in hearing of a task")


class Pool:
    """A number of workers, started on demand or in advance, and the queue."""

    def __init__(self, workers: int, turns: Turns[Job], stop_seconds: float) -> None:
        self._most, self._turns, self._stop_seconds = workers, turns, stop_seconds
        self._workers: set[_Worker] = set()
        self._started = self._closed = False

    async def start(self) -> None:
        """Start the workers; otherwise they start with the first job."""
        self._begin()

    def _begin(self) -> None:
        if not self._started:
            self._started, self._closed = True, False
            self._loop = asyncio.get_running_loop()
            for _ in range(self._most):
                self._add()

    async def close(self) -> None:
        """End all workers, whatever they are doing; the pool can be started again."""
        self._started, self._closed = False, True
        self._turns.clear()
        for worker in list(self._workers):
            worker.kill()
        for worker in list(self._workers):
            await asyncio.to_thread(worker.join)
        self._workers.clear()

    @property
    def pids(self) -> list[int]:
        """The running processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def running(self) -> int:
        return sum(worker.job is not None for worker in self._workers)

    @property
    def waiting(self) -> int:
        return len(self._turns)

    def submit(self, job: Job) -> None:
        """Queue a task; raises :class:`~yomikiri.web.turns.Full` if there is no room."""
        loser = self._turns.add(job, job.owner)
        if loser is not None:
            loser.tell(ERROR, "others came who have asked less, and the queue is full: ask again later")
        self._begin()
        self._assign()

    def cancel(self, job: Job) -> None:
        """Cancel a task; its listener hears of it at once, or when its worker has stopped."""
        if job.cancelled:
            return
        job.cancelled = True
        if self._turns.remove(job):
            job.tell(CANCELLED, None)
            self._tell_places()
            return
        for worker in self._workers:
            if worker.job is job:
                worker.send((CANCEL, job.number, None))
                self._loop.call_later(self._stop_seconds, self._kill, worker, job)

    def _kill(self, worker: "_Worker", job: Job) -> None:
        if worker.job is job:
            worker.kill()

    def _overdue(self, worker: "_Worker", job: Job) -> None:
        if worker.job is job:
            job.overdue = True
            worker.kill()

    def _add(self) -> None:
        if self._closed:
            return
        try:
            self._workers.add(_Worker(self, self._loop))
        except (OSError, RuntimeError):  # Out of file descriptors or threads: there may be some later.
            self._loop.call_later(BREATH, self._add)
        else:
            self._assign()

    def _assign(self) -> None:
        for worker in self._workers:
            if worker.job is None and self._turns:
                job = worker.job = self._turns.take()
                worker.ask()
                job.place = 0
                job.tell(QUEUED, 0)
                if job.seconds is not None:
                    self._loop.call_later(job.seconds, self._overdue, worker, job)
        self._tell_places()

    def _tell_places(self) -> None:
        for place, job in enumerate(self._turns.order(), start=1):
            if job.place != place:
                job.place = place
                job.tell(QUEUED, place)

    def heard(self, worker: "_Worker", number: int, word: str, said: Any) -> None:
        """Handle a message from a worker."""
        if word == READY:
            worker.ready = True
            return
        job = worker.job
        if job is None or job.number != number:
            return
        if word == PROGRESS:
            if not job.cancelled:
                job.tell(PROGRESS, said)
            return
        worker.job = None
        self._turns.done(job)
        job.tell(word, said)
        self._assign()

    def ended(self, worker: "_Worker", status: int | None) -> None:
        """Handle the death of a worker."""
        if worker not in self._workers:
            return  # The pool was closed.
        self._workers.discard(worker)
        job, worker.job = worker.job, None
        if job is not None:
            self._turns.done(job)
            if job.cancelled:
                job.tell(CANCELLED, None)
            else:
                job.tell(ERROR, f"{_death(job, status)}; the server continues: try again")
        if worker.ready:
            self._add()
        elif not self._closed:
            self._loop.call_later(BREATH, self._add)


def _death(job: Job, status: int | None) -> str:
    if job.overdue:
        return f"it took longer than {job.seconds:g} seconds"
    if status is None:
        return "no process could be started for it"
    how = f"killed by signal {-status}" if status < 0 else f"status {status}"
    return f"the process that worked on it died ({how})"


class _Worker:
    """A worker process, and the thread that listens to it."""

    def __init__(self, pool: Pool, loop: asyncio.AbstractEventLoop) -> None:
        self.job: Job | None = None
        self.ready = False
        self._pool, self._loop = pool, loop
        context = multiprocessing.get_context("spawn")
        self._connection: Connection[Any, Any]
        self._connection, self._other = context.Pipe()
        self._process = context.Process(target=work, args=(self._other,), daemon=True)
        self._started = threading.Event()
        self._doomed = False
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def send(self, message: Any) -> None:
        with contextlib.suppress(OSError):  # It is dead: its thread will report that.
            self._connection.send(message)

    def ask(self) -> None:
        assert self.job is not None
        self.send((ASK, self.job.number, self.job.task))

    def kill(self) -> None:
        self._doomed = True
        if self._started.is_set():
            self._process.kill()

    def join(self) -> None:
        self._thread.join(5)

    def _live(self) -> None:
        try:
            self._process.start()
            self._other.close()  # Now the pipe ends when the process ends.
            self._started.set()
            if self._doomed:
                self._process.kill()
            while True:
                self._call(self._pool.heard, *self._connection.recv())
        except (EOFError, OSError):
            pass
        except Exception:
            LOG.exception("a bug in listening to a worker")
        if self._started.is_set():
            self._process.kill()  # It is dead already, unless it sent something unreadable.
            self._process.join()
        self._connection.close()
        self._other.close()
        self._call(self._pool.ended, self._process.exitcode if self._started.is_set() else None)

    def _call(self, method: Callable[..., None], *said: Any) -> None:
        with contextlib.suppress(RuntimeError):  # The loop is closed: nobody is listening any more.
            self._loop.call_soon_threadsafe(method, self, *said)
