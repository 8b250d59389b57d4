"""The integrity check: is the database sound, and do the answers in it hold?

The database is asked to check itself, and then nothing is believed: keys are computed again, every numbered
position is dealt again, and every stored solution is replayed by the rules from the stored position.
Replaying takes longest, so it can be left out.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sqlalchemy import Engine, func, select, text

from yomikiri.errors import YomikiriError, shown
from yomikiri.games import Game, Gaps, open_deal
from yomikiri.games.gaps import read_layout
from yomikiri.search import Limits, Outcome
from yomikiri.store.attempt import (
    CRASHED,
    FAILED,
    OUTCOMES,
    Attempt,
    Configuration,
    DealRecord,
    Rules,
    Solver,
)
from yomikiri.store.database import reading
from yomikiri.store.schema import attempts, configurations, deals

BATCH = 500
"""Rows fetched at a time."""
_NUMBERED = re.compile("(?:[a-z]+:)?[0-9]+", re.ASCII)
"""Names of deals that can be dealt again; others say where a position was taken from."""


Report = Callable[[int, int], None]
"""Hears how much is done, and of how much."""


def problems(
    engine: Engine, stored: Iterable[Attempt], *, replay: bool, report: Report | None = None
) -> Iterator[str]:
    """What is wrong, one line each."""
    yield from _of_database(engine)
    yield from _of_keys(engine)
    yield from _of_deals(engine)
    games: dict[Rules, Game[Any, Any]] = {}
    with reading(engine) as connection:
        total = connection.execute(select(func.count()).select_from(attempts)).scalar_one()
    for done, attempt in enumerate(stored):
        if report is not None:
            report(done, max(total, done + 1))
        where = f"{attempt.deal.rules} deal {attempt.deal.deal}, {attempt.configuration.solver}"
        try:
            for problem in _of_attempt(attempt, games, replay=replay):
                yield f"{where}: {problem}"
        except (YomikiriError, ValueError, LookupError) as error:
            yield f"{where}: {error}"
    if report is not None:
        report(total, total)


def _of_database(engine: Engine) -> Iterator[str]:
    with reading(engine) as connection:
        if connection.dialect.name == "sqlite":
            for (line,) in connection.execute(text("PRAGMA integrity_check")):
                if line != "ok":
                    yield f"database: {line}"
        for column, table in ((attempts.c.deal_id, deals), (attempts.c.configuration_id, configurations)):
            lost = select(attempts.c.id).where(column.not_in(select(table.c.id)))
            for (number,) in connection.execute(lost):
                yield f"attempt {number} belongs to nothing in {table.name}"


def _of_keys(engine: Engine) -> Iterator[str]:
    with reading(engine) as connection:
        for row in connection.execute(select(configurations)).mappings():
            solver = Solver(row["algorithm"], row["solver_options"])
            limits = Limits(row["node_limit"], row["second_limit"], row["memory_limit"])
            if (row["key"], row["solver"]) != (
                Configuration(solver, limits, row["version"]).key,
                solver.key,
            ):
                yield f"configuration {row['id']} ({solver}) is not the one that its key stands for"


def _of_deals(engine: Engine) -> Iterator[str]:
    with reading(engine) as connection:
        query = select(deals).order_by(deals.c.id)
        for row in connection.execution_options(yield_per=BATCH).execute(query).mappings():
            rules = Rules(row["game"], row["size"], row["variant"], row["options"])
            deal = DealRecord(rules, row["deal"], row["position"])
            if not _NUMBERED.fullmatch(deal.deal):
                continue
            try:
                if deal.position != _dealt(deal):
                    yield f"{rules} deal {deal.deal}: its position is not the one that its number stands for"
            except (YomikiriError, ValueError, LookupError) as error:
                yield f"{rules} deal {deal.deal}: {error}"


def _of_attempt(attempt: Attempt, games: dict[Rules, Game[Any, Any]], *, replay: bool) -> Iterator[str]:
    if attempt.outcome not in OUTCOMES:
        yield f"unknown outcome '{shown(attempt.outcome)}'"
    if (attempt.outcome in (CRASHED, FAILED)) != (attempt.message is not None):
        yield "a crash or failure without a message, or a message without one"
    if attempt.outcome == Outcome.SOLVED.value and attempt.moves is None:
        yield "solved without moves"
    if attempt.outcome == Outcome.UNSOLVABLE.value and attempt.moves is not None:
        yield "unsolvable, but there are moves"
    if attempt.arrangements is not None:
        entries = json.loads(attempt.arrangements).values()
        won = sum(entry["outcome"] == Outcome.SOLVED.value for entry in entries)
        if attempt.winnable != won:
            yield f"{attempt.winnable} arrangements can be won, but {won} are solved"
    if attempt.moves is None:
        return
    if attempt.length != len(attempt.moves.split()):
        yield f"length {attempt.length}, but {len(attempt.moves.split())} moves"
    if not replay:
        return
    rules = attempt.deal.rules
    game = games.setdefault(rules, rules.make())
    for position, moves in _solutions(game, attempt):
        for move in game.read_moves(position, moves.split()):
            position = game.play(position, move)
        if not game.is_goal(position):
            yield "the moves do not win"


def _dealt(deal: DealRecord) -> str:
    """The position of a numbered deal, dealt again."""
    rules = deal.rules
    options = json.loads(rules.options)
    found = open_deal(rules.game, deal.deal, rules.size or None, rules.variant or None, options)
    return found.game.format_position(found.position)


def _solutions(game: Game[Any, Any], attempt: Attempt) -> Iterator[tuple[Any, str]]:
    """Start and moves of the stored solutions: one, or for a deal of Gaps those of its arrangements."""
    if attempt.arrangements is None:
        yield game.parse_position(attempt.deal.position), attempt.moves or ""
        return
    assert isinstance(game, Gaps)
    layout = read_layout(attempt.deal.position)
    entries = json.loads(attempt.arrangements).items()
    found = {name: entry["moves"] for name, entry in entries if entry["moves"] is not None}
    if attempt.moves not in found.values():
        raise LookupError("the moves are those of no arrangement")
    for name, moves in found.items():
        yield layout.arrange(name), moves
