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
from sqlalchemy import select, text

from store_tools import GAME, RULES, SOLVER, attempt
from yomikiri import Gaps, Limits, Sliding, Superpuzz
from yomikiri.errors import InputError, StoreError
from yomikiri.games import game
from yomikiri.store import Configuration, DealRecord, Rules, Solver, Store, SurveyRecord
from yomikiri.store.database import HEAD, _versions, reading, writing
from yomikiri.store.row import COLUMNS, read_row, row_of
from yomikiri.store.schema import deals, metadata
from yomikiri.surveys.task import Task, perform

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
        ({"expanded": 2**63}, "expected at most"),
        ({"game": None}, "column 'game' is missing"),
        ({"options": "[]"}, "column 'options' is \\[\\]: expected a JSON object"),
        ({"colour": 1}, "unknown column 'colour'"),
        ({"host": "a\0b"}, "can not be stored"),
        ({"deal": "9" * 30}, "out of range"),
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
    with pytest.raises(StoreError, match="is no store of results: it has a table 'attempts'"):
        Store(place)


# -- integrity ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE attempts SET moves = 'HA@1'", "but 1 moves|move 1"),
        ("UPDATE attempts SET length = length + 1", "length 12, but 11 moves"),
        ("UPDATE attempts SET moves = NULL", "solved without moves"),
        ("UPDATE attempts SET outcome = 'unsolvable'", "unsolvable, but there are moves"),
        ("UPDATE attempts SET outcome = 'lost'", "unknown outcome 'lost'"),
        ("UPDATE attempts SET message = 'what?'", "a message without one"),
        ("UPDATE deals SET deal = '4'", "is not the one that its number stands for"),
        ("UPDATE configurations SET algorithm = 'a-star'", "is not the one that its key stands for"),
    ],
)
def test_the_check_finds_what_does_not_hold(place: str, change: str, problem: str) -> None:
    with Store(place) as store:
        store.record([attempt(3, "solved")])
        assert list(store.check()) == []
        with writing(store._engine) as connection:
            connection.execute(text(change))
        found = list(store.check())
        assert found
        assert any(part in line for part in problem.split("|") for line in found), found


def test_the_check_deals_again_even_if_it_replays_nothing(place: str) -> None:
    with Store(place) as store:
        # Two attempts at one deal, and a position that has a name and no number.
        taken = DealRecord(RULES, "goal", attempt(2).deal.position)
        store.record([attempt(2), attempt(3, nodes=5), attempt(3, nodes=6), replace(attempt(2), deal=taken)])
        assert list(store.check(replay=False)) == []
        with writing(store._engine) as connection:
            other = select(deals.c.position).where(deals.c.deal == "2").scalar_subquery()
            connection.execute(deals.update().where(deals.c.deal == "3").values(position=other))
        assert list(store.check(replay=False)) == [
            "superpuzz 4 deal 3: its position is not the one that its number stands for"
        ]


def test_the_check_replays_the_moves(place: str) -> None:
    solved = attempt(3, "solved")
    short = " ".join((solved.moves or "").split()[:-1])
    with Store(place) as store:
        store.record([replace(solved, moves=short, length=(solved.length or 0) - 1)])
        assert list(store.check(replay=False)) == []
        assert list(store.check()) == ["superpuzz 4 deal 3, decide: the moves do not win"]


def test_the_check_counts_the_arrangements_that_can_be_won(place: str) -> None:
    rules, solver = Rules.of(Gaps(5)), Solver("decide")
    found = perform(Task(rules, "3", solver, Limits()))
    assert found.winnable
    with Store(place) as store:
        store.record([found])
        assert list(store.check()) == []
        with writing(store._engine) as connection:
            connection.execute(text("UPDATE attempts SET winnable = winnable + 1"))
        [problem] = store.check(replay=False)
    assert problem.endswith(f"{found.winnable + 1} arrangements can be won, but {found.winnable} are solved")


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
