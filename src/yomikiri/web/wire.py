"""The wire: socket messages as text, whatever they contain.

A message repeats text from the other side, which may be malformed: JSON can contain half of a surrogate pair
(``"\\ud800"``), which UTF-8 cannot.  So everything is escaped to ASCII.  JSON has no NaN and no infinity
either, and a browser rejects a whole message that contains one: they become null.
"""

import json
import math
from typing import Any

from yomikiri.core.errors import InputError


def written(message: Any) -> str:
    """A message as JSON that every reader accepts."""
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
    """The content of a message."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # Also for a number with thousands of digits.
        raise InputError("a message is a JSON object") from None
