"""Completion: what can follow on a command line, asked as the scripts of shells ask; and the scripts."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_tools import Runner, clean_environment

from yomikiri.cli.completion import candidates
from yomikiri.cli.shells import SHELLS
from yomikiri.core.registry import entries


def words(*line: str) -> list[str]:
    """What the last word of a line can become."""
    *before, typed = line
    return [word for word, _ in candidates(before, typed)]


def test_commands_and_their_commands_are_completed() -> None:
    assert words("so") == ["solve"]
    assert {"solve", "deal", "survey", "help", "gapset"} <= set(words(""))
    assert "run" in words("survey", "")
    assert words("help", "al") == ["algorithms"]
    assert "run" in words("help", "survey", "")


def test_games_and_variants_are_completed_with_what_they_are() -> None:
    assert words("solve", "s") == ["superpuzz", "seahaven-towers", "sliding"]
    assert words("algorithms", "supe") == ["superpuzz"]
    assert all(text for _, text in candidates(["deal"], ""))
    assert {entry.name for entry in entries().values()} <= set(words("deal", ""))


def test_options_are_completed_once() -> None:
    assert words("solve", "superpuzz", "--sh") == ["--shortest"]
    assert "--size" not in words("solve", "superpuzz", "--size", "4", "--")
    assert {"--help", "--quiet"} <= set(words("solve", "superpuzz", "--size", "4", "--"))
    assert words("--v") == ["--version"]


@pytest.mark.parametrize("name", entries())
def test_values_come_from_the_entry_of_the_game(name: str) -> None:
    entry = entries()[name]
    assert words("solve", name, "--size", "") == list(entry.menu_sizes or (str(entry.default_size),))
    assert words("solve", name, "--symmetry", "") == list(entry.symmetries)
    assert "breadth-first" in words("solve", name, "--algorithm", "b")
    for option in entry.options:
        assert words("solve", name, f"--{option.name}", "") == list(option.values)
        assert words("deal", name, f"--{option.name}=") == [
            f"--{option.name}={each}" for each in option.values
        ]
    if entry.several is not None:
        assert words("solve", name, "--arrangement", "") == list(entry.several.names)
    assert entry.first_deal in words("solve", name, "")


def test_an_option_of_another_game_offers_nothing() -> None:
    assert words("solve", "freecell", "--arrangement", "") == []
    assert words("solve", "superpuzz", "--duplicates", "") == ["hash", "patricia"]


def test_the_shell_is_told_lines_and_never_an_error(run: Runner) -> None:
    answer = run("__complete", "solve", "superpuzz", "--algorithm", "prio")
    assert (answer.status, answer.err) == (0, "")
    lines = [line.split("\t") for line in answer.out.splitlines()]
    assert [line[0] for line in lines] == ["priority-1", "priority-2"]
    assert all(len(line) == 2 and line[1] for line in lines)
    wrong = run("__complete", "solve", "superpuzz", "--size", "99", "--algorithm", "")
    assert (wrong.status, wrong.out, wrong.err) == (0, "", "")
    assert run("__complete").out == run("__complete", "").out != ""


# -- scripts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_asks_us(run: Runner, shell: str) -> None:
    answer = run("completion", shell)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == SHELLS[shell].script
    assert "__complete" in answer.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=answer.out, text=True, check=True)


def test_the_shell_is_that_of_the_environment(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert run("completion").out == SHELLS["fish"].script


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_installed_where_the_shell_looks(
    run: Runner, shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SHELLS[shell].folder[0], str(tmp_path))
    answer = run("completion", shell, "--install")
    assert answer.status == 0
    assert Path(answer.out.strip()).read_text() == SHELLS[shell].script
    assert Path(answer.out.strip()).is_relative_to(tmp_path)
    assert answer.err == (f"yomikiri: note: {SHELLS[shell].hint}\n" if SHELLS[shell].hint else "")


def test_a_place_that_cannot_be_written_is_one_line(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    answer = run("completion", "fish", "--install")
    assert answer.status == 2
    assert answer.err.startswith("yomikiri: '")
    assert answer.err.count("\n") == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("yomikiri solve superp", ["superpuzz"]),
        ("yomikiri solve sliding --size 2", ["2x2", "2x3", "2x4", "2x5"]),
        ("yomikiri solve sliding korf:", ["1"]),
        ("yomikiri solve freecell --metric=s", ["single", "supermove"]),
        ("yomikiri completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_bash_completes(line: str, found: list[str], tmp_path: Path) -> None:
    script = f"{SHELLS['bash'].script}\nCOMP_LINE='{line}' COMP_POINT={len(line)}\n_yomikiri\n"
    done = subprocess.run(
        ["bash", "-c", script + 'printf "%s\\n" "${COMPREPLY[@]}"'],
        capture_output=True,
        text=True,
        check=True,
        env=with_program(tmp_path),
    )
    assert done.stdout.split() == found


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("yomikiri solve superp", ["superpuzz"]),
        ("yomikiri solve sliding --size 2", ["2x2", "2x3", "2x4", "2x5"]),
        ("yomikiri solve sliding korf:", ["korf:1"]),
        ("yomikiri completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_fish_completes(line: str, found: list[str], tmp_path: Path) -> None:
    nothing_in = tmp_path / "empty"
    nothing_in.mkdir()
    done = subprocess.run(
        ["fish", "-c", f"{SHELLS['fish'].script}\ncomplete -C '{line}'"],
        capture_output=True,
        text=True,
        check=True,
        cwd=nothing_in,  # fish offers files as well
        env=with_program(tmp_path) | {"HOME": str(tmp_path)},
    )
    offered = [row.split("\t")[0] for row in done.stdout.splitlines()]
    assert sorted(offered) == sorted(found)  # fish sorts what it offers


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("yomikiri solve superp", "yomikiri solve superpuzz"),
        ("yomikiri solve freecell --metric si", "yomikiri solve freecell --metric single"),
        ("yomikiri completion fi", "yomikiri completion fish"),
    ],
)
def test_zsh_completes(line: str, becomes: str, tmp_path: Path) -> None:
    (tmp_path / "complete").write_text(SHELLS["zsh"].script)
    terminal, end = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"],
        stdin=end,
        stdout=end,
        stderr=end,
        cwd=tmp_path,
        start_new_session=True,
        env=with_program(tmp_path) | {"TERM": "dumb", "HOME": str(tmp_path)},
    )
    os.close(end)
    try:
        os.write(terminal, b"autoload -Uz compinit; compinit -u -D; source ./complete; PS1=; echo rea''dy\n")
        read_until(terminal, "ready")
        # Ctrl-X x shows the line as it stands; zsh reads it only when the completion is done.
        os.write(terminal, b"show() { zle -I; print -r -- \"<$BUFFER>\" }; zle -N show; bindkey '^Xx' show\n")
        os.write(terminal, line.encode() + b"\t\x18x")
        assert f"<{becomes}" in read_until(terminal, f"<{becomes}")
    finally:
        shell.kill()
        shell.wait()
        os.close(terminal)


def with_program(folder: Path) -> dict[str, str]:
    """An environment in which the shell finds yomikiri."""
    program = folder / "yomikiri"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m yomikiri "$@"\n')
    program.chmod(0o755)
    return clean_environment() | {"PATH": f"{folder}:/usr/bin:/bin"}


def read_until(terminal: int, awaited: str, seconds: float = 60) -> str:
    """What a terminal shows up to a text, or all of it if the text does not come."""
    shown, end = "", time.monotonic() + seconds
    while awaited not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    return shown
