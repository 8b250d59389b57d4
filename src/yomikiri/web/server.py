"""The server: listens, says where, opens a browser, and ends on Ctrl-C."""

import asyncio
import contextlib
import socket
import sys
import threading
import webbrowser

import uvicorn

from yomikiri.core.errors import InputError, shown
from yomikiri.store import Store
from yomikiri.web import exposure
from yomikiri.web.app import create_app
from yomikiri.web.door import Door
from yomikiri.web.guard import WILDCARDS
from yomikiri.web.settings import MAX_BODY_BYTES, Settings
from yomikiri.web.visitor import Visitor


class Server(uvicorn.Server):
    """A server that announces when it is ready, if it has a greeting."""

    def __init__(self, settings: Settings, store: Store | None = None, greeting: str | None = None) -> None:
        config = uvicorn.Config(
            create_app(settings, store),
            log_level="warning",
            ws_max_size=MAX_BODY_BYTES,
            server_header=False,
            # Clients are counted by their addresses, which nobody may forge.
            proxy_headers=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._door = Door(settings)
        self._greeting = greeting
        self.browse: str | None = None
        """The link to open in a browser."""
        self.notice: str | None = None
        """What the operator needs to know."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])  # The door itself listens.
        if not self.started:
            return
        for listener in sockets or []:
            self._door.open(listener, self._protocol)
        if self.notice is not None:
            sys.stderr.write(self.notice + "\n")
            sys.stderr.flush()
        if self._greeting is not None:
            sys.stdout.write(self._greeting + "\n")
            sys.stdout.flush()
        if self.browse is not None:
            # A browser may take a while to start, and the server must not wait.
            threading.Thread(target=webbrowser.open, args=(self.browse,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._door.close()
        await super().shutdown(sockets)

    def _protocol(self, visitor: Visitor) -> asyncio.Protocol:
        """The protocol that reads a visitor's requests and knows whose they are."""
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config,
            server_state=self.server_state,
            app_state={**self.lifespan.state, "visitor": visitor},
        )
        return made


def serve(
    settings: Settings,
    port: int,
    place: str | None = None,
    *,
    browse: bool = True,
    insecure: bool = False,
) -> None:
    """Serve the web app until Ctrl-C; to other machines only with a token, or if that is intended."""
    with contextlib.ExitStack() as stack:
        store = None if place is None else stack.enter_context(Store(place, create=False))
        listener = stack.enter_context(listening(settings.host, port))
        exposure.check(settings, listener, place, insecure=insecure)
        number = listener.getsockname()[1]
        link = _link(_shown(settings.host), number, settings)
        server = Server(settings, store, f"yomikiri is at {link} (Ctrl-C ends it)")
        if exposure.is_exposed(listener):
            others = socket.gethostname() if settings.host in WILDCARDS else _shown(settings.host)
            there = _link(others, number, settings)
            server.notice = f"from other machines: {there}\n{exposure.notice(settings, place)}"
        server.browse = link if browse else None
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def _link(host: str, port: int, settings: Settings) -> str:
    """The address of the page; a browser does not send what comes after the #."""
    return f"http://{host}:{port}/" + ("" if settings.token is None else f"#token={settings.token}")


def listening(host: str, port: int) -> socket.socket:
    """A socket listening there; an :class:`InputError` says why that failed."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "not a name"
        raise InputError(f"--host '{shown(host)}' is not an address of this machine: {reason}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise InputError(f"cannot listen on {shown(host)} port {port}: {error.strerror}") from None
    return listener


def _shown(host: str) -> str:
    """The host in a link that works on this machine."""
    if host in WILDCARDS:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
