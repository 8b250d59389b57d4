"""Exports and imports: every format has every column, and JSON lines come back as they went."""

import io
import json
from pathlib import Path

import polars
import pytest

from store_tools import attempt
from yomikiri import InputError
from yomikiri.store import Store
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
    csv = polars.read_csv(exported("csv"), schema=parquet.schema)
    for name in COLUMNS:
        if name not in ("variant",):  # Empty text and no text look the same in CSV.
            assert csv[name].to_list() == parquet[name].to_list()


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
        list(read_jsonl(io.BytesIO(good + b"\n\n" + line)))


def test_the_page_on_surveys_explains_every_column() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "surveys.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    explained = [name.strip(" `") for cell, _ in rows for name in cell.split(",")]
    assert [name for name in explained if name in COLUMNS] == list(COLUMNS)
