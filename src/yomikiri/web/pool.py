"""The pool: worker processes, one search each, and the queue before them.

Everything here but the listening happens in the event loop, so nothing needs a lock.  Each worker has a
thread that starts its process, listens, and says when it has died; a dead one is replaced, and its search
ends in an error and nothing else does.  A search that is cancelled gets a moment to stop by itself; then
its process is killed.
"""

import asyncio
import contextlib
import itertools
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from yomikiri.errors import InputError
from yomikiri.web.question import Question, cancelled
from yomikiri.web.settings import Settings
from yomikiri.web.worker import ANSWER, ASK, CANCEL, ERROR, PROGRESS, READY, work

Hear = Callable[[str, Any], None]
"""Hears ``progress``, then ``answer`` or ``error`` once, each with what there is to say."""

BREATH = 1.0
"""Seconds before a worker that died before it was ready is replaced."""

_numbers = itertools.count(1)


@dataclass(eq=False)
class Job:
    """A question on its way."""

    question: Question
    hear: Hear
    number: int = field(default_factory=lambda: next(_numbers))
    cancelled: bool = False


class Pool:
    """So many workers as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers: set[_Worker] = set()
        self._waiting: deque[Job] = deque()
        self._closed = False

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        for _ in range(self._settings.workers):
            self._add()

    async def close(self) -> None:
        """End all workers, whatever they do."""
        self._closed = True
        self._waiting.clear()
        for worker in list(self._workers):
            worker.kill()
        for worker in list(self._workers):
            await asyncio.to_thread(worker.join)

    @property
    def pids(self) -> list[int]:
        """The processes that are there."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def running(self) -> int:
        return sum(worker.job is not None for worker in self._workers)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def submit(self, job: Job) -> None:
        """Have a question answered, after those that came before."""
        if len(self._waiting) >= self._settings.waiting:
            raise InputError(f"{len(self._waiting)} searches are waiting already: try again later")
        self._waiting.append(job)
        self._assign()

    def cancel(self, job: Job) -> None:
        """Have a question not answered; it hears so at once, or when its search has stopped."""
        if job.cancelled:
            return
        job.cancelled = True
        if job in self._waiting:
            self._waiting.remove(job)
            job.hear(ANSWER, cancelled(job.question))
            return
        for worker in self._workers:
            if worker.job is job:
                worker.send((CANCEL, job.number, None))
                self._loop.call_later(self._settings.stop_seconds, self._kill, worker, job)

    def _kill(self, worker: "_Worker", job: Job) -> None:
        if worker.job is job:
            worker.kill()

    def _add(self) -> None:
        if not self._closed:
            self._workers.add(_Worker(self, self._loop))
            self._assign()

    def _assign(self) -> None:
        for worker in self._workers:
            if worker.job is None and self._waiting:
                worker.job = self._waiting.popleft()
                worker.ask()

    def heard(self, worker: "_Worker", number: int, word: str, said: Any) -> None:
        """A worker has said something."""
        if word == READY:
            worker.ready = True
            return
        job = worker.job
        if job is None or job.number != number:
            return
        if word == PROGRESS:
            if not job.cancelled:
                job.hear(PROGRESS, said)
            return
        worker.job = None
        job.hear(word, said)
        self._assign()

    def ended(self, worker: "_Worker", status: int | None) -> None:
        """A worker has died."""
        self._workers.discard(worker)
        job, worker.job = worker.job, None
        if job is not None and job.cancelled:
            job.hear(ANSWER, cancelled(job.question))
        elif job is not None:
            how = f"killed by signal {-status}" if status is not None and status < 0 else f"status {status}"
            job.hear(ERROR, f"the search's process died ({how}); the server goes on: try again")
        if worker.ready:
            self._add()
        elif not self._closed:
            self._loop.call_later(BREATH, self._add)


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
        with contextlib.suppress(OSError):  # It is dead: its thread will say so.
            self._connection.send(message)

    def ask(self) -> None:
        assert self.job is not None
        self.send((ASK, self.job.number, self.job.question))

    def kill(self) -> None:
        self._doomed = True
        if self._started.is_set():
            self._process.kill()

    def join(self) -> None:
        self._thread.join(5)

    def _live(self) -> None:
        try:
            self._process.start()
            self._other.close()  # Now the end of the process is the end of the pipe.
            self._started.set()
            if self._doomed:
                self._process.kill()
            while True:
                self._call(self._pool.heard, *self._connection.recv())
        except (EOFError, OSError):
            pass
        if self._started.is_set():
            self._process.join()
        self._connection.close()
        self._call(self._pool.ended, self._process.exitcode if self._started.is_set() else None)

    def _call(self, method: Callable[..., None], *said: Any) -> None:
        with contextlib.suppress(RuntimeError):  # The loop is closed: nobody listens any more.
            self._loop.call_soon_threadsafe(method, self, *said)
