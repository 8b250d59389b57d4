"""The independent checker, built once and run on many files at a time."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@cache
def program() -> Path:
    """The program of ``checker/``; without a compiler its tests are skipped."""
    if shutil.which("make") is None or shutil.which("g++") is None:
        pytest.skip("no compiler for the independent checker")
    out = ROOT / "build" / "checker"
    command = ["make", "--silent", "-C", str(ROOT / "checker"), f"OUT={out}"]
    subprocess.run(command, check=True, capture_output=True)
    return out / "check-certificate"


def statuses(paths: list[Path], *options: str) -> list[int]:
    """The status of each file: 0 proved, 10 not proved, 2 not a certificate."""
    found: list[int] = []
    for start in range(0, len(paths), 500):
        part = [str(path) for path in paths[start : start + 500]]
        command = [str(program()), *options, *part, "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        words = [line.split(" ", 1) for line in done.stdout.splitlines()]
        listed = {word[1]: word[0] for word in words if len(word) == 2 and word[0].isdigit()}
        found += [int(listed[path]) for path in part]
    return found
