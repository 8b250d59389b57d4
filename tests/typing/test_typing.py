"""Typed programs: what is right passes ``mypy --strict``, what is wrong fails in its line."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from yomikiri.core.registry import entries
from yomikiri.search.algorithms import algorithms
from yomikiri.search.names import AlgorithmName

ROOT = Path(__file__).resolve().parent.parent.parent
SNIPPETS = Path(__file__).resolve().parent / "snippets"


@pytest.fixture(scope="module")
def answers() -> dict[tuple[str, int], str]:
    """What one run of mypy says of all snippets, by file and line; it uses the cache of the whole package."""
    files = sorted(map(str, SNIPPETS.glob("*.py")))
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found = re.findall(r"^(.*?):(\d+): error: (.*)$", done.stdout, re.MULTILINE)
    return {(Path(path).name, int(line)): message for path, line, message in found}


def test_what_is_right_passes(answers: dict[tuple[str, int], str]) -> None:
    assert {place: text for place, text in answers.items() if place[0] == "good.py"} == {}


def test_what_is_wrong_fails_where_it_is(answers: dict[tuple[str, int], str]) -> None:
    lines = (SNIPPETS / "bad.py").read_text(encoding="utf-8").splitlines()
    expected = {
        number: line.partition("# E: ")[2] for number, line in enumerate(lines, start=1) if "# E: " in line
    }
    found = {line: text for (name, line), text in answers.items() if name == "bad.py"}
    assert len(expected) >= 18
    assert found.keys() == expected.keys()
    assert {line: text for line, text in found.items() if expected[line] not in text} == {}


def test_the_names_of_algorithms_are_those_of_our_games() -> None:
    found = set()
    for entry in entries().values():
        for size in (None, *entry.menu_sizes):
            found |= set(algorithms(entry.made(size, None, {})))
    assert found == set(get_args(AlgorithmName))
