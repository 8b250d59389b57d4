"""Whole files: a new file appears only when it is complete; otherwise nothing changes.

Data is written to ``NAME.part`` beside the file, flushed to disk, and then renamed in one step.  So readers
see the old file or the new one; a full disk, an error or Ctrl-C leaves the old one and no part.  Only a
sudden death (``kill -9``, a power failure) can leave a part, which the next writer overwrites.
"""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write and read that becomes ``path`` at the end of the block; OSError if that fails."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file, all of it or nothing."""
    with replacing(path) as file:
        file.write(content)


def _sync(folder: Path) -> None:
    """Flush the new name to disk, where folders can be synchronised.

    A search in parts has one file that names others: after a power failure none of those may be missing.
    """
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
