"""``yomikiri survey``: many deals, one store.  Each command parses its words and shows what the library says.

The store and its database are loaded when a command runs, so that all others start as fast as before.
"""

import io
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.live import is_interactive
from yomikiri.cli.options import parse_count, parse_limits, parse_threads, rules_options
from yomikiri.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yomikiri.store import Store, SurveyRecord
    from yomikiri.surveys import Executor
    from yomikiri.surveys.tally import Standing

app = typer.Typer(
    name="survey",
    help="Solve many deals, keep the answers in a store, and report on them.",
    invoke_without_command=True,
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="One of the games that 'yomikiri games' lists.")
]
Place = Annotated[
    str, typer.Option("--store", metavar="URL", help="A file of SQLite, or postgresql+psycopg://…")
]
Out = Annotated[str | None, typer.Option("--out", metavar="FILE", help="Write there; else standard output.")]
LINE_SECONDS = 10.0
"""How often a line of progress is written where nobody can see it change."""
SCREEN_SECONDS = 0.2
WATCH_SECONDS = 1.0
"""How often the line on a screen changes while no deal ends."""


@app.callback()
def start(context: typer.Context) -> None:
    """Solve many deals, keep the answers in a store, and report on them."""
    if context.invoked_subcommand is None:
        names = ", ".join(command.name or "" for command in app.registered_commands)
        raise InputError(f"missing command: expected one of {names}, or --help")


def _option(name: str, metavar: str, text: str) -> Any:
    return typer.Option(name, metavar=metavar, help=text)


@app.command("run")
def run_command(
    game_name: GameName,
    deals: Annotated[str, _option("--deals", "RANGES", "Such as 1-1000 or 1-50,101.")],
    size: Annotated[str | None, _option("--size", "N", "Size of the board.")] = None,
    variant: Annotated[str | None, _option("--variant", "NAME", "A variant of the game.")] = None,
    metric: Annotated[str | None, _option("--metric", "single|supermove", "FreeCell.")] = None,
    columns: Annotated[str | None, _option("--columns", "N", "FreeCell.")] = None,
    cells: Annotated[str | None, _option("--cells", "N", "FreeCell.")] = None,
    building: Annotated[str | None, _option("--building", "alternate|suit", "FreeCell.")] = None,
    empty_columns: Annotated[str | None, _option("--empty-columns", "any|kings", "FreeCell.")] = None,
    goal: Annotated[str | None, _option("--goal", "GOAL", "Sliding.")] = None,
    first: Annotated[bool, typer.Option("--first", help="Gaps: stop at an arrangement that is won.")] = False,
    algorithm: Annotated[str | None, _option("--algorithm", "NAME", "Else the default.")] = None,
    shortest: Annotated[bool, typer.Option("--shortest", help="Shortest solutions, proved.")] = False,
    nodes: Annotated[str | None, _option("--nodes", "N", "For each deal.")] = None,
    seconds: Annotated[str | None, _option("--seconds", "S", "For each deal.")] = None,
    memory: Annotated[str | None, _option("--memory", "SIZE", "For all workers together.")] = None,
    duplicates: Annotated[str, _option("--duplicates", "hash|patricia", "As in solve.")] = "hash",
    states: Annotated[str | None, _option("--states", "exact|fingerprint", "As in solve.")] = None,
    symmetry: Annotated[str, _option("--symmetry", "none|rows", "As in solve.")] = "none",
    engine: Annotated[str, _option("--engine", "auto|kernel|python", "As in solve.")] = "auto",
    heuristic: Annotated[str | None, _option("--heuristic", "NAME", "As in solve.")] = None,
    threads: Annotated[str, _option("--threads", "N", "Of each search.")] = "1",
    workers: Annotated[str | None, _option("--workers", "K", "Deals at a time; else as processors.")] = None,
    cluster: Annotated[
        str, _option("--cluster", "local|ray|ray://HOST:PORT", "Where: here, or on a Ray cluster.")
    ] = "local",
    place: Place = "results.db",
) -> int:
    """Solve the deals that the store has no answer for; named again, a survey goes on."""
    from yomikiri.store import Store
    from yomikiri.surveys import Report, plan, run

    limits = parse_limits(nodes, seconds, memory)
    survey = plan(
        game_name,
        deals,
        size=size,
        variant=variant,
        options=rules_options(metric, columns, cells, building, empty_columns, goal),
        algorithm=algorithm,
        shortest=shortest,
        limits=limits,
        first=first,
        duplicates=duplicates,
        states=states,
        symmetry=symmetry,
        engine=engine,
        heuristic=heuristic,
        threads=parse_threads(threads),
    )
    solvers = executor(cluster, workers)
    with Store(place) as store:
        with cancel_on_interrupt() as cancel, progress() as report:
            tally = run(survey, store, solvers, report=report, cancel=cancel)
        output.write("\n".join(Report.of(survey, store).lines()))
    if not tally.finished:
        note("stopped: the same command goes on from here")
    return Exit.DONE if tally.finished else Exit.CANCELLED


@app.command("status")
def status_command(place: Place = "results.db") -> int:
    """Say how far the surveys of a store have come, a line each."""
    from yomikiri.surveys import Report, Survey

    with _opened(place) as store:
        for record in _surveys(store):
            survey = Survey.of(record)
            tally = Report.of(survey, store).tally
            counts = f"{tally.solved} solved, {tally.unsolvable} unsolvable, {tally.undecided} undecided"
            output.write(f"{survey}: {tally.done} of {tally.total} deals; {counts}")
    return Exit.DONE


@app.command("list")
def list_command(place: Place = "results.db") -> int:
    """List the surveys of a store, with when each began."""
    from yomikiri.surveys import Survey

    with _opened(place) as store:
        for record in _surveys(store):
            output.write(f"{record.started}  {Survey.of(record)}")
    return Exit.DONE


