"""The store, on SQLite and on PostgreSQL: what goes in comes out, once, whatever happens in between."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from store_tools import GAME, RULES, SOLVER, attempt
from yomikiri import Gaps, Limits, Sliding, Superpuzz
from yomikiri.core.errors import InputError, StoreError
from yomikiri.games import game
from yomikiri.store import Configuration, Rules, Solver, Store, SurveyRecord
from yomikiri.store.database import HEAD, _versions, reading, writing
from yomikiri.store.row import COLUMNS, read_row, row_of
from yomikiri.store.schema import metadata

TOOLS = Path(__file__).resolve().parent.parent / "store_tools.py"


def numbers(store: Store) -> list[int]:
    return [int(found.deal.deal) for found in store.attempts()]


# -- in and out --------------------------------------------------------------------------------------


def test_what_is_recorded_is_read_back(place: str) -> None:
    written = [attempt(2, "solved"), attempt(3), attempt(10, "node_limit", nodes=5), attempt(11, "crashed")]
    with Store(place) as store:
        store.record(written)
    with Store(place) as store:
        assert list(store.attempts()) == written
        assert list(store.attempts(RULES, SOLVER)) == written
        assert list(store.attempts(Rules.of(Superpuzz(5)))) == []
        assert list(store.attempts(solver=Solver("a-star"))) == []
        assert list(store.check()) == []


def test_the_same_attempt_is_stored_once(place: str) -> None:
    with Store(place) as store:
        for _ in range(3):
            store.record([attempt(1), attempt(1), attempt(2)])
        assert numbers(store) == [1, 2]


def test_a_decided_attempt_stays_and_an_undecided_one_gives_way(place: str) -> None:
    with Store(place) as store:
        store.record([attempt(1), attempt(2, "crashed")])
        store.record([attempt(1, "crashed"), attempt(2, "unsolvable", seconds=2.0)])
        found = list(store.attempts())
        assert [(entry.outcome, entry.message) for entry in found] == [("unsolvable", None)] * 2
        assert found[1].seconds == 2.0


def test_a_deal_keeps_the_position_that_it_has(place: str) -> None:
    first = attempt(3)
    named = replace(first, deal=replace(first.deal, deal="mine"))
    with Store(place) as store:
        store.record([named])
        rows = replace(named.deal, position=first.deal.position.replace("\n", " / "))
        # The same position, written otherwise.
        store.record([replace(named, deal=rows, configuration=attempt(3, nodes=7).configuration)])
        assert {found.deal.position for found in store.attempts()} == {first.deal.position}
        assert list(store.check()) == []
        other = replace(named, deal=replace(named.deal, position=attempt(4).deal.position))
        with pytest.raises(InputError, match="superpuzz 4 deal mine has another position in the store"):
            store.record([attempt(9), other])
        assert len(list(store.attempts())) == 2


def test_other_limits_are_another_attempt(place: str) -> None:
    with Store(place) as store:
        store.record([attempt(1, "node_limit", nodes=10), attempt(1)])
        assert [found.outcome for found in store.attempts()] == ["node_limit", "unsolvable"]


def test_surveys_are_remembered_as_they_began(place: str) -> None:
    survey = SurveyRecord(RULES, "1-10", SOLVER, Limits(100, 2.5, 10**12), "2026-01-31T12:00:00Z")
    with Store(place) as store:
        store.remember(survey)
        store.remember(replace(survey, started="2027-01-31T12:00:00Z"))
        store.remember(replace(survey, deals="1-11", started="2028-01-31T12:00:00Z"))
        assert [(found, found.started[:4]) for found in store.surveys()] == [
            (survey, "2026"),
            (replace(survey, deals="1-11"), "2028"),
        ]


@pytest.mark.parametrize(
    "chosen",
    [
        Superpuzz(5),
        Superpuzz(5, "montana"),
        Gaps(6),
        Sliding(3, 3),
        Sliding(4, 4, "blank-first"),
        game("freecell", "7x3", None, {"metric": "supermove"}),
        game("seahaven-towers"),
    ],
)
def test_rules_give_the_game_back(chosen: object) -> None:
    assert Rules.of(chosen).make() == chosen  # type: ignore[arg-type]


def test_a_key_depends_on_everything_that_an_answer_depends_on() -> None:
    limits = Limits(10, 1.0, 1000)
    first = Configuration(Solver("decide"), limits, "1.0")
    others = [
        Configuration(Solver("a-star"), limits, "1.0"),
        Configuration(Solver("decide", '{"states":"exact"}'), limits, "1.0"),
        Configuration(Solver("decide"), Limits(11, 1.0, 1000), "1.0"),
        Configuration(Solver("decide"), Limits(10, 2.0, 1000), "1.0"),
        Configuration(Solver("decide"), Limits(10, 1.0, None), "1.0"),
        Configuration(Solver("decide"), limits, "1.1"),
    ]
    assert len({entry.key for entry in [first, *others]}) == 7
    assert first.key == Configuration(Solver("decide", "{}"), Limits(10, 1, 1000), "1.0").key


# -- rows --------------------------------------------------------------------------------------------


def test_a_row_gives_its_attempt_back() -> None:
    for written in (attempt(2, "solved"), attempt(3, "node_limit", nodes=7), attempt(4, "failed")):
        row = row_of(written)
        assert list(row) == list(COLUMNS)
        assert read_row(row) == written


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"outcome": "won"}, "outcome 'won' is not known"),
        ({"expanded": "7"}, "column 'expanded' is '7': expected int"),
        ({"expanded": True}, "column 'expanded' is True: expected int"),
        ({"expanded": 2**63}, "expected 0 to "),
        ({"game": None}, "column 'game' is missing"),
        ({"options": "[]"}, "column 'options' is \\[\\]: expected a JSON object"),
        ({"colour": 1}, "unknown column 'colour'"),
        ({"host": "a\0b"}, "cannot be stored"),
        ({"host": "a\ud800b"}, "cannot be stored"),
        ({"deal": "9" * 30}, "out of range"),
        ({"length": -1}, "column 'length' is -1: expected 0 to "),
        ({"seconds": float("nan")}, "column 'seconds' is nan: expected 0 to "),
        ({"error_bound": float("inf")}, "column 'error_bound' is inf: expected 0 to "),
        ({"arrangements": '{"HDSC": 7}'}, "column 'arrangements' has no outcome for 'HDSC'"),
    ],
)
def test_a_bad_row_is_refused_by_name(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_row(row_of(attempt(1)) | change)


# -- schema ------------------------------------------------------------------------------------------


def test_the_migrations_make_the_tables_that_the_program_uses(place: str) -> None:
    with Store(place) as store, reading(store._engine) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert _versions()[0] == HEAD


def test_a_store_of_a_newer_program_is_refused(place: str) -> None:
    with Store(place) as store, writing(store._engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="version 9999 of the tables, this program knows up to"):
        Store(place)


def test_a_database_of_something_else_is_left_alone(place: str) -> None:
    with Store(place) as store, writing(store._engine) as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(StoreError, match="is not a results store: it has a table 'attempts'"):
        Store(place)


# -- several writers, and none -----------------------------------------------------------------------


def python(*words: str) -> list[str]:
    return [sys.executable, str(TOOLS), *words]


def test_several_writers_of_the_same_deals_lose_nothing(place: str) -> None:
    # They also race for making the tables.
    ranges = [(1, 60), (20, 80), (41, 100), (2, 99)]
    writers = [subprocess.Popen(python("range", place, str(a), str(b))) for a, b in ranges]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0, 0]
    with Store(place) as store:
        assert numbers(store) == list(range(1, 101))
        assert list(store.check()) == []


def test_a_writer_killed_twice_in_mid_write_loses_nothing_that_was_stored(place: str) -> None:
    said: list[int] = []
    first = 1
    for _ in range(2):
        writer = subprocess.Popen(
            python("for_ever", place, str(first)), stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert writer.stdout is not None
        for line in writer.stdout:
            said.append(int(line))
            if len(said) >= first + 20:
                break
        os.kill(writer.pid, signal.SIGKILL)  # It is in the middle of the next ones.
        said += [int(line) for line in writer.stdout if line.endswith("\n")]
        writer.wait()
        writer.stdout.close()
        first = said[-1] + 1
    with Store(place) as store:
        found = numbers(store)
        # What was acknowledged is there; at most the one in flight of each writer is there besides.
        assert set(said) <= set(found)
        assert len(found) == len(set(found)) <= len(said) + 2
        assert list(store.check()) == []
        store.record([attempt(first + 5)])
        assert first + 5 in numbers(store)


def test_a_reader_is_not_disturbed_by_a_writer(place: str) -> None:
    with Store(place) as store, Store(place) as other:
        store.record([attempt(number) for number in range(1, 4)])
        reader = store.attempts()
        next(reader)
        other.record([attempt(50)])
        assert [int(found.deal.deal) for found in reader] == [2, 3]
        assert numbers(store) == [1, 2, 3, 50]


def test_a_deal_is_what_the_game_deals() -> None:
    assert attempt(3).deal.position == GAME.format_position(GAME.deal(3))
