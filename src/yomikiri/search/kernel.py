"""The door to the native kernel: Python values in, a :class:`Result` and a path of keys out."""

from typing import Any

from yomikiri import _kernel
from yomikiri.games.rows import RowGame
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Proof, Result
from yomikiri.search.shorten import kernel_limits
from yomikiri.spaces import RowSpace, Space


def solve_in_kernel(
    space: Space,
    position: Any,
    algorithm: Algorithm,
    limits: Limits,
    store: str,
    progress: ProgressCallback | None,
    cancel: Cancel | None,
    threads: int = 1,
) -> tuple[Result, list[bytes] | None]:
    """Run a kernel search; the keys along the solution come back if there is one."""
    game = space.game
    # Nothing else has a kernel.
    assert isinstance(game, RowGame)
    assert algorithm.kernel is not None

    def watch(*counts: Any) -> bool:
        """Called about ten times a second; True asks the kernel to stop."""
        if progress is not None:
            progress(Progress(*counts))
        return cancel is not None and cancel.is_set()

    asked = kernel_limits(limits)
    if algorithm.kernel == "decide":
        code = game.encode(position)
        answer = _kernel.row_decide(game.columns, code, store=store, watch=watch, threads=threads, **asked)
    else:
        domain = _kernel.Superpuzz(game.columns, rows_alike=isinstance(space, RowSpace))
        answer = domain.explore(
            space.key(position), order=algorithm.kernel, store=store, watch=watch, **asked
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
