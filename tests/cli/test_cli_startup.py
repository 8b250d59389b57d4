"""Ctrl-C at any moment from our first line to the last: status 130 and one line, never a traceback."""

import os
import signal
import subprocess
import sys

import pytest
from cli_tools import clean_environment

import yomikiri
from yomikiri.cli.exits import Exit
from yomikiri.cli.startup import CANCELLED

# Runs the command as ``python -m yomikiri`` does, and sends SIGINT at the moment when a module is looked for.
INTERRUPTED = """if True:
    import os, runpy, signal, sys
    class Bomb:
        def find_spec(self, name, path=None, target=None):
            if name == wanted:
                sys.meta_path.remove(self)
                os.kill(os.getpid(), signal.SIGINT)
    wanted = sys.argv.pop(1)
    sys.meta_path.insert(0, Bomb())
    runpy.run_module("yomikiri", run_name="__main__", alter_sys=True)
"""
SOLVE = ("solve", "superpuzz", "3", "--size", "4")


def interrupted(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env=clean_environment(),
        check=False,
    )


@pytest.mark.parametrize(
    "module",
    [
        "yomikiri.cli.app",
        "typer",
        "typer.main",
        "yomikiri.games",
        "yomikiri.core.catalog",
        "json",
        "yomikiri.search",
        "yomikiri.processor",
        "yomikiri.cli.program",
        # Of what a command itself loads when it has something to show.
        "rich.text",
        "rich.panel",
    ],
)
def test_an_interruption_while_a_module_is_loaded_is_one_line(module: str) -> None:
    done = interrupted(module, *SOLVE)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "yomikiri: cancelled\n")


def test_the_harness_interrupts_only_what_is_loaded() -> None:
    done = interrupted("no.such.module", *SOLVE, "--shortest", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "S3 HA@1 C2 HA@3 SA@1 H3 D2 D3 C3\n", "")


def test_an_interruption_that_is_ignored_stays_so() -> None:
    program = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{INTERRUPTED}"
    done = subprocess.run(
        [sys.executable, "-c", program, "typer", *SOLVE, "--quiet"],
        capture_output=True,
        text=True,
        timeout=120,
        env=clean_environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("S3 ")


def test_an_interruption_after_the_answer_leaves_the_answer() -> None:
    program = (
        "import atexit, os, signal, sys\n"
        "from yomikiri.cli import command\n"
        "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.exit(command())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "deal", "superpuzz", "3", "--size", "4"],
        capture_output=True,
        text=True,
        timeout=120,
        env=clean_environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
    assert done.stdout.startswith("S3 S2 .. D2\n")


def test_the_status_is_that_of_the_table() -> None:
    assert CANCELLED == Exit.CANCELLED


# -- what makes room for it -------------------------------------------------------------------------


def loaded_by(statement: str) -> set[str]:
    """The modules of ours that a statement loads in a new process."""
    program = (
        f"{statement}\nimport sys\nprint(*[name for name in sys.modules if name.startswith('yomikiri')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ
    )
    return set(done.stdout.split())


def test_the_package_loads_what_is_asked_for() -> None:
    assert loaded_by("from yomikiri.cli import command") == {"yomikiri", "yomikiri.cli"}
    games = loaded_by("from yomikiri import Superpuzz")
    assert "yomikiri.games" in games
    assert "yomikiri.search" not in games
    assert "yomikiri.processor" in loaded_by("from yomikiri.search import solve")


def test_every_public_name_is_there_and_nothing_else() -> None:
    assert set(yomikiri.__all__) <= set(dir(yomikiri))
    for name in yomikiri.__all__:
        assert getattr(yomikiri, name) is not None
    with pytest.raises(AttributeError, match="module 'yomikiri' has no attribute 'chess'"):
        _ = yomikiri.chess  # type: ignore[attr-defined]


def test_the_kernel_is_the_one_that_fits_whoever_asks_first() -> None:
    names = {
        subprocess.run(
            [sys.executable, "-c", f"{first}\nimport yomikiri\nprint(yomikiri._kernel.__name__)"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for first in (
            "import yomikiri",
            "from yomikiri import _kernel",
            "from yomikiri.bounds.tables import _kernel",
            "from yomikiri import KERNEL",
            "import yomikiri.processor",
        )
    }
    assert len(names) == 1
