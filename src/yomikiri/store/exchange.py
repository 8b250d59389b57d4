"""Exports and imports: attempts as JSON lines, CSV or Parquet, one row per attempt.

All formats have the columns of :mod:`yomikiri.store.row`, in that order.  JSON lines and CSV are written row
by row, however many there are; Parquet needs the package polars and is built in memory.

JSON lines are read back, so they are sealed like other files (:mod:`yomikiri.core.sealed_file`), but at the
end: they go to pipes, and readers that want only rows can ignore the last line.  Concatenated exports have a
seal after each part.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from yomikiri.core.errors import DamagedFile, InputError
from yomikiri.core.sealed_file import BodySum
from yomikiri.store.attempt import Attempt
from yomikiri.store.row import COLUMNS, read_row, row_of

LONGEST_LINE = 64 * 2**20
"""The most bytes in a line; a longer one is not a row."""
SEALED = b'{"sealed": "yomikiri export", '
"""The start of a line that seals the rows before it."""


class _Rows:
    """Lines since the last seal."""

    def __init__(self) -> None:
        self._count, self._sum = 0, BodySum()

    def add(self, line: bytes) -> None:
        self._count += 1
        self._sum.add(line)

    @property
    def seal(self) -> bytes:
        """The line that seals them."""
        return SEALED + b'"version": 1, "lines": %d, "checksum": "%016x"}\n' % (self._count, self._sum.value)

    def __bool__(self) -> bool:
        return self._count > 0


def write_jsonl(attempts: Iterable[Attempt], out: BinaryIO) -> None:
    """One JSON object per line, and a last line that seals them."""
    rows = _Rows()
    for attempt in attempts:
        line = json.dumps(row_of(attempt)).encode() + b"\n"
        rows.add(line)
        out.write(line)
    out.write(rows.seal)


def write_csv(attempts: Iterable[Attempt], out: BinaryIO) -> None:
    """Comma-separated values with a line of names; missing values are empty, booleans are true or false.

    One line per row: the lines of a position are joined by `` / ``, which every game reads as line breaks.
    """
    writer = csv.writer(_Lines(out), lineterminator="\n")
    writer.writerow(COLUMNS)
    for attempt in attempts:
        writer.writerow(_plain(value) for value in row_of(attempt).values())


class _Lines:
    """The target for :mod:`csv`.  A text stream would close standard output when it is dropped."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def write(self, text: str) -> None:
        self._out.write(text.encode())


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return " / ".join(value.splitlines()) if isinstance(value, str) else value


def write_parquet(attempts: Iterable[Attempt], out: BinaryIO) -> None:
    """A Parquet file, compressed."""
    try:
        import polars
    except ModuleNotFoundError:
        raise InputError("Parquet needs the package polars: pip install 'yomikiri[parquet]'") from None
    kinds = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
    schema = {name: kinds[kind] for name, kind in COLUMNS.items()}
    values: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for attempt in attempts:
        for name, value in row_of(attempt).items():
            values[name].append(value)
    # Write it ourselves: polars has its own error for a reader that is gone.
    file = io.BytesIO()
    polars.DataFrame(values, schema=schema).write_parquet(file)
    out.write(file.getbuffer())


FORMATS: dict[str, Callable[[Iterable[Attempt], BinaryIO], None]] = {
    "csv": write_csv,
    "parquet": write_parquet,
    "jsonl": write_jsonl,
}


def read_jsonl(source: BinaryIO, name: str = "export", *, sealed: bool = True) -> Iterator[Attempt]:
    """The attempts in JSON lines; an error names the file and the line.

    All lines are checked by their seal before the first attempt is yielded.  With ``sealed=False`` no seal is
    needed: rows from other tools, or from versions before seals, are accepted unchecked.
    """
    for number, line in list(_lines(source, name, sealed=sealed)):
        try:
            yield read_row(json.loads(line))
        except InputError as error:
            raise InputError(f"'{name}', line {number}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"'{name}', line {number}: not valid JSON: {error}") from None


def _lines(source: BinaryIO, name: str, *, sealed: bool) -> Iterator[tuple[int, bytes]]:
    """The lines that contain rows, with their numbers."""
    rows, number, seals = _Rows(), 0, 0
    while line := source.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise InputError(f"'{name}', line {number}: longer than {LONGEST_LINE} bytes")
        if line.startswith(SEALED):
            if sealed and line != rows.seal:
                raise DamagedFile(
                    f"'{name}' is damaged: line {number} is not the seal of the lines before it; export again"
                )
            rows, seals = _Rows(), seals + 1
            continue
        rows.add(line)
        if line.strip():
            yield number, line
    if sealed and (rows or not seals):
        raise DamagedFile(
            f"'{name}' has no seal at its end: it was cut short, or another tool or an earlier version wrote "
            "it; expected an export of 'yomikiri survey export', or --unsealed to take its rows as they are"
        )
