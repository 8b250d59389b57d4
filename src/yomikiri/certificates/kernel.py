"""Tables of certificates from the kernel: the same as :func:`yomikiri.certificates.closure.closure`, quickly.

The kernel identifies positions by fingerprints while it searches.  That does not weaken the certificate,
which contains whole positions: if a collision lost one, a checker would notice.
"""

from collections.abc import Iterator
from typing import Any

from yomikiri.certificates.argument import JOINS, Argument
from yomikiri.certificates.effort import Effort
from yomikiri.certificates.format import INFINITE, Claim
from yomikiri.certificates.table import compressed
from yomikiri.core.errors import InputError

MOST = 2**32 - 2
NO_LIMIT = 2**64 - 1


def kernel_blocks(
    argument: Argument[Any], claim: Claim, effort: Effort
) -> tuple[Iterator[tuple[int, bytes]], int] | None:
    """The blocks of a table, each with its number of keys, and the number of positions met; None for a game
    without a certificate writer in the kernel."""
    answer = argument.in_kernel(
        claim.bound,
        joins=JOINS in argument.inference,
        bound=argument.bound_name,
        most=min(MOST, MOST if effort.most is None else effort.most),
        seconds=effort.seconds_left,
        memory=min(NO_LIMIT, NO_LIMIT if effort.memory is None else effort.memory),
        watch=effort.watch,
    )
    if answer is None:
        return None
    outcome, visits, blocks = answer
    if outcome == "solved":
        fewer = "" if claim.bound == INFINITE else " in fewer moves"
        raise InputError(f"the claim is false: a goal can be reached{fewer}")
    if outcome != "unsolvable":
        raise effort.stopped(outcome)
    return ((count, compressed(bound, count, *streams)) for bound, count, *streams in blocks), visits
