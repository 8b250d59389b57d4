"""A deal that kills whoever solves it, for the tests on a cluster."""

import os
import signal
from collections.abc import Sequence

from yomikiri.store import Attempt
from yomikiri.surveys.task import Task, perform

DEADLY = "17"


def solve_batch(batch: Sequence[Task]) -> list[Attempt]:
    if any(task.deal == DEADLY for task in batch):
        os.kill(os.getpid(), signal.SIGKILL)
    return [perform(task) for task in batch]
