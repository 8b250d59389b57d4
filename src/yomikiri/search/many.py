"""Many deals at once: :func:`solve_many`, an iterator of results, computed here or in processes or threads.

What is the same for all deals (the algorithm, its options) is looked up once, so a deal costs little more
than its search.  Nothing is stored: use a survey for work that must survive a crash.

Workers are always threads.  With ``pool="processes"`` each of them owns a process, started as a program and
not forked (as in :mod:`yomikiri.surveys.pool`), and hands it some deals at a time: as many as take a moment,
or a single long one.
"""

import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from yomikiri.core import system
from yomikiri.core.errors import InputError, YomikiriError, shown
from yomikiri.core.protocol import Game
from yomikiri.search.control import Cancel
from yomikiri.search.deals import DealResult
from yomikiri.search.many_progress import ManyProgress, ManyProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.prepared import Prepared, check_items

POOLS = ("processes", "threads")
AHEAD = 4096
"""How many results may wait to be taken: a hard first deal must not make the others fill memory."""
CHUNK_SECONDS = 0.02
"""How long a batch of short deals handed to a process should take, in seconds."""
MOST_IN_CHUNK = 64
_GLANCE_SECONDS = 0.1
_COMMAND = [sys.executable, "-m", "yomikiri.search.many_worker"]

Answer = Result | DealResult


def solve_many(
    game: Game[Any, Any],
    deals: Iterable[Any],
    *,
    workers: int | None = 1,
    ordered: bool = True,
    pool: str = "processes",
    limits: Limits | None = None,
    total: Limits | None = None,
    progress: ManyProgressCallback | None = None,
    cancel: Cancel | None = None,
    **options: Any,
) -> Iterator[Any]:
    """Solve deals one after another or several at a time, and yield their results in order or as they come.

    ``deals`` are numbers or names of deals, :class:`yomikiri.Deal` objects, or positions, in any iterable,
    even an endless one.  Each result has the ``label`` of its deal, or the index of its position.  A deal
    with several arrangements gives a :class:`yomikiri.DealResult`.

    ``workers`` is how many are solved at a time (None: one per processor), in processes or, with
    ``pool="threads"``, in threads of this one: the kernel runs without Python's lock.  A single worker is
    this thread.  ``ordered=False`` yields each result as soon as it is available.

    ``limits`` apply to each deal, ``total`` to all together; when that is used up, running searches end with
    that limit as their outcome, and the iteration ends.  ``progress`` is called with a :class:`ManyProgress`
    after each result; ``cancel`` ends the iteration.  The other options are those of :func:`yomikiri.solve`.
    """
    _check(game, workers, ordered, pool, limits, total, progress, cancel)
    check_items(deals)
    count = system.processors() if workers is None else workers
    shared = _shared(limits or Limits(), total, count)
    batch = _Batch(Prepared(game, options), enumerate(deals), shared, total or Limits())
    length = len(deals) if isinstance(deals, Sized) else None
    seen = ManyProgress(0, length)
    found = _here(batch, cancel) if count == 1 else _in_workers(batch, count, pool, ordered, cancel)
    return _told(found, seen, progress)


def _told(
    found: Iterator[Answer], seen: ManyProgress, progress: ManyProgressCallback | None
) -> Iterator[Answer]:
    if progress is None:
        yield from found
        return
    started = time.monotonic()
    for result in found:
        seen = seen.with_result(result, time.monotonic() - started)
        progress(seen)
        yield result


