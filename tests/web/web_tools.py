"""Tools for tests of the web app: an app in this process, and a server of its own with its workers."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from yomikiri.store import Store
from yomikiri.web.app import create_app
from yomikiri.web.server import Server, listening
from yomikiri.web.settings import Settings

HOST = "127.0.0.1"
SOCKET = f"ws://{HOST}/api/socket"
EASY: dict[str, dict[str, Any]] = {
    "superpuzz": {"game": "superpuzz", "size": "5", "deal": "9"},
    "gaps": {"game": "gaps", "size": "5", "deal": "4"},
    "freecell": {"game": "freecell", "deal": "617"},
    "sliding": {"game": "sliding", "size": "3x3", "deal": "7"},
}
"""A deal of each game that is solved in a moment."""

HARD = {"game": "sliding", "size": "5x5", "deal": "1"}
"""A deal whose shortest solution takes days."""


def settings(**changed: Any) -> Settings:
    """Settings for tests: one worker, little memory, as many requests as one likes."""
    usual = {"workers": 1, "total_memory": 256 * 2**20, "requests_per_second": 1e6, "burst": 10**6}
    return Settings(**(usual | changed))


def client(store: Store | None = None, **changed: Any) -> TestClient:
    """A client of an app in this process; as a context it has workers, too."""
    app = create_app(settings(**changed), store)
    return TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False)


def ask(socket: WebSocketTestSession, what: str, setup: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ask on a socket and wait for the answer, or the error; with the progress reports under ``seen``."""
    message = {"type": "ask", "id": "q", "what": what, "setup": setup, "moves": [], "seconds": 20} | more
    socket.send_json(message)
    return hear(socket, message["id"])


def hear(socket: WebSocketTestSession, name: str) -> dict[str, Any]:
    """Wait for the answer to a question that was asked."""
    seen: list[dict[str, Any]] = []
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["id"] != name:
            continue
        if message["type"] in ("answer", "error"):
            return message | {"seen": seen}
        seen.append(message)


def wait_for(holds: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something holds."""
    ends = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends, "it took too long"
        time.sleep(0.02)


@contextmanager
def server(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``yomikiri serve`` in a process of its own: its address, and the process."""
    command = [sys.executable, "-m", "yomikiri", "serve", "--no-open", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert match, "the server did not say where it is"
        yield match.group(), process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def running(store: Store | None = None, **changed: Any) -> Iterator[tuple[str, Server]]:
    """A server with real sockets in a thread of this process: its address, and the server."""
    with listening(HOST, 0) as listener:
        found = Server(settings(**changed), store)
        thread = threading.Thread(target=found.run, args=([listener],), daemon=True)
        thread.start()
        wait_for(lambda: found.started)
        try:
            yield f"http://{HOST}:{listener.getsockname()[1]}", found
        finally:
            found.should_exit = True
            thread.join(120)


def children_of(parent: int) -> list[int]:
    """Processes whose parent is that one, or was when it began; only where there is /proc."""
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            words = (directory / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(words[1]) == parent:
            found.append(int(directory.name))
    return found


def dumped(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
