"""Rows: an attempt with its deal and its configuration as one flat record, for exports and imports.

The columns and their order are a contract, documented in ``docs/surveys.md``; new ones go at the end.
Everything from outside, whether from a file or a possibly damaged database, is read by :func:`read_columns`:
after that every value has the type of its column.
"""

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from yomikiri.core.dealing import MAX_DEAL
from yomikiri.core.errors import InputError, shown
from yomikiri.search import Limits
from yomikiri.store.attempt import (
    OUTCOMES,
    Attempt,
    Configuration,
    DealRecord,
    Rules,
    Solver,
    canonical,
    read_arrangements,
    read_object,
)

RULES = {"game": str, "size": str, "variant": str, "options": str}
DEAL = {"deal": str, "position": str}
CONFIGURATION = {
    "algorithm": str,
    "solver_options": str,
    "node_limit": int,
    "second_limit": float,
    "memory_limit": int,
    "version": str,
}
ANSWER = {
    "outcome": str,
    "proof": str,
    "error_bound": float,
    "length": int,
    "moves": str,
    "proved_shortest": bool,
    "certified": bool,
    "lower_bound": int,
    "upper_bound": int,
    "expanded": int,
    "generated": int,
    "stored": int,
    "peak_bytes": int,
    "seconds": float,
    "winnable": int,
    "arrangements": str,
    "message": str,
    "host": str,
    "started": str,
    "certificates": str,
}
COLUMNS: dict[str, type] = RULES | DEAL | CONFIGURATION | ANSWER
"""The type of each column, in order; optional values may be None."""

OPTIONAL = {"node_limit", "second_limit", "memory_limit"} | {
    entry.name for entry in fields(Attempt) if str(entry.type).endswith("None")
}
LARGEST = 2**63 - 1


def answer_of(attempt: Attempt) -> dict[str, Any]:
    """The columns of an attempt itself."""
    return {name: getattr(attempt, name) for name in ANSWER}


def configuration_columns(configuration: Configuration) -> dict[str, Any]:
    """The columns of a configuration."""
    solver, limits = configuration.solver, configuration.limits
    return {
        "algorithm": solver.algorithm,
        "solver_options": solver.options,
        "node_limit": limits.nodes,
        "second_limit": None if limits.seconds is None else float(limits.seconds),
        "memory_limit": limits.memory,
        "version": configuration.version,
    }


def row_of(attempt: Attempt) -> dict[str, Any]:
    """The row of an attempt."""
    deal = attempt.deal
    return (
        {name: getattr(deal.rules, name) for name in RULES}
        | {"deal": deal.deal, "position": deal.position}
        | configuration_columns(attempt.configuration)
        | answer_of(attempt)
    )


def attempt_of(row: Mapping[str, Any]) -> Attempt:
    """The attempt of a row whose columns have been checked."""
    rules = Rules(*(row[name] for name in RULES))
    limits = Limits(row["node_limit"], row["second_limit"], row["memory_limit"])
    solver = Solver(row["algorithm"], row["solver_options"])
    return Attempt(
        deal=DealRecord(rules, row["deal"], row["position"]),
        configuration=Configuration(solver, limits, row["version"]),
        **{name: row[name] for name in ANSWER},
    )


def read_row(data: Any) -> Attempt:
    """The attempt of a row from outside; an :class:`InputError` names the invalid column."""
    if not isinstance(data, dict):
        raise InputError(f"a row is a JSON object, found {type(data).__name__}")
    for name in data:
        if name not in COLUMNS:
            raise InputError(f"unknown column '{shown(name)}'")
    row = read_columns(data)
    if row["outcome"] not in OUTCOMES:
        known = ", ".join(OUTCOMES)
        raise InputError(f"outcome '{shown(row['outcome'])}' is not known: expected one of {known}")
    for name in ("options", "solver_options"):
        row[name] = canonical(read_object(name, row[name]))
    if row["arrangements"] is not None:
        read_arrangements(row["arrangements"])
    if row["deal"].isdecimal() and (len(row["deal"]) > 20 or int(row["deal"]) > MAX_DEAL):
        raise InputError(f"deal '{shown(row['deal'])}' is out of range: expected 1 to {MAX_DEAL}")
    return attempt_of(row)


def read_columns(data: Mapping[str, Any], columns: Mapping[str, type] = COLUMNS) -> dict[str, Any]:
    """The values of some columns, each checked; an :class:`InputError` names the first invalid one."""
    return {name: _value(name, kind, data.get(name)) for name, kind in columns.items()}


def _value(name: str, kind: Any, value: Any) -> Any:
    if value is None:
        if name in OPTIONAL:
            return None
        raise InputError(f"column '{name}' is missing")
    if kind is float and type(value) is int:
        value = float(value) if abs(value) <= LARGEST else math.inf
    # In Python a boolean is a number, but it must not pass for one here.
    found: Any = type(value)
    if found is not kind:
        raise InputError(f"column '{name}' is {shown(repr(value))}: expected {kind.__name__}")
    if kind is str:
        if "\0" in value or not _is_text(value):
            raise InputError(f"column '{name}' has a character that cannot be stored")
    elif not 0 <= value <= LARGEST:  # Counts, bounds and seconds; this also refuses NaN.
        raise InputError(f"column '{name}' is {shown(repr(value))}: expected 0 to {LARGEST}")
    return value


def _is_text(value: str) -> bool:
    """Whether it can be written as UTF-8, which lone surrogates cannot."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
