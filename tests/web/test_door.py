"""The door: half-sent requests, crowds and slow readers keep nobody out, nor do too few descriptors."""

import contextlib
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_tools import EASY, HOST, children_of, running, wait_for
from websockets.sync.client import connect

from yomikiri.web.client import client_at
from yomikiri.web.door import Door
from yomikiri.web.server import Server
from yomikiri.web.settings import Settings

WHOLE = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = WHOLE[:-4]
BODY = (
    b"POST /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
)
UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\n"
)


def door_of(server: Server) -> Door:
    return server._door


@contextlib.contextmanager
def connections(url: str) -> Iterator[Any]:
    """A way to open connections and send the beginning of something on them."""
    port = int(url.rsplit(":", 1)[1])
    with contextlib.ExitStack() as stack:

        def begin(sent: bytes) -> socket.socket:
            one = stack.enter_context(socket.create_connection((HOST, port), timeout=60))
            one.sendall(sent)
            return one

        yield begin


def whole(connection: socket.socket) -> bytes:
    """One answer of JSON: its head and its body may come in pieces."""
    said = b""
    while not said.endswith(b"}"):
        part = connection.recv(65536)
        assert part, said
        said += part
    return said


def rest(connection: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            found += part
    return found


def is_well(url: str) -> bool:
    return httpx.get(url + "/api/health", timeout=60).json()["status"] == "ok"


# -- in time ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"\r\n\r\n\r\n", b"G", HALF, HALF + b"\r\n", UPGRADE])
def test_headers_that_do_not_come_in_time_end_the_connection(sent: bytes) -> None:
    with running(workers=0, request_seconds=0.4) as (url, server), connections(url) as begin:
        said = rest(begin(sent))
        assert b"200" not in said
        wait_for(lambda: len(door_of(server)) == 0)
        assert is_well(url)


def test_who_is_late_is_told_so() -> None:
    with running(workers=0, request_seconds=0.4) as (url, _), connections(url) as begin:
        said = rest(begin(HALF))
        assert said.startswith(b"HTTP/1.1 408 ")
        assert json.loads(said.split(b"\r\n\r\n")[1])["error"]


def test_headers_that_trickle_are_late_too() -> None:
    with running(workers=0, request_seconds=0.5) as (url, _), connections(url) as begin:
        trickle = begin(b"")
        with contextlib.suppress(OSError):
            for byte in HALF + b"\r\nX: " + 400 * b"x":  # A byte at a time; it would take 20 seconds.
                trickle.sendall(bytes([byte]))
                time.sleep(0.05)
            trickle.sendall(b"\r\n\r\n")
        assert b"200" not in rest(trickle)


def test_the_second_request_of_a_connection_has_to_come_in_time_too() -> None:
    with running(workers=0, request_seconds=0.5) as (url, _), connections(url) as begin:
        one = begin(WHOLE)
        assert b"200 OK" in whole(one)
        one.sendall(HALF)
        assert b"408" in rest(one)


def test_a_quiet_connection_may_ask_again_after_a_while() -> None:
    with running(workers=0, request_seconds=0.3) as (url, _), connections(url) as begin:
        one = begin(WHOLE)
        assert b"200 OK" in whole(one)
        time.sleep(1)
        one.sendall(WHOLE)
        assert b"200 OK" in whole(one)


def test_a_body_that_does_not_come_in_time_is_refused() -> None:
    with running(workers=0, request_seconds=0.4) as (url, server), connections(url) as begin:
        said = rest(begin(BODY))
        assert said.startswith(b"HTTP/1.1 408 ")
        wait_for(lambda: len(door_of(server)) == 0)


def test_headers_without_end_are_refused() -> None:
    with running(workers=0) as (url, server), connections(url) as begin:
        endless = begin(HALF)
        with contextlib.suppress(OSError):
            for _ in range(200):
                endless.sendall(b"\r\nX-Long: " + b"x" * 4000)
        rest(endless)
        wait_for(lambda: len(door_of(server)) == 0)
        assert is_well(url)


def test_who_does_not_read_his_answer_is_cut_off() -> None:
    with running(workers=0, unread_seconds=0.5) as (url, server), connections(url) as begin:
        deaf = begin(b"")
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with contextlib.suppress(OSError):
            for _ in range(300):  # Some 10 MB of answers.
                deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_for(lambda: len(door_of(server)) == 0)
        assert is_well(url)


# -- in number -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", HALF, BODY, UPGRADE, WHOLE])
def test_a_crowd_at_the_same_address_keeps_nobody_out(sent: bytes) -> None:
    with running(workers=0, connections=20) as (url, server), connections(url) as begin:
        for _ in range(60):
            begin(sent)
        assert len(door_of(server)) <= 20
        assert is_well(url)
        with connect(url.replace("http", "ws") + "/api/socket") as tab:
            tab.send("{}")
            assert json.loads(tab.recv(timeout=60))["type"] == "error"


def test_a_crowd_from_everywhere_keeps_nobody_out() -> None:
    with running(workers=0, all_connections=15) as (url, server), connections(url) as begin:
        for _ in range(40):
            begin(HALF)
        assert len(door_of(server)) <= 15
        assert is_well(url)


def test_open_sockets_do_not_give_way_and_one_too_many_is_told_so() -> None:
    with running(workers=0, connections=3) as (url, _), connections(url) as begin:
        address = url.replace("http", "ws") + "/api/socket"
        with connect(address) as a, connect(address) as b, connect(address) as c:
            said = rest(begin(WHOLE))
            assert said == b"" or said.startswith(b"HTTP/1.1 503 ")
            for tab in (a, b, c):
                tab.send("{}")
                assert json.loads(tab.recv(timeout=60))["type"] == "error"


@pytest.mark.slow
def test_a_thousand_half_sent_requests_keep_nobody_out() -> None:
    with running(workers=0) as (url, server), connections(url) as begin:
        for number in range(1000):
            begin((HALF, BODY, b"", UPGRADE)[number % 4])
            if number % 100 == 99:
                assert is_well(url)
        assert len(door_of(server)) <= Settings().connections


def test_an_ipv6_network_is_one_client() -> None:
    assert client_at("2001:db8::1") == client_at("2001:db8::ffff:1") != client_at("2001:db8:0:1::1")
    assert client_at("::ffff:192.0.2.1") == client_at("192.0.2.1") != client_at("192.0.2.2")
    assert client_at("testclient") == "testclient"


# -- without file descriptors ----------------------------------------------------------------------


@contextlib.contextmanager
def scarce(most: int) -> Iterator[tuple[str, int]]:
    """A server in a process that may open so many files: its address and its number."""
    command = [sys.executable, "-m", "yomikiri", "serve", "--no-open", "--port", "0", "--workers", "1"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)),
    )
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert match, "the server did not say where it is"
        yield match.group(), process.pid
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