@dataclass
class _Batch:
    """The deals to solve, and what is left of their common limits."""

    prepared: Prepared
    items: Iterator[tuple[int, Any]]
    limits: Limits
    total: Limits
    started: float = field(default_factory=time.monotonic)
    expanded: int = 0

    def left(self) -> Limits:
        """The limits of the next deal."""
        nodes, seconds = self.limits.nodes, self.limits.seconds
        if self.total.nodes is not None:
            rest = max(0, self.total.nodes - self.expanded)
            nodes = rest if nodes is None else min(nodes, rest)
        if self.total.seconds is not None:
            over = max(0.0, self.total.seconds - (time.monotonic() - self.started))
            seconds = over if seconds is None else min(seconds, over)
        if (nodes, seconds) == (self.limits.nodes, self.limits.seconds):
            return self.limits
        return replace(self.limits, nodes=nodes, seconds=seconds)

    def pay(self, result: Answer) -> bool:
        """Deduct what a deal cost; returns whether anything is left for the next one."""
        self.expanded += result.expanded
        if self.total.nodes is not None and self.expanded >= self.total.nodes:
            return False
        return self.total.seconds is None or time.monotonic() - self.started < self.total.seconds


def _here(batch: _Batch, cancel: Cancel | None) -> Iterator[Answer]:
    for index, item in batch.items:
        if cancel is not None and cancel.is_set():
            return
        result = batch.prepared.answer(index, item, batch.left(), cancel)
        if result.outcome is Outcome.CANCELLED:
            return
        yield result
        if not batch.pay(result):
            return


class Solver(Protocol):
    """Solves some deals for a worker."""

    def solve(self, chunk: list[tuple[int, Any]], limits: Limits) -> list[Answer]: ...
    def close(self) -> None: ...


class _InThread:
    """Solves in this process."""

    def __init__(self, prepared: Prepared, cancel: Cancel) -> None:
        self._prepared, self._cancel = prepared, cancel

    def solve(self, chunk: list[tuple[int, Any]], limits: Limits) -> list[Answer]:
        return [self._prepared.answer(index, item, limits, self._cancel) for index, item in chunk]

    def close(self) -> None:
        """Nothing to release."""


class _InProcess:
    """Solves in its own process, which dies when this one does."""

    def __init__(self, setup: bytes) -> None:
        # In its own session it does not receive the Ctrl-C meant for the driver.
        self._process = subprocess.Popen(
            _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._send(setup)

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError:
            raise _died(self._process) from None

    def solve(self, chunk: list[tuple[int, Any]], limits: Limits) -> list[Answer]:
        self._send(pickle.dumps((chunk, limits), pickle.HIGHEST_PROTOCOL))
        assert self._process.stdout is not None
        try:
            found = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            raise _died(self._process) from None
        if isinstance(found, BaseException):
            raise found
        answers: list[Answer] = found
        return answers

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # Data was left in the buffer of a dead process.
                    continue


def _died(process: "subprocess.Popen[bytes]") -> YomikiriError:
    process.kill()
    return YomikiriError(
        f"a worker process died with status {process.wait()}: a survey goes on where that happens"
    )


class _Workers:
    """What the worker threads share: where deals come from and where results go."""

    def __init__(self, batch: _Batch, count: int, pool: str) -> None:
        self.results: queue.SimpleQueue[tuple[int, Answer] | BaseException | None] = queue.SimpleQueue()
        self.stopped = Cancel()
        self._batch, self._pool = batch, pool
        self._lock = threading.Condition()
        self._taken = self._given = 0
        self._solvers: list[Solver] = []
        self._setup = b"" if pool == "threads" else _pickled(batch.prepared)
        self.threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]

    def given(self) -> None:
        """The caller has taken one result."""
        with self._lock:
            self._given += 1
            self._lock.notify_all()

    def stop(self) -> None:
        """Hand out no more deals, and stop what is running."""
        self.stopped.set()
        with self._lock:
            self._lock.notify_all()
            for solver in self._solvers:
                solver.close()
        for thread in self.threads:
            thread.join()

    def _work(self) -> None:
        try:
            size, solver = 1, self._solver()
            while solver is not None and (chunk := self._chunk(size)):
                began = time.monotonic()
                found = solver.solve(chunk, self._batch.left())
                took = (time.monotonic() - began) / len(chunk)
                if self._batch.total == Limits():  # Total limits are enforced deal by deal.
                    size = max(1, min(MOST_IN_CHUNK, 2 * size, int(CHUNK_SECONDS / max(took, 1e-6))))
                self._take(chunk, found)
        except BaseException as error:
            if not self.stopped.is_set():
                self.results.put(error)
        finally:
            self.results.put(None)

    def _solver(self) -> Solver | None:
        with self._lock:
            if self.stopped.is_set():
                return None
            solver: Solver
            if self._pool == "threads":
                solver = _InThread(self._batch.prepared, self.stopped)
            else:
                solver = _InProcess(self._setup)
            self._solvers.append(solver)
            return solver

    def _chunk(self, size: int) -> list[tuple[int, Any]]:
        """The next deals; empty if there are no more, or nothing is left of the limits."""
        with self._lock:
            while self._taken - self._given >= AHEAD and not self.stopped.is_set():
                self._lock.wait(_GLANCE_SECONDS)
            chunk: list[tuple[int, Any]] = []
            while len(chunk) < size and not self.stopped.is_set() and not self._over:
                item = next(self._batch.items, None)
                if item is None:
                    self._over = True
                else:
                    chunk.append(item)
            self._taken += len(chunk)
            return chunk

    _over = False
    """Whether all deals are handed out, or the total limits are used up."""

    def _take(self, chunk: list[tuple[int, Any]], found: list[Answer]) -> None:
        with self._lock:
            for (index, _), result in zip(chunk, found, strict=True):
                if result.outcome is Outcome.CANCELLED:
                    continue
                self.results.put((index, result))
                if not self._batch.pay(result):
                    self._over = True


