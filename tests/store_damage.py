"""Damage to a small store in a SQLite file, of every kind that tests can think of, each from a number.

Fields become empty, of another type, text that is not text, broken JSON, numbers out of range; rows point
nowhere, are doubled or lost; bytes of the file are flipped, pages exchanged, its end cut off.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from store_tools import attempt
from yomikiri import Gaps, Limits
from yomikiri.games import game
from yomikiri.store import Rules, Solver, Store
from yomikiri.surveys import InProcess, plan, run
from yomikiri.surveys.task import Task, perform

TABLES = {
    "deals": "id game size variant options deal number position checksum",
    "configurations": (
        "id key solver algorithm solver_options node_limit second_limit memory_limit version checksum"
    ),
    "attempts": (
        "id deal_id configuration_id outcome proof error_bound length moves proved_shortest certified "
        "lower_bound upper_bound expanded generated stored peak_bytes seconds winnable arrangements message "
        "host started checksum"
    ),
    "surveys": (
        "id key game size variant options deals algorithm solver_options node_limit second_limit "
        "memory_limit started checksum"
    ),
    "alembic_version": "version_num",
}

VALUES: tuple[object, ...] = (
    None,
    "",
    "other",
    "\x1b[2J\r\n\t\x00\x7f",
    "naïve 読み切り \u2028",
    "9" * 5000,
    "²",
    "-1",
    "1-9223372036854775807,korf:1-9223372036854775807",
    b"",
    b"\xff\xfe\x00",
    b"{}",
    0,
    1,
    2,
    -1,
    2**63 - 1,
    -(2**63),
    0.5,
    -0.0,
    1e308,
    float("inf"),
    float("-inf"),
    "{",
    "[]",
    "null",
    "7",
    '{"a": ',
    "[" * 100_000,
    '{"HDSC": 5}',
    '{"HDSC": {"outcome": "node_limit"}}',
    '{"HDSC": {"outcome": [], "moves": {}}}',
    '{"first": 1, "threads": "x", "nonsense": {}}',
    '{"metric": 3}',
    '{"goal": "0 0 0"}',
    "solved",
    "unsolvable",
    "node_limit",
    "crashed",
    "freecell",
    "9999",
)


def small_store(place: str) -> None:
    """A store with something of everything: games, outcomes, arrangements, surveys, a named deal."""
    with Store(place) as store:
        run(plan("superpuzz", "1-3", size=4), store, InProcess())
        run(plan("gaps", "3", size=4, limits=Limits(nodes=40)), store, InProcess())
        run(plan("freecell", "1", size="3x1x2", shortest=True), store, InProcess())
        mine = replace(attempt(4), deal=replace(attempt(4).deal, deal="mine"))
        store.record([mine, attempt(4, "crashed"), attempt(5, "node_limit", nodes=3)])
        store.record([perform(Task(Rules.of(Gaps(4)), "5", Solver("decide"), Limits()))])
        sliding = Rules.of(game("sliding", "2x2"))
        store.record([perform(Task(sliding, "5", Solver("breadth-first"), Limits()))])


def damaged_field(place: Path, draw: Random) -> str:
    """One value, anywhere, becomes another: what was done."""
    table = draw.choices(list(TABLES), [3, 3, 6, 3, 1])[0]
    column = draw.choice(TABLES[table].split())
    # The ids of SQLite are numbers, whatever is written there.
    value = draw.choice([value for value in VALUES if type(value) is int] if column == "id" else VALUES)
    with closing(sqlite3.connect(place)) as store, store:
        [row] = draw.sample(store.execute(f"SELECT rowid FROM {table}").fetchall(), 1)
        change = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?"
        if value is None or isinstance(value, bytes) or draw.random() < 0.3:
            # A file has no constraints: what a table would refuse is put there without asking it.
            _unbound(store, table)
        # Text whose bytes are no text.
        if isinstance(value, bytes) and draw.random() < 0.5:
            change = change.replace("= ?", "= CAST(? AS TEXT)", 1)
        try:
            store.execute(change, (value, *row))
        except sqlite3.IntegrityError:
            _unbound(store, table)
            store.execute(change, (value, *row))
    return f"{table}.{column} = {value!r:.60}"


def _unbound(store: sqlite3.Connection, table: str) -> None:
    """Takes NOT NULL and the keys out of a table's definition, in the schema alone."""
    store.execute("PRAGMA writable_schema = ON")
    store.execute(
        "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table' AND name = ?",
        (table,),
    )
    store.execute("PRAGMA writable_schema = RESET")


def damaged_rows(place: Path, draw: Random) -> str:
    """Rows that are lost, or point to others."""
    change = draw.choice(
        (
            "DELETE FROM deals WHERE id = :n",
            "DELETE FROM configurations WHERE id = :n",
            "DELETE FROM attempts WHERE id = :n",
            "DELETE FROM surveys WHERE id = :n",
            "DELETE FROM alembic_version",
            "UPDATE OR IGNORE attempts SET deal_id = :n",
            "UPDATE OR IGNORE attempts SET configuration_id = :n WHERE id = 1 + :n",
            "UPDATE attempts SET deal_id = 1000 + :n WHERE id = :n",
            "UPDATE OR IGNORE deals SET id = 1000 + id WHERE id = :n",
            "INSERT INTO alembic_version VALUES ('0001')",
            "DROP TABLE attempts",
            "DROP TABLE surveys",
            "DROP INDEX ix_attempts_configuration_id",
            "ALTER TABLE deals DROP COLUMN checksum",
            "ALTER TABLE attempts RENAME COLUMN seconds TO second",
            "ALTER TABLE surveys RENAME TO survey",
        )
    )
    with closing(sqlite3.connect(place)) as store, store:
        store.execute(change, {"n": draw.randint(1, 4)} if ":n" in change else {})
    return change


def damaged_bytes(place: Path, draw: Random) -> str:
    """The file itself."""
    data = bytearray(place.read_bytes())
    kind = draw.choice(("bit", "byte", "bytes", "cut", "page", "zero", "header"))
    where = draw.randrange(len(data))
    match kind:
        case "bit":
            data[where] ^= 1 << draw.randrange(8)
        case "byte":
            data[where] = draw.randrange(256)
        case "bytes":
            for _ in range(50):
                data[draw.randrange(len(data))] = draw.randrange(256)
        case "cut":
            del data[where:]
        case "page":
            other = draw.randrange(len(data) // 4096) * 4096
            here = where // 4096 * 4096
            data[here : here + 4096] = data[other : other + 4096]
        case "zero":
            here = where // 4096 * 4096
            data[here : here + 4096] = bytes(4096)
        case "header":
            data[draw.randrange(100)] = draw.randrange(256)
    place.write_bytes(data)
    return f"{kind} at {where}"


KINDS: tuple[Callable[[Path, Random], str], ...] = (damaged_field, damaged_rows, damaged_bytes)
