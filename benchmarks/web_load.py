"""How long a move takes on the web app while it searches: tabs that play, and searches that run.

Starts a server of its own, unless it is given one.  Every tab keeps one connection and asks for a state, with
one more move each time, so many times a second; the times are those that a tab sees.

    python benchmarks/web_load.py [--tabs 10] [--searches 2] [--moves 40] [--rate 5] [--url URL] [--json]
"""

import argparse
import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import websockets

HARD = {"game": "superpuzz", "deal": "3"}
TABS = [
    {"game": "superpuzz", "deal": "12"},
    {"game": "gaps", "deal": "3"},
    {"game": "freecell", "deal": "617"},
    {"game": "sliding", "deal": "korf:1"},
]


async def play(client: httpx.AsyncClient, setup: dict[str, Any], count: int, rate: float) -> list[float]:
    """A tab: plays the last legal move, again and again; how long each move took."""
    moves: list[str] = []
    times = []
    for _ in range(count):
        started = time.monotonic()
        answer = await client.post("/api/state", json={"setup": setup, "moves": moves})
        times.append(time.monotonic() - started)
        legal = answer.raise_for_status().json()["legal"]
        moves = [*moves, legal[-1]["text"]] if legal else []
        await asyncio.sleep(max(0.0, 1 / rate - (time.monotonic() - started)))
    return times


async def search(url: str, ready: asyncio.Event) -> None:
    """A search that runs until it is cancelled."""
    async with websockets.connect(url.replace("http", "ws", 1) + "/api/socket") as socket:
        asked = {"type": "ask", "id": "a", "what": "shortest", "setup": HARD, "moves": [], "seconds": 600}
        await socket.send(json.dumps(asked))
        async for message in socket:
            if json.loads(message)["type"] == "progress":
                ready.set()


async def measure(url: str, tabs: int, searches: int, count: int, rate: float) -> dict[str, float]:
    """The times of all moves in short."""
    ready = [asyncio.Event() for _ in range(searches)]
    running = [asyncio.create_task(search(url, event)) for event in ready]
    clients = [httpx.AsyncClient(base_url=url, timeout=60, verify=False) for _ in range(tabs)]
    try:
        for event in ready:
            await event.wait()
        players = []
        for number, client in enumerate(clients):
            players.append(asyncio.create_task(play(client, TABS[number % len(TABS)], count, rate)))
            await asyncio.sleep(1 / rate / tabs)
        ordered = sorted(time for times in await asyncio.gather(*players) for time in times)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for client in clients:
            await client.aclose()
    return {
        "moves": len(ordered),
        "median_ms": round(1000 * ordered[len(ordered) // 2], 2),
        "p95_ms": round(1000 * ordered[int(len(ordered) * 0.95)], 2),
        "most_ms": round(1000 * ordered[-1], 2),
    }


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server of its own: its address."""
    command = [sys.executable, "-m", "yomikiri", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert match, "the server did not start"
        yield match.group()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tabs", type=int, default=10)
    parser.add_argument("--searches", type=int, default=2)
    parser.add_argument("--moves", type=int, default=40, help="of each tab")
    parser.add_argument("--rate", type=float, default=5, help="moves a second of each tab")
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        url = given.url or stack.enter_context(server())
        found = {
            name: asyncio.run(measure(url, given.tabs, searches, given.moves, given.rate))
            for name, searches in (("idle", 0), ("searching", given.searches))
        }
    if given.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:>10}: " + ", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
