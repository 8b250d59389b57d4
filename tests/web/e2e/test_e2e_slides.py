"""Tiles slide by arrow keys, by swipes, and a whole line at a click."""

from base64 import urlsafe_b64encode

from e2e_tools import STORE, OpenTable, Table

TILES = "1 2 3\n4 5 6\n7 8 0"
SETUP = {
    "game": "sliding",
    "size": "3x3",
    "position": urlsafe_b64encode(TILES.encode()).decode().rstrip("="),
}
MOVES = f"{STORE}.then(({{store}}) => store.moves)"


def swipe(table: Table, tile: str, dx: int, dy: int) -> None:
    """A finger goes from a tile."""
    session = table.page.context.new_cdp_session(table.page)
    x, y = table.centre(f'#board-area [data-card="{tile}"]')

    def touch(kind: str, *share: float) -> None:
        points = [{"x": x + dx * part, "y": y + dy * part} for part in share]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for share in (0.3, 0.6, 1):
        touch("touchMove", share)
    touch("touchEnd")


def test_arrow_keys_slide_tiles_and_shift_walks(table: Table) -> None:
    table.open(SETUP)
    table.press("ArrowDown")  # Without any focus.
    table.wait_moves(1)
    table.press("ArrowDown", "ArrowRight", "ArrowLeft")
    table.wait_moves(4)
    assert table.page.evaluate(MOVES) == ["6", "3", "2", "2"]
    table.press("ArrowDown")  # No tile can go that way.
    table.press("ArrowUp")
    table.wait_moves(5)
    assert table.page.evaluate(MOVES)[-1] == "3"
    table.tab_to("it.closest('#board-area .board')")
    before = table.focused()
    table.press("Shift+ArrowDown")
    if table.focused() == before:
        table.press("Shift+ArrowUp")
    assert table.focused() != before
    assert table.move_count == 5


def test_arrow_keys_belong_to_dialogs_and_fields_first(table: Table) -> None:
    table.open(SETUP)
    table.click("#new-deal")
    table.find("#choose-deal").focus()
    table.press("ArrowDown")
    table.press("Escape")
    assert table.move_count == 0


def test_a_click_in_line_with_the_gap_slides_the_line(table: Table) -> None:
    table.open(SETUP)
    table.card("7").click()
    table.wait_moves(2)
    assert table.page.evaluate(MOVES) == ["8", "7"]
    table.wait_at("7", "r3c2")


def test_swipes_slide_tiles(tables: OpenTable) -> None:
    table = tables(touch=True, width=390, height=800)
    table.open(SETUP)
    swipe(table, "5", 0, 60)  # Anywhere on the board.
    table.wait_moves(1)
    assert table.page.evaluate(MOVES) == ["6"]
    swipe(table, "4", 60, 5)  # Towards the gap: the line goes.
    table.wait_moves(3)
    assert table.page.evaluate(MOVES) == ["6", "5", "4"]
    table.card("1").tap()
    table.wait_moves(4)
