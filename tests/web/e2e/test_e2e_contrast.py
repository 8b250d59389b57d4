"""Contrast in the browser: words, cards and pictures can be read in every state, in light and in dark."""

import pytest
from contrast_tools import LARGE, READABLE, STATES, forced, weak
from e2e_tools import EASY, OpenTable, Table, solution

LOOKS = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
TOUCHED = "button, a, summary, input, select, textarea, tr, label"
SLIDE = "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }"
COMBINATIONS = """all => all.map(one =>
  (one.className || 'coming') + (one.hasAttribute('aria-current') ? ' current' : ''))"""
MARKS = ("", "held", "wanted", "hint", "dead", "reversible", "locked")
MARK = """(mark) => document.querySelectorAll('#board-area .card').forEach(card => {
  card.classList.remove('held', 'wanted', 'hint', 'dead', 'reversible', 'locked');
  if (mark) card.classList.add(mark); })"""
VERDICTS = ("won", "lost", "open", "thinking", "solved", "idle")
MESSAGES = (
    "#alert, #stuck, #won, #loss, #verdict span, #verdict strong, #verdict button, .playback-failure,"
    ".export-note, #hint-result, .solve-text"
)
SAY_ALL = """([verdict, messages]) => {
  document.getElementById('verdict').dataset.verdict = verdict;
  for (const one of document.querySelectorAll(messages)) {
    one.hidden = false;
    if (!one.textContent) one.textContent = 'words';
  } }"""
"""Show everything that the page may have to say beside the board, all at once."""


def watch(table: Table, played: int) -> int:
    """Play some moves of a solution and watch the rest of it; how many moves the list has."""
    setup = EASY["superpuzz"]
    line = solution("superpuzz", setup["size"], setup["deal"])
    table.open(setup, line[:played])
    table.verdict("won")
    table.click("#solve")
    table.page.wait_for_selector("#playback:visible .moves button")
    return int(table.find("#playback-slider").get_attribute("max"))


def weak_in_all_states(table: Table, selector: str = TOUCHED, within: str = "body") -> list[str]:
    found = []
    for state, classes in STATES.items():
        with forced(table, selector, classes) as count:
            assert count > 0
            found += [f"{state}: {words}" for words in weak(table, within=within)]
    return found


@LOOKS
def test_every_move_of_the_playback_list_can_be_read_in_every_state(tables: OpenTable, dark: bool) -> None:
    table = tables(dark=dark)
    assert watch(table, played=4) > 6
    seen: set[str] = set()
    for at in (2, 6):
        table.find("#playback-slider").evaluate(SLIDE, at)
        seen |= set(table.find("#playback-moves button").evaluate_all(COMBINATIONS))
        assert weak_in_all_states(table, "#playback-moves button", "#playback-moves") == [], at
    assert seen == {"past", "past current", "coming", "coming current"}


@LOOKS
def test_words_can_be_read_in_every_state(tables: OpenTable, dark: bool) -> None:
    table = tables(dark=dark)
    watch(table, played=2)
    table.click("#show-reversible")
    table.click("#show-dead")
    table.page.wait_for_selector("#insight p")
    assert weak_in_all_states(table) == []
    for verdict in VERDICTS:
        table.page.evaluate(SAY_ALL, [verdict, MESSAGES])
        assert weak(table, within="#play-view") == [], verdict
    for dialog in ("chooser", "paster"):
        table.click("#new-deal" if dialog == "chooser" else "#paste")
        table.find(f"#{dialog}-error").evaluate("one => { one.hidden = false; one.textContent = 'words'; }")
        assert weak_in_all_states(table, f"#{dialog} *", f"#{dialog}") == [], dialog
        table.press("Escape")
    table.click("#view-surveys")
    table.find("[data-survey] button").filter(has_text="6 columns").click()
    table.find("[data-outcome]").first.click()
    table.page.wait_for_selector("[data-deal]")
    assert weak_in_all_states(table) == []
    assert weak(table, "pictures") == []
    with forced(table, ".bar, tr", ["hover"]):
        assert weak(table, "pictures") == []


@LOOKS
def test_cards_can_be_read_with_every_mark(tables: OpenTable, dark: bool) -> None:
    table = tables(dark=dark)
    for setup in EASY.values():
        table.open(setup)
        for mark in MARKS:
            if mark == "dead" and setup["game"] in ("freecell", "sliding"):
                continue  # Dead cards are told in the games of rows only.
            table.page.evaluate(MARK, mark)
            assert weak(table, "glyphs", LARGE if mark == "dead" else None) == [], (setup["game"], mark)
            assert weak(table, "ranks", LARGE if mark == "dead" else READABLE) == [], (setup["game"], mark)
    table.open(EASY["freecell"])
    assert weak(table, "pictures") == []
