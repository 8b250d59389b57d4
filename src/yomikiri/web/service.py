"""The service: what all requests share."""

from dataclasses import dataclass, field
from threading import Lock

from yomikiri.web.bucket import Bucket
from yomikiri.web.notebook import Notebook
from yomikiri.web.pool import Pool
from yomikiri.web.settings import Settings
from yomikiri.web.shelf import Shelf
from yomikiri.web.start import Replays


@dataclass
class Service:
    """The workers, what is remembered, and what is counted."""

    settings: Settings
    shelf: Shelf = field(default_factory=Shelf)
    pool: Pool = field(init=False)
    bucket: Bucket = field(init=False)
    replays: Replays = field(default_factory=Replays)
    notebook: Notebook = field(default_factory=Notebook)
    sockets: int = 0
    drawing: Lock = field(default_factory=Lock)
    """Pictures are drawn one at a time: a long one takes seconds, and moves are to be answered meanwhile."""

    def __post_init__(self) -> None:
        self.pool = Pool(self.settings)
        self.bucket = Bucket(self.settings.requests_per_second, self.settings.burst)
        self.worker_memory = self.settings.worker_memory()
