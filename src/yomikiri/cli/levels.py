"""``yomikiri solve --levels``: the levels of a search, as a table and as a picture."""

from collections.abc import Sequence
from pathlib import Path

from yomikiri.cli import output
from yomikiri.core.errors import InputError
from yomikiri.core.whole_file import write_whole
from yomikiri.search import Level, Result

HEADINGS = ("level", "expanded", "growth", "generated", "seconds")


def table(levels: Sequence[Level]) -> str:
    """The levels, one per line, with how much larger each is than the previous one of its kind."""
    rows = [HEADINGS]
    before: Level | None = None
    for level in levels:
        same = before is not None and before.by == level.by and before.expanded > 0
        growth = f"{level.expanded / before.expanded:.2f}" if same and before is not None else ""
        rows.append(
            (
                f"{level.by} {level.value}",
                f"{level.expanded:,}",
                growth,
                f"{level.generated:,}",
                f"{level.seconds:.3f}",
            )
        )
        before = level
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def show(result: Result) -> None:
    """Print the table after the answer."""
    if not result.levels:
        output.note(f"{result.algorithm} does not go by levels, or ended before the first")
        return
    output.write("\n" + table(result.levels))


def check_plot(plot: Path | None) -> None:
    """Refuse a picture that cannot be drawn before searching."""
    if plot is None:
        return
    from yomikiri.papers.drawing import available
    from yomikiri.papers.plots import form_of

    form_of(plot)
    if not available():
        raise InputError("--levels-plot needs matplotlib: pip install 'yomikiri[figures]'")


def draw(result: Result, plot: Path | None) -> None:
    """Draw the picture, if requested."""
    if plot is None:
        return
    from yomikiri.papers.plots import form_of, levels_plot

    try:
        write_whole(plot, levels_plot(result, form_of(plot)))
    except OSError as error:
        raise output.OutputFailed(f"'{plot}': {error.strerror or error}") from error