@app.command("report")
def report_command(place: Place = "results.db") -> int:
    """Report on the surveys of a store: estimates with intervals, work, lengths, the worst deal."""
    from yomikiri.surveys import Report, Survey

    with _opened(place) as store:
        for record in _surveys(store):
            output.write("\n".join(Report.of(Survey.of(record), store).lines()))
    return Exit.DONE


@app.command("export")
def export_command(
    place: Place = "results.db",
    form: Annotated[str, _option("--format", "csv|parquet|jsonl", "How rows are written.")] = "jsonl",
    out: Out = None,
) -> int:
    """Write every attempt of a store as a row."""
    from yomikiri.store.exchange import FORMATS

    if form not in FORMATS:
        raise InputError(f"unknown format '{shown(form)}': expected one of {', '.join(FORMATS)}")
    with _opened(place) as store:
        if out is None:
            with output.binary() as stream:
                FORMATS[form](store.attempts(), stream)
        else:
            _write_file(Path(out), lambda stream: FORMATS[form](store.attempts(), stream))
    return Exit.DONE


@app.command("import")
def import_command(
    source: Annotated[str, typer.Argument(metavar="FILE", help="JSON lines, or - for standard input.")],
    place: Place = "results.db",
) -> int:
    """Read attempts that another store has exported as JSON lines; all of a file, or nothing."""
    from yomikiri.store import Store
    from yomikiri.store.exchange import read_jsonl

    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"'{shown(source)}' can not be read: {error.strerror}") from None
    attempts = list(read_jsonl(io.BytesIO(data)))
    with Store(place) as store:
        store.record(attempts)
    output.write(f"{len(attempts)} attempts read")
    return Exit.DONE


@app.command("check")
def check_command(
    place: Place = "results.db",
    replay: Annotated[bool, typer.Option("--replay/--no-replay", help="Play every solution again.")] = True,
) -> int:
    """Check the integrity of a store: the database itself, its keys, its deals, every solution in it."""
    from yomikiri.surveys.tally import Gauge

    with _opened(place) as store:
        found = 0
        with progress() as watch:
            started = time.monotonic()

            def report(done: int, total: int) -> None:
                watch(Gauge("attempts checked", done, total, started, over=done == total))

            for problem in store.check(replay=replay, report=report):
                clear()
                output.write(problem)
                found += 1
        if not found:
            output.write("no problem found")
    return Exit.NO if found else Exit.DONE


def _opened(place: str) -> "Store":
    from yomikiri.store import Store

    return Store(place, create=False)


def _surveys(store: "Store") -> "list[SurveyRecord]":
    """The surveys of a store; that there are none is said, since attempts may have come by an import."""
    found = store.surveys()
    if not found:
        count = sum(1 for _ in store.attempts())
        note(f"no survey was run with {store}, which has {count} attempts; one run there finds them")
    return found


def executor(cluster: str, workers: str | None) -> "Executor":
    """Who solves: the words of ``--cluster`` and ``--workers``."""
    from yomikiri.surveys import LocalPool

    count = None if workers is None else parse_count("--workers", workers)
    if cluster == "local":
        return LocalPool(count)
    if cluster != "ray" and not cluster.startswith("ray://"):
        raise InputError(
            f"--cluster '{shown(cluster)}' is no cluster: expected local, ray or ray://HOST:PORT"
        )
    from yomikiri.surveys.ray_cluster import RayCluster

    return RayCluster(None if cluster == "ray" else cluster, workers=count)


@contextmanager
def progress() -> "Iterator[Any]":
    """A callback that shows where a survey or a measure stands: a line that changes, or lines now and then.

    They also come while a deal takes long: a survey whose last deals take an hour has not stopped.
    """
    screen = is_interactive()
    pause = SCREEN_SECONDS if screen else LINE_SECONDS
    shown_at = 0.0
    latest: Standing | None = None
    lock, over = threading.Lock(), threading.Event()

    def show() -> None:
        nonlocal shown_at
        with lock:
            now = time.monotonic()
            if latest is None or sys.stderr is None or now - shown_at < pause:
                return
            shown_at = now
            line = latest.line()
            # Ended by an erasure, because the line before may have been longer; never wider than the screen.
            sys.stderr.write(f"\r{_fitted(line)}\x1b[K" if screen else line + "\n")
            sys.stderr.flush()

    def report(standing: "Standing") -> None:
        nonlocal latest
        latest = standing
        show()

    def watch() -> None:
        while not over.wait(max(pause, WATCH_SECONDS)):
            if latest is not None and not latest.over:
                show()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield report
    finally:
        over.set()
        watcher.join()
        clear()


def clear() -> None:
    """Take a line of progress from the screen, before something else is written there."""
    if is_interactive():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def note(line: str) -> None:
    """A line of its own among the progress."""
    if sys.stderr is not None:
        sys.stderr.write(f"\r\x1b[K{line}\n" if is_interactive() else line + "\n")
        sys.stderr.flush()


def _fitted(line: str) -> str:
    import shutil

    width = shutil.get_terminal_size().columns - 1
    return line if len(line) <= width else line[: width - 1] + "…"


def _write_file(path: Path, write: Any) -> None:
    """Writes beside the file and puts it in its place at the end: what fails leaves the old one as it was."""
    # A device or a pipe can only be written to where it is.
    part = path if path.exists() and not path.is_file() else path.with_name(path.name + ".part")
    try:
        try:
            with part.open("wb") as stream:
                write(stream)
            if part != path:
                part.replace(path)
        except BaseException:
            if part != path:
                part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise output.OutputFailed(f"'{shown(str(path))}': {error.strerror or error}") from error
