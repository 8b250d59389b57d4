"""Attempts for the tests of the store, some of them written by processes of their own."""

import sys
from typing import Any

from sqlalchemy import select, text

from yomikiri import Limits, Superpuzz, solve
from yomikiri.store import Attempt, Configuration, DealRecord, Rules, Solver, Store
from yomikiri.store.database import writing
from yomikiri.store.schema import attempts, deals
from yomikiri.store.stored import attempt_checksum, attempt_in, attempt_rows, deal_in, deal_row

GAME = Superpuzz(4)
RULES = Rules.of(GAME)
SOLVER = Solver("decide")


def configuration(nodes: int | None = None, **more: Any) -> Configuration:
    return Configuration(Solver("decide", **more), Limits(nodes), "1.0")


def attempt(number: int, outcome: str = "unsolvable", nodes: int | None = None, **more: Any) -> Attempt:
    """An attempt at a deal of four columns; a solved one has a real solution."""
    position = GAME.deal(number)
    deal = DealRecord(RULES, str(number), GAME.format_position(position))
    if outcome == "solved":
        moves = GAME.write_moves(position, solve(GAME, position).moves or ())
        more = {"moves": " ".join(moves), "length": len(moves), "certified": True} | more
    if outcome in ("crashed", "failed"):
        more = {"message": "died"} | more
    return Attempt(deal, configuration(nodes), outcome, "here", "2026-01-31T12:00:00Z", **more)


def damage(store: Store, *changes: str) -> None:
    """Change a store behind its back; checksums stay what they were."""
    with writing(store._engine) as connection:
        for change in changes:
            connection.execute(text(change))


def forge(store: Store, *changes: str) -> None:
    """Change a store behind its back and give every row a checksum that fits, as a forger would."""
    damage(store, *changes)
    with writing(store._engine) as connection:
        for row in connection.execute(select(deals)).mappings().all():
            fitting = deal_row(deal_in(_named(row)))["checksum"]
            connection.execute(deals.update().where(deals.c.id == row["id"]).values(checksum=fitting))
        for row in connection.execute(attempt_rows()).mappings().all():
            fitting = attempt_checksum(attempt_in(_named(row)))
            connection.execute(attempts.update().where(attempts.c.id == row["id"]).values(checksum=fitting))


def _named(row: Any) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


def write_for_ever(place: str, first: int) -> None:
    """Write attempts from number ``first`` on, and say each number when it is stored."""
    with Store(place) as store:
        for number in range(first, first + 1_000_000):
            store.record([attempt(number)])
            print(number, flush=True)


def write_range(place: str, first: int, last: int) -> None:
    """Write attempts in small batches, in an order that differs from writer to writer."""
    numbers = list(range(first, last + 1))
    if first % 2:
        numbers.reverse()
    with Store(place) as store:
        for start in range(0, len(numbers), 10):
            store.record([attempt(number) for number in numbers[start : start + 10]])


if __name__ == "__main__":
    {"for_ever": write_for_ever, "range": write_range}[sys.argv[1]](sys.argv[2], *map(int, sys.argv[3:]))
