"""The certificate of an answer: the proof that it is right, in a file (see :mod:`yomikiri.certificates`)."""

import os
from typing import TYPE_CHECKING, Any

from yomikiri.core.errors import CertificationError, InputError
from yomikiri.core.protocol import Game
from yomikiri.search.outcome import Outcome, Result

if TYPE_CHECKING:
    from yomikiri.certificates.format import Claim

MOST_ENTRIES = 5_000_000
"""A certificate that would be larger is not written."""


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
    result: Result, path: str | os.PathLike[str] | None, game: Game[Any, Any], position: Any
) -> Result:
    """Write the certificate of a result, if one is asked for; the result as it is."""
    if path is None:
        return result
    # Loaded only now: a fifth of what every search would wait for, and few ask for a proof.
    from yomikiri.certificates import write_certificate

    claim = claim_of(result)
    try:
        write_certificate(path, game, position, claim, result.moves or (), most=MOST_ENTRIES)
    except InputError as error:
        if "the claim is false" in str(error):
            raise CertificationError(f"{claim}: {error}") from error
        raise
    except OSError as error:
        raise InputError(f"the certificate '{path}' cannot be written: {error.strerror}") from None
    return result
