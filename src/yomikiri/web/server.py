"""The server: listens, says where, opens a browser, and ends on Ctrl-C."""

import contextlib
import socket
import sys
import threading
import webbrowser

import uvicorn

from yomikiri.errors import InputError, shown
from yomikiri.store import Store
from yomikiri.web.app import create_app
from yomikiri.web.guard import WILDCARDS
from yomikiri.web.settings import MAX_BODY_BYTES, Settings


class Server(uvicorn.Server):
    """A server that tells when it can be used."""

    def __init__(self, config: uvicorn.Config, url: str, *, browse: bool) -> None:
        super().__init__(config)
        self._url, self._browse = url, browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        sys.stdout.write(f"yomikiri is at {self._url} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        if self._browse:
            # A browser may take its time to start, and the server has none.
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()


def serve(host: str, port: int, place: str | None = None, *, workers: int = 2, browse: bool = True) -> None:
    """Serve the web app until Ctrl-C."""
    with contextlib.ExitStack() as stack:
        store = None if place is None else stack.enter_context(Store(place, create=False))
        app = create_app(Settings(host=host, workers=workers), store)
        listener = stack.enter_context(listening(host, port))
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws_max_size=MAX_BODY_BYTES,
            server_header=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=1,
        )
        url = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
        with contextlib.suppress(KeyboardInterrupt):
            Server(config, url, browse=browse).run(sockets=[listener])


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; an :class:`InputError` says why there is none."""
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
        raise InputError(f"can not listen on {shown(host)} port {port}: {error.strerror}") from None
    return listener


def _shown(host: str) -> str:
    """The host in a link that works on this machine."""
    if host in WILDCARDS:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
