"""A worker of :mod:`yomikiri.search.many`: ``python -m yomikiri.search.many_worker``.

It reads the request once, then deals, some at a time, and writes their results: all as pickles, on standard
input and output, between two processes of the same program.  When the other end closes, which the operating
system does for a killed program, the worker ends at once, even in the middle of a search.
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
from yomikiri.core.errors import GameWarning, InputError


def main() -> None:
    warnings.simplefilter("ignore", GameWarning)  # The driver has already warned.
    for number in (signal.SIGINT, *system.END_SIGNALS):
        signal.signal(number, signal.SIG_IGN)
    # Send anything printed to standard error: the pipe is for results.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    system.die_first()  # Rather than the driver.
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, asked), daemon=True).start()
    prepared = asked.get()
    while True:
        found: Any
        try:
            if isinstance(prepared, BaseException):
                raise prepared
            chunk, limits = asked.get()
            found = [prepared.answer(index, item, limits, None) for index, item in chunk]
        except Exception as error:
            found = error
        answers.write(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
        answers.flush()


def _read(source: BinaryIO, asked: "queue.SimpleQueue[Any]") -> None:
    while True:
        try:
            asked.put(pickle.load(source))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)  # Nobody is waiting for an answer any more.
        except Exception as error:  # A class that this process cannot find.
            asked.put(InputError(f"a worker process cannot read it ({error}): expected pool='threads'"))


if __name__ == "__main__":
    main()
