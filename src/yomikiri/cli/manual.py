"""``yomikiri man``: the manual page, in man(7) markup, generated from the commands.

``yomikiri man | man -l -`` reads it; ``yomikiri man > ~/.local/share/man/man1/yomikiri.1`` installs it.
"""

from collections.abc import Iterator
from typing import Any

from yomikiri.cli import exits, output
from yomikiri.cli.help import parts
from yomikiri.core.entry import GameEntry
from yomikiri.core.installed import version
from yomikiri.core.registry import entries

PURPOSE = "solve one-player puzzles completely"
VARIABLES = {
    "YOMIKIRI_CACHE": "Where tables are kept.",
    "YOMIKIRI_DEBUG": "Set to 1: show where an internal error comes from.",
    "YOMIKIRI_KERNEL": "Use this kernel: plain, wide or wider.",
}


def man_command() -> int:
    """Print the manual page, which has all commands: yomikiri man | man -l -."""
    from yomikiri.cli.program import command, whole

    output.write("\n".join(page(command(whole()))))
    return exits.Exit.DONE


def page(program: Any) -> Iterator[str]:
    """The lines of the page."""
    yield f'.TH YOMIKIRI 1 "" "yomikiri {_quoted(version())}" "User Commands"'
    yield from (".SH NAME", f"yomikiri \\- {PURPOSE}", ".SH SYNOPSIS", ".B yomikiri")
    yield from (".I COMMAND", "[\\fIWORDS\\fR ...]", ".SH DESCRIPTION", _quoted(program.help))
    yield ".SH GAMES"
    for entry in entries().values():
        yield from _item(_bold(entry.name), _about(entry))
    yield ".SH COMMANDS"
    for words, command in leaves(program, ()):
        yield from _command(words, command)
    yield ".SH EXIT STATUS"
    for status, meaning in exits.MEANINGS.items():
        yield from _item(_bold(str(int(status))), meaning)
    yield ".SH ENVIRONMENT"
    for name, meaning in VARIABLES.items():
        yield from _item(_bold(name), meaning)
    yield ".SH EXAMPLES"
    for entry in entries().values():
        for line in entry.examples:
            yield from (".PP", ".EX", f"yomikiri {_quoted(line)}", ".EE")


def leaves(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The commands that are not groups, with the words that call them."""
    for name, each in command.commands.items():
        if hasattr(each, "commands"):
            yield from leaves(each, (*words, name))
        else:
            yield (*words, name), each


def _command(words: tuple[str, ...], command: Any) -> Iterator[str]:
    usage, tables = parts(command)
    yield f".SS {_quoted(' '.join(['yomikiri', *words, *usage]))}"
    yield _quoted(" ".join((command.help or "").split()))
    for _, rows in tables:
        for name, text in rows:
            yield from _item(_bold(name), text)


def _about(entry: GameEntry) -> str:
    sizes = f"; {entry.sizes} (default {entry.default_size})" if entry.sizes else ""
    return f"{entry.summary}{sizes}."


def _item(name: str, text: str) -> Iterator[str]:
    yield from (".TP", name, _quoted(" ".join(text.split())))


def _bold(text: str) -> str:
    return f"\\fB{_quoted(text)}\\fR"


def _quoted(text: str) -> str:
    """A text to be taken literally: no escapes, no requests at the start of a line, hyphens as typed."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace('"', "\\(dq").replace("\xa0", " ")
    return f"\\&{text}" if text.startswith(".") else text
