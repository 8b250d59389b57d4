"""The door to the native kernel: Python values in, a :class:`Result` and a path of keys out."""

from typing import Any

from yomikiri import _kernel
from yomikiri.games.superpuzz import Superpuzz
from yomikiri.search.algorithms import Algorithm
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Proof, Result
from yomikiri.spaces import RowSpace, Space

MAX_COUNT = 2**64 - 1
"""The kernel counts in 64 bits; a larger limit is no limit."""


def solve_in_kernel(
    space: Space,
    position: Any,
    algorithm: Algorithm,
    limits: Limits,
    store: str,
    progress: ProgressCallback | None,
    cancel: Cancel | None,
) -> tuple[Result, list[bytes] | None]:
    """Run a kernel search; the keys along the solution come back if there is one."""
    game = space.game
    # Nothing else has a kernel.
    assert isinstance(game, Superpuzz)
    assert algorithm.kernel is not None
    domain = _kernel.Superpuzz(game.columns, rows_alike=isinstance(space, RowSpace))

    def watch(*counts: Any) -> bool:
        """Called about ten times a second; True asks the kernel to stop."""
        if progress is not None:
            progress(Progress(*counts))
        return cancel is not None and cancel.is_set()

    answer = domain.explore(
        space.key(position),
        order=algorithm.kernel,
        store=store,
        nodes=None if limits.nodes is None else min(limits.nodes, MAX_COUNT),
        seconds=limits.seconds,
        memory=min(limits.memory_bytes(), MAX_COUNT),
        watch=watch,
    )
    outcome = Outcome(answer.outcome)
    result = Result(
        outcome,
        algorithm.name,
        proved_shortest=outcome is Outcome.SOLVED and algorithm.shortest,
        lower_bound=answer.lower_bound,
        expanded=answer.expanded,
        generated=answer.generated,
        stored=answer.stored,
        peak_bytes=answer.peak_bytes,
        seconds=answer.seconds,
        proof=Proof.FINGERPRINT if store == "fingerprint" else Proof.EXACT,
        error_bound=answer.error_bound,
    )
    return result, answer.path if outcome is Outcome.SOLVED else None
