"""Signals that end a command: Ctrl-C, SIGTERM, and SIGHUP when a terminal is closed.

During a search the first signal asks it to stop, save its state and report; elsewhere it is raised as an
exception, so that no half-written file is left.  A second Ctrl-C ends the process at once: the user does not
want to wait.  A second SIGTERM or SIGHUP changes nothing: systems send them in pairs, a moment apart, and
have SIGKILL for processes that take too long.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from yomikiri.core import system
from yomikiri.search import Cancel

SHOW_CURSOR = b"\x1b[?25h"

_caught: list[int] = []
"""The signals received while the command ran."""


def caught() -> int | None:
    """The signal that ended the command, if any: the first one received."""
    return _caught[0] if _caught else None


def forget() -> None:
    """A search was cancelled and the command goes on: the next signal counts as the first again."""
    _caught.clear()


@contextmanager
def tidy_ends() -> Iterator[None]:
    """While a command runs, turn SIGTERM and SIGHUP into KeyboardInterrupt, like Ctrl-C."""

    def end(number: int, frame: FrameType | None) -> None:
        _caught.append(number)
        if len(_caught) == 1:
            raise KeyboardInterrupt

    _caught.clear()
    with _handling(dict.fromkeys(system.END_SIGNALS, end)):
        yield


@contextmanager
def cancel_on_interrupt() -> Iterator[Cancel]:
    """A flag that these signals set while the block runs."""
    cancel = Cancel()

    def stop(number: int, frame: FrameType | None) -> None:
        _caught.append(number)
        cancel.set()
        # The default action needs no Python code to run: a second Ctrl-C works whatever we are doing.
        # It would leave no chance to tidy up, so the progress display's hidden cursor comes back now.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if sys.stderr is not None and sys.stderr.isatty():
            with contextlib.suppress(OSError):  # The terminal is gone.
                os.write(sys.stderr.fileno(), SHOW_CURSOR)

    with _handling(dict.fromkeys((signal.SIGINT, *system.END_SIGNALS), stop)):
        yield cancel


@contextmanager
def _handling(handlers: "dict[signal.Signals, signal._HANDLER]") -> Iterator[None]:
    """Install handlers while the block runs.

    Only the main thread may do that; elsewhere signals are not for us.  If SIGHUP is ignored, it stays
    ignored: that is what nohup is for.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if system.HANGUP is not None and signal.getsignal(system.HANGUP) is signal.SIG_IGN:
        handlers = {number: handler for number, handler in handlers.items() if number != system.HANGUP}
    previous = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
