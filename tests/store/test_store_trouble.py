"""Stores in trouble: damaged files, full disks, servers that do not answer.  A clear error, nothing lost."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from postgres import Server
from store_tools import attempt
from yomikiri.core.errors import StoreError
from yomikiri.store import Attempt, Store


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend, " * 1000)
    with pytest.raises(StoreError, match=r"letter\.txt' is not a database"):
        Store(str(path))
    assert path.read_text() == "Dear friend, " * 1000


@pytest.mark.parametrize("create", [True, False])
def test_a_database_of_something_else_is_not_changed_by_a_byte(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "cats.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"cats\.db' is not a results store"):
        Store(str(path), create=create)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store_only_where_one_may_be_made(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    path.touch()
    with pytest.raises(StoreError, match="is not a results store"):
        Store(str(path), create=False)
    assert path.read_bytes() == b""
    with Store(str(path)) as store:
        store.record([attempt(1)])
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_damaged_file_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    with Store(str(path)) as store:
        store.record([attempt(number) for number in range(1, 200)])
    data = bytearray(path.read_bytes())
    for start in range(4096, len(data), 4096):  # Every page but the first: the headers of its B-tree.
        data[start : start + 64] = b"\xa5" * 64
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"results\.db' is damaged .*restore a copy"):
        list(Store(str(path)).attempts())
    with pytest.raises(StoreError, match="is damaged"):
        list(Store(str(path)).check())
    assert path.read_bytes() == bytes(data)


def test_a_directory_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere/results\.db' cannot be opened"):
        Store(str(tmp_path / "nowhere" / "results.db"))


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("", "has no name"),
        ("sqlite://", "in memory"),
        ("mysql://somewhere/db", "unknown kind of store 'mysql'"),
        ("postgresql://me:secret@/db?host=/nonexistent", "cannot be reached"),
    ],
)
def test_a_store_that_can_not_be_is_refused(place: str, message: str) -> None:
    with pytest.raises(StoreError, match=message) as caught:
        Store(place)
    assert "secret" not in str(caught.value)


# -- full disks --------------------------------------------------------------------------------------

Mount = Callable[[str, int], Path]


@pytest.fixture
def small_disk() -> Iterator[Mount]:
    """Makes small file systems in memory, and takes them away."""
    if os.geteuid() != 0:
        pytest.skip("a small file system can be mounted by the superuser only")
    # Not in pytest's directories, which the user of a server may not enter.
    above = Path(tempfile.mkdtemp(prefix="disk"))
    above.chmod(0o755)
    mounted: list[Path] = []

    def mount(name: str, kilobytes: int) -> Path:
        folder = above / name
        folder.mkdir(exist_ok=True)
        options = f"size={kilobytes}k" + (",remount" if folder in mounted else "")
        command = ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
        if folder not in mounted:
            mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)
    shutil.rmtree(above)


def refusal(store: Store, batch: list[Attempt]) -> str:
    """Why the attempts could not be recorded; nothing if they could."""
    try:
        store.record(batch)
    except StoreError as error:
        return str(error)
    return ""


def fill(store: Store) -> int:
    """Record attempts until the disk is full; how many were acknowledged."""
    for number in range(0, 20_000, 20):
        # Noise, which no database can make smaller.
        noise = Random(number).randbytes(1500).hex()
        batch = [attempt(n, "crashed", message=noise) for n in range(number + 1, number + 21)]
        if problem := refusal(store, batch):
            assert "the disk is full; what was stored before is kept" in problem
            return number
    pytest.fail("the disk was never full")


def test_a_full_disk_loses_nothing_and_a_larger_one_goes_on(small_disk: Mount) -> None:
    path = small_disk("disk", 600) / "results.db"
    with Store(str(path)) as store:
        stored = fill(store)
        assert stored > 0
        small_disk("disk", 4000)
        assert [int(found.deal.deal) for found in store.attempts()] == list(range(1, stored + 1))
        store.record([attempt(stored + 1)])
        assert list(store.check()) == []


def test_a_full_disk_of_the_server_loses_nothing(server: Server, small_disk: Mount) -> None:
    folder = small_disk("space", 9_000)
    assert server.user is not None
    os.chown(folder, server.user.pw_uid, server.user.pw_gid)
    server.sql(f"CREATE TABLESPACE small LOCATION '{folder}'")
    server.sql("CREATE DATABASE full_disk TABLESPACE small")
    try:
        with Store(server.url("full_disk")) as store:
            stored = fill(store)
            assert stored > 0
            small_disk("space", 40_000)
            assert [int(found.deal.deal) for found in store.attempts()] == list(range(1, stored + 1))
            store.record([attempt(stored + 1)])
            assert list(store.check()) == []
    finally:
        server.sql("DROP DATABASE full_disk")
        server.sql("DROP TABLESPACE small")
