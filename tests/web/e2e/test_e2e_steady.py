"""What does not move: tabs, buttons and panels stay where they are while words beside them change."""

import json

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table, solution

LANGUAGES = pytest.mark.parametrize("language", ["en-US", "ja-JP"])
WIDTHS = pytest.mark.parametrize("width", [390, pytest.param(800, marks=pytest.mark.slow), 1280])
PLACES = """(selector) => [...document.querySelectorAll(selector)].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y + window.scrollY, width, height].map(Math.round).join(); })"""
WATCH = """(selector) => {
  window.seen = new Set();
  window.watching = true;
  const look = () => {
    for (const one of document.querySelectorAll(selector)) {
      window.seen.add(Math.round(one.getBoundingClientRect().y + window.scrollY));
    }
    if (window.watching) requestAnimationFrame(look);
  };
  look(); }"""
SEEN = "window.watching = false, [...window.seen]"


def places(table: Table, selector: str) -> list[str]:
    table.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = table.page.evaluate(PLACES, selector)
    assert found
    return found


@LANGUAGES
@WIDTHS
def test_tabs_stay_when_another_is_chosen(tables: OpenTable, language: str, width: int) -> None:
    table = tables(language=language, width=width)
    table.open(EASY["sliding"])
    tabs = places(table, "#games button")
    views = places(table, "#views button, .settings button")
    for game in EASY:
        table.click(f"#game-{game}")
        table.page.wait_for_selector(f"#game-{game}[aria-current]")
        assert places(table, "#games button") == tabs, game
    table.click("#view-surveys")
    table.page.wait_for_selector("#view-surveys[aria-current]")
    assert places(table, "#views button, .settings button") == views


@LANGUAGES
def test_switches_stay_when_one_is_pressed(tables: OpenTable, language: str) -> None:
    table = tables(language=language).open(EASY["superpuzz"])
    before = places(table, ".switches .switch")
    for name in ("reversible", "dead"):
        table.click(f"#show-{name}")
        table.page.wait_for_selector(f"#show-{name}[aria-pressed=true]")
        assert places(table, ".switches .switch") == before


@LANGUAGES
def test_buttons_stay_when_their_words_change(tables: OpenTable, language: str) -> None:
    table = tables(language=language).open({"game": "gaps", "deal": "1"})
    deals, tools = places(table, ".deals .button"), places(table, ".toolbar .button, .aces")
    # At once, before the search for a deal can end.
    words, other, searching = table.page.evaluate(
        f"""(selector) => {{
          const button = document.querySelector('#winnable-deal');
          const before = button.innerText;
          button.click();
          const told = [before, button.innerText, ({PLACES})(selector)];
          button.click();
          return told; }}""",
        ".deals .button",
    )
    assert words != other
    assert searching == deals
    words = table.find("#share").inner_text()
    table.click("#share")
    table.wait(f"document.querySelector('#share').innerText !== {json.dumps(words)}")
    assert places(table, ".toolbar .button, .aces") == tools


@LANGUAGES
@WIDTHS
def test_what_can_be_asked_stays_while_a_verdict_is_sought(
    tables: OpenTable, language: str, width: int
) -> None:
    table = tables(language=language, width=width).open(EASY["superpuzz"])
    table.verdict("won")
    table.page.evaluate(WATCH, ".ask-actions")
    for count, text in enumerate(solution("superpuzz", "5", "9")[:2], start=1):
        table.page.evaluate(f"(text) => {STORE}.then(({{store}}) => store.play(text))", text)
        table.wait_moves(count)
        table.verdict("won")
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.restart())")
    table.wait_moves(0)
    table.verdict("won")
    assert len(table.page.evaluate(SEEN)) == 1


def test_the_board_stays_while_counts_grow(tables: OpenTable) -> None:
    table = tables(width=390)
    line = solution("superpuzz", "5", "9")
    assert len(line) > 10
    table.open(EASY["superpuzz"], line[:9])
    board = places(table, "#board-area")
    tools = places(table, ".toolbar .button")
    table.open(EASY["superpuzz"], line[:10])
    assert places(table, "#board-area") == board
    table.click("#play-line")
    table.wait("document.querySelector('#play-line').innerText.trim() === 'Pause'")
    assert places(table, ".toolbar .button") == tools
