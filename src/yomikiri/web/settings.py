"""Settings: what the server allows, in one place.

The limits are generous for ten tabs of one person and small for anybody who means harm.
"""

from dataclasses import dataclass

from yomikiri.search.outcome import available_memory

MiB = 2**20
MAX_MOVES = 5000
"""Moves of one line of play; the longest solutions of the decision search have some hundreds."""
MAX_MOVE_CHARACTERS = 16
MAX_POSITION_CHARACTERS = 4096
MAX_BODY_BYTES = 256 * 1024
"""More than ``MAX_MOVES`` moves and a position ever need."""


@dataclass(frozen=True)
class Settings:
    """How much may be asked of the server."""

    host: str = "127.0.0.1"
    """Where it listens; see :func:`yomikiri.web.guard.is_ours`."""
    names: tuple[str, ...] = ()
    """More names that it may be called by."""
    workers: int = 2
    """Searches at a time."""
    total_memory: int | None = None
    """Bytes for all searches together; None is half of what is free when the server starts."""
    longest_seconds: float = 600.0
    """The most that a request may ask for."""
    waiting: int = 40
    """Searches that may wait for a worker."""
    per_socket: int = 6
    """Searches that one tab may have, running and waiting."""
    sockets: int = 64
    requests_per_second: float = 200.0
    """For each client; ten tabs that follow a fast player need a tenth of it."""
    burst: int = 1000
    """Requests that may come at once: ten tabs load a few dozen files each."""
    stop_seconds: float = 1.5
    """How long a search may take to stop before its process is killed."""

    def worker_memory(self) -> int:
        """The share of one worker."""
        total = self.total_memory if self.total_memory is not None else available_memory() // 2
        return max(64 * MiB, total // max(1, self.workers))


SECONDS = {"win": 10.0, "hint": 20.0, "solve": 60.0, "shortest": 120.0, "winnable": 60.0}
"""What a request gets if it does not say how long."""
