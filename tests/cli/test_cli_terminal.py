"""The command as a real process: terminals, pipes and signals."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from cli_tools import COMMAND, Runner, clean_environment

from pace import within

# Breadth first at full size: far from any end for minutes.
LONG = ("solve", "superpuzz", "1", "--shortest", "--nodes", "none", "--memory", "1GiB")


class OnTerminal:
    """The command with its stderr, and if wanted its stdout, on a terminal of its own."""

    def __init__(self, *arguments: str, stdout_too: bool = False) -> None:
        self.master, slave = pty.openpty()
        self.shown = b""
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=slave if stdout_too else subprocess.PIPE,
            stderr=slave,
            env=clean_environment(),
        )
        os.close(slave)

    def read(self, seconds: float) -> bool:
        """Take what the terminal shows next; False at the end, or after that many seconds."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.master, 65536)
        except OSError:  # Linux says so when the last process has left the terminal.
            return False
        self.shown += piece
        return bool(piece)

    def wait_for(self, text: bytes) -> None:
        end = time.monotonic() + 120
        while text not in self.shown:
            assert self.read(max(0.0, end - time.monotonic())), self.shown

    def finish(self) -> tuple[int, bytes]:
        """The exit status and what came out of the pipe."""
        while self.read(20):
            pass
        out, _ = self.process.communicate(timeout=120)
        os.close(self.master)
        return self.process.returncode, out or b""


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_ctrl_c_ends_a_search_with_its_counts_so_far(engine: str) -> None:
    terminal = OnTerminal(*LONG, "--json", "--engine", engine)
    try:
        terminal.wait_for(b"expanded")
        time.sleep(0.5)  # The first report comes before the first expansion.
        with within(1):
            terminal.process.send_signal(signal.SIGINT)
            status, out = terminal.finish()
    finally:
        with suppress(ProcessLookupError):
            terminal.process.kill()
    assert status == 130
    found = json.loads(out)
    assert found["outcome"] == "cancelled"
    assert found["expanded"] > 0
    assert b"Traceback" not in terminal.shown


def test_progress_is_shown_on_a_terminal_and_gone_afterwards() -> None:
    terminal = OnTerminal(*LONG, "--seconds", "0.6", stdout_too=True)
    status, _ = terminal.finish()
    assert status == 20
    shown = terminal.shown.decode()
    assert "Ctrl-C stops and reports" in shown
    assert " expanded, " in shown
    assert "/s, " in shown
    assert "♣5" in shown
    # The last word is the summary's, and the cursor is back.
    assert "Undecided" in shown.split("Ctrl-C stops and reports")[-1]
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h") == 1


def test_quiet_shows_no_progress_on_a_terminal() -> None:
    terminal = OnTerminal(*LONG, "--seconds", "0.4", "--quiet")
    status, out = terminal.finish()
    assert (status, out, terminal.shown) == (20, b"time_limit\n", b"")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_nothing_but_the_answer_when_piped(spawn: Runner, form: tuple[str, ...]) -> None:
    answer = spawn(*LONG, "--seconds", "0.3", *form)
    assert answer.status == 20
    assert answer.err == ""
    assert "\x1b" not in answer.out


@pytest.mark.parametrize("form", [(), ("--steps",), ("--json",), ("--quiet",)])
def test_a_reader_that_leaves_early_is_no_error(form: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [*COMMAND, "solve", "superpuzz", "3", "--size", "5", *form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, b"")


def test_head_gets_its_line() -> None:
    words = " ".join(f"'{word}'" for word in [*COMMAND, "solve", "superpuzz", "3", "--size", "5", "--steps"])
    done = subprocess.run(
        ["sh", "-c", f"{words} | head -n 1"],
        capture_output=True,
        timeout=120,
        env=clean_environment(),
        check=True,
    )
    assert "superpuzz 5, deal 3" in done.stdout.decode()
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_can_not_be_written_is_said() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "deal", "superpuzz", "1"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=120,
            env=clean_environment(),
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b"yomikiri: the output cannot be written: No space left on device\n"


def test_the_board_is_plain_where_symbols_can_not_be_shown(spawn: Runner) -> None:
    answer = spawn("solve", "superpuzz", "3", "--size", "5", environment={"PYTHONIOENCODING": "ascii"})
    assert answer.status == 0
    assert answer.out.isascii()


def test_the_second_ctrl_c_ends_at_once() -> None:
    program = """if True:
        import os, signal, sys
        from yomikiri.cli.interrupt import cancel_on_interrupt
        before = signal.getsignal(signal.SIGINT)
        with cancel_on_interrupt() as cancel:
            os.kill(os.getpid(), signal.SIGINT)
            assert cancel.is_set()
        assert signal.getsignal(signal.SIGINT) is before
        with cancel_on_interrupt() as cancel:
            os.kill(os.getpid(), signal.SIGINT)
            print("stopping", flush=True)
            os.kill(os.getpid(), signal.SIGINT)
            print("still here", flush=True)
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGINT, b"stopping\n")
