"""Tables of certificates from the kernel: the same as :func:`yomikiri.certificates.closure.closure`, quickly.

The kernel knows positions by fingerprints while it searches.  That is no weakness of the certificate, in
which they are whole: whatever got lost, a checker would miss it.
"""

from collections.abc import Iterator
from typing import Any

from yomikiri.certificates.argument import JOINS, Argument
from yomikiri.certificates.format import INFINITE, Claim
from yomikiri.certificates.table import compressed
from yomikiri.core.errors import InputError

MOST = 2**32 - 2


def kernel_blocks(
    argument: Argument[Any], claim: Claim, most: int | None
) -> tuple[Iterator[tuple[int, bytes]], int] | None:
    """The blocks of a table, each with its number of keys, and the positions met; None for a game that the
    kernel writes no certificates of."""
    answer = argument.in_kernel(
        claim.bound,
        joins=JOINS in argument.inference,
        bound=argument.bound_name,
        most=min(MOST, MOST if most is None else most),
        watch=lambda *counts: False,
    )
    if answer is None:
        return None
    outcome, visits, blocks = answer
    if outcome == "solved":
        fewer = "" if claim.bound == INFINITE else " in fewer moves"
        raise InputError(f"the claim is false: a goal can be reached{fewer}")
    if outcome == "node_limit":
        raise InputError(f"the certificate would have more than {most} entries")
    return ((count, compressed(bound, count, *streams)) for bound, count, *streams in blocks), visits
