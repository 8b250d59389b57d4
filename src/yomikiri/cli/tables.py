"""``yomikiri tables``: the tables in the user's cache, listed, built and removed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from yomikiri.bounds.tables import Allocate, Report, Table, Tables, cache_directory
from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.group import command_group
from yomikiri.cli.parameters import flag
from yomikiri.core import words
from yomikiri.core.errors import InputError, shown
from yomikiri.core.registry import entries
from yomikiri.search.showing import is_interactive

app = command_group("tables", "Tables that searches use: built once, kept in the cache directory.")

Names = Annotated[
    list[str],
    typer.Argument(
        metavar="NAMES", help="Names that 'yomikiri tables list' shows, or heuristics such as pdb-78."
    ),
]
Json = Annotated[bool, flag("--json", "Print one JSON object on one line.")]


@app.command("list")
def list_command(as_json: Json = False) -> int:
    """List the tables that can be built, and which of them are there."""
    # Check seals and sizes only: reading all entries of all tables may take minutes on a slow disk.
    rows = [(table, table.state) for table in _known().values()]
    if as_json:
        output.write_json(
            {
                "directory": str(cache_directory()),
                "tables": [
                    {"name": table.name, "state": state, "bytes": table.bytes, "summary": table.summary}
                    for table, state in rows
                ],
            }
        )
        return Exit.DONE
    output.write(f"in {cache_directory()}:")
    width = max(len(table.name) for table, _ in rows)
    for table, state in rows:
        size = "" if table.bytes is None else words.size(table.bytes)
        output.write(f"{table.name:<{width}}  {state:<9}  {size:>8}  {table.summary}".rstrip())
    return Exit.DONE


@app.command("build")
def build_command(names: Names, as_json: Json = False) -> int:
    """Build tables; those that are there are checked and left alone."""
    built = []
    for table in _chosen(names):
        state, sound = table.state, table.is_sound()
        if not sound:
            with progress_bar(table.name) as report:
                table.open(report)
        if not table.is_built():
            raise InputError(f"the cache directory '{cache_directory()}' cannot be written, or is full")
        done = "was there" if sound else "built"
        if not sound and state not in ("not built", "outdated"):
            done = "built again, it was damaged"
        built.append({"name": table.name, "done": done, "bytes": table.bytes})
        if not as_json:
            output.write(f"{table.name}: {done}, {words.size(table.bytes or 0)}")
    if as_json:
        output.write_json({"directory": str(cache_directory()), "tables": built})
    return Exit.DONE


@app.command("remove")
def remove_command(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAMES", help="Names that 'yomikiri tables list' shows, or heuristics such as pdb-78."
        ),
    ] = None,
    everything: Annotated[bool, flag("--all", "Remove all tables that are there.")] = False,
    as_json: Json = False,
) -> int:
    """Remove tables from the cache directory; they can be built again."""
    if bool(names) == everything:
        raise InputError("expected names of tables, or --all")
    gone = []
    for table in _known().values() if everything else _chosen(names or ()):
        try:
            removed = table.remove()
        except OSError as error:
            raise InputError(f"'{table.path}' cannot be removed: {error.strerror}") from None
        if removed or not everything:
            gone.append({"name": table.name, "removed": removed})
            if not as_json:
                output.write(f"{table.name}: {'removed' if removed else 'was not there'}")
    if as_json:
        output.write_json({"directory": str(cache_directory()), "tables": gone})
    return Exit.DONE


@contextmanager
def progress_bar(name: str) -> Iterator[Report | None]:
    """A bar on an interactive stderr while a table is built."""
    if not is_interactive():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _families() -> list[Tables]:
    """The tables of the games that have any."""
    return [entry.part("tables") for entry in entries().values() if entry.tables is not None]


def _known() -> dict[str, Table]:
    """The tables that the games list, and whatever else is in the cache directory."""
    known = {name: table for family in _families() for name, table in family.known().items()}
    for path in sorted(cache_directory().glob("*.table")) if cache_directory().is_dir() else ():
        kept = _named(path.stem) or Table(path.stem, Table.version_of(path), "", _not_from_here)
        known.setdefault(path.stem, kept)
    return known


def _named(name: str) -> Table | None:
    return next((table for family in _families() if (table := family.named(name))), None)


def _not_from_here(allocate: Allocate, report: Report) -> None:
    raise InputError("a table of this kind is built by the command that uses it")


def _chosen(names: Sequence[str]) -> list[Table]:
    known = _known()
    found: list[Table] = []
    for name in names:
        of_heuristic = [tables for family in _families() if (tables := family.of_heuristic(name))]
        if of_heuristic:
            found += of_heuristic[0]
        elif table := known.get(name) or _named(name):
            found.append(table)
        else:
            accepted = "; ".join(family.accepted() for family in _families())
            raise InputError(
                f"unknown table '{shown(name)}': expected one of {accepted}; "
                "or a name that 'yomikiri tables list' shows"
            )
    # Heuristics may share tables.
    return list({table.name: table for table in found}.values())
