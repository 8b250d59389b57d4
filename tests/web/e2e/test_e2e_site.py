"""The site without a server in the browser: any game is played, asked about and solved, also offline."""

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_tools import complaints, every_look
from e2e_tools import EASY, HARD, Table, solution

pytest.importorskip("ziglang", reason="the compiler to WebAssembly is not installed: yomikiri[site]")

from test_e2e_riddles import FANS, RIDDLE

import site_tools
from site_host import serving

STORE = "import('/static/js/app.js').then(({ $ }) => $['store.js'])"
DEALS = {
    **EASY,
    "gaps": {"game": "gaps", "size": "5", "deal": "3", "arrangement": "HDCS"},
    "peg": {"game": "peg", "size": "5x5", "deal": "29"},
    "black-hole": {"game": "black-hole", "size": "7", "deal": "2"},
}


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """The address of a static host of the site."""
    with serving(site_tools.built()) as address:
        yield address


@pytest.fixture(scope="module")
def tab(fresh_tab: Callable[[], Any]) -> Any:
    return fresh_tab()


@pytest.fixture
def site(tab: Any, host: str) -> Iterator[Table]:
    """The site in a tab that must have nothing to complain about."""
    table: Table = tab.hand_out(host)
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
    site.press("Escape")


def test_it_works_offline_after_the_first_visit(fresh_tab: Callable[[], Any], host: str) -> None:
    tab = fresh_tab()
    site = tab.hand_out(host)
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
    with serving(place.parent) as address:
        site = tab.hand_out(f"{address}/{place.name}")
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


def test_cards_go_home_by_themselves_and_say_why_they_stay(site: Table) -> None:
    site.open(
        {"game": "freecell", "size": "4x2x3", "position": encoded("2H AH\nAC 2C 3C\nAS 2S 3S\n3H 3D 2D AD")}
    )
    site.card("HA").dblclick()
    site.wait("Number(document.getElementById('move-count').textContent) >= 4")
    assert site.at("HA") == site.at("H2") == site.at("DA") == "home"
    site.press("Control+z")
    site.wait_moves(0)
    box = site.card("H3").bounding_box()
    site.page.mouse.click(box["x"] + 5, box["y"] + 5)
    site.page.wait_for_selector("#explain:visible")
    assert "is not built on" in site.find("#explain").inner_text()


def encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def test_what_the_rules_tell_is_marked_on_the_board(site: Table) -> None:
    for setup, name, line in (
        ({"game": "superpuzz", "size": "6", "deal": "12"}, "dead", "#insight p"),
        (DEALS["freecell"], "cycles", "#insight p"),
        (DEALS["black-hole"], "bounds", "#insight p"),
    ):
        site.open(setup)
        site.click(f"#show-{name}")
        site.page.wait_for_selector(line)
        site.click(f"#show-{name}")


def test_the_deal_of_the_day_the_rules_and_the_goal_are_there(site: Table) -> None:
    site.open(DEALS["peg"])
    site.click("#daily-deal")
    site.page.wait_for_selector("#daily-note:visible")
    site.click("#menu")
    site.click("#desk-rules")
    site.page.wait_for_selector("#desk-page .rules-lines li")
    assert site.find("#rules-goal [data-card]").count() == 1
    site.press("Escape")


def test_axe_finds_nothing_on_the_site(site: Table) -> None:
    site.open(DEALS["freecell"])
    site.verdict("won")
    site.click("#hint")
    site.page.wait_for_selector("#hint-result:visible")
    every_look(site)
    site.click("#new-deal")
    assert complaints(site, "#chooser") == []
    site.press("Escape")
    site.click("#view-surveys")
    site.find("[data-survey='superpuzz-08'] button").first.click()
    site.wait("document.querySelector('#survey').innerText.includes('82.2%')")
    every_look(site)
    site.click("#view-play")


def test_a_puzzle_is_made_as_with_a_server(site: Table) -> None:
    site.open(FANS)
    site.click("#puzzle-new")
    site.wait("document.querySelector('#puzzle-words').innerText === 'Find the only move that wins.'")
    assert site.hash.endswith(f"deal=2&moves={RIDDLE}")
    site.click("#puzzle-leave")
    site.wait_moves(0)


def test_published_surveys_are_browsed_to_the_board(site: Table) -> None:
    site.open(EASY["sliding"])
    site.click("#view-surveys")
    site.find("[data-survey='superpuzz-08'] button").first.click()
    site.wait("document.querySelector('#survey').innerText.includes('82.2%')")
    site.click("#survey [data-outcome='unsolvable']")
    site.wait("document.querySelector('#survey-deals').innerText.includes('1,779 deals')")
    site.find("[data-deal='2'] button").click()
    site.wait(f"{STORE}.then(({{ store }}) => store.setup.size === '8' && store.setup.deal === '2')")
    assert "No" in site.verdict("lost")
