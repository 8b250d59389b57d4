"""The worker: a process that does one thing at a time, answering a question or drawing.

Tasks and answers go through a pipe, as tuples that begin with the number of the task.  A thread keeps
listening, so that a task can be cancelled: the task sees the flag and stops by itself.  When the other end is
gone, because the server was killed, the worker ends at once.  The server handles Ctrl-C.
"""

import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

from yomikiri.core import system
from yomikiri.core.errors import CertificationError, YomikiriError
from yomikiri.search import Cancel
from yomikiri.web.drawing import Drawing, draw
from yomikiri.web.question import Question, answer

ASK, CANCEL = "ask", "cancel"
READY, PROGRESS, ANSWER = "ready", "progress", "answer"
REFUSED, ERROR, DEFECT = "refused", "error", "defect"
"""The request is wrong or too large; it could not be done now; yomikiri has a bug."""

Task = Question | Drawing

NICE = 5
"""When processors are scarce, the page goes before a search."""

_Asked = tuple[int, Task, Cancel]


def work(connection: "Connection[Any, Any]") -> None:
    """The main loop of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    system.die_first()  # Rather than the server.
    system.stand_back(NICE)
    asked: queue.SimpleQueue[_Asked] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, asked), daemon=True).start()
    connection.send((0, READY, None))
    while True:
        number, task, cancel = asked.get()
        connection.send((number, *_done(connection, number, task, cancel)))


def _done(connection: "Connection[Any, Any]", number: int, task: Task, cancel: Cancel) -> tuple[str, Any]:
    try:
        if isinstance(task, Drawing):
            return ANSWER, draw(task, cancel)
        return ANSWER, answer(task, lambda now: connection.send((number, PROGRESS, now)), cancel)
    except CertificationError as error:
        return DEFECT, f"internal error, a bug in yomikiri: {error}"
    except YomikiriError as error:
        return REFUSED, str(error)
    except MemoryError:
        return ERROR, "the search ran out of memory"
    except OSError as error:
        return ERROR, f"the search could not go on: {error.strerror or type(error).__name__}"
    except Exception as error:
        return DEFECT, f"internal error, a bug in yomikiri: {type(error).__name__}"


def _listen(connection: "Connection[Any, Any]", asked: "queue.SimpleQueue[_Asked]") -> None:
    flags: dict[int, Cancel] = {}
    try:
        while True:
            word, number, task = connection.recv()
            if word == ASK:
                flags = {number: Cancel()}
                asked.put((number, task, flags[number]))
            elif number in flags:
                flags[number].set()
    except (EOFError, OSError):
        os._exit(0)  # Nobody is waiting for an answer any more.
    except BaseException:
        os._exit(1)  # A worker that cannot be reached is replaced.
