"""The certificate of a verdict as a file: that the position at the end of a line is lost, or how to win it.

The worker searches again, for the answer and then for its proof, and trusts nothing that a page tells it.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.search import Limits, Progress, solve
from yomikiri.search.certificate import CertificateOrder, claim_of, with_certificate
from yomikiri.web.start import Played

MOST_MEMORY = 160 * 2**20
"""Seconds for the search or for the writing; the worker has some more for the rest."""
MOST_BYTES = 32 * 2**20
"""The most bytes of the file."""


def as_certificate(line: Played, check: Callable[[], None]) -> bytes:
    """The certificate of the position at the end of a line: lost, or a shortest solution."""
    game, position = line.start.game, line.position
    if game.is_goal(position):
        raise InputError("the position is won: there is nothing to prove")

    def look(progress: Progress) -> None:
        check()

    limits = Limits(memory=MOST_MEMORY)
    search: dict[str, Any] = {"limits": limits, "progress": look}
    result = solve(game, position, **search)
    if result.moves is not None and not result.proved_shortest:
        check()
        result = solve(game, position, shortest=True, **search)
    if claim_of(result).kind not in ("unsolvable", "shortest"):
        raise InputError(f"there is no verdict to prove: {result.outcome.value}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        proved = with_certificate(result, CertificateOrder(path, limits, look), game, position)
        if proved.unsaved is not None:
            raise InputError(proved.unsaved)
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise InputError(f"the certificate has {size:,} bytes: expected {MOST_BYTES:,} at most")
        return path.read_bytes()
