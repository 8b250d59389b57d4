"""Damaged stores: whatever happened to the file, every command answers in words, never with a traceback."""

import io
import re
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from typer.main import get_command

from effort import a_part
from store_damage import KINDS, VALUES, damaged_field, small_store
from yomikiri.cli import exits
from yomikiri.cli.program import whole
from yomikiri.store import Store

READING = (["report"], ["status"], ["list"], ["export"], ["export", "--format", "csv"])
"""The commands that read a store, beside ``check``."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a small store."""
    path = tmp_path_factory.mktemp("damage") / "results.db"
    small_store(str(path))
    return path.read_bytes()


class Bench:
    """A file to damage, and what commands say of it."""

    def __init__(self, folder: Path, sound: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = folder / "results.db"
        self.sound, self.patch = sound, monkeypatch
        self.statuses: Counter[str] = Counter()
        # Made once: that takes longer than most commands do.
        self.command = partial(get_command(whole()).main, prog_name="yomikiri", standalone_mode=False)

    def lay(self, data: bytes) -> None:
        for file in self.path.parent.glob("results.db*"):
            file.unlink()  # Also what SQLite leaves beside it.
        self.path.write_bytes(data)

    def ask(self, *words: str) -> tuple[int, str, str]:
        """The status of a command about the store, its output and its errors."""
        streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
        with self.patch.context() as patched:
            patched.setattr(sys, "stdout", streams[0])
            patched.setattr(sys, "stderr", streams[1])
            status = int(exits.run(self.command, ["survey", *words, "--store", str(self.path)]))
        for stream in streams:
            stream.seek(0)
        return status, streams[0].read(), streams[1].read()

    def try_out(self, number: int) -> None:
        """One damage, looked at by the check and by other commands."""
        draw = Random(number)
        self.lay(self.sound)
        what = f"damage {number}: {(damaged_field, *KINDS)[number % 4](self.path, draw)}"
        damaged = self.path.read_bytes()
        for words in (["check"], draw.choice(READING)):
            self.lay(damaged)
            status, out, err = self.ask(*words)
            said = [line for line in err.splitlines() if not re.match("attempts checked|no survey was", line)]
            expected = (0, 2, 10) if words == ["check"] else (0, 2)
            assert status in expected, (what, words, status, err)
            assert len(said) == (status == 2), (what, words, err)
            assert all(re.match("yomikiri: the (store|survey) ", line) for line in said), (what, words, err)
            assert "\x1b" not in err, (what, words)
            if words == ["check"]:
                assert (status == 0) == (out == "no problem found\n"), (what, out)
                self.statuses[f"{status}"] += 1


@pytest.fixture
def bench(tmp_path: Path, sound: bytes, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, sound, monkeypatch)


def test_the_store_to_be_damaged_is_sound(bench: Bench) -> None:
    bench.lay(bench.sound)
    assert bench.ask("check")[:2] == (0, "no problem found\n")
    for words in READING:
        assert bench.ask(*words)[0] == 0


@a_part(3)
def test_every_damage_is_answered_in_words(bench: Bench, part: int) -> None:
    for number in range(240 // part):
        bench.try_out(number)
    # Much of a file is empty, and a row that is gone has no checksum; most damage is found.
    assert bench.statuses["10"] > 120 // part, bench.statuses


@pytest.mark.slow
def test_very_many_damages_are_answered_in_words(bench: Bench) -> None:
    for number in range(240, 10_000):
        bench.try_out(number)


@pytest.mark.parametrize(
    ("table", "column"),
    [("attempts", "outcome"), ("attempts", "arrangements"), ("deals", "options"), ("surveys", "deals")],
)
def test_every_odd_value_is_found_by_the_check(bench: Bench, table: str, column: str) -> None:
    bench.lay(bench.sound)
    ask = f"SELECT {column} FROM {table} WHERE id = 2"
    change = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE id = 2"
    with Store(str(bench.path)) as store, closing(sqlite3.connect(bench.path, isolation_level=None)) as other:
        [before] = other.execute(ask).fetchone()
        for value in VALUES:
            other.execute(change, (value,))
            [after] = other.execute(ask).fetchone()
            assert (list(store.check(replay=False)) == []) == (before == after), value
            other.execute(change, (before,))
