"""Watching in the browser: a solution of every game to its end, jumps, copies and exports."""

import json
from pathlib import Path
from typing import Any

import pytest
from e2e_tools import EASY, STORE, Table

SLIDE = "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }"


def watch(table: Table) -> int:
    """Ask for a solution, which the playback then shows; its length."""
    table.click("#solve")
    table.page.wait_for_selector("#playback:visible .moves button")
    return int(table.find("#playback-slider").get_attribute("max"))


def at(table: Table) -> int:
    return int(table.find("#playback").get_attribute("data-at"))


@pytest.mark.parametrize("game", list(EASY))
def test_a_game_is_solved_and_played_back_to_the_end(table: Table, game: str) -> None:
    table.open(EASY[game])
    length = watch(table)
    assert length > 5
    table.find("#playback-speed").select_option("8")
    table.find("#playback-slider").evaluate(SLIDE, length - 3)
    table.click("#playback-play")
    table.wait(f"document.querySelector('#playback').dataset.at === '{length}'")
    assert table.find("#playback-play").get_attribute("aria-label") == "Play"
    table.click("#playback-here")
    table.page.wait_for_selector("#won:not([hidden])")
    assert table.move_count == length


def test_the_controls_step_and_jump(table: Table) -> None:
    table.open(EASY["superpuzz"])
    length = watch(table)
    table.click("#playback-next")
    table.click("#playback-next")
    assert at(table) == 2
    table.click("#playback-prev")
    assert at(table) == 1
    table.click("#playback-last")
    assert at(table) == length
    table.click("#playback-first")
    assert at(table) == 0
    table.find(".moves button").nth(4).click()
    assert at(table) == 5
    assert (
        table.find(".moves [aria-current=step]").inner_text()
        == table.find(".moves button").nth(4).inner_text()
    )
    table.press("ArrowRight")
    assert at(table) == 6
    assert table.move_count == 0
    table.click("#playback-here")
    table.wait_moves(6)
    table.click("#redo")
    table.wait_moves(7)


def test_the_moves_are_copied_in_the_notation_chosen(table: Table) -> None:
    table.open(EASY["sliding"])
    length = watch(table)
    table.click("#playback-copy")
    table.page.wait_for_selector("#export-note:visible")
    plain = table.page.evaluate("navigator.clipboard.readText()")
    assert len(plain.split()) == length
    names = table.find("#playback-notation option").evaluate_all("all => all.map(one => one.value)")
    for name in names[1:]:
        table.find("#playback-notation").select_option(name)
        table.click("#playback-copy")
        table.wait(f"navigator.clipboard.readText().then(text => text !== {json.dumps(plain)})")
    assert len(names) > 1


def test_a_line_is_exported_in_every_format(table: Table, tmp_path: Path) -> None:
    table.open(EASY["sliding"])
    length = watch(table)
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


def test_the_game_so_far_is_replayed(table: Table) -> None:
    table.open(EASY["superpuzz"])
    assert table.find("#replay").is_disabled()
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play(store.state.legal[0].text))")
    table.wait_moves(1)
    table.click("#replay")
    table.page.wait_for_selector("#playback:visible .moves button")
    assert table.find(".moves button").count() == 1
    table.click("#playback-next")
    assert at(table) == 1
    table.click("#playback-close")
    assert table.find("#playback").is_hidden()
