"""The certificate of an answer: the proof that it is right, in a file (see :mod:`yomikiri.certificates`).

It is searched for when the answer is known, with the same limits once more: nodes are positions that are
kept.  An answer whose proof does not come to an end is still the answer; the result says why it has no
certificate.  A search that ended at a limit has a lower bound at most, and as much of that is proved as the
limits allow: one move more at a time, from the bound that a checker computes by itself.
"""

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from yomikiri.core.errors import CertificationError, InputError
from yomikiri.core.protocol import Game
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Result

if TYPE_CHECKING:
    # Loaded when a certificate is wanted: most searches want none.
    from yomikiri.certificates.effort import Effort
    from yomikiri.certificates.format import Claim

NOTE = "writing the certificate"


@dataclass(frozen=True)
class CertificateOrder:
    """Where a certificate goes, what it may take, and who watches."""

    path: str | os.PathLike[str]
    limits: Limits
    progress: ProgressCallback | None = None
    cancel: Cancel | None = None

    def effort(self) -> "Effort":
        """The limits in the words of a writer, the clock started."""
        from yomikiri.certificates.effort import Effort

        def watch(*counts: Any) -> bool:
            if self.progress is not None:
                self.progress(replace(Progress(*counts), note=NOTE))
            return self.cancel is not None and self.cancel.is_set()

        limits = self.limits
        return Effort(limits.nodes, limits.seconds, limits.memory_bytes(), watch)


def claim_of(result: Result) -> "Claim":
    """What a result says that can be proved."""
    from yomikiri.certificates.format import Claim

    if result.outcome is Outcome.UNSOLVABLE:
        return Claim("unsolvable")
    if result.moves is not None and result.proved_shortest:
        return Claim("shortest", len(result.moves))
    if result.outcome is Outcome.SOLVED and result.moves is not None:
        return Claim("solved", len(result.moves))
    return Claim("at-least", result.lower_bound or 0)


def with_certificate(
    result: Result, order: CertificateOrder | None, game: Game[Any, Any], position: Any
) -> Result:
    """Write the certificate of a result, if one is asked for; the result, with a note if there is none."""
    if order is None:
        return result
    from yomikiri.certificates import write_certificate
    from yomikiri.certificates.effort import Unfinished

    claim = claim_of(result)
    try:
        if claim.kind == "at-least":
            return _at_least(result, order, game, position)
        write_certificate(order.path, game, position, claim, result.moves or (), effort=order.effort())
    except Unfinished as unfinished:
        return replace(result, unsaved=f"no certificate: {unfinished}")
    except InputError as error:
        if "the claim is false" in str(error):
            raise CertificationError(f"{claim}: {error}") from error
        raise
    except OSError as error:
        raise InputError(f"the certificate '{order.path}' cannot be written: {error.strerror}") from None
    return result


def _at_least(result: Result, order: CertificateOrder, game: Game[Any, Any], position: Any) -> Result:
    """Prove as much of a lower bound as the limits allow."""
    from yomikiri.certificates import write_certificate
    from yomikiri.certificates.closure import bound_without_table
    from yomikiri.certificates.effort import Unfinished
    from yomikiri.certificates.format import INFINITE, Claim

    wanted = result.lower_bound or 0
    proved = -1
    try:
        effort = order.effort()
        first = bound_without_table(game, position)
        # A start that a checker knows to be lost has every bound.
        for bound in range(wanted if first >= INFINITE else min(first, wanted), wanted + 1):
            write_certificate(order.path, game, position, Claim("at-least", bound), effort=effort)
            proved = bound
    except Unfinished as unfinished:
        if proved < 0:
            return replace(result, unsaved=f"no certificate: {unfinished}")
        why = f"the certificate proves a lower bound of {proved}, not {wanted}: {unfinished}"
        return replace(result, unsaved=why)
    return result
