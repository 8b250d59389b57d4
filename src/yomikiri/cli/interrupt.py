"""Ctrl-C during a search: the first asks the search to stop and report, the second ends the process."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from yomikiri.search import Cancel

SHOW_CURSOR = b"\x1b[?25h"


@contextmanager
def cancel_on_interrupt() -> Iterator[Cancel]:
    """A flag that SIGINT sets while the block runs.

    Only the main thread may install handlers; elsewhere the flag is simply never set from here.
    """
    cancel = Cancel()
    if threading.current_thread() is not threading.main_thread():
        yield cancel
        return

    def stop(number: int, frame: FrameType | None) -> None:
        cancel.set()
        # The default action needs no Python code to run: a second Ctrl-C works whatever we are doing.
        # It would leave no chance to tidy up, so the progress display's hidden cursor comes back now.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if sys.stderr is not None and sys.stderr.isatty():
            os.write(sys.stderr.fileno(), SHOW_CURSOR)

    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, previous)
