"""Exports and imports: every format has every column, and JSON lines come back as they went."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars
import pytest

from damage import assert_all_damage_is_refused
from store_tools import attempt
from yomikiri import InputError
from yomikiri.core.errors import DamagedFile
from yomikiri.games import Deal, open_deal, read_deal
from yomikiri.store import Attempt, DealRecord, Rules, Store
from yomikiri.store.exchange import FORMATS, read_jsonl
from yomikiri.store.row import COLUMNS, row_of
from yomikiri.surveys import InProcess, plan, run

WRITTEN = [attempt(2, "solved"), attempt(3), attempt(4, "node_limit", nodes=9), attempt(5, "crashed")]


def exported(form: str) -> io.BytesIO:
    out = io.BytesIO()
    FORMATS[form](iter(WRITTEN), out)
    out.seek(0)
    return out


def test_json_lines_come_back_as_they_went(tmp_path: Path) -> None:
    assert list(read_jsonl(exported("jsonl"))) == WRITTEN
    with Store(str(tmp_path / "a.db")) as store, Store(str(tmp_path / "b.db")) as other:
        run(plan("gaps", "1-3", size=5), store, InProcess())
        out = io.BytesIO()
        FORMATS["jsonl"](store.attempts(), out)
        for _ in range(2):  # Reading a file twice changes nothing.
            out.seek(0)
            other.record(read_jsonl(out))
            assert list(other.attempts()) == list(store.attempts())
        assert list(other.check()) == []


def test_parquet_and_csv_hold_the_same_table() -> None:
    rows = [row_of(entry) for entry in WRITTEN]
    parquet = polars.read_parquet(exported("parquet"))
    assert parquet.to_dicts() == rows
    assert parquet.columns == list(COLUMNS)
    table = polars.read_csv(exported("csv"), schema=parquet.schema)
    assert table["position"].to_list() == [row["position"].replace("\n", " / ") for row in rows]
    for name in COLUMNS:
        if name not in ("variant", "position"):  # Empty text and no text look the same in CSV.
            assert table[name].to_list() == parquet[name].to_list()


@pytest.mark.parametrize(
    ("name", "deal", "options"),
    [
        ("superpuzz", "3", {"size": 5}),
        ("superpuzz", "3", {"size": 5, "variant": "montana"}),
        ("gaps", "3", {"size": 6}),
        ("freecell", "617", {}),
        ("freecell", "5", {"size": "4x2x6", "options": {"metric": "supermove"}}),
        ("seahaven-towers", "7", {}),
        ("sliding", "korf:7", {}),
        ("sliding", "3", {"size": "2x5"}),
    ],
)
def test_csv_has_one_line_a_row_and_its_positions_can_be_read(
    name: str, deal: str, options: dict[str, Any]
) -> None:
    start = open_deal(name, deal, **options)
    deals = [start]
    for number in range(0 if start.has_arrangements else 12):
        # In the middle of a game columns are empty and cells are not.
        choices = start.game.moves(deals[-1].position)
        deals.append(Deal.of(start.game, start.game.play(deals[-1].position, choices[-1]), number))
    rules = Rules.of(start.game)
    records = [DealRecord(rules, str(number), each.text) for number, each in enumerate(deals)]
    out = io.BytesIO()
    FORMATS["csv"]((replace(attempt(3, "failed", message="a\nb"), deal=record) for record in records), out)
    lines = out.getvalue().decode().splitlines()
    assert len(lines) == 1 + len(deals)
    for row, each in zip(csv.DictReader(lines), deals, strict=True):
        assert row["message"] == "a / b"
        found = read_deal(
            row["game"], row["position"], rules.size, rules.variant or None, options.get("options")
        )
        assert found.positions == each.positions


def test_an_empty_store_exports_its_columns() -> None:
    for form in ("csv", "parquet"):
        out = io.BytesIO()
        FORMATS[form](iter([]), out)
        out.seek(0)
        table = polars.read_csv(out) if form == "csv" else polars.read_parquet(out)
        assert (table.columns, table.height) == (list(COLUMNS), 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{nonsense", "line 3: not valid JSON"),
        (b"[]", "line 3: a row is a JSON object, found list"),
        (b'{"game": 7}', "line 3: column 'game' is 7: expected str"),
        (b"\xff", "line 3: not valid JSON"),
    ],
)
def test_a_bad_line_is_named_by_its_number(line: bytes, message: str) -> None:
    good = json.dumps(row_of(WRITTEN[0])).encode()
    with pytest.raises(InputError, match=message):
        list(read_jsonl(io.BytesIO(good + b"\n\n" + line), sealed=False))


def from_file(path: Path, **options: bool) -> list[Attempt]:
    return list(read_jsonl(io.BytesIO(path.read_bytes()), str(path), **options))


@pytest.mark.parametrize("attempts", [[], WRITTEN[:1]])
def test_every_flipped_bit_and_every_cut_of_json_lines_is_refused(
    tmp_path: Path, attempts: list[Attempt]
) -> None:
    file = tmp_path / "export.jsonl"
    with file.open("wb") as out:
        FORMATS["jsonl"](attempts, out)
    assert from_file(file) == attempts
    assert_all_damage_is_refused(file, lambda: from_file(file))


def test_rows_that_were_left_out_doubled_or_exchanged_are_noticed(tmp_path: Path) -> None:
    file = tmp_path / "export.jsonl"
    *rows, seal = exported("jsonl").getvalue().splitlines(keepends=True)
    for changed in (rows[1:], rows[:-1], [*rows, rows[0]], rows[::-1], [*rows, b"\n"]):
        file.write_bytes(b"".join([*changed, seal]))
        with pytest.raises(
            DamagedFile, match=r"export.jsonl' is damaged: line \d+ is not the seal of the lines"
        ):
            from_file(file)
    file.write_bytes(b"".join([*rows, seal, rows[0]]))
    with pytest.raises(DamagedFile, match="has no seal at its end"):
        from_file(file)


def test_exports_that_were_joined_are_read_as_one(tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    file.write_bytes(exported("jsonl").getvalue() * 2)
    assert from_file(file) == WRITTEN * 2


def test_rows_without_a_seal_are_taken_when_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    *rows, seal = exported("jsonl").getvalue().splitlines(keepends=True)
    file.write_bytes(b"".join(rows))
    with pytest.raises(DamagedFile, match=r"old.jsonl' has no seal at its end: .* or --unsealed"):
        from_file(file)
    assert from_file(file, sealed=False) == WRITTEN
    file.write_bytes(b"".join([*rows[1:], seal]))
    assert from_file(file, sealed=False) == WRITTEN[1:]


def test_the_page_on_surveys_explains_every_column() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "surveys.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    explained = [name.strip(" `") for cell, _ in rows for name in cell.split(",")]
    assert [name for name in explained if name in COLUMNS] == list(COLUMNS)
