"""``yomikiri survey``: many deals, one store.  Each command parses its arguments and shows the answer.

The store and its database are loaded when a command runs, so all other commands start as fast as before.
"""

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomikiri.cli import output, survey_record
from yomikiri.cli.exits import Exit
from yomikiri.cli.group import command_group
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count, parse_hash_seed, parse_limits, parse_threads, parse_within
from yomikiri.cli.parameters import (
    LIMITS,
    NONE,
    SEARCH,
    Algorithm,
    Duplicates,
    Engine,
    First,
    GameName,
    HashSeed,
    Heuristic,
    Json,
    Shortest,
    Size,
    States,
    Symmetry,
    Variant,
    WithinOption,
    option,
    with_rules,
)
from yomikiri.cli.progress import note, progress
from yomikiri.core.errors import DamagedStore, InputError, shown
from yomikiri.core.whole_file import replacing

if TYPE_CHECKING:
    from yomikiri.store import Store, SurveyRecord
    from yomikiri.surveys import Executor

app = command_group("survey", "Solve many deals, keep the answers in a store, and report on them.")

AGAIN = "Answers decided again"
Place = Annotated[
    str, option("--store", "URL", "The results store: a file of SQLite, or postgresql+psycopg://HOST/NAME.")
]
Out = Annotated[
    str | None, option("--out", "FILE", "Write to FILE, whole or not at all (default: standard output).")
]


@app.command("run")
@with_rules
def run_command(
    game_name: GameName,
    deals: Annotated[str, option("--deals", "RANGES", "The deals by number, such as 1-1000 or 1-50,101.")],
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    first: First = False,
    algorithm: Algorithm = None,
    shortest: Shortest = False,
    within: WithinOption = None,
    heuristic: Heuristic = None,
    threads: Annotated[str, option("--threads", "N", "How many threads each search uses.", SEARCH)] = "1",
    duplicates: Duplicates = "hash",
    states: States = None,
    symmetry: Symmetry = "none",
    hash_seed: HashSeed = "0",
    engine: Engine = "auto",
    nodes: Annotated[
        str | None, option("--nodes", "N", "Expand at most N positions for each deal: 1000000, 1e6.", LIMITS)
    ] = None,
    seconds: Annotated[
        str | None, option("--seconds", "S", "Search at most S seconds for each deal.", LIMITS)
    ] = None,
    memory: Annotated[
        str | None,
        option("--memory", "SIZE", "Use at most SIZE for all workers together: 512M, 4GiB.", LIMITS),
    ] = None,
    workers: Annotated[
        str | None,
        option("--workers", "K", "Deals to solve at a time (default: one per processor)."),
    ] = None,
    cluster: Annotated[
        str,
        option("--cluster", "local|ray|ray://HOST:PORT", "Whether the workers are here, or a Ray cluster's."),
    ] = "local",
    certificates: Annotated[
        str,
        option(
            "--certificates",
            "DIR|none|sample:5%",
            "Write certificates of the verdicts to DIR, or of a sample to certificates or sample:5%:DIR.",
        ),
    ] = "none",
    place: Place = "results.db",
) -> int:
    """Solve the deals that the store has no answer for; run again, a survey continues."""
    from yomikiri.store import Store
    from yomikiri.surveys import Report, plan, run
    from yomikiri.surveys.proofs import Proofs

    limits = parse_limits(nodes, seconds, memory)
    proofs = Proofs.read(certificates)
    survey = plan(
        game_name,
        deals,
        size=size,
        variant=variant,
        options=rules,
        algorithm=algorithm,
        shortest=shortest,
        limits=limits,
        first=first,
        duplicates=duplicates,
        states=states,
        symmetry=symmetry,
        hash_seed=parse_hash_seed(hash_seed),
        engine=engine,
        heuristic=heuristic,
        threads=parse_threads(threads),
        within=parse_within(within),
    )
    solvers = executor(cluster, workers)
    with Store(place) as store:
        with cancel_on_interrupt() as cancel, progress() as report:
            tally = run(survey, store, solvers, report=report, cancel=cancel, proofs=proofs)
        output.write("\n".join(Report.of(survey, store).lines()))
    if not tally.finished:
        note("stopped: the same command continues from here")
    return Exit.DONE if tally.finished else Exit.CANCELLED


@app.command("status")
def status_command(place: Place = "results.db", as_json: Json = False) -> int:
    """Say how far the surveys of a store have come, a line each."""
    from yomikiri.surveys import Report, Survey

    with _opened(place) as store:
        if as_json:
            return _as_json(store, survey_record.status)
        for record in _surveys(store):
            survey = Survey.of(record)
            tally = Report.of(survey, store).tally
            counts = f"{tally.solved} solved, {tally.unsolvable} unsolvable, {tally.undecided} undecided"
            output.write(output.safe(f"{survey}: {tally.done} of {tally.total} deals; {counts}"))
    return Exit.DONE


