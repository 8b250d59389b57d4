"""A static host of a site, for tests and benchmarks: it compresses, as hosts do."""

import contextlib
import gzip
import http.server
import threading
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


@cache
def _compressed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 9)


class _Files(http.server.SimpleHTTPRequestHandler):
    """Plain files, without a word about each."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = _compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        with contextlib.suppress(ConnectionError):  # A page that is left hangs up.
            self.end_headers()
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a host of a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


SLOW_LINE = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
"""Fast 3G, as Chromium's tools have it."""
SLOWER = 4
"""How many times slower the processor is."""


WATCH_VERDICT = """new MutationObserver(() => {
  if (document.querySelector('#verdict[data-verdict="won"]')) window.firstVerdict ??= performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });"""
"""Notes when a verdict is first there: whoever asks for it from outside is slowed down, too."""


class Visit:
    """A page on a slow line and a slow processor, and what it has loaded."""

    def __init__(self, page: Any) -> None:
        self.page, self.sizes = page, []
        page.add_init_script(WATCH_VERDICT)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.on("Network.loadingFinished", lambda end: self.sizes.append(int(end["encodedDataLength"])))

    def open(self, address: str) -> float:
        """Open a page of FreeCell; the milliseconds until the verdict."""
        self.page.goto(f"{address}/#game=freecell&deal=617")
        self.page.wait_for_selector('#verdict[data-verdict="won"]')
        return float(self.page.evaluate("window.firstVerdict"))

    def painted(self) -> float:
        """The milliseconds until something was seen."""
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        return float(self.page.evaluate(paint))

    def came(self, name: str) -> float:
        """The milliseconds until a file was there."""
        entries = "performance.getEntriesByType('resource')"
        return float(self.page.evaluate(f"{entries}.find(({{name}}) => name.endsWith('{name}')).responseEnd"))

    def verdict_on(self, deal: str) -> float:
        """The milliseconds from another deal to the verdict on it."""
        begin = f"""import('/static/js/app.js').then(({{ $ }}) => {{
          window.begun = performance.now();
          return $['store.js'].store.start({{ game: 'freecell', deal: '{deal}' }});
        }})"""
        self.page.evaluate(begin)
        self.page.wait_for_selector('#verdict[data-verdict="won"]')
        return float(self.page.evaluate("performance.now() - window.begun"))
