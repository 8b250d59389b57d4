"""Checksums of rows: what a row said when it was written, in sixteen digits beside it.

A flipped bit, a page that was lost or a field that another program has changed no longer fits, and the
integrity check says so.  That finds damage, not forgery: whoever changes a row on purpose can compute its
checksum anew, and only another search finds that out (:mod:`yomikiri.surveys.recheck`).

Columns that are empty are left out, so that a new one which may be empty changes no old checksum.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from yomikiri.store.attempt import canonical

DIGITS = 16
"""64 bits: damage goes unseen once in 1.8e19 times."""


def checksum(row: Mapping[str, Any]) -> str:
    """The checksum of a row by the names of its columns, whose values are of the columns' types."""
    # A negative zero comes back from SQLite without its sign.
    plain = {name: value + 0.0 if isinstance(value, float) else value for name, value in row.items()}
    present = {name: value for name, value in plain.items() if value is not None}
    return hashlib.sha256(canonical(present).encode()).hexdigest()[:DIGITS]
