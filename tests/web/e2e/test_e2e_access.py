"""Accessibility: what axe finds on every game, in light and dark, in both languages; and what labels say."""

from typing import Any

import pytest
from e2e_tools import EASY, EVERY_GAME, STORE, OpenTable, Table, solution

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe is not installed: yomikiri[test]"
)

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
}


def complaints(table: Table, within: str = "html") -> list[str]:
    """What axe finds, with where.  Behind a dialog nothing can be reached: it is enough to look within."""
    if not table.page.evaluate("'axe' in window"):
        table.page.evaluate(axe.Axe().axe_script)
    found: list[dict[str, Any]] = table.page.evaluate(
        "([within, options]) => window.axe.run(within, options).then(({ violations }) => violations)",
        [within, OPTIONS],
    )
    return [f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:5]}" for one in found]


def every_look(table: Table) -> None:
    """Both languages and both colours: words do not depend on colours, nor colours on words."""
    for look in ("english light", "japanese dark"):
        assert complaints(table) == [], look
        table.click("#theme")
        table.click("#language")


@EVERY_GAME
def test_axe_finds_nothing_while_playing(table: Table, game: str) -> None:
    table.open(EASY[game])
    table.verdict("won")
    table.click("#hint")
    table.page.wait_for_selector("#hint-result:visible")
    table.find(".switches .switch").first.click()
    table.page.wait_for_selector("#insight p")
    every_look(table)


@pytest.mark.parametrize("game", ["superpuzz", "sliding"])
def test_axe_finds_nothing_on_the_analysis_board(table: Table, game: str) -> None:
    table.open(EASY[game])
    table.verdict("won")
    for count in (1, 2):
        table.click("#hint")
        table.click("#hint-play")
        table.wait_moves(count)
    table.find("#study-comment").fill("So far, so good.")
    table.click("#undo")
    table.wait_moves(1)
    table.click("#engine-toggle")
    table.page.wait_for_selector("#engine-moves button")
    table.click("#analyse")
    table.wait("document.querySelectorAll('#move-tree .mark').length === 2")
    every_look(table)


def test_axe_finds_nothing_in_surveys_and_dialogs(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#study-share")
    assert complaints(table) == []
    table.press("Escape")
    for dialog, button in (("chooser", "#new-deal"), ("paster", "#paste"), ("exchange", "#study-share")):
        for look in ("english light", "japanese dark"):
            table.click(button)
            assert complaints(table, f"#{dialog}") == [], (dialog, look)
            table.press("Escape")
            table.click("#theme")
            table.click("#language")
    table.click("#view-surveys")
    table.find("[data-survey] button").first.click()
    table.find("[data-outcome]").first.click()
    table.page.wait_for_selector("[data-deal]")
    every_look(table)


def test_axe_finds_nothing_on_the_desk_and_after_a_win(table: Table) -> None:
    line = solution("sliding", "3x3", "1")
    table.open(EASY["sliding"], line[:-1])
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{line[-1]}'))")
    table.page.wait_for_selector("#won:visible")
    every_look(table)
    for page in ("recent", "statistics", "options", "rules", "help"):
        for look in ("english light", "japanese dark"):
            table.click("#menu")
            table.click(f"#desk-{page}")
            if page == "rules":
                table.page.wait_for_selector("#rules-goal [data-card]")
            assert complaints(table, "#desk") == [], (page, look)
            table.press("Escape")
            table.click("#theme")
            table.click("#language")


@pytest.mark.parametrize(
    "screen",
    [{}, {"width": 390, "height": 844, "touch": True}, {"width": 844, "height": 390, "touch": True}],
    ids=["desktop", "phone", "phone on its side"],
)
def test_axe_finds_nothing_while_a_solution_plays(tables: OpenTable, screen: dict[str, Any]) -> None:
    table = tables(**screen).open(EASY["freecell"])
    table.verdict("won")
    table.find("#play-speed").select_option("0.5")
    table.click("#solve")
    table.wait_moves(1)
    every_look(table)
    before = table.move_count  # And it plays on.
    table.wait(f"Number(document.getElementById('move-count').textContent) > {before}")


def test_cards_and_holes_say_what_they_are_and_where(table: Table) -> None:
    table.open({"game": "superpuzz", "size": "13", "deal": "12"})
    assert table.card("H4").get_attribute("aria-label") == "four of hearts, row 2 column 5"
    hole = str(table.place("r3c5").get_attribute("aria-label"))
    assert hole.startswith("hole, row 3 column 5")


def test_verdicts_and_moves_are_announced(table: Table) -> None:
    table.open(EASY["superpuzz"])
    table.verdict("won")
    assert "Yes." in table.find("#verdict-view [role=status]").inner_text()
    move = table.legal_move()
    table.card(move["cards"][0]).click()
    table.click_target(move["to"])
    table.wait_moves(1)
    table.wait("document.getElementById('status').textContent.length > 0")


def test_nothing_moves_for_those_who_asked_for_calm(table: Table) -> None:
    table.open(EASY["superpuzz"])
    move = table.legal_move()
    table.card(move["cards"][0]).click()
    table.click_target(move["to"])
    table.wait_moves(1)
    still = (
        "document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 20).length === 0"
    )
    assert table.page.evaluate(still)
