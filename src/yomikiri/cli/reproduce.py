"""``yomikiri reproduce``: the tables and figures of the papers, beside what our surveys find.

Everything that is run goes to a store and is never run twice: named again, a reproduction goes on.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count
from yomikiri.cli.survey import executor, note, progress
from yomikiri.errors import InputError, shown

if TYPE_CHECKING:
    from yomikiri.surveys.reproduce import Report

Name = Annotated[str, typer.Argument(metavar="NAME", help="A reproduction, or all; 'list' shows them.")]


def reproduce_command(
    name: Name,
    quick: Annotated[bool, typer.Option("--quick", help="Small samples: minutes instead of hours.")] = False,
    deals: Annotated[
        str | None, typer.Option("--deals", metavar="N", help="At most N deals of each size.")
    ] = None,
    no_run: Annotated[bool, typer.Option("--no-run", help="Run nothing: report what the store has.")] = False,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write Markdown and figures (SVG, PNG) there."),
    ] = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="K", help="Deals at a time; else as processors.")
    ] = None,
    place: Annotated[
        str, typer.Option("--store", metavar="URL", help="A file of SQLite, or postgresql+psycopg://…")
    ] = "results.db",
) -> int:
    """Reproduce the tables and figures of the papers; stopped, the same command goes on."""
    from yomikiri.store import Store
    from yomikiri.surveys.reproduce import NAMES, TITLES, index, report
    from yomikiri.surveys.reproduce.running import run_all

    if name == "list":
        width = max(map(len, NAMES))
        output.write("\n".join(f"{known:{width}}  {TITLES[known]}" for known in NAMES))
        return Exit.DONE
    if name != "all" and name not in NAMES:
        raise InputError(
            f"unknown reproduction '{shown(name)}': expected one of {', '.join(NAMES)}, all, list"
        )
    count = None if deals is None else parse_count("--deals", deals)
    if count is not None and count < 1:
        raise InputError(f"--deals '{shown(deals or '')}' is no sample: expected 1 or more")
    folder = None if out is None else _folder(out)
    chosen = NAMES if name == "all" else (name,)
    finished = True
    with Store(place, create=not no_run) as store:
        if not no_run:
            with cancel_on_interrupt() as cancel, progress() as watch:
                finished = run_all(
                    None if name == "all" else name,
                    store,
                    executor("local", workers),
                    quick=quick,
                    deals=count,
                    report=watch,
                    told=note,
                    cancel=cancel,
                )
        found = [report(known, store, quick=quick) for known in chosen]
    for entry in found:
        _show(entry, folder)
    if name == "all" and folder is not None:
        _write(folder / "README.md", lambda: index(found).encode())
        note(f"written to '{folder}': README.md")
    if not finished:
        note("stopped: the same command goes on from here")
    return Exit.DONE if finished else Exit.CANCELLED


def _folder(out: str) -> Path:
    """The directory, made if it is not there; found out before anything runs, as is the lack of a library."""
    from yomikiri.surveys.reproduce.drawing import available

    if not available():
        raise InputError("--out writes figures, which need matplotlib: pip install 'yomikiri[figures]'")
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise output.OutputFailed(f"'{shown(out)}': {error.strerror or error}") from error
    return folder


def _show(report: "Report", folder: Path | None) -> None:
    output.write(report.plain())
    if folder is None:
        return
    contents: dict[str, Callable[[], bytes]] = {f"{report.name}.md": lambda: report.markdown().encode()}
    for figure in report.figures:
        contents[f"{report.name}-{figure.name}.svg"] = figure.svg
        contents[f"{report.name}-{figure.name}.png"] = figure.png
    for file, content in contents.items():
        _write(folder / file, content)
    note(f"written to '{folder}': {', '.join(contents)}")


def _write(path: Path, content: Callable[[], bytes]) -> None:
    try:
        path.write_bytes(content())
    except OSError as error:
        raise output.OutputFailed(f"'{shown(str(path))}': {error.strerror or error}") from error
