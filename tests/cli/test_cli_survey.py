"""``yomikiri survey``: its words, its output, its statuses."""

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import BinaryIO

import polars
import pytest
from cli_tools import COMMAND, Runner, clean_environment

from store_tools import forge
from yomikiri.cli import progress
from yomikiri.store import Store, exchange
from yomikiri.surveys import Tally


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "results.db")


def test_a_survey_is_run_resumed_reported_exported_and_checked(
    run: Runner, place: str, tmp_path: Path
) -> None:
    words = ["survey", "run", "superpuzz", "--size", "4", "--workers", "1", "--store", place]
    done = run(*words, "--deals", "1-10")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "superpuzz 4 deals 1-10, decide"
    assert lines[1].startswith("  deals: 10 of 10 tried; ")
    assert lines[2].startswith("  estimate: ")
    assert run(*words, "--deals", "1-10").out == done.out

    status = run("survey", "status", "--store", place)
    assert status.out.startswith("superpuzz 4 deals 1-10, decide: 10 of 10 deals; ")
    assert run("survey", "list", "--store", place).out.endswith("Z  superpuzz 4 deals 1-10, decide\n")
    assert run("survey", "report", "--store", place).out == done.out
    assert run("survey", "check", "--store", place).out == "no problem found\n"

    export = run("survey", "export", "--store", place).out
    *rows, seal = map(json.loads, export.splitlines())
    assert (seal["sealed"], seal["lines"]) == ("yomikiri export", 10)
    assert [row["deal"] for row in rows] == [str(number) for number in range(1, 11)]
    out = tmp_path / "rows.parquet"
    assert run("survey", "export", "--store", place, "--format", "parquet", "--out", str(out)).status == 0
    assert polars.read_parquet(out).to_dicts() == rows
    assert run("survey", "export", "--store", place, "--format", "csv").out.count("\n") > 10

    other = str(tmp_path / "other.db")
    words = ("survey", "import", "-", "--store", other)
    cut = export[: export.rindex("\n", 0, -1)].encode()
    done = run(*words, stdin=cut)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("yomikiri: 'standard input' has no seal at its end: it was cut short")
    assert run(*words, stdin=export.encode()).out == "10 attempts read\n"
    assert run("survey", "export", "--store", other).out == export
    assert run(*words, "--unsealed", stdin=cut).out == "10 attempts read\n"


