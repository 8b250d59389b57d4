"""The worker of the local pool: ``python -m yomikiri.surveys.worker`` reads tasks and writes attempts.

Both are pickles, on standard input and output, between two processes of the same program.  When the other end
closes, which the operating system does for a killed driver, the worker ends at once, even in the middle of a
search.  Only the driver handles signals: those from a terminal or a system shutdown go to all processes, and
if one killed a worker, it would look as if its deal had done so.
"""

import os
import pickle
import queue
import signal
import sys
import threading
import warnings
from typing import Any, BinaryIO

from yomikiri.core import system
from yomikiri.core.errors import GameWarning
from yomikiri.surveys.executor import Work


def main() -> None:
    warnings.simplefilter("ignore", GameWarning)  # The driver has already warned.
    for number in (signal.SIGINT, *system.END_SIGNALS):
        signal.signal(number, signal.SIG_IGN)
    # Send anything printed to standard error: the pipe is for attempts.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    system.die_first()  # Rather than the driver.
    tasks: queue.SimpleQueue[Work[Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        pickle.dump(tasks.get().perform(), answers)
        answers.flush()


def _read(source: BinaryIO, tasks: "queue.SimpleQueue[Work[Any]]") -> None:
    try:
        while True:
            tasks.put(pickle.load(source))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)  # Nobody is waiting for an answer any more.


if __name__ == "__main__":
    main()
