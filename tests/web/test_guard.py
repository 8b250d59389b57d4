"""The guard: foreign hosts and origins, headers, sizes, rates, paths."""

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_tools import EASY, HARD, HOST, SOCKET, client, settings

from yomikiri.web.bucket import Bucket
from yomikiri.web.guard import is_ours
from yomikiri.web.settings import MAX_BODY_BYTES, Settings

ADDRESSES = ["/", "/api/games", "/api/nothing", "/static/nothing.js", "/openapi.json"]


@pytest.fixture(scope="module")
def web() -> TestClient:
    return client()


# -- who asks --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@evil", "a b", "[::2]"]
)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_foreign_host_is_refused_everywhere(web: TestClient, host: str, address: str) -> None:
    answer = web.get(address, headers={"host": host})
    assert answer.status_code == 400
    assert "address" in answer.json()["error"]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "localhost."])
def test_the_names_of_this_machine_are_ours(web: TestClient, host: str) -> None:
    assert web.get("/api/games", headers={"host": host}).status_code == 200


def test_an_address_is_ours_only_where_the_server_listens_on_all() -> None:
    assert not is_ours("192.0.2.7:8000", Settings())
    assert is_ours("192.0.2.7:8000", Settings(host="192.0.2.7"))
    assert is_ours("192.0.2.7:8000", Settings(host="0.0.0.0"))
    assert is_ours("[2001:db8::1]", Settings(host="::"))
    assert not is_ours("evil.example", Settings(host="0.0.0.0"))
    assert is_ours("puzzles.example", Settings(names=("puzzles.example",)))


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:9999", "https://localhost", "file://", "http://["],
)
def test_a_foreign_origin_is_refused(web: TestClient, origin: str) -> None:
    data = {"setup": EASY["superpuzz"], "moves": []}
    assert web.post("/api/state", json=data, headers={"origin": origin}).status_code == 403
    assert web.get("/api/games", headers={"origin": origin}).status_code == 403


def test_the_own_origin_is_welcome(web: TestClient) -> None:
    data = {"setup": EASY["superpuzz"], "moves": []}
    answer = web.post("/api/state", json=data, headers={"origin": f"http://{HOST}"})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_a_request_that_a_browser_calls_cross_site_is_refused(web: TestClient) -> None:
    assert web.get("/api/games", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    # A link from elsewhere may lead to the page.
    assert web.get("/", headers={"sec-fetch-site": "cross-site"}).status_code != 403


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}]
)
def test_a_foreign_socket_is_refused(web: TestClient, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), web.websocket_connect(SOCKET, headers=headers):
        pass


def test_an_own_socket_is_welcome() -> None:
    with client() as web, web.websocket_connect(SOCKET, headers={"origin": f"http://{HOST}"}) as socket:
        socket.send_json({"type": "sing"})
        assert socket.receive_json()["type"] == "error"


def test_there_are_only_so_many_sockets_that_are_answered() -> None:
    with client(sockets=1) as web, web.websocket_connect(SOCKET) as busy:
        busy.send_json({"type": "ask", "id": "long", "what": "shortest", "setup": HARD, "moves": []})
        assert busy.receive_json()["type"] in ("queued", "progress")
        with pytest.raises(WebSocketDisconnect), web.websocket_connect(SOCKET):
            pass
    with client(sockets=1) as web:
        for _ in range(2):  # One that is closed makes room.
            with web.websocket_connect(SOCKET):
                pass


def test_the_tab_that_was_silent_longest_gives_way_to_a_newcomer() -> None:
    with (
        client(sockets=2) as web,
        web.websocket_connect(SOCKET) as silent,
        web.websocket_connect(SOCKET) as talking,
    ):
        for _ in range(2):
            talking.send_json({"type": "sing"})
            assert talking.receive_json()["type"] == "error"
        with web.websocket_connect(SOCKET) as newcomer:
            newcomer.send_json({"type": "sing"})
            assert newcomer.receive_json()["type"] == "error"
            with pytest.raises(WebSocketDisconnect):
                silent.receive_json()
            talking.send_json({"type": "sing"})
            assert talking.receive_json()["type"] == "error"


