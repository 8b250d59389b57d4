"""Searches that save what they do, as real processes: full disks, and signals that end them."""

import json
import os
import pty
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cli_tools import COMMAND, Run, Runner, clean_environment

from yomikiri.games.sliding.resume import FORMAT
from yomikiri.store import Store
from yomikiri.surveys import saved_levels

# Days by Manhattan distance alone.
LONG = ("solve", "sliding", "1", "--size", "5x5", "--heuristic", "manhattan")
ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def with_files_of(most: int, *arguments: str) -> Run:
    """The command where no file can have more bytes: what a full disk is like, for a file that grows."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        timeout=120,
        env=clean_environment() | {"PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("form", ["--quiet", "--json"])
def test_a_full_disk_costs_the_file_but_not_the_answer(tmp_path: Path, form: str) -> None:
    file = tmp_path / "search"
    ask = ("solve", "sliding", "3", "--size", "3x3", "--resume", str(file), form)
    assert with_files_of(10**6, *ask, "--nodes", "0").status == 20
    before = file.stat().st_size
    # What a run writes first is as long as that; with the moves it is longer.
    answer = with_files_of(before + 10, *ask)
    assert answer.status == 0
    assert answer.err == (
        f"yomikiri: warning: '{file}' cannot be written: File too large; "
        "what was done since it was last saved is not kept\n"
    )
    if form == "--json":
        found = json.loads(answer.out)
        assert (found["length"], found["proved_shortest"]) == (21, True)
        assert found["unsaved"] in answer.err
    else:
        assert len(answer.out.split()) == 21
    assert [path.name for path in tmp_path.iterdir()] == ["search"]
    assert FORMAT.read_json(file)["moves"] is None


def test_a_full_disk_costs_the_levels_but_not_the_answer(tmp_path: Path) -> None:
    ask = ("solve", "superpuzz", "26", "--size", "5", "--parts", "2", "--quiet")
    answer = with_files_of(3000, *ask, "--resume", str(tmp_path))
    assert (answer.status, answer.out) == (10, "unsolvable\n")
    assert answer.err.startswith(f"yomikiri: warning: '{tmp_path}' cannot be written: File too large; ")
    assert list(tmp_path.glob("*.part")) == []
    # What was kept is of use.
    again = with_files_of(10**6, *ask, "--resume", str(tmp_path))
    assert (again.status, again.out, again.err) == (10, "unsolvable\n", "")


def test_a_disk_that_is_full_from_the_start_is_said_before_the_search(tmp_path: Path) -> None:
    ask = ("solve", "sliding", "1", "--size", "5x5", "--heuristic", "manhattan")
    answer = with_files_of(10, *ask, "--resume", str(tmp_path / "search"))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == f"yomikiri: '{tmp_path / 'search'}' cannot be written: File too large\n"
    assert list(tmp_path.iterdir()) == []


# -- signals ---------------------------------------------------------------------------------------


def started(*arguments: str, **options: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
        **options,
    )


def wait_for(happened: Callable[[], object]) -> None:
    end = time.monotonic() + 100
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def written(file: Path) -> int | None:
    """When a file was written."""
    return file.stat().st_mtime_ns if file.exists() else None


def progress_of(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = FORMAT.read_json(file)
    return found


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_ends_a_search_saved_and_reported(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "search"
    seen = [0.0]
    for _ in range(2):
        before = written(file)
        process = started(*LONG, "--resume", str(file), "--json")
        # A run writes its file before it searches, with the seconds of the runs before it.
        wait_for(lambda before=before: written(file) != before)
        time.sleep(0.3)
        process.send_signal(number)
        out, err = process.communicate(timeout=100)
        assert (process.returncode, err) == (128 + number, b"")
        answer = json.loads(out)
        assert answer["outcome"] == "cancelled"
        saved = progress_of(file)
        assert (answer["expanded"], answer["lower_bound"]) == (saved["expanded"], saved["bound"])
        seen.append(saved["seconds"])
    assert seen == sorted(set(seen))
    assert [path.name for path in tmp_path.iterdir()] == ["search"]


def test_signals_that_come_in_pairs_do_not_keep_a_search_from_saving(tmp_path: Path) -> None:
    file = tmp_path / "search"
    process = started(*LONG, "--resume", str(file), "--quiet")
    wait_for(file.exists)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGHUP):
        process.send_signal(number)
    out, err = process.communicate(timeout=100)
    assert (out, err) == (b"cancelled\n", b"")
    assert process.returncode in (129, 143)  # Which of two comes first is for the system to say.
    assert progress_of(file)["seconds"] > 0


def test_a_terminal_that_is_closed_ends_a_search_saved(tmp_path: Path) -> None:
    file = tmp_path / "search"
    child, terminal = pty.fork()
    if child == 0:
        os.execve(COMMAND[0], [*COMMAND, *LONG, "--resume", str(file)], clean_environment())
    seen = b""
    while b"expanded" not in seen:
        seen += os.read(terminal, 65536)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 129
    assert progress_of(file)["seconds"] > 0


def test_a_search_under_nohup_goes_on_without_its_terminal(tmp_path: Path) -> None:
    file = tmp_path / "search"
    process = started(
        *LONG,
        "--resume",
        str(file),
        "--quiet",
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    wait_for(file.exists)
    process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.7)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=100)[0] == b"cancelled\n"
    assert process.returncode == 143


def test_a_signal_ends_a_search_in_parts_so_that_it_can_go_on(tmp_path: Path, spawn: Runner) -> None:
    words = ("solve", "superpuzz", "55", "--size", "7", "--parts", "2", "--quiet", "--resume", str(tmp_path))
    process = started(*words)
    file = tmp_path / saved_levels.FILE
    wait_for(lambda: file.exists() and len(saved_levels.FORMAT.read_json(file)["levels"]) > 5)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=100) == (b"cancelled\n", b"")
    assert process.returncode == 143
    assert list(tmp_path.glob("*.part")) == []
    levels = saved_levels.FORMAT.read_json(file)["levels"]
    assert spawn(*words, "--nodes", "0").status == 20
    assert saved_levels.FORMAT.read_json(file)["levels"] == levels


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_all_processes_of_a_survey_costs_no_deal(tmp_path: Path, number: signal.Signals) -> None:
    place = str(tmp_path / "results.db")
    words = ["survey", "run", "superpuzz", "--deals", "1-50", "--algorithm", "breadth-first"]
    process = started(
        *words, "--memory", "200MiB", "--workers", "2", "--store", place, start_new_session=True
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"0 of 50 deals; ")
    time.sleep(2)
    try:
        os.killpg(process.pid, number)
        _, err = process.communicate(timeout=100)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 128 + number
    assert err.endswith(b"stopped: the same command continues from here\n")
    assert b"Traceback" not in err
    with Store(place, create=False) as store:
        assert [attempt for attempt in store.attempts() if attempt.outcome == "crashed"] == []


def test_a_signal_outside_of_a_search_leaves_nothing_half_made(tmp_path: Path) -> None:
    environment = clean_environment() | {"YOMIKIRI_CACHE": str(tmp_path)}
    process = subprocess.Popen(
        [*COMMAND, "tables", "build", "pdb-78"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    wait_for(lambda: list(tmp_path.glob("*.lock")))
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=100)
    assert (process.returncode, out) == (143, b"")
    assert b"Traceback" not in err
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]
