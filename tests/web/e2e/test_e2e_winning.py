"""A win beside the shortest solution, and statistics: counted, saved, erased."""

import json
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table

SETUP = {
    "game": "sliding",
    "size": "3x3",
    "position": urlsafe_b64encode(b"1 2 3\n4 5 6\n7 0 8").decode().rstrip("="),
}


def win(table: Table, moves: list[str]) -> None:
    for text in moves:
        table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{text}'))")
    table.page.wait_for_selector("#won:not([hidden])")


def begin_again(table: Table, restart: bool = False) -> None:
    if restart:
        table.click("#restart")
    else:
        table.page.evaluate(f"{STORE}.then(({{store}}) => store.start(store.setup))")
    table.wait_moves(0)


def statistics(table: Table) -> dict[str, str]:
    table.click("#menu")
    table.click("#desk-statistics")
    found = table.find("[data-statistic]").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.statistic, one.textContent]))"
    )
    return dict(found)


@pytest.mark.parametrize(
    ("language", "proved", "best"),
    [
        ("en-US", "The shortest is proved to be 1.", "No solution is shorter"),
        ("ja-JP", "最短は1手と証明されています。", "これより短い解はない"),
    ],
)
def test_a_win_is_compared_with_the_shortest(
    tables: OpenTable, language: str, proved: str, best: str
) -> None:
    table = tables(language=language).open(SETUP)
    win(table, ["7", "7", "8"])
    table.wait(f"document.querySelector('#won-shortest').textContent.includes({json.dumps(proved)})")
    assert "0:0" in table.find("#won-game").inner_text()
    begin_again(table, restart=True)
    win(table, ["8"])
    told = f"document.querySelector('#won-shortest').textContent.includes({json.dumps(best)})"
    table.wait(told)
    table.click("#undo")
    table.wait_moves(0)
    table.click("#redo")
    table.wait(f"!document.querySelector('#won-shortest').hidden && {told}")


def test_a_win_is_saved_as_a_picture(table: Table, tmp_path: Path) -> None:
    table.open(SETUP)
    win(table, ["8"])
    with table.page.expect_download() as waiting:
        table.click("#won-picture")
    assert waiting.value.suggested_filename == "yomikiri-sliding.png"
    waiting.value.save_as(tmp_path / "win.png")
    data = (tmp_path / "win.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
    # A solution that was watched is nobody's win.
    table.page.goto("about:blank")
    table.page.goto(f"{table.address}/#game=sliding&size=3x3&deal=1")
    table.page.wait_for_selector("html[data-ready]")
    table.click("#solve")
    table.page.wait_for_selector("#move-tree .move:nth-child(4)")
    table.find("#move-tree .move button").last.click()
    table.page.wait_for_selector("#won:not([hidden])")
    assert table.find("#won-picture").is_hidden()
    assert table.find("#won-game").is_hidden()


def test_hints_are_counted_in_a_win(table: Table) -> None:
    table.open(SETUP)
    table.click("#hint")
    table.click("#hint-play")
    table.page.wait_for_selector("#won:not([hidden])")
    assert "1 hint." in table.find("#won-game").inner_text()


def test_statistics_are_counted_saved_and_erased(table: Table) -> None:
    table.open(SETUP)
    win(table, ["7", "7", "8"])
    begin_again(table, restart=True)
    win(table, ["8"])
    begin_again(table)
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('7'))")  # Begun, and left.
    table.wait_moves(1)
    begin_again(table)
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('7'))")
    table.wait_moves(1)
    told = statistics(table)
    assert told["played"] == "4"
    assert told["won"].startswith("2 (50")
    assert (told["unaided"], told["moves"]) == ("2", "1")
    assert told["streak"] == "0 (longest 2)"
    with table.page.expect_download() as download:
        table.click("#statistics-export")
    saved: dict[str, Any] = json.loads(download.value.path().read_text())
    assert saved["rows"][0]["played"] == 4
    table.click("#statistics-erase")
    assert table.find("[data-statistic]").count() > 0  # The first click only asks.
    table.click("#statistics-erase")
    assert table.find("[data-statistic]").count() == 0


def test_damaged_statistics_are_dropped(table: Table) -> None:
    table.open(SETUP)
    table.page.evaluate(
        "localStorage.setItem('yomikiri.statistics', '{\"version\": 2, \"rows\": [null, 3]}')"
    )
    win(table, ["8"])
    assert statistics(table)["played"] == "1"


def test_statistics_keep_ways_of_counting_moves_apart(table: Table) -> None:
    """Rows of before they did stay as they are."""
    counts = {"played": 3, "won": 1, "unaided": 1, "streak": 0, "longest": 1, "moves": 90, "seconds": 300}
    old = {"game": "freecell", "variant": None, "size": "8x4", **counts, "open": False}
    table.open(EASY["freecell"])
    for metric in ("supermove", "single"):
        table.open({**EASY["freecell"], "o.metric": metric})
        if metric == "supermove":
            table.page.evaluate(
                "(data) => localStorage.setItem('yomikiri.statistics', data)",
                json.dumps({"version": 1, "rows": [old]}),
            )
        table.page.evaluate(f"{STORE}.then(({{store}}) => store.play(store.state.legal[0].text))")
        table.wait_moves(1)
    statistics(table)
    assert table.find(".statistics h3").all_inner_texts() == [
        "FreeCell · 8×4 · all options together",
        "FreeCell · 8×4 · moving runs",
        "FreeCell · 8×4",
    ]
