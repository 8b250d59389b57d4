"""FreeCell helps: cards go home by themselves, find their best place, and say why they stay."""

from base64 import urlsafe_b64encode

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table

NEARLY = "Foundations: H-0 C-0 D-0 S-0\nFreecells: -\n: 2H AH\n: 2C AC\n: 2D AD\n: AS 2S"
"""When the two of spades is out of the way, everything goes home."""
HARMFUL = "Foundations: H-2 C-0 D-2 S-0\nFreecells: -\n: 2C AC 3H\n: 2S AS\n: 3D 3S\n: 3C"
"""The three of hearts may go home, but the two of clubs may want it."""


def position(text: str, size: str) -> dict[str, str]:
    code = urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return {"game": "freecell", "size": size, "position": code}


def play(table: Table, text: str) -> None:
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{text}'))")


def test_a_game_that_is_as_good_as_won_finishes_by_itself(table: Table) -> None:
    table.open(position(NEARLY, "4x1x2"))
    assert table.move_count == 0  # Nothing moves before the player does.
    table.drag("S2", '#board-area [data-place="a"]')
    table.page.wait_for_selector("#won:not([hidden])")
    table.wait_moves(9)
    table.press("Control+z")  # What went by itself goes back with the move that it followed.
    table.wait_moves(0)
    table.press("Control+y")
    table.wait_moves(9)


@pytest.mark.parametrize(
    ("choice", "count", "place"), [("safe", 4, "t1"), ("all", 9, "home"), ("never", 1, "t1")]
)
def test_which_cards_go_is_the_players_choice(table: Table, choice: str, count: int, place: str) -> None:
    table.open(position(HARMFUL, "4x1x3"))
    table.set("homeward", choice)
    play(table, "4a")
    table.wait_moves(count)
    table.page.wait_for_timeout(400)
    assert table.move_count == count
    assert table.at("H3") == place


@pytest.mark.parametrize("touch", [False, True])
def test_a_double_click_or_tap_sends_a_card_to_its_best_place(tables: OpenTable, touch: bool) -> None:
    table = tables(touch=True, width=390, height=800) if touch else tables()
    table.open(EASY["freecell"])
    table.set("homeward", "never")
    best = table.page.evaluate(f"{STORE}.then(({{store}}) => store.state.home)")
    card, text = next((card, text) for card, text in best.items() if text.endswith("a"))
    for _ in range(5):  # On a busy machine two taps may be too far apart, and the second puts the card down.
        if touch:
            table.card(card).tap()
            table.card(card).tap()
        else:
            table.card(card).dblclick()
        table.page.wait_for_timeout(300)
        if table.at(card) == "a":
            break
    table.wait_moves(1)
    assert text in table.hash


@pytest.mark.parametrize(
    ("language", "words"), [("en-US", "cannot move with it"), ("ja-JP", "一緒に動かせません")]
)
def test_a_covered_card_says_why_it_stays(tables: OpenTable, language: str, words: str) -> None:
    table = tables(language=language).open(EASY["freecell"])
    why = table.page.evaluate(f"{STORE}.then(({{store}}) => store.state.held_back)")
    short = language[:2]
    card = next(card for card, title in why.items() if words in title[short])
    table.card(card).click(position={"x": 20, "y": 6}, force=True)
    table.page.wait_for_selector("#explain:visible")
    assert words in table.find("#explain").inner_text()
    move = table.legal_move()
    table.card(move["cards"][0]).click()
    assert table.find("#explain:visible").count() == 0
    table.press("Escape")
    table.page.evaluate(f"document.querySelector('[data-card={card}]').focus()")
    table.press("Enter")
    table.page.wait_for_selector("#explain:visible")


def test_a_covered_card_takes_its_run_along(table: Table) -> None:
    text = (
        "Foundations: H-0 C-0 D-0 S-1\nFreecells: -\n: 3S 2H\n: AH AC 4H\n: 2C 2D AD 3H\n: 2S 4S 4C 4D 3D 3C"
    )
    table.open(position(text, "4x1x4"), **{"o.metric": "supermove"})
    table.set("homeward", "never")
    table.card("S3").click(position={"x": 20, "y": 6})
    assert table.find(".held").count() == 1
    table.click_target("t2")
    table.wait_at("S3", "t2")
    assert table.at("H2") == "t2"
