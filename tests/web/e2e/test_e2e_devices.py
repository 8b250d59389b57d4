"""The page on other devices and in another language: a phone, touch, Japanese, the dark."""

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table, thrown_away

LOST = {"game": "superpuzz", "size": "4", "deal": "44"}
PHONE = {"width": 390, "height": 844, "touch": True}


def no_sideways_scrolling(table: Table) -> bool:
    # A phone makes its window wider than its screen if the page is; so the screen is asked.
    return bool(table.page.evaluate("document.documentElement.scrollWidth <= screen.width"))


def test_a_phone_shows_every_board_without_scrolling_sideways(tables: OpenTable) -> None:
    table = tables(**PHONE)
    for game, setup in EASY.items():
        table.open(setup | ({"size": "13"} if game == "superpuzz" else {}))
        assert no_sideways_scrolling(table), game
        box = table.find("#board-area").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844
        cards = table.find("#board-area [data-card]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(({left, right}) => [left, right])"
        )
        assert all(left >= 0 and right <= 390 for left, right in cards), game
    table.click("#view-surveys")
    table.page.wait_for_selector("[data-survey]")
    wide = table.find(".table-scroll").evaluate_all(
        "all => all.map(one => one.scrollWidth - one.clientWidth)"
    )
    assert max(wide) <= 0


WIDE = [
    {"game": "superpuzz", "size": "13", "deal": "12"},
    {"game": "gaps", "size": "14", "deal": "12"},
    {"game": "freecell", "deal": "617"},
    {"game": "freecell", "variant": "eight-off", "deal": "3"},
    {"game": "sliding", "size": "5x5", "deal": "3"},
    {"game": "black-hole", "deal": "2"},
]
FACES = """all => Math.min(...all.flatMap(one => {
  const { width, height } = one.getBoundingClientRect();
  return [width, height];
}))"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360)])
def test_faces_have_24_pixels_on_a_small_phone_and_the_whole_board_is_seen(
    tables: OpenTable, width: int, height: int
) -> None:
    table = tables(width=width, height=height, touch=True)
    for setup in WIDE:
        table.open(setup)
        faces = table.find("#board-area .card-face")
        assert faces.evaluate_all(FACES) >= 24, setup
        assert no_sideways_scrolling(table), setup
        box = table.find("#board-area").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, setup
        if width > height:
            undo = table.find("#undo").bounding_box()
            assert undo is not None
            assert undo["y"] + undo["height"] <= height, setup


def test_a_board_that_is_wider_than_the_phone_scrolls_by_itself(tables: OpenTable) -> None:
    table = tables(width=360, height=640, touch=True).open({"game": "black-hole", "deal": "2"})
    area = table.find("#board-area")
    last = "document.querySelector('[data-place$=c17]').getBoundingClientRect().right"
    assert table.page.evaluate(last) > 360
    area.evaluate("area => { area.scrollLeft = area.scrollWidth; }")
    assert table.page.evaluate(last) <= 360
    move = next(move for move in table.legal() if int(move["from"].split("c")[1]) > 8)
    table.card(move["cards"][0]).dblclick()
    table.wait_moves(1)


def test_cards_are_tapped_and_dragged_with_a_finger(tables: OpenTable) -> None:
    table = tables(**PHONE).open(EASY["superpuzz"])
    move = table.legal_move()
    table.card(move["cards"][0]).tap()
    table.page.wait_for_selector(f'[data-target="{move["to"]}"]')
    table.page.touchscreen.tap(*table.centre(f'[data-target="{move["to"]}"]'))
    table.wait_at(move["cards"][0], move["to"])
    move = table.legal_move()
    card = table.centre(f'#board-area [data-card="{move["cards"][0]}"]')
    finger(table, card, table.centre(f'#board-area [data-place="{move["to"]}"]'))
    table.wait_at(move["cards"][0], move["to"])
    table.find("#undo").tap()
    table.wait_moves(1)


def finger(table: Table, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger that goes down, moves and goes up, as the screen reports it."""
    session = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", start)
    (x, y), (to_x, to_y) = start, end
    for share in (0.1, 0.3, 0.5, 0.7, 0.9, 1):
        touch("touchMove", (x + (to_x - x) * share, y + (to_y - y) * share))
    touch("touchEnd")


def test_a_warning_is_seen_on_a_phone_without_scrolling(tables: OpenTable) -> None:
    setup, losing = thrown_away()
    table = tables(**PHONE).open(setup)
    table.verdict("won")
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{losing}'))")
    table.page.wait_for_selector("#loss:visible")
    box = table.find("#take-back").bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 844 - box["height"]
    table.find("#take-back").tap()
    table.wait_moves(0)


def test_a_solution_is_watched_on_a_phone(tables: OpenTable) -> None:
    table = tables(**PHONE).open(EASY["sliding"])
    table.find("#solve").tap()
    table.wait_moves(1)
    table.find("#play-line").tap()
    table.find("#redo").tap()
    table.wait(f"{STORE}.then(({{store}}) => store.moves.length > 1)")
    assert no_sideways_scrolling(table)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (640, 360)])
def test_the_verdict_is_seen_beside_the_board_without_scrolling(
    tables: OpenTable, width: int, height: int
) -> None:
    table = tables(width=width, height=height, touch=True)
    for setup in (EASY["superpuzz"], EASY["freecell"], LOST):
        table.open(setup)
        table.verdict("won", "lost")
        assert table.page.evaluate("scrollY") == 0
        verdict, board = table.find("#verdict").bounding_box(), table.find("#board-area").bounding_box()
        assert verdict is not None
        assert board is not None
        assert verdict["y"] + verdict["height"] <= height
        assert verdict["x"] + verdict["width"] <= width
        # Most of the board, too: all of it on a phone that stands.
        assert board["y"] + board["height"] * (1 if height > width else 0.6) <= height
        assert table.find("#verdict-word").bounding_box()["height"] > 0
        assert no_sideways_scrolling(table), setup


def test_a_japanese_browser_gets_japanese(tables: OpenTable) -> None:
    table = tables(language="ja-JP").open(EASY["superpuzz"])
    assert table.page.evaluate("document.documentElement.lang") == "ja"
    assert table.verdict("won").startswith("解けます。")
    assert table.find("#undo").inner_text().strip() == "元に戻す"
    assert table.find("#games").evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")
    card = table.legal_move()
    label = table.card(card["cards"][0]).get_attribute("aria-label")
    assert "段" in label
    assert "列" in label
    table.click("#solve")
    table.click("#analyse")
    table.click("#engine-toggle")
    table.page.wait_for_selector("#engine-moves button")
    table.click("#study-share")
    texts = table.page.evaluate("document.body.innerText")
    for key in ("study.", "engine.", "analyse.", "exchange.", "player."):
        assert key not in texts
    table.may_complain = ["422"]
    table.find("#study-text").fill('[Study "1"]\n[Game "superpuzz"]\n[Size "5"]\n[Deal "9"]\n\n1. C4')
    table.click("#study-open")
    table.page.wait_for_selector("#study-error:visible")
    assert table.find("#study-error").inner_text().startswith("1手目は指せません：")
    table.press("Escape")
    table.click("#language")
    assert table.page.evaluate("document.documentElement.lang") == "en"
    assert table.verdict("won").startswith("Yes.")
    assert table.find("#hint").inner_text() == "Hint"


def test_the_language_and_the_colours_are_remembered(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#language")
    table.click("#theme")
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    assert table.page.evaluate("document.documentElement.lang") == "ja"
    assert table.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
