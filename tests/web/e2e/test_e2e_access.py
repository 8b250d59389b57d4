"""Accessibility: what axe finds on every game, in light and dark, in both languages; and what labels say."""

from typing import Any

import pytest
from axe_tools import complaints, every_look
from e2e_tools import EASY, EVERY_GAME, HARD, STORE, OpenTable, Table, solution


@EVERY_GAME
def test_axe_finds_nothing_while_playing(table: Table, game: str) -> None:
    table.open(EASY[game])
    table.verdict("won")
    table.click("#hint")
    table.page.wait_for_selector("#hint-result:visible")
    table.find(".switches .switch").first.click()
    table.page.wait_for_selector("#insight p")
    every_look(table)


def test_axe_finds_nothing_on_other_boards_in_a_puzzle_and_while_a_search_runs(table: Table) -> None:
    table.open({"game": "peg", "deal": "1"})
    table.verdict("won")
    table.find('#board-area [data-card="r2c4"]').click()
    table.page.wait_for_selector("#board-area .target")
    every_look(table)
    table.open({"game": "peg", "size": "european", "deal": "8"})
    table.verdict("lost")
    every_look(table)
    table.open({"game": "black-hole", "size": "7", "deal": "2"})
    table.click("#puzzle-new")
    table.wait("document.documentElement.dataset.puzzle === 'on'")
    every_look(table)
    table.open(HARD)
    table.click("#shortest")
    table.wait("document.querySelectorAll('.bounds-lower').length === 1")
    every_look(table)
    assert table.find("#cancel").is_visible()  # And it still runs.
    table.click("#cancel")


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
