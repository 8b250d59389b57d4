"""``yomikiri schema``: the JSON Schema of everything that is printed with ``--json``.

The schemas are files beside this one, one for each command.  A test checks real outputs against them.
"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.core.errors import InputError, shown

_FOLDER = Path(__file__).with_name("schemas")


def names() -> list[str]:
    """The schemas there are: commands, their words joined by hyphens, and ``result``."""
    return sorted(
        file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json")
    )


def schema(name: str) -> dict[str, Any]:
    """The schema of that name."""
    if name not in names():
        raise InputError(f"unknown schema '{shown(name)}': expected one of {', '.join(names())}")
    found: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def schema_command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The schema; without it, all are listed.")
    ] = None,
) -> int:
    """Print the JSON Schema of what a command prints with --json, or list the schemas."""
    if name is None:
        width = max(map(len, names()))
        output.write("\n".join(f"{known:{width}}  {schema(known)['title']}" for known in names()))
    else:
        output.write(json.dumps(schema(name), indent=2))
    return Exit.DONE
