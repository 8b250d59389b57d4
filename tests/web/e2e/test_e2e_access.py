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


def complaints(table: Table) -> list[str]:
    """What axe calls serious or critical, with where."""
    found: list[dict[str, Any]] = axe.Axe().run(table.page, options=OPTIONS).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:5]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def every_look(table: Table) -> None:
    for look in ("english light", "english dark", "japanese dark", "japanese light"):
        assert complaints(table) == [], look
        table.click({"english light": "#theme", "english dark": "#language"}.get(look, "#theme"))


@EVERY_GAME
def test_axe_finds_nothing_serious_while_playing(table: Table, game: str) -> None:
    table.open(EASY[game])
    table.verdict("won")
    table.click("#hint")
    table.page.wait_for_selector("#hint-result:visible")
    table.find(".switches .switch").first.click()
    table.page.wait_for_selector("#insight p")
    every_look(table)


@pytest.mark.parametrize("game", ["superpuzz", "sliding"])
def test_axe_finds_nothing_serious_on_the_analysis_board(table: Table, game: str) -> None:
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
    table.find("#play-speed").select_option("0.5")
    table.click("#play-line")
    assert complaints(table) == []


def test_axe_finds_nothing_serious_in_surveys_and_dialogs(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#new-deal")
    assert complaints(table) == []
    table.press("Escape")
    table.click("#paste")
    assert complaints(table) == []
    table.press("Escape")
    table.click("#study-share")
    assert complaints(table) == []
    table.press("Escape")
    table.click("#view-surveys")
    table.find("[data-survey] button").first.click()
    table.find("[data-outcome]").first.click()
    table.page.wait_for_selector("[data-deal]")
    every_look(table)


def test_axe_finds_nothing_serious_on_the_desk_and_after_a_win(table: Table) -> None:
    line = solution("sliding", "3x3", "1")
    table.open(EASY["sliding"], line[:-1])
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{line[-1]}'))")
    table.page.wait_for_selector("#won:visible")
    for turn in ("#theme", "#language", "#theme", "#language"):
        assert complaints(table) == []
        for page in ("recent", "statistics", "options", "rules", "help"):
            table.click("#menu")
            table.click(f"#desk-{page}")
            if page == "rules":
                table.page.wait_for_selector("#rules-goal [data-card]")
            assert complaints(table) == [], page
            table.press("Escape")
        table.click(turn)


def test_axe_finds_nothing_serious_on_phones_while_a_solution_plays(tables: OpenTable) -> None:
    for width, height in ((390, 844), (844, 390)):
        table = tables(width=width, height=height, touch=True).open(EASY["superpuzz"])
        table.verdict("won")
        table.find("#play-speed").select_option("0.5")
        table.click("#solve")
        table.wait_moves(1)
        assert complaints(table) == [], width


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
