"""The store: attempts go in, once each, and come out again.

Writing is idempotent: an attempt by the same configuration at the same deal replaces the previous one if that
was undecided, and changes nothing if it was decided.  So a survey that does not know whether its last
attempts were stored can simply write them again.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Table, and_, select
from sqlalchemy.dialects import postgresql, sqlite

from yomikiri.core.errors import DamagedStore, InputError, YomikiriError
from yomikiri.games import read_deal
from yomikiri.store.attempt import (
    DECIDED,
    Attempt,
    Configuration,
    DealRecord,
    Rules,
    Solver,
    SurveyRecord,
)
from yomikiri.store.database import connect, explained, named, parse_url, prepare_schema, reading, writing
from yomikiri.store.integrity import Report, problems
from yomikiri.store.row import answer_of
from yomikiri.store.schema import attempts, configurations, deals, surveys
from yomikiri.store.stored import (
    attempt_checksum,
    attempt_in,
    attempt_rows,
    configuration_row,
    deal_row,
    survey_in,
    survey_row,
)

DEFAULT = "results.db"
BATCH = 500
"""Attempts in one transaction, and rows fetched at a time."""


class Store:
    """A results store, opened by a file name (SQLite) or a URL; with ``create`` made if missing.

    Many processes may use it at once, each with its own ``Store``.
    """

    def __init__(self, place: str = DEFAULT, *, create: bool = True) -> None:
        url = parse_url(place)
        self.place = place
        self._engine = connect(url, create=create)
        try:
            prepare_schema(self._engine, create=create)
        except BaseException:
            self._engine.dispose()
            raise

    def __repr__(self) -> str:
        return f"Store({self._engine.url.render_as_string(hide_password=True)!r})"

    def __str__(self) -> str:
        return named(self._engine.url)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        with explained(self._engine.url):
            self._engine.dispose()

    # -- writing -------------------------------------------------------------------------------

    def record(self, found: Iterable[Attempt]) -> None:
        """Write attempts; when this returns, they are safely on disk."""
        waiting = list(found)
        for start in range(0, len(waiting), BATCH):
            # Writers that lock rows in the same order cannot wait for each other in a circle.
            batch = sorted(waiting[start : start + BATCH], key=_order)
            with writing(self._engine) as connection:
                for attempt in batch:
                    self._write(connection, attempt)

    def remember(self, survey: SurveyRecord) -> None:
        """Record that a survey was asked for; the first time is kept."""
        with writing(self._engine) as connection:
            connection.execute(self._insert(surveys).values(survey_row(survey)).on_conflict_do_nothing())

    def _write(self, connection: Connection, attempt: Attempt) -> None:
        place, deal = self._deal(connection, attempt.deal)
        answer = answer_of(attempt) | {"checksum": attempt_checksum(replace(attempt, deal=deal))}
        statement = self._insert(attempts).values(
            deal_id=place, configuration_id=self._configuration(connection, attempt.configuration), **answer
        )
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=["deal_id", "configuration_id"],
                set_={name: statement.excluded[name] for name in answer},
                where=attempts.c.outcome.not_in(DECIDED),
            )
        )

    def _deal(self, connection: Connection, deal: DealRecord) -> tuple[int, DealRecord]:
        """The id of a deal, and the deal as stored: its position may be written differently."""
        unique = _rules(deal.rules) | {"deal": deal.deal}
        found, position = self._kept(connection, deals, deal_row(deal), unique, "position")
        if position == deal.position:
            return found, deal
        if not _same(deal.rules, position, deal.position):
            raise InputError(f"{deal} has another position in {self}")
        return found, replace(deal, position=position)

    def _configuration(self, connection: Connection, configuration: Configuration) -> int:
        row = configuration_row(configuration)
        return self._kept(connection, configurations, row, {"key": configuration.key}, "key")[0]

    def _kept(
        self, connection: Connection, table: Table, row: dict[str, Any], unique: dict[str, Any], column: str
    ) -> tuple[int, Any]:
        """The id and one more column of the row with ``unique`` values, inserted if missing."""
        query = select(table.c.id, table.c[column]).where(
            and_(*(table.c[name] == value for name, value in unique.items()))
        )
        found = connection.execute(query).one_or_none()
        if found is None:
            connection.execute(self._insert(table).values(row).on_conflict_do_nothing())
            found = connection.execute(query).one()
        return int(found[0]), found[1]

    def _insert(self, table: Table) -> Any:
        """An insertion with a conflict clause: the two dialects share the syntax, not a type."""
        if self._engine.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    # -- reading -------------------------------------------------------------------------------

    def attempts(
        self,
        rules: Rules | None = None,
        solver: Solver | None = None,
        *,
        damaged: Callable[[str], None] | None = None,
    ) -> Iterator[Attempt]:
        """The attempts, all or for some rules or solver, ordered by rules, solver, deal, and when they ended.

        They are read in chunks; others may write to the store meanwhile.  An unreadable row is an error or,
        if ``damaged`` is given, is passed to it and left out.
        """
        query = attempt_rows()
        if rules is not None:
            query = query.where(*(deals.c[name] == value for name, value in _rules(rules).items()))
        if solver is not None:
            query = query.where(configurations.c.solver == solver.key)
        with reading(self._engine) as connection:
            result = connection.execution_options(yield_per=BATCH).execute(query)
            for row in result.mappings():
                try:
                    found = attempt_in({str(name): value for name, value in row.items()})
                except InputError as error:
                    problem = self._damage("attempt", row["id"], error)
                    if damaged is None:
                        raise DamagedStore(problem) from error
                    damaged(problem)
                else:
                    yield found

    def surveys(self) -> list[SurveyRecord]:
        """The recorded surveys, in the order in which they began."""
        found = []
        with reading(self._engine) as connection:
            query = select(surveys).order_by(surveys.c.started, surveys.c.id)
            for row in connection.execute(query).mappings():
                try:
                    found.append(survey_in({str(name): value for name, value in row.items()}))
                except InputError as error:
                    raise DamagedStore(self._damage("survey", row["id"], error)) from error
        return found

    def _damage(self, what: str, number: Any, error: InputError) -> str:
        return f"{self} is damaged: {what} {number}: {error}; 'yomikiri survey check' looks at all of it"

    def check(self, *, replay: bool = True, report: Report | None = None) -> Iterator[str]:
        """What is wrong with the store, one line each.

        Checksums are compared and numbered deals dealt again; with ``replay`` every solution is also
        replayed.  ``report`` is called with how many attempts are checked, and of how many.
        """
        return problems(self._engine, replay=replay, report=report)


def _rules(rules: Rules) -> dict[str, str]:
    return {"game": rules.game, "size": rules.size, "variant": rules.variant, "options": rules.options}


def _same(rules: Rules, *positions: str) -> bool:
    """Whether texts mean the same position of a game: notations may have changed since one was written."""
    try:
        options = json.loads(rules.options)
        found = [
            dict(read_deal(rules.game, text, rules.size, rules.variant or None, options).positions)
            for text in positions
        ]
    except (YomikiriError, ValueError):
        return False
    return all(each == found[0] for each in found)


def _order(attempt: Attempt) -> tuple[str, ...]:
    rules = attempt.deal.rules
    key = attempt.configuration.key
    return (rules.game, rules.size, rules.variant, rules.options, attempt.deal.deal, key)
