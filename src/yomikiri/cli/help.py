"""Help texts: the usage of a command, one sentence per argument, and nothing cut off at any width.

Typer's own help draws tables that cut words off on narrow terminals, names a type for options that take no
value, and shortens the sentences in a list of commands.  Ours is plain text: names on the left, a sentence on
the right, or below on a narrow terminal.
"""

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any

import typer

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""
NARROW = 72
"""On narrower terminals, sentences go under the names, not beside them."""
NAMES = 30
"""The most columns for names; a longer one gets its own line."""
OPTIONS = "Options"


def with_help(command: Any) -> Any:
    """Make a Typer command, or a group with all its commands, write our help text."""
    command.format_help = partial(_format_help, command)
    for each in getattr(command, "commands", {}).values():
        with_help(each)
    return command


def _format_help(command: Any, context: Any, formatter: Any) -> None:
    formatter.write(help_text(command, context, shutil.get_terminal_size().columns) + "\n")


def help_text(command: Any, context: Any, width: int) -> str:
    """The help text of a command in lines no wider than ``width``, unless a single word is."""
    width = min(width, WIDEST)
    wrap = partial(textwrap.wrap, width=width, break_long_words=False, break_on_hyphens=False)
    usage = " ".join(["Usage:", context.command_path, *_usage(command)])
    sections = ["\n".join(wrap(usage, subsequent_indent="  "))]
    sections += ["\n".join(wrap(paragraph)) for paragraph in (command.help or "").split("\n\n")]
    for title, rows in _tables(command, context.help_option_names):
        sections.append("\n".join([f"{title}:", *_table(rows, width)]))
    if command.epilog:
        lines = command.epilog.splitlines()
        sections.append("\n".join(line for text in lines for line in _hanging(text, width) or [""]))
    return "\n\n".join(sections)


def parts(command: Any) -> tuple[list[str], list[tuple[str, list[tuple[str, str]]]]]:
    """The words that call a command, and its tables with their titles, for other layouts."""
    return list(_usage(command)), list(_tables(command, ("-h", "--help")))


def _usage(command: Any) -> Iterator[str]:
    options = [param for param in command.params if param.param_type_name == "option"]
    yield from (f"{param.opts[0]} {_metavar(param)}" for param in options if param.required)
    yield "[OPTIONS]"
    for param in command.params:
        if param.param_type_name == "argument":
            name = _metavar(param) + ("..." if param.nargs != 1 else "")
            yield name if param.required else f"[{name}]"
    if hasattr(command, "commands"):
        yield "COMMAND ..."


def _tables(command: Any, help_names: Iterable[str]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Titles, and names with descriptions: commands, arguments, and options group by group."""
    if hasattr(command, "commands"):
        yield "Commands", [(name, each.help or "") for name, each in command.commands.items()]
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    if arguments:
        yield "Arguments", [(_metavar(param), _sentence(param)) for param in arguments]
    groups: dict[str, list[tuple[str, str]]] = {}
    for param in command.params:
        if param.param_type_name == "option":
            rows = groups.setdefault(getattr(param, "rich_help_panel", None) or OPTIONS, [])
            rows.append((_option(param), _sentence(param)))
    names = ", ".join(sorted(help_names, key=len))
    groups.setdefault(OPTIONS, []).append((names, "Show this text."))
    yield from groups.items()


def _metavar(param: Any) -> str:
    return str(param.metavar or param.name.upper().replace("_", "-"))


def _option(param: Any) -> str:
    names = ", ".join([*sorted(param.opts, key=len), *param.secondary_opts])
    return names if param.is_flag else f"{names} {_metavar(param)}"


def _sentence(param: Any) -> str:
    """What a parameter is for, and its default."""
    if param.required and param.param_type_name == "option":
        return f"{param.help} [required]"
    default = param.default
    # A no-break space: the line is not broken there.
    usual = f" [default:\xa0{default}]" if isinstance(default, str) and default else ""
    return f"{param.help or ''}{usual}"


def _table(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    rows = list(rows)
    beside = min(NAMES, max(len(name) for name, _ in rows))
    for name, text in rows:
        if width < NARROW:
            yield f"  {name}"
            yield from _hanging(" " * 6 + text, width)
            continue
        indent = " " * (beside + 4)
        if len(name) > beside:
            yield f"  {name}"
            yield from _hanging(indent + text, width)
        else:
            yield from _hanging(f"  {name:<{beside}}  {text}", width, indent)


def _hanging(text: str, width: int, indent: str | None = None) -> list[str]:
    """A line, broken if it is too long.

    Continuation lines have the given indent, or else align with the text of the first: after a name that is
    set apart, and further in for something that would be typed on one line.
    """
    if indent is None:
        before = re.match(r" *(?:\S+  +)?", text)
        indent = " " * (before.end() if before else 0)
        if text.startswith("  yomikiri"):
            indent += "    "
    lines = textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\xa0", " ") for line in lines]


def help_command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="COMMAND", help="The command; without it, all are listed.")
    ] = None,
) -> int:
    """Show the help text of a command, as its option --help does."""
    from yomikiri.cli.program import run

    return run([*(words or ()), "--help"])
