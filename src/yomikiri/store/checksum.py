"""Checksums of rows: sixteen digits beside each row, computed from its content when it was written.

After a flipped bit, a lost page or a change by another program, the checksum no longer matches, and the
integrity check says so.  That finds damage, not forgery: whoever changes a row on purpose can recompute its
checksum, and only another search will find out (:mod:`yomikiri.surveys.recheck`).

Empty columns are left out, so that adding a column that may be empty changes no old checksum.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from yomikiri.store.attempt import canonical

DIGITS = 16
"""64 bits: damage goes unnoticed once in 1.8e19 times."""


def checksum(row: Mapping[str, Any]) -> str:
    """The checksum of a row, given by column name with values of the columns' types."""
    # A negative zero comes back from SQLite without its sign.
    plain = {name: value + 0.0 if isinstance(value, float) else value for name, value in row.items()}
    present = {name: value for name, value in plain.items() if value is not None}
    return hashlib.sha256(canonical(present).encode()).hexdigest()[:DIGITS]
