"""Questions on the socket: verdicts, hints, bounds, progress, cancelling, and what is known already."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_tools import EASY, HARD, SOCKET, ask, client, hear, wait_for

from pace import within

STUCK = {"game": "superpuzz", "position": "HA D2 .. / DA H2 .. / SA S2 .. / CA C2 .."}


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(workers=2) as found:
        yield found


def replayed(web: TestClient, setup: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    return web.post("/api/state", json={"setup": setup, "moves": moves}).json()


@pytest.mark.parametrize("name", EASY)
def test_solve_gives_moves_that_win(web: TestClient, name: str) -> None:
    with web.websocket_connect(SOCKET) as socket:
        answer = ask(socket, "solve", EASY[name])
    assert answer["verdict"] == "won"
    assert answer["outcome"] == "SOLVED"
    assert answer["length"] == len(answer["moves"]) > 0
    assert replayed(web, EASY[name], answer["moves"])["won"]
    assert "codes" not in answer


@pytest.mark.parametrize("name", ["superpuzz", "gaps", "sliding"])
def test_shortest_is_proved_and_its_bounds_meet(web: TestClient, name: str) -> None:
    with web.websocket_connect(SOCKET) as socket:
        answer = ask(socket, "shortest", EASY[name], id="s")
    assert answer["proved_shortest"]
    assert answer["lower"] == answer["upper"] == answer["length"]


def test_a_lost_position_is_lost_with_its_proof(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        answer = ask(socket, "win", STUCK)
    assert (answer["verdict"], answer["outcome"], answer["moves"]) == ("lost", "UNSOLVABLE", None)
    assert answer["proof"] in ("exact", "fingerprint")
    assert answer["error_bound"] < 1e-9


def test_the_verdict_flips_after_a_losing_move(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        assert ask(socket, "win", EASY["superpuzz"])["verdict"] == "won"
        assert ask(socket, "win", EASY["superpuzz"], moves=["H2"])["verdict"] == "lost"
        assert ask(socket, "win", EASY["superpuzz"], moves=["S2"])["verdict"] == "won"


def test_parity_decides_a_sliding_puzzle_without_search(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        lost = ask(socket, "win", {"game": "sliding", "position": "1 2 3 / 4 5 6 / 8 7 0"})
        won = ask(socket, "win", HARD)
    assert (lost["verdict"], lost["expanded"], won["verdict"], won["expanded"]) == ("lost", 0, "won", 0)
    assert "parity" in lost["reason"]


@pytest.mark.parametrize("name", EASY)
def test_a_hint_is_the_first_move_of_a_solution(web: TestClient, name: str) -> None:
    with web.websocket_connect(SOCKET) as socket:
        answer = ask(socket, "hint", EASY[name])
    legal = replayed(web, EASY[name], [])["legal"]
    assert answer["hint"] in legal
    assert answer["hint"]["text"] == answer["moves"][0]


def test_a_player_who_follows_a_solution_hears_so_at_once(web: TestClient) -> None:
    setup = {"game": "superpuzz", "size": "6", "deal": "9"}
    with web.websocket_connect(SOCKET) as socket:
        first = ask(socket, "solve", setup)
        moves = first["moves"]
        for count in (1, len(moves) // 2, len(moves) - 1):
            answer = ask(socket, "hint", setup, moves=moves[:count])
            assert answer["seen"] == []
            assert answer["expanded"] == 0
            assert answer["moves"] == moves[count:]
            assert answer["hint"]["text"] == moves[count]
        won = ask(socket, "win", setup, moves=moves)
    assert (won["verdict"], won["moves"], won["seen"]) == ("won", [], [])


def test_what_comes_after_a_lost_position_is_lost(web: TestClient) -> None:
    setup = {"game": "gaps", "size": "6", "deal": "3"}
    with web.websocket_connect(SOCKET) as socket:
        assert ask(socket, "win", setup)["verdict"] == "lost"
        move = replayed(web, setup, [])["legal"][0]["text"]
        answer = ask(socket, "win", setup, moves=[move])
    assert (answer["verdict"], answer["seen"], answer["expanded"]) == ("lost", [], 0)


@pytest.mark.parametrize("name", EASY)
def test_a_winnable_random_deal_can_be_won(web: TestClient, name: str) -> None:
    rules = {"game": name, "size": "6"} if name in ("superpuzz", "gaps") else {"game": name}
    with web.websocket_connect(SOCKET) as socket:
        answer = ask(socket, "winnable", rules)
        assert answer["verdict"] == "won"
        state = replayed(web, answer["setup"], answer["moves"] or [])
        assert state["won"] or answer["moves"] is None
        assert ask(socket, "win", answer["setup"])["verdict"] == "won"


def test_progress_comes_at_most_ten_times_a_second_and_tells_the_work_by_bound(web: TestClient) -> None:
    setup = {"game": "superpuzz", "deal": "3"}
    with web.websocket_connect(SOCKET) as socket:
        started = time.monotonic()
        answer = ask(socket, "shortest", setup, seconds=2)
        seconds = time.monotonic() - started
    reports = [message for message in answer["seen"] if message["type"] == "progress"]
    assert answer["seen"][0]["type"] == "queued"
    assert 2 <= len(reports) <= 10 * seconds + 2
    last = reports[-1]
    assert [report["expanded"] for report in reports] == sorted(report["expanded"] for report in reports)
    assert sum(count for _, count in last["profile"]) <= last["expanded"]
    assert last["profile"][-1][0] == last["lower"] > 0
    assert answer["outcome"] in ("TIME_LIMIT", "SOLVED")
    assert answer["upper"] is None or answer["lower"] <= answer["upper"]


def test_a_search_stops_at_its_limit(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        with within(2):
            answer = ask(socket, "shortest", {"game": "superpuzz", "deal": "5"}, seconds=0.5)
        assert answer["outcome"] == "TIME_LIMIT"
        small = ask(socket, "solve", {"game": "superpuzz", "deal": "5"}, memory=1000)
    assert (small["verdict"], small["outcome"]) == ("open", "MEMORY_LIMIT")


def test_a_search_is_cancelled_within_two_seconds(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        ask_long(socket, "long")
        socket.receive_json()
        time.sleep(0.5)
        with within(2):
            socket.send_json({"type": "cancel", "id": "long"})
            answer = hear(socket, "long")
    assert (answer["verdict"], answer["outcome"]) == ("cancelled", "CANCELLED")


def ask_long(socket: Any, name: str) -> None:
    asked = {"type": "ask", "id": name, "what": "shortest", "setup": HARD, "moves": [], "seconds": 300}
    socket.send_json(asked | {"algorithm": "ida-star"})


def test_closing_the_tab_cancels_its_searches_within_two_seconds(web: TestClient) -> None:
    pool = web.app.state.service.pool  # type: ignore[attr-defined]
    with web.websocket_connect(SOCKET) as socket:
        for number in range(4):
            ask_long(socket, f"n{number}")
            assert socket.receive_json()["type"] in ("queued", "progress")
        wait_for(lambda: (pool.running, pool.waiting) == (2, 2))
    with within(2):
        wait_for(lambda: (pool.running, pool.waiting) == (0, 0))


def test_a_question_that_waits_can_be_cancelled(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        for number in range(3):
            ask_long(socket, f"n{number}")
        with within(1):
            socket.send_json({"type": "cancel", "id": "n2"})
            assert hear(socket, "n2")["verdict"] == "cancelled"


def test_a_tab_may_not_ask_without_end(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        for number in range(7):
            ask_long(socket, f"n{number}")
        error = hear(socket, "n6")
        assert "6 searches at a time" in error["message"]
        ask_long(socket, "n1")
        assert "already" in hear(socket, "n1")["message"]


def test_bytes_get_a_sentence_too(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as socket:
        socket.send_bytes(b"\x00\xff")
        assert "not bytes" in socket.receive_json()["message"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no JSON", "a JSON object"),
        ("[" * 5000, "a JSON object"),
        ('"text"', 'a "type"'),
        ('{"type":"sing"}', 'a "type"'),
        ('{"type":"ask","id":"x"}', "setup: field required"),
        ('{"type":"ask","id":"x","what":"love","setup":{"game":"gaps"}}', "what"),
        ('{"type":"ask","id":"x","what":"win","setup":{"game":"gaps"}}', "a deal or a position"),
        ('{"type":"ask","id":"x","what":"win","setup":{"game":"gaps","deal":"1"},"moves":["X"]}', "move 1"),
        ('{"type":"ask","id":"x","what":"win","setup":{"game":"gaps","deal":"1"},"seconds":-1}', "seconds"),
        (
            '{"type":"ask","id":"x","what":"win","setup":{"game":"gaps","deal":"1"},"algorithm":"luck"}',
            "unknown algorithm",
        ),
        ('{"type":"ask","id":"x","what":"winnable","setup":{"game":"poker"}}', "unknown game"),
        ("x" * 300_000, "at most"),
    ],
)
def test_a_wrong_message_gets_a_sentence_and_the_socket_lives_on(
    web: TestClient, text: str, words: str
) -> None:
    with web.websocket_connect(SOCKET) as socket:
        socket.send_text(text)
        error = socket.receive_json()
        assert error["type"] == "error"
        assert words in error["message"]
        assert "Traceback" not in error["message"]
        assert ask(socket, "win", STUCK)["verdict"] == "lost"