LINUX = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there is no /proc")


@LINUX
def test_with_few_file_descriptors_there_are_fewer_connections_and_health_is_told() -> None:
    with scarce(90) as (url, pid), connections(url) as begin:
        for _ in range(120):
            begin(HALF)
        assert is_well(url)
        assert len(list(Path(f"/proc/{pid}/fd").iterdir())) < 90
        assert httpx.get(url + "/", timeout=60).status_code == 200  # There is one for a file, too.


@LINUX
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of others cannot be changed here")
def test_without_any_file_descriptor_health_is_told_and_later_all_is_well() -> None:
    with scarce(200) as (url, pid), connections(url) as begin:
        wait_for(lambda: children_of(pid))
        assert is_well(url)
        used = max(int(one.name) for one in Path(f"/proc/{pid}/fd").iterdir()) + 1
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used, 200))  # Not one more.
        for _ in range(30):
            begin(HALF)
        for _ in range(3):
            assert is_well(url)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (200, 200))
        line = {"setup": EASY["gaps"], "moves": []}
        assert httpx.post(url + "/api/state", json=line, timeout=60).status_code == 200
        assert httpx.get(url + "/", timeout=60).status_code == 200


def test_a_request_that_finds_no_file_descriptor_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import errno

    from web_tools import client

    from yomikiri.web import boards

    def broken(line: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(boards, "state", broken)
    answer = client().post("/api/state", json={"setup": EASY["gaps"], "moves": []})
    assert answer.status_code == 503
    assert "file descriptor" in answer.json()["error"]
