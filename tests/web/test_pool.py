"""The pool of workers: it outlives them."""

import os
import signal
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from web_tools import EASY, HARD, SOCKET, ask, client, hear, wait_for

from pace import within
from yomikiri.web.pool import Pool


@pytest.fixture
def web() -> Iterator[TestClient]:
    with client(stop_seconds=0.3) as found:
        yield found


def pool_of(web: TestClient) -> Pool:
    pool: Pool = web.app.state.service.pool  # type: ignore[attr-defined]
    return pool


def test_the_death_of_a_worker_costs_its_search_and_nothing_else(web: TestClient) -> None:
    pool = pool_of(web)
    with web.websocket_connect(SOCKET) as socket:
        assert ask(socket, "win", EASY["superpuzz"])["verdict"] == "won"
        [pid] = pool.pids
        asked = {"type": "ask", "what": "shortest", "setup": HARD, "seconds": 60, "algorithm": "ida-star"}
        socket.send_json(asked | {"id": "doomed"})
        socket.send_json(asked | {"id": "next", "what": "solve", "setup": EASY["gaps"], "algorithm": None})
        wait_for(lambda: pool.running)
        os.kill(pid, signal.SIGKILL)
        error = hear(socket, "doomed")
        assert error["type"] == "error"
        assert "killed by signal 9" in error["message"]
        assert hear(socket, "next")["verdict"] == "won"
        assert pool.pids != [pid]
    assert web.get("/api/health").json()["status"] == "ok"


def test_a_worker_that_does_not_stop_is_killed_and_replaced(web: TestClient) -> None:
    pool = pool_of(web)
    with web.websocket_connect(SOCKET) as socket:
        assert ask(socket, "win", EASY["superpuzz"])["verdict"] == "won"
        [pid] = pool.pids
        socket.send_json(
            {"type": "ask", "id": "deaf", "what": "shortest", "setup": HARD, "algorithm": "ida-star"}
        )
        wait_for(lambda: pool.running)
        os.kill(pid, signal.SIGSTOP)  # Now it hears nothing.
        with within(2):
            socket.send_json({"type": "cancel", "id": "deaf"})
            assert hear(socket, "deaf")["verdict"] == "cancelled"
        assert ask(socket, "solve", EASY["freecell"])["verdict"] == "won"
        assert pool.pids != [pid]


def test_the_workers_end_with_the_server() -> None:
    with client(workers=2) as web:
        pool = pool_of(web)
        wait_for(lambda: len(pool.pids) == 2)
        pids = pool.pids
    wait_for(lambda: not any(_lives(pid) for pid in pids))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_only_so_many_searches_may_wait() -> None:
    with client(waiting=2, per_socket=10) as web, web.websocket_connect(SOCKET) as socket:
        for number in range(4):
            asked = {
                "type": "ask",
                "id": f"n{number}",
                "what": "shortest",
                "setup": HARD,
                "algorithm": "ida-star",
            }
            socket.send_json(asked)
        error = hear(socket, "n3")
        assert "2 searches are waiting" in error["message"]
