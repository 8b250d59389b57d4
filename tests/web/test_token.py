"""The token: without it nobody gets anything, and nobody comes from elsewhere unless that is meant."""

import json
import os
import re
import socket
import subprocess
import sys

import httpx
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_tools import EASY, SOCKET, client, running, server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from yomikiri.cli import main
from yomikiri.core.errors import InputError
from yomikiri.web.exposure import is_exposed
from yomikiri.web.server import listening
from yomikiri.web.token import Token, read_token

WORD = "correct-horse-battery-staple"
PRIVATE = ["/api/games", "/api/health", "/api/surveys", "/openapi.json", "/api/nothing", "/nothing"]
WRONG = ["", "wrong", WORD[:-1], WORD + "x", WORD.upper(), "é" * 20]


@pytest.fixture
def web() -> TestClient:
    return client(token=WORD)


@pytest.mark.parametrize("path", PRIVATE)
def test_without_the_token_nothing_but_the_page_is_given(web: TestClient, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "token" in answer.json()["error"]
    assert WORD not in answer.text
    assert web.get("/").status_code == 200
    assert web.get("/static/js/app.js").status_code == 200


@pytest.mark.parametrize("path", ["/api/games", "/api/health", "/openapi.json"])
def test_a_program_sends_the_token_with_every_request(web: TestClient, path: str) -> None:
    assert web.get(path, headers={"authorization": f"Bearer {WORD}"}).status_code == 200
    assert web.get(path).status_code == 401


@pytest.mark.parametrize("word", WRONG)
def test_a_wrong_token_is_none(web: TestClient, word: str) -> None:
    header = f"Bearer {word}".encode()
    assert web.get("/api/games", headers={"authorization": header}).status_code == 401  # type: ignore[dict-item]
    answer = web.post("/api/enter", json={"token": word})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_a_browser_trades_the_token_for_a_cookie(web: TestClient) -> None:
    answer = web.post("/api/enter", json={"token": WORD})
    assert answer.json() == {"entered": True}
    cookie = answer.headers["set-cookie"]
    assert WORD not in cookie
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert web.get("/api/games").status_code == 200  # The client keeps cookies as a browser does.
    line = {"setup": EASY["gaps"], "moves": []}
    assert web.post("/api/state", json=line).status_code == 200


@pytest.mark.parametrize("value", ["", "0" * 64, WORD])
def test_a_cookie_that_was_made_up_is_none(web: TestClient, value: str) -> None:
    name = Token(WORD).cookie
    for cookie in (f"{name}={value}", f"a=b; {name}={value}; {name}", ";;=;", "\x01"):
        assert web.get("/api/games", headers={"cookie": cookie}).status_code == 401


def test_the_cookie_is_found_among_others_and_is_no_good_elsewhere(web: TestClient) -> None:
    pair = Token(WORD).set_cookie(secure=False).split(";")[0]
    assert web.get("/api/games", headers={"cookie": f'odd="x;y; {pair}; z'}).status_code == 200
    other = client(token=WORD + "2")
    assert other.get("/api/games", headers={"cookie": pair}).status_code == 401
    assert "Secure" in Token(WORD).set_cookie(secure=True)


def test_the_socket_asks_for_the_token_too() -> None:
    with client(token=WORD) as web:
        with pytest.raises(WebSocketDisconnect), web.websocket_connect(SOCKET):
            pass
        web.post("/api/enter", json={"token": WORD})
        with web.websocket_connect(SOCKET) as tab:
            tab.send_json({"type": "sing"})
            assert tab.receive_json()["type"] == "error"


def test_a_real_socket_is_refused_before_it_is_open() -> None:
    with running(token=WORD) as (url, _):
        address = url.replace("http", "ws") + "/api/socket"
        with pytest.raises(InvalidStatus), connect(address):
            pass
        with connect(address, additional_headers={"Authorization": f"Bearer {WORD}"}) as tab:
            tab.send("{}")
            assert json.loads(tab.recv(timeout=60))["type"] == "error"


def test_a_server_without_a_token_lets_everybody_in_by_the_same_way() -> None:
    answer = client().post("/api/enter", json={"token": "whatever"})
    assert (answer.json(), "set-cookie" in answer.headers) == ({"entered": True}, False)


@pytest.mark.parametrize("text", ["short", "", "with spaces and more", "x" * 201, "ünïcödeünïcödeünïcöde"])
def test_a_token_that_can_be_guessed_or_mistyped_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected 16 to 200 letters"):
        read_token(text)


def test_random_tokens_are_long_and_differ() -> None:
    found = {read_token("random") for _ in range(20)}
    assert len(found) == 20
    assert min(map(len, found)) >= 32


# -- who is let in from elsewhere ------------------------------------------------------------------


@pytest.mark.parametrize("host", ["0.0.0.0", ""])
def test_an_address_that_others_reach_needs_a_token_or_a_word(
    host: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("YOMIKIRI_TOKEN", raising=False)
    assert main(["serve", "--no-open", "--port", "0", "--host", host]) == 2
    error = capfd.readouterr().err
    assert error.count("\n") == 1
    for word in ("everybody", "2 searches", "GiB", "--token", "--insecure"):
        assert word in error


def test_what_is_exposed_includes_the_store(tmp_path: object, capfd: pytest.CaptureFixture[str]) -> None:
    from yomikiri.store import Store

    place = f"{tmp_path}/results.db"
    Store(place).close()
    assert main(["serve", "--no-open", "--port", "0", "--host", "0.0.0.0", "--store", place]) == 2
    assert "read the results store" in capfd.readouterr().err


def test_a_short_token_is_told_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-open", "--port", "0", "--token", "short"]) == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_loopback_is_nobody_elses() -> None:
    for host, exposed in (("127.0.0.1", False), ("localhost", False), ("0.0.0.0", True)):
        with listening(host, 0) as listener:
            assert is_exposed(listener) == exposed


def started(*arguments: str, **variables: str) -> tuple[str, str]:
    """What a server says when it starts: on standard output, and on standard error."""
    command = [sys.executable, "-m", "yomikiri", "serve", "--no-open", "--port", "0", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | variables
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    process.terminate()
    return line, process.communicate(timeout=120)[1]


def test_with_a_token_the_link_has_it_and_what_is_exposed_is_told() -> None:
    line, notice = started("--host", "0.0.0.0", YOMIKIRI_TOKEN=WORD)
    assert re.search(rf"http://127\.0\.0\.1:\d+/#token={WORD} ", line)
    assert f"http://{socket.gethostname()}:" in notice
    assert "everybody who has the token can play here" in notice
    assert "nothing is encrypted" in notice


def test_insecure_is_taken_at_its_word_and_says_so() -> None:
    line, notice = started("--host", "0.0.0.0", "--insecure", YOMIKIRI_TOKEN="")
    assert "#token" not in line
    assert "everybody who can reach this machine can play here" in notice


def test_a_token_is_asked_for_on_loopback_too() -> None:
    with server("--token", WORD) as (url, _):
        assert httpx.get(url + "/api/health", timeout=60).status_code == 401
        answer = httpx.get(url + "/api/health", headers={"authorization": f"Bearer {WORD}"}, timeout=60)
        assert answer.status_code == 200
