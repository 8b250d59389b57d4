"""Parts: the owners of the slices of a divided search, wherever they live, and the status they report.

A part does one step at a time, and answers with its status and one batch for each other part.  It knows
nothing about the rest, so it can be an object behind a thread or an actor on another machine.
"""

import pickle
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from yomikiri.core.sealed_file import Format, SealedReader
from yomikiri.search.partitioning import Partitioning

LEVEL = Format("level of a search in parts", 2, "empty the folder to search from the start")
"""Version 1 had no seal.  Raise the version when the meaning of codes or records changes."""
SAVED_POSITIONS = 1 << 18
"""Positions of a level written at a time."""
_LENGTH = 8


class Status(NamedTuple):
    """The state of a part."""

    expanded: int
    generated: int
    stored: int
    left: int
    """Positions of this level waiting to be expanded."""
    next: int
    """Positions of the next level so far."""
    taken_bytes: int
    peak_bytes: int
    full: bool
    """Memory ran out: something is missing from here on."""
    goal: bytes | None
    """The least goal generated here."""
    sent: int
    """Bytes for other parts so far."""
    seconds: float
    """Processor time so far."""


class Batch:
    """Bytes that are sent without copying where possible."""

    __slots__ = ("data",)

    def __init__(self, data: Any) -> None:
        self.data = data

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return Batch, (pickle.PickleBuffer(self.data) if protocol >= 5 else bytes(self.data),)


class Part:
    """The owner of a slice."""

    def __init__(
        self, partitioning: Partitioning, index: int, parts: int, memory: int, *, clock: str
    ) -> None:
        self._slice = partitioning.slice(index, parts, memory)
        self._partitioning = partitioning
        self._index = index
        self._sent = 0
        self._clock = getattr(time, clock)
        """The clock for this part's processor time: ``thread_time`` or ``process_time``."""

    def begin(self) -> Status:
        """Put the start into its slice, and make it the first level."""
        self._slice.seed(self._partitioning.start)
        self._slice.turn()
        return self.status()

    def step(self, expand: int, turn: bool, *incoming: Batch) -> tuple[Any, ...]:
        """Take in batches, expand ``expand`` positions, and turn to the next level if asked.

        Returns the status, then one batch for each part; its own is empty.
        """
        found = self._slice.step([batch.data for batch in incoming], expand, turn)
        self._sent += sum(len(data) for to, data in enumerate(found) if to != self._index)
        return (self.status(), *map(Batch, found))

    def status(self) -> Status:
        counts = self._slice.counts()
        return Status(*counts, self._slice.goal(), self._sent, self._clock())

    def owner(self, code: bytes) -> int:
        return self._slice.owner(code)

    def parent(self, code: bytes) -> tuple[bytes, int] | None:
        """Where a position was first reached from, and who owns that; None for the start."""
        parent = self._slice.parent(code)
        return None if parent is None else (parent, self._slice.owner(parent))

    def error_bound(self, stored: int) -> float:
        """The error bound of fingerprints, if all parts together have stored this many positions."""
        return self._slice.error_bound(stored)

    def save(self, place: str) -> str:
        """Write this level to a file; returns the last word of its seal, which identifies it."""
        start, left = 0, self.status().left
        with LEVEL.writing(place) as stream:
            while start < left:
                batch = self._slice.level(start, SAVED_POSITIONS)
                stream.write(len(batch).to_bytes(_LENGTH, "little"))
                stream.write(batch)
                start += SAVED_POSITIONS
        return stream.seal.word

    def restore(self, levels: list[list[tuple[str, str]]]) -> Status:
        """Load this part's share of the files of these levels, which any number of parts may have written.

        A file is given by its name and its word.  Trust what was loaded only after this has returned.
        """
        for files in levels:
            for place, word in files:
                self._restore(place, word)
            self._slice.turn()
        return self.status()

    def _restore(self, place: str, word: str) -> None:
        try:
            with LEVEL.reading(place) as stream:
                if stream.seal.word != word:
                    raise LEVEL.refused(place, "it is not the file that search.json means")
                for batch in _batches(stream):
                    try:
                        self._slice.restore(batch)
                    except ValueError as error:
                        raise LEVEL.refused(place, str(error)) from None
        except FileNotFoundError:
            raise LEVEL.refused(place, "it is missing") from None


def _batches(stream: SealedReader) -> Iterator[bytes]:
    while length := stream.read(_LENGTH):
        yield stream.read(int.from_bytes(length, "little"))
