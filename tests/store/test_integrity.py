"""The integrity check: what does not hold is found, and what holds is left alone."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import text

from store_tools import RULES, SOLVER, attempt, damage, forge
from yomikiri import Gaps, Limits
from yomikiri.core.errors import DamagedStore
from yomikiri.games import game
from yomikiri.search.algorithms import algorithms
from yomikiri.store import DealRecord, Rules, Solver, Store, SurveyRecord
from yomikiri.store.database import _config, reading, writing
from yomikiri.store.row import ANSWER
from yomikiri.store.schema import attempts, metadata
from yomikiri.surveys.task import Task, perform

SURVEY = SurveyRecord(RULES, "1-10", SOLVER, Limits(100, 2, 10**12), "2026-01-31T12:00:00Z")


# -- what does not hold -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE attempts SET moves = 'HA@1'", "but 1 moves|move 1"),
        ("UPDATE attempts SET length = length + 1", "length 12, but 11 moves"),
        ("UPDATE attempts SET moves = NULL", "solved without moves"),
        ("UPDATE attempts SET outcome = 'unsolvable'", "unsolvable, but there are moves"),
        ("UPDATE attempts SET outcome = 'lost'", "unknown outcome 'lost'"),
        ("UPDATE attempts SET message = 'what?'", "a message without one"),
        (
            "UPDATE attempts SET lower_bound = 20, upper_bound = 11",
            "bound 20 is larger than the upper bound 11",
        ),
        ("UPDATE attempts SET upper_bound = 12", "length 11, but the upper bound is 12"),
        (
            "UPDATE attempts SET outcome = 'unsolvable', moves = NULL, length = NULL, lower_bound = 3",
            "bounds",
        ),
        (
            "UPDATE attempts SET proved_shortest = (1 = 1), lower_bound = 9, upper_bound = 11",
            "proved shortest: solved, length 11, lower bound 9",
        ),
        ("UPDATE deals SET deal = '4', number = 4", "is not the one that its number stands for"),
    ],
)
def test_the_check_finds_what_does_not_hold_even_if_checksums_fit(
    tmp_path: Path, change: str, problem: str
) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        store.record([attempt(3, "solved")])
        assert list(store.check()) == []
        forge(store, change)
        found = list(store.check())
        assert found
        assert any(part in line for part in problem.split("|") for line in found), found
        assert not any("checksum" in line for line in found)


def test_the_check_deals_again_even_if_it_replays_nothing(place: str) -> None:
    with Store(place) as store:
        # Two attempts at one deal, and a position that has a name and no number.
        taken = DealRecord(RULES, "goal", attempt(2).deal.position)
        store.record([attempt(2), attempt(3, nodes=5), attempt(3, nodes=6), replace(attempt(2), deal=taken)])
        assert list(store.check(replay=False)) == []
        other = "(SELECT position FROM (SELECT position FROM deals WHERE deal = '2') AS two)"
        forge(store, f"UPDATE deals SET position = {other} WHERE deal = '3'")
        assert [line.partition(": ")[2] for line in store.check(replay=False)] == [
            "superpuzz 4 deal 3: its position is not the one that its number stands for"
        ]


def test_the_check_replays_the_moves(tmp_path: Path) -> None:
    solved = attempt(3, "solved")
    short = " ".join((solved.moves or "").split()[:-1])
    with Store(str(tmp_path / "results.db")) as store:
        store.record([replace(solved, moves=short, length=(solved.length or 0) - 1)])
        assert list(store.check(replay=False)) == []
        assert list(store.check()) == ["superpuzz 4 deal 3, decide: the moves do not win"]


def test_the_check_counts_the_arrangements_that_can_be_won(place: str) -> None:
    found = perform(Task(Rules.of(Gaps(5)), "3", Solver("decide"), Limits()))
    assert found.winnable
    with Store(place) as store:
        store.record([found])
        assert list(store.check()) == []
        forge(store, "UPDATE attempts SET winnable = winnable + 1")
        [problem] = store.check(replay=False)
    assert problem.endswith(f"{found.winnable + 1} arrangements can be won, but {found.winnable} are solved")


def test_a_deal_of_gaps_is_lost_only_if_all_its_arrangements_are(tmp_path: Path) -> None:
    lost = perform(Task(Rules.of(Gaps(5)), "2", Solver("decide"), Limits()))
    assert lost.outcome == "unsolvable"
    entries = json.loads(lost.arrangements or "")
    del entries["HDSC"]
    with Store(str(tmp_path / "results.db")) as store:
        store.record([replace(lost, arrangements=json.dumps(entries))])
        assert [line.partition(": ")[2] for line in store.check()] == [
            "unsolvable, but only 23 of 24 arrangements are"
        ]


@pytest.mark.parametrize(
    ("name", "size"), [("superpuzz", "4"), ("gaps", "4"), ("freecell", "3x1x3"), ("sliding", "2x3")]
)
def test_what_every_algorithm_answers_is_sound(tmp_path: Path, name: str, size: str) -> None:
    chosen = game(name, size)
    with Store(str(tmp_path / "results.db")) as store:
        for algorithm in algorithms(chosen):
            for nodes in (None, 5):
                tasks = [Task(Rules.of(chosen), f"{n}", Solver(algorithm), Limits(nodes)) for n in (1, 2, 4)]
                store.record(perform(task) for task in tasks)
        assert list(store.check()) == []
        assert {found.outcome for found in store.attempts()} >= {"solved"}


# -- checksums ---------------------------------------------------------------------------------------


POSITION = attempt(3).deal.position
CHANGES = {str: "'other'", int: "4711", float: "4711.5", bool: "(1 = 1)"}


def test_a_change_of_any_column_of_an_attempt_is_found(place: str) -> None:
    with Store(place) as store:
        store.record(
            [replace(attempt(3, "solved"), deal=DealRecord(RULES, name, POSITION)) for name in ANSWER]
        )
        store.record([replace(attempt(3, "solved"), deal=DealRecord(RULES, "sound", POSITION))])
        damage(store, *(f"UPDATE attempts SET {name} = {_other(name)} {_of(name)}" for name in ANSWER))
        found = list(store.check(replay=False))
    unfit = "superpuzz 4 deal {}, decide is not what was written: its checksum does not fit"
    assert {line for line in found if "checksum" in line} == {unfit.format(name) for name in ANSWER}


def _other(column: str) -> str:
    return "(1 = 0)" if column == "certified" else CHANGES[ANSWER[column]]


def _of(deal: str) -> str:
    return f"WHERE deal_id = (SELECT id FROM deals WHERE deal = '{deal}')"


def test_a_change_of_any_other_row_is_found(place: str) -> None:
    mine = [replace(attempt(4), deal=DealRecord(RULES, name, POSITION)) for name in "abcdef"]
    with Store(place) as store:
        store.remember(SURVEY)
        store.remember(replace(SURVEY, deals="1-20"))
        for one in (attempt(2), attempt(3), attempt(4), *mine, *(attempt(9, nodes=n) for n in (1, 2, 3))):
            store.record([one])
        assert list(store.check()) == []
        damage(
            store,
            "UPDATE deals SET position = 'S3 S2' WHERE deal = 'a'",
            "UPDATE deals SET size = '5' WHERE deal = 'b'",
            "UPDATE deals SET number = 7 WHERE deal = '3'",
            "UPDATE deals SET checksum = NULL WHERE deal = '4'",
            "UPDATE configurations SET algorithm = 'a-star' WHERE node_limit = 1",
            "UPDATE configurations SET node_limit = 8 WHERE node_limit = 2",
            "UPDATE configurations SET checksum = NULL WHERE node_limit = 3",
            "UPDATE surveys SET deals = '1-11' WHERE id = 1",
            "UPDATE surveys SET started = '2027' WHERE id = 2",
            f"UPDATE attempts SET checksum = NULL {_of('c')}",
            f"UPDATE attempts SET checksum = 'abc' {_of('d')}",
        )
        found = list(store.check(replay=False))
    for problem in (
        "deal 4 is not what was written: its checksum does not fit",
        "deal 5 is not what was written: its checksum does not fit",
        "deal 2: column 'number' is 7: expected 3",
        "deal 3 is without its checksum",
        "configuration 2: it (a-star) is not the one that its key stands for",
        "configuration 3: it (decide) is not the one that its key stands for",
        "configuration 4 is without its checksum",
        "survey 1: it is not the one that its key stands for",
        "survey 2 is not what was written: its checksum does not fit",
        "superpuzz 4 deal c, decide is without its checksum",
        "superpuzz 4 deal d, decide is not what was written: its checksum does not fit",
    ):
        assert problem in found, found
    assert not any("deal e" in line or "deal f" in line for line in found)


def test_answers_that_have_exchanged_their_deals_are_found(place: str) -> None:
    with Store(place) as store:
        store.record([attempt(number) for number in (1, 2, 3)])
        store.record([attempt(8, nodes=5)])  # So that there is a fourth deal.
        damage(
            store,
            "UPDATE attempts SET deal_id = 4 WHERE deal_id = 1",
            "UPDATE attempts SET deal_id = 1 WHERE deal_id = 2",
            "UPDATE attempts SET deal_id = 2 WHERE deal_id = 4 AND id = 1",
        )
        unfit = "superpuzz 4 deal {}, decide is not what was written: its checksum does not fit"
        assert list(store.check()) == [unfit.format(number) for number in (1, 2)]


def test_a_row_of_any_values_fits_its_checksum(place: str) -> None:
    odd = attempt(
        3,
        "failed",
        message="naïve 読み切り\t\u2028 ' \" \\ \x7f",
        seconds=1e-300,
        error_bound=-0.0,
        expanded=2**63 - 1,
        peak_bytes=0,
    )
    limits = replace(odd.configuration, limits=Limits(2**62, 3, 10**15))
    with Store(place) as store:
        store.record([odd, replace(odd, configuration=limits), attempt(4, seconds=0.1 + 0.2, stored=7)])
        store.remember(SURVEY)
        assert list(store.check()) == []


# -- the migration -----------------------------------------------------------------------------------


def test_a_store_without_checksums_gets_them_when_it_is_opened(place: str) -> None:
    gaps = perform(Task(Rules.of(Gaps(5)), "3", Solver("decide", '{"first":true}'), Limits(10**6, 60, 10**9)))
    written = [
        attempt(2, "solved"),
        attempt(3),
        attempt(4, "node_limit", nodes=9),
        attempt(5, "crashed"),
        gaps,
    ]
    with Store(place) as store:
        store.record([*written, gaps])
        store.remember(SURVEY)
        with reading(store._engine) as connection:
            expected = connection.execute(text("SELECT id, checksum FROM attempts ORDER BY id")).all()
        _downgrade(store)
    with Store(place) as store:
        with reading(store._engine) as connection:
            assert connection.execute(text("SELECT id, checksum FROM attempts ORDER BY id")).all() == expected
        assert sorted(found.deal.deal for found in store.attempts()) == ["2", "3", "3", "4", "5"]
        assert list(store.check()) == []


def _downgrade(store: Store) -> None:
    with writing(store._engine) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")


def test_a_row_that_can_not_be_read_does_not_stop_the_migration(tmp_path: Path) -> None:
    place = str(tmp_path / "results.db")
    with Store(place) as store:
        store.record([attempt(number) for number in range(1, 4)])
        _downgrade(store)
        damage(store, "UPDATE attempts SET host = x'ff00' WHERE id = 2")
    with Store(place) as store:
        assert [line for line in store.check() if "integrity" not in line] == [
            "attempt 2: column 'host' is b'\\xff\\x00': expected str"
        ]
        with pytest.raises(DamagedStore, match=r"attempt 2: column 'host' is .*survey check"):
            list(store.attempts())


def test_every_table_has_checksums() -> None:
    assert [name for name, table in metadata.tables.items() if "checksum" not in table.c] == []


# -- rows that belong to nothing ---------------------------------------------------------------------


@pytest.mark.parametrize(("column", "what"), [("deal_id", "deal"), ("configuration_id", "configuration")])
def test_an_attempt_that_belongs_to_nothing_is_not_lost_in_silence(
    tmp_path: Path, column: str, what: str
) -> None:
    place = str(tmp_path / "results.db")
    with Store(place) as store:
        store.record([attempt(1), attempt(2)])
    with closing(sqlite3.connect(place)) as other, other:
        other.execute(f"UPDATE attempts SET {column} = 99 WHERE id = 2")
    with Store(place) as store:
        assert f"attempt 2: it belongs to no {what}" in list(store.check())
        with pytest.raises(DamagedStore, match=f"attempt 2: it belongs to no {what}"):
            list(store.attempts())


def test_arrangements_that_say_nothing_are_damage(tmp_path: Path) -> None:
    found = perform(Task(Rules.of(Gaps(5)), "3", Solver("decide"), Limits()))
    entries: dict[str, Any] = json.loads(found.arrangements or "")
    with Store(str(tmp_path / "results.db")) as store:
        store.record([found])
        for broken, problem in [
            ("[]", "expected a JSON object as text"),
            ('{"HDSC": {"outcome": "node_limit"}, "SCHD": 7}', "no outcome for 'SCHD'"),
            (json.dumps(entries | {"SCHD": {"outcome": "solved", "moves": 5}}), "are no text"),
            (
                json.dumps({"XXXX": next(iter(entries.values()))}),
                "10 arrangements can be won, but 1 are solved",
            ),
        ]:
            with writing(store._engine) as connection:
                connection.execute(attempts.update().values(arrangements=broken))
            lines = list(store.check())
            assert any(problem in line for line in lines), lines
            assert len(lines) > 0
