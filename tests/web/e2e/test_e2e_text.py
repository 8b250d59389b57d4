"""A game that has no picture of its own: shown as text, played by buttons, with hints like all others."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from e2e_tools import OpenTable, Table

OUTSIDE = Path(__file__).resolve().parents[2] / "outside" / "lights_out"
SETUP = {"game": "lights", "size": "3x3", "deal": "3"}


@pytest.fixture(scope="module")
def lights(own_server: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A server that finds the game of another package."""
    site = tmp_path_factory.mktemp("site")
    shutil.copy(OUTSIDE / "lights_out.py", site)
    info = site / "lights_out-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lights-out\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[yomikiri.games]\nlights = lights_out:ENTRY\n")
    own_server.stop()
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(site)
    try:
        own_server.start()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    return str(own_server.address)


@pytest.fixture
def text_table(tables: OpenTable, lights: str) -> Table:
    table = tables()
    table.address = lights
    return table


def test_a_game_is_shown_as_text_and_played_by_buttons(text_table: Table) -> None:
    table = text_table.open(SETUP)
    assert table.find("#game-lights").inner_text() == "lights"
    lines = table.find("#board-area .text-lines").inner_text()
    assert set(lines.split()) <= {"*", "."}
    assert table.find("#board-area .text-moves button").count() == 9
    table.click('#board-area [data-move="5"]')
    table.wait_moves(1)
    assert table.find("#board-area .text-lines").inner_text() != lines
    table.click("#undo")
    table.wait_moves(0)
    assert table.find("#board-area .text-lines").inner_text() == lines


def test_hints_lead_to_the_end(text_table: Table) -> None:
    table = text_table.open(SETUP)
    for count in range(1, 20):
        table.click("#hint")
        table.page.wait_for_selector("#hint-play:visible")
        table.click("#hint-play")
        table.wait_moves(count)
        if table.find("#won:visible").count():
            break
    assert table.find("#won:visible").count() == 1
    assert table.find("#board-area .text-moves button").count() == 0


def test_a_picture_comes_back_after_text(text_table: Table) -> None:
    table = text_table.open(SETUP)
    table.click("#game-sliding")
    table.page.wait_for_selector("#board-area [data-card]")
    assert table.find("#board-area .text-board:visible").count() == 0
