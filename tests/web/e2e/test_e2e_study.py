"""The analysis board in the browser: moves as a tree, games analysed, studies as files and links."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from e2e_tools import EASY, HARD, STORE, OpenTable, Table, solution, thrown_away

LINE = solution("superpuzz", EASY["superpuzz"]["size"], EASY["superpuzz"]["deal"])
STUDY = "import('/static/js/study/keeper.js')"
MOVES = f"{STORE}.then(({{store}}) => store.moves)"


def study_text(table: Table) -> str:
    """The moves of the study, as files have them."""
    notation = "import('/static/js/study/notation.js')"
    read = f"Promise.all([{STUDY}, {notation}]).then(([{{keeper}}, it]) => it.movesText(keeper.study))"
    return str(table.page.evaluate(read))


def play(table: Table, text: str) -> None:
    table.page.evaluate(f"(text) => {STORE}.then(({{store}}) => store.play(text))", text)


def moves(table: Table) -> Any:
    return table.page.evaluate(MOVES)


def current(table: Table) -> str:
    return str(table.find("#move-tree [aria-current=step]").inner_text())


def other_move(table: Table, known: str) -> str:
    return next(move["text"] for move in table.legal() if move["text"] != known)


def test_another_move_from_an_earlier_position_makes_a_variation(table: Table) -> None:
    table.open(EASY["superpuzz"], LINE[:4])
    assert table.find("#move-tree .move button").all_inner_texts() == ["Start", *LINE[:4]]
    table.find("#move-tree .move button").nth(2).click()
    table.wait_moves(2)
    assert current(table) == LINE[1]
    rival = other_move(table, LINE[2])
    play(table, rival)
    table.wait_moves(3)
    first = f"1. {LINE[0]} 2. {LINE[1]} 3. {LINE[2]}"
    assert study_text(table) == f"{first} (3. {rival}) 4. {LINE[3]}"
    assert table.find("#move-tree .variation button").all_inner_texts() == [rival]
    # Undo and redo stay with the line that was played last; the list leads back to the other one.
    table.click("#undo")
    table.wait_moves(2)
    table.click("#redo")
    table.wait_moves(3)
    assert moves(table)[-1] == rival
    table.find("#move-tree [aria-current]").focus()
    table.press("ArrowUp")
    table.wait(f"{MOVES}.then(moves => moves.at(-1) === {json.dumps(LINE[2])})")
    table.press("End")
    table.wait_moves(4)
    table.press("ArrowLeft", "ArrowLeft")
    table.wait_moves(2)
    table.press("Home")
    table.wait_moves(0)
    assert table.focused().get("id", "") == ""  # A move of the list, not the board.
    assert current(table) == "Start"


def test_comments_and_variations_are_kept_promoted_and_deleted(table: Table) -> None:
    table.open(EASY["superpuzz"], LINE[:1])
    rival = other_move(table, LINE[1])
    play(table, LINE[1])
    table.wait_moves(2)
    table.click("#undo")
    table.wait_moves(1)
    play(table, rival)
    table.wait_moves(2)
    table.find("#study-comment").fill("Too greedy?")
    text = f"1. {LINE[0]} 2. {LINE[1]} (2. {rival} {{Too greedy?}})"
    assert study_text(table) == text
    assert table.find("#move-tree .move-comment").inner_text() == "Too greedy?"
    table.page.reload()
    table.page.wait_for_selector("#move-tree .variation")
    assert study_text(table) == text
    assert table.find("#study-comment").input_value() == "Too greedy?"
    table.click("#study-promote")
    assert study_text(table) == f"1. {LINE[0]} 2. {rival} {{Too greedy?}} (2. {LINE[1]})"
    assert table.find("#study-promote").is_disabled()
    table.click("#study-delete")
    table.wait_moves(1)
    table.wait("document.querySelectorAll('#move-tree .variation').length === 0")
    assert study_text(table) == f"1. {LINE[0]} 2. {LINE[1]}"
    table.click("#redo")
    table.wait_moves(2)
    assert moves(table) == list(LINE[:2])


def test_a_game_is_analysed_move_by_move_and_its_graph_leads_to_a_position(table: Table) -> None:
    setup, losing = thrown_away()
    line = [losing]
    table.open(setup, line)
    line.append(table.legal_move()["text"])
    table.open(setup, line)
    table.click("#analyse")
    table.wait("document.querySelector('#analyse-note').textContent.includes('threw the win away')")
    assert losing in table.find("#analyse-note").inner_text()
    assert "threw the win away" in table.find("#move-tree .move button").nth(1).get_attribute("aria-label")
    text = study_text(table)
    assert text.startswith("%won=")
    assert f"1. {losing} $loses %lost 2. {line[1]} %lost" in text
    assert table.find("#game-graph .graph-lost").count() == 2
    graph = table.find("#game-graph")
    assert graph.get_attribute("aria-valuenow") == "2"
    box = graph.bounding_box()
    graph.click(position={"x": box["width"] / 2, "y": 30})
    table.wait_moves(1)
    table.press("Home")
    table.wait_moves(0)
    assert "moves to go" in graph.get_attribute("aria-valuetext")


def test_an_analysis_is_stopped_and_keeps_what_it_found(table: Table) -> None:
    table.open(HARD)
    play(table, table.legal_move()["text"])
    table.wait_moves(1)
    table.click("#analyse")
    table.wait("document.querySelector('#analyse').innerText.trim() === 'Cancel'")
    assert table.find("#analyse-progress").is_visible()
    table.click("#analyse")
    table.wait("document.querySelector('#analyse-note').textContent.startsWith('Stopped after')")
    assert table.find("#analyse").inner_text().strip() == "Analyse game"


def test_a_study_is_saved_and_opened_again_as_text_and_json(table: Table, tmp_path: Path) -> None:
    setup = EASY["superpuzz"]
    table.open(setup, LINE[:1])
    rival = other_move(table, LINE[1])
    play(table, LINE[1])
    table.wait_moves(2)
    table.find("#study-comment").fill("Why not {this}?")
    table.click("#undo")
    table.wait_moves(1)
    play(table, rival)
    table.wait_moves(2)
    text = study_text(table)
    assert "(" in text
    table.click("#study-share")
    for form, ending in (("text", ".study"), ("json", ".study.json")):
        with table.page.expect_download() as waiting:
            table.click(f"#study-save-{form}")
        assert waiting.value.suggested_filename == f"superpuzz-5-9{ending}"
        waiting.value.save_as(tmp_path / form)
        table.click(f"#study-copy-{form}")
        table.wait("document.querySelector('#study-note').textContent.includes('clipboard')")
        assert table.page.evaluate("navigator.clipboard.readText()") == (tmp_path / form).read_text()
    table.press("Escape")
    for form in ("text", "json"):
        table.open(EASY["sliding"])
        table.click("#study-share")
        table.find("#study-file").set_input_files(tmp_path / form)
        table.wait("document.querySelector('#study-text').value.length > 20")
        table.click("#study-open")
        table.wait("!document.querySelector('#exchange').open")
        assert study_text(table) == text, form
        table.wait_moves(0)
        table.click("#redo")
        table.wait_moves(1)


def test_a_study_that_cannot_be_opened_says_what_is_wrong_with_it(table: Table) -> None:
    table.may_complain = ["422"]
    table.open(EASY["sliding"])
    table.click("#study-share")
    good = f'[Study "1"]\n[Game "superpuzz"]\n[Size "5"]\n[Deal "9"]\n\n1. {LINE[0]}\n'
    wrong = {LINE[0]: "HK", "1.": "$great", '"1"]': '"7"]', "superpuzz": "chess"}
    for right, token in wrong.items():
        table.find("#study-text").fill(good.replace(right, token))
        assert table.find("#study-error").is_hidden()
        table.click("#study-open")
        table.page.wait_for_selector("#study-error:visible")
        assert token.strip('"]') in table.find("#study-error").inner_text()
        assert table.find("#exchange").is_visible()
    table.find("#study-text").fill(good)
    table.click("#study-open")
    table.wait("location.hash.includes('game=superpuzz')")


def test_a_link_carries_the_whole_study_and_the_place_in_it(tables: OpenTable) -> None:
    first = tables().open(EASY["superpuzz"], LINE[:2])
    first.find("#study-comment").fill("Here & now, 100 %.")
    first.click("#undo")
    first.wait_moves(1)
    first.click("#study-share")
    first.click("#study-link")
    first.wait("document.querySelector('#study-note').textContent.includes('link')")
    link = first.page.evaluate("navigator.clipboard.readText()")
    second = tables()
    second.visit(link)
    assert study_text(second) == study_text(first)
    second.click("#redo")
    second.wait_moves(2)
    assert second.find("#study-comment").input_value() == "Here & now, 100 %."
    assert "study=" not in second.hash  # The address bar holds the link to the position.
    second.may_complain = ["422"]
    second.page.goto(link.replace("100", "}"))
    second.page.wait_for_selector("#alert:visible")


def test_the_moves_of_a_solution_are_best_and_the_only_ones_become_puzzles(table: Table) -> None:
    table.open(EASY["superpuzz"], LINE)
    assert table.find("#puzzle").is_disabled()
    table.click("#analyse")
    table.wait("document.querySelector('#analyse-note').textContent.startsWith('Winnable all the way')")
    marks = table.find("#move-tree .move .mark").evaluate_all("all => all.map(one => one.className)")
    assert len(marks) == len(LINE)
    assert set(marks) == {"mark mark-best", "mark mark-only"}
    assert table.find("#game-graph .graph-dot").count() == len(LINE) + 1
    table.click("#puzzle")
    table.page.wait_for_selector("#puzzle-box:visible")
    at = table.move_count
    assert marks[at] == "mark mark-only"
    assert len(table.legal()) > 1
    assert table.find("#move-tree").is_hidden()
    assert table.find("#redo").is_disabled()
    wrong = other_move(table, LINE[at])
    play(table, wrong)
    table.wait("document.querySelector('#puzzle-words').textContent.startsWith('No')")
    table.wait_moves(at)
    play(table, LINE[at])
    table.wait("document.querySelector('#puzzle-words').textContent.startsWith('Right')")
    table.click("#puzzle-leave")
    table.page.wait_for_selector("#move-tree:visible")
    assert f"{wrong} $loses %lost" in study_text(table)
    assert table.find("#puzzle-box").is_hidden()
    table.open(EASY["sliding"])
    assert table.find("#analyse-note").is_hidden()


FORCED = 16
"""A move of the line to which there is no other; to the one at 3 there are six."""


def open_with_only_moves(table: Table, *only: int) -> None:
    """A study of the line in which some moves are marked as the only ones that win."""
    text = " ".join(f"{move} $only" if at in only else move for at, move in enumerate(LINE))
    table.page.goto(f"{table.address}/#{urlencode({**EASY['superpuzz'], 'study': text})}")
    table.wait(f"document.querySelectorAll('#move-tree .mark').length === {len(only)}")


def test_where_there_was_no_choice_the_page_says_that_there_is_no_puzzle(table: Table) -> None:
    open_with_only_moves(table, FORCED)
    table.click("#puzzle")
    table.wait("document.querySelector('#puzzle-words').innerText.startsWith('There is no puzzle')")
    table.click("#puzzle-leave")
    assert table.find("#puzzle-box").is_hidden()
    table.click("#puzzle")
    table.page.wait_for_selector("#puzzle-box:visible")
    table.press("r")
    table.page.wait_for_selector("#puzzle-box", state="hidden")


def test_a_puzzle_and_its_board_are_seen_on_a_phone_without_scrolling(tables: OpenTable) -> None:
    for width, height in ((390, 844), (844, 390)):
        table = tables(width=width, height=height, touch=True)
        open_with_only_moves(table, 3)
        table.find("#puzzle").tap()
        table.wait_moves(3)
        puzzle, board = table.find("#puzzle-box").bounding_box(), table.find("#board-area").bounding_box()
        assert puzzle is not None
        assert board is not None
        assert 0 <= puzzle["y"] <= height - puzzle["height"]
        assert 0 <= board["y"] < height / 2
        apart = puzzle["y"] >= board["y"] + board["height"] or puzzle["x"] >= board["x"] + board["width"]
        assert apart or puzzle["y"] >= board["y"] + board["height"] * 0.8
        play(table, LINE[3])
        table.wait("document.querySelector('#puzzle-words').innerText.startsWith('Right')")
