"""``yomikiri tables``: the tables in the user's cache, listed, built and removed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from yomikiri.cli import output, words
from yomikiri.cli.exits import Exit
from yomikiri.cli.live import is_interactive
from yomikiri.errors import InputError, shown
from yomikiri.games.sliding import BLANK_FIRST, Sliding
from yomikiri.heuristics.gap_tables import GapTable
from yomikiri.heuristics.pattern_tables import GROUPS, pattern_tables, tables_of
from yomikiri.heuristics.tables import Allocate, Report, Table, cache_directory
from yomikiri.search.sliding_kernel import GAPS, gap_tables, kernel_heuristics

app = typer.Typer(
    name="tables",
    help="Tables that searches use: built once, kept in the cache directory.",
    invoke_without_command=True,
)

Names = Annotated[
    list[str], typer.Argument(metavar="NAMES", help="Names of tables, or heuristics such as pdb-78.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.callback()
def start(context: typer.Context) -> None:
    """Tables that searches use: built once, kept in the cache directory."""
    if context.invoked_subcommand is None:
        raise InputError("missing command: expected one of list, build, remove, or --help")


@app.command("list")
def list_command(as_json: Json = False) -> int:
    """List the tables that can be built, and those that are there, by their headers and sizes alone."""
    rows = [(table, _state(table)) for table in _known().values()]
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
def build_command(names: Names) -> int:
    """Build tables; those that are there are checked and left alone."""
    for table in _chosen(names):
        sound = table.is_sound()
        if not sound:
            with progress_bar(table.name) as report:
                table.open(report)
        if not table.is_built():
            raise InputError(f"the cache directory '{cache_directory()}' can not be written, or is full")
        output.write(f"{table.name}: {'was there' if sound else 'built'}, {words.size(table.bytes or 0)}")
    return Exit.DONE


@app.command("remove")
def remove_command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAMES", help="Names of tables, or heuristics.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove all tables.")] = False,
) -> int:
    """Remove tables."""
    if bool(names) == everything:
        raise InputError("expected names of tables, or --all")
    for table in _known().values() if everything else _chosen(names or ()):
        try:
            removed = table.remove()
        except OSError as error:
            raise InputError(f"'{table.path}' can not be removed: {error.strerror}") from None
        if removed or not everything:
            output.write(f"{table.name}: {'removed' if removed else 'was not there'}")
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


def _state(table: Table) -> str:
    """By header and size: to read all entries of all tables may take minutes on a slow disk."""
    if table.is_built():
        return "built"
    return "damaged" if table.path.exists() else "not built"


def _known() -> dict[str, Table]:
    """The tables of patterns, the gap sets that searches ask, and whatever else is in the cache directory."""
    known = dict(pattern_tables())
    for asked in GAPS["+gaps"]:
        known[asked.name] = asked.table
    for path in sorted(cache_directory().glob("*.table")) if cache_directory().is_dir() else ():
        kept = _gap_table(path.stem) or Table(path.stem, Table.version_of(path), "", _not_from_here)
        known.setdefault(path.stem, kept)
    return known


def _gap_table(name: str) -> Table | None:
    """The gap set of that name, if it is one."""
    match = re.fullmatch(r"gap(\d{1,3})-(\d{1,2})-(\d)x(\d)-([a-z]+)", name)
    if match is None:
        return None
    gap, cells, rows, columns = map(int, match.groups()[:4])
    try:
        return GapTable(rows, columns, gap, cells, match.group(5)).table
    except InputError:
        return None


def _not_from_here(allocate: Allocate, report: Report) -> None:
    raise InputError("a table of this kind is built by the command that uses it")


def _chosen(names: Sequence[str]) -> list[Table]:
    known = _known()
    heuristics = {name: size for size, named in GROUPS.items() for name in named}
    found: list[Table] = []
    for name in names:
        plain, plus, _ = name.partition("+")
        if name in heuristics or (plus and name in kernel_heuristics(Sliding())):
            if plain in heuristics:
                rows, columns = map(int, heuristics[plain].split("x"))
                found += tables_of(Sliding(rows, columns, BLANK_FIRST), plain)
            found += [asked.table for asked in gap_tables(name)]
        elif table := known.get(name) or _gap_table(name):
            found.append(table)
        else:
            raise InputError(f"unknown table '{shown(name)}': expected one of {_accepted(heuristics)}")
    return found


def _accepted(heuristics: Iterable[str]) -> str:
    """All that is taken for tables, in words."""
    plain = kernel_heuristics(Sliding())
    bases = [name for name in plain if "+" not in name]
    larger = [name for name in plain if name.partition("+")[2] not in ("", "gap0", "gaps")]
    return (
        f"{', '.join(heuristics)}; one of {', '.join(bases)} with +gap0 or +gaps; {', '.join(larger)}; "
        "a gap set such as gap2-8-4x4-bitmap (gap, cells, size, form); "
        "or a name that 'yomikiri tables list' shows"
    )
