"""Ray: the deals of a survey on many machines.  Needs the extra ``yomikiri[ray]``.

Deals are sent in batches, sized to take about two seconds each: a Ray task costs far more than a small deal.
Answers stream back to the driver, which alone writes to the store.  When a node is lost, Ray runs its batches
again elsewhere; when a batch kills its worker wherever it runs, its deals are handed out one by one, so that
only the guilty one is marked as crashed.  A batch is answered only once, so no deal is stored twice.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.search import Cancel
from yomikiri.surveys.executor import D, Memory, Work, round_memory

BATCH_SECONDS = 2.0
LARGEST_BATCH = 200
RETRIES = 3
"""How often Ray reruns a batch that was lost with its worker or its node."""
_GLANCE_SECONDS = 0.2
_SHARE = 0.8
"""The fraction of a node's memory that searches may take, as elsewhere."""


class RayCluster:
    """Solves on a cluster: given by address, or the one that this machine belongs to, or else a new one.

    ``address`` is that of ``ray.init``: None, ``auto``, ``HOST:PORT``, or ``ray://HOST:PORT`` for a client
    outside the cluster.  The same version of yomikiri must be installed on every node.
    """

    def __init__(self, address: str | None = None, *, workers: int | None = None) -> None:
        try:
            import ray
        except ModuleNotFoundError:
            raise InputError("a cluster needs the package ray: pip install 'yomikiri[ray]'") from None
        if workers is not None and (isinstance(workers, bool) or workers < 1):
            raise InputError(f"workers {workers!r} is not a number of workers: expected 1 or more")
        self._ray: Any = ray
        self._most = workers
        if not ray.is_initialized():
            try:
                ray.init(address=address, log_to_driver=False, logging_level="error")
            except (ConnectionError, ValueError, RuntimeError) as error:
                reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
                raise InputError(f"the cluster cannot be reached: {shown(reason, 200)}") from None

    @property
    def ray(self) -> Any:
        """The package, connected to the cluster."""
        return self._ray

    @property
    def workers(self) -> int:
        """The number of processors that the cluster has now, or the number requested."""
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return min(processors, self._most or processors)

    def memory(self, limit: int | None) -> Memory:
        """A limit is for all workers together; without one, each has its share of the smallest node."""
        if limit is not None:
            return Memory(limit // self.workers, limit)
        nodes = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
        amounts = [node for node in nodes if node.get("CPU") and node.get("memory")]
        share = min(int(node["memory"] * _SHARE / node["CPU"]) for node in amounts)
        return Memory(round_memory(share), round_memory(min(int(n["memory"] * _SHARE) for n in amounts)))

    def run(self, tasks: Iterator[Work[D]], cancel: Cancel, *, alone: bool = False) -> Iterator[D]:
        flight = _Flight(self._ray)
        try:
            exhausted = False
            while not cancel.is_set():
                while not exhausted and len(flight) < (1 if alone else self.workers):
                    batch = list(islice(tasks, 1 if alone else flight.size))
                    exhausted = not batch
                    if batch:
                        flight.send(batch)
                if not len(flight):
                    return
                yield from flight.landed()
        finally:
            flight.cancel()


class _Flight:
    """The running batches."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        # The function is sent by name, and every node has it.
        self._solve = ray.remote(max_retries=RETRIES, num_cpus=1)(_solve_batch)
        self._under_way: dict[Any, Sequence[Work[Any]]] = {}
        self._suspects: deque[Work[Any]] = deque()
        """Deals of batches that killed their workers; each is handed out by itself."""
        self._seconds = BATCH_SECONDS
        """Seconds per deal, as far as known; the first batches have one deal."""

    def __len__(self) -> int:
        return len(self._under_way) + len(self._suspects)

    @property
    def size(self) -> int:
        """How many deals make a batch."""
        return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(self._seconds, 1e-6))))

    def send(self, batch: Sequence[Work[Any]]) -> None:
        self._under_way[self._solve.remote(batch)] = batch

    def landed(self) -> Iterator[Any]:
        """The attempts of the batches that have ended by now, after a short wait for one."""
        while self._suspects:
            self.send([self._suspects.popleft()])
        ready, _ = self._ray.wait(list(self._under_way), num_returns=1, timeout=_GLANCE_SECONDS)
        for reference in ready:
            batch = self._under_way.pop(reference)
            try:
                attempts = self._ray.get(reference)
            except self._ray.exceptions.RayError as error:
                if len(batch) > 1:
                    self._suspects.extend(batch)
                else:
                    yield batch[0].crashed(f"the worker died: {type(error).__name__}")
                continue
            mean = sum(attempt.seconds for attempt in attempts) / len(attempts)
            self._seconds = (self._seconds + mean) / 2
            yield from attempts

    def cancel(self) -> None:
        """End running batches, even in the middle of a search."""
        for reference in self._under_way:
            self._ray.cancel(reference, force=True)
        self._under_way.clear()
        self._suspects.clear()


def _solve_batch(batch: Sequence[Work[Any]]) -> list[Any]:
    return [task.perform() for task in batch]
