"""What differs between operating systems has one home, and everything works without it."""

import ast
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from yomikiri.core import system

SOURCE = Path(__file__).resolve().parent.parent / "src" / "yomikiri"
HOME = SOURCE / "core" / "system.py"
ONLY_THERE = {"fcntl", "msvcrt", "resource", "termios", "pwd", "grp", "ctypes"}
PLACES = ("/proc/", "/sys/", "/dev/")
PORTABLE = {**os.environ, "YOMIKIRI_PORTABLE": "1"}


@pytest.fixture(params=[False, True], ids=["this system", "portable"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways of everything."""
    monkeypatch.setattr(system, "PORTABLE", request.param)
    return bool(request.param)


# -- one home --------------------------------------------------------------------------------------


def bypasses(source: str) -> list[str]:
    """Modules of one kind of system that a text imports, and places of one kind that it names."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in ONLY_THERE]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ONLY_THERE:
            found.append(str(node.module))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(PLACES):
            found.append(node.value)
        elif isinstance(node, ast.Attribute) and node.attr in (
            "SIGHUP",
            "sched_getaffinity",
            "sysconf",
            "nice",
        ):
            found.append(node.attr)
    return found


def test_nothing_else_knows_the_operating_system() -> None:
    found = {
        str(path.relative_to(SOURCE)): names
        for path in SOURCE.rglob("*.py")
        if path != HOME and (names := bypasses(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_memory_is_mapped_in_one_module_that_is_loaded_late() -> None:
    code = "import sys, yomikiri, yomikiri.bounds.tables, yomikiri.cli.app; print('mmap' in sys.modules)"
    words = [sys.executable, "-X", "importtime", "-c", code]
    done = subprocess.run(words, env=PORTABLE, capture_output=True, text=True, check=True)
    assert "yomikiri.core.mapped_file" not in done.stderr
    importers = [path for path in SOURCE.rglob("*.py") if "\nimport mmap" in path.read_text(encoding="utf-8")]
    assert importers == [SOURCE / "core" / "mapped_file.py"]


@pytest.mark.parametrize(
    "source",
    [
        "import fcntl",
        "def f():\n    from resource import getrlimit",
        "open('/proc/self/status')",
        "signal.SIGHUP",
    ],
)
def test_a_bypass_is_found(source: str) -> None:
    assert bypasses(source)


# -- both ways -------------------------------------------------------------------------------------


def test_amounts_are_sensible_both_ways(way: bool) -> None:
    assert 1 <= system.processors() <= 4096
    assert 2**20 < system.available_memory() < 2**50
    assert 8 < system.descriptors() <= 2**31
    if way:
        assert system.available_memory() == system.GUESSED_MEMORY
        assert system.descriptors() == system.GUESSED_DESCRIPTORS
        assert system.processor_flags() == ""
        assert not system.can_map()


def test_a_process_steps_back_both_ways(way: bool) -> None:
    code = (
        f"import os; from yomikiri.core import system; system.PORTABLE = {way}\n"
        "system.die_first(); system.stand_back(5)\n"
        "print(os.nice(0), open('/proc/self/oom_score_adj').read().strip())"
    )
    if not Path("/proc/self/oom_score_adj").exists():
        pytest.skip("only Linux can tell")
    before = Path("/proc/self/oom_score_adj").read_text().strip()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    mine = os.nice(0)
    expected = [str(mine), before] if way else [str(min(mine + 5, 19)), "500"]
    assert done.stdout.split() == expected


def test_a_ceiling_refuses_memory_where_it_can_and_is_quiet_where_not(way: bool) -> None:
    if not way and not Path("/proc/self/status").exists():
        pytest.skip("only Linux can")
    code = (
        f"from yomikiri.core import system; system.PORTABLE = {way}\n"
        "try:\n"
        "    with system.memory_ceiling(2**26): bytearray(2**28)\n"
        "    print('let through')\n"
        "except MemoryError: print('refused')\n"
        "bytearray(2**28)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ("let through" if way else "refused")


def test_one_is_alone_with_a_lock_and_the_next_waits(way: bool, tmp_path: Path) -> None:
    path, order = tmp_path / "x.lock", []
    entered, leave = threading.Event(), threading.Event()

    def first() -> None:
        with system.alone(path, lambda: None):
            entered.set()
            leave.wait(30)
            order.append("first leaves")

    thread = threading.Thread(target=first)
    thread.start()
    assert entered.wait(30)
    waits = []

    def wait() -> None:
        waits.append(1)
        leave.set()
        time.sleep(0.01)

    with system.alone(path, wait):
        order.append("second enters")
    thread.join()
    assert waits
    assert order == ["first leaves", "second enters"]


def test_the_lock_of_a_process_that_was_killed_is_free_again(
    way: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.lock"
    code = (
        f"from yomikiri.core import system; system.PORTABLE = {way}\n"
        "import os, pathlib, sys\n"
        "with system.alone(pathlib.Path(sys.argv[1]), lambda: None): os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 9
    monkeypatch.setattr(system, "STALE_SECONDS", 0.2)
    ends = time.monotonic() + 30

    def wait() -> None:
        assert time.monotonic() < ends
        time.sleep(0.05)

    with system.alone(path, wait):
        pass


def test_a_lock_that_is_in_use_does_not_grow_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "PORTABLE", True)
    monkeypatch.setattr(system, "STALE_SECONDS", 0.4)
    path = tmp_path / "x.lock"
    with system.alone(path, lambda: None):
        ends = time.monotonic() + 1.5
        while time.monotonic() < ends:
            assert system._Held.take(path) is None
            time.sleep(0.05)


def test_a_lock_in_no_folder_is_an_error_both_ways(way: bool, tmp_path: Path) -> None:
    with (
        pytest.raises(OSError, match="No such file"),
        system.alone(tmp_path / "gone" / "x.lock", lambda: None),
    ):
        pass


# -- the whole program -----------------------------------------------------------------------------


def test_the_command_solves_surveys_and_ends_without_anything_special(tmp_path: Path) -> None:
    surroundings = {**PORTABLE, "YOMIKIRI_CACHE": str(tmp_path / "tables")}

    def ask(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "yomikiri", *words]
        return subprocess.run(
            command, env=surroundings, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    solved = ask("solve", "superpuzz", "9", "--json")
    assert solved.returncode == 0
    assert json.loads(solved.stdout)["outcome"] == "solved"
    built = ask("solve", "sliding", "7", "--quiet")  # Builds a table, under the portable lock.
    assert built.returncode == 0, built.stderr
    assert not list((tmp_path / "tables").glob("*.held"))
    surveyed = ask(
        "survey", "run", "superpuzz", "--deals", "1-4", "--size", "5", "--store", "here.db", "--workers", "2"
    )
    assert surveyed.returncode == 0, surveyed.stderr


def test_the_plain_kernel_serves_where_the_processor_is_unknown() -> None:
    code = "import yomikiri; print(yomikiri.KERNEL)"
    surroundings = {name: value for name, value in PORTABLE.items() if name != "YOMIKIRI_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "plain"


def test_signals_that_end_a_command_are_those_that_there_are() -> None:
    assert signal.SIGTERM in system.END_SIGNALS
    assert (system.HANGUP in system.END_SIGNALS) == (system.HANGUP is not None)
