"""Rows as stored in the database: how to query them, and how they become values again.

A database is a file that disks, programs and people can damage, and SQLite stores any value in any column.
So we do not trust column types: every value is checked, and an :class:`InputError` names the first invalid
one.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Boolean, Column, ColumnElement, Select, select, type_coerce
from sqlalchemy.sql.sqltypes import NullType

from yomikiri.core.errors import InputError
from yomikiri.search import Limits
from yomikiri.store.attempt import (
    Attempt,
    Configuration,
    DealRecord,
    Rules,
    Solver,
    SurveyRecord,
    read_arrangements,
    read_object,
)
from yomikiri.store.checksum import checksum
from yomikiri.store.row import (
    ANSWER,
    COLUMNS,
    CONFIGURATION,
    DEAL,
    RULES,
    attempt_of,
    configuration_columns,
    read_columns,
    row_of,
)
from yomikiri.store.schema import attempts, configurations, deals

ANSWER_COLUMNS = tuple(attempts.c[name] for name in ANSWER)
KEYS = {"key": str, "solver": str}
SURVEY = {"key": str} | RULES | {"deals": str} | CONFIGURATION | {"started": str}
del SURVEY["version"]


# -- asking ------------------------------------------------------------------------------------------


def attempt_rows() -> Select[Any]:
    """The attempts with their ids and checksums, ordered by rules, solver, deal, and when they ended.

    An attempt without a deal or configuration is included, so that it is not lost silently.
    """
    place = [deals.c[name] for name in RULES | DEAL]
    how = [configurations.c[name] for name in CONFIGURATION]
    order = [deals.c[name] for name in RULES]
    return (
        select(attempts.c.id, attempts.c.checksum, *place, *how, *map(_as_it_is, ANSWER_COLUMNS))
        .select_from(
            attempts.join(deals, attempts.c.deal_id == deals.c.id, isouter=True).join(
                configurations, attempts.c.configuration_id == configurations.c.id, isouter=True
            )
        )
        .order_by(
            *order, configurations.c.solver, deals.c.number, deals.c.deal, attempts.c.started, attempts.c.id
        )
    )


def _as_it_is(column: Column[Any]) -> ColumnElement[Any]:
    """A column whose value is not converted: SQLAlchemy would turn any text into True."""
    if isinstance(column.type, Boolean):
        return type_coerce(column, NullType()).label(column.name)
    return column


# -- reading -----------------------------------------------------------------------------------------


def attempt_in(row: Mapping[str, Any]) -> Attempt:
    """The attempt of a row of :func:`attempt_rows`."""
    for name, what in (("game", "deal"), ("algorithm", "configuration")):
        if row[name] is None:
            raise InputError(f"it belongs to no {what}")
    values = read_columns({name: _truth(kind, row[name]) for name, kind in COLUMNS.items()})
    _check_object("options", values["options"])
    _check_object("solver_options", values["solver_options"])
    text = values["arrangements"]
    # Parsing them all takes as long as everything else; only those that searches continue from are parsed.
    if text is not None and '_limit"' in text:
        read_arrangements(text)
    return attempt_of(values)


def deal_in(row: Mapping[str, Any]) -> DealRecord:
    """The deal of a row of the table ``deals``."""
    values = read_columns(row, RULES | DEAL)
    _check_object("options", values["options"])
    found = DealRecord(Rules(*(values[name] for name in RULES)), values["deal"], values["position"])
    if row["number"] != found.number:
        raise InputError(f"column 'number' is {row['number']!r}: expected {found.number}")
    return found


def configuration_in(row: Mapping[str, Any]) -> Configuration:
    """The configuration of a row of the table ``configurations``, if its keys match its values."""
    values = read_columns(row, KEYS | CONFIGURATION)
    _check_object("solver_options", values["solver_options"])
    solver = Solver(values["algorithm"], values["solver_options"])
    limits = Limits(values["node_limit"], values["second_limit"], values["memory_limit"])
    found = Configuration(solver, limits, values["version"])
    if (values["key"], values["solver"]) != (found.key, solver.key):
        raise InputError(f"it ({solver}) is not the one that its key stands for")
    return found


def survey_in(row: Mapping[str, Any]) -> SurveyRecord:
    """The survey of a row of the table ``surveys``, if its key matches its values."""
    values = read_columns(row, SURVEY)
    _check_object("options", values["options"])
    _check_object("solver_options", values["solver_options"])
    found = SurveyRecord(
        Rules(*(values[name] for name in RULES)),
        values["deals"],
        Solver(values["algorithm"], values["solver_options"]),
        Limits(values["node_limit"], values["second_limit"], values["memory_limit"]),
        values["started"],
    )
    if values["key"] != found.key:
        raise InputError("it is not the one that its key stands for")
    return found


def _truth(kind: type, value: Any) -> Any:
    """Convert to a boolean: SQLite has none and keeps 0 and 1."""
    return bool(value) if kind is bool and type(value) is int and value in (0, 1) else value


@lru_cache(maxsize=1024)
def _check_object(name: str, text: str) -> None:
    # All rows contain the same few texts.
    read_object(name, text)


# -- checksums ---------------------------------------------------------------------------------------


def deal_row(deal: DealRecord) -> dict[str, Any]:
    """A deal as a row of its table, with its checksum."""
    said = {name: getattr(deal.rules, name) for name in RULES}
    said |= {"deal": deal.deal, "position": deal.position}
    return said | {"number": deal.number, "checksum": checksum(said)}


def configuration_row(configuration: Configuration) -> dict[str, Any]:
    """A configuration as a row of its table, with its checksum."""
    said = {"key": configuration.key, "solver": configuration.solver.key}
    said |= configuration_columns(configuration)
    return said | {"checksum": checksum(said)}


def survey_row(survey: SurveyRecord) -> dict[str, Any]:
    """A survey as a row of its table, with its checksum."""
    asked = configuration_columns(Configuration(survey.solver, survey.limits, ""))
    del asked["version"]
    said = {"key": survey.key, "deals": survey.deals, "started": survey.started} | asked
    said |= {name: getattr(survey.rules, name) for name in RULES}
    return said | {"checksum": checksum(said)}


def attempt_checksum(attempt: Attempt) -> str:
    """The checksum of an attempt, over its row as exported."""
    typed = {
        name: float(value) if kind is float and value is not None else value
        for (name, kind), value in zip(COLUMNS.items(), row_of(attempt).values(), strict=True)
    }
    return checksum(typed)
