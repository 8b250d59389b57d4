"""The service: what all requests share."""

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from starlette.concurrency import run_in_threadpool

from yomikiri.web.bucket import Bucket
from yomikiri.web.easel import Easel
from yomikiri.web.models import Setup
from yomikiri.web.notebook import Notebook
from yomikiri.web.pool import Job, Pool
from yomikiri.web.settings import LONG_LINE, Settings
from yomikiri.web.start import Played, Replays
from yomikiri.web.survey_browser import SurveyBrowser
from yomikiri.web.token import Token
from yomikiri.web.turns import Turns


class Tab(Protocol):
    """An open socket."""

    @property
    def idle(self) -> bool:
        """Whether it is waiting for no answer."""

    @property
    def heard(self) -> float:
        """When it last said something."""

    def leave(self) -> None:
        """Close it; the page opens another one for its next question."""


@dataclass
class Service:
    """The workers, what is remembered, and what is counted."""

    settings: Settings
    browser: SurveyBrowser = field(default_factory=SurveyBrowser)
    pool: Pool = field(init=False)
    easel: Easel = field(init=False)
    bucket: Bucket = field(init=False)
    replays: Replays = field(default_factory=Replays)
    notebook: Notebook = field(default_factory=Notebook)
    sockets: int = 0
    """Tabs that are open or being closed."""
    tabs: set[Tab] = field(default_factory=set)

    long_lines: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    async def played(self, setup: Setup, moves: list[str]) -> Played:
        """Replay a line; long ones, which take up to a second, one at a time: threads share one processor."""
        if len(moves) <= LONG_LINE:
            return await run_in_threadpool(self.replays.play, setup, moves)
        async with self.long_lines:
            return await run_in_threadpool(self.replays.play, setup, moves)

    def make_room(self) -> bool:
        """Close the idle tab that was silent longest to make room; returns whether there was one."""
        idle = [tab for tab in self.tabs if tab.idle]
        if not idle:
            return False
        silent = min(idle, key=lambda tab: tab.heard)
        self.tabs.discard(silent)
        silent.leave()
        return True

    def __post_init__(self) -> None:
        settings = self.settings
        turns = Turns[Job](settings.waiting, settings.per_client)
        self.pool = Pool(settings.workers, turns, settings.stop_seconds)
        self.easel = Easel(settings)
        self.bucket = Bucket(self.settings.requests_per_second, self.settings.burst)
        self.token = None if settings.token is None else Token(settings.token)
        self.worker_memory = self.settings.worker_memory()
