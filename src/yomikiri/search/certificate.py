"""The certificate of an answer: the proof that it is right, in a file (see :mod:`yomikiri.certificates`).

The proof is searched for once the answer is known, with the same limits again; here nodes are positions kept.
If the proof does not finish, the answer still stands, and the result says why it has no certificate.  A
search that ended at a limit has at most a lower bound; we prove as much of it as the limits allow, one move
at a time, starting from the bound that a checker computes by itself.
"""

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from yomikiri.core.errors import CertificationError, InputError
from yomikiri.core.protocol import Game
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome, Result

if TYPE_CHECKING:
    # Loaded on demand: most searches want no certificate.
    from yomikiri.certificates.effort import Effort
    from yomikiri.certificates.format import Claim

NOTE = "writing the certificate"


@dataclass(frozen=True)
class CertificateOrder:
    """Where to write a certificate, what it may cost, and who watches."""

    path: str | os.PathLike[str]
    limits: Limits
    progress: ProgressCallback | None = None
    cancel: Cancel | None = None

    def effort(self) -> "Effort":
        """The limits as a certificate writer takes them, with the clock started."""
        from yomikiri.certificates.effort import Effort

        def watch(*counts: Any) -> bool:
            if self.progress is not None:
                self.progress(replace(Progress(*counts), note=NOTE))
            return self.cancel is not None and self.cancel.is_set()

        limits = self.limits
        return Effort(limits.nodes, limits.seconds, limits.memory_bytes(), watch)


def claim_of(result: Result) -> "Claim":
    """The provable claim that a result makes."""
    from yomikiri.certificates.format import Claim

    if result.outcome is Outcome.UNSOLVABLE:
        return Claim("unsolvable")
    if result.moves is not None and result.proved_shortest:
        return Claim("shortest", len(result.moves))
    if result.within is not None and result.outcome is Outcome.SOLVED and result.moves is not None:
        return Claim("within", len(result.moves), result.lower_bound or 0)
    if result.outcome is Outcome.SOLVED and result.moves is not None:
        return Claim("solved", len(result.moves))
    return Claim("at-least", result.lower_bound or 0)


def with_certificate(
    result: Result, order: CertificateOrder | None, game: Game[Any, Any], position: Any
) -> Result:
    """Write the certificate of a result, if requested; returns the result, with a note if that failed."""
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
        # If a checker knows that the start is lost, every lower bound holds.
        for bound in range(wanted if first >= INFINITE else min(first, wanted), wanted + 1):
            write_certificate(order.path, game, position, Claim("at-least", bound), effort=effort)
            proved = bound
    except Unfinished as unfinished:
        if proved < 0:
            return replace(result, unsaved=f"no certificate: {unfinished}")
        why = f"the certificate proves a lower bound of {proved}, not {wanted}: {unfinished}"
        return replace(result, unsaved=why)
    return result
