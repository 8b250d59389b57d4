"""``yomikiri gapset``: what is built, described and asked."""

import json
from pathlib import Path

import pytest
from cli_tools import Runner


@pytest.fixture(autouse=True)
def own_cache(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))


def test_a_set_is_built_once_and_described(run: Runner, tmp_path: Path) -> None:
    words = ("--size", "3x3", "--gap", "2", "--cells", "5", "--form", "zdd")
    missing = run("gapset", "info", *words)
    assert missing.status == 2
    assert "gap2-5-3x3-zdd was not built, or is damaged" in missing.err
    assert run("gapset", "build", *words).out == "Built: " + run("gapset", "info", *words).out
    assert run("gapset", "build", *words).out.startswith("Already there: gap2-5-3x3-zdd: ")
    record = json.loads(run("gapset", "info", *words, "--json").out)
    assert record["path"] == str(tmp_path / "gap2-5-3x3-zdd.table")
    assert {key: record[key] for key in ("size", "gap", "cells", "form")} == {
        "size": "3x3",
        "gap": 2,
        "cells": 5,
        "form": "zdd",
    }
    built = json.loads(run("gapset", "build", *words, "--json").out)
    assert built.pop("built") is False
    assert built.pop("seconds") >= 0
    assert built == record
    bitmap = json.loads(run("gapset", "build", *words[:-1], "bitmap", "--json").out)
    assert bitmap["patterns"] == record["patterns"]
    assert bitmap["built"] is True
    assert "nodes" not in bitmap


def test_a_position_is_looked_up(run: Runner) -> None:
    whole = ("--size", "3x3", "--cells", "9")
    near = run("gapset", "contains", "1 2 3 / 4 5 6 / 7 0 8", *whole)
    assert near.status == 0
    assert near.out == "gap0-9-3x3-bitmap contains it: the shortest solution has at most 1 move\n"
    far = run("gapset", "contains", "8 6 7 / 2 5 4 / 3 0 1", *whole, "--json")
    assert far.status == 10
    record = json.loads(far.out)
    assert record["contains"] is False
    assert record["lower_bound"] == record["manhattan"] + 2
    first = run("gapset", "contains", "1 0 2 3 4 5 6 7 8", *whole, "--goal", "blank-first")
    assert first.status == 0


def test_a_position_that_was_drawn_is_named_so_that_it_can_be_asked_again(run: Runner) -> None:
    small = ("--size", "3x3", "--cells", "5")
    drawn = run("gapset", "contains", "random", *small)
    name, _, answer = drawn.out.partition(": ")
    word, number = name.split()
    assert (word, run("gapset", "contains", number, *small).out) == ("deal", answer)
    record = json.loads(run("gapset", "contains", "random", *small, "--json").out)
    assert json.loads(run("gapset", "contains", str(record["deal"]), *small, "--json").out) == record
    shown = run("deal", "sliding", str(record["deal"]), "--size", "3x3").out
    assert record["position"] == shown.splitlines()
    assert list(record)[:4] == ["set", "contains", "manhattan", "lower_bound"]


def test_a_position_decides_the_size_if_nothing_else_does(run: Runner) -> None:
    for position in ("1 2 3 / 4 5 6 / 7 0 8", "1 2 3 4 5 6 7 0 8"):
        assert json.loads(run("gapset", "contains", position, "--json").out)["set"] == "gap0-8-3x3-bitmap"
    narrow = run("gapset", "contains", "1 2 3 4 0 5", "--size", "3x2", "--json")
    assert json.loads(narrow.out)["set"] == "gap0-6-3x2-bitmap"
    spiral = run("gapset", "contains", "1 2 3 8 4 0 7 6 5", "--goal", "1 2 3 8 0 4 7 6 5")
    assert spiral.status == 2
    assert "the blank of its goal is in no corner" in spiral.err


def test_a_position_without_a_solution_is_in_no_set(run: Runner, tmp_path: Path) -> None:
    # Its first cells are those of the goal, so a projection alone could not tell.
    words = ("2 1 3 / 4 5 6 / 7 8 0", "--cells", "4")
    answer = run("gapset", "contains", *words)
    assert answer.status == 10
    assert answer.out.startswith("gap0-4-3x3-bitmap does not contain it: it has no solution; parity: ")
    record = json.loads(run("gapset", "contains", *words, "--json").out)
    assert (record["contains"], record["lower_bound"]) == (False, None)
    assert record["reason"].startswith("parity: ")
    assert list(tmp_path.iterdir()) == []


def test_a_set_that_can_not_be_kept_is_not_called_built(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("where the directory should be")
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path / "file"))
    answer = run("gapset", "build", "--size", "3x3")
    assert (answer.status, answer.out) == (2, "")
    assert "cannot be written, or is full" in answer.err
    # Asking is possible all the same: the set is made for this answer.
    assert run("gapset", "contains", "1 2 3 / 4 5 6 / 7 0 8").status == 0


def test_what_is_not_understood_is_named(run: Runner) -> None:
    for words, message in [
        (("build", "--gap", "3"), "gap 3 is not possible"),
        (("build", "--gap", "x"), "--gap 'x' is not a count"),
        (("build", "--cells", "12"), "a bitmap of 12 cells would have 109 GB"),
        (("build", "--size", "5x5"), "no gap sets for 5x5"),
        (("build", "--form", "list"), "unknown form 'list'"),
        (("contains", "1 2 3 / 4 5 6 / 7 8 9", "--size", "3x3"), "'9' is not a tile"),
        ((), "missing command: expected one of build, info, contains"),
    ]:
        answer = run("gapset", *words)
        assert answer.status == 2
        assert message in answer.err
    limited = run("gapset", "build", "--memory", "1M")
    assert limited.status == 2
    assert "the memory limit" in limited.err
