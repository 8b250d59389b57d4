"""Readers that leave: a closed pipe changes neither the status nor what is said."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_tools import COMMAND, Run, clean_environment

from yomikiri.cli import main
from yomikiri.store import Store
from yomikiri.surveys import InProcess, plan
from yomikiri.surveys import run as run_survey

COMMANDS = [
    "solve superpuzz 3 --size 4 --json",
    "solve superpuzz 3 --size 4 --steps",
    "solve superpuzz 4 --size 6 --quiet",
    "solve gaps 3 --size 5",
    "solve sliding {board} --quiet",
    "deal freecell 617",
    "deal superpuzz 3 --size 4 --json",
    "verify superpuzz 3 --size 4 S3 HA@1",
    "analyse superpuzz 7 --size 6",
    "games",
    "algorithms sliding",
    "tables list",
    "gapset build --size 2x3 --gap 0",
    "survey run superpuzz --size 4 --deals 1-3 --workers 1 --store {store}",
    "survey status --store {store}",
    "survey list --store {store}",
    "survey report --store {store}",
    "survey check --store {store}",
    "survey export --store {store} --format jsonl",
    "survey export --store {store} --format csv",
    "survey export --store {store} --format parquet",
    "survey export --store {store} --format xml",
    "survey --help",
    "--help",
    "--version",
    "nonsense",
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = str(tmp_path_factory.mktemp("pipes") / "results.db")
    with Store(place) as opened:
        run_survey(plan("superpuzz", "1-3", size=4), opened, InProcess())
    return place


def kept() -> io.TextIOWrapper:
    """A stream whose text can be looked at."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def unread() -> io.TextIOWrapper:
    """A stream into a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "w", encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_ends_as_usual_when_nobody_reads(
    command: str, store: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    board = tmp_path / "board.txt"
    board.write_text("0 1\n2 3\n", encoding="utf-8")  # Solved with the blank first only.
    words = command.format(store=store, board=board).split()
    statuses = []
    for deaf in ([], ["stdout"], ["stderr"], ["stdout", "stderr"]):
        streams = {name: unread() if name in deaf else kept() for name in ("stdout", "stderr")}
        with monkeypatch.context() as patched:
            for name, stream in streams.items():
                patched.setattr(sys, name, stream)
            statuses.append(main(words))
        if "stderr" not in deaf:
            streams["stderr"].seek(0)
            assert "internal error" not in streams["stderr"].read()
        for stream in streams.values():
            stream.close()  # What is left in a buffer does not fail at the end either.
    assert len(set(statuses)) == 1, statuses


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_an_export_whose_reader_leaves_in_the_middle_is_no_error(store: str, form: str) -> None:
    words = [*COMMAND, "survey", "export", "--store", store, "--format", form]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment(), bufsize=0
    )
    assert process.stdout is not None
    assert len(process.stdout.read(4)) == 4
    process.stdout.close()
    _, err = process.communicate(timeout=120)
    assert Run(process.returncode, "", err.decode()) == Run(0, "", "")
