"""The driver of all kernel searches: a game's adapter calls the kernel; everything around the call is here.

An *adapter* is the small function in a game's folder that knows which kernel function to call and how
positions are coded.  The driver gives it the limits in the kernel's terms and a watch that reports progress
and checks for cancellation, and turns what comes back into a :class:`Result`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yomikiri import _kernel
from yomikiri.core.space import Space
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.level import levels_of
from yomikiri.search.outcome import Limits, Outcome, Proof, Result

if TYPE_CHECKING:
    from yomikiri.search.algorithm import Algorithm

MAX_COUNT = 2**64 - 1
"""The kernel counts with 64 bits; a larger limit is no limit."""

Watch = Callable[..., bool]
"""Called about ten times a second with the counts of a search; True asks it to stop."""


@dataclass(frozen=True)
class KernelCall:
    """What an adapter passes on to the kernel."""

    limits: Limits
    watch: Watch
    store: str = "exact"
    """How positions are remembered: ``exact``, ``fingerprint`` or ``patricia``."""
    threads: int = 1
    hash_seed: int = 0

    @property
    def keywords(self) -> Any:
        """The arguments that every kernel function takes."""
        return {"watch": self.watch, **kernel_limits(self.limits)}


Adapter = Callable[[Space, Any, KernelCall], _kernel.Answer]
"""A kernel search from a position in a space; the answer's path holds the keys along the solution."""


def run(
    space: Space,
    position: Any,
    algorithm: "Algorithm",
    limits: Limits,
    store: str,
    progress: ProgressCallback | None,
    cancel: Cancel | None,
    threads: int = 1,
    hash_seed: int = 0,
) -> tuple[Result, list[bytes] | None]:
    """Run an algorithm's kernel search; also returns the keys along the solution, if there is one."""
    assert algorithm.kernel is not None
    call = KernelCall(limits, watching(progress, cancel), store, threads, hash_seed)
    answer = algorithm.kernel(space, position, call)
    outcome = Outcome(answer.outcome)
    result = Result.of(
        outcome,
        algorithm.name,
        answer,
        proved_shortest=outcome is Outcome.SOLVED and algorithm.shortest,
        lower_bound=answer.lower_bound,
        proof=Proof.FINGERPRINT if store == "fingerprint" else Proof.EXACT,
        error_bound=answer.error_bound,
        hash_seed=hash_seed,
        levels=levels_of(answer),
    )
    return result, answer.path if outcome is Outcome.SOLVED else None


def watching(progress: ProgressCallback | None, cancel: Cancel | None) -> Watch:
    """A watch that reports the counts unchanged."""

    def watch(*counts: Any) -> bool:
        if progress is not None:
            progress(Progress(*counts))
        return cancel is not None and cancel.is_set()

    return watch


def never_stop(*counts: Any) -> bool:
    """A watch that never stops the search."""
    return False


def kernel_limits(limits: Limits) -> Any:
    """The limits as keyword arguments of a kernel call."""
    nodes = None if limits.nodes is None else min(limits.nodes, MAX_COUNT)
    memory = min(limits.memory_bytes(), MAX_COUNT)
    return {"nodes": nodes, "seconds": limits.seconds, "memory": memory}
