"""``yomikiri schema``: the JSON Schema of everything that ``--json`` prints.

The schemas are files in the folder ``schemas``, one per command, and in the folders of games that have their
own commands.  A test checks real outputs against them.
"""

import json
from importlib.resources import files
from typing import Annotated, Any

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.core.errors import InputError, shown
from yomikiri.core.registry import entries


def _files() -> dict[str, Any]:
    folders = ["yomikiri.cli", *(entry.schemas for entry in entries().values() if entry.schemas)]
    return {
        file.name.removesuffix(".json"): file
        for folder in folders
        for file in (files(folder) / "schemas").iterdir()
        if file.name.endswith(".json")
    }


def names() -> list[str]:
    """The names of the schemas: commands, their words joined by hyphens, and ``result``."""
    return sorted(_files())


def schema(name: str) -> dict[str, Any]:
    """The schema of that name."""
    found = _files().get(name)
    if found is None:
        raise InputError(f"unknown schema '{shown(name)}': expected one of {', '.join(names())}")
    read: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    return read


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
