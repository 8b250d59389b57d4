"""How the tests of the command line run it: in this process, or as a real one."""

import io
import os
import subprocess
import sys

import pytest
from cli_tools import COMMAND, Run, Runner, clean_environment

from yomikiri.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs the command line in this process."""
    wanted = clean_environment()
    for key in set(os.environ) - set(wanted):
        if not key.startswith("PYTEST"):
            monkeypatch.delenv(key)
    for key in ("COLUMNS", "LC_ALL", "TERM"):
        monkeypatch.setenv(key, wanted[key])

    def call(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = main(list(arguments))
        captured = capsys.readouterr()
        return Run(int(status), captured.out, captured.err)

    return call


@pytest.fixture
def spawn() -> Runner:
    """Runs the command line as a process of its own, to its end."""

    def call(*arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None) -> Run:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            timeout=120,
            env=clean_environment() | (environment or {}),
            check=False,
        )
        return Run(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
