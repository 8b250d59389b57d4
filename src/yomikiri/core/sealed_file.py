"""Sealed files: how yomikiri writes what it reads back, so that damage is an error and never an answer.

A resumed search believes what its file says: a bound with one flipped bit could make a longer solution look
shortest.  So every such file begins with one line that seals it,

    yomikiri sealed 1; interrupted search; version 2; 000000000000412 bytes from 000141; checksum …; seal …

which gives the kind and version of the file, where its body starts, how long it is, and its checksum; the
last word is the checksum of the line itself.  Zeros may pad the gap between the line and the body, so that a
mapped body begins at a page.  The file contains nothing else, so every bit of it is checked: the line by
regenerating it from the values read, the zeros by comparison, the body by its checksum.

The checksum is the kernel's (``native/stores/checksum.hpp``), 64 bits at memory speed.  A body is summed in
chunks and the sums are summed again, so it can be streamed, and a table of gigabytes needs no second pass.
It guards against accidents, not against forgery.

Files are regular files, written whole or not at all (:mod:`yomikiri.core.whole_file`).
"""

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from yomikiri import _kernel
from yomikiri.core.errors import DamagedFile, InputError
from yomikiri.core.whole_file import replacing

if TYPE_CHECKING:
    from typing_extensions import Buffer

CHUNK = 1 << 20
"""Bytes of a body per checksum chunk."""
LONGEST_LINE = 512
MAGIC = b"yomikiri sealed 1; "
_LINE = re.compile(
    rb"yomikiri sealed 1; ([^;\n]+); version (\d+); (\d{15}) bytes from (\d{6}); "
    rb"checksum ([0-9a-f]{16}); seal [0-9a-f]{16}\n"
)


class BodySum:
    """The checksum of a body that arrives in pieces, however it is cut."""

    def __init__(self) -> None:
        self.length = 0
        self._sums = bytearray()
        self._rest = bytearray()
        """The bytes of the unfinished chunk."""

    def add(self, piece: "Buffer") -> None:
        """The next bytes."""
        view = memoryview(piece).cast("B")
        self.length += len(view)
        if self._rest:
            missing = CHUNK - len(self._rest)
            self._rest += view[:missing]
            view = view[missing:]
            if len(self._rest) < CHUNK:
                return
            self._note(self._rest)
            self._rest.clear()
        whole = len(view) - len(view) % CHUNK
        for start in range(0, whole, CHUNK):
            self._note(view[start : start + CHUNK])
        self._rest += view[whole:]

    @property
    def value(self) -> int:
        """The checksum of all bytes so far."""
        last = _kernel.checksum(self._rest).to_bytes(8, "little") if self._rest else b""
        return _kernel.checksum(self._sums + last)

    def _note(self, chunk: "Buffer") -> None:
        self._sums += _kernel.checksum(chunk).to_bytes(8, "little")


@dataclass(frozen=True)
class Seal:
    """The content of a file's first line."""

    kind: str
    version: int
    length: int
    """The length of the body in bytes."""
    start: int
    """Where the body begins."""
    checksum: int
    """The checksum of the body."""

    @property
    def line(self) -> bytes:
        """The line as bytes."""
        text = (
            f"{MAGIC.decode()}{self.kind}; version {self.version}; {self.length:015d} bytes from "
            f"{self.start:06d}; checksum {self.checksum:016x}; seal "
        ).encode()
        return text + f"{_kernel.checksum(text):016x}\n".encode()

    @property
    def word(self) -> str:
        """Its last word, unique to this file: other files can refer to it by this word."""
        return self.line[-17:-1].decode()


