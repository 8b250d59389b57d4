"""The guard: who may send requests, how large and how often, and which security headers browsers get.

A foreign page can make a browser send requests here; these measures keep it from getting anywhere:

* *Host*.  A name that is not ours is refused, so a foreign name that is made to point to this machine (DNS
  rebinding) gets nothing.  If the server listens on all addresses, any address is ours: an address cannot be
  made to point elsewhere.
* *Origin*.  A request or socket opened by a page of another origin is refused.
* *Token*.  If the server has one, only the page and its files are public; everything else, the socket
  included, requires the token or its cookie.
* *Content-Security-Policy*.  It lets the page load only its own files, and no inline script.
"""

import asyncio
import ipaddress
import logging
import re
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response

from yomikiri.web import enter
from yomikiri.web.client import client_of
from yomikiri.web.door import RUN_OUT
from yomikiri.web.problems import DEFECT, NO_TOKEN, problem
from yomikiri.web.service import Service
from yomikiri.web.settings import MAX_BODY_BYTES, Settings
from yomikiri.web.visitor import Stage, Visitor, visitor_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
WILDCARDS = ("", "0.0.0.0", "::")
REFUSED_SOCKET = 1008
CLOSE = {"Connection": "close"}
LATER = {"Retry-After": "1"}
SCARCE = "the server has no file descriptor or memory left: try again later"
LOG = logging.getLogger("yomikiri.web")

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?", re.ASCII)


def is_ours(host: str, settings: Settings) -> bool:
    """Whether a Host header names this server."""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match.group(1).strip("[]").lower().rstrip(".")
    if name in (*LOOPBACK, *settings.names, settings.host.lower()):
        return True
    if settings.host not in WILDCARDS:
        return False
    return _is_address(name) or name == socket.gethostname().lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: App, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("websocket", "http"):
            await self._app(scope, receive, send)
            return
        visitor = visitor_of(scope)
        try:
            if scope["type"] == "websocket":
                _reach(visitor, Stage.WORK)
                await self._socket(scope, receive, send)
            else:
                _reach(visitor, Stage.BODY)
                await self._http(scope, receive, send)
        finally:
            if visitor is not None:
                visitor.answered()

    async def _socket(self, scope: Message, receive: Receive, send: Send) -> None:
        full = self._service.sockets >= self._service.settings.sockets
        if self._refusal(scope) is not None or (full and not self._service.make_room()):
            await receive()
            await send({"type": "websocket.close", "code": REFUSED_SOCKET})
            return
        self._service.sockets += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._service.sockets -= 1

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store" if _is_api(scope) else "no-cache")
            await send(message)

        refusal = self._refusal(scope)
        body = b""
        if refusal is None:
            seconds = self._service.settings.request_seconds
            try:
                async with asyncio.timeout(seconds):
                    found = await _body(scope, receive)
            except TimeoutError:
                refusal = problem(408, "the request did not come in time", headers=CLOSE)
            else:
                if found is None:
                    refusal = problem(413, f"a request has at most {MAX_BODY_BYTES} bytes", headers=CLOSE)
                else:
                    body = found
        _reach(visitor_of(scope), Stage.WORK)
        if refusal is not None:
            await refusal(scope, receive, with_headers)
            return
        told = False

        async def replay() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        try:
            await self._app(scope, replay, with_headers)
        except Exception as error:
            scarce = isinstance(error, OSError) and error.errno in RUN_OUT
            if begun or not scarce:
                LOG.exception("a bug in answering %s", scope["path"])
            if begun:
                raise
            answer = problem(503, SCARCE, headers=LATER) if scarce else problem(500, DEFECT)
            await answer(scope, receive, with_headers)

    def _refusal(self, scope: Message) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_ours(hosts[0], self._service.settings):
            return problem(400, "this server is not known by that name: open it at its own address")
        origin = headers.get("origin")
        if origin is not None and not _same(origin, hosts[0]):
            return problem(403, "a page of another origin may not use this server")
        if _is_api(scope) and headers.get("sec-fetch-site") == "cross-site":
            return problem(403, "a page of another origin may not use this server")
        if not self._service.bucket.take(client_of(scope)):
            return problem(429, "too many requests: slow down", headers=LATER)
        token = self._service.token
        if token is not None and _is_private(scope) and not token.admits(headers):
            return problem(401, NO_TOKEN, headers={"WWW-Authenticate": "Bearer"})
        return None


def _reach(visitor: Visitor | None, stage: Stage) -> None:
    if visitor is not None:
        visitor.reach(stage)


def _is_api(scope: Message) -> bool:
    return str(scope["path"]).startswith("/api/")


def _is_private(scope: Message) -> bool:
    """Everything but the page and its files, which are public, and the login."""
    path = str(scope["path"])
    return path != enter.PATH and not (path == "/" or path.startswith("/static/"))


def _same(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


async def _body(scope: Message, receive: Receive) -> bytes | None:
    """The whole body; None if it is too large."""
    length = Headers(scope=scope).get("content-length", "0")
    if not length.isdigit() or len(length) > 12 or int(length) > MAX_BODY_BYTES:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""  # The client is gone.
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)
