"""Tables on disk: built once, shared, checked, and never seen half-made."""

import fcntl
import multiprocessing
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from yomikiri import _kernel
from yomikiri.heuristics.tables import HEADER_BYTES, Allocate, Report, Table, cache_directory

CONTENT = bytes(range(256)) * 41 + b"tail"


def counting(log: Path, fail: Callable[[], None] = lambda: None) -> Callable[[Allocate, Report], None]:
    """A build that leaves one letter in ``log`` each time."""

    def build(allocate: Allocate, report: Report) -> None:
        place = allocate(len(CONTENT))
        place[:1000] = CONTENT[:1000]
        report(1, 2)
        fail()
        place[:] = CONTENT
        report(2, 2)
        with log.open("a") as file:
            file.write("b")

    return build


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def made(log: Path, **changes: object) -> Table:
    values: dict[str, object] = {"name": "some", "version": 1, "summary": "", "build": counting(log)}
    return Table(**(values | changes))  # type: ignore[arg-type]


def test_a_table_is_built_once_and_then_read_from_its_file(log: Path) -> None:
    seen: list[tuple[int, int]] = []
    assert not made(log).is_built()
    assert bytes(made(log).open(lambda done, total: seen.append((done, total)))) == CONTENT
    assert made(log).is_built()
    assert bytes(made(log).open()) == CONTENT
    assert log.read_text() == "b"
    assert seen == [(1, 2), (2, 2)]


def test_an_opened_table_can_not_be_written(log: Path) -> None:
    for _ in range(2):
        assert made(log).open().readonly


@pytest.mark.parametrize("where", [0, 20, 60, HEADER_BYTES, HEADER_BYTES + 5000, -1])
def test_a_table_with_a_changed_byte_is_built_again(log: Path, where: int) -> None:
    table = made(log)
    table.open().release()
    data = bytearray(table.path.read_bytes())
    data[where] ^= 4
    table.path.write_bytes(data)
    assert not table.is_sound()
    assert bytes(table.open()) == CONTENT
    assert table.is_sound()
    assert log.read_text() == "bb"


def test_a_table_that_is_cut_short_or_empty_is_built_again(log: Path) -> None:
    table = made(log)
    table.open().release()
    whole = table.path.read_bytes()
    for damaged in (whole[:-1], whole[:HEADER_BYTES], whole[:100], b"", whole + b"x"):
        table.path.write_bytes(damaged)
        assert not table.is_built()
        assert bytes(table.open()) == CONTENT
    assert log.read_text() == "b" * 6


def test_another_version_is_built_again(log: Path) -> None:
    made(log).open()
    assert not made(log, version=2).is_built()
    made(log, version=2).open()
    assert log.read_text() == "bb"


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_build_leaves_nothing_behind(
    log: Path, cache: Path, error: type[BaseException]
) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(error):
        made(log, build=counting(log, fail)).open()
    assert not made(log).is_built()
    assert [path.name for path in cache.iterdir()] == ["some.lock"]
    assert bytes(made(log).open()) == CONTENT


def test_the_part_of_a_killed_build_is_overwritten(log: Path, cache: Path) -> None:
    cache.mkdir()
    (cache / "some.part").write_bytes(b"x" * 100_000)
    assert bytes(made(log).open()) == CONTENT
    assert not (cache / "some.part").exists()


def _open(log: Path) -> None:
    assert bytes(made(log).open()) == CONTENT


def test_processes_that_want_the_same_table_build_it_once(log: Path) -> None:
    workers = [multiprocessing.get_context("fork").Process(target=_open, args=(log,)) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 6
    assert log.read_text() == "b"


def test_who_waits_for_another_process_is_told_and_can_stop(log: Path, cache: Path) -> None:
    cache.mkdir()
    calls = []

    def impatient(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == 3:
            raise KeyboardInterrupt

    with (cache / "some.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(KeyboardInterrupt):
            made(log).open(impatient)
    assert calls == [(0, 1)] * 3
    assert not log.exists()
    assert bytes(made(log).open(impatient)) == CONTENT


def test_without_a_place_to_write_a_table_is_built_in_memory(log: Path, cache: Path) -> None:
    cache.write_text("a file where the directory should be")
    assert bytes(made(log).open()) == CONTENT
    assert not made(log).is_built()
    assert not made(log).remove()


def test_a_removed_table_is_gone_and_can_be_built_again(log: Path) -> None:
    table = made(log)
    assert not table.remove()
    entries = table.open()
    assert table.remove()
    assert bytes(entries) == CONTENT
    assert not table.is_built()
    assert bytes(table.open()) == CONTENT


def test_the_cache_directory_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_directory() == Path(os.environ["YOMIKIRI_CACHE"])
    monkeypatch.delenv("YOMIKIRI_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_directory() == Path("/somewhere/yomikiri")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/house")
    assert cache_directory() == Path("/house/.cache/yomikiri")


def test_the_checksum_notices_every_changed_byte_and_the_length() -> None:
    generator = random.Random(5)
    for size in (0, 1, 7, 8, 63, 64, 65, 200):
        data = bytearray(generator.randbytes(size))
        right = _kernel.checksum(bytes(data))
        assert right == _kernel.checksum(memoryview(data))
        assert right != _kernel.checksum(bytes(data) + b"\0")
        for at in range(size):
            for bit in range(8):
                data[at] ^= 1 << bit
                assert _kernel.checksum(bytes(data)) != right
                data[at] ^= 1 << bit