@dataclass(frozen=True)
class Format:
    """One kind of sealed file."""

    kind: str
    """What it is, in a few words."""
    version: int
    """The version of its body.  Raise it whenever the same bytes would mean something else."""
    remedy: str
    """What the user can do about an unusable file."""
    align: int = 1
    """The body begins at a multiple of this."""

    def write(self, path: str | os.PathLike[str], body: "Buffer") -> Seal:
        """Write a file, all of it or nothing."""
        with self.writing(path) as stream:
            stream.write(body)
        return stream.seal

    def write_json(self, path: str | os.PathLike[str], value: Any) -> None:
        """Write a value as one readable line of JSON."""
        self.write(path, json.dumps(value).encode() + b"\n")

    @contextmanager
    def writing(self, path: str | os.PathLike[str]) -> Iterator["SealedWriter"]:
        """A stream for the body; the sealed file replaces ``path`` at the end of the block."""
        empty = Seal(self.kind, self.version, 0, 0, 0)
        start = -(-len(empty.line) // self.align) * self.align
        with replacing(path) as file:
            file.write(bytes(start))
            stream = SealedWriter(file, replace(empty, start=start))
            yield stream
            file.seek(0)
            file.write(stream.seal.line)

    def read(self, path: str | os.PathLike[str]) -> bytes:
        """The body of a file, checked."""
        with self.reading(path) as stream:
            return stream.read(stream.seal.length)

    def read_json(self, path: str | os.PathLike[str]) -> Any:
        """The value in a file."""
        try:
            return json.loads(self.read(path))
        except (ValueError, RecursionError) as error:
            if isinstance(error, InputError):
                raise
            raise self.refused(path, "its body is not JSON") from None

    def read_into(self, path: str | os.PathLike[str], allocate: Callable[[int], memoryview]) -> memoryview:
        """The body of a file, checked, read into the buffer that ``allocate`` returns for its length."""
        with self.reading(path) as stream:
            place = allocate(stream.seal.length)
            stream.read_into(place)
        return place

    @contextmanager
    def reading(self, path: str | os.PathLike[str]) -> Iterator["SealedReader"]:
        """A stream of the body, checked *at the end* of the block: do not trust it before then."""
        with self._opened(path) as file:
            stream = SealedReader(file, self._seal(path, file))
            yield stream
            if stream.checksum != stream.seal.checksum:
                raise self.refused(path, "its checksum is wrong, or not all of it was read")

    @contextmanager
    def mapping(self, path: str | os.PathLike[str]) -> Iterator[tuple[BinaryIO, Seal]]:
        """The open file and its seal, for callers that map the body and check it with :meth:`check`."""
        with self._opened(path) as file:
            yield file, self._seal(path, file)

    def check(self, path: str | os.PathLike[str], seal: Seal, body: "Buffer") -> None:
        """Refuse a body other than the one that was sealed."""
        found = BodySum()
        found.add(body)
        if (found.length, found.value) != (seal.length, seal.checksum):
            raise self.refused(path, "its checksum is wrong")

    def glance(self, path: str | os.PathLike[str]) -> Seal:
        """The seal of a file whose length is right; the body is not checked."""
        with self._opened(path) as file:
            return self._seal(path, file)

    def refused(self, path: str | os.PathLike[str], reason: str) -> DamagedFile:
        """The error for a damaged file."""
        return DamagedFile(f"'{os.fspath(path)}' is damaged: {reason}; {self.remedy}")

    def of_another(self, path: str | os.PathLike[str], whose: str, difference: str) -> InputError:
        """The error for a sound file that belongs to something else than the caller asked for."""
        return InputError(f"'{os.fspath(path)}' is of another {whose}: {difference}")

    @contextmanager
    def _opened(self, path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
        """The open file; handling a missing one is up to the caller."""
        try:
            # Check before opening: opening a pipe waits for a writer, and reading a device may never end.
            regular = stat.S_ISREG(os.stat(path).st_mode)
            if regular:
                with Path(path).open("rb", buffering=0) as file:
                    yield file
        except FileNotFoundError:
            raise
        except OSError as error:
            raise InputError(f"'{os.fspath(path)}' cannot be read: {error.strerror or error}") from None
        if not regular:
            raise InputError(f"'{os.fspath(path)}' is not a file: expected {_article(self.kind)}")

    def _seal(self, path: str | os.PathLike[str], file: BinaryIO) -> Seal:
        """The seal, if the first line and the file's length are right; leaves the file at the body."""
        name = os.fspath(path)
        head = file.read(LONGEST_LINE)
        if not head.startswith(MAGIC):
            raise DamagedFile(
                f"'{name}' has no seal: expected {_article(self.kind)}; "
                f"if it is one that is damaged or of an earlier version, {self.remedy}"
            )
        seal = _read_line(head)
        if seal is None:
            raise self.refused(path, "its first line is not as it was written")
        if seal.kind != self.kind:
            raise DamagedFile(f"'{name}' is {_article(seal.kind)}: expected {_article(self.kind)}")
        if seal.version != self.version:
            raise DamagedFile(
                f"'{name}' is of version {seal.version} of {_article(self.kind)}: "
                f"expected version {self.version}; {self.remedy}"
            )
        length = os.fstat(file.fileno()).st_size
        if length != seal.start + seal.length:
            raise self.refused(path, f"it has {length} bytes, expected {seal.start + seal.length}")
        between = head[len(seal.line) :] + file.read(max(0, seal.start - LONGEST_LINE))
        if seal.start < len(seal.line) or any(between[: seal.start - len(seal.line)]):
            raise self.refused(path, "there is something between its seal and its body")
        file.seek(seal.start)
        return seal


def seal_of(path: str | os.PathLike[str]) -> Seal | None:
    """The seal of any file; None if its first line is not a seal."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        with Path(path).open("rb") as file:
            return _read_line(file.read(LONGEST_LINE))
    except OSError:
        return None


def _read_line(head: bytes) -> Seal | None:
    """The seal at the start of these bytes, if there is one and it is intact."""
    found = _LINE.match(head)
    if found is None:
        return None
    kind, version, size, start, checksum = found.groups()
    seal = Seal(kind.decode("ascii", "replace"), int(version), int(size), int(start), int(checksum, 16))
    # The last word is right if these values produce exactly this line.
    return seal if seal.line == found.group() else None


class SealedWriter:
    """The body of a file being written."""

    def __init__(self, file: BinaryIO, empty: Seal) -> None:
        self._file, self._empty = file, empty
        self._sum = BodySum()

    def write(self, piece: "Buffer") -> None:
        """The next bytes."""
        self._file.write(piece)
        self._sum.add(piece)

    @property
    def seal(self) -> Seal:
        """The seal of everything written so far."""
        return replace(self._empty, length=self._sum.length, checksum=self._sum.value)


class SealedReader:
    """The body of a file being read."""

    def __init__(self, file: BinaryIO, seal: Seal) -> None:
        self._file, self.seal = file, seal
        self._sum = BodySum()

    def read(self, most: int) -> bytes:
        """The next bytes, fewer only at the end of the body."""
        place = bytearray(min(most, self.seal.length - self._sum.length))
        self.read_into(memoryview(place))
        return bytes(place)

    def read_into(self, place: memoryview) -> None:
        """Fill ``place`` with the next bytes, unless the file ends early."""
        done = 0
        while done < len(place):
            piece = place[done : done + CHUNK]
            count: int = self._file.readinto(piece)  # type: ignore[attr-defined]
            if not count:
                break
            # Sum it while it is still in the cache.
            self._sum.add(piece[:count])
            done += count

    @property
    def checksum(self) -> int | None:
        """The checksum of the body; None if not all of it was read."""
        return self._sum.value if self._sum.length == self.seal.length else None


def _article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"
