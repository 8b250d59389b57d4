"""``yomikiri dataset``: positions with proved labels, built, described and checked.

What builds them is loaded when a command runs, so that all others start as fast as before.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit, warn
from yomikiri.cli.group import command_group
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_limits, parse_some, parse_whole
from yomikiri.cli.parameters import LIMITS, NONE, GameName, Json, Size, Variant, option, with_rules
from yomikiri.cli.progress import note, progress
from yomikiri.cli.survey import executor
from yomikiri.core.errors import InputError, shown

app = command_group("dataset", "Build data sets of positions with proved labels, and check them.")

SAMPLING = "The positions"
Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="The data set.")]


@app.command("build")
@with_rules
def build_command(
    game_name: GameName,
    deals: Annotated[str, option("--deals", "RANGES", "The deals by number, such as 1-1000 or 1-50,101.")],
    out: Annotated[str, option("--out", "FOLDER", "Where the data set is, or goes on.")],
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    positions: Annotated[
        str, option("--positions", "path,beam,random", "Where the positions come from.", SAMPLING)
    ] = "path,beam,random",
    label: Annotated[
        str | None,
        option("--label", "shortest|winnable", "What is proved of them (default: by the game).", SAMPLING),
    ] = None,
    samples: Annotated[
        str,
        option(
            "--samples", "N", "Positions of the beam, and ends of random walks, for each start.", SAMPLING
        ),
    ] = "64",
    width: Annotated[str, option("--width", "N", "Positions a layer of the beam.", SAMPLING)] = "24",
    steps: Annotated[str, option("--steps", "N", "The longest random walk.", SAMPLING)] = "8",
    seed: Annotated[str, option("--seed", "S", "What is random follows from it.", SAMPLING)] = "0",
    chunk: Annotated[str, option("--chunk", "N", "Deals to a file.", SAMPLING)] = "16",
    nodes: Annotated[
        str,
        option(
            "--nodes",
            "N",
            "Expand at most N positions to solve a deal, and a twentieth of that for every other label.",
            LIMITS,
        ),
    ] = "1000000",
    memory: Annotated[
        str | None,
        option("--memory", "SIZE", "Use at most SIZE for all workers together: 512M, 4GiB.", LIMITS),
    ] = None,
    workers: Annotated[
        str | None, option("--workers", "K", "Files to make at a time (default: one per processor).")
    ] = None,
    cluster: Annotated[
        str,
        option("--cluster", "local|ray|ray://HOST:PORT", "Whether the workers are here, or a Ray cluster's."),
    ] = "local",
) -> int:
    """Label positions of many deals and write them to Parquet files; run again, a build continues."""
    from yomikiri.datasets import build, recipe

    limits = parse_limits(None, None, memory)
    wanted = recipe(
        game_name,
        deals,
        size=size,
        variant=variant,
        options=rules,
        positions=positions,
        label=label,
        nodes=parse_some("--nodes", nodes),
        seed=parse_whole("--seed", seed),
        samples=parse_some("--samples", samples),
        width=parse_some("--width", width),
        steps=parse_some("--steps", steps),
        chunk=parse_some("--chunk", chunk),
    )
    makers = executor(cluster, workers)
    with cancel_on_interrupt() as cancel, progress() as report:
        tally = build(wanted, out, makers, memory=limits.memory, report=report, cancel=cancel)
    output.write(_line(out, tally.manifest.rows, tally.manifest.count("proved")))
    for part in tally.failed:
        warn(f"part {part.index} was not made: {part.message}")
    if tally.finished:
        return Exit.DONE
    note("stopped: the same command continues from here")
    return Exit.DEFECT if tally.failed and not cancel.is_set() else Exit.CANCELLED


@app.command("info")
def info_command(folder: Folder, as_json: Json = False) -> int:
    """Say what a data set has, by split and source; its files are checked."""
    from yomikiri.datasets import Manifest

    manifest = Manifest.open(folder)
    missing = manifest.missing()
    recipe = manifest.recipe
    if as_json:
        output.write_json(
            {
                "folder": folder,
                "recipe": recipe.to_dict(),
                "complete": manifest.complete,
                "parts": len(manifest.parts),
                "parts_missing": len(missing),
                "rows": manifest.rows,
                "proved": manifest.count("proved"),
                "bytes": sum(part.length for part in manifest.parts.values()),
                "counts": manifest.counts,
            }
        )
        return Exit.DONE
    output.write(output.safe(_line(folder, manifest.rows, manifest.count("proved"))))
    output.write(output.safe(f"  {recipe.rules}, deals {recipe.deals}, label {recipe.label}"))
    output.write(f"  {len(manifest.parts)} of {recipe.files} parts, version {recipe.version}")
    for name, rows in manifest.counts.items():
        output.write(output.safe(f"  {name}: {rows:,}"))
    return Exit.DONE


@app.command("check")
def check_command(
    folder: Folder,
    share: Annotated[
        str, option("--share", "P", "The share of rows to prove again: 0.01, 1%, or all.")
    ] = "1%",
    seed: Annotated[str, option("--seed", "S", "Which rows: the same seed draws the same ones.")] = "0",
    nodes: Annotated[
        str | None,
        option("--nodes", "N", "Expand at most N positions for a label (default: as for a deal).", LIMITS),
    ] = None,
    seconds: Annotated[
        str | None, option("--seconds", "S", "Search at most S seconds for a label.", LIMITS)
    ] = None,
    as_json: Json = False,
) -> int:
    """Check the files of a data set, and play and prove a sample of its rows again."""
    from yomikiri.datasets import check_dataset

    limits = None if nodes is None and seconds is None else parse_limits(nodes, seconds, None)
    with cancel_on_interrupt() as cancel, progress() as report:
        found = check_dataset(
            folder,
            share=_share(share),
            seed=parse_whole("--seed", seed),
            limits=limits,
            report=report,
            cancel=cancel,
        )
    if as_json:
        output.write_json({"folder": folder} | found.to_dict())
    else:
        for line in found.wrong:
            output.write(output.safe(line))
        output.write(found.line())
    if found.wrong:
        return Exit.NO
    return Exit.DONE if found.finished else Exit.CANCELLED


@app.command("card")
def card_command(
    folder: Folder,
    out: Annotated[
        str | None, option("--out", "FILE", "Where to write it, - for standard output (default: README.md).")
    ] = None,
) -> int:
    """Write the card of a data set: what it is, how it was made, what is in it."""
    from yomikiri.core.whole_file import write_whole
    from yomikiri.datasets import card
    from yomikiri.datasets.card import CARD

    text = card(folder)
    if out == "-":
        output.write(text)
        return Exit.DONE
    path = Path(folder) / CARD if out is None else Path(out)
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise output.OutputFailed(f"'{shown(str(path), 200)}': {error.strerror or error}") from error
    output.write(output.safe(f"{path}: written"))
    return Exit.DONE


def _line(folder: str, rows: int, proved: int) -> str:
    return f"{folder}: {rows:,} positions, {proved:,} with proved labels"


def _share(text: str) -> float:
    """``all``, a percentage, or a number from 0 to 1."""
    if text == "all":
        return 1.0
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise InputError(f"--share '{shown(text)}' is no share: expected 0.01, 1% or all")
    return value
