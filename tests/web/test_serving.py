"""``yomikiri serve`` as a process: it starts, answers while it searches, hears closed tabs, and ends."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from web_tools import HARD, children_of, server, wait_for

from pace import within
from yomikiri.cli import main
from yomikiri.store import Store

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "web_load.py"
REQUIRED_MS = 50.0


def run_alone(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: the browser of other tests may have a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


@pytest.fixture(scope="module")
def url() -> str:  # type: ignore[misc]
    with server() as (found, _):
        yield found


def test_the_page_and_its_files_are_served(url: str) -> None:
    page = httpx.get(url + "/")
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]
    assert "server" not in page.headers
    assert httpx.get(url + "/api/health").json()["status"] == "ok"


def test_a_foreign_host_and_a_foreign_origin_get_nothing(url: str) -> None:
    assert httpx.get(url + "/api/games", headers={"host": "evil.example"}).status_code == 400
    assert httpx.get(url + "/api/games", headers={"origin": "http://evil.example"}).status_code == 403

    async def connect(**headers: str) -> None:
        async with websockets.connect(url.replace("http", "ws") + "/api/socket", additional_headers=headers):
            pass

    with pytest.raises(websockets.InvalidStatus):
        run_alone(connect(Origin="http://evil.example"))
    run_alone(connect(Origin=url))


def health(url: str) -> dict[str, int]:
    found: dict[str, int] = httpx.get(url + "/api/health", timeout=30).json()
    return found


def test_a_closed_tab_cancels_its_searches_within_two_seconds(url: str) -> None:
    async def open_and_leave() -> None:
        async with websockets.connect(url.replace("http", "ws") + "/api/socket") as tab:
            asked = {
                "type": "ask",
                "what": "shortest",
                "setup": HARD,
                "seconds": 120,
                "algorithm": "ida-star",
            }
            for number in range(3):
                await tab.send(json.dumps(asked | {"id": f"n{number}"}))
            ends = time.monotonic() + 120
            while (now := health(url))["running"] != 2 or now["waiting"] != 1:
                assert time.monotonic() < ends, now
                await asyncio.sleep(0.05)

    run_alone(open_and_leave())
    with within(2), httpx.Client(base_url=url, timeout=60, verify=False) as client:
        wait_for(lambda: client.get("/api/health").json()["running"] == 0)


def load(url: str, moves: int) -> dict[str, dict[str, float]]:
    """How long moves take in ten tabs, while two searches run and while none does."""
    command = [sys.executable, str(BENCHMARK), "--moves", str(moves), "--json", "--url", url]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, float]] = json.loads(done.stdout)
    return found


def test_moves_are_answered_while_it_searches(url: str) -> None:
    """In the median: ten tabs play at once, so that one pause of a busy machine delays more than 5 of 100."""
    found = load(url, 8)
    allowed = max(REQUIRED_MS, 10 * found["idle"]["median_ms"])
    assert found["searching"]["median_ms"] <= allowed, found


@pytest.mark.slow
def test_95_of_100_moves_are_answered_within_50_ms_while_it_searches(url: str) -> None:
    """Nothing else may run meanwhile."""
    found = load(url, 40)
    assert found["searching"]["p95_ms"] <= REQUIRED_MS, found


def test_a_store_is_browsed_until_ctrl_c_ends_the_server_with_status_0(tmp_path: Path) -> None:
    place = tmp_path / "results.db"
    Store(str(place)).close()
    with server("--workers", "1", "--store", str(place)) as (url, process):
        assert httpx.get(url + "/api/surveys", timeout=30).json() == {"store": True, "surveys": []}
        assert health(url)["workers"] <= 1
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
    assert children_of(process.pid) == []


def test_a_server_that_is_killed_leaves_no_worker_behind() -> None:
    with server("--workers", "1") as (_, process):
        ends = time.monotonic() + 120
        while not (workers := children_of(process.pid)):
            if not Path("/proc").exists() or time.monotonic() > ends:
                pytest.skip("there is no /proc to look for workers")
            time.sleep(0.05)
        time.sleep(1)
        process.kill()
        process.wait()
        wait_for(lambda: not any(lives(worker) for worker in workers))


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "http"], "--port 'http' is not a count"),
        (["--port", "70000"], "expected 0 to 65535"),
        (["--workers", "0"], "expected 1 to 64"),
        (["--connections", "0"], "expected 1 to 1000"),
        (["--connections", "many"], "--connections 'many' is not a count"),
        (["--request-seconds", "0"], "expected 0.1 to 3600 seconds"),
        (["--request-seconds", "none"], "expected 0.1 to 3600 seconds"),
        (["--host", "no such host"], "--host 'no such host'"),
        (["--host", "192.0.2.1", "--port", "0", "--insecure"], "cannot listen on 192.0.2.1"),
        (["--store", "nowhere/at-all.db"], "nowhere"),
    ],
)
def test_a_wrong_word_is_told_in_one_line(
    arguments: list[str], words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-open", *arguments]) != 0
    error = capfd.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_port_that_is_taken_is_told_so(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--no-open", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen" in capfd.readouterr().err


def test_without_the_extra_it_says_what_to_install() -> None:
    # In a process of its own: modules that are imported twice do not recognise each other's objects.
    program = "import sys; sys.modules['uvicorn'] = None; from yomikiri.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", program, "serve", "--no-open"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert "yomikiri[web]" in ended.stderr
