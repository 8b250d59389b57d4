"""Odd JSON: whatever is sent, the other side gets an answer, and the next message does, too."""

import json
from collections.abc import Iterator
from contextlib import suppress

import anyio
import httpx
import pytest
from web_tools import EASY, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from yomikiri.web import session
from yomikiri.web.wire import written

ODD = [
    r'"\ud800"',
    r'"\udc00\ud83d"',
    r'"\u0000"',
    r'"\uffff\ufeff"',
    '"٣"',
    '"²"',
    '"1_0"',
    '""',
    '"' + "x" * 70_000 + '"',
    "NaN",
    "-Infinity",
    "1e999",
    "-0",
    str(2**64),
    str(-(2**70)),
    "1" * 4000,
    "1" * 5000,
    "[" * 2000 + "]" * 2000,
    "[" * 50_000,
    '{"a":' * 3000 + "1" + "}" * 3000,
    "null",
    "true",
    "[]",
    "{}",
    "0.1",
    # JSON inside a text: a position may be written so.
    json.dumps(r'["\ud800"]'),
    json.dumps(r'{"\ud800": 1}'),
    json.dumps("[" * 4000),
    json.dumps("9" * 4000),
    json.dumps("NaN"),
]
SETUP = ("game", "size", "variant", "options", "deal", "position", "arrangement")


def lines(odd: str) -> Iterator[str]:
    """Setups and moves as JSON, with something odd in each place in turn."""
    for name, setup in EASY.items():
        plain = {key: json.dumps(value) for key, value in setup.items()}
        for field in SETUP:
            rest = {k: v for k, v in plain.items() if field != "position" or k != "deal"}
            yield f'"setup":{written_as(rest | {field: odd})},"moves":[]'
        yield f'"setup":{json.dumps(setup)},"moves":[{odd}]'
        if name == "freecell":
            yield f'"setup":{written_as(plain | {"options": written_as({"metric": odd})})},"moves":[]'
            yield f'"setup":{json.dumps(setup)},"moves":{odd}'
            yield f'"setup":{odd},"moves":[]'
            if odd.startswith('"'):
                yield f'"setup":{written_as(plain)},"moves":[],{odd}:1'
                yield f'"setup":{written_as(plain | {"options": f"{{{odd}:1}}"})},"moves":[]'


def written_as(fields: dict[str, str]) -> str:
    """An object whose values are JSON already, or nearly."""
    return "{" + ",".join(f'"{key}":{value}' for key, value in fields.items()) + "}"


def messages(odd: str) -> Iterator[str]:
    """Messages of the socket with something odd in each place in turn."""
    ask = {"type": '"ask"', "id": '"q"', "what": '"win"', "setup": json.dumps(EASY["superpuzz"])}
    for field in ("type", "id", "what", "seconds", "memory", "algorithm"):
        yield written_as(ask | {field: odd})
    for line in lines(odd):
        yield f'{{"type":"ask","id":"q","what":"win","seconds":1,{line}}}'
    yield odd
    yield f'{{"type":"cancel","id":{odd}}}'
    yield f'{{"type":"cancel","id":"q","id":{odd}}}'


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running() as (found, _):
        yield found


@pytest.fixture
def tab(url: str) -> Iterator[ClientConnection]:
    with connect(url.replace("http", "ws") + "/api/socket", max_size=None) as found:
        yield found


def heard_until(tab: ClientConnection, name: str) -> list[dict[str, object]]:
    """All that is said up to a message with that id."""
    found = []
    while not found or found[-1]["id"] != name:
        found.append(json.loads(tab.recv(timeout=60)))
    return found


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_socket_hears_the_next_message_whatever_came_before(tab: ClientConnection, odd: str) -> None:
    for number, message in enumerate(messages(odd)):
        tab.send(message)
        tab.send('{"type":"cancel","id":"q"}')
        tab.send(f'{{"type":"sing","id":"next {number}"}}')
        said = heard_until(tab, f"next {number}")
        assert not any("bug" in str(one.get("message")) for one in said), (message[:200], said)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_request_is_answered_whatever_it_contains(url: str, odd: str) -> None:
    with httpx.Client(base_url=url, headers={"content-type": "application/json"}) as client:
        for number, line in enumerate(lines(odd)):
            for path in ("state", "line", "analyse")[: 1 if number else 3]:  # They read it in the same way.
                answer = client.post(f"/api/{path}", content=f"{{{line}}}".encode(), timeout=60)
                assert answer.status_code in (200, 400, 422), (path, line[:200])
                assert answer.status_code == 200 or isinstance(answer.json()["error"], str)
        for body in (odd, f'{{"game":{odd}}}', f'{{"game":"gaps","size":{odd}}}'):
            assert client.post("/api/random", content=body.encode()).status_code in (200, 400, 422)


def test_an_id_that_is_no_text_comes_back_as_it_came(tab: ClientConnection) -> None:
    tab.send(r'{"type":"ask","id":"\ud800"}')
    said = json.loads(tab.recv(timeout=60))
    assert (said["type"], said["id"]) == ("error", "\ud800")


def test_a_message_that_comes_too_soon_is_refused_by_its_name() -> None:
    with (
        running(requests_per_second=0.001, burst=2) as (url, _),
        connect(url.replace("http", "ws") + "/api/socket") as tab,  # The first.
    ):
        for name in ("second", "third"):
            tab.send(json.dumps({"type": "sing", "id": name}))
        said = [json.loads(tab.recv(timeout=60)) for _ in range(2)]
    assert [one["id"] for one in said] == ["second", "third"]
    assert "slow down" in said[1]["message"]


def test_numbers_that_json_does_not_have_are_null() -> None:
    said = {"rate": float("nan"), "bounds": [1, float("inf")], "more": {"deep": -float("inf")}}
    assert json.loads(written(said)) == {"rate": None, "bounds": [1, None], "more": {"deep": None}}


def test_a_defect_in_hearing_is_told_and_the_conversation_goes_on(
    monkeypatch: pytest.MonkeyPatch, tab: ClientConnection
) -> None:
    def broken(data: object) -> None:
        raise KeyError("secret")

    with monkeypatch.context() as patched:
        patched.setattr(session, "_message", broken)
        tab.send('{"type":"ask","id":"a"}')
        said = heard_until(tab, "a")
    assert "bug" in said[0]["message"]
    assert "secret" not in str(said)
    tab.send('{"type":"sing","id":"b"}')
    heard_until(tab, "b")


def test_a_socket_that_can_not_be_answered_is_closed(
    monkeypatch: pytest.MonkeyPatch, tab: ClientConnection
) -> None:
    def broken(message: object) -> str:
        raise KeyError("secret")

    with monkeypatch.context() as patched:
        patched.setattr(session, "written", broken)
        tab.send('{"type":"sing","id":"a"}')
        with pytest.raises(ConnectionClosed, match="1013"):
            tab.recv(timeout=60)


def test_a_tab_that_never_listens_is_let_go(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stuck(self: session.Session) -> None:
        await anyio.sleep_forever()

    monkeypatch.setattr(session, "DEAF", 3)
    monkeypatch.setattr(session.Session, "_send", stuck)
    with connect(url.replace("http", "ws") + "/api/socket") as tab:
        with suppress(ConnectionClosed):  # It may be closed before all is sent.
            for _ in range(5):
                tab.send('{"type":"sing"}')
        with pytest.raises(ConnectionClosed, match="1013"):
            tab.recv(timeout=60)
