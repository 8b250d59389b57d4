"""The store: attempts go in, once each, and come out again.

Writing is idempotent: an attempt of the same configuration at the same deal takes the place of the one
before if that was undecided, and changes nothing if it was decided.  So a survey that is not sure whether
its last words were heard may simply say them again.
"""

from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Select, Table, and_, select
from sqlalchemy.dialects import postgresql, sqlite

from yomikiri.search import Limits
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
from yomikiri.store.row import answer_of, attempt_of
from yomikiri.store.schema import attempts, configurations, deals, surveys

DEFAULT = "results.db"
BATCH = 500
"""Attempts in one transaction, and rows fetched at a time."""


class Store:
    """A results store, opened by a file name (SQLite) or a URL; with ``create`` made if it is not there.

    It may be used by many processes at once, each with a ``Store`` of its own.
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
        """Give up all connections."""
        with explained(self._engine.url):
            self._engine.dispose()

    # -- writing -------------------------------------------------------------------------------

    def record(self, found: Iterable[Attempt]) -> None:
        """Write attempts; when this returns they are safe on the disk."""
        waiting = list(found)
        for start in range(0, len(waiting), BATCH):
            # Writers that lock rows in the same order can not wait for each other in a circle.
            batch = sorted(waiting[start : start + BATCH], key=_order)
            with writing(self._engine) as connection:
                for attempt in batch:
                    self._write(connection, attempt)

    def remember(self, survey: SurveyRecord) -> None:
        """Write down that a survey was asked for; the first time stays."""
        limits = survey.limits
        values = _rules(survey.rules) | {
            "key": survey.key,
            "deals": survey.deals,
            "algorithm": survey.solver.algorithm,
            "solver_options": survey.solver.options,
            "node_limit": limits.nodes,
            "second_limit": limits.seconds,
            "memory_limit": limits.memory,
            "started": survey.started,
        }
        with writing(self._engine) as connection:
            connection.execute(self._insert(surveys).values(values).on_conflict_do_nothing())

    def _write(self, connection: Connection, attempt: Attempt) -> None:
        statement = self._insert(attempts).values(
            deal_id=self._deal(connection, attempt.deal),
            configuration_id=self._configuration(connection, attempt.configuration),
            **answer_of(attempt),
        )
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=["deal_id", "configuration_id"],
                set_={name: statement.excluded[name] for name in answer_of(attempt)},
                where=attempts.c.outcome.not_in(DECIDED),
            )
        )

    def _deal(self, connection: Connection, deal: DealRecord) -> int:
        values = _rules(deal.rules) | {"deal": deal.deal}
        more = {"number": deal.number, "position": deal.position}
        return self._id(connection, deals, values, more)

    def _configuration(self, connection: Connection, configuration: Configuration) -> int:
        solver, limits = configuration.solver, configuration.limits
        more = {
            "solver": solver.key,
            "algorithm": solver.algorithm,
            "solver_options": solver.options,
            "node_limit": limits.nodes,
            "second_limit": limits.seconds,
            "memory_limit": limits.memory,
            "version": configuration.version,
        }
        return self._id(connection, configurations, {"key": configuration.key}, more)

    def _id(self, connection: Connection, table: Table, unique: dict[str, Any], more: dict[str, Any]) -> int:
        """The id of the row with the ``unique`` values, which is made if it is not there."""
        query = select(table.c.id).where(and_(*(table.c[name] == value for name, value in unique.items())))
        found = connection.execute(query).scalar()
        if found is None:
            connection.execute(self._insert(table).values(unique | more).on_conflict_do_nothing())
            found = connection.execute(query).scalar_one()
        return int(found)

    def _insert(self, table: Table) -> Any:
        """An insertion that may say what to do on conflict: the two dialects share the words, not a type."""
        if self._engine.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    # -- reading -------------------------------------------------------------------------------

    def attempts(self, rules: Rules | None = None, solver: Solver | None = None) -> Iterator[Attempt]:
        """The attempts, all or those of some rules or solver: by rules, solver, deal, and when they ended.

        They are read piece by piece; the store may be written meanwhile.
        """
        query = _rows()
        if rules is not None:
            query = query.where(*(deals.c[name] == value for name, value in _rules(rules).items()))
        if solver is not None:
            query = query.where(configurations.c.solver == solver.key)
        with reading(self._engine) as connection:
            result = connection.execution_options(yield_per=BATCH).execute(query)
            for row in result.mappings():
                yield attempt_of({str(name): value for name, value in row.items()})

    def surveys(self) -> list[SurveyRecord]:
        """The surveys that were asked for, in the order in which they began."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(surveys).order_by(surveys.c.started, surveys.c.id)).mappings()
            return [
                SurveyRecord(
                    Rules(row["game"], row["size"], row["variant"], row["options"]),
                    row["deals"],
                    Solver(row["algorithm"], row["solver_options"]),
                    Limits(row["node_limit"], row["second_limit"], row["memory_limit"]),
                    row["started"],
                )
                for row in rows
            ]

    def check(self, *, replay: bool = True, report: Report | None = None) -> Iterator[str]:
        """What is wrong with the store, a line each.

        Numbered deals are dealt again; with ``replay`` every solution is played again, too.  ``report``
        hears how many attempts are checked, and of how many.
        """
        return problems(self._engine, self.attempts(), replay=replay, report=report)


def _rows() -> Select[Any]:
    answer = [column for column in attempts.c if column.name not in ("id", "deal_id", "configuration_id")]
    place = [deals.c[name] for name in ("game", "size", "variant", "options", "deal", "position")]
    how = [column for column in configurations.c if column.name not in ("id", "key", "solver")]
    order = [deals.c[name] for name in ("game", "size", "variant", "options")]
    return (
        select(*place, *how, *answer)
        .select_from(
            attempts.join(deals, attempts.c.deal_id == deals.c.id).join(
                configurations, attempts.c.configuration_id == configurations.c.id
            )
        )
        .order_by(
            *order, configurations.c.solver, deals.c.number, deals.c.deal, attempts.c.started, attempts.c.id
        )
    )


def _rules(rules: Rules) -> dict[str, str]:
    return {"game": rules.game, "size": rules.size, "variant": rules.variant, "options": rules.options}


def _order(attempt: Attempt) -> tuple[str, ...]:
    rules = attempt.deal.rules
    key = attempt.configuration.key
    return (rules.game, rules.size, rules.variant, rules.options, attempt.deal.deal, key)
