"""Ctrl-C outside the commands: while the program is loaded, and while it leaves.

Python would show where it was, which helps nobody; and an interruption that comes while a module is loaded
can get lost in it.  So until a command runs, and after it has ended, Ctrl-C ends the process at once.  This
module is loaded before all others and needs none of them.
"""

import os
import signal

CANCELLED = 130
"""The status that :mod:`yomikiri.cli.exits` has for it, which loads half of the program."""


def _leave(number: int, frame: object) -> None:
    os.write(2, b"yomikiri: cancelled\n")
    os._exit(CANCELLED)


def leave_on_interrupt() -> None:
    """Have Ctrl-C end the process; where it is ignored, as in the background of a script, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raise_on_interrupt() -> None:
    """Have Ctrl-C raise KeyboardInterrupt again, for a command that tidies up."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def leave_at_once() -> None:
    """The answer is out: have Ctrl-C end the process as the system does it, without another word."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
