"""Progress of long work on standard error: a changing line on a terminal, otherwise occasional lines."""

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
"""Seconds between progress lines where they cannot change in place."""
SCREEN_SECONDS = 0.2
WATCH_SECONDS = 1.0
"""Seconds between updates of the line on a screen while no deal ends."""


@contextmanager
def progress() -> "Iterator[Callable[[Standing], None]]":
    """A callback that shows how far a survey or a measurement is: a changing line, or occasional lines.

    It also updates during a long deal: a survey whose last deals take an hour has not stopped.
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
            # End with an erasure, because the previous line may have been longer; never exceed the screen.
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
    """Erase the progress line before writing something else."""
    if is_interactive():
        tell("\r\x1b[K")


def note(line: str) -> None:
    """Write a line of its own amid the progress."""
    tell(f"\r\x1b[K{line}\n" if is_interactive() else line + "\n")


def _fitted(line: str) -> str:
    width = shutil.get_terminal_size().columns - 1
    return line if len(line) <= width else line[: width - 1] + "…"
