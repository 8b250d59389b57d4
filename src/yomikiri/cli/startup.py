"""Ctrl-C outside the commands: while the program loads, and while it exits.

Python would print a traceback, which helps nobody; and an interrupt that arrives while a module loads can get
lost in it.  So until a command runs, and after it has ended, Ctrl-C ends the process at once.  This module is
loaded before all others and needs none of them.
"""

import os
import signal

CANCELLED = 130
"""The status from :mod:`yomikiri.cli.exits`, which would load half of the program."""


def _leave(number: int, frame: object) -> None:
    os.write(2, b"yomikiri: cancelled\n")
    os._exit(CANCELLED)


def leave_on_interrupt() -> None:
    """Have Ctrl-C end the process; if it is ignored, as in the background of a script, leave it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raise_on_interrupt() -> None:
    """Have Ctrl-C raise KeyboardInterrupt again, for a command that cleans up."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def leave_at_once() -> None:
    """The answer is out: have Ctrl-C end the process by the system's default, silently."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