def test_an_export_that_fails_leaves_the_file_as_it_was(
    run: Runner, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(attempts: object, stream: BinaryIO) -> None:
        stream.write(b"half of it")
        raise OSError(28, "No space left on device")

    words = ["survey", "run", "superpuzz", "--size", "4", "--workers", "1", "--store", place]
    assert run(*words, "--deals", "1-2").status == 0
    out = tmp_path / "rows.csv"
    out.write_text("the last export", encoding="utf-8")
    monkeypatch.setitem(exchange.FORMATS, "csv", fails)
    done = run("survey", "export", "--store", place, "--format", "csv", "--out", str(out))
    assert done.status != 0
    assert "No space left" in done.err
    assert out.read_text(encoding="utf-8") == "the last export"
    assert not list(tmp_path.glob("*.part"))


def test_a_store_without_surveys_says_so(run: Runner, place: str) -> None:
    assert run("survey", "import", "-", "--unsealed", "--store", place, stdin=b"").out == "0 attempts read\n"
    for command in ("status", "list", "report"):
        done = run("survey", command, "--store", place)
        assert (done.status, done.out) == (0, "")
        assert done.err.startswith(f"no survey was run with the store '{place}', which has 0 attempts")


def test_lines_of_progress_also_come_while_a_deal_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.05)
    monkeypatch.setattr(progress, "WATCH_SECONDS", 0.05)
    tally = Tally(3)
    with progress.progress() as report:
        report(tally)
        time.sleep(0.5)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) > 2
    assert set(lines) == {"0 of 3 deals; 0 solved, 0 unsolvable, 0 undecided; 0/s"}
    tally.finished = True
    with progress.progress() as report:
        report(tally)
        time.sleep(0.5)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_check_says_how_far_it_is(run: Runner, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    words = ["survey", "run", "superpuzz", "--size", "4", "--workers", "1", "--store", place]
    assert run(*words, "--deals", "1-4").status == 0
    done = run("survey", "check", "--store", place)
    assert (done.status, done.out) == (0, "no problem found\n")
    shown = [line.partition(" (")[0] for line in done.err.splitlines()]
    assert shown == [f"attempts checked: {checked} of 4" for checked in range(5)]


def test_a_check_decides_answers_again_and_names_those_that_are_wrong(run: Runner, place: str) -> None:
    words = ["survey", "run", "superpuzz", "--size", "4", "--workers", "1", "--store", place]
    assert run(*words, "--deals", "1-8").status == 0
    check = ["survey", "check", "--store", place, "--workers", "1"]
    done = run(*check, "--again", "3", "--seed", "7", "--nodes", "1e5", "--seconds", "60")
    lines = done.out.splitlines()
    assert lines[0] == "decided again: 3 of 8 answers, seed 7, within 100,000 nodes and 60 seconds a search"
    assert lines[1].startswith("  proved again: 3 of 3 (100.0%): ")
    assert (lines[-2:], done.status) == (["  disagree: 0", "no problem found"], 0)

    with Store(place) as store:
        change = "UPDATE attempts SET outcome = 'unsolvable', moves = NULL, length = NULL, "
        forge(store, change + "proved_shortest = 0, lower_bound = NULL, upper_bound = NULL WHERE id = 3")
    assert run("survey", "check", "--store", place).out == "no problem found\n"
    done = run(*check, "--again", "all")
    lines = done.out.splitlines()
    assert lines[0].startswith("superpuzz 4 deal 3, decide: unsolvable, but breadth-first solves it in ")
    assert lines[1] == "decided again: all answers, within 1,000,000 nodes and 10 seconds a search"
    assert (lines[-1], done.status) == ("  disagree: 1", 10)


def test_undecided_deals_are_shown_and_widen_the_interval(run: Runner, place: str) -> None:
    words = ["survey", "run", "superpuzz", "--size", "5", "--deals", "1-6", "--algorithm", "breadth-first"]
    done = run(*words, "--nodes", "100", "--workers", "1", "--store", place)
    assert done.status == 0
    assert "superpuzz 5 deals 1-6, breadth-first, 100 nodes\n" in done.out
    assert " 1 unsolvable, 5 undecided" in done.out
    assert "0.0% to 83.3% solvable (95 %: 0.0% to 97.0%)" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "missing command: expected one of run, status, list, report, export, import, check, or --help"),
        (["nonsense"], "unknown command 'nonsense': expected one of run, status, "),
        (["run", "superpuzz"], "missing option --deals RANGES"),
        (["run", "--deals", "1"], "missing argument GAME"),
        (["run", "superpuzz", "--deals", "x"], "deals 'x' are not a range"),
        (["run", "superpuzz", "--deals", "1", "--workers", "0"], "workers 0 is not a number of workers"),
        (["run", "superpuzz", "--deals", "1", "--nodes", "many"], "--nodes 'many' is not a count"),
        (["run", "superpuzz", "--deals", "1", "--cluster", "moon"], "--cluster 'moon' is not a cluster"),
        (["export", "--format", "xml"], "unknown format 'xml': expected one of csv, parquet, jsonl"),
        (["import", "nowhere.jsonl"], "'nowhere.jsonl' cannot be read"),
        (["check", "--seed", "3"], "--seed is for answers decided again: expected --again with it"),
        (["check", "--workers", "3"], "--workers is for answers decided again: expected --again with it"),
        (["check", "--again", "0"], "--again '0' is not a count of answers: expected 1 or more, or all"),
        (["check", "--again", "some"], "--again 'some' is not a count"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    run: Runner, words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("survey", *words)
    assert done.status == 2
    assert done.err.startswith("yomikiri: " + message)
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["status", "list", "report", "export", "check"])
def test_a_store_that_is_not_there_is_not_made_by_reading(run: Runner, place: str, command: str) -> None:
    done = run("survey", command, "--store", place)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"yomikiri: the store '{place}' does not exist\n"
    assert not Path(place).exists()


def test_a_damaged_store_is_one_line(run: Runner, place: str) -> None:
    Path(place).write_bytes(b"not a database at all " * 100)
    done = run("survey", "status", "--store", place)
    assert done.status == 2
    assert "is not a database" in done.err
    assert "internal error" not in done.err


def test_ctrl_c_ends_a_survey_cleanly(place: str) -> None:
    words = ["survey", "run", "superpuzz", "--deals", "1-50", "--algorithm", "breadth-first"]
    words += ["--seconds", "1", "--memory", "1GiB", "--workers", "2", "--store", place]
    process = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment()
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"0 of 50 deals; ")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert err.endswith(b"stopped: the same command continues from here\n")
    assert out.startswith(b"superpuzz 13 deals 1-50, breadth-first, 1 seconds, 1073741824 bytes\n  deals: ")


def test_a_terminal_sees_one_line_that_changes(place: str) -> None:
    words = [
        "survey",
        "run",
        "superpuzz",
        "--size",
        "4",
        "--deals",
        "1-5",
        "--workers",
        "1",
        "--store",
        place,
    ]
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.DEVNULL, stderr=follower, env=clean_environment()
    )
    os.close(follower)
    seen = b""
    try:
        while piece := os.read(leader, 4096):
            seen += piece
    except OSError:
        pass  # The other end is closed.
    os.close(leader)
    assert process.wait() == 0
    assert seen.startswith(b"\r0 of 5 deals; ")
    assert seen.endswith(b"\r\x1b[K")
    assert b"\n" not in seen
