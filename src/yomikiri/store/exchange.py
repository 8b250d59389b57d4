"""Exports and imports: attempts as JSON lines, CSV or Parquet, one row an attempt.

All formats have the columns of :mod:`yomikiri.store.row`, in that order.  JSON lines and CSV are written row
by row, however many there are; Parquet needs the package polars and is built in memory.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from yomikiri.errors import InputError
from yomikiri.store.attempt import Attempt
from yomikiri.store.row import COLUMNS, read_row, row_of

LONGEST_LINE = 64 * 2**20
"""Bytes; a line that is longer is no row."""


def write_jsonl(attempts: Iterable[Attempt], out: BinaryIO) -> None:
    """One JSON object a line."""
    for attempt in attempts:
        out.write(json.dumps(row_of(attempt)).encode() + b"\n")


def write_csv(attempts: Iterable[Attempt], out: BinaryIO) -> None:
    """Comma-separated values with a line of names; what is missing is empty, truth is true or false."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for attempt in attempts:
        writer.writerow(_plain(value) for value in row_of(attempt).values())
    text.detach()


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


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
    polars.DataFrame(values, schema=schema).write_parquet(out)


FORMATS: dict[str, Callable[[Iterable[Attempt], BinaryIO], None]] = {
    "csv": write_csv,
    "parquet": write_parquet,
    "jsonl": write_jsonl,
}


def read_jsonl(source: BinaryIO) -> Iterator[Attempt]:
    """The attempts of JSON lines; an error says which line it was."""
    number = 0
    while line := source.readline(LONGEST_LINE + 1):
        number += 1
        try:
            if len(line) > LONGEST_LINE:
                raise InputError(f"longer than {LONGEST_LINE} bytes")
            if line.strip():
                yield read_row(json.loads(line))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"line {number}: not valid JSON: {error}") from None
