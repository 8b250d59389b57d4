"""How fast this machine is now: what must take a second at most may take longer where others compute, too."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


def stretch() -> float:
    """How many times longer than alone this process takes now, because the machine does other things, too."""
    started, used = time.monotonic(), time.process_time()
    while time.process_time() - used < 0.05:
        pass
    return max(1.0, (time.monotonic() - started) / 0.05)


def check(taken: float, seconds: float, before: float = 1.0) -> None:
    """That what took so long would not have taken longer than that on a machine that does nothing else.

    Where it did take longer, twice as long is allowed for each time that the machine was stretched, before or
    now: a process that waits for its turn twice does not wait equally long.
    """
    if taken >= seconds:
        assert taken < 2 * seconds * max(before, stretch()), f"{taken:.2f} s"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is done here must not take longer than that, on a machine that does nothing else."""
    before, started = stretch(), time.monotonic()
    yield
    check(time.monotonic() - started, seconds, before)
