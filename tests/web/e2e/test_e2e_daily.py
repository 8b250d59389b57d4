"""The deal of the day: one button, the same deal at every press, and how hard it is."""

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table

PLAYED = "document.getElementById('move-count').textContent !== '0'"
"""One move, and after some deals of the day cards that go home by themselves."""
SETUP = f"{STORE}.then(({{store}}) => JSON.stringify(store.setup))"


@pytest.mark.parametrize(
    ("language", "words"),
    [pytest.param("en-US", "Deal of the day", marks=pytest.mark.slow), ("ja-JP", "の配置：")],
)
def test_the_deal_of_the_day_is_dealt_again_after_another_visit(
    tables: OpenTable, language: str, words: str
) -> None:
    table = tables(language=language).open(EASY["freecell"])
    press(table)
    assert words in table.find("#daily-note").inner_text()
    first = table.page.evaluate(SETUP)
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play(store.state.legal[0].text))")
    table.wait(PLAYED)
    table.click("#random-deal")
    table.page.wait_for_selector("#daily-note", state="hidden")
    press(table)
    table.wait(PLAYED)  # It goes on where it was left.
    table.click("#random-deal")
    table.page.wait_for_selector("#daily-note", state="hidden")
    table.page.evaluate("localStorage.removeItem('yomikiri.daily')")  # As on another machine.
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    press(table)
    assert table.page.evaluate(SETUP) == first


def press(table: Table) -> None:
    table.click("#daily-deal")
    table.page.wait_for_selector("#daily-note:not([hidden])")
