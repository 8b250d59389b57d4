"""Peg solitaire and Black Hole on their drawn boards: with the mouse, by touch and by keyboard."""

from typing import Any

from e2e_tools import OpenTable, Table

CENTRAL = {"game": "peg", "deal": "1"}
CHAINS = {"game": "peg", "size": "4x4", "deal": "19", "o.finish": "any", "o.metric": "moves"}
"""One peg can jump around three others and back to its hole, in both directions."""
SAID = "document.getElementById('status').textContent"


def peg(table: Table, place: str) -> Any:
    return table.find(f'#board-area [data-card="{place}"]')


def pegs(table: Table) -> int:
    return int(table.find("#board-area [data-card]").count())


def test_pegs_jump_by_clicks_and_drags_and_come_back(table: Table) -> None:
    table.open(CENTRAL)
    assert pegs(table) == 32
    peg(table, "r2c4").click()
    assert table.find("#board-area .target").count() == 1
    table.click_target("r4c4")
    table.wait_moves(1)
    assert pegs(table) == 31
    label = table.place("r3c4").get_attribute("aria-label")
    assert label == "hole d3, empty, takes piece b3 or piece f3 or piece d5"
    # Of three pegs that could go there one is chosen after the hole.
    table.place("r3c4").click()
    assert table.find("#board-area .wanted").count() == 3
    peg(table, "r3c2").click()
    table.wait_moves(2)
    assert peg(table, "r3c4").get_attribute("aria-label") == "piece d3"
    # Only one can go back up.
    table.drag("r1c3", '#board-area [data-place="r3c3"] .reach')
    table.wait_moves(3)
    table.find("#board-area").press("Control+z")
    table.wait_moves(2)
    assert pegs(table) == 30
    assert (
        table.page.evaluate("import('/static/js/store.js').then(({store}) => store.moves.join())")
        == "d2-d4,b3-d3"
    )


def test_pegs_jump_by_keyboard_alone_and_say_so(table: Table) -> None:
    table.open(CENTRAL)
    table.tab_to("it.dataset.card")
    assert table.focused()["card"] == "r2c4"
    table.press("Enter")
    assert table.focused()["place"] == "r4c4"
    table.wait(f"{SAID} === 'Picked up piece d2. It can go to 1 place: hole d4.'")
    table.press("Enter")
    table.wait_moves(1)
    assert table.focused()["card"] == "r4c4"
    table.wait(f"{SAID} === 'piece d2 to hole d4.'")


def test_pegs_jump_by_touch_on_a_phone_in_both_positions(tables: OpenTable) -> None:
    for width, height in ((390, 844), (844, 390)):
        table = tables(width=width, height=height, touch=True, language="ja-JP", dark=True).open(CENTRAL)
        board = table.find("#board-area").bounding_box()
        assert board["y"] + board["height"] <= height
        peg(table, "r2c4").tap()
        table.page.wait_for_selector('[data-target="r4c4"]')
        table.page.touchscreen.tap(*table.centre('[data-target="r4c4"]'))
        table.wait_moves(1)
        assert table.find("#board-area .card").first.bounding_box()["width"] >= 24
        table.wait(f"{SAID}.includes('d2のペグを穴d4へ')")


def test_what_no_click_can_say_is_a_button(table: Table) -> None:
    table.open(CHAINS)
    texts = [move["text"] for move in table.legal()]
    buttons = table.find("#board-area .text-moves button").all_inner_texts()
    assert "b4-b2-d2-d4-b4" in buttons
    assert "b4-b2" in buttons
    assert "b1-d1" in set(texts) - set(buttons)
    table.click('[data-move="b4-b2-d2-d4-b4"]')
    table.wait_moves(1)
    assert table.find("#board-area .text-moves:visible").count() == 0


def test_black_hole_shows_the_hole_and_nothing_where_no_card_ever_lies(table: Table) -> None:
    table.open({"game": "black-hole", "size": "7", "deal": "2"})
    assert (
        table.find("#board-area [data-place]").count() == table.find("#board-area [data-card]").count() == 28
    )
    move = table.legal_move()
    table.card(move["cards"][0]).click()
    table.click_target(move["to"])
    table.wait_moves(1)
    assert table.find("#board-area [data-place]").count() == 27
    assert table.find("#title small").inner_text().startswith("7 ranks")


def test_the_goal_is_shown_to_a_newcomer_although_the_deal_is_lost(tables: OpenTable) -> None:
    table = tables(language="ja-JP").open({"game": "peg", "size": "european", "deal": "8"})
    table.verdict("lost")
    table.wait("document.querySelectorAll('#welcome-goal [data-card]').length === 1")
    assert "フランス盤" in table.find("#title").inner_text()
    assert "位置の類" in table.find("#verdict-detail").inner_text()
