"""Pages: what a reproduction says, as values: text, tables of text, and figures drawn on demand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

NOT_RUN = "not run"
WHAT_WAS_RUN = "What was run"
"""The title of the last table of every report; its third column has the deals asked, the fourth those
tried.
"""


@dataclass(frozen=True)
class Table:
    """A table; every cell is text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def verdicts(self) -> list[str]:
        """The verdicts on its rows, without rows that are not compared."""
        if "verdict" not in self.columns:
            return []
        place = self.columns.index("verdict")
        return [row[place] for row in self.rows if row[place]]


_KINDS = (
    ("agrees", "agree"),
    ("differs", "differ"),
    ("not comparable", "not comparable"),
    (NOT_RUN, NOT_RUN),
)


def counted(verdicts: Sequence[str]) -> str:
    """Such as ``7 agree, 2 differ, 1 not comparable, 3 not run``."""
    found = [(sum(verdict.startswith(start) for verdict in verdicts), word) for start, word in _KINDS]
    return ", ".join(f"{count} {word}" for count, word in found if count) or "nothing to compare"


class Series(NamedTuple):
    """Points of one kind.  ``low`` and ``high`` are the ends of intervals, or empty; infinite ends are
    open.

    ``look`` is one of ``ours``, ``paper``, ``other`` (markers), ``fit`` (a line without markers), ``steps``
    (a line of steps) or ``bars``; ``colour`` counts the colours of the palette.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    look: str = "ours"
    colour: int = 0


class Panel(NamedTuple):
    """One pair of axes."""

    x_label: str
    y_label: str
    series: tuple[Series, ...]
    title: str = ""
    log_x: bool = False
    log_y: bool = False
    per_cent: bool = False
    y_range: tuple[float, float] | None = None
    names: tuple[str, ...] = ()
    """Words for x = 0, 1, 2 ... instead of numbers."""


@dataclass(frozen=True)
class Figure:
    """A figure; ``svg`` and ``png`` draw it, which needs the extra ``figures``."""

    name: str
    title: str
    caption: str
    panels: tuple[Panel, ...] = ()

    def svg(self) -> bytes:
        from yomikiri.papers.drawing import draw

        return draw(self.panels, "svg")

    def png(self) -> bytes:
        from yomikiri.papers.drawing import draw

        return draw(self.panels, "png")


@dataclass(frozen=True)
class Report:
    """The report of one reproduction."""

    name: str
    title: str
    text: str
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]

    @property
    def verdicts(self) -> str:
        """The verdicts of all tables, counted."""
        return counted([verdict for table in self.tables for verdict in table.verdicts])

    def summary(self) -> str:
        """The verdicts table by table, one line each; empty if nothing is compared."""
        lines = [f"* {table.title}: {counted(table.verdicts)}" for table in self.tables if table.verdicts]
        return "\n".join(["Verdicts:\n", *lines]) if lines else ""

    def markdown(self, *, pictures: str | None = "svg") -> str:
        """The report as Markdown; with ``pictures``, the figures are files beside it, by their names."""
        parts = [f"# {self.title}", self.text, *filter(None, [self.summary()])]
        for table in self.tables:
            parts += [f"## {table.title}", _markdown_table(table)]
            if table.note:
                parts.append(table.note)
        if pictures is not None:
            for figure in self.figures:
                parts += [
                    f"## {figure.title}",
                    f"![{figure.title}]({self.name}-{figure.name}.{pictures})",
                    figure.caption,
                ]
        return "\n\n".join(parts) + "\n"

    def plain(self) -> str:
        """The report for a terminal, without its figures."""
        parts = [f"{self.title}\n{'=' * len(self.title)}", self.text, *filter(None, [self.summary()])]
        for table in self.tables:
            parts += [table.title, _plain_table(table)]
            if table.note:
                parts.append(table.note)
        return "\n\n".join(parts) + "\n"


def index(reports: Sequence[Report]) -> str:
    """The first page of several reports, as Markdown."""
    lines = [
        "# The papers, reproduced: a run",
        "",
        "Made by `yomikiri reproduce all`. Every report ends with what was run for it: game, solver, "
        "numbered deals, limits, how many deals were tried and left undecided, when, and how long that took. "
        "Intervals and the rule for verdicts are "
        "described under [The papers, reproduced](../reproduce.md).",
        "",
        "| report | verdicts | surveys: complete, begun, not run |",
        "|---|---|---|",
    ]
    lines += [
        f"| [{report.title}]({report.name}.md) | {report.verdicts} | {_progress(report)} |"
        for report in reports
    ]
    for report in reports:
        if report.figures:
            first = report.figures[0]
            lines += ["", f"![{first.title}]({report.name}-{first.name}.svg)", "", first.caption]
    return "\n".join(lines) + "\n"


def _progress(report: Report) -> str:
    """How many of the surveys in the last table, which says what was run, are complete, begun and not run."""
    rows = [row for table in report.tables if table.title == WHAT_WAS_RUN for row in table.rows]
    waiting = sum(row[3] == NOT_RUN for row in rows)
    done = sum(row[3] == row[2] for row in rows)
    return f"{done}, {len(rows) - done - waiting}, {waiting}"


def _markdown_table(table: Table) -> str:
    lines = ["| " + " | ".join(table.columns) + " |", "|" + "---|" * len(table.columns)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table.rows]
    return "\n".join(lines)


def _plain_table(table: Table) -> str:
    rows = [table.columns, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.columns))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
