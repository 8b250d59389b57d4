"""``play``: a game with its lines from a pipe and on a terminal."""

import os
import pty
import select
import signal
import subprocess
import time

import pytest
from cli_tools import COMMAND, Run, Runner, clean_environment

from yomikiri.core.registry import entries

FOUR = ("play", "superpuzz", "3", "--size", "4")
SOLUTION = "S3 HA@1 C2 HA@3 SA@1 H3 D2 D3 C3"


def typed(run: Runner, *lines: str, words: tuple[str, ...] = FOUR) -> Run:
    return run(*words, stdin="".join(f"{line}\n" for line in lines).encode())


def test_a_game_is_won_move_by_move_or_all_at_once(run: Runner) -> None:
    for lines in (SOLUTION.split(), [SOLUTION], ["1", *SOLUTION.split()[1:]]):
        answer = typed(run, *lines)
        assert (answer.status, answer.err) == (0, "")
        assert answer.out.endswith("won in 9 moves\n")
    # The board after each line that changes it: the first, and nine more.
    assert typed(run, *SOLUTION.split()).out.count("H2") >= 10


def test_moves_are_taken_back_and_played_again(run: Runner) -> None:
    answer = typed(run, "S3", "u", "redo", "undo", "u", "r", "r")
    assert "undone: S3\n" in answer.out
    assert "played: S3\n" in answer.out
    assert answer.err == "yomikiri: there is no move to undo\nyomikiri: there is no move to redo\n"
    assert answer.out.endswith("left after 1 move: S3\n")


def test_the_solver_answers(run: Runner) -> None:
    answer = typed(run, "h", "w", "s", "q")
    assert "S3  (9 moves left, a shortest way)\n" in answer.out
    assert "yes, it can still be won\n" in answer.out
    assert answer.out.endswith("left after 0 moves\n")
    (line,) = [line for line in answer.out.splitlines() if " moves: " in line]
    moves = line.partition(": ")[2]
    assert typed(run, moves).out.endswith(f"won in {line.partition(' ')[0]} moves\n")


def test_a_lost_game_says_so(run: Runner) -> None:
    answer = typed(run, "w", "h", "s", words=("play", "superpuzz", "1", "--size", "5"))
    assert "no, it cannot be won any more\n" in answer.out
    assert "the game cannot be won\n" in answer.out


def test_without_hints_there_are_none(run: Runner) -> None:
    answer = typed(run, "?", "h", "w", "s", words=(*FOUR, "--no-hints"))
    assert answer.err == "".join(f"yomikiri: '{letter}' is not allowed: hints are off\n" for letter in "hws")
    assert "hint" not in answer.out
    assert "  u  take the last move back\n" in answer.out


def test_mistakes_are_one_line_and_change_nothing(run: Runner) -> None:
    answer = typed(run, "zz", "C3", "99", "", "S3 zz", "b")
    lines = answer.err.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("yomikiri: ") for line in lines)
    assert answer.out.endswith("left after 1 move: S3\n")
    assert answer.status == 0


def test_a_game_goes_on_where_it_was_left(run: Runner) -> None:
    answer = typed(run, "C2 HA@3 SA@1 H3 D2 D3 C3", words=(*FOUR, "--after", "S3 HA@1"))
    assert answer.out.endswith("won in 9 moves\n")


@pytest.mark.parametrize("name", entries())
def test_every_game_can_be_played(run: Runner, name: str) -> None:
    size = entries()[name].menu_sizes[0] if name != "freecell" else "3x1x3"
    answer = typed(run, "?", "l", "u", "b", words=("play", name, "2", "--size", size))
    assert answer.status == 0
    assert answer.err.replace("yomikiri: note: ", "").count("yomikiri: ") == 1
    assert answer.out.endswith("left after 0 moves\n")


def test_where_moves_are_numbers_they_are_not_those_of_the_list(run: Runner) -> None:
    answer = typed(run, "?", "q", words=("play", "sliding", "1", "--size", "3x3"))
    assert "its number in the list" not in answer.out


def test_the_deal_cannot_be_where_the_moves_are(run: Runner) -> None:
    answer = run("play", "superpuzz", "-")
    assert (answer.status, answer.err) == (
        2,
        "yomikiri: the deal cannot be '-': standard input has the moves\n",
    )


@pytest.mark.parametrize("ending", [b"\x03", b"\x04", b"q\n"])
def test_a_person_leaves_a_terminal_politely(ending: bytes) -> None:
    parent, child = pty.openpty()
    environment = clean_environment() | {"TERM": "dumb"}
    process = subprocess.Popen(
        [*COMMAND, *FOUR],
        stdin=child,
        stdout=child,
        stderr=child,
        env=environment,
        start_new_session=True,
        preexec_fn=_own_terminal,
    )
    os.close(child)
    seen = _until(parent, b"> ")
    os.write(parent, b"S3\n")
    seen += _until(parent, b"> ")
    assert b"\x1b[?" not in seen.replace(b"\x1b[?2004h", b"").replace(b"\x1b[?2004l", b"")
    # What is typed between two prompts may get lost as the terminal changes its mode: type until it is heard.
    seen = _until(parent, b"left after 1 move: S3", ending)
    assert process.wait(timeout=60) == (128 + signal.SIGINT if ending == b"\x03" else 0)
    assert b"Traceback" not in seen
    os.close(parent)


def _own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _until(terminal: int, wanted: bytes, typed: bytes = b"") -> bytes:
    seen, end = b"", time.monotonic() + 60
    while wanted not in seen and time.monotonic() < end:
        if typed:
            os.write(terminal, typed)
        while select.select([terminal], [], [], 1.0)[0] and wanted not in seen:
            seen += os.read(terminal, 4096)
    assert wanted in seen
    return seen
