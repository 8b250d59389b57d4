"""``yomikiri dataset``: built, described, checked; and what is refused."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli_tools import Runner

from dataset_tools import built, files, rewritten, small
from yomikiri.cli.schema import schema

polars = pytest.importorskip("polars")

WORDS = ("dataset", "build", "sliding", "--size", "2x3", "--deals", "1-3", "--samples", "3", "--chunk", "2")


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """The data set that the words are about, built in this process."""
    return str(built(tmp_path / "positions", small("1-3", samples=3)))


def test_the_command_builds_what_the_library_builds(run: Runner, folder: str, tmp_path: Path) -> None:
    place = str(tmp_path / "other")
    found = run(*WORDS, "--workers", "1", "--out", place)
    assert found.status == 0, found.err
    assert found.out.startswith(f"{place}: ")
    assert "with proved labels" in found.out
    assert "0 of 2 parts; 0 positions" in found.err
    assert files(Path(place)) == files(Path(folder))


def forged(folder: str, **values: Any) -> None:
    """Change the first row, and seal the lie."""

    def change(frame: Any) -> Any:
        rows = frame.to_dicts()
        rows[0] |= values
        return polars.DataFrame(rows, schema=frame.schema)

    place = Path(folder)
    moved = place.rename(place.with_name("true"))
    rewritten(place, moved, change)


def test_info_and_check_and_card(run: Runner, folder: str) -> None:
    info = run("dataset", "info", folder)
    assert info.status == 0
    assert "sliding 2x3, deals 1-3, label shortest" in info.out
    assert "2 of 2 parts" in info.out
    found = json.loads(run("dataset", "info", folder, "--json").out)
    jsonschema.validate(found, schema("dataset-info"))
    assert found["complete"]
    assert found["rows"] == sum(found["counts"].values()) > 10
    checked = run("dataset", "check", folder, "--share", "all", "--json")
    assert checked.status == 0
    jsonschema.validate(json.loads(checked.out), schema("dataset-check"))
    assert json.loads(checked.out)["proved"] == found["rows"]
    card = run("dataset", "card", folder, "--out", "-")
    assert card.out.startswith(f"# Sliding puzzle: {found['rows']} labelled positions")
    assert run("dataset", "card", folder).status == 0
    assert (Path(folder) / "README.md").read_text(encoding="utf-8") == card.out


def test_a_build_that_is_done_is_left_alone(run: Runner, folder: str) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in Path(folder).iterdir()}
    assert run(*WORDS, "--out", folder).status == 0
    assert {path.name: path.stat().st_mtime_ns for path in Path(folder).iterdir()} == before


def test_a_false_label_has_status_10(run: Runner, folder: str) -> None:
    forged(folder, moves_to_go=2, lower=2, upper=2)
    found = run("dataset", "check", folder, "--share", "100%")
    assert found.status == 10
    assert found.out.startswith("part-000000.parquet, row 0 (deal 1, ply 0): 2 moves are said to be enough")
    assert json.loads(run("dataset", "check", folder, "--share", "1", "--json").out)["wrong"]


def test_a_damaged_part_has_status_2(run: Runner, folder: str) -> None:
    part = Path(folder) / "part-000001.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    for words in (("info", folder), ("check", folder), ("card", folder)):
        found = run("dataset", *words)
        assert (found.status, found.out) == (2, "")
        assert "part-000001.parquet' is damaged: it has" in found.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "missing command: expected one of build, info, check, card, or --help"),
        (("info", "nowhere"), "'nowhere' is no data set: expected a folder with manifest.sealed"),
        (("check", "nowhere", "--share", "2"), "--share '2' is no share: expected 0.01, 1% or all"),
        (
            ("build", "sliding", "--deals", "1", "--out", "x", "--positions", "paths"),
            "positions 'paths' are unknown: expected one of path, beam, random; did you mean path?",
        ),
        (
            ("build", "sliding", "--deals", "1", "--out", "x", "--nodes", "none"),
            "--nodes 'none' is not a count: expected a whole number such as 1000000",
        ),
        (
            ("build", "sliding", "--deals", "1", "--out", "x", "--seed", "-1"),
            "--seed '-1' is not a whole number: expected 0 or more",
        ),
    ],
)
def test_a_wrong_word_is_named(run: Runner, words: tuple[str, ...], message: str) -> None:
    found = run("dataset", *words)
    assert (found.status, found.out, found.err) == (2, "", f"yomikiri: {message}\n")
