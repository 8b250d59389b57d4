"""Tables that are built once and kept: pattern databases, gap sets.

A table is one sealed file (:mod:`yomikiri.core.sealed_file`) in the user's cache directory:
``$YOMIKIRI_CACHE``, or ``yomikiri`` in ``$XDG_CACHE_HOME``, or ``~/.cache/yomikiri``.  It is built in memory,
under a lock that lets one process build while others wait for its work, and its file is written whole or not
at all.

A wrong entry could make a solution look shortest that is not.  So when a process opens a table, it is read
and summed whole before its first use, and rebuilt if it is damaged or of another version, without bothering
the user.

Small tables are read into memory, in large pages, where nothing can happen to them any more.  Large ones are
mapped where the system allows it, so that processes share them and opening is quick: mapping and summing 780
MB took 0.3 to 0.5 s, reading them into memory 4 to 7 s.  A mapped file can still be truncated or overwritten.
Truncation would kill the process with a signal, but for the guard of ``native/stores/map_guard.hpp``;
:func:`check_mapped` detects both, and must be called before trusting what was read.  It does not detect a
disk that later returns other bytes than when they were summed.
"""

import os
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from yomikiri import _kernel
from yomikiri.core import system, words
from yomikiri.core.errors import DamagedFile, InputError
from yomikiri.core.log import log_of
from yomikiri.core.sealed_file import Format, Seal, seal_of

if TYPE_CHECKING:
    from yomikiri.core.mapped_file import MappedFile

LOG = log_of("tables")

PAGE_BYTES = 4096
"""Entries begin at a new page."""
MOST_COPIED = 2**27
"""Bytes of the largest table that is read into memory."""
WAIT_SECONDS = 0.1
"""Seconds between two checks whether another process has finished a table."""

Report = Callable[[int, int], None]
"""Called now and then while building, or waiting for a build, with how much is done, and of how much."""
Allocate = Callable[[int], memoryview]
"""Gives a build the zero-filled memory for its table, once it knows how many bytes it needs."""


