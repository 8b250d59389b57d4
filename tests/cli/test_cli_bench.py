"""Levels, many deals, comparisons and lists on the command line, and the schemas of all that is JSON."""

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import polars
import pytest
from cli_tools import COMMAND, Run, Runner, clean_environment

from yomikiri import FreeCell, Superpuzz, solve
from yomikiri.cli.schema import names, schema

FREECELL = ("solve", "freecell")


def checked(name: str, text: str) -> Any:
    """The object in a text, which the schema of that name allows."""
    found = json.loads(text)
    validator = jsonschema.validators.validator_for(schema(name))
    validator(schema(name)).validate(found)
    return found


def said(run: Runner, words: str) -> Run:
    """What a command did that is given in one line."""
    return run(*words.split())


# -- schemas ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_every_schema_is_one_and_is_strict(name: str) -> None:
    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({}, found)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solve", "solve superpuzz 3 --size 4 --shortest --json"),
        ("solve", "solve superpuzz 3 --size 5 --algorithm breadth-first --json --levels"),
        ("solve", "solve superpuzz 8 --size 6 --json --states fingerprint --hash-seed 3"),
        ("solve", "solve superpuzz 2 --shortest --nodes 1000 --json"),
        ("solve", "solve gaps 3 --size 4 --json"),
        ("solve", "solve gaps 3 --size 4 --algorithm breadth-first --json --levels"),
        ("solve", "solve sliding 3 --size 3x3 --count-shortest --algorithm ida-star --json"),
        ("solve", "solve freecell 3 --metric supermove --json"),
        ("solve", "solve peg 1 --nodes 10 --json"),
        ("deal", "deal superpuzz 3 --size 4 --variant montana --json"),
        ("deal", "deal gaps 3 --size 6 --json"),
        ("verify", "verify superpuzz 3 --size 4 --json S3 HA@1"),
        ("improve", "improve superpuzz 3 --size 4 --json S3 HA@1"),
        ("improve", "improve superpuzz 3 --size 4 --json S3 HA@1 C2 HA@3 SA@1 H3 D2 D3 C3"),
        ("analyse", "analyse superpuzz 7 --size 6 --json"),
        ("hint", "hint superpuzz 3 --size 4 --json"),
        ("hint", "hint freecell 1 --json"),
        ("rate", "rate superpuzz 3 --size 4 --json"),
        ("rate", "rate gaps 3 --size 4 --json"),
        ("rate", "rate superpuzz 8 --size 6 --json"),
        ("gapset-build", "gapset build --size 3x3 --json"),
        ("gapset-build", "gapset build --size 3x3 --form zdd --json"),
        ("gapset-info", "gapset info --size 3x3 --json"),
        ("gapset-contains", "gapset contains 1 --size 3x3 --json"),
        ("gapset-contains", "gapset contains 1,2,3/4,5,6/8,7,0 --json"),
        ("solve-least-cells", "solve freecell 3 --size 4x1x4 --least-cells --json"),
        ("games", "games --json"),
        ("algorithms", "algorithms --json"),
        ("algorithms", "algorithms sliding --json"),
        ("heuristics", "heuristics --json"),
        ("heuristics", "heuristics freecell --json"),
        ("reproduce-list", "reproduce list --json"),
        ("tables-list", "tables list --json"),
    ],
)
def test_outputs_are_what_their_schemas_say(run: Runner, name: str, words: str) -> None:
    done = run(*words.split())
    assert done.status in (0, 10, 20), done.err
    checked(name, done.out)


def test_the_outputs_of_surveys_are_what_their_schemas_say(run: Runner, tmp_path: Path) -> None:
    place = str(tmp_path / "results.db")
    asked = ("superpuzz", "--size", "4", "--deals", "1-5", "--workers", "1", "--store", place)
    assert run("survey", "run", *asked).status == 0
    for command in ("list", "status", "report"):
        found = checked(f"survey-{command}", run("survey", command, "--json", "--store", place).out)
        (survey,) = found["surveys"]
        assert (survey["game"], survey["deals"], survey["count"]) == ("superpuzz", "1-5", 5)
    assert survey["done"] == survey["solved"] + survey["unsolvable"] == 5
    checked("reproduce", run("reproduce", "full-game", "--no-run", "--json", "--store", place).out)


