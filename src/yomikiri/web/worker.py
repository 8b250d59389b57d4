"""The worker: a process that answers one question at a time.

Questions come and answers go through a pipe, as tuples that begin with the number of the question.  A
thread listens meanwhile, so that a question can be cancelled: the search sees the flag and stops by itself.
When the other end is gone, because the server was killed, the worker ends at once.  Ctrl-C is the server's
business.
"""

import contextlib
import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from yomikiri.errors import CertificationError, YomikiriError
from yomikiri.search import Cancel
from yomikiri.web.question import Question, answer

ASK, CANCEL = "ask", "cancel"
READY, PROGRESS, ANSWER, ERROR = "ready", "progress", "answer", "error"

NICE = 5
"""Where processors are scarce, the page comes before a search."""

_Asked = tuple[int, Question, Cancel]


def work(connection: "Connection[Any, Any]") -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # Not Linux.
        # If the machine runs out of memory, a worker is to die and not the server.
        Path("/proc/self/oom_score_adj").write_text("500")
    with contextlib.suppress(OSError, AttributeError):  # Not Unix.
        os.nice(NICE)
    asked: queue.SimpleQueue[_Asked] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, asked), daemon=True).start()
    connection.send((0, READY, None))
    while True:
        number, question, cancel = asked.get()
        connection.send((number, *_answered(connection, number, question, cancel)))


def _answered(
    connection: "Connection[Any, Any]", number: int, question: Question, cancel: Cancel
) -> tuple[str, Any]:
    try:
        return ANSWER, answer(question, lambda now: connection.send((number, PROGRESS, now)), cancel)
    except CertificationError as error:
        return ERROR, f"internal error, a defect of yomikiri: {error}"
    except YomikiriError as error:
        return ERROR, str(error)
    except MemoryError:
        return ERROR, "the search ran out of memory"
    except OSError as error:
        return ERROR, f"the search could not go on: {error.strerror or type(error).__name__}"
    except Exception as error:
        return ERROR, f"internal error, a defect of yomikiri: {type(error).__name__}"


def _listen(connection: "Connection[Any, Any]", asked: "queue.SimpleQueue[_Asked]") -> None:
    flags: dict[int, Cancel] = {}
    try:
        while True:
            word, number, question = connection.recv()
            if word == ASK:
                flags = {number: Cancel()}
                asked.put((number, question, flags[number]))
            elif number in flags:
                flags[number].set()
    except (EOFError, OSError):
        os._exit(0)  # Nobody waits for an answer any more.
