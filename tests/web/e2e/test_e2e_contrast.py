"""Contrast in the browser: words, cards and pictures can be read in every state, in light and in dark."""

from urllib.parse import urlencode

import pytest
from contrast_tools import LARGE, READABLE, STATES, forced, weak
from e2e_tools import EASY, OpenTable, Table, solution

LOOKS = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
TOUCHED = "button, a, summary, input, select, textarea, tr, label"
MARKS = ("", "held", "wanted", "hint", "dead", "reversible", "locked")
MARK = """(mark) => document.querySelectorAll('#board-area .card').forEach(card => {
  card.classList.remove('held', 'wanted', 'hint', 'dead', 'reversible', 'locked');
  if (mark) card.classList.add(mark); })"""
VERDICTS = ("won", "lost", "open", "thinking", "solved", "idle")
MESSAGES = (
    "#alert, #stuck, #won, #loss, #verdict span, #verdict strong, #verdict button, .analyse-note,"
    ".export-note, #hint-result, .solve-text"
)
SAY_ALL = """([verdict, messages]) => {
  document.getElementById('verdict').dataset.verdict = verdict;
  for (const one of document.querySelectorAll(messages)) {
    one.hidden = false;
    if (!one.textContent) one.textContent = 'words';
  } }"""
"""Show everything that the page may have to say beside the board, all at once."""


def weak_in_all_states(table: Table, selector: str = TOUCHED, within: str = "body") -> list[str]:
    found = []
    for state, classes in STATES.items():
        with forced(table, selector, classes):
            found += [f"{state}: {words}" for words in weak(table, within=within)]
    return found


@LOOKS
def test_every_move_of_the_list_can_be_read_in_every_state(tables: OpenTable, dark: bool) -> None:
    table = tables(dark=dark)
    line = solution("superpuzz", "5", "9")
    table.open(EASY["superpuzz"])
    other = next(move["text"] for move in table.legal() if move["text"] != line[0])
    study = f"1. {line[0]} $best (1. {other} $loses {{why}}) 2. {line[1]} $only {{so}} 3. {line[2]} $wins"
    table.page.goto(f"{table.address}/#{urlencode({**EASY['superpuzz'], 'study': study})}")
    table.wait("document.querySelectorAll('#move-tree .mark').length === 4")
    for at in range(5):
        table.find("#move-tree button").nth(at).click()
        table.wait(f"document.querySelectorAll('#move-tree button')[{at}].matches('[aria-current]')")
        assert weak_in_all_states(table, "#move-tree button", "#study") == [], at


@LOOKS
def test_words_can_be_read_in_every_state(tables: OpenTable, dark: bool) -> None:
    table = tables(dark=dark)
    table.open(EASY["superpuzz"], solution("superpuzz", "5", "9")[:2])
    table.verdict("won")
    table.click("#engine-toggle")
    table.click("#analyse")
    table.wait("document.querySelectorAll('#move-tree .mark').length === 2")
    table.click("#show-reversible")
    table.click("#show-dead")
    table.page.wait_for_selector("#insight p")
    assert weak_in_all_states(table) == []
    for verdict in VERDICTS:
        table.page.evaluate(SAY_ALL, [verdict, MESSAGES])
        assert weak(table, within="#play-view") == [], verdict
    for dialog, button in (("chooser", "#new-deal"), ("paster", "#paste"), ("exchange", "#study-share")):
        table.click(button)
        table.find(f"#{dialog} .dialog-error").evaluate(
            "one => { one.hidden = false; one.textContent = 'words'; }"
        )
        assert weak_in_all_states(table, f"#{dialog} :is({TOUCHED})", f"#{dialog}") == [], dialog
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
