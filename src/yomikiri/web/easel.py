"""The easel: where drawings are made, in their own worker processes.

These are separate from the workers for searches, so that neither waits for the other, and they start only
when there is something to draw.  The queue is short: if it is full, clients are told to try again.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from yomikiri.core.errors import InputError, YomikiriError
from yomikiri.web.drawing import Drawing, File
from yomikiri.web.models import Setup
from yomikiri.web.pool import QUEUED, Job, Pool
from yomikiri.web.settings import Settings
from yomikiri.web.turns import Full, Owner, Turns
from yomikiri.web.worker import ANSWER, DEFECT, PROGRESS, REFUSED

GRACE = 5.0
"""Seconds that a worker gets to notice that its time is up before it is killed."""


class Busy(YomikiriError):
    """It cannot be done now, but perhaps later."""


@dataclass(eq=False)
class _Request:
    """The owner of a drawing: each request counts as a tab of its own."""


class Easel:
    """The workers that draw, and how much they may use."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        turns = Turns[Job](settings.exports_waiting, settings.exports_per_client, "exports")
        self.pool = Pool(settings.exports, turns, settings.stop_seconds)

    async def draw(
        self, form: str, setup: Setup, moves: list[str], client: str, gone: Callable[[], Awaitable[Any]]
    ) -> File:
        """Have it drawn, unless the client leaves first."""
        settings = self._settings
        drawing = Drawing(form, setup, tuple(moves), settings.export_seconds, settings.export_memory)
        ended: asyncio.Future[tuple[str, Any]] = asyncio.get_running_loop().create_future()

        def hear(word: str, said: Any) -> None:
            if word not in (QUEUED, PROGRESS) and not ended.done():
                ended.set_result((word, said))

        job = Job(drawing, Owner(client, _Request()), hear, seconds=settings.export_seconds + GRACE)
        try:
            self.pool.submit(job)
        except Full as error:
            raise Busy(str(error)) from None
        leaving = asyncio.ensure_future(gone())
        try:
            await asyncio.wait({ended, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not ended.done():
                self.pool.cancel(job)
        if not ended.done():
            raise Busy("nobody waits for it any more")
        word, said = ended.result()
        if word == ANSWER:
            assert isinstance(said, File)
            return said
        if word == REFUSED:
            raise InputError(said)
        if word == DEFECT:
            raise RuntimeError(said)
        raise Busy(str(said))