def test_the_outputs_of_tables_are_what_their_schemas_say(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    listed = checked("tables-list", run("tables", "list", "--json").out)["tables"]
    name = "sliding-4x4-pattern-1.2.3"  # A small one.
    assert name in [table["name"] for table in listed]
    assert checked("tables-build", run("tables", "build", name, "--json").out)["tables"][0]["done"] == "built"
    removed = checked("tables-remove", run("tables", "remove", name, "--json").out)["tables"]
    assert removed == [{"name": name, "removed": True}]


def test_the_result_of_python_is_what_its_schema_says() -> None:
    freecell, rows = FreeCell(), Superpuzz(6)
    position = freecell.deal(1)
    checked("result", solve(freecell, position).to_json(freecell, position))
    checked("result", solve(rows, rows.deal(8)).to_json())


def test_schemas_are_listed_and_printed(run: Runner) -> None:
    listed = run("schema")
    assert [line.split()[0] for line in listed.out.splitlines()] == names()
    assert json.loads(run("schema", "solve").out) == schema("solve")
    wrong = run("schema", "solv")
    assert wrong.status == 2
    assert "unknown schema 'solv': expected one of algorithms" in wrong.err


# -- lists -----------------------------------------------------------------------------------------


def test_heuristics_are_listed_with_where_they_run(run: Runner) -> None:
    lines = run("heuristics", "freecell").out.splitlines()
    assert " ".join(lines[0].split()) == (
        "relaxed kernel and python admissible with a-star, ida-star, bounded, weighted-a-star, greedy"
    )
    assert "home" in lines[-1]
    assert "admissible, consistent" in lines[-1]
    assert "sliding:" in run("heuristics").out
    aliases = {
        each["name"]: each["aliases"] for each in json.loads(run("heuristics", "--json").out)["heuristics"]
    }
    assert aliases["relaxed"] == ["h4"]


# -- levels ----------------------------------------------------------------------------------------


def test_levels_are_a_table_after_the_answer(run: Runner) -> None:
    done = said(run, "solve superpuzz 3 --size 4 --algorithm breadth-first --levels --quiet")
    answer, empty, heading, *rows = done.out.splitlines()
    assert answer.startswith("S3 ")
    assert empty == ""
    assert heading.split() == ["level", "expanded", "growth", "generated", "seconds"]
    assert rows[0].split()[:3] == ["depth", "0", "1"]
    none = said(run, "solve superpuzz 3 --size 4 --levels --quiet")
    assert "decide does not go by levels" in none.err
    of_each = said(run, "solve gaps 3 --size 4 --algorithm breadth-first --levels --quiet")
    assert "\nHDSC:\n" in of_each.out


def test_levels_are_drawn(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "levels.svg"
    words = "solve sliding 3 --size 3x3 --algorithm ida-star --quiet --levels-plot"
    assert run(*words.split(), str(file)).status == 0
    assert b"<svg" in file.read_bytes()
    assert run(*words.split(), str(tmp_path / "levels.txt")).status == 2
    assert run("solve", "superpuzz", "3", "--levels-plot", str(file)).status == 2  # It has none.


# -- many deals ------------------------------------------------------------------------------------


def test_many_deals_have_a_line_each(run: Runner) -> None:
    done = run(*FREECELL, "1-5,ms:7", "--json-lines")
    assert done.status == 0
    found = [checked("solve", line) for line in done.out.splitlines()]
    assert [each["deal"] for each in found] == [1, 2, 3, 4, 5, "ms:7"]
    one = json.loads(run(*FREECELL, "5", "--json").out)
    assert {k: v for k, v in found[4].items() if k != "seconds"} == {
        k: v for k, v in one.items() if k != "seconds"
    }


def test_workers_and_levels_go_with_many_deals(run: Runner) -> None:
    words = (*FREECELL, "1-8", "--json-lines", "--workers", "2", "--unordered", "--levels")
    found = [checked("solve", line) for line in run(*words).out.splitlines()]
    assert sorted(each["deal"] for each in found) == list(range(1, 9))
    assert all(each["levels"] for each in found)


def test_the_status_is_that_of_the_worst_deal(run: Runner) -> None:
    both = run("solve", "superpuzz", "1-12", "--size", "6", "--json-lines")
    outcomes = {json.loads(line)["outcome"] for line in both.out.splitlines()}
    assert outcomes == {"solved", "unsolvable"}
    assert both.status == 0  # All are decided.
    assert run(*FREECELL, "1-3", "--json-lines", "--nodes", "50").status == 20
    cut = run(*FREECELL, "1-1000", "--json-lines", "--total-nodes", "5000")
    assert cut.status == 20
    assert 1 < len(cut.out.splitlines()) < 1000


def test_arrangements_of_many_deals(run: Runner) -> None:
    all_of_them = said(run, "solve gaps 1-2 --size 4 --json-lines --first")
    assert [len(checked("solve", line)["arrangements"]) >= 1 for line in all_of_them.out.splitlines()]
    one = said(run, "solve gaps 1-2 --size 4 --json-lines --arrangement HDSC")
    assert [checked("solve", line)["deal"] for line in one.out.splitlines()] == [1, 2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("1-5", "deals '1-5' are several: expected --json-lines with them"),
        ("7,9", "deals '7,9' are several"),
        ("1-5 --json-lines --resume file", "--resume is for one deal"),
        ("1-5 --json-lines --parts 2", "--parts is for one deal"),
        ("1 --workers 2", "--workers is for many deals: expected --json-lines with it"),
        ("1 --unordered", "--unordered is for many deals"),
        ("1-5 --json-lines --workers 0", "--workers '0' is not a number of workers"),
        ("x-5 --json-lines", "deals 'x-5' are not a range"),
        ("1-5 --json-lines --algorithm none", "unknown algorithm 'none'"),
    ],
)
def test_what_does_not_go_together_is_said(run: Runner, words: str, message: str) -> None:
    done = run(*FREECELL, *words.split())
    assert done.status == 2
    assert message in done.err


def test_a_reader_that_leaves_is_no_error() -> None:
    command = [*COMMAND, *FREECELL, "1-20", "--json-lines"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=clean_environment()) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 0


# -- comparisons -----------------------------------------------------------------------------------

COMPARE = (
    "compare",
    "sliding",
    "1-10",
    "--size",
    "3x3",
    "--with",
    "a-star:manhattan",
    "--with",
    "ida-star:manhattan",
)


def test_solvers_are_compared(run: Runner, tmp_path: Path) -> None:
    table, picture = tmp_path / "rows.csv", tmp_path / "plot.svg"
    done = run(*COMPARE, "--out", str(table), "--plot", str(picture))
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "sliding 3x3 deals 1-10: medians over the 10 deals that all decided"
    assert lines[3].startswith("a-star:manhattan    10 of 10")
    assert any(line.startswith("ida-star:manhattan against a-star:manhattan: expanded x") for line in lines)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 20
    assert b"<svg" in picture.read_bytes()
    parquet = tmp_path / "rows.parquet"
    assert run(*COMPARE, "--out", str(parquet)).status == 0
    assert polars.read_parquet(parquet)["expanded"].to_list() == [int(row["expanded"]) for row in rows]


def test_a_comparison_goes_on_in_its_store(run: Runner, tmp_path: Path) -> None:
    place = str(tmp_path / "results.db")
    first = checked("compare", run(*COMPARE, "--json", "--store", place).out)
    again = checked("compare", run(*COMPARE, "--json", "--store", place).out)
    assert again == first  # Also the seconds: nothing was run again.
    assert first["finished"] is True
    assert first["solvers"][0]["medians"]["length"] == first["solvers"][1]["medians"]["length"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--with a-star", "solvers a-star: expected two or more, each once"),
        ("--with a-star --with a-star", "expected two or more, each once"),
        ("--with a-star: --with ida-star", "solver 'a-star:' is not understood"),
        ("--with a-star --with none", "unknown algorithm 'none'"),
        ("--with a-star --with ida-star:none", "unknown heuristic 'none'"),
        ("--with a-star --with ida-star,threads=x", "threads 'x' is not a whole number"),
        ("--with a-star --with ida-star,colour=x", "unknown option 'colour'"),
        ("--with a-star --with ida-star --out rows.txt", "expected a name that ends in .csv"),
        ("--with a-star --with ida-star --plot plot.txt", "expected one that ends in .svg or .png"),
        ("--with a-star --with ida-star --workers 0", "is not a number of workers"),
        ("", "missing option --with SOLVER"),
    ],
)
def test_what_cannot_be_compared_is_said(run: Runner, words: str, message: str) -> None:
    done = run("compare", "sliding", "1-3", "--size", "3x3", *words.split())
    assert done.status == 2
    assert message in done.err
