"""Puzzles without a game: made of a deal by the engine, posed, answered, left."""

from e2e_tools import EASY, HARD, STORE, Table

FANS = {"game": "black-hole", "size": "7", "deal": "2"}
RIDDLE = "7H,6S,5C,4D,3C,4H,3S,2H,AC,2D,3D,2S,AH,7S,6D,7C,6C,5S,6H"
"""The moves that lead to the one puzzle of that deal; the site makes the same (test_e2e_site.py)."""
ONLY = "7D"
WORDS = "document.querySelector('#puzzle-words').innerText"


def play(table: Table, text: str) -> None:
    table.page.evaluate(f"(text) => {STORE}.then(({{store}}) => store.play(text))", text)


def test_a_deal_has_one_puzzle_and_after_it_comes_another(table: Table) -> None:
    table.open(FANS)
    table.click("#puzzle-new")
    table.wait(f"{WORDS} === 'Find the only move that wins.'")
    assert table.hash.endswith(f"deal=2&moves={RIDDLE}")
    assert table.find("#move-tree").is_hidden()
    for seen in ("#board-area", "#puzzle-box"):
        box = table.find(seen).bounding_box()
        assert 0 <= box["y"] <= 900 - box["height"], seen
    assert table.find("#redo").is_disabled()
    wrong = next(move["text"] for move in table.legal() if move["text"] != ONLY)
    play(table, wrong)
    table.wait(f"{WORDS}.startsWith('No')")
    table.wait_moves(RIDDLE.count(",") + 1)
    play(table, ONLY)
    table.wait(f"{WORDS}.startsWith('Right')")
    table.click("#puzzle-next")
    table.wait(f"{WORDS} === 'Find the only move that wins.'")
    assert "deal=2&" not in table.hash
    table.click("#puzzle-leave")
    table.wait_moves(0)
    assert table.find("#puzzle-box").is_hidden()
    assert table.hash.endswith("deal=2")
    # What was given counts neither as played nor as won.
    table.click("#menu")
    table.click("#desk-statistics")
    assert table.find("#desk-page .statistics").count() == 0
    table.press("Escape")


def test_a_game_that_was_begun_is_come_back_to(table: Table) -> None:
    table.open(FANS)
    played = table.legal_move()["text"]
    play(table, played)
    table.wait_moves(1)
    table.click("#puzzle-new")
    table.wait(f"{WORDS} === 'Find the only move that wins.'")
    assert "deal=2&" not in table.hash
    table.click("#puzzle-leave")
    table.wait_moves(1)
    assert table.hash.endswith(f"deal=2&moves={played}")


def test_the_search_for_a_puzzle_is_stopped_and_none_is_offered_where_no_move_loses(table: Table) -> None:
    table.open(HARD)
    table.click("#puzzle-new")
    table.page.wait_for_selector("#puzzle-box:visible")
    table.click("#puzzle-leave")
    table.wait("document.querySelector('#puzzle-new').innerText.trim() === 'New puzzle'")
    assert table.find("#puzzle-box").is_hidden()
    assert table.hash.endswith("deal=25")
    table.open(EASY["sliding"])
    assert table.find("#puzzle-new").is_hidden()
