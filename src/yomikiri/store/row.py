"""Rows: an attempt with its deal and its configuration as one flat record, for exports and imports.

The columns and their order are a contract, documented in ``docs/surveys.md``; new ones go to the end.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from yomikiri.errors import InputError, shown
from yomikiri.games.dealing import MAX_DEAL
from yomikiri.search import Limits
from yomikiri.store.attempt import OUTCOMES, Attempt, Configuration, DealRecord, Rules, Solver, canonical

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
}
COLUMNS: dict[str, type] = RULES | DEAL | CONFIGURATION | ANSWER
"""The type of each column, in order; what may be missing is None."""

OPTIONAL = {"node_limit", "second_limit", "memory_limit"} | {
    entry.name for entry in fields(Attempt) if str(entry.type).endswith("None")
}
LARGEST = 2**63 - 1


def answer_of(attempt: Attempt) -> dict[str, Any]:
    """The columns of an attempt itself."""
    return {name: getattr(attempt, name) for name in ANSWER}


def row_of(attempt: Attempt) -> dict[str, Any]:
    """The row of an attempt."""
    deal, configuration = attempt.deal, attempt.configuration
    return (
        {name: getattr(deal.rules, name) for name in RULES}
        | {"deal": deal.deal, "position": deal.position}
        | {
            "algorithm": configuration.solver.algorithm,
            "solver_options": configuration.solver.options,
            "node_limit": configuration.limits.nodes,
            "second_limit": configuration.limits.seconds,
            "memory_limit": configuration.limits.memory,
            "version": configuration.version,
        }
        | answer_of(attempt)
    )


def attempt_of(row: Mapping[str, Any]) -> Attempt:
    """The attempt of a row, whose columns have been checked or come from the database."""
    rules = Rules(*(row[name] for name in RULES))
    limits = Limits(row["node_limit"], row["second_limit"], row["memory_limit"])
    solver = Solver(row["algorithm"], row["solver_options"])
    return Attempt(
        deal=DealRecord(rules, row["deal"], row["position"]),
        configuration=Configuration(solver, limits, row["version"]),
        **{name: row[name] for name in ANSWER},
    )


def read_row(data: Any) -> Attempt:
    """The attempt of a row from outside; an :class:`InputError` names the column that is wrong."""
    if not isinstance(data, dict):
        raise InputError(f"a row is a JSON object, found {type(data).__name__}")
    for name in data:
        if name not in COLUMNS:
            raise InputError(f"unknown column '{shown(name)}'")
    row = {name: _value(name, kind, data) for name, kind in COLUMNS.items()}
    if row["outcome"] not in OUTCOMES:
        known = ", ".join(OUTCOMES)
        raise InputError(f"outcome '{shown(row['outcome'])}' is not known: expected one of {known}")
    for name in ("options", "solver_options"):
        row[name] = canonical(_object(name, row[name]))
    if row["arrangements"] is not None:
        _object("arrangements", row["arrangements"])
    if row["deal"].isdigit() and (len(row["deal"]) > 20 or int(row["deal"]) > MAX_DEAL):
        raise InputError(f"deal '{shown(row['deal'])}' is out of range: expected 1 to {MAX_DEAL}")
    return attempt_of(row)


def _value(name: str, kind: type, data: Mapping[str, Any]) -> Any:
    value = data.get(name)
    if value is None:
        if name in OPTIONAL:
            return None
        raise InputError(f"column '{name}' is missing")
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InputError(f"column '{name}' is {shown(repr(value))}: expected {kind.__name__}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise InputError(f"column '{name}' is {shown(repr(value))}: expected at most {LARGEST}")
    if isinstance(value, str) and "\0" in value:
        raise InputError(f"column '{name}' has a character that can not be stored")
    return value


def _object(name: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError(f"column '{name}' is {shown(text)}: expected a JSON object as text")
    return value
