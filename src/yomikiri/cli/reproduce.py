"""``yomikiri reproduce``: the tables and figures of the papers, beside what our surveys find.

Everything that is run goes to a store and is never run twice: run a reproduction again, and it continues.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count
from yomikiri.cli.parameters import Json, flag, option
from yomikiri.cli.progress import note, progress
from yomikiri.cli.survey import Place, executor
from yomikiri.core.errors import InputError, shown
from yomikiri.core.whole_file import write_whole

if TYPE_CHECKING:
    from yomikiri.papers import Report

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A reproduction, 'all' of them, or 'list' to see their names.")
]


def reproduce_command(
    name: Name,
    quick: Annotated[bool, flag("--quick", "Take small samples: minutes instead of hours.")] = False,
    deals: Annotated[str | None, option("--deals", "N", "Take at most N deals of each size.")] = None,
    no_run: Annotated[bool, flag("--no-run", "Run nothing: report what the store has.")] = False,
    out: Annotated[
        str | None, option("--out", "DIR", "Write Markdown and figures (SVG, PNG) to this directory.")
    ] = None,
    workers: Annotated[
        str | None,
        option("--workers", "K", "Deals to solve at a time (default: one per processor)."),
    ] = None,
    place: Place = "results.db",
    as_json: Json = False,
) -> int:
    """Reproduce the tables and figures of the papers; stopped, the same command continues."""
    from yomikiri.papers import NAMES, TITLES, index, report
    from yomikiri.papers.running import run_all
    from yomikiri.store import Store

    if name == "list" and as_json:
        output.write_json({"reproductions": [{"name": known, "title": TITLES[known]} for known in NAMES]})
        return Exit.DONE
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
        raise InputError(f"--deals '{shown(deals or '')}' is not a sample: expected 1 or more")
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
    if as_json:
        output.write_json({"finished": finished, "reports": [_record(entry) for entry in found]})
    for entry in found:
        _show(entry, folder, quiet=as_json)
    if name == "all" and folder is not None:
        _write(folder / "README.md", lambda: index(found).encode())
        note(f"written to '{folder}': README.md")
    if not finished:
        note("stopped: the same command continues from here")
    return Exit.DONE if finished else Exit.CANCELLED


def _folder(out: str) -> Path:
    """The directory, created if missing; problems with it or a missing library show before anything runs."""
    from yomikiri.papers.drawing import available

    if not available():
        raise InputError("--out writes figures, which need matplotlib: pip install 'yomikiri[figures]'")
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise output.OutputFailed(f"'{shown(out)}': {error.strerror or error}") from error
    return folder


def _record(report: "Report") -> dict[str, Any]:
    return {
        "name": report.name,
        "title": report.title,
        "text": report.text,
        "verdicts": report.verdicts,
        "tables": [
            {
                "title": table.title,
                "columns": list(table.columns),
                "rows": [list(row) for row in table.rows],
                "note": table.note,
            }
            for table in report.tables
        ],
        "figures": [
            {"name": figure.name, "title": figure.title, "caption": figure.caption}
            for figure in report.figures
        ],
    }


def _show(report: "Report", folder: Path | None, *, quiet: bool) -> None:
    if not quiet:
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
        write_whole(path, content())
    except OSError as error:
        raise output.OutputFailed(f"'{shown(str(path))}': {error.strerror or error}") from error
