"""Drawings: exports in workers of their own, within limits, while everybody else is answered."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient
from web_tools import EASY, children_of, client, running, server, wait_for

from yomikiri.core.errors import InputError
from yomikiri.search import Cancel
from yomikiri.web import boards, easel
from yomikiri.web.drawing import Drawing, draw
from yomikiri.web.models import Setup
from yomikiri.web.pool import Pool
from yomikiri.web.settings import LONG_LINE, Settings
from yomikiri.web.start import Replays

MiB = 2**20
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits memory so")
LARGE = {"game": "freecell", "size": "3x8", "deal": "own:1"}


def there_and_back(count: int, setup: dict[str, Any]) -> dict[str, Any]:
    """A line of so many moves: some, and from there one move and its reverse, again and again."""
    played = Replays(0).play(Setup(**setup), [])
    game, position = played.start.game, played.position
    line: list[str] = []
    while True:
        choices = list(game.choices(position))
        for move in choices:
            after = game.play(position, move)
            for back in game.choices(after):
                if game.play(after, back) == position:
                    pair = [game.format_move(position, move), game.format_move(after, back)]
                    return {"setup": setup, "moves": (line + pair * count)[:count]}
        line.append(game.format_move(position, choices[0]))
        position = game.play(position, choices[0])


FREECELL = there_and_back(40, EASY["freecell"])


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(workers=0) as found:
        yield found


def refused(web: TestClient, line: dict[str, Any], form: str) -> str:
    answer = web.post("/api/export", json=line | {"format": form})
    assert answer.status_code == 422
    return str(answer.json()["error"])


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["svg", "gif"])
def test_a_picture_of_too_many_moves_is_refused(web: TestClient, form: str) -> None:
    line = there_and_back(2001, EASY["sliding"])
    assert refused(web, line, form) == "a moving picture has at most 2000 moves, not 2001"
    assert web.post("/api/export", json=line | {"format": "text"}).status_code == 200


def test_a_picture_of_too_many_pixels_is_told_how_many_moves_there_may_be(
    web: TestClient,
) -> None:
    line = there_and_back(2000, LARGE)
    said = refused(web, line, "gif")
    match = re.fullmatch(r"a GIF of (\d+) by (\d+) pixels has at most (\d+) moves, not 2000", said)
    assert match, said
    width, height, most = map(int, match.groups())
    assert width * height * (most + 1) <= 500_000_000 < width * height * (most + 2)


@pytest.mark.parametrize("form", ["text", "json", "svg", "gif", "line"])
def test_what_takes_too_long_is_refused(form: str) -> None:
    setup = Setup(**EASY["freecell"])
    drawing = Drawing(form, setup, tuple(FREECELL["moves"]), seconds=-1, memory=256 * MiB)
    with pytest.raises(InputError, match=r"40 moves as .* take longer than -1 seconds"):
        draw(drawing, Cancel())


def test_what_is_cancelled_stops() -> None:
    cancel = Cancel()
    cancel.set()
    setup = Setup(**EASY["freecell"])
    with pytest.raises(InputError, match="cancelled"):
        draw(Drawing("gif", setup, tuple(FREECELL["moves"]), seconds=60, memory=256 * MiB), cancel)


@LINUX
def test_what_needs_too_much_memory_is_refused_and_the_next_is_not() -> None:
    with client(workers=0, export_memory=12 * MiB) as web:
        assert "need more than 12 MiB" in refused(web, there_and_back(2000, EASY["freecell"]), "gif")
        [pid] = web.app.state.service.easel.pool.pids  # type: ignore[attr-defined]
        assert web.post("/api/export", json=FREECELL | {"format": "text"}).status_code == 200
        assert web.app.state.service.easel.pool.pids == [pid]  # type: ignore[attr-defined]


def test_a_wrong_line_is_told_which_move_is_wrong(web: TestClient) -> None:
    line = {"setup": EASY["freecell"], "moves": ["zz"]}
    assert refused(web, line, "gif").startswith("move 1:")


# -- one at a time, and everybody else meanwhile ---------------------------------------------------


@contextmanager
def stopped(pool: Pool) -> Iterator[None]:
    """Meanwhile nothing is drawn."""
    [pid] = pool.pids
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


Ask = Callable[[], "Future[httpx.Response]"]


@contextmanager
def painter(**changed: Any) -> Iterator[tuple[str, Pool, Ask]]:
    """A server that has drawn before; its address, its easel, and a way to ask for one drawing more."""
    with running(workers=0, **changed) as (url, found), ThreadPoolExecutor(8) as threads:
        pool = found.config.app.state.service.easel.pool  # type: ignore[union-attr]

        def ask() -> "Future[httpx.Response]":
            data = FREECELL | {"format": "text"}
            return threads.submit(httpx.post, url + "/api/export", json=data, timeout=60)

        assert pool.pids == []  # Nothing is started before it is needed.
        assert ask().result().status_code == 200
        yield url, pool, ask


def test_beyond_so_many_exports_the_next_is_refused_and_moves_are_answered() -> None:
    with painter(exports_waiting=2, exports_per_client=9) as (url, pool, ask):
        with stopped(pool):
            asked = [ask() for _ in range(3)]
            wait_for(lambda: (pool.running, pool.waiting) == (1, 2))
            late = ask().result()
            assert late.status_code == 503
            assert late.json() == {"error": "2 exports are waiting already: try again later"}
            assert late.headers["retry-after"]
            state = httpx.post(url + "/api/state", json=FREECELL, timeout=60)
            assert state.status_code == 200
        assert [one.result().status_code for one in asked] == [200] * 3


def test_one_address_has_only_so_many_exports() -> None:
    with painter(exports_per_client=2) as (_, pool, ask):
        with stopped(pool):
            asked = [ask() for _ in range(2)]
            wait_for(lambda: (pool.running, pool.waiting) == (1, 1))
            late = ask().result()
        assert late.status_code == 503
        assert "you have 2 exports in hand" in late.json()["error"]
        assert [one.result().status_code for one in asked] == [200] * 2


def test_the_death_of_its_process_costs_an_export_and_nothing_else() -> None:
    with painter() as (_, pool, ask), stopped(pool):
        asked = ask()
        wait_for(lambda: pool.running)
        [pid] = pool.pids
        os.kill(pid, signal.SIGKILL)
        answer = asked.result()
        assert answer.status_code == 503
        assert "killed by signal 9" in answer.json()["error"]
        assert ask().result().status_code == 200


def test_an_export_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(easel, "GRACE", 0.5)
    with painter(export_seconds=1.5) as (_, pool, ask):
        [pid] = pool.pids
        os.kill(pid, signal.SIGSTOP)
        answer = ask().result()
        assert answer.status_code == 503
        assert "it took longer than 2 seconds" in answer.json()["error"]
        wait_for(lambda: pool.pids not in ([], [pid]))


def test_who_does_not_wait_for_an_export_makes_room() -> None:
    with painter() as (url, pool, ask):
        with stopped(pool):
            first = ask()
            wait_for(lambda: pool.running)
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(url + "/api/export", json=FREECELL | {"format": "gif"}, timeout=0.5)
            wait_for(lambda: pool.waiting == 0)
        assert first.result().status_code == 200


def test_a_defect_in_drawing_shows_no_trace(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*given: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(easel.Easel, "draw", broken)
    answer = web.post("/api/export", json=FREECELL | {"format": "text"})
    assert (answer.status_code, "secret" in answer.text) == (500, False)


# -- long lines ------------------------------------------------------------------------------------


def test_a_long_line_is_written_elsewhere_and_says_the_same(web: TestClient) -> None:
    line = there_and_back(LONG_LINE + 1, EASY["freecell"])
    answer = web.post("/api/line", json=line)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    played = Replays(0).play(Setup(**line["setup"]), line["moves"])
    assert answer.json() == boards.line_out(played)


def test_only_so_many_moves_are_remembered() -> None:
    replays = Replays(most_moves=1000)
    line = there_and_back(1000, EASY["sliding"])
    for count in range(100, 1000, 100):
        replays.play(Setup(**line["setup"]), line["moves"][:count])
        assert sum(len(moves) for _, moves in replays._known) == replays._moves <= 1000


# -- what it costs ---------------------------------------------------------------------------------


def peak_mib(pid: int) -> float:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found.group(1)) / 1024


@LINUX
@pytest.mark.slow
def test_a_gif_of_2000_moves_costs_the_server_nothing_and_its_worker_little() -> None:
    line = there_and_back(2000, EASY["freecell"]) | {"format": "gif"}
    with server() as (url, process):
        assert httpx.get(url + "/api/games", timeout=60).status_code == 200
        before = peak_mib(process.pid)
        for _ in range(2):
            answer = httpx.post(url + "/api/export", json=line, timeout=600)
            assert answer.status_code == 200
        assert peak_mib(process.pid) - before < 40
        assert max(map(peak_mib, children_of(process.pid))) < 200


def test_the_usual_limits_keep_all_exports_below_half_a_gigabyte() -> None:
    usual = Settings()
    assert usual.exports * usual.export_memory <= 512 * MiB
