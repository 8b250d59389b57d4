"""Standard output and error: plain text and Rich pictures, written so that a reader may leave early.

Rich draws into a string, which is written here, in one place: when a pipe is closed, Rich itself would end
the process with its own status, and ours must stay that of the search.
"""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from yomikiri.core.errors import shown

if TYPE_CHECKING:
    from rich.console import Console


class OutputFailed(Exception):
    """Standard output refused the text, for instance because a disk is full."""


class Canvas(io.StringIO):
    """A string to draw on that looks like standard output: a terminal if that is one, the same encoding."""

    def isatty(self) -> bool:
        return sys.stdout is not None and sys.stdout.isatty()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return _encoding()


def canvas() -> tuple["Console", Canvas]:
    """A console that draws on a canvas."""
    from rich.console import Console

    drawn = Canvas()
    return Console(file=drawn, highlight=False, emoji=False, markup=False), drawn


def write(text: str) -> None:
    """Write one or more lines to standard output; a reader that is gone (``| head``) is not an error."""
    if sys.stdout is None:
        return
    text = text.encode(_encoding(), "backslashreplace").decode(_encoding())
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except OSError as error:
        _give_up(error)


def note(text: str) -> None:
    """Write a line to standard error that a person should know and a script may ignore."""
    tell(f"yomikiri: note: {text}\n")


def tell(text: str) -> None:
    """Write text to standard error unchanged; failing to do so changes no answer."""
    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "utf-8"
    try:
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def _give_up(error: OSError) -> None:
    silence(sys.stdout)
    if not isinstance(error, BrokenPipeError):
        raise OutputFailed(error.strerror or str(error)) from error


def silence(stream: TextIO) -> None:
    """Discard what is still buffered: it must not fail again when the interpreter closes the stream."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, stream.fileno())
    os.close(sink)


@contextmanager
def binary() -> Iterator[BinaryIO]:
    """Standard output for bytes; a reader that is gone is not an error here either."""
    if sys.stdout is None:
        raise OutputFailed("standard output is closed")
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        _give_up(error)


def safe(line: str) -> str:
    """A line without terminal control characters, which stored text may contain."""
    return shown(line, 10 * len(line))


def write_json(value: dict[str, Any]) -> None:
    """Write one JSON object on one line."""
    write(json.dumps(value))


def write_drawn(drawn: Canvas) -> None:
    """Write what was drawn, without Rich's padding of lines, which is noise in a file."""
    lines = drawn.getvalue().splitlines()
    write("\n".join(lines if drawn.isatty() else [line.rstrip() for line in lines]))


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"
