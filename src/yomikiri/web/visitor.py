"""Visitors: connections from start to end, and how far their request has come.

A visitor sits between a connection and the protocol that reads it, and sees when bytes arrive.  The guard
tells it when a request is complete and when it is answered.  After an upgrade to a WebSocket the bytes no
longer pass through here; the visitor then only represents the open connection.
"""

import asyncio
import enum
import time
from collections.abc import Callable, Mapping
from typing import Any, cast

from yomikiri.web.settings import MAX_BODY_BYTES

MOST_HEADER_BYTES = 64 * 1024
MOST_BYTES = MAX_BODY_BYTES + 2 * MOST_HEADER_BYTES
"""Bytes of a whole request, and of what may come after it."""
BLANK = b"\r\n\r\n"


class Stage(enum.Enum):
    """How far a request has come."""

    HEADERS = "its headers are awaited"
    BODY = "its body is awaited"
    WORK = "it is answered, or a WebSocket"


def refusal(status: str, sentence: str) -> bytes:
    """A response to a request that was not read."""
    body = f'{{"error":"{sentence}"}}'.encode()
    lines = [
        f"HTTP/1.1 {status}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "Retry-After: 1",
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


TOO_SLOW = refusal("408 Request Timeout", "the request did not come in time")
TOO_LARGE = refusal("431 Request Header Fields Too Large", "the headers of a request are too large")
TOO_MANY = refusal("503 Service Unavailable", "too many connections: try again later")


class Visitor(asyncio.Protocol):
    """A connection."""

    def __init__(self, client: str, protocol: Callable[["Visitor"], asyncio.Protocol]) -> None:
        self.client, self.stage, self.since = client, Stage.HEADERS, time.monotonic()
        self.transport: asyncio.Transport | None = None
        self._inner = protocol(self)
        self._doomed = False
        self._fresh = True
        """Whether this is its first request: an old visitor may be silent until its next one."""
        self._heard = 0
        self._headed = False
        self._tail = b""
        self._unread, self._unread_since = 0, 0.0

    # -- as a protocol -----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._inner.connection_made(transport)
        if self._doomed:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.stage is Stage.HEADERS and not self._heard and not self._fresh:
            self.since = time.monotonic()
        if not self._headed:
            self._headed = BLANK in self._tail + data
            self._tail = (self._tail + data)[-len(BLANK) + 1 :]
        self._heard += len(data)
        if self._heard > (MOST_BYTES if self._headed else MOST_HEADER_BYTES):
            self.leave(TOO_LARGE)
            return
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    # -- what the guard tells ----------------------------------------------------------------------

    def reach(self, stage: Stage) -> None:
        """A request has reached a stage."""
        self.stage, self.since = stage, time.monotonic()

    def answered(self) -> None:
        """The next request may come."""
        self.reach(Stage.HEADERS)
        self._fresh, self._heard, self._headed, self._tail = False, 0, False, b""

    # -- what the door asks ------------------------------------------------------------------------

    @property
    def is_gone(self) -> bool:
        return self._doomed if self.transport is None else self.transport.is_closing()

    def is_late(self, seconds: float, now: float) -> bool:
        """Whether the headers of a request have been outstanding for too long."""
        awaited = self.stage is Stage.HEADERS and (self._fresh or self._heard > 0)
        return awaited and now - self.since > seconds

    def stalled(self, now: float) -> float:
        """For how many seconds the client has read nothing of what was sent; call it repeatedly."""
        unread = 0 if self.transport is None else self.transport.get_write_buffer_size()
        if unread == 0 or unread < self._unread or not self._unread_since:
            self._unread_since = now
        self._unread = unread
        return now - self._unread_since if unread else 0.0

    def cut(self) -> None:
        """End the connection, whatever is still unsent."""
        self._doomed = True
        if self.transport is not None:
            self.transport.abort()

    def leave(self, words: bytes = b"") -> None:
        """End the connection, after sending ``words``, if any."""
        self._doomed = True
        if self.transport is None or self.transport.is_closing():
            return
        if words and self.transport.get_write_buffer_size() == 0:
            self.transport.write(words)
            self.transport.close()
        else:
            self.cut()


def visitor_of(scope: Mapping[str, Any]) -> Visitor | None:
    """The visitor of an ASGI scope; in tests there may be none."""
    found = scope.get("state", {}).get("visitor")
    return found if isinstance(found, Visitor) else None
