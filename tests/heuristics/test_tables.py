"""Tables on disk: built once, shared, checked, and never seen half-made."""

import mmap
import multiprocessing
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from damage import damages
from yomikiri import _kernel
from yomikiri.bounds import tables
from yomikiri.bounds.tables import PAGE_BYTES, Allocate, Report, Table, cache_directory, check_mapped
from yomikiri.core import system
from yomikiri.core.errors import DamagedFile

GUARDED = pytest.mark.skipif(system.PORTABLE, reason="without mapped files there is nothing to guard")

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


def three_bytes(allocate: Allocate, report: Report) -> None:
    """The build of a table so small that all damage to it can be tried."""
    allocate(3)[:] = b"abc"


@pytest.fixture(params=["copied", "mapped"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Tables are read into memory, or mapped as if they were large."""
    if request.param == "mapped":
        monkeypatch.setattr(tables, "MOST_COPIED", -1)
    return str(request.param)


@pytest.mark.parametrize("where", [0, 20, 60, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 5000, -1])
def test_a_table_with_a_changed_byte_is_built_again(log: Path, where: int, way: str) -> None:
    table = made(log)
    table.open().release()
    data = bytearray(table.path.read_bytes())
    data[where] ^= 4
    table.path.write_bytes(data)
    assert not table.is_sound()
    assert bytes(table.open()) == CONTENT
    assert table.is_sound()
    assert log.read_text() == "bb"


@pytest.mark.parametrize("step", [7919, pytest.param(1, marks=pytest.mark.slow)])
def test_every_flipped_bit_and_every_cut_of_a_table_is_noticed(log: Path, way: str, step: int) -> None:
    table = made(log, build=three_bytes)
    table.open()
    assert table.is_sound()
    for damage in damages(table.path, step):
        assert not table.is_sound(), damage
    assert table.is_sound()


@pytest.mark.parametrize("step", [701, pytest.param(1, marks=pytest.mark.slow)])
def test_every_flipped_bit_of_the_seal_makes_a_table_one_that_is_not_built(log: Path, step: int) -> None:
    table = made(log, build=three_bytes)
    table.open()
    for damage in damages(table.path, step):
        assert table.is_built() == (damage.startswith("bit") and int(damage.split()[1]) >= 8 * PAGE_BYTES)


def test_a_table_that_is_cut_short_or_empty_is_built_again(log: Path, way: str) -> None:
    table = made(log)
    table.open().release()
    whole = table.path.read_bytes()
    for damaged in (whole[:-1], whole[:PAGE_BYTES], whole[:100], b"", whole + b"x"):
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
    assert {path.name for path in cache.iterdir()} <= {"some.lock"}
    assert bytes(made(log).open()) == CONTENT


def test_the_part_of_a_killed_build_is_overwritten(log: Path, cache: Path) -> None:
    cache.mkdir()
    part = cache / "some.table.part"
    part.write_bytes(b"x" * 100_000)
    assert bytes(made(log).open()) == CONTENT
    assert not part.exists()
    part.write_bytes(b"x" * 100_000)
    assert made(log).remove()
    assert not part.exists()


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

    with system.alone(cache / "some.lock", lambda: None), pytest.raises(KeyboardInterrupt):
        made(log).open(impatient)
    assert calls == [(0, 1)] * 3
    assert not log.exists()
    assert bytes(made(log).open(impatient)) == CONTENT


def test_without_a_place_to_write_a_table_is_built_in_memory(log: Path, cache: Path) -> None:
    cache.write_text("a file where the directory should be")
    assert bytes(made(log).open()) == CONTENT
    assert not made(log).is_built()
    assert not made(log).remove()


def test_a_disk_without_room_costs_the_file_and_not_the_table(
    log: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert bytes(made(log).open()) == CONTENT
    assert log.read_text() == "b"
    assert {path.name for path in cache.iterdir()} <= {"some.lock"}


def test_the_state_of_a_table_is_told_by_its_seal(log: Path) -> None:
    table = made(log)
    assert table.state == "not built"
    table.open()
    assert table.state == "built"
    assert made(log, version=2).state == "outdated"
    assert made(log, name="other").state == "not built"
    for content, state in ((b"yomikiri table 1\n{}", "outdated"), (b"", "damaged"), (b"nonsense", "damaged")):
        table.path.write_bytes(content)
        assert table.state == state


# -- tables that are mapped ------------------------------------------------------------------------


@pytest.fixture
def mapped(log: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, memoryview]]:
    """A table of some pages that is mapped."""
    if not system.can_map():
        pytest.skip("nothing is mapped here")
    monkeypatch.setattr(tables, "MOST_COPIED", -1)

    def build(allocate: Allocate, report: Report) -> None:
        place = allocate(8 * PAGE_BYTES)
        place[:] = b"x" * len(place)

    table = made(log, build=build)
    entries = table.open()
    check_mapped()
    yield table, entries
    entries.release()
    check_mapped()  # What nobody reads any more troubles nobody.


def test_a_table_that_is_cut_short_under_its_mapping_is_an_error(mapped: tuple[Table, memoryview]) -> None:
    table, entries = mapped
    assert entries[-1:] == b"x"
    os.truncate(table.path, 3 * PAGE_BYTES)
    with pytest.raises(DamagedFile, match=r"some.table' was changed while it was in use: ask again"):
        check_mapped()
    # Without the guard this would end the process.
    assert bytes(entries[PAGE_BYTES : 2 * PAGE_BYTES]) == b"x" * PAGE_BYTES
    assert bytes(entries[-PAGE_BYTES:]) == bytes(PAGE_BYTES)
    with pytest.raises(DamagedFile, match=r"some.table' was cut short, or could not be read any more"):
        check_mapped()


def test_a_table_that_is_cut_short_while_it_is_checked_is_built_again(
    mapped: tuple[Table, memoryview], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = mapped
    checksum = _kernel.checksum
    done = []

    def cut(data: Any) -> int:
        if not done and len(data) > PAGE_BYTES:
            done.append(os.truncate(table.path, 2 * PAGE_BYTES))
        return checksum(data)

    with monkeypatch.context() as patch:
        patch.setattr(_kernel, "checksum", cut)
        again = table.open()
    assert done
    assert bytes(again) == b"x" * 8 * PAGE_BYTES
    again.release()


def test_a_table_that_is_written_over_under_its_mapping_is_an_error(
    mapped: tuple[Table, memoryview],
) -> None:
    table, entries = mapped
    with table.path.open("r+b") as file:
        file.seek(3 * PAGE_BYTES)
        file.write(b"y")
    assert entries[2 * PAGE_BYTES : 2 * PAGE_BYTES + 1] == b"y"
    with pytest.raises(DamagedFile, match=r"some.table' was changed while it was in use"):
        check_mapped()


def test_a_mapped_table_that_is_removed_or_built_anew_stays_as_it_was(
    mapped: tuple[Table, memoryview],
) -> None:
    table, entries = mapped
    table.remove()
    check_mapped()
    table.open().release()
    check_mapped()
    assert bytes(entries) == b"x" * 8 * PAGE_BYTES


@GUARDED
def test_a_fault_that_is_not_of_a_table_ends_the_process_as_ever() -> None:
    program = """if True:
        import mmap, os, signal, tempfile
        from yomikiri import _kernel
        with tempfile.TemporaryFile() as one, tempfile.TemporaryFile() as other:
            for file in (one, other):
                file.truncate(8192)
            guarded, alone = (mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) for file in (one, other))
            guard = _kernel.MapGuard(guarded)
            for file in (one, other):
                file.truncate(0)
            assert (guarded[0], guarded[8191], guard.hit) == (0, 0, True)
            print("still here", flush=True)
            alone[0]
    """
    # The address sanitizer, where there is one, has a handler of its own, which reports and exits.
    environment = os.environ | {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":handle_sigbus=0"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, timeout=120, env=environment, check=False
    )
    assert (done.returncode, done.stdout) == (-signal.SIGBUS, b"still here\n"), done.stderr


@GUARDED
def test_guards_are_given_back() -> None:
    with mmap.mmap(-1, 4096) as mapping:
        for _ in range(1000):
            _kernel.MapGuard(mapping)
        with pytest.raises(RuntimeError, match="more than 256 files"):
            [_kernel.MapGuard(mapping) for _ in range(1000)]


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
