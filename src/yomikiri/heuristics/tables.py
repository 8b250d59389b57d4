"""Tables that are built once and kept: pattern databases, gap sets.

A table is one file in the user's cache directory: ``$YOMIKIRI_CACHE``, or ``yomikiri`` in
``$XDG_CACHE_HOME``, or ``~/.cache/yomikiri``.  It begins with one page of header (magic word, version of the
format, name, version and length of the table, checksum) and is mapped into memory, so that processes share
it and a search reads only what it touches.

Nothing half-made is ever seen.  A table is written beside its place as ``NAME.part``, under a lock that lets
one process build while others wait for its work, and takes its place by one renaming; an interrupted build
leaves a part that the next one overwrites.  A table is checked whole when it is opened, at several gigabytes
a second, and built again if it is damaged or of another version: a wrong entry could make a solution look
shortest that is not.
"""

import fcntl
import json
import mmap
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yomikiri import _kernel

MAGIC = b"yomikiri table 1\n"
HEADER_BYTES = 4096
"""One page, so that the entries begin at a page of their own."""

WAIT_SECONDS = 0.1
"""How often a process looks whether another one has finished a table."""

Report = Callable[[int, int], None]
"""Called now and then during a build, by whoever waits for it too, with how much is done, and of how much."""
Allocate = Callable[[int], memoryview]
"""Gives a build the zero-filled place for its table, once it knows how many bytes that needs."""


@dataclass(frozen=True)
class Table:
    """One table that can be built: what it is called, and how it is made."""

    name: str
    """Also the name of its file: letters, digits, dots and dashes."""
    version: int
    """Of its contents; a file of another version is built again."""
    summary: str
    build: Callable[[Allocate, Report], None]
    """Asks for its place once, fills it and returns; an exception leaves nothing behind."""

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return cache_directory() / f"{self.name}.table"

    @property
    def bytes(self) -> int | None:
        """The bytes of its file, or None if there is no file of this table and version."""
        try:
            with self.path.open("rb") as file:
                header = _read_header(file.read(HEADER_BYTES))
            size = self.path.stat().st_size
        except (OSError, ValueError):
            return None
        return size if self._fits(header, size) else None

    @staticmethod
    def version_of(path: Path) -> int:
        """The version that a file says it has; -1 if it is no table."""
        try:
            with path.open("rb") as file:
                version = _read_header(file.read(HEADER_BYTES)).get("version")
        except (OSError, ValueError):
            return -1
        return version if isinstance(version, int) else -1

    def is_built(self) -> bool:
        """Whether a file of this table, of this version and of the right length is there."""
        return self.bytes is not None

    def is_sound(self) -> bool:
        """Whether it is there and its checksum is right: reads all of it."""
        return self._load() is not None

    def open(self, report: Report | None = None) -> memoryview:
        """The table, read-only, from its file; built first if it is not there or is damaged.

        Where the cache directory can not be written, or has no room, it is built in memory, for this process.
        """
        entries = self._load()
        return entries if entries is not None else self._make(report or _silent)

    def remove(self) -> bool:
        """Delete the file; whether there was one.  A process that has it open keeps it."""
        if not self.path.parent.is_dir():
            return False
        with _locked(self.path):
            self._part.unlink(missing_ok=True)
            try:
                self.path.unlink()
            except FileNotFoundError:
                return False
            return True

    @property
    def _part(self) -> Path:
        return self.path.with_suffix(".part")

    def _fits(self, header: dict[str, Any], size: int) -> bool:
        return (
            header.get("name") == self.name
            and header.get("version") == self.version
            and header.get("bytes") == size - HEADER_BYTES
        )

    def _load(self) -> memoryview | None:
        """The mapped entries, or None if there are none or they are not what was written."""
        try:
            with self.path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                header = _read_header(file.read(HEADER_BYTES))
                if not self._fits(header, size):
                    return None
                whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError):
            return None
        entries = whole[HEADER_BYTES:]
        return entries if _kernel.checksum(entries) == header.get("checksum") else None

    def _make(self, report: Report) -> memoryview:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self.path, report):
                # Another process may have built it while this one waited.
                entries = self._load()
                return entries if entries is not None else self._build_in_file(report)
        except OSError:
            return self._build_in_memory(report)

    def _build_in_file(self, report: Report) -> memoryview:
        place: list[mmap.mmap] = []
        try:
            with self._part.open("w+b") as file:

                def allocate(size: int) -> memoryview:
                    file.truncate(HEADER_BYTES + size)
                    # Reserved, not only announced: a full disk must be an error here, not a signal later.
                    if hasattr(os, "posix_fallocate"):
                        os.posix_fallocate(file.fileno(), 0, HEADER_BYTES + size)
                    place.append(mmap.mmap(file.fileno(), HEADER_BYTES + size))
                    return memoryview(place[0])[HEADER_BYTES:]

                self.build(allocate, report)
                [whole] = place
                entries = memoryview(whole)[HEADER_BYTES:]
                header = {
                    "name": self.name,
                    "version": self.version,
                    "bytes": len(entries),
                    "checksum": _kernel.checksum(entries),
                }
                text = MAGIC + json.dumps(header).encode()
                whole[: len(text)] = text
                whole.flush()
                os.fsync(file.fileno())
            os.replace(self._part, self.path)
        except BaseException:
            self._part.unlink(missing_ok=True)
            raise
        return entries.toreadonly()

    def _build_in_memory(self, report: Report) -> memoryview:
        place: list[memoryview] = []

        def allocate(size: int) -> memoryview:
            place.append(memoryview(mmap.mmap(-1, size)))
            return place[0]

        self.build(allocate, report)
        return place[0].toreadonly()


def cache_directory() -> Path:
    """Where tables are kept; it need not exist."""
    if chosen := os.environ.get("YOMIKIRI_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "yomikiri"


def _read_header(page: bytes) -> dict[str, Any]:
    if not page.startswith(MAGIC):
        raise ValueError("not a table")
    header = json.loads(page[len(MAGIC) :].rstrip(b"\0"))
    if not isinstance(header, dict):
        raise ValueError("not a header")
    return header


def _silent(done: int, total: int) -> None:
    """Nobody watches."""


@contextmanager
def _locked(path: Path, report: Report = _silent) -> Iterator[None]:
    """Alone with the file of a table, among all processes that use this module.

    Asked for again and again: in one long wait nobody could be told, and no limit or Ctrl-C of a search kept.
    """
    with path.with_suffix(".lock").open("wb") as lock:
        while not _is_free(lock.fileno()):
            report(0, 1)
            time.sleep(WAIT_SECONDS)
        yield


def _is_free(lock: int) -> bool:
    """Take the lock, unless another process has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
