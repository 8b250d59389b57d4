"""The published results: files that are what was written, rows that come out again, a page that agrees."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from yomikiri import FreeCell, InputError, solve
from yomikiri.games.sliding.korf24 import INSTANCES

ROOT = Path(__file__).parent.parent


def module(folder: str, name: str) -> ModuleType:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        spec = importlib.util.spec_from_file_location(name, ROOT / folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        found = importlib.util.module_from_spec(spec)
        sys.modules[name] = found
        spec.loader.exec_module(found)
        return found
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))


records = module("benchmarks", "records")
make_results = module("docs", "make_results")
lost_deals = module("benchmarks", "lost_deals")
korf24 = module("benchmarks", "korf24")
KNOWN = records.records()
THERE = [name for name, record in KNOWN.items() if record.path.exists()]
CHEAP = 3000
"""Rows that took no more positions are searched for again, up to three of each file."""


def test_files_are_what_was_written_and_small() -> None:
    assert records.damaged() == []
    made = records.json.loads((records.DATA / records.MADE).read_text(encoding="utf-8"))
    assert sorted(made) == sorted([lost_deals.NAME, korf24.NAME, *(f"{name}.csv" for name in THERE)])
    assert sum(path.stat().st_size for path in records.DATA.rglob("*")) < 20_000_000


@pytest.mark.parametrize("name", THERE)
def test_rows_say_what_they_may(name: str) -> None:
    record = KNOWN[name]
    rows = record.rows()
    assert list(rows) == list(range(1, len(rows) + 1))
    assert len(rows) <= record.about["deals"]
    for row in rows.values():
        assert row.outcome in ("solved", "unsolvable", "node_limit", "memory_limit")
        if record.heading[2] == "won":
            assert (int(row.length) > 0) == (row.outcome == "solved")
        else:
            assert (row.length != "") == (row.outcome == "solved")


@pytest.mark.parametrize("name", THERE)
def test_rows_come_out_again(name: str) -> None:
    record = KNOWN[name]
    cheap = [row for row in record.rows().values() if row.expanded <= CHEAP]
    chosen = cheap[:: max(len(cheap) // 3, 1)][:3]
    assert list(record.solved([row.deal for row in chosen], CHEAP * 2, 1)) == chosen


def test_the_fewest_cells_of_every_deal_are_counted_once() -> None:
    last, found = make_results.fewest(KNOWN)
    assert sum(found.values()) == last
    won_without_cells = [row for row in KNOWN["freecell-0-cells"].rows().values() if row.outcome == "solved"]
    assert found["0"] == sum(row.deal <= last for row in won_without_cells)
    # 11982 is the only one of Microsoft's deals that four cells are not enough for.
    assert found["more"] == (last >= 11982)


def test_instances_of_the_24_puzzle_have_the_published_lengths() -> None:
    rows = korf24.read(korf24.DATA / korf24.NAME)
    assert [(row.number, row.length) for row in rows] == [
        (number, instance.length) for number, instance in enumerate(INSTANCES, start=1)
    ]
    for row in rows:
        assert (row.expanded is None) == (row.generated is None) == (row.version == "")
        assert row.generated is None or row.expanded < row.generated < 3 * row.expanded


@pytest.mark.slow
def test_an_instance_of_the_24_puzzle_comes_out_again() -> None:
    rows = [row for row in korf24.read(korf24.DATA / korf24.NAME) if row.solved]
    least = min(rows, key=lambda row: row.generated)
    assert korf24.search(least._replace(expanded=None, generated=None), 1)[:5] == least[:5]


def test_a_damaged_file_of_instances_is_refused(tmp_path: Path) -> None:
    path = tmp_path / korf24.NAME
    path.write_text("instance,length\n", encoding="utf-8")
    with pytest.raises(InputError, match="does not begin with"):
        korf24.read(path)
    heading = ",".join(korf24.HEADING)
    path.write_text(f"{heading}\n1,95,many,1,1,1,,,\n", encoding="utf-8")
    with pytest.raises(InputError, match="damaged row"):
        korf24.read(path)
    rows = [korf24.Instance(1, 95, (1, 2, 3, 4)), korf24.Instance(2, 96, (5, 6, 7, 8), 9, 20, "0.2.0")]
    korf24.write(path, rows)
    assert korf24.read(path) == rows


def test_arrangements_that_a_limit_left_open_widen_their_share() -> None:
    row = records.Row
    rows = {
        1: row(1, "solved", "6", 90),
        2: row(2, "unsolvable", "0", 40),
        3: row(3, "node_limit", "0", 100),
        4: row(4, "solved", "20", 100),
    }
    record = SimpleNamespace(rows=lambda: rows, about={"nodes": 100})
    # Of 24 each: 26 are won, the third deal's 24 and four of the fourth's are open.
    assert make_results.arrangements(record).startswith("96 | 26 | 42 | 28 | 27.08 to 56.25 % (")


def test_the_page_agrees_with_the_files() -> None:
    text = make_results.PAGE.read_text(encoding="utf-8")
    assert make_results.page(text) == text
    assert make_results.FIGURE.exists()
    assert make_results.LENGTHS.exists()


ABOUT: dict[str, Any] = {"title": "T", "game": "superpuzz", "size": "5", "deals": 30, "nodes": 1_000_000}


def test_a_run_continues_and_tries_open_deals_again(tmp_path: Path) -> None:
    record = records.Record("small", ABOUT, tmp_path)
    told: list[str] = []
    records.run(record, list(range(1, 6)), 10, 1, False, told.append)
    first = record.rows()
    assert list(first) == [1, 2, 3, 4, 5]
    assert any(row.outcome == "node_limit" for row in first.values())
    assert told[-1].startswith("small: 5 of 5 deals")
    records.run(record, list(range(1, 9)), 1_000_000, 1, False, told.append)
    assert list(record.rows()) == list(range(1, 9))
    assert told[-1].startswith("small: 3 of 3 deals")
    records.run(record, list(range(1, 31)), 1_000_000, 1, True, told.append)
    rows = record.rows()
    assert list(rows) == list(range(1, 9))
    assert all(row.decided for row in rows.values())
    assert records.damaged(tmp_path) == []
    record.path.write_text(
        record.path.read_text(encoding="utf-8").replace("solved", "unsolved", 1), encoding="utf-8"
    )
    assert records.damaged(tmp_path) == ["small.csv"]


def test_open_deals_are_tried_again_by_another_algorithm(tmp_path: Path) -> None:
    about = {"game": "freecell", "size": "8x2", "algorithm": "fast", "again": "decide"}
    record = records.Record("few", about, tmp_path)
    records.run(record, [1, 2], 10, 1, False, lambda line: None)
    assert {row.outcome for row in record.rows().values()} == {"node_limit"}
    records.run(record, [1, 2], 1_000_000, 1, True, lambda line: None)
    game = FreeCell(cells=2)
    for deal, row in record.rows().items():
        by_decide, by_fast = (
            solve(game, game.deal(deal), algorithm=name).expanded for name in ("decide", "fast")
        )
        assert row.expanded == by_decide != by_fast


def test_arrangements_are_counted(tmp_path: Path) -> None:
    record = records.Record("gaps", {**ABOUT, "game": "gaps"}, tmp_path)
    records.run(record, [1, 2, 3], 1_000_000, 1, False, lambda line: None)
    assert record.path.read_text(encoding="utf-8").startswith("deal,outcome,won,expanded\n1,")
    assert all(0 <= int(row.length) <= 24 for row in record.rows().values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "does not begin with deal,outcome,length,expanded"),
        ("deal,outcome\n", "does not begin with"),
        ("deal,outcome,length,expanded\n1,solved,3\n", "has a damaged row '1,solved,3'"),
        ("deal,outcome,length,expanded\nx,solved,3,4\n", "has a damaged row 'x,solved,3,4'"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    record = records.Record("small", ABOUT, tmp_path)
    record.path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        record.rows()


def test_lost_deals_come_out_again() -> None:
    reached, found = lost_deals.read(records.DATA / lost_deals.NAME)
    assert reached % lost_deals.STRETCH == 0
    assert all(1 <= deal <= reached for deal in found)
    assert found[11982] == ("unsolvable", 25_007)
    for deal in (11982, 781948):
        result = lost_deals.survey(lost_deals.FreeCell(), deal - 1, deal + 1)
        assert {deal: (outcome.value, count) for deal, outcome, count in result.others} == {deal: found[deal]}


def test_a_survey_of_lost_deals_continues(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole" / "lost.csv", tmp_path / "parts" / "lost.csv"
    for path, ends in ((whole, [60]), (parts, [25, 60])):
        path.parent.mkdir()
        for end in ends:
            lost_deals.run(path, end, 60, 20, lambda _: None)
    assert whole.read_bytes() == parts.read_bytes()
    reached, found = lost_deals.read(whole)
    assert reached == 60
    assert {outcome for outcome, _ in found.values()} == {"node_limit"}
    assert not records.damaged(whole.parent)
    lost_deals.run_again(whole, 1_000_000, decided=False)
    assert lost_deals.read(whole) == (60, {})


def test_a_damaged_file_of_lost_deals_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lost.csv").write_text("deal,outcome,expanded\n1,unsolvable,5\n", encoding="utf-8")
    with pytest.raises(InputError, match="expected deal,outcome,expanded"):
        lost_deals.read(tmp_path / "lost.csv")
