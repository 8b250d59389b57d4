"""A server that goes away and comes back: the page says so while it lasts, and then goes on by itself."""

from typing import Any

import pytest
from axe_tools import complaints, every_look
from e2e_tools import EASY, HARD, STORE, Table

PLAY_ONE = f"{STORE}.then(({{store}}) => store.play(store.state.legal[0].text))"
AWAY = "does not answer"
LOST = "connection to the solver was lost"
SILENT = "!/does not answer|connection to the solver was lost/.test(document.body.innerText)"


@pytest.fixture
def far(table: Table, own_server: Any) -> Table:
    """A table at a server that the test may kill; it is there again afterwards."""
    table.address = own_server.address
    table.may_complain = ["net::ERR", "WebSocket"]
    return table


def test_what_the_page_says_of_a_server_that_is_away_is_gone_when_it_is_back(
    far: Table, own_server: Any
) -> None:
    far.open(EASY["superpuzz"])
    far.verdict("won")
    own_server.kill()
    far.page.evaluate(PLAY_ONE)
    far.page.wait_for_selector("#alert:visible")
    assert AWAY in far.find("#alert").inner_text()
    far.click("#show-dead")
    far.click("#shortest")
    far.wait(f"document.querySelector('#insight').innerText.includes('{LOST}')")
    far.wait(f"document.querySelector('#shortest-note').innerText.includes('{LOST}')")
    every_look(far)
    far.click("#new-deal")
    far.click("#choose-random")
    far.page.wait_for_selector("#chooser-error:visible")
    assert complaints(far, "#chooser") == []
    own_server.start()
    far.wait(SILENT)
    far.press("Escape")
    assert far.find("#alert").is_hidden()
    far.wait("document.querySelector('#insight').innerText.length > 0")
    far.page.evaluate(PLAY_ONE)
    far.wait_moves(1)


def test_a_verdict_that_was_interrupted_is_asked_again(far: Table, own_server: Any) -> None:
    far.open(HARD)
    far.verdict("thinking")
    far.wait("document.querySelector('#verdict-detail').innerText.length > 0")
    own_server.kill()
    far.verdict("open")
    assert LOST in far.find("#verdict-detail").inner_text()
    own_server.start()
    far.verdict("thinking", "won")
    assert far.page.evaluate(SILENT)


def test_a_link_that_could_not_be_opened_is_opened_when_the_server_is_back(
    far: Table, own_server: Any
) -> None:
    far.open(EASY["sliding"])
    own_server.kill()
    far.page.goto(f"{far.address}/#game=superpuzz&size=5&deal=9")
    far.page.wait_for_selector("#alert:visible")
    assert far.hash == "#game=superpuzz&size=5&deal=9"
    own_server.start()
    far.wait(f"{STORE}.then(({{store}}) => store.setup.game === 'superpuzz')")
    assert far.find("#alert").is_hidden()


def test_surveys_are_read_when_the_server_is_back(far: Table, own_server: Any) -> None:
    far.open(EASY["sliding"])
    own_server.kill()
    far.click("#view-surveys")
    far.wait(f"document.querySelector('#surveys-message').innerText.includes('{AWAY}')")
    every_look(far)
    own_server.start()
    far.page.wait_for_selector("[data-survey]")
    assert far.find("#surveys-message").is_hidden()


def test_a_page_whose_server_is_away_at_first_begins_when_it_is_back(table: Table) -> None:
    table.may_complain = ["net::ERR"]
    table.page.route("**/api/games", lambda route: route.abort("connectionrefused"))
    table.page.route("**/api/health", lambda route: route.abort("connectionrefused"))
    table.page.goto(table.address)
    table.page.wait_for_selector("#alert:visible")
    assert AWAY in table.find("#alert").inner_text()
    table.page.unroute_all()
    table.page.wait_for_selector("html[data-ready]")
    assert table.find("#alert").is_hidden()
    assert table.find("#board-area [data-card]").count() == 48