@app.command("list")
def list_command(place: Place = "results.db", as_json: Json = False) -> int:
    """List the surveys of a store, with when each began."""
    from yomikiri.surveys import Survey

    with _opened(place) as store:
        if as_json:
            return _as_json(store, survey_record.listed)
        for record in _surveys(store):
            output.write(output.safe(f"{record.started}  {Survey.of(record)}"))
    return Exit.DONE


@app.command("report")
def report_command(place: Place = "results.db", as_json: Json = False) -> int:
    """Report on the surveys of a store: estimates with intervals, work, lengths, the worst deal."""
    from yomikiri.surveys import Report, Survey

    with _opened(place) as store:
        if as_json:
            return _as_json(store, survey_record.report)
        for record in _surveys(store):
            lines = Report.of(Survey.of(record), store).lines()
            output.write("\n".join(map(output.safe, lines)))
    return Exit.DONE


@app.command("export")
def export_command(
    place: Place = "results.db",
    form: Annotated[str, option("--format", "csv|parquet|jsonl", "The form of the rows.")] = "jsonl",
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
    unsealed: Annotated[
        bool, typer.Option("--unsealed", help="Take rows of other tools or earlier versions as they are.")
    ] = False,
) -> int:
    """Read attempts that another store has exported as JSON lines; all of a file, or nothing."""
    from yomikiri.store import Store
    from yomikiri.store.exchange import read_jsonl

    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"'{shown(source)}' cannot be read: {error.strerror}") from None
    name = "standard input" if source == "-" else source
    attempts = list(read_jsonl(io.BytesIO(data), name, sealed=not unsealed))
    with Store(place) as store:
        store.record(attempts)
    output.write(f"{len(attempts)} attempts read")
    return Exit.DONE


@app.command("check")
def check_command(
    place: Place = "results.db",
    replay: Annotated[bool, typer.Option("--replay/--no-replay", help="Play every solution again.")] = True,
    certificates: Annotated[
        str, option("--certificates", "DIR", "Where the certificates are that survey run has written.")
    ] = "certificates",
    again: Annotated[
        str | None,
        option("--again", "N|all", "Decide N of the answers, or all, again by another algorithm.", AGAIN),
    ] = None,
    seed: Annotated[
        str | None, option("--seed", "S", "Which N: the same seed draws the same ones (default: 0).", AGAIN)
    ] = None,
    nodes: Annotated[
        str | None, option("--nodes", "N", "Positions that a search may expand (default: 1000000).", AGAIN)
    ] = None,
    seconds: Annotated[
        str | None, option("--seconds", "S", "Seconds that a search may take (default: 10).", AGAIN)
    ] = None,
    memory: Annotated[
        str | None, option("--memory", "SIZE", "What all workers together may take.", AGAIN)
    ] = None,
    workers: Annotated[
        str | None, option("--workers", "K", "Searches at a time (default: one per processor).", AGAIN)
    ] = None,
) -> int:
    """Check a store: the database, its checksums and deals, every solution; with --again proofs, too."""
    from yomikiri.cli.survey_check import Again, Checking

    second = Again.read(again, seed, nodes, seconds, memory, workers)
    checking = Checking()
    try:
        with _opened(place) as store:
            checking.check(store, replay=replay)
            checking.certificates(store, certificates)
            if second is not None:
                checking.decide_again(store, second, executor("local", workers))
    except DamagedStore as error:  # It cannot even be opened.
        checking.complain(str(error))
    return checking.status()


def _opened(place: str) -> "Store":
    from yomikiri.store import Store

    return Store(place, create=False)


def _as_json(store: "Store", record: "Callable[[SurveyRecord, Store], dict[str, Any]]") -> int:
    output.write_json({"store": str(store), "surveys": [record(each, store) for each in _surveys(store)]})
    return Exit.DONE


def _surveys(store: "Store") -> "list[SurveyRecord]":
    """The surveys of a store; says so if there are none, since attempts may have been imported."""
    found = store.surveys()
    if not found:
        count = sum(1 for _ in store.attempts())
        note(f"no survey was run with {store}, which has {count} attempts; one run there finds them")
    return found


def executor(cluster: str, workers: str | None) -> "Executor":
    """The executor that ``--cluster`` and ``--workers`` ask for."""
    from yomikiri.surveys import LocalPool

    count = None if workers is None else parse_count("--workers", workers)
    if cluster == "local":
        return LocalPool(count)
    if cluster != "ray" and not cluster.startswith("ray://"):
        raise InputError(
            f"--cluster '{shown(cluster)}' is not a cluster: expected local, ray or ray://HOST:PORT"
        )
    from yomikiri.surveys.ray_cluster import RayCluster

    return RayCluster(None if cluster == "ray" else cluster, workers=count)


def _write_file(path: Path, write: Any) -> None:
    """A failure leaves the old file unchanged; a device or a pipe is written to directly."""
    try:
        with replacing(path) if path.is_file() or not path.exists() else path.open("wb") as stream:
            write(stream)
    except OSError as error:
        raise output.OutputFailed(f"'{shown(str(path))}': {error.strerror or error}") from error