def _in_workers(
    batch: _Batch, count: int, pool: str, ordered: bool, cancel: Cancel | None
) -> Iterator[Answer]:
    workers = _Workers(batch, count, pool)
    early: dict[int, Answer] = {}
    """Results that came before their turn."""
    turn, left = 0, count
    try:
        for thread in workers.threads:
            thread.start()
        while left and not (cancel is not None and cancel.is_set()):
            try:
                found = workers.results.get(timeout=_GLANCE_SECONDS)
            except queue.Empty:
                continue
            if found is None:
                left -= 1
                continue
            if isinstance(found, BaseException):
                raise found
            early[found[0]] = found[1]
            while (now := turn if ordered else found[0]) in early:
                yield early.pop(now)
                workers.given()
                turn += 1
    finally:
        workers.stop()


def _pickled(prepared: Prepared) -> bytes:
    try:
        return pickle.dumps(prepared, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise InputError(
            f"{prepared.game.name} cannot be sent to another process ({shown(str(error))}): "
            "expected pool='threads' or workers=1"
        ) from None


def _shared(limits: Limits, total: Limits | None, workers: int) -> Limits:
    """The limits of one deal: memory is divided among the deals solved at the same time."""
    if workers == 1 and (total is None or total.memory is None):
        return limits
    whole = total.memory if total is not None and total.memory is not None else None
    if whole is None:
        whole = limits.memory * workers if limits.memory is not None else Limits().memory_bytes()
    share = whole // workers
    return replace(limits, memory=share if limits.memory is None else min(share, limits.memory))


def _check(
    game: Any,
    workers: Any,
    ordered: Any,
    pool: Any,
    limits: Any,
    total: Any,
    progress: Any,
    cancel: Any,
) -> None:
    from yomikiri.search.arguments import check_arguments

    check_arguments(game, limits=limits, progress=progress, cancel=cancel)
    check_arguments(game, limits=total)
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise InputError(f"workers {shown(repr(workers))} is not a number of workers: expected 1 or more")
    if not isinstance(ordered, bool):
        raise InputError(f"ordered {shown(repr(ordered))}: expected True or False")
    if pool not in POOLS:
        raise InputError(f"unknown pool '{shown(str(pool))}': expected one of {', '.join(POOLS)}")