@dataclass(frozen=True)
class Table:
    """One table that can be built: its name, and how to make it."""

    name: str
    """Also the name of its file: letters, digits, dots and dashes."""
    version: int
    """The version of its contents; a file of another version is rebuilt."""
    summary: str
    build: Callable[[Allocate, Report], None]
    """Asks for its memory once, fills it and returns; an exception leaves nothing behind."""

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return cache_directory() / f"{self.name}.table"

    @property
    def bytes(self) -> int | None:
        """The size of its file, or None if there is no file of this table and version."""
        seal = self._seal()
        return None if seal is None else seal.start + seal.length

    @property
    def entry_bytes(self) -> int | None:
        """The bytes of its entries, if its file exists."""
        seal = self._seal()
        return None if seal is None else seal.length

    @staticmethod
    def version_of(path: Path) -> int:
        """The version that a file claims; -1 if it is not a table."""
        seal = seal_of(path)
        return -1 if seal is None else seal.version

    @property
    def state(self) -> str:
        """``built``, ``not built``, ``outdated`` or ``damaged``, by the seal and the size of its file."""
        if self.is_built():
            return "built"
        if not self.path.exists():
            return "not built"
        seal = seal_of(self.path)
        is_old = seal is not None and seal.kind == self._format.kind and seal.version != self.version
        return "outdated" if is_old or _has_no_seal_yet(self.path) else "damaged"

    def is_built(self) -> bool:
        """Whether a file of this table, with this version and the right length, exists."""
        return self._seal() is not None

    def is_sound(self) -> bool:
        """Whether it exists and its checksum is right: reads all of it."""
        return self._load() is not None

    def open(self, report: Report | None = None) -> memoryview:
        """The table, read-only, from its file; built first if it is missing or damaged.

        If the cache directory is full or cannot be written, it is built for this process only.
        """
        entries = self._load()
        return entries if entries is not None else self._make(report or _silent)

    def remove(self) -> bool:
        """Delete the file; returns whether there was one.  A process that has it open keeps it."""
        if not self.path.parent.is_dir():
            return False
        with _locked(self.path):
            # Leftovers of killed writers; builders of earlier versions used another name.
            for part in (self.path.with_name(self.path.name + ".part"), self.path.with_suffix(".part")):
                part.unlink(missing_ok=True)
            try:
                self.path.unlink()
            except FileNotFoundError:
                return False
            return True

    @property
    def _format(self) -> Format:
        remedy = f"'yomikiri tables remove {self.name}' removes it"
        return Format(f"table {self.name}", self.version, remedy, align=PAGE_BYTES)

    def _seal(self) -> Seal | None:
        try:
            return self._format.glance(self.path)
        except (OSError, InputError):
            return None

    def _load(self) -> memoryview | None:
        """The entries, checked; None if there are none or they are damaged."""
        seal = self._seal()
        if seal is None:
            return None
        try:
            if seal.length <= MOST_COPIED or not system.can_map():
                return self._format.read_into(self.path, _kernel.large_memory).toreadonly()
            from yomikiri.core.mapped_file import map_file

            with self._format.mapping(self.path) as (file, seal):
                mapping = map_file(self.path, file.fileno())
                entries = memoryview(mapping)[seal.start :]
                self._format.check(self.path, seal, entries)
        except (OSError, ValueError):
            return None
        if mapping.change is not None:
            return None
        _mapped.add(mapping)
        return entries

    def _make(self, report: Report) -> memoryview:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(self.path, report):
                # Another process may have built it while this one waited.
                entries = self._load()
                return entries if entries is not None else self._build_and_keep(report)
        except OSError:  # There is no place for the lock.
            return self._build(report)

    def _build_and_keep(self, report: Report) -> memoryview:
        entries = self._build(report)
        try:
            self._format.write(self.path, entries)
        except OSError:
            return entries
        # A large table is mapped from now on, as in other processes.
        kept = self._load() if len(entries) > MOST_COPIED else None
        return entries if kept is None else kept

    def _build(self, report: Report) -> memoryview:
        place: list[memoryview] = []

        def allocate(size: int) -> memoryview:
            place.append(_kernel.large_memory(size))
            return place[0]

        LOG.debug("table %s begins", self.name)
        started = time.monotonic()
        self.build(allocate, report)
        LOG.info(
            "table %s: built, %s, %s",
            self.name,
            words.size(len(place[0])),
            words.time(time.monotonic() - started),
        )
        return place[0].toreadonly()


class Tables(Protocol):
    """The tables that a game's searches use, for ``yomikiri tables``."""

    def known(self) -> dict[str, Table]:
        """The listed tables, by name."""
        ...

    def named(self, name: str) -> Table | None:
        """A table that can be built but is not listed."""
        ...

    def of_heuristic(self, name: str) -> list[Table] | None:
        """The tables of one of the game's heuristics, if it has any."""
        ...

    def accepted(self) -> str:
        """All accepted names, in words."""
        ...


_mapped: "weakref.WeakSet[MappedFile]" = weakref.WeakSet()
"""The tables that this process has mapped."""


def check_mapped() -> None:
    """Raise an error if a mapped table has changed since it was opened: do not trust what was read."""
    for mapping in list(_mapped):
        if change := mapping.change:
            raise DamagedFile(f"'{mapping.path}' {change}: ask again, and it is rebuilt")


def cache_directory() -> Path:
    """Where tables are kept; it need not exist."""
    if chosen := os.environ.get("YOMIKIRI_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "yomikiri"


def _has_no_seal_yet(path: Path) -> bool:
    """Whether it is a table from before seals were introduced."""
    old = b"yomikiri table 1\n"
    try:
        with path.open("rb") as file:
            return file.read(len(old)) == old
    except OSError:
        return False


def _silent(done: int, total: int) -> None:
    """A report to nobody."""


@contextmanager
def _locked(path: Path, report: Report = _silent) -> Iterator[None]:
    """Hold the lock of a table's file, among all processes that use this module."""

    def wait() -> None:
        report(0, 1)
        time.sleep(WAIT_SECONDS)

    with system.alone(path.with_suffix(".lock"), wait):
        yield
