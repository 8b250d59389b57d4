"""Progress of long work on standard error: a line that changes on a terminal, else lines now and then."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from yomikiri.cli.output import tell
from yomikiri.search.showing import is_interactive

if TYPE_CHECKING:
    from yomikiri.surveys.tally import Standing

LINE_SECONDS = 10.0
"""How often a line of progress is written where nobody can see it change."""
SCREEN_SECONDS = 0.2
WATCH_SECONDS = 1.0
"""How often the line on a screen changes while no deal ends."""


@contextmanager
def progress() -> "Iterator[Callable[[Standing], None]]":
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
            if latest is None or now - shown_at < pause:
                return
            shown_at = now
            line = latest.line()
            # Ended by an erasure, because the line before may have been longer; never wider than the screen.
            tell(f"\r{_fitted(line)}\x1b[K" if screen else line + "\n")

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
        tell("\r\x1b[K")


def note(line: str) -> None:
    """A line of its own among the progress."""
    tell(f"\r\x1b[K{line}\n" if is_interactive() else line + "\n")


def _fitted(line: str) -> str:
    width = shutil.get_terminal_size().columns - 1
    return line if len(line) <= width else line[: width - 1] + "…"
