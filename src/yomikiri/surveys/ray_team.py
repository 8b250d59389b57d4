"""The team on a cluster: every part is a Ray actor.  Needs the extra ``yomikiri[ray]``.

Batches go from actor to actor through Ray's object stores: in shared memory on one machine, over the network
between two, and while the receiver is still working on earlier ones.  The driver only has their names.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from yomikiri.core.errors import ClusterError, InputError
from yomikiri.search.partitioning import Partitioning
from yomikiri.surveys.part import Part, Status
from yomikiri.surveys.ray_cluster import RayCluster

READY_SECONDS = 300.0
"""How long a cluster may take to start the actors."""


class RayTeam:
    """Parts on a cluster, spread over its machines.

    ``memory`` is for all parts together, None for all that is free; with ``fewer`` there are no more parts
    than the cluster has processors.
    """

    def __init__(
        self,
        partitioning: Partitioning,
        parts: int,
        memory: int | None,
        address: str | None = None,
        *,
        fewer: bool = False,
    ) -> None:
        cluster = RayCluster(address)
        self._ray = cluster.ray
        if fewer:
            parts = min(parts, cluster.workers)
        if parts > cluster.workers:
            raise InputError(
                f"{parts} parts need as many processors: the cluster has {cluster.workers} at this moment"
            )
        self.parts = parts
        each = memory // parts if memory is not None else cluster.memory(None).share
        actor = self._ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(Part)
        self._actors = [
            actor.remote(partitioning, i, parts, each, clock="process_time") for i in range(parts)
        ]
        try:
            self._get([actor.status.remote() for actor in self._actors], READY_SECONDS)
        except BaseException as error:
            self.close()
            if isinstance(error, self._ray.exceptions.GetTimeoutError):
                raise ClusterError(
                    f"the cluster has not started {parts} parts within {READY_SECONDS:.0f} s"
                ) from None
            raise

    def step(self, index: int, incoming: Sequence[Any], expand: int, turn: bool) -> Sequence[Any]:
        call = self._actors[index].step.options(num_returns=self.parts + 1)
        handles: Sequence[Any] = call.remote(expand, turn, *incoming)
        return handles

    def wait(self, handles: Sequence[Any], seconds: float) -> list[Status] | None:
        ready, _ = self._ray.wait(list(handles), num_returns=len(handles), timeout=seconds)
        return self._get(list(handles)) if len(ready) == len(handles) else None

    def call(self, index: int, name: str, *arguments: Any) -> Any:
        return self._get([getattr(self._actors[index], name).remote(*arguments)])[0]

    def call_all(self, name: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        return self._get(
            [
                getattr(actor, name).remote(*given)
                for actor, given in zip(self._actors, arguments, strict=True)
            ]
        )

    def close(self) -> None:
        for actor in self._actors:
            with contextlib.suppress(Exception):  # It is dead, or the cluster is.
                self._ray.kill(actor)

    def _get(self, references: list[Any], seconds: float | None = None) -> list[Any]:
        with self._lost():
            found: list[Any] = self._ray.get(references, timeout=seconds)
            return found

    @contextlib.contextmanager
    def _lost(self) -> Iterator[None]:
        """Turn the death of an actor into our error; errors raised by a part pass through."""
        errors = self._ray.exceptions
        try:
            yield
        except errors.GetTimeoutError:
            raise
        except errors.RayTaskError as error:
            cause = error.as_instanceof_cause()
            if isinstance(cause, errors.RayError) and not isinstance(cause, InputError):
                raise ClusterError(f"a part of the search was lost: {type(cause).__name__}") from None
            raise cause from None
        except errors.RayError as error:
            raise ClusterError(f"a part of the search was lost: {type(error).__name__}") from None
