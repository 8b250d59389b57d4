"""The wire: messages of the socket as text, whatever they contain.

A message repeats words of the other side, which may be no words at all: JSON can write half of a surrogate
pair (``"\\ud800"``), which no UTF-8 can.  So everything is escaped to ASCII.  JSON has no NaN and no infinity
either, and a browser that finds one reads nothing of the message: they become null.
"""

import json
import math
from typing import Any

from yomikiri.core.errors import InputError


def written(message: Any) -> str:
    """A message as JSON that every reader takes."""
    try:
        return json.dumps(message, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(_finite(message), separators=(",", ":"), allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def read(text: str) -> Any:
    """What a message says."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # Also a number of thousands of digits.
        raise InputError("a message is a JSON object") from None
