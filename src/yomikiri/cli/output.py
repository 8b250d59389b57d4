"""Standard output and error: plain text and Rich pictures, written so that a reader may leave early.

Rich draws into a string and the string is written here, in one place: Rich's own answer to a closed pipe
is to end the process with a status of its own, and ours must stay that of the search.
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
    """A string to draw on that looks like standard output: as much a terminal, the same encoding."""

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
    """Write a line or lines to standard output; a reader that has gone (``| head``) is no error."""
    if sys.stdout is None:
        return
    text = text.encode(_encoding(), "backslashreplace").decode(_encoding())
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except OSError as error:
        _give_up(error)


def note(text: str) -> None:
    """Say on a line of standard error what a person should know and a script may leave unread."""
    tell(f"yomikiri: note: {text}\n")


def tell(text: str) -> None:
    """Write text to standard error as it is; that nobody can read it there changes no answer."""
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
    """Send what is still buffered nowhere: it must not fail again when the interpreter closes the stream."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, stream.fileno())
    os.close(sink)


@contextmanager
def binary() -> Iterator[BinaryIO]:
    """Standard output for bytes; a reader that has gone is no error here either."""
    if sys.stdout is None:
        raise OutputFailed("standard output is closed")
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except OSError as error:
        _give_up(error)


def safe(line: str) -> str:
    """A line without characters that do something to a terminal: what was stored somewhere may have any."""
    return shown(line, 10 * len(line))


def write_json(value: dict[str, Any]) -> None:
    """Write one JSON object on one line."""
    write(json.dumps(value))


def write_drawn(drawn: Canvas) -> None:
    """Write what was drawn; Rich pads lines to the width of their cells, which is noise in a file."""
    lines = drawn.getvalue().splitlines()
    write("\n".join(lines if drawn.isatty() else [line.rstrip() for line in lines]))


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"
