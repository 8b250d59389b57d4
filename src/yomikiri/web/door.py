"""The door: accepts connections, a limited number per client, and drops those that keep others waiting.

uvicorn accepts every connection and waits forever for the rest of a request; a thousand half-sent ones used
up all file descriptors, and nobody else could connect.  Here a connection beyond the limit replaces the one
that has been waiting longest for the rest of its request, or for its next one; a request that is being
answered is never dropped.  So even a crowd at one's own address, which everyone on one machine shares, keeps
nobody out.

Some descriptors are held in reserve, so that there is one for the next connection when all others are taken.
"""

import asyncio
import contextlib
import errno
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from yomikiri.core import system
from yomikiri.web.client import client_at
from yomikiri.web.settings import Settings
from yomikiri.web.visitor import TOO_MANY, TOO_SLOW, Stage, Visitor

SPARE = 4
"""Descriptors in reserve."""
RESERVED = 48
"""Descriptors for other purposes than connections: workers, files, the store."""
FEWEST = 8
"""Connections to allow however few descriptors there are."""
RUN_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE = 0.05
"""Seconds to wait when there is no descriptor."""
STUCK = 1.0
"""Seconds without reading after which a visitor may have to give way."""

MakeProtocol = Callable[[Visitor], asyncio.Protocol]


class Door:
    """All visitors, and the listening socket."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._visitors: set[Visitor] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._spare: list[int] = []
        self._most = settings.all_connections

    def __len__(self) -> int:
        return len(self._visitors)

    def open(self, listener: socket.socket, protocol: MakeProtocol) -> None:
        """Accept visitors from now on."""
        listener.setblocking(False)
        self._keep_spare()
        self._most = max(FEWEST, min(self._settings.all_connections, system.descriptors() - RESERVED))
        self._start(self._let_in(listener, protocol))
        self._start(self._look_around())

    async def close(self) -> None:
        """Stop accepting visitors."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._spare:
            os.close(self._spare.pop())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _let_in(self, listener: socket.socket, protocol: MakeProtocol) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(listener)
            except OSError as error:
                if error.errno in RUN_OUT:
                    self._make_descriptor()
                    await asyncio.sleep(PAUSE)
                continue
            visitor = Visitor(client_at(str(address[0])), protocol)
            if self._has_room(visitor):
                self._visitors.add(visitor)
                self._start(self._receive(connection, visitor))
            else:
                _turn_away(connection)
            # Read what has arrived before accepting the next: a visitor with a request does not give way.
            await asyncio.sleep(0)

    async def _receive(self, connection: socket.socket, visitor: Visitor) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: visitor, connection)
        except OSError:
            connection.close()
            self._visitors.discard(visitor)

    def _has_room(self, newcomer: Visitor) -> bool:
        """Whether a visitor may come in, perhaps after another has given way."""
        if not self._is_full(newcomer):
            return True
        for visitor in [one for one in self._visitors if one.is_gone]:
            visitor.cut()  # It will never read what it has not read by now.
            self._visitors.discard(visitor)
        counts = Counter(visitor.client for visitor in self._visitors)
        if counts[newcomer.client] >= self._settings.connections:
            return self._show_out(lambda one: one.client == newcomer.client)
        if len(self._visitors) >= self._most:
            most = max(counts.values())
            return self._show_out(lambda one: counts[one.client] == most)
        return True

    def _is_full(self, newcomer: Visitor) -> bool:
        same = sum(visitor.client == newcomer.client for visitor in self._visitors)
        return same >= self._settings.connections or len(self._visitors) >= self._most

    def _show_out(self, may: Callable[[Visitor], bool] = lambda one: True) -> bool:
        """Make the visitor that has waited longest give way; returns whether there was one."""
        now = time.monotonic()
        waiting = [
            one
            for one in self._visitors
            if may(one) and (one.stage is not Stage.WORK or one.stalled(now) > STUCK)
        ]
        if not waiting:
            return False
        longest = min(waiting, key=lambda one: one.since)
        longest.leave()
        self._visitors.discard(longest)
        return True

    def _make_descriptor(self) -> None:
        if not self._show_out() and self._spare:
            os.close(self._spare.pop())

    def _keep_spare(self) -> None:
        with contextlib.suppress(OSError):
            while len(self._spare) < SPARE:
                self._spare.append(os.open(os.devnull, os.O_RDONLY))

    async def _look_around(self) -> None:
        """Drop visitors that are late with a request or do not read their answer."""
        limit, patience = self._settings.request_seconds, self._settings.unread_seconds
        while True:
            await asyncio.sleep(min(0.5, limit / 4))
            now = time.monotonic()
            for visitor in list(self._visitors):
                stalled = visitor.stalled(now)
                if stalled > patience:
                    visitor.cut()
                elif visitor.is_late(limit, now):
                    visitor.leave(TOO_SLOW)
                if visitor.is_gone and (stalled == 0 or stalled > patience):
                    self._visitors.discard(visitor)
            self._keep_spare()


def _turn_away(connection: socket.socket) -> None:
    with contextlib.suppress(OSError), connection:
        connection.setblocking(False)
        connection.send(TOO_MANY)
