"""A real server in a process of its own, and a real browser: Debian's Chromium, driven by Playwright.

Where either is missing these tests are skipped and say what is missing.  No test may leave a word of
complaint on the browser's console: errors of scripts, refused requests and breaches of the content security
policy all fail it.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from yomikiri.search import Limits
from yomikiri.store import Store
from yomikiri.surveys import InProcess, plan, run

pytest.importorskip("fastapi", reason="the web app is not installed: yomikiri[web]")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: yomikiri[test]")

import bundled_page  # noqa: E402
from e2e_tools import OpenTable, Table  # noqa: E402

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WAIT_MS = 60_000
"""How long anything may take to appear; machines that test are busy."""

WATCH_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


@pytest.fixture(scope="session")
def survey_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small store: one survey that is all decided, one that has given up on some deals."""
    path = tmp_path_factory.mktemp("store") / "results.db"
    with Store(str(path)) as store:
        run(plan("superpuzz", "1-40", size=4), store, InProcess())
        run(plan("superpuzz", "1-12", size=6, limits=Limits(nodes=150)), store, InProcess())
    return path


class Server:
    """A server with its workers, which can be taken away and brought back at the same address."""

    def __init__(self, store: Path, *more: str, program: Sequence[str] = ("-m", "yomikiri")) -> None:
        self._store, self._port, self._more, self._program = store, "0", more, program
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self._program, "serve", "--no-open", "--port", self._port]
        command += ["--store", str(self._store), *self._more]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
        assert self._process.stdout is not None
        match = re.search(r"http://\S+:(\d+)", self._process.stdout.readline())
        assert match, "the server did not say where it is"
        self.address, self._port = match[0], match[1]

    def kill(self) -> None:
        """End at once, as a server does whose machine goes down."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


@pytest.fixture(scope="session")
def server(survey_store: Path) -> Iterator[str]:
    """The address of a server; it gives the page in few files."""
    running = Server(survey_store, program=("-c", bundled_page.SERVE, str(bundled_page.built())))
    yield running.address
    running.stop()


@pytest.fixture(scope="module")
def own_server(survey_store: Path) -> Iterator[Server]:
    """A server for a module's own tests, which may kill it and start it again."""
    running = Server(survey_store)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


class Tab:
    """A tab that is used again and again, and what its console says now."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.table: Table | None = None
        self.home = ""
        self.complaints: list[str] = []
        page.on(
            "console", lambda told: told.type in ("error", "warning") and self._heard(told.type, told.text)
        )
        page.on("pageerror", lambda error: self._heard("exception", str(error)))
        page.on("requestfailed", self._request_failed)

    def _request_failed(self, request: Any) -> None:
        # A page that is left gives up what is still on its way: nothing is wrong.
        if "ERR_ABORTED" not in str(request.failure):
            self._heard("request", f"{request.url} {request.failure}")

    def _heard(self, kind: str, text: str) -> None:
        if self.table is not None and not any(allowed in text for allowed in self.table.may_complain):
            self.complaints.append(f"{kind}: {text}")

    def hand_out(self, server: str) -> Table:
        self.table, self.home, self.complaints = Table(self.page, server), server, []
        return self.table

    def take_back(self) -> None:
        """Forget everything: the next test finds the page as new, and what was asked on it is cancelled."""
        self.page.evaluate("window.localStorage.clear(), window.sessionStorage.clear()")
        at_home = self.table is not None and self.table.address == self.home
        self.table = None
        # At another place of the same server the browser keeps its process, and what that has compiled.
        self.page.goto(f"{self.home}/static/{bundled_page.PARKED}" if at_home else "about:blank")


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Iterator[Callable[..., list[Tab]]]:
    """Free tabs by way of looking: to make a tab costs more than most tests."""
    contexts: dict[tuple[Any, ...], tuple[Any, list[Tab]]] = {}

    def free(width: int, height: int, language: str, dark: bool, touch: bool) -> list[Tab]:
        key = (width, height, language, dark, touch)
        if key not in contexts:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=language,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
                has_touch=touch,
                is_mobile=touch,
                permissions=["clipboard-read", "clipboard-write"],
            )
            context.set_default_timeout(WAIT_MS)
            context.add_init_script(WATCH_POLICY)
            contexts[key] = (context, [])
        context, tabs = contexts[key]
        if not tabs:
            tabs.append(Tab(context.new_page()))
        return tabs

    yield free
    for context, _ in contexts.values():
        context.close()


@pytest.fixture(scope="module")
def fresh_tab(browser: Any) -> Iterator[Callable[[], Tab]]:
    """Makes tabs that share nothing with any other, for pages that no server of ours serves."""
    contexts = []

    def make() -> Tab:
        context = browser.new_context(locale="en-US", reduced_motion="reduce")
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(WATCH_POLICY)
        contexts.append(context)
        return Tab(context.new_page())

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def tables(tabs: Callable[..., list[Tab]], server: str) -> Iterator[OpenTable]:
    """Opens tables: each is a tab of its own that remembers nothing of the tests before."""
    used: list[tuple[list[Tab], Tab]] = []

    def open_table(
        *,
        width: int = 1280,
        height: int = 900,
        language: str = "en-US",
        dark: bool = False,
        touch: bool = False,
    ) -> Table:
        free = tabs(width, height, language, dark, touch)
        tab = free.pop()
        used.append((free, tab))
        return tab.hand_out(server)

    yield open_table
    complaints = [complaint for _, tab in used for complaint in tab.complaints]
    for free, tab in used:
        if not tab.page.is_closed():
            tab.take_back()
            free.append(tab)
    assert complaints == []


@pytest.fixture
def table(tables: OpenTable) -> Table:
    """A tab with a mouse and a keyboard."""
    return tables()
