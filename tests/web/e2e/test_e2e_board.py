"""What the board lights up: hints, and the ring around what has the focus."""

from typing import Any

import pytest
from e2e_tools import STORE, OpenTable, Table

BOARD = "document.querySelector('#board-area')"
BOX = """one => { const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height }; }"""
HOMEWARD = {"game": "freecell", "deal": "1", "o.metric": "supermove"}
LIT = f"[...{BOARD}.querySelectorAll('.hint-target, .target, .place.hint')].length"


def until_home(table: Table) -> str:
    """Play along a solution until its next move takes a card home; that card."""
    table.set("homeward", "never")
    table.verdict("won")
    for count in range(1, 60):
        table.click("#hint")
        table.page.wait_for_selector("#hint-play:visible")
        card = str(table.find("#board-area .card.hint").first.get_attribute("data-card"))
        if table.find("[data-hint]").get_attribute("data-hint") == "home":
            return card
        table.click("#hint-play")
        table.wait_moves(count)
    raise AssertionError("no card goes home")


def box(table: Table, selector: str) -> dict[str, float]:
    found: dict[str, float] = table.find(selector).first.evaluate(BOX)
    return found


def inside(small: dict[str, float], large: dict[str, float], slack: float = 4) -> bool:
    return all(
        large[side] - slack <= small[side]
        and small[side] + small[length] <= large[side] + large[length] + slack
        for side, length in (("x", "width"), ("y", "height"))
    )


def test_a_hint_to_a_foundation_lights_the_one_that_takes_the_card(table: Table) -> None:
    table.open(HOMEWARD)
    card = until_home(table)
    assert table.page.evaluate(LIT) == 1
    light = box(table, "[data-hint]")
    piles: list[dict[str, float]] = (
        table.place("home").locator(".slot").evaluate_all(f"all => all.map({BOX})")
    )
    assert [inside(light, pile) for pile in piles] == ["HDSC"[i] == card[0] for i in range(4)]
    table.click("#hint-play")
    table.wait_at(card, "home")
    assert inside(box(table, f'#board-area [data-card="{card}"]'), light)
    assert table.page.evaluate(LIT) == 0


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.slow)])
def test_a_hint_to_a_column_lights_the_card_that_takes_the_other(tables: OpenTable, width: int) -> None:
    table = tables(width=width)
    table.open(HOMEWARD)
    table.set("homeward", "never")
    table.verdict("won")
    for count in range(1, 40):
        table.click("#hint")
        place = str(table.find("[data-hint]").get_attribute("data-hint"))
        cards = table.find(f'#board-area [data-at="{place}"]')
        if place.startswith("t") and cards.count():
            light = box(table, "[data-hint]")
            assert inside(light, cards.last.evaluate(BOX))
            return
        table.click("#hint-play")
        table.wait_moves(count)
    raise AssertionError("no card goes to a column")


def ring(table: Table) -> dict[str, float]:
    assert table.find("#board-area .cursor-in").count() == 1
    return box(table, "#board-area .cursor-in")


def columns(table: Table) -> list[list[str]]:
    found: list[list[str]] = table.page.evaluate(f"{STORE}.then(({{store}}) => store.state.board.columns)")
    return found


def focus_by_key(table: Table, card: str) -> None:
    """Give a card the focus, on a page that is being used by keyboard."""
    table.tab_to("it.closest('#board-area .board')")
    table.card(card).evaluate("one => one.focus()")
    assert table.focused().get("card") == card


def play(table: Table, text: str) -> None:
    table.page.evaluate(f"(text) => {STORE}.then(({{store}}) => store.play(text))", text)


def test_the_focus_ring_follows_what_is_seen_of_its_card(table: Table) -> None:
    """A card that is uncovered under the focus, by a move or by undo, gets a ring of its own height."""
    table.open(HOMEWARD)
    move: dict[str, Any] = next(
        one
        for one in table.legal()
        if one["from"].startswith("t") and one["to"] == "a" and len(one["cards"]) == 1
    )
    below = columns(table)[int(move["from"][1:]) - 1][-2]
    focus_by_key(table, below)
    whole = box(table, f'#board-area [data-card="{below}"]')
    covered = ring(table)
    assert covered["height"] < whole["height"] / 2
    play(table, move["text"])
    table.wait_moves(1)
    assert table.focused().get("card") == below
    assert ring(table)["height"] >= whole["height"]
    table.press("u")
    table.wait_moves(0)
    assert ring(table) == covered


def test_the_focus_ring_of_a_held_card_is_on_the_foundation_of_its_suit(table: Table) -> None:
    table.open(HOMEWARD)
    card = until_home(table)
    focus_by_key(table, card)
    table.press("Enter")
    assert table.find(".held").count() == 1
    for key in ("ArrowUp", "ArrowRight", "ArrowUp", "ArrowRight"):
        if table.focused().get("place") == "home":
            break
        table.press(key)
    assert table.focused().get("place") == "home"
    light = box(table, '[data-target="home"]')
    assert inside(ring(table), light, slack=8)