# -- what browsers are told ------------------------------------------------------------------------


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_has_the_strict_headers(web: TestClient, address: str) -> None:
    for headers in ({}, {"host": "evil.example"}):
        answer = web.get(address, headers=headers)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy.replace(
            "'wasm-unsafe-eval'", ""
        )  # Modules are compiled; nothing is evaluated.
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "cache-control" in answer.headers


def test_the_page_has_no_inline_script_and_nothing_from_elsewhere(web: TestClient) -> None:
    import re

    page = web.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", page.text) == []
    assert re.findall(r"""\b(?:src|href)=["'](?:https?:)?//""", page.text) == []
    assert re.findall(r"""<[^>]+\s(?:style|on[a-z]+)=["']""", page.text) == []


def test_the_frameworks_own_pages_are_off(web: TestClient) -> None:
    assert web.get("/docs").status_code == web.get("/redoc").status_code == 404


# -- how much and how often ------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused(web: TestClient) -> None:
    answer = web.post("/api/state", content=b" " * (MAX_BODY_BYTES + 1))
    assert answer.status_code == 413
    assert "error" in answer.json()

    def pieces():  # type: ignore[no-untyped-def]
        for _ in range(MAX_BODY_BYTES // 1000 + 2):
            yield b" " * 1000

    assert web.post("/api/state", content=pieces()).status_code == 413  # Without a length.


def test_too_many_requests_are_told_so_and_later_ones_are_answered() -> None:
    now = 0.0
    web = client()
    web.app.state.service.bucket = Bucket(20, 5, lambda: now)  # type: ignore[attr-defined]
    assert [web.get("/api/health").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    refused = web.get("/api/health")
    assert refused.headers["retry-after"] == "1"
    assert "slow down" in refused.json()["error"]
    now = 0.1
    assert [web.get("/api/health").status_code for _ in range(3)] == [200, 200, 429]


def test_a_bucket_fills_by_itself_and_is_each_clients_own() -> None:
    now = 0.0
    bucket = Bucket(2, 3, lambda: now)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b")
    now = 0.6
    assert [bucket.take("a") for _ in range(2)] == [True, False]
    now = 100
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]


def test_the_usual_settings_are_enough_for_ten_tabs() -> None:
    usual = Settings()
    assert usual.burst >= 10 * 60  # Files of a page.
    assert usual.requests_per_second >= 10 * 10
    assert settings().worker_memory() == 256 * 2**20


# -- what can be read ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2f%2e%2e%2ferrors.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/..%5capp.py",
        "/static/%00",
        "/static/",
        "/static",
        "/app.py",
        "/api/reports/..%2f..%2fapp/x.svg",
        "/api/surveys/..%2f..%2fapp",
    ],
)
def test_no_file_outside_the_static_ones_can_be_read(web: TestClient, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code in (404, 405, 400, 422)
    assert "import" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST"])
def test_a_method_that_is_not_there_is_told_so(web: TestClient, method: str) -> None:
    answer = web.request(method, "/api/games")
    assert answer.status_code == 405
    assert answer.json() == {"error": "this address does not take that method"}


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"setup":{"game":"\\ud800","deal":"1"}}', b"1" * 6000]
)
def test_a_body_that_is_no_request_gets_a_sentence(web: TestClient, body: bytes) -> None:
    answer = web.post("/api/state", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert isinstance(answer.json()["error"], str)
    assert "Traceback" not in answer.text


def test_a_defect_shows_no_trace_to_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    from yomikiri.web import boards

    def broken(line: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(boards, "state", broken)
    answer = client().post("/api/state", json={"setup": EASY["superpuzz"], "moves": []})
    assert answer.status_code == 500
    assert answer.json() == {"error": "internal error: a bug in yomikiri"}
    assert "default-src 'none'" in answer.headers["content-security-policy"]
