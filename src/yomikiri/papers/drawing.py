"""Drawing: panels become an SVG or a PNG, the same bytes every time.

The colours are those of M. Okabe and K. Ito, which people with any colour vision can tell apart; every kind
of point also has its own marker, and ours are filled while a paper's are hollow, so that a figure also works
in black and white.  Points at the same place on the x axis are set slightly apart, so that none covers the
interval of another.  Sizes are those of a journal: one column is 3.5 inches wide, two are 7.2.
"""

import io
import math
import threading
from collections.abc import Sequence
from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.papers.page import Panel, Series

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#666666")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
COLUMN, PAGE, HEIGHT = 3.5, 7.2, 2.75
"""Inches."""
SETTINGS: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.5,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "legend.handlelength": 1.8,
    "lines.linewidth": 1.1,
    "lines.markersize": 4.2,
    "svg.hashsalt": "yomikiri",
    "svg.fonttype": "path",
    "savefig.facecolor": "white",
    "figure.facecolor": "white",
}
MOST_INSIDE = 3
"""More labels than this go below the axes and not inside them, if all panels have the same."""
BESIDE, WIDEST = 0.011, 0.24
"""How far apart points are set, as a fraction of the width of the axes, and the most for all together if the
next points are 1 away.
"""
MOST_TICKS = 12
"""Every place on the x axis gets a number if there are no more than this."""
POINTED = ("ours", "paper", "other")
"""Looks with markers."""
_LOCK = threading.Lock()
"""matplotlib's settings are per process: draw one figure at a time."""


def available() -> bool:
    """Whether figures can be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def draw(panels: Sequence[Panel], form: str) -> bytes:
    """The panels side by side, in as many rows as needed."""
    if not available():
        raise InputError("figures need the package matplotlib: pip install 'yomikiri[figures]'")
    import matplotlib
    from matplotlib.figure import Figure

    count = len(panels)
    across = 1 if count == 1 else 2 if count in (2, 4) else 3
    down = -(-count // across)
    said = [[series.label for series in panel.series if series.label] for panel in panels]
    labels = max(map(len, said))
    below = labels > MOST_INSIDE and all(names == said[0] for names in said)
    beside = 2 * across
    with _LOCK, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        height = HEIGHT * down * (0.85 if across == 3 else 1) + (0.16 * -(-labels // beside) if below else 0)
        size = (COLUMN if across == 1 else PAGE, height)
        figure = Figure(figsize=size, dpi=200, layout="constrained")
        for index, panel in enumerate(panels):
            axes = figure.add_subplot(down, across, index + 1)
            _axes(axes, panel)
            handles = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
            # In our order, not by kinds of handles.
            named = [series.label for series in panel.series if series.label in handles]
            if below and index == 0:
                figure.legend(
                    [handles[name] for name in named], named, loc="outside lower center", ncols=beside
                )
            elif named and not below:
                axes.legend([handles[name] for name in named], named, loc="best")
        place = io.BytesIO()
        # Without these the date and the version of the library would be in the file.
        metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        figure.savefig(place, format=form, metadata=metadata)
        return place.getvalue()


def _axes(axes: Any, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    if panel.title:
        axes.set_title(panel.title)
    for series in _beside(panel):
        if not series.x:
            continue  # Not run.
        _series(axes, _positive(series) if panel.log_y else series, 100 if panel.per_cent else 1)
    if panel.log_x:
        axes.set_xscale("log")
    elif panel.names:
        axes.set_xticks(range(len(panel.names)), panel.names)
        axes.set_xlim(-0.5, len(panel.names) - 0.5)
    elif 1 < len(places := sorted({x for s in panel.series if s.look in POINTED for x in s.x})) <= MOST_TICKS:
        axes.set_xticks(places)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=11, min_n_ticks=4))
    if panel.log_y:
        axes.set_yscale("log")
    if any(math.isinf(high) for series in panel.series for high in series.high):
        axes.margins(y=0.1)  # Room for arrows.
    if panel.y_range is not None:
        axes.set_ylim(*panel.y_range)


def _beside(panel: Panel) -> list[Series]:
    """The series of a panel, with their points set apart."""
    pointed = [series for series in panel.series if series.look in POINTED and series.x]
    if len(pointed) < 2 or panel.log_x:
        return list(panel.series)
    places = [x for series in pointed for x in series.x]
    step = min(BESIDE * (max(places) - min(places) or 1), WIDEST / (len(pointed) - 1))
    middle = (len(pointed) - 1) / 2
    shifts = {id(series): (place - middle) * step for place, series in enumerate(pointed)}
    return [series._replace(x=[x + shifts.get(id(series), 0.0) for x in series.x]) for series in panel.series]


def _positive(series: Series) -> Series:
    """The points that fit on a logarithmic axis."""
    kept = [place for place, value in enumerate(series.y) if value > 0]

    def some(values: Sequence[float]) -> list[float]:
        return [values[place] for place in kept] if values else []

    return series._replace(x=some(series.x), y=some(series.y), low=some(series.low), high=some(series.high))


def _series(axes: Any, series: Series, scale: float) -> None:
    colour, marker = PALETTE[series.colour % len(PALETTE)], MARKERS[series.colour % len(MARKERS)]
    label = series.label or None
    x, y = list(series.x), [scale * value for value in series.y]
    if series.look == "fit":
        # Different dashes also distinguish fits to ours from fits to a paper's.
        axes.plot(x, y, "-." if series.colour == 0 else "--", color=colour, linewidth=0.9, label=label)
        return
    if series.look == "steps":
        axes.plot(x, y, "-", color=colour, drawstyle="steps-mid", label=label)
        return
    if series.look == "bars":
        axes.bar(x, y, width=0.85, color=colour, linewidth=0, label=label)
        if series.low:
            ends = [scale * low for low in series.low], [scale * high for high in series.high]
            axes.vlines(x, *ends, color="#333333", linewidth=0.7)
        return
    # A size that was not run breaks the line, so as not to suggest that something is known there.
    for place in reversed([n for n in range(1, len(x)) if x[n] - x[n - 1] > 1.5]):
        x.insert(place, x[place] - 0.5)  # Nothing is drawn there.
        y.insert(place, math.nan)
        if series.low:
            low, high = list(series.low), list(series.high)
            low.insert(place, math.nan)
            high.insert(place, math.nan)
            series = series._replace(low=low, high=high)
    hollow = series.look != "ours"
    style: dict[str, Any] = {
        "color": colour,
        "marker": "x" if series.look == "other" else marker,
        "markerfacecolor": "white" if hollow else colour,
        "markeredgewidth": 0.9,
        "linestyle": "none" if series.look == "other" else ":" if hollow else "-",
        "linewidth": 0.8 if hollow else 1.0,
        "label": label,
    }
    if not series.low:
        axes.plot(x, y, **style)
        return
    down = [max(0.0, value - scale * low) for value, low in zip(y, series.low, strict=True)]
    up = [
        0.0 if math.isinf(high) else max(0.0, scale * high - value)
        for value, high in zip(y, series.high, strict=True)
    ]
    axes.errorbar(x, y, yerr=[down, up], elinewidth=0.8, capsize=1.8, capthick=0.8, **style)
    for where, value, end in zip(x, y, series.high, strict=True):
        if math.isinf(end):  # An interval without an upper end.
            arrow = {"arrowstyle": "<|-", "color": colour, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
            axes.annotate(
                "",
                (where, value),
                (0, 12),
                textcoords="offset points",
                arrowprops=arrow | {"mutation_scale": 6},
            )
