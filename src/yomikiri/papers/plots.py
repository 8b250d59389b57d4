"""Plots of what searches did: levels of one search, and searches side by side.

They are drawn like the figures of the papers, and need the extra ``figures``.
"""

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from yomikiri.core.errors import InputError, shown
from yomikiri.papers.drawing import draw
from yomikiri.papers.page import Panel, Series
from yomikiri.search import Result

if TYPE_CHECKING:
    from yomikiri.surveys.comparison import Comparison

FORMS = ("svg", "png")


def form_of(path: str | PathLike[str]) -> str:
    """The format of a picture, from its file name's extension."""
    form = Path(path).suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise InputError(
            f"'{shown(fspath(path))}' is not the name of a picture: expected one that ends in .svg or .png"
        )
    return form


def comparison_plot(comparison: "Comparison", form: str = "svg") -> bytes:
    """What each solver took on the deals that all decided, the easiest first, in four measures."""
    panels: list[Panel] = []
    for measure in ("expanded", "seconds", "length", "peak_bytes"):
        series = []
        for number, contender in enumerate(comparison.contenders):
            values = sorted(comparison.values(number, measure))
            places = list(range(1, len(values) + 1))
            label = "" if panels else contender.name  # Once is enough, and leaves room for the lines.
            series.append(Series(label, places, values, look="steps", colour=number))
        y_label = measure.replace("peak_bytes", "bytes")
        panels.append(Panel("deals, easiest first", y_label, tuple(series), log_y=measure != "length"))
    return draw(panels, form)


def levels_plot(result: Result, form: str = "svg") -> bytes:
    """Positions expanded and generated, and seconds, by level; each kind of level has its own panels."""
    if not result.levels:
        raise InputError(f"{result.algorithm} does not go by levels: expected a result that has some")
    kinds = dict.fromkeys(level.by for level in result.levels)
    panels: list[Panel] = []
    for kind in kinds:
        levels = [level for level in result.levels if level.by == kind]
        x = [level.value for level in levels]
        counts = tuple(
            Series(name, x, [getattr(level, name) for level in levels], colour=colour)
            for colour, name in enumerate(("expanded", "generated"))
        )
        seconds = Series("seconds", x, [level.seconds for level in levels], colour=2)
        panels.append(Panel(kind, "positions", counts, log_y=True))
        panels.append(Panel(kind, "seconds", (seconds,), log_y=True))
    return draw(panels, form)
