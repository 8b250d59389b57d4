"""The local pool: one process per worker, each watched by a thread that replaces it when it dies.

The pools of the standard library give up when a worker is killed; here that costs only the deal that it was
solving.  Workers are started as programs and not forked, so that a driver with threads, a notebook or a
script without a main guard can start them, and nothing is shared that could break.
"""

import contextlib
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from yomikiri.core import system
from yomikiri.core.errors import InputError
from yomikiri.search import Cancel
from yomikiri.surveys.executor import D, Memory, Work, divide

_COMMAND = [sys.executable, "-m", "yomikiri.surveys.worker"]
_GLANCE_SECONDS = 0.1
"""Seconds between two looks at the flag while nothing happens."""


class LocalPool:
    """Solves on this machine with one process per processor, or as many as requested."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and (isinstance(workers, bool) or workers < 1):
            raise InputError(f"workers {workers!r} is not a number of workers: expected 1 or more")
        self.workers = workers or system.processors()

    def __repr__(self) -> str:
        return f"LocalPool({self.workers})"

    def memory(self, limit: int | None) -> Memory:
        return divide(limit, self.workers)

    def run(self, tasks: Iterator[Work[D]], cancel: Cancel, *, alone: bool = False) -> Iterator[D]:
        workers = _Workers(tasks)
        threads = [
            threading.Thread(target=workers.work, daemon=True) for _ in range(1 if alone else self.workers)
        ]
        try:
            for thread in threads:
                thread.start()
            left = len(threads)
            while left and not cancel.is_set():
                try:
                    found = workers.results.get(timeout=_GLANCE_SECONDS)
                except queue.Empty:
                    continue
                if found is None:
                    left -= 1
                elif isinstance(found, BaseException):
                    raise found
                else:
                    yield found
        finally:
            workers.stop()
            for thread in threads:
                thread.join()


class _Workers:
    """What the threads of a pool share: where tasks come from, where attempts go, who is working."""

    def __init__(self, tasks: Iterator[Any]) -> None:
        self.results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._tasks = tasks
        self._lock = threading.Lock()
        self._stopped = False
        self._processes: set[subprocess.Popen[bytes]] = set()

    def stop(self) -> None:
        """Hand out no more tasks; end the running searches and their workers."""
        with self._lock:
            self._stopped = True
            for process in self._processes:
                process.kill()

    def work(self) -> None:
        """Run one worker, or several in turn if they die."""
        process = None
        try:
            while (task := self._next()) is not None:
                process = process or self._start()
                if process is None:
                    break
                attempt = _ask(process, task)
                if attempt is None:
                    reason = self._end(process)
                    process = None
                    if self._stopped:
                        break
                    attempt = task.crashed(reason)
                self.results.put(attempt)
        except BaseException as error:
            self.results.put(error)
        finally:
            if process is not None:
                self._end(process)
            self.results.put(None)

    def _next(self) -> Any:
        with self._lock:
            return None if self._stopped else next(self._tasks, None)

    def _start(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._stopped:
                return None
            # In its own session it does not receive the Ctrl-C meant for the driver.
            process = subprocess.Popen(
                _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            self._processes.add(process)
            return process

    def _end(self, process: "subprocess.Popen[bytes]") -> str:
        """Wait for a dead or idle worker; returns how it ended, in words."""
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):  # It is dead, and data was left in the buffer.
            process.stdin.close()
        status = process.wait()
        process.stdout.close()
        with self._lock:
            self._processes.discard(process)
        if status < 0:
            return f"the worker was killed by signal {-status} ({signal.Signals(-status).name})"
        return f"the worker ended with status {status}"


def _ask(process: "subprocess.Popen[bytes]", task: Any) -> Any:
    """Have a worker solve a task; None if it died."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        pickle.dump(task, process.stdin)
        process.stdin.flush()
        found = pickle.load(process.stdout)
    except (OSError, EOFError, pickle.UnpicklingError):
        return None
    return found if hasattr(found, "outcome") else None
