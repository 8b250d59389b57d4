"""Drawings: lines of play turned into files in a worker process, within limits.

An animation of a thousand moves takes seconds and a hundred megabytes.  In the server it would hold up
everybody's moves; here it affects only the client that asked, which gets an error if it is too much.
"""

import json
import time
from dataclasses import dataclass
from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.core.system import memory_ceiling
from yomikiri.search import Cancel
from yomikiri.web.boards import line_out
from yomikiri.web.exports import FORMATS, file_name
from yomikiri.web.models import Setup
from yomikiri.web.start import Replays

LINE = "line"
"""Not a file but the answer to a request: a long line of play, board by board."""


@dataclass(frozen=True)
class Drawing:
    """A line of play, the wanted format, and what drawing it may cost."""

    form: str
    setup: Setup
    moves: tuple[str, ...]
    seconds: float
    memory: int


@dataclass(frozen=True)
class File:
    """A finished file."""

    content: bytes
    media: str
    name: str


def draw(drawing: Drawing, cancel: Cancel) -> File:
    """Make the file; an :class:`InputError` says which limit was exceeded."""
    ends = time.monotonic() + drawing.seconds

    def check() -> None:
        if cancel.is_set():
            raise InputError("it was cancelled")
        if time.monotonic() > ends:
            raise InputError(
                f"{len(drawing.moves)} moves as {drawing.form} take longer than {drawing.seconds:g} seconds: "
                "expected fewer"
            )

    try:
        with memory_ceiling(drawing.memory):
            line = Replays(0).play(drawing.setup, list(drawing.moves))
            check()
            if drawing.form == LINE:
                return File(_compact(line_out(line)), "application/json", "")
            make, media, ending = FORMATS[drawing.form]
            return File(make(line, check), media, file_name(line, ending))
    except MemoryError:
        raise InputError(
            f"{len(drawing.moves)} moves as {drawing.form} need more than {drawing.memory // 2**20} MiB: "
            "expected fewer"
        ) from None


def _compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
