"""Moves are played in the page by the kernel's modules: a server that is killed in mid-game stops nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e_tools import EASY, STORE, Table, solution

from conftest import Server

pytest.importorskip("ziglang", reason="the compiler to WebAssembly is not installed: yomikiri[site]")

import site_tools

AWAY = ["net::ERR", "WebSocket"]
READY = """import('/static/js/api.js').then(async ({ post }) => {
  const { setup } = (await import('/static/js/store.js')).store;
  await post('/api/state', { setup, moves: [] });
  return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/state')).length;
})"""
"""How many states the server was asked for, one more state having been asked for now."""


@pytest.fixture
def playing(survey_store: Path) -> Iterator[Server]:
    """A server that gives modules, and may be killed."""
    server = Server(survey_store, "--kernel", str(site_tools.built() / "static" / "kernel"))
    yield server
    server.kill()


def wait_until_it_plays_by_itself(table: Table) -> None:
    table.wait(f"{READY}.then((before) => {READY}.then((now) => now === before))")


@pytest.mark.parametrize("game", ["superpuzz", "sliding"])
def test_a_game_goes_on_and_is_won_after_its_server_was_killed(table: Table, playing: Any, game: str) -> None:
    table.address = playing.address
    table.open(EASY[game])
    wait_until_it_plays_by_itself(table)
    line = solution(game, EASY[game]["size"], EASY[game]["deal"])
    half = len(line) // 2
    for count, text in enumerate(line[:half], start=1):
        table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{text}'))")
        table.wait_moves(count)
    table.may_complain = AWAY
    playing.kill()
    for count, text in enumerate(line[half:], start=half + 1):
        table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{text}'))")
        table.wait_moves(count)
    table.page.wait_for_selector("#won:visible")
    table.click("#restart")
    table.wait_moves(0)
    table.click("#random-deal")
    table.wait(f"{STORE}.then(({{store}}) => store.setup.deal !== '{EASY[game]['deal']}')")
    assert table.find("#alert").is_hidden()


def test_cards_are_dragged_and_go_home_without_a_server(table: Table, playing: Any) -> None:
    table.address = playing.address
    table.open({"game": "freecell", "size": "4x2x4", "deal": "3"})
    wait_until_it_plays_by_itself(table)
    table.may_complain = AWAY
    playing.kill()
    before = table.move_count
    move = next(move for move in table.legal() if move["to"] != "home")
    table.drag(move["cards"][0], f'[data-place="{move["to"]}"]')
    table.wait(f"Number(document.getElementById('move-count').textContent) > {before}")
    table.press("Control+z")
    table.wait("document.getElementById('move-count').textContent === '0'")


def test_what_takes_a_search_says_that_the_server_is_away_and_is_answered_when_it_is_back(
    table: Table, playing: Any
) -> None:
    table.address = playing.address
    table.open(EASY["superpuzz"])
    table.verdict("won")
    wait_until_it_plays_by_itself(table)
    table.may_complain = AWAY
    playing.kill()
    table.click("#shortest")
    table.wait("/connection to the solver was lost/.test(document.querySelector('#shortest-note').innerText)")
    move = table.legal_move()
    table.page.evaluate(f"{STORE}.then(({{store}}) => store.play('{move['text']}'))")
    table.wait_moves(1)
    playing.start()
    table.verdict("won", "lost")
