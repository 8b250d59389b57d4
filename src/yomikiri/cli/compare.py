"""``yomikiri compare``: solvers side by side on the same deals: a table, rows in a file, a picture."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count, parse_limits
from yomikiri.cli.parameters import (
    ANSWER,
    NONE,
    SEARCH,
    GameName,
    Json,
    Memory,
    Nodes,
    Quiet,
    Seconds,
    Shortest,
    Size,
    Variant,
    option,
    with_rules,
)
from yomikiri.cli.progress import note, progress
from yomikiri.core import words
from yomikiri.core.errors import InputError, shown
from yomikiri.core.whole_file import write_whole

if TYPE_CHECKING:
    from yomikiri.surveys.comparison import Comparison
    from yomikiri.surveys.paired import Median, Pair

ROW_FORMS = (".csv", ".parquet", ".jsonl")


@with_rules
def compare_command(
    game_name: GameName,
    deals: Annotated[str, typer.Argument(metavar="DEALS", help="Deals by number: 1-100, or 1-50,101.")],
    solvers: Annotated[
        list[str],
        typer.Option(
            "--with",
            metavar="SOLVER",
            help="ALGORITHM, ALGORITHM:HEURISTIC, or 'default', perhaps with ,OPTION=VALUE; twice or more. "
            "All are compared with the first.",
            rich_help_panel=SEARCH,
        ),
    ],
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    shortest: Shortest = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    memory: Memory = None,
    workers: Annotated[
        str, option("--workers", "K", "Deals at a time; more than 1 disturb each other's times.", SEARCH)
    ] = "1",
    place: Annotated[
        str | None,
        option("--store", "URL", "A results store: what it has is not run again (default: keep nothing)."),
    ] = None,
    out: Annotated[
        Path | None,
        option("--out", "FILE", "Write a row for each deal and solver: .csv, .parquet or .jsonl.", ANSWER),
    ] = None,
    plot: Annotated[
        Path | None, option("--plot", "FILE", "Draw what each solver took to FILE, .svg or .png.", ANSWER)
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compare solvers on the same deals: positions, time, length, memory, with intervals."""
    from yomikiri.surveys.comparison import compare

    _check_files(out, plot)
    count = parse_count("--workers", workers)
    if count is None or count < 1:
        raise InputError(f"--workers '{shown(workers)}' is not a number of workers: expected 1 or more")
    with cancel_on_interrupt() as cancel, progress() as report:
        found = compare(
            game_name,
            deals,
            solvers,
            size=size,
            variant=variant,
            options=rules,
            shortest=shortest,
            limits=parse_limits(nodes, seconds, memory),
            store=place,
            workers=count,
            report=None if quiet else report,
            cancel=cancel,
        )
        stopped = cancel.is_set()
    if as_json:
        output.write_json(found.to_dict())
    else:
        output.write("\n".join(map(output.safe, lines(found))))
    _write_files(found, out, plot)
    if stopped:
        note("stopped: " + ("the same command continues from here" if place else "nothing was kept"))
        return Exit.CANCELLED
    return Exit.DONE


def lines(found: "Comparison") -> list[str]:
    """The comparison for people."""
    first = found.surveys[0]
    shared = len(found.common)
    heading = (
        f"{first.rules} deals {first.deals}: medians over the {words.plural(shared, 'deal')} that all decided"
    )
    table = [("solver", "decided", "expanded", "seconds", "length", "memory")]
    for number, contender in enumerate(found.contenders):
        counts = found.outcomes(number)
        memory = found.median(number, "peak_bytes").value
        table.append(
            (
                contender.name,
                f"{counts['solved'] + counts['unsolvable']} of {first.deals.count}",
                _median(found.median(number, "expanded")),
                _median(found.median(number, "seconds")),
                _median(found.median(number, "length")),
                "" if memory is None else words.size(int(memory)),
            )
        )
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    shown_rows = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    shown_pairs = [
        _pair(pair) for pair in found.pairs if pair.deals and pair.measure in ("expanded", "seconds")
    ]
    return [heading, "", *shown_rows, *([""] if shown_pairs else []), *shown_pairs]


def _pair(pair: "Pair") -> str:
    chance = f"p {pair.p:.2g}" if pair.p >= 1e-4 else "p below 0.0001"
    return (
        f"{pair.solver} against {pair.against}: {pair.measure} x {_median(pair.ratio)}; "
        f"fewer on {pair.fewer}, more on {pair.more}, as many on {pair.same} ({chance})"
    )


def _median(median: "Median") -> str:
    if median.value is None:
        return "none"
    if median.low is None or median.high is None:
        return _number(median.value)
    return f"{_number(median.value)} ({_number(median.low)} to {_number(median.high)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"


def _check_files(rows: Path | None, plot: Path | None) -> None:
    """Refuse unwritable files before anything runs."""
    if rows is not None and rows.suffix not in ROW_FORMS:
        raise InputError(f"--out '{shown(str(rows))}': expected a name that ends in {', '.join(ROW_FORMS)}")
    if plot is not None:
        from yomikiri.papers.drawing import available
        from yomikiri.papers.plots import form_of

        form_of(plot)
        if not available():
            raise InputError("--plot needs matplotlib: pip install 'yomikiri[figures]'")


def _write_files(found: "Comparison", rows: Path | None, plot: Path | None) -> None:
    try:
        if rows is not None:
            write_whole(rows, _rows(found, rows.suffix))
        if plot is not None:
            from yomikiri.papers.plots import comparison_plot, form_of

            write_whole(plot, comparison_plot(found, form_of(plot)))
    except OSError as error:
        raise output.OutputFailed(f"'{rows or plot}': {error.strerror or error}") from error


def _rows(found: "Comparison", form: str) -> bytes:
    import csv
    import io
    import json

    records: list[dict[str, Any]] = found.rows()
    if form == ".jsonl":
        return "".join(json.dumps(record) + "\n" for record in records).encode()
    if form == ".csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, list(records[0]) if records else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return text.getvalue().encode()
    try:
        import polars  # noqa: F401
    except ModuleNotFoundError:
        raise InputError("Parquet needs the package polars: pip install 'yomikiri[parquet]'") from None
    file = io.BytesIO()
    found.frame("polars").write_parquet(file)
    return file.getvalue()
