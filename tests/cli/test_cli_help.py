"""Help texts: every command, every option a sentence, and nothing lost on a narrow terminal."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from cli_tools import Runner

from yomikiri.cli.exits import MEANINGS
from yomikiri.cli.program import whole

LONGEST_WORD = 40
"""``--cluster local|ray|ray://HOST:PORT`` and the like stand on lines of their own, unbroken."""


def commands(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with the words that call it, the groups included."""
    command = command or typer.main.get_command(whole())
    yield path, command
    for name, each in getattr(command, "commands", {}).items():
        yield from commands(each, (*path, name))


COMMANDS = dict(commands())


def help_of(run: Runner, path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, width: int) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    answer = run(*path, "--help")
    assert (answer.status, answer.err) == (0, "")
    return answer.out


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_loses_no_word_at_any_width(
    run: Runner, path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = sorted(help_of(run, path, monkeypatch, 100).split())
    for width in (20, 40, 71, 72, 80, 300):
        text = help_of(run, path, monkeypatch, width)
        assert sorted(text.split()) == words
        assert all(len(line) <= max(min(width, 100), LONGEST_WORD) for line in text.splitlines())


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_word_of_a_command_line_has_a_sentence(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    assert re.fullmatch(r"[A-Z].{12,}[.?]", command.help)
    for param in command.params:
        assert re.fullmatch(r"[^.]{1,3}.{10,}\.", param.help), (path, param.name)
        # A game's name alone, or "as in solve", sends a reader elsewhere.
        assert len(param.help.rstrip(".").split()) >= 3, (path, param.name)
        assert not re.search(r"\b[Aa]s in\b", param.help)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_shows_flags_without_a_type(
    run: Runner, path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = help_of(run, path, monkeypatch, 100)
    assert text.startswith(f"Usage: {' '.join(['yomikiri', *path])} ")
    assert not re.search(r"<[a-z\[\]]+>|…|\.\.\. *$", text.partition("\n")[2])
    for param in COMMANDS[path].params:
        if param.param_type_name == "option":
            names = ", ".join([*sorted(param.opts, key=len), *param.secondary_opts])
            shown = re.escape(names if param.is_flag else f"{names} {param.metavar}")
            assert re.search(rf"^  {shown}(  +[A-Za-z]|$)", text, re.MULTILINE), param.name


def test_help_of_short_and_long_name_is_the_same(run: Runner) -> None:
    assert run("solve", "-h") == run("solve", "--help")


def test_the_first_help_leads_on(run: Runner) -> None:
    text = run("--help").out
    words = " ".join(text.split())
    for status, meaning in MEANINGS.items():
        assert f" {status:d} {meaning} " in f"{words} "
    assert "  yomikiri games\n" in text


@pytest.mark.parametrize("path", [(), ("solve",)], ids=" ".join)
def test_the_examples_of_a_help_text_can_be_typed(run: Runner, path: tuple[str, ...]) -> None:
    examples = re.findall(r"^  (yomikiri .*)$", run(*path, "--help").out, re.MULTILINE)
    assert examples
    for line in examples:
        out = b""
        for piece in line.split("|"):
            answer = run(*shlex.split(piece)[1:], stdin=out)
            assert answer.status in (0, 10), line
            out = answer.out.encode()
        assert out
