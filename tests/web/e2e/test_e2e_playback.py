"""Solutions on the main board: played to their end, stepped along, copied in any notation, and saved."""

import json
from pathlib import Path
from typing import Any

from e2e_tools import EASY, EVERY_GAME, STORE, Table

PLAYING = "document.querySelector('#play-line').innerText.trim() === 'Pause'"
REST = f"{STORE}.then(({{store}}) => store.future.length)"


def watch(table: Table) -> int:
    """Ask for a solution, which begins to play on the board; its length."""
    table.click("#solve")
    table.wait(PLAYING)
    return table.move_count + int(table.page.evaluate(REST))


def share(table: Table) -> None:
    table.click("#study-share")
    table.page.wait_for_selector("#exchange[open]")


@EVERY_GAME
def test_a_solution_is_played_to_the_end_on_the_board(table: Table, game: str) -> None:
    table.open(EASY[game])
    assert table.find(".table svg.board").count() == 1
    length = watch(table)
    assert length > 5
    table.find("#move-tree .move button").nth(length - 2).click()
    table.wait_moves(length - 2)
    assert not table.page.evaluate(PLAYING)  # Going elsewhere stops it.
    table.find("#play-speed").select_option("8")
    table.click("#play-line")
    table.page.wait_for_selector("#won:not([hidden])")
    assert table.move_count == length
    assert table.find("#play-line").inner_text().strip() == "Play"
    # Watching is not winning.
    assert not table.page.evaluate("import('/static/js/game/session.js').then(it => it.session.game.won)")


def test_a_line_is_paused_undone_and_left(table: Table) -> None:
    table.open(EASY["superpuzz"])
    length = watch(table)
    table.click("#play-line")
    at = table.move_count
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.jump(0))")
    table.wait_moves(0)
    table.press("r", "r")
    table.wait_moves(2)
    table.press("u")
    table.wait_moves(1)
    assert at < length
    assert table.find("#move-tree .move button").count() == length + 1
    # Another move is a variation of the solution.
    other = next(
        move["text"]
        for move in table.legal()
        if move["text"] != table.find("#move-tree .move button").nth(2).inner_text()
    )
    table.page.evaluate(f"(text) => {STORE}.then(({{store}}) => store.play(text))", other)
    table.page.wait_for_selector("#move-tree .variation")
    # And from its end the line is played from the start.
    table.find("#play-speed").select_option("8")
    table.click("#play-line")
    table.wait_moves(0)
    table.wait_moves(2)


def test_the_engine_line_follows_the_board_with_an_arrow(table: Table) -> None:
    table.open(EASY["superpuzz"])
    table.verdict("won")
    assert table.find("#engine-line").is_hidden()
    table.click("#engine-toggle")
    table.page.wait_for_selector("#engine-moves button")
    assert table.find("#board-area .hint-arrow").count() == 1
    line = table.find("#engine-moves button").all_inner_texts()
    table.find("#engine-moves button").nth(2).click()
    table.wait_moves(3)
    table.wait(f"document.querySelectorAll('#engine-moves button').length === {len(line) - 3}")
    table.page.wait_for_selector("#board-area .hint-arrow")
    assert table.find("#move-tree .move button").all_inner_texts() == ["Start", *line]
    # A shorter line takes its place as soon as it is known, with the proof.
    table.click("#shortest")
    table.wait("document.querySelector('#engine-note').textContent.includes('proved')")
    proved = int(table.find("#engine-bounds").inner_text())
    assert table.find("#engine-moves button").count() == proved <= len(line) - 3
    table.click("#engine-toggle")
    assert table.find("#board-area .hint-arrow").count() == 0


def test_the_moves_are_copied_in_the_notation_chosen(table: Table) -> None:
    table.open(EASY["sliding"])
    length = watch(table)
    share(table)
    table.page.wait_for_selector("#line-notation:visible")
    table.click("#line-copy")
    table.page.wait_for_selector("#export-note:visible")
    plain = table.page.evaluate("navigator.clipboard.readText()")
    assert len(plain.split()) == length
    names = table.find("#line-notation option").evaluate_all("all => all.map(one => one.value)")
    for name in names[1:]:
        table.find("#line-notation").select_option(name)
        table.click("#line-copy")
        table.wait(f"navigator.clipboard.readText().then(text => text !== {json.dumps(plain)})")
    assert len(names) > 1


def test_a_line_is_exported_in_every_format(table: Table, tmp_path: Path) -> None:
    table.open(EASY["sliding"])
    length = watch(table)
    share(table)
    files: dict[str, bytes] = {}
    for kind in ("text", "json", "svg", "gif"):
        with table.page.expect_download() as waiting:
            table.click(f"#export-{kind}")
        download: Any = waiting.value
        download.save_as(tmp_path / kind)
        files[kind] = (tmp_path / kind).read_bytes()
        assert download.suggested_filename.endswith({"text": "txt"}.get(kind, kind))
    assert files["text"].decode().strip()
    assert len(json.loads(files["json"])["moves"]) == length
    assert files["svg"].lstrip().startswith((b"<svg", b"<?xml"))
    assert b"<script" not in files["svg"]
    assert files["gif"].startswith(b"GIF89a")
