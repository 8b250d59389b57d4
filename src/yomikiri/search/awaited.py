"""A search that can be awaited: :func:`asolve`, for programs that run on asyncio.

The search runs in its own thread, and without Python's lock while it is in the kernel.  Cancelling the task
stops it: a running search checks about ten times a second whether it should stop.
"""

import asyncio
import contextlib
import threading
from typing import Any

from yomikiri.core.protocol import Game
from yomikiri.search.control import Cancel
from yomikiri.search.outcome import Result
from yomikiri.search.solve import solve


async def asolve(
    game: Game[Any, Any], position: Any, *, cancel: Cancel | None = None, **options: Any
) -> Result:
    """An awaitable :func:`yomikiri.solve`; cancelling the task stops the search and waits until it has ended.

    ``progress`` is called in the thread of the search.
    """
    stop = _Either(cancel)
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        elif result is not None:
            done.set_result(result)

    def search() -> None:
        result, problem = None, None
        try:
            result = solve(game, position, cancel=stop, **options)
        except BaseException as error:
            problem = error
        with contextlib.suppress(RuntimeError):  # The loop was closed: nobody is waiting any more.
            loop.call_soon_threadsafe(settle, result, problem)

    # Not one of the loop's own threads: there are few of them, and a search may take hours.
    threading.Thread(target=search, name="asolve", daemon=True).start()
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        stop.set()
        with contextlib.suppress(BaseException):
            await asyncio.wait([done])
        if done.done() and not done.cancelled():
            done.exception()  # Retrieve it, or asyncio complains that nobody did.
        raise


class _Either(Cancel):
    """Set when the task is cancelled or the caller's flag is set."""

    def __init__(self, other: Cancel | None) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or (self._other is not None and self._other.is_set())
