"""A command that consists of commands, such as ``yomikiri tables``; alone it says which there are."""

import typer

from yomikiri.core.errors import InputError


def expect_command(context: typer.Context) -> None:
    """Refuse a group that is called without one of its commands."""
    if context.invoked_subcommand is None:
        names = ", ".join(getattr(context.command, "commands", ()))
        raise InputError(f"missing command: expected one of {names}, or --help")


def command_group(name: str, about: str) -> typer.Typer:
    """A group of commands."""
    return typer.Typer(name=name, help=about, invoke_without_command=True, callback=expect_command)
