"""``progress=True``: displays the counts of a running search where a person can see them.

In a notebook they appear as cell output, on a terminal as a line on standard error; both disappear when the
search ends.  Anywhere else nothing is shown.  The search itself drives the display: there is no second
thread, and nothing is loaded or touched before the first report, so a quick search costs nothing.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from html import escape
from typing import Any

from yomikiri.core import words
from yomikiri.search.control import Progress, ProgressCallback

SECONDS = 0.2
"""Seconds between two updates of the display."""

Show = Callable[[str | None], None]
"""Shows a line; None removes it."""


def is_interactive() -> bool:
    """Whether a person is watching stderr."""
    return sys.stderr is not None and sys.stderr.isatty()


def is_notebook() -> bool:
    """Whether this is the kernel of a notebook."""
    known: Any = sys.modules.get("IPython")
    shell = None if known is None else known.get_ipython()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def showing() -> Iterator[ProgressCallback | None]:
    """A callback that shows progress while the context lasts; None if nobody is watching."""
    make = _in_notebook if is_notebook() else _on_terminal if is_interactive() else None
    if make is None:
        yield None
        return
    show: Show | None = None
    shown_at = 0.0

    def report(now: Progress) -> None:
        nonlocal show, shown_at
        if time.monotonic() - shown_at < SECONDS:
            return
        # If the terminal was closed, nobody is watching any more: that must not end the search.
        with suppress(OSError):
            show = show or make()
            show(counts(now))
        shown_at = time.monotonic()

    try:
        yield report
    finally:
        if show is not None:
            with suppress(OSError):
                show(None)


def _in_notebook() -> Show:
    from IPython.display import HTML, display

    handle = display(HTML(""), display_id=True)

    def show(line: str | None) -> None:
        handle.update(HTML("" if line is None else f"<pre>{escape(line)}</pre>"))

    return show


def _on_terminal() -> Show:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    screen = Console(stderr=True, highlight=False, emoji=False, markup=False)
    live = Live(console=screen, auto_refresh=False, transient=True)
    live.start()

    def show(line: str | None) -> None:
        if line is None:
            live.stop()
        else:
            live.update(Text(line, no_wrap=True, overflow="ellipsis"), refresh=True)

    return show


def counts(progress: Progress) -> str:
    """One line of figures, the most important first: a narrow terminal cuts off the end."""
    if progress.note is not None:
        return f"{progress.note}, {words.time(progress.seconds)}"
    parts = [
        *_bounds(progress),
        f"{words.short_count(progress.expanded)} expanded",
        f"{words.short_count(progress.rate)}/s",
        words.time(progress.seconds),
        words.size(progress.bytes),
        f"{words.short_count(progress.stored)} stored",
    ]
    return ", ".join(parts)


def _bounds(progress: Progress) -> Iterator[str]:
    """What is proved so far about the shortest solution."""
    if progress.lower_bound:
        yield f"at least {words.plural(progress.lower_bound, 'move')}"
    if progress.upper_bound is not None:
        yield f"at most {progress.upper_bound}"
