"""Settings: what the server allows, in one place.

The limits are generous for one person with ten tabs and tight for an attacker.
"""

from dataclasses import dataclass
from pathlib import Path

from yomikiri.core.system import available_memory

MiB = 2**20
MAX_MOVES = 5000
"""The most moves of one line of play; the longest solutions of the decision search have a few hundred."""
MAX_MOVE_CHARACTERS = 16
MAX_POSITION_CHARACTERS = 4096
LONG_LINE = 300
"""Moves; longer lines are not replayed or written in the server itself, which has others to answer."""
MAX_BODY_BYTES = 256 * 1024
"""More than ``MAX_MOVES`` moves and a position ever need."""


@dataclass(frozen=True)
class Settings:
    """How much may be asked of the server."""

    host: str = "127.0.0.1"
    """Where it listens; see :func:`yomikiri.web.guard.is_ours`."""
    names: tuple[str, ...] = ()
    """Further names that it may be called by."""
    kernel: Path | None = None
    """The folder of the kernel's WebAssembly modules; None is the one that was installed, if there is one."""
    token: str | None = None
    """The token that clients must know; None lets in everybody who can reach the server."""
    workers: int = 2
    """Searches at a time."""
    total_memory: int | None = None
    """Bytes for all searches together; None is half of what is free when the server starts."""
    longest_seconds: float = 600.0
    """The longest time that a request may ask for."""
    waiting: int = 40
    """Searches that may wait for a worker."""
    per_client: int = 24
    """Searches that one address may have, running and waiting."""
    per_socket: int = 6
    """Searches that one tab may have, running and waiting."""
    exports: int = 1
    """Exports made at a time; also long lines of play, board by board."""
    exports_waiting: int = 8
    """Exports that may wait."""
    exports_per_client: int = 4
    """Exports that one address may have, running and waiting."""
    export_seconds: float = 60.0
    export_memory: int = 256 * MiB
    """Bytes that an export may use beyond what its process has anyway."""
    sockets: int = 64
    connections: int = 100
    """Connections from one address: a browser has six, and one for each tab."""
    all_connections: int = 1000
    """Connections in all; fewer where there are fewer file descriptors."""
    request_seconds: float = 10.0
    """How long the headers of a request may take to arrive, and then again its body."""
    unread_seconds: float = 30.0
    """How long a client may read nothing of an answer before the connection is cut."""
    requests_per_second: float = 200.0
    """Requests per second for each client; ten tabs that follow a fast player need a tenth of it."""
    burst: int = 1000
    """Requests that may come at once: ten tabs load a few dozen files each."""
    stop_seconds: float = 1.5
    """How long a search may take to stop before its process is killed."""

    def worker_memory(self) -> int:
        """The share of one worker."""
        total = self.total_memory if self.total_memory is not None else available_memory() // 2
        return max(64 * MiB, total // max(1, self.workers))


SECONDS = {"win": 10.0, "hint": 20.0, "solve": 60.0, "shortest": 120.0, "winnable": 60.0, "daily": 60.0}
"""The time that a request gets by default."""
