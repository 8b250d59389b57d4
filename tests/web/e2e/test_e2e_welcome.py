"""The first visit: what this is, the rules of the game, and its goal as a picture."""

import pytest
from e2e_tools import EASY, OpenTable

LANGUAGES = [("en-US", "Put the tiles in order"), ("ja-JP", "図のようにコマを並べます。")]


@pytest.mark.parametrize(("language", "words"), LANGUAGES)
def test_a_first_visit_is_welcomed_and_led_to_the_rules(tables: OpenTable, language: str, words: str) -> None:
    table = tables(language=language).open(EASY["sliding"])
    table.click("#welcome-rules")
    table.page.wait_for_selector('#rules-goal [data-card="8"][data-at="r3c2"]')
    table.click("#rules-goal-play")
    table.wait("document.querySelector('#rules-goal [data-card=\"8\"]').dataset.at !== 'r3c2'")
    table.click("#rules-goal-play")
    assert words in table.find("#desk-page").inner_text()
    table.press("Escape")
    table.click("#game-freecell")
    table.wait("location.hash.includes('game=freecell')")
    table.click("#welcome-rules")
    table.page.wait_for_selector('#rules-goal [data-card="HK"][data-at="home"]')
    table.press("Escape")
    table.click("#welcome-close")
    assert table.find("#welcome").count() == 0
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    assert table.find("#welcome").count() == 0
