"""``yomikiri gapset``: gap sets of sliding puzzles, built, described and asked."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, cast

import typer

from yomikiri import _kernel
from yomikiri.bounds.diagrams import NO_LIMIT, Diagram
from yomikiri.bounds.tables import Report, cache_directory
from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.group import command_group
from yomikiri.cli.options import parse_count, parse_memory
from yomikiri.cli.parameters import flag, option
from yomikiri.core import words
from yomikiri.core.catalog import read_deal
from yomikiri.core.errors import InputError
from yomikiri.games import Deal, Sliding, game, open_deal
from yomikiri.games.sliding.gap_tables import GapTable
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.symmetry import normalise
from yomikiri.search.showing import is_interactive

app = command_group(
    "gapset", "Gap sets of sliding puzzles: which positions are as near to the goal as their tiles."
)

Gap = Annotated[str, option("--gap", "G", "The largest gap of the set, an even number: 0, 2, 4.")]
Cells = Annotated[
    str,
    option("--cells", "K", "How many cells the set knows (default: 8, or all if there are fewer)."),
]
Size = Annotated[str | None, option("--size", "RxC", "Size of the board, rows x columns (default: 4x4).")]
Form = Annotated[
    str, option("--form", "bitmap|hash|bdd|zdd", "How the set is kept; the answers are the same.")
]
Memory = Annotated[str | None, option("--memory", "SIZE", "Use at most SIZE for building: 512M, 4GiB.")]
Json = Annotated[bool, flag("--json", "Print one JSON object on one line.")]


@app.command("build")
def build_command(
    gap: Gap = "0",
    cells: Cells = "",
    size: Size = None,
    form: Form = "bitmap",
    memory: Memory = None,
    as_json: Json = False,
) -> int:
    """Build a gap set and keep it; one that is there is checked and left alone."""
    table = _table(gap, cells, size, form, memory)
    began = time.perf_counter()
    was_there = table.table.is_sound()
    with _progress(table) as report:
        kept = table.open(report)
    if not table.table.is_built():
        raise InputError(f"the cache directory '{cache_directory()}' cannot be written, or is full")
    record = _record(table, kept) | {"built": not was_there, "seconds": round(time.perf_counter() - began, 3)}
    if as_json:
        output.write_json(record)
    else:
        output.write(("Already there: " if was_there else "Built: ") + _sentence(record))
    return Exit.DONE


@app.command("info")
def info_command(
    gap: Gap = "0", cells: Cells = "", size: Size = None, form: Form = "bitmap", as_json: Json = False
) -> int:
    """Describe a gap set that was built."""
    table = _table(gap, cells, size, form, None)
    if not table.table.is_sound():
        raise InputError(f"{table.name} was not built, or is damaged: expected 'yomikiri gapset build' first")
    record = _record(table, table.open())
    if as_json:
        output.write_json(record)
    else:
        output.write(_sentence(record))
    return Exit.DONE


@app.command("contains")
def contains_command(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION", help="A position in quotes, a deal (42, korf:12, random), a file, or -."
        ),
    ],
    gap: Gap = "0",
    cells: Cells = "",
    size: Size = None,
    form: Form = "bitmap",
    goal: Annotated[
        str | None, option("--goal", "GOAL", "blank-last (the default), blank-first, or a position.")
    ] = None,
    memory: Memory = None,
    as_json: Json = False,
) -> int:
    """Ask whether a position may have so small a gap; exit status 10 if it has not."""
    options = {} if goal is None else {"goal": goal}
    deal = _deal(position, size, options)
    rules, tiles = cast(Sliding, deal.game), deal.position
    table = _table(gap, cells, rules.size, form, memory)
    normalise(rules, tiles)  # Refuse a goal without gap sets before building one.
    manhattan = Manhattan(rules)(tiles)
    record: dict[str, Any] = {"set": table.name, "contains": False, "manhattan": manhattan}
    which = {"deal": deal.label, "position": rules.format_position(tiles).splitlines()}
    # Name a random deal, so it can be asked for again.
    drawn = f"deal {deal.label}: " if position == "random" else ""
    if reason := rules.why_unsolvable(tiles):
        # An unsolvable position has no gap at all, whatever its first cells look like.
        if as_json:
            output.write_json(record | {"lower_bound": None, "reason": reason} | which)
        else:
            output.write(f"{table.name} does not contain it: it has no solution; {reason}")
        return Exit.NO
    with _progress(table) as report:
        kept = table.open(report)
    found = table.contains(rules, tiles, kept)
    least = manhattan if found else manhattan + table.gap + 2
    if as_json:
        output.write_json(record | {"contains": found, "lower_bound": least} | which)
    elif found:
        whole = table.cells == rules.cells
        most = f"at most {words.plural(manhattan + table.gap, 'move')}"
        output.write(
            f"{drawn}{table.name} contains it: the shortest solution has "
            + (most if whole else f"{words.plural(least, 'move')} or more")
        )
    else:
        output.write(
            f"{drawn}{table.name} does not contain it: "
            f"every solution has at least {words.plural(least, 'move')}"
        )
    return Exit.DONE if found else Exit.NO


def _deal(text: str, size: str | None, options: dict[str, str]) -> Deal:
    """The position, given on the command line or as any other deal."""
    is_written = re.fullmatch(r"[\d_.]+([\s/,]+[\d_.]+)+", text.strip())
    if is_written and size is not None:
        rules = game("sliding", size, options=options)
        return Deal.of(rules, rules.parse_position(text), "position")
    read = read_deal if is_written else open_deal
    return read("sliding", text, size, None, options)


def _table(gap: str, cells: str, size: str | None, form: str, memory: str | None) -> GapTable:
    rules = cast(Sliding, game("sliding", size))
    kept = parse_count("--cells", cells or str(min(8, rules.cells)))
    largest = parse_count("--gap", gap)
    if kept is None or largest is None:
        raise InputError("--gap and --cells have no 'none': expected whole numbers")
    room = parse_memory("--memory", memory)
    return GapTable(rules.rows, rules.columns, largest, kept, form, NO_LIMIT if room is None else room)


def _record(table: GapTable, kept: _kernel.GapSet) -> dict[str, Any]:
    """The set as the JSON object of ``build`` and ``info``."""
    record = {
        "set": table.name,
        "size": f"{table.rows}x{table.columns}",
        "gap": table.gap,
        "cells": table.cells,
        "form": table.form,
        "patterns": len(kept),
        "bytes": kept.bytes,
    }
    if table.form in ("bdd", "zdd"):
        image = table.table.open()[_kernel.GAP_HEADER_BYTES :]
        record["nodes"] = Diagram.from_bytes(image).nodes
    return record | {"path": str(table.table.path)}


def _sentence(record: dict[str, Any]) -> str:
    nodes = f", {words.count(record['nodes'])} nodes" if "nodes" in record else ""
    return (
        f"{record['set']}: {words.count(record['patterns'])} patterns of {record['cells']} cells, "
        f"{words.size(record['bytes'])}{nodes}"
    )


@contextmanager
def _progress(table: GapTable) -> Iterator[Report | None]:
    """A bar on an interactive stderr while a table is built."""
    if not is_interactive():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(table.name, total=None)

        def report(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total if total > done else None)

        yield report
