"""The integrity check: is the database sound, and do the answers in it hold?

The database checks itself, and then we trust nothing: every value must be valid for its column, checksums and
keys are recomputed, every numbered position is dealt again, and every stored solution is replayed by the
rules from the stored position.  Replaying takes longest, so it can be left out.

Damage is an answer here and never an error: whatever cannot be read gives one more line.  The check cannot
detect a claim that was changed together with its checksum; :mod:`yomikiri.surveys.recheck` searches again.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import Engine, Table, func, select, text

from yomikiri.core.errors import DamagedStore, YomikiriError, shown
from yomikiri.core.registry import entry as entry_named
from yomikiri.games import Game, open_deal
from yomikiri.search import Outcome
from yomikiri.store.attempt import (
    CRASHED,
    DECIDED,
    FAILED,
    OUTCOMES,
    Attempt,
    DealRecord,
    Rules,
    read_arrangements,
    read_object,
)
from yomikiri.store.database import reading
from yomikiri.store.schema import attempts, configurations, deals, surveys
from yomikiri.store.solutions import wins
from yomikiri.store.stored import (
    attempt_checksum,
    attempt_in,
    attempt_rows,
    configuration_in,
    configuration_row,
    deal_in,
    deal_row,
    survey_in,
    survey_row,
)

BATCH = 500
"""Rows fetched at a time."""
_NUMBERED = re.compile("(?:[a-z][a-z0-9]*:)?[0-9]+", re.ASCII)
"""Names of deals that can be dealt again; others say where a position came from."""


Report = Callable[[int, int], None]
"""Called with how much is done, and of how much."""
Row = Mapping[str, Any]


def problems(engine: Engine, *, replay: bool, report: Report | None = None) -> Iterator[str]:
    """What is wrong, one line each."""
    parts = [
        _of_database(engine),
        _of_rows(engine, configurations, lambda row: configuration_row(configuration_in(row))),
        _of_rows(engine, surveys, lambda row: survey_row(survey_in(row))),
        _of_rows(engine, deals, lambda row: deal_row(_redealt(deal_in(row)))),
        _of_attempts(engine, report, replay=replay),
    ]
    before = ""
    for part in parts:
        try:
            yield from part
        except DamagedStore as error:  # The other parts may still be readable.
            if str(error) != before:
                yield str(error)
            before = str(error)


def _of_database(engine: Engine) -> Iterator[str]:
    with reading(engine) as connection:
        if connection.dialect.name == "sqlite":
            for (line,) in connection.execute(text("PRAGMA integrity_check")):
                if line != "ok":
                    yield f"database: {shown(str(line), 500)}"


def _of_rows(engine: Engine, table: Table, again: Callable[[Row], Row]) -> Iterator[str]:
    """Rows of a table that differ from what ``again`` returns for them."""
    with reading(engine) as connection:
        query = select(table).order_by(table.c.id)
        for found in connection.execution_options(yield_per=BATCH).execute(query).mappings():
            row = {str(name): value for name, value in found.items()}
            where = f"{table.name.removesuffix('s')} {row['id']}"
            try:
                yield from _of_checksum(row, str(again(row)["checksum"]), where)
            except (YomikiriError, ValueError, LookupError) as error:
                yield f"{where}: {error}"


def _of_checksum(row: Row, expected: str, where: str) -> Iterator[str]:
    if row["checksum"] is None:
        yield f"{where} is without its checksum"
    elif row["checksum"] != expected:
        yield f"{where} is not what was written: its checksum does not fit"


def _redealt(deal: DealRecord) -> DealRecord:
    """The deal itself, if its position is the one that its number stands for."""
    if _NUMBERED.fullmatch(deal.deal):
        rules = deal.rules
        options = read_object("options", rules.options)
        found = open_deal(rules.game, deal.deal, rules.size or None, rules.variant or None, options)
        if deal.position != found.text:
            raise LookupError(
                f"{rules} deal {deal.deal}: its position is not the one that its number stands for"
            )
    return deal


def _of_attempts(engine: Engine, report: Report | None, *, replay: bool) -> Iterator[str]:
    games: dict[Rules, Game[Any, Any]] = {}
    with reading(engine) as connection:
        total = connection.execute(select(func.count()).select_from(attempts)).scalar_one()
        result = connection.execution_options(yield_per=BATCH).execute(attempt_rows())
        for done, found in enumerate(result.mappings()):
            if report is not None:
                report(done, max(total, done + 1))
            row = {str(name): value for name, value in found.items()}
            where = f"attempt {row['id']}"
            try:
                attempt = attempt_in(row)
                where = f"{attempt.deal}, {attempt.configuration.solver}"
                yield from _of_checksum(row, attempt_checksum(attempt), where)
                for problem in _of_attempt(attempt, games, replay=replay):
                    yield f"{where}: {problem}"
            except (YomikiriError, ValueError, LookupError) as error:
                yield f"{where}: {error}"
    if report is not None:
        report(total, total)


def _of_attempt(attempt: Attempt, games: dict[Rules, Game[Any, Any]], *, replay: bool) -> Iterator[str]:
    if attempt.outcome not in OUTCOMES:
        yield f"unknown outcome '{shown(attempt.outcome)}'"
    if (attempt.outcome in (CRASHED, FAILED)) != (attempt.message is not None):
        yield "a crash or failure without a message, or a message without one"
    if attempt.outcome == Outcome.SOLVED.value and attempt.moves is None:
        yield "solved without moves"
    if attempt.outcome == Outcome.UNSOLVABLE.value and attempt.moves is not None:
        yield "unsolvable, but there are moves"
    yield from _of_bounds(attempt)
    if attempt.arrangements is not None:
        yield from _of_arrangements(attempt, read_arrangements(attempt.arrangements))
    if attempt.moves is None:
        return
    if attempt.length != len(attempt.moves.split()):
        yield f"length {attempt.length}, but {len(attempt.moves.split())} moves"
    if replay and not wins(games, attempt):
        yield "the moves do not win"


def _of_arrangements(attempt: Attempt, entries: Mapping[str, Row]) -> Iterator[str]:
    """Contradictions between a deal and its arrangements."""
    several = entry_named(attempt.deal.rules.game).several
    total = 1 if several is None else len(several.names)
    outcomes = [each["outcome"] for each in entries.values()]
    won, lost = (outcomes.count(outcome.value) for outcome in (Outcome.SOLVED, Outcome.UNSOLVABLE))
    if attempt.winnable != won:
        yield f"{attempt.winnable} arrangements can be won, but {won} are solved"
    if (attempt.outcome == Outcome.SOLVED.value) != (won > 0):
        yield f"{shown(attempt.outcome)}, but {won} arrangements are solved"
    if attempt.outcome == Outcome.UNSOLVABLE.value and lost != total:
        yield f"unsolvable, but only {lost} of {total} arrangements are"


def _of_bounds(attempt: Attempt) -> Iterator[str]:
    """Bounds that contradict each other, the length or the outcome."""
    lower, upper, length = attempt.lower_bound, attempt.upper_bound, attempt.length
    if attempt.outcome == Outcome.UNSOLVABLE.value and (lower, upper) != (None, None):
        yield f"unsolvable, but there are bounds of its length: {lower} and {upper}"
    elif lower is not None and upper is not None and lower > upper:
        yield f"the lower bound {lower} is larger than the upper bound {upper}"
    elif length is not None and upper is not None and upper != length:
        yield f"length {length}, but the upper bound is {upper}"
    if attempt.proved_shortest and (attempt.outcome not in DECIDED or lower not in (None, length)):
        yield f"proved shortest: {shown(attempt.outcome)}, length {length}, lower bound {lower}"
