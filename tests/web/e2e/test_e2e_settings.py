"""Keys that everyone knows, the clock and the counter, and a verdict that waits until it is asked for."""

import pytest
from e2e_tools import EASY, EVERY_GAME, STORE, OpenTable, Table


def play_first(table: Table) -> None:
    count = table.move_count
    text = table.legal_move()["text"]
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{text}'))")
    table.wait_moves(count + 1)


def choose(table: Table, name: str, value: str) -> None:
    table.click("#menu")
    table.click("#desk-options")
    table.find(f"#setting-{name}").select_option(value)
    table.press("Escape")
    table.wait("!document.querySelector('#desk').open")


@EVERY_GAME
def test_undo_and_redo_by_the_usual_keys(table: Table, game: str) -> None:
    table.open(EASY[game])
    play_first(table)
    for undo, redo in (
        ("Control+z", "Control+y"),
        ("Control+z", "Control+Shift+Z"),
        ("Meta+z", "Meta+Shift+Z"),
    ):
        table.press(undo)
        table.wait_moves(0)
        table.press(redo)
        table.wait_moves(1)


@pytest.mark.parametrize(("language", "words"), [("en-US", "Redo"), ("ja-JP", "やり直す")])
def test_a_question_mark_shows_the_keys(tables: OpenTable, language: str, words: str) -> None:
    table = tables(language=language).open(EASY["sliding"])
    table.press("?")
    table.page.wait_for_selector("#desk[open] kbd")
    assert words in table.find("#desk-page").inner_text()
    assert table.find("#desk-page kbd").filter(has_text="Ctrl+Z").count() == 1
    table.press("u")  # Not while the dialog is open.
    table.press("ArrowLeft")
    table.press("ArrowLeft")  # past the rules
    assert table.find("#setting-clock").count() == 1
    table.press("Escape")
    assert table.find("#desk[open]").count() == 0


def test_clock_and_counter_run_and_can_be_hidden(table: Table) -> None:
    table.open(EASY["sliding"])
    assert table.find("#clock").inner_text() == "0:00"
    play_first(table)
    table.wait("document.querySelector('#clock').textContent !== '0:00'")
    for name, selector in (("clock", "#clock"), ("counter", "#move-count")):
        assert table.find(selector).is_visible()
        choose(table, name, "hidden")
        assert not table.find(selector).is_visible()
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    assert not table.find("#clock").is_visible()
    choose(table, "clock", "shown")
    assert table.find("#clock").inner_text() != "0:00"  # The time of the game goes on.


@pytest.mark.parametrize(
    ("language", "words"), [pytest.param("en-US", "Yes", marks=pytest.mark.slow), ("ja-JP", "解けます。")]
)
def test_a_verdict_waits_until_it_is_asked_for(tables: OpenTable, language: str, words: str) -> None:
    table = tables(language=language).open(EASY["superpuzz"])
    table.verdict("won")
    choose(table, "verdict", "asked")
    table.page.wait_for_selector('#verdict[data-verdict="hidden"]')
    assert words not in table.find(".verdict-words").inner_text()
    table.click("#verdict-reveal")
    assert words in table.verdict("won")
    play_first(table)
    table.page.wait_for_selector('#verdict[data-verdict="hidden"]')
    choose(table, "verdict", "never")
    assert not table.find("#verdict").is_visible()
    choose(table, "verdict", "always")
    table.verdict()


LISTEN = """() => { window.tones = 0;
window.AudioContext = class extends AudioContext {
  createOscillator() { window.tones += 1; return super.createOscillator(); } }; }"""


def test_sounds_are_off_until_they_are_switched_on(table: Table) -> None:
    table.open(EASY["sliding"])
    table.page.evaluate(LISTEN)
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play(store.state.legal[0].text))")
    table.wait_moves(1)
    assert table.page.evaluate("window.tones") == 0
    table.set("sound", "on")
    table.click("#undo")
    table.wait("window.tones === 1")
