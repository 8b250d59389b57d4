"""Games are remembered: after a reload, after another visit, in a list; and what is damaged is dropped."""

import json
from typing import Any

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table

LINE = f"{STORE}.then(({{store}}) => [store.moves, store.future])"
GAMES = "JSON.parse(localStorage.getItem('yomikiri.games')).games"
DAMAGED = {
    "no JSON": "{",
    "another version": json.dumps({"version": 99, "games": []}),
    "no list": json.dumps({"version": 1, "games": {"a": 1}}),
    "wrong games": json.dumps(
        {
            "version": 1,
            "games": [None, 3, {"setup": {"game": "sliding"}}, {"setup": {"game": 5}, "moves": "x"}],
        }
    ),
}


def play(table: Table, count: int) -> None:
    """Play so many moves, none of which takes the one before back."""
    before = None
    for number in range(1, count + 1):
        move = next(move for move in table.legal() if move["cards"][0] != before)
        before = move["cards"][0]
        table.page.evaluate(f"{STORE}.then(({{store}}) => store.play({json.dumps(move['text'])}))")
        table.wait_moves(number)


def come_back(table: Table) -> Table:
    """Leave, and come again as people do: by the bare address, in a tab that knows nothing."""
    table.page.evaluate("sessionStorage.clear()")
    table.page.goto("about:blank")
    table.page.goto(f"{table.address}/")
    table.page.wait_for_selector("html[data-ready]")
    return table


def line(table: Table) -> Any:
    return table.page.evaluate(LINE)


def test_a_game_goes_on_after_another_visit_with_undo_and_redo(table: Table) -> None:
    table.open(EASY["superpuzz"])
    play(table, 3)
    table.press("Control+z", "Control+z")
    table.wait_moves(1)
    left = line(table)
    table.click("#game-sliding")
    table.wait("location.hash.includes('game=sliding')")
    play(table, 2)
    come_back(table)
    table.wait_moves(2)  # The game that was played last.
    table.click("#game-superpuzz")
    table.wait_moves(1)
    assert line(table) == left
    assert len(left[1]) == 2


def test_an_address_with_a_line_wins_over_what_is_remembered(table: Table) -> None:
    table.open(EASY["sliding"])
    play(table, 3)
    moves, _ = line(table)
    come_back(table)
    table.wait_moves(3)
    table.page.goto("about:blank")
    table.open(EASY["sliding"], moves[:1])
    assert line(table) == [moves[:1], moves[1:]]  # And what was played after it can be redone.
    other = next(move["text"] for move in table.legal() if move["text"] not in moves)
    table.page.goto("about:blank")
    table.open(EASY["sliding"], [moves[0], other])
    assert line(table) == [[moves[0], other], []]


@pytest.mark.parametrize("what", DAMAGED)
def test_what_is_damaged_is_dropped(table: Table, what: str) -> None:
    table.open(EASY["sliding"])
    table.may_complain = ["404"]  # A picture alone has no icon.
    table.page.goto(f"{table.address}/static/icon.svg")  # Where no script writes it anew.
    table.page.evaluate(f"localStorage.setItem('yomikiri.games', {json.dumps(DAMAGED[what])})")
    come_back(table)
    table.page.wait_for_selector("#board-area [data-card]")
    play(table, 1)
    assert len(table.page.evaluate(GAMES)) == 1


@pytest.mark.parametrize("language", ["en-US", pytest.param("ja-JP", marks=pytest.mark.slow)])
def test_recent_games_are_listed_and_go_on(tables: OpenTable, language: str) -> None:
    table = tables(language=language).open(EASY["sliding"])
    play(table, 2)
    table.click("#random-deal")
    table.wait_moves(0)
    play(table, 1)
    table.click("#menu")
    table.page.wait_for_selector("#desk[open]")
    assert table.find("[data-recent]").count() == 2
    words = table.find("[data-recent]").nth(1).inner_text()
    assert ("2 moves" if language == "en-US" else "2手") in words
    table.find("[data-recent]").nth(1).click()
    table.wait_moves(2)
    assert "deal=1" in table.hash
    assert table.find("#desk[open]").count() == 0
    table.click("#menu")
    table.click("#recent-forget")
    assert table.find("[data-recent]").count() == 0
