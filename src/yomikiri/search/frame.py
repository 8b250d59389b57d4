"""Results as a table: :func:`results_frame`, one row each, in polars or pandas, whichever is installed."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.search.deals import DealResult
from yomikiri.search.outcome import Result

LIBRARIES = ("polars", "pandas")
COLUMNS: dict[str, type] = {
    "label": str,
    "arrangement": str,
    "algorithm": str,
    "heuristic": str,
    "outcome": str,
    "length": int,
    "proved_shortest": bool,
    "lower_bound": int,
    "upper_bound": int,
    "expanded": int,
    "generated": int,
    "stored": int,
    "peak_bytes": int,
    "seconds": float,
    "proof": str,
    "error_bound": float,
    "certified": bool,
}
"""The columns and their types.  A column has one type, so labels are strings, even numeric ones."""


def results_frame(results: Iterable[Result | DealResult], library: str | None = None) -> Any:
    """A data frame of results, one row each: polars, or pandas if only that is installed or it is requested.

    A :class:`yomikiri.DealResult` has one row for each arrangement searched.
    """
    _library(library)  # Fail before waiting for results.
    return data_frame([row for result in results for row in _rows(result)], COLUMNS, library)


def data_frame(rows: Sequence[Mapping[str, Any]], kinds: Mapping[str, type], library: str | None) -> Any:
    """Rows as a data frame with columns of these types."""
    columns = {name: [row[name] for row in rows] for name in kinds}
    if _library(library) == "polars":
        import polars

        types = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
        return polars.DataFrame(columns, schema={name: types[kind] for name, kind in kinds.items()})
    import pandas

    names = {str: "string", int: "Int64", float: "float64", bool: "bool"}
    return pandas.DataFrame(
        {name: pandas.Series(columns[name], dtype=names[kind]) for name, kind in kinds.items()}
    )


def _library(asked: str | None) -> str:
    if asked is not None and asked not in LIBRARIES:
        raise InputError(f"unknown library '{shown(str(asked))}': expected one of {', '.join(LIBRARIES)}")
    there = [name for name in LIBRARIES if find_spec(name) is not None]
    if asked is not None and asked not in there:
        raise InputError(f"{asked} is not installed: pip install {asked}")
    if not there:
        raise InputError("a data frame needs polars or pandas: pip install 'yomikiri[parquet]'")
    return asked or there[0]


def _rows(result: Result | DealResult) -> list[dict[str, Any]]:
    if isinstance(result, DealResult):
        return [
            _row(each, result.label if each.label is None else each.label, name)
            for name, each in result.results.items()
        ]
    if not isinstance(result, Result):
        raise InputError(f"{shown(repr(result))} is not a result: expected what solve() gives")
    return [_row(result, result.label, None)]


def _row(result: Result, label: int | str | None, arrangement: str | None) -> dict[str, Any]:
    row = {name: getattr(result, name, None) for name in COLUMNS}
    row["label"] = None if label is None else str(label)
    row["arrangement"] = arrangement
    row["outcome"], row["proof"] = result.outcome.value, result.proof.value
    return row
