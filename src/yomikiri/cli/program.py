"""The program: the list of commands, and a Typer application with no more of them than needed.

Typer takes a moment for each parameter of each command, and some commands load half of the library.  So if
the first word names a command, the application has only that command.  Help texts, unknown commands and
completions need all of them.
"""

import copy
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import typer

from yomikiri.cli import exits, output
from yomikiri.cli.app import app
from yomikiri.cli.help import with_help
from yomikiri.core.errors import YomikiriError
from yomikiri.core.registry import entries

COMMANDS: Mapping[str, str] = {
    "hint": "yomikiri.cli.hint:hint_command",
    "rate": "yomikiri.cli.rate:rate_command",
    "play": "yomikiri.cli.play:play_command",
    "compare": "yomikiri.cli.compare:compare_command",
    "schema": "yomikiri.cli.schema:schema_command",
    "check": "yomikiri.cli.check:check_command",
    "serve": "yomikiri.cli.serve:serve_command",
    "learn": "yomikiri.cli.learn:learn_command",
    "build-game": "yomikiri.cli.build_game:build_game_command",
    "reproduce": "yomikiri.cli.reproduce:reproduce_command",
    "help": "yomikiri.cli.help:help_command",
    "completion": "yomikiri.cli.shells:completion_command",
    "man": "yomikiri.cli.manual:man_command",
}
"""Commands besides those of :mod:`yomikiri.cli.app`, which share what they load."""

COMPLETE = "__complete"
"""The command that the shell scripts call; see :mod:`yomikiri.cli.completion`."""

GROUPS: Mapping[str, str] = {
    "tables": "yomikiri.cli.tables:app",
    "survey": "yomikiri.cli.survey:app",
    "dataset": "yomikiri.cli.dataset:app",
}
"""Groups of commands; games may have more."""


def whole() -> typer.Typer:
    """The application with all commands."""
    found = _bare()
    found.registered_commands = list(app.registered_commands)
    for name in COMMANDS:
        found.command(name)(_loaded(COMMANDS[name]))
    for entry in entries().values():
        if entry.commands is not None:
            commands = entry.part("commands")
            found.add_typer(commands, name=commands.info.name)
    for name in GROUPS:
        found.add_typer(_loaded(GROUPS[name]), name=name)
    return found


def program(words: Sequence[str]) -> typer.Typer:
    """The application for a command line: with only one command, if the first word names one."""
    name = words[0] if words else ""
    found = _bare()
    found.registered_commands = [command for command in app.registered_commands if command.name == name]
    if name in COMMANDS:
        found.command(name)(_loaded(COMMANDS[name]))
    elif name in GROUPS:
        found.add_typer(_loaded(GROUPS[name]), name=name)
    elif not found.registered_commands:
        return whole()
    return found


def command(application: typer.Typer) -> Any:
    """The application as a click command, with our help texts."""
    return with_help(typer.main.get_command(application))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == [COMPLETE]:
        from yomikiri.cli import completion

        if text := completion.answer(words[1:]):
            output.write(text)
        return exits.Exit.DONE
    try:
        # Do this before the command may be interrupted: an interrupt can get lost while a module loads.
        found = command(program(words))
    except YomikiriError as error:  # The commands of a game may be broken.
        return exits.of_failure(error)

    def call(given: list[str]) -> Any:
        return found.main(given, prog_name="yomikiri", standalone_mode=False)

    return exits.run(call, words)


def _bare() -> typer.Typer:
    """The application without commands."""
    found = copy.copy(app)
    found.registered_commands, found.registered_groups = [], []
    return found


def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
