"""The site without a server in the browser: any game is played, asked about and solved, also offline."""

import contextlib
import http.server
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from e2e_tools import EASY, HARD, Table, solution

pytest.importorskip("ziglang", reason="the compiler to WebAssembly is not installed: yomikiri[site]")

import site_tools

STORE = "import('/static/js/app.js').then(({ $ }) => $['store.js'])"
DEALS = {
    **EASY,
    "gaps": {"game": "gaps", "size": "5", "deal": "3", "arrangement": "HDCS"},
    "peg": {"game": "peg", "size": "5x5", "deal": "29"},
    "black-hole": {"game": "black-hole", "size": "7", "deal": "2"},
}


class _Files(http.server.SimpleHTTPRequestHandler):
    """Plain files, without a word about each."""

    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextlib.contextmanager
def _serving(folder: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    handler = partial(_Files, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def host() -> Iterator[http.server.ThreadingHTTPServer]:
    """A static host of the site."""
    with _serving(site_tools.built()) as server:
        yield server


@pytest.fixture(scope="module")
def tab(fresh_tab: Callable[[], Any]) -> Any:
    return fresh_tab()


@pytest.fixture
def site(tab: Any, host: http.server.ThreadingHTTPServer) -> Iterator[Table]:
    """The site in a tab that must have nothing to complain about."""
    table: Table = tab.hand_out(f"http://127.0.0.1:{host.server_address[1]}")
    table.bundled = True
    yield table
    assert tab.complaints == []


@pytest.mark.parametrize("game", DEALS)
def test_a_deal_is_played_judged_and_solved(site: Table, game: str) -> None:
    site.open(DEALS[game])
    assert "Yes" in site.verdict("won", "lost")
    move = site.legal_move()
    site.page.evaluate(f"(text) => {STORE}.then(({{ store }}) => store.play(text))", move["text"])
    site.wait_moves(1)
    site.click("#undo")
    site.wait_moves(0)
    site.click("#hint")
    site.page.wait_for_selector("#hint-result:visible")
    site.click("#solve")
    site.wait(f"{STORE}.then(({{ store }}) => store.future.length > 0)")
    site.click("#play-line")
    site.page.evaluate(
        """import('/static/js/app.js').then(async ({ $ }) => {
          const { store } = $["store.js"];
          await store.playAll($["ask/verdicts.js"].lookup(store.setup, store.moves).line);
        })"""
    )
    site.page.wait_for_selector("#won:visible")


def test_a_shortest_solution_is_proved(site: Table) -> None:
    site.open(EASY["sliding"])
    site.click("#shortest")
    site.page.wait_for_selector("#shortest-watch:visible")
    assert site.find("#shortest-figure").inner_text() == str(len(solution("sliding", "3x3", "1")))


def test_a_game_is_analysed_and_its_study_opened_again(site: Table) -> None:
    line = solution("superpuzz", "5", "9")[:3]
    site.open(EASY["superpuzz"], line)
    site.click("#analyse")
    site.wait("document.querySelectorAll('#move-tree .mark').length === 3")
    site.click("#study-share")
    site.click("#study-copy-text")
    site.wait("document.querySelector('#study-note').textContent.length > 0")
    text = '[Study "1"]\n[Game "superpuzz"]\n[Size "5"]\n[Deal "9"]\n\n1. HK'
    site.find("#study-text").fill(text)
    site.click("#study-open")
    site.page.wait_for_selector("#study-error:visible")
    assert "HK" in site.find("#study-error").inner_text()
    site.find("#study-text").fill(text.replace("HK", f"{line[0]} {{again}}"))
    site.click("#study-open")
    site.page.wait_for_selector("#move-tree .move-comment")


def test_a_long_search_is_watched_and_cancelled(site: Table) -> None:
    site.open(HARD)
    site.click("#shortest")
    site.page.wait_for_selector("#live:visible #cancel")
    site.wait("document.querySelectorAll('.bounds-lower').length === 1")
    site.click("#cancel")
    site.wait("document.querySelector('#live').dataset.phase === 'done'")
    assert site.find("#live-status").inner_text() == "Cancelled"
    # And its worker is free for the next.
    site.open(EASY["superpuzz"])
    assert "Yes" in site.verdict("won")


def test_a_random_and_a_winnable_deal_are_dealt(site: Table) -> None:
    site.open(EASY["superpuzz"])
    site.click("#random-deal")
    site.wait(f"{STORE}.then(({{ store }}) => store.setup.deal !== '9')")
    site.open(EASY["superpuzz"])
    site.click("#winnable-deal")
    site.wait(f"{STORE}.then(({{ store }}) => store.setup.deal !== '9')")
    assert "Yes" in site.verdict("won")


def test_a_position_is_pasted_and_a_wrong_one_refused(site: Table) -> None:
    site.open(EASY["superpuzz"])
    site.click("#paste")
    site.find("#paste-text").fill("HA H2 .. / DA D2 .. / SA .. S2 / CA C2 X1")
    site.click("#paste-play")
    site.page.wait_for_selector("#paster-error:visible")
    assert "row 4, column 3: 'X1' is not a card" in site.find("#paster-error").inner_text()
    site.find("#paste-text").fill("HA H2 .. / DA D2 .. / SA .. S2 / CA C2 ..")
    site.click("#paste-play")
    site.wait(f"{STORE}.then(({{ store }}) => store.setup.position !== null)")
    assert "Yes" in site.verdict("won")


def test_lines_are_saved_as_text_json_and_pictures(site: Table) -> None:
    site.open(EASY["sliding"])
    site.verdict("won")
    site.click("#solve")
    site.wait_moves(1)
    site.click("#study-share")
    for form, word in (("text", "won"), ("json", "won"), ("svg", "<animateTransform")):
        with site.page.expect_download() as saved:
            site.click(f"#export-{form}")
        assert saved.value.suggested_filename.startswith("sliding-3x3-1.")
        assert word in Path(saved.value.path()).read_text(encoding="utf-8")
    assert not site.find("#export-gif").is_visible()


def test_it_works_offline_after_the_first_visit(
    fresh_tab: Callable[[], Any], host: http.server.ThreadingHTTPServer
) -> None:
    tab = fresh_tab()
    address = f"http://127.0.0.1:{host.server_address[1]}"
    site = tab.hand_out(address)
    site.bundled = True
    site.open()
    site.wait("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
    manifest = site.page.evaluate("fetch('manifest.webmanifest').then((found) => found.json())")
    assert manifest["display"] == "standalone"
    site.page.context.set_offline(True)
    site.page.reload()
    site.page.wait_for_selector("html[data-ready]")
    for setup in (DEALS["freecell"], DEALS["peg"]):
        site.open(setup)
        assert "Yes" in site.verdict("won")
    assert tab.complaints == []


def test_it_may_lie_in_any_folder_of_a_host(fresh_tab: Callable[[], Any]) -> None:
    place = site_tools.built()
    tab = fresh_tab()
    with _serving(place.parent) as server:
        site = tab.hand_out(f"http://127.0.0.1:{server.server_address[1]}/{place.name}")
        site.page.goto(f"{site.address}/#game=peg&size=5x5&deal=29")
        assert "Yes" in site.verdict("won")
        assert tab.complaints == []


def test_the_policy_forbids_what_is_not_needed(site: Table) -> None:
    site.open(EASY["sliding"])
    policy = str(site.find("meta[http-equiv]").get_attribute("content"))
    assert "'wasm-unsafe-eval'" in policy
    assert "'unsafe-eval'" not in policy
    assert "'unsafe-inline'" not in policy
    assert "'unsafe-hashes'" not in policy
    assert "default-src 'none'" in policy
